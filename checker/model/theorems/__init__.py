"""What is asked of Z3 to prove a theorem: is there anything at all that tells against it?"""
