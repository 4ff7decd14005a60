"""Wire bodies in words: pure functions from a body to what rich prints.

Colour only repeats what the words say. Nothing depends on the clock, the terminal or the order
in which a mapping was filled, so the same body always reads the same.
"""
