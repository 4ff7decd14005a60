"""How cards lie on a reading: what is left over or missing, and what each wild stands for.

Only counting; whether it matters is for the clauses to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.cards import VALUES, Card, Symbol, Value, canonical_key
from checker.facts import Facts
from checker.judgements import Taken, Wild
from checker.readings import Reading


@dataclass(frozen=True)
class Fit:
    """How cards lie on a reading: what is left over, what is missing, how far they are from it."""

    facts: Facts
    reading: Reading

    @cached_property
    def left_over(self) -> list[Value]:
        """The values shown that have no place, ascending."""
        return [
            value
            for value, shown in zip(VALUES, self.facts.naturals, strict=True)
            for _ in range(shown - (self.reading.width if value in self.reading.span else 0))
        ]

    @cached_property
    def open_places(self) -> list[Value]:
        """The values of the reading that no card shows, ascending."""
        naturals = self.facts.naturals
        return [
            VALUES[v]
            for v in self.reading.span
            if v >= 0
            for _ in range(self.reading.width - naturals[v])
        ]

    @property
    def missing(self) -> list[Value]:
        """The open places that are left when the lowest ones are given to the wilds."""
        return self.open_places[self.facts.wilds :]

    @property
    def distance(self) -> tuple[int, int, int]:
        """How far the cards are from the reading: values wrong, wilds idle, values left over."""
        reading, naturals = self.reading, self.facts.naturals
        placed = sum(min(naturals[v], reading.width) for v in reading.span if v >= 0)
        left_over = self.facts.values - placed
        wanting = reading.count - placed - self.facts.wilds
        return (left_over + max(0, wanting), max(0, -wanting), left_over)


def take(
    reading: Reading, cards: Sequence[Card], facts: Facts, indexes: Sequence[int] | None = None
) -> Taken:
    """The cards taken as this reading, the lowest open place given to the first wild.

    ``indexes`` are the places of the cards in the whole of which they are a part; without them
    the cards are the whole.
    """
    if not facts.wilds:
        return Taken(reading, ())
    wild = facts.wild
    places = indexes if indexes is not None else range(len(cards))
    shown = sorted(zip(cards, places, strict=True), key=lambda entry: canonical_key(entry[0]))
    open_places: list[Value | None] = [*Fit(facts, reading).open_places]
    # Cards that show no value are played as nothing but wilds.
    times = [_times(card, wild) if facts.values else 1 for card, _ in shown]
    wilds = [i for (_, i), number in zip(shown, times, strict=True) for _ in range(number)]
    stands_for = open_places + [None] * len(wilds)
    return Taken(reading, tuple(Wild(i, v) for i, v in zip(wilds, stands_for, strict=False)))


def _times(card: Card, wild: Symbol) -> int:
    """How often the card shows the wild symbol."""
    return card.up.symbols.count(wild) if card.up else 0
