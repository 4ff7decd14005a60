"""The clauses, one file per part of the rulebook, one function per clause."""

from checker.model.clauses import beat, combinations, elements, general, symbols, turn, water

__all__ = ["beat", "combinations", "elements", "general", "symbols", "turn", "water"]
