"""The numbers of a turn, as far as a camera sees them, and the words for what it sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.cards import Card, canonical_key
from checker.notation import write_card


@dataclass(frozen=True)
class TurnView:
    """The numbers of a turn, what would tell those that are unknown, and the words for sentences.

    ``numbers`` hold everything but what depends on the readings of the trick and of the bid.
    """

    numbers: dict[str, int | None] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def set(self, name: str, number: int | None, where: str) -> None:
        """Sets a number; ``where`` is what would tell one that is unknown."""
        self.numbers[name] = None if number is None else int(number)
        if number is None:
            self.missing[name] = where


def cards_text(cards: Sequence[Card]) -> str:
    """The cards as they are written, in the canonical order."""
    return " ".join(write_card(card) for card in sorted(cards, key=canonical_key))


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "card"), counted(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
