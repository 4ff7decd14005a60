"""What crosses the wire: strict JSON, typed bodies, the list of faults, and the answers.

Both doors use it, so that the command line and the server read and print the same bodies.
"""
