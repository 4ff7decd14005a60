"""How a group of cards is taken as a combination: kinds, readings and claims.

A reading is four numbers; whether it is a combination at all is for the clauses to say, so the
space of readings also holds malformed ones (a Run of nine, a Bomb of two).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from checker.cards import VALUES, Value


class Kind(StrEnum):
    """The five kinds of combination, in the rulebook's order."""

    SINGLE = "single"
    SET = "set"
    RUN = "run"
    FORMATION = "formation"
    BOMB = "bomb"


KINDS = tuple(Kind)
_KIND_ORDER = {kind: place for place, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class Reading:
    """``width`` of each of ``length`` consecutive values, of which ``top`` is the highest.

    >>> reading = Reading(Kind.FORMATION, 2, 3, Value.QUEEN)
    >>> reading.count
    6
    >>> [str(value) for value in reading.values]
    ['10', '10', 'J', 'J', 'Q', 'Q']
    """

    kind: Kind
    width: int
    length: int
    top: Value

    @property
    def count(self) -> int:
        """The number of values: width times length."""
        return self.width * self.length

    @property
    def span(self) -> range:
        """The different values it holds, lowest first."""
        return range(self.top - self.length + 1, self.top + 1)

    @property
    def values(self) -> list[Value]:
        """All its values, ascending."""
        return [VALUES[v] for v in self.span for _ in range(self.width)]

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Its place in the one order of readings: kind, count, width, top."""
        return (_KIND_ORDER[self.kind], self.count, self.width, int(self.top))


class Claim(NamedTuple):
    """What a bidder says of the bid; every part may be left out.

    >>> Claim(kind=Kind.SET).admits(Reading(Kind.SET, 2, 1, Value.SIX))
    True
    """

    kind: Kind | None = None
    width: int | None = None
    length: int | None = None
    top: Value | None = None

    def admits(self, reading: Reading) -> bool:
        """Whether the reading agrees with every part of the claim that is given."""
        return (
            self.kind in (None, reading.kind)
            and self.width in (None, reading.width)
            and self.length in (None, reading.length)
            and self.top in (None, reading.top)
        )


NO_CLAIM = Claim()

MOST_LENGTH = len(VALUES)


@cache
def reading_space(most_values: int) -> tuple[Reading, ...]:
    """Every reading of at most ``most_values`` values that is near enough to its kind.

    Malformed ones are among them (a Run of nine, a Bomb of two), so that definitions can be
    violated; what is left out some clause refuses whatever the cards are, as a test proves.
    In the order of :attr:`Reading.order`.
    """
    space: list[Reading] = []
    for length in range(1, MOST_LENGTH + 1):
        for width in range(1, most_values // length + 1):
            for top in VALUES[length - 1 :]:
                space += [
                    Reading(kind, width, length, top)
                    for kind in KINDS
                    if _near(kind, width, length)
                ]
    return tuple(sorted(space, key=lambda reading: reading.order))


def _near(kind: Kind, width: int, length: int) -> bool:
    """Whether the shape is near enough to the kind to be worth refuting."""
    match kind:
        case Kind.SINGLE:
            return length == 1 and width == 1
        case Kind.SET | Kind.BOMB:
            return length == 1
        case Kind.RUN:
            return width == 1
        case Kind.FORMATION:
            return length <= 6
