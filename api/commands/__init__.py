"""The commands, each a question to the checker.

The solver, the rules, the server and rich are imported where they are used, so that help and
completion answer at once.
"""
