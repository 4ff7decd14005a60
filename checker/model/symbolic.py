"""The facts as the clauses see them: unknown numbers that can be compared with known ones.

A number is an order encoding: for each ``c`` up to its bound one Boolean says "at least c". The
names of the numbers are those of :func:`checker.facts.measures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import z3

from checker.cards import VALUES, Value
from checker.facts import NATURAL, SHAPING
from checker.model.logic import UNKNOWN, Prop, every, no, some
from checker.readings import KINDS, MOST_LENGTH, Kind

MOST_CARDS_COUNTED = 4
"""More cards than this are counted as this many."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How large the facts of one compiled model may be.

    ``naturals`` bounds how often one value is shown; ``values`` bounds the values and wild symbols
    of a bid together, and the values of the bid to beat.
    """

    naturals: int
    values: int

    def most(self) -> dict[str, int]:
        """The bound of every number, by name."""
        flags = ("cards", "element-cards", "repeated-cards", "answering")
        shaping = (f"by-{animal}" for animal in SHAPING)
        most = dict.fromkeys(NATURAL, self.naturals)
        most |= {"values": self.values, "values-and-wilds": self.values}
        most |= dict.fromkeys((*flags, *shaping), 1) | {"card-count": MOST_CARDS_COUNTED}
        most |= {f"over-{kind}": 1 for kind in KINDS}
        most |= {"over-count": self.values, "over-width": self.values}
        return most | {"over-length": MOST_LENGTH, "over-top": len(VALUES) - 1}


class Numbers:
    """Unknown whole numbers by name, in one Z3 context.

    ``literals[name][c - 1]`` is the Boolean "the number is at least c". Asking beyond the bound
    is false: within the bounds it cannot hold. ``whose`` tells several sets of numbers in one
    context apart.
    """

    def __init__(self, most: Mapping[str, int], context: z3.Context, whose: str = "") -> None:
        self.literals: dict[str, list[z3.BoolRef]] = {
            name: [z3.Bool(f"{whose}{name}>={c}", context) for c in range(1, bound + 1)]
            for name, bound in most.items()
        }

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name is at least ``number``."""
        if number <= 0:
            return True
        literals = self.literals[name]
        return literals[number - 1] if number <= len(literals) else False

    def exactly(self, name: str, number: int) -> Prop:
        """The number of that name is ``number``."""
        return every(self.at_least(name, number), no(self.at_least(name, number + 1)))

    def in_order(self) -> list[z3.BoolRef]:
        """What makes the literals numbers: "at least c + 1" implies "at least c"."""
        return [
            z3.Implies(more, fewer)
            for literals in self.literals.values()
            for fewer, more in pairwise(literals)
        ]


class SymbolicFacts(Numbers):
    """The unknown facts of a bid and of the bid to beat.

    :class:`UnseenFacts` stand in for them where no cards are looked at.
    """

    def __init__(self, bounds: Bounds, context: z3.Context, whose: str = "") -> None:
        super().__init__(bounds.most(), context, whose)
        self._shows_only: dict[range, Prop] = {}
        self._shows_at_most: dict[int, Prop] = {}

    # The bid.

    def shows(self, value: Value, times: int = 1) -> Prop:
        """The cards show this value at least so often."""
        return self.at_least(NATURAL[value], times)

    def shows_only(self, span: range) -> Prop:
        """The cards show no value outside this span."""
        if span not in self._shows_only:
            outside = [no(self.shows(value)) for value in VALUES if value not in span]
            self._shows_only[span] = every(*outside)
        return self._shows_only[span]

    def shows_each_at_most(self, times: int) -> Prop:
        """The cards show no value more often than this."""
        if times not in self._shows_at_most:
            within = [no(self.shows(value, times + 1)) for value in VALUES]
            self._shows_at_most[times] = every(*within)
        return self._shows_at_most[times]

    def values(self, number: int) -> Prop:
        """The cards show at least so many values."""
        return self.at_least("values", number)

    def values_and_wilds(self, number: int) -> Prop:
        """The cards show at least so many values and wild symbols together."""
        return self.at_least("values-and-wilds", number)

    @property
    def plays_a_card(self) -> Prop:
        """There is a card in the bid."""
        return self.at_least("cards", 1)

    def plays_cards(self, number: int) -> Prop:
        """There are at least so many cards in the bid, up to ``MOST_CARDS_COUNTED``."""
        return self.at_least("card-count", number)

    @property
    def holds_an_element_card(self) -> Prop:
        """There is an Element card in the bid."""
        return self.at_least("element-cards", 1)

    @property
    def repeats_a_card(self) -> Prop:
        """A named card stands in two places."""
        return self.at_least("repeated-cards", 1)

    # The bid to beat.

    @property
    def answers(self) -> Prop:
        """There is a bid to beat."""
        return self.at_least("answering", 1)

    def shaped_by(self, animal: str) -> Prop:
        """The Mandate of this animal says how the bid answers."""
        return self.at_least(f"by-{animal}", 1)

    @property
    def is_shaped(self) -> Prop:
        """The Mandate of some animal says how the bid answers."""
        return some(*(self.shaped_by(animal) for animal in SHAPING))

    def over_is(self, kind: Kind) -> Prop:
        """The bid to beat is of this kind; false of a lead."""
        return self.at_least(f"over-{kind}", 1)

    def over_count_is(self, count: int) -> Prop:
        """The bid to beat has exactly so many values."""
        return self.exactly("over-count", count)

    def over_count_below(self, count: int) -> Prop:
        """The bid to beat has fewer values than this."""
        return no(self.at_least("over-count", count))

    def over_width_is(self, width: int) -> Prop:
        """The bid to beat holds each of its values exactly so often."""
        return self.exactly("over-width", width)

    def over_length_is(self, length: int) -> Prop:
        """The bid to beat spans exactly so many different values."""
        return self.exactly("over-length", length)

    def over_top_is(self, top: Value) -> Prop:
        """The highest value of the bid to beat is this one."""
        return self.exactly("over-top", top)

    def over_top_below(self, top: Value) -> Prop:
        """The highest value of the bid to beat is lower than this one."""
        return no(self.at_least("over-top", top))


class UnseenFacts(SymbolicFacts):
    """Facts nobody has looked at: what a clause says with them, it says whatever the cards are.

    Within ``bounds``, where there are any, a number beyond its bound is known not to be reached.
    """

    def __init__(self, bounds: Bounds | None) -> None:
        self._most = bounds.most() if bounds else None
        self._shows_only = {}
        self._shows_at_most = {}

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name is at least ``number``."""
        if number <= 0:
            return True
        return False if self._most and number > self._most[name] else UNKNOWN
