"""Combinations and values in words, as a player at the table would say them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.cards import Value
from checker.readings import Kind, Reading

KIND_WORDS = {
    Kind.SINGLE: "Single",
    Kind.SET: "Set",
    Kind.RUN: "Run",
    Kind.FORMATION: "Formation",
    Kind.BOMB: "Bomb",
}


def values_text(values: Iterable[Value]) -> str:
    """The values one after another.

    >>> values_text([Value.TEN, Value.JACK])
    '10 J'
    """
    return " ".join(str(value) for value in values)


MOST_SPELLED_OUT = 15
"""More values than this are counted, not listed."""


def some_values_text(values: Sequence[Value]) -> str:
    """The values one after another, or only their number where they are many."""
    if len(values) > MOST_SPELLED_OUT:
        return count_text(len(values))
    return values_text(values)


def kind_text(kind: Kind) -> str:
    """The kind with its article: ``a Run``."""
    return f"a {KIND_WORDS[kind]}"


def reading_text(reading: Reading, article: str = "a") -> str:
    """The reading with its values.

    >>> reading_text(Reading(Kind.SET, 2, 1, Value.SIX), "the")
    'the Set 6 6'
    """
    if reading.count > MOST_SPELLED_OUT:
        shape = f"{count_text(reading.count)}, highest {reading.top}"
        return f"{article} {KIND_WORDS[reading.kind]} of {shape}"
    return f"{article} {KIND_WORDS[reading.kind]} {values_text(reading.values)}"


def count_text(number: int) -> str:
    """A number of values: ``1 value``, ``3 values``."""
    return "1 value" if number == 1 else f"{number} values"


def joined(parts: Sequence[str], last: str = "and") -> str:
    """The parts as a list in a sentence.

    >>> joined(["a Set", "a Run", "a Bomb"], "or")
    'a Set, a Run or a Bomb'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
