"""The Z3 model of the rules: the only place where a rule lives.

``clauses/`` holds one function per printed clause; ``compiled`` turns them into one solver per
size; ``solving`` asks it; ``table`` derives from it what the search needs.
"""
