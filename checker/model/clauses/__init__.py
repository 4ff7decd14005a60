"""The clauses, one file per part of the rulebook, one function per clause."""

from checker.model.clauses import beat, combinations, general, water

__all__ = ["beat", "combinations", "general", "water"]
