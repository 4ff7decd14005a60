"""Exact search for plays: which cards of a hand are exactly a reading.

It works from the rows of the derived table and counts; it knows no rule. Interchangeable cards
form a group; a choice says how many of each group are played. A branch is only entered when the
cards to come can still fill the row, so plays come one after another without long silences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import TypeAlias

from checker.cards import VALUES, Card, Side, Symbol, Value, canonical_key
from checker.model.table import Row

Choice: TypeAlias = tuple[int, ...]
"""How many cards of each group are played, by the group's place."""


@dataclass(frozen=True, slots=True)
class Group:
    """Interchangeable cards of a hand: the same face, the same side up.

    ``places`` are their places in the hand, ascending.
    """

    value: Value
    count: int
    symbols: tuple[Symbol, ...]
    side: Side
    wilds: int
    places: tuple[int, ...]

    @property
    def copies(self) -> int:
        """How many cards there are."""
        return len(self.places)


class Hand:
    """A hand sorted into groups, in canonical order; Element cards are part of no bid."""

    def __init__(self, cards: Sequence[Card], wild: Symbol) -> None:
        self.cards = tuple(cards)
        self.wild = wild
        order = sorted(range(len(cards)), key=lambda place: canonical_key(cards[place]))
        places: dict[tuple[Value, int, tuple[Symbol, ...], Side], list[int]] = {}
        for place in order:
            card = cards[place]
            if card.up is not None:
                face = (card.up.value, card.up.count, card.up.symbols, card.side)
                places.setdefault(face, []).append(place)
        self.groups = tuple(
            Group(value, count, symbols, side, symbols.count(wild), tuple(found))
            for (value, count, symbols, side), found in places.items()
        )

    @cached_property
    def _of_value(self) -> dict[Value, range]:
        """For each value the places of its groups; groups are sorted by value."""
        starts = [sum(g.value < v for g in self.groups) for v in (*VALUES, len(VALUES))]
        return {v: range(starts[v], starts[v + 1]) for v in VALUES}

    @cached_property
    def _fillings(self) -> list[list[int]]:
        """``[g][n]``: the most values and wilds together that group g and the later ones of its
        value can play with at most n values."""
        fillings: list[list[int]] = [[] for _ in self.groups]
        for groups in self._of_value.values():
            later = [0]
            for place in reversed(groups):
                later = fillings[place] = _filling(self.groups[place], later)
        return fillings

    def most_together(self, place: int, most: int) -> int:
        """What this group and the later ones of its value fill with at most so many values."""
        filling = self._fillings[place]
        return filling[min(most, len(filling) - 1)]

    def fillable(self, row: Row) -> bool:
        """Whether the hand has values and wilds enough for the row."""
        together = 0
        for value, most in zip(VALUES, row.most, strict=True):
            groups = self._of_value[value]
            if most and groups:
                together += self.most_together(groups.start, most)
        return together >= max(row.filled, 1)

    def choices(self, row: Row) -> Iterator[Choice]:
        """Every choice of cards that is exactly this row's reading, in ascending order."""
        if not self.fillable(row):
            return
        path = self.path(row)
        to_come = self.to_come(row, path)
        numbers = [0] * len(self.groups)

        def extend(depth: int, values: int, together: int, left: int) -> Iterator[Choice]:
            if depth == len(path):
                if values >= max(row.least_values, 1) and together >= row.filled:
                    yield tuple(numbers)
                return
            place = path[depth]
            group = self.groups[place]
            if self.opens_value(place):
                left = row.most[group.value]
            room = min(left, row.most_values - values)
            if together + self.most_together(place, room) + to_come[depth] < row.filled:
                return
            for number in range(min(group.copies, room // group.count) + 1):
                numbers[place] = number
                shown = number * group.count
                more = shown + number * group.wilds
                yield from extend(depth + 1, values + shown, together + more, left - shown)
            numbers[place] = 0

        yield from extend(0, 0, 0, 0)

    def path(self, row: Row) -> list[int]:
        """The places of the groups that the row has room for, in order."""
        return [place for place, group in enumerate(self.groups) if row.most[group.value]]

    def opens_value(self, place: int) -> bool:
        """Whether the group at this place is the first one of its value."""
        return place == self._of_value[self.groups[place].value].start

    def to_come(self, row: Row, path: Sequence[int]) -> list[int]:
        """For each group of the path what the values after its own can still fill."""
        to_come: list[int] = []
        total = 0
        for place in reversed(path):
            to_come.append(total)
            if self.opens_value(place):
                total += self.most_together(place, row.most[self.groups[place].value])
        return to_come[::-1]

    def count(self, row: Row, *, faces: bool = False) -> int:
        """The number of plays that are this row's reading, without listing them.

        With ``faces`` interchangeable cards count once.
        """
        if not self.fillable(row):
            return 0
        ways: dict[tuple[int, int], int] = {(0, 0): 1}
        for value, most in zip(VALUES, row.most, strict=True):
            of_value: dict[tuple[int, int], int] = {(0, 0): 1}
            for place in self._of_value[value] if most else ():
                group = self.groups[place]
                step = {
                    (n * group.count, n * group.wilds): 1 if faces else comb(group.copies, n)
                    for n in range(group.copies + 1)
                }
                of_value = _joined(of_value, step, most)
            ways = _joined(ways, of_value, row.most_values)
        return sum(
            times
            for (values, wilds), times in ways.items()
            if values >= max(row.least_values, 1) and values + wilds >= row.filled
        )

    def plays(self, choice: Choice) -> Iterator[tuple[int, ...]]:
        """Every way to take the chosen numbers of cards, as ascending places in the hand."""
        chosen = [
            combinations(group.places, number)
            for group, number in zip(self.groups, choice, strict=True)
            if number
        ]
        for parts in product(*chosen):
            yield tuple(sorted(place for part in parts for place in part))

    def ways(self, choice: Choice) -> int:
        """In how many ways the chosen numbers of cards can be taken."""
        numbers = zip(self.groups, choice, strict=True)
        return prod(comb(group.copies, number) for group, number in numbers)

    def choice_of(self, places: Sequence[int]) -> Choice:
        """The choice that these places of the hand make."""
        taken = set(places)
        return tuple(len(taken.intersection(group.places)) for group in self.groups)


def _filling(group: Group, later: list[int]) -> list[int]:
    """For at most n values each, the most values and wilds of the group and of what comes later."""
    size = group.copies * group.count + len(later)
    return [
        max(
            number * (group.count + group.wilds)
            + later[min(most - number * group.count, len(later) - 1)]
            for number in range(min(group.copies, most // group.count) + 1)
        )
        for most in range(size)
    ]


def _joined(
    ways: dict[tuple[int, int], int], step: dict[tuple[int, int], int], most: int
) -> dict[tuple[int, int], int]:
    """Ways to have so many values and wilds, when two independent parts are put together."""
    if len(step) == 1:
        return ways
    joined: dict[tuple[int, int], int] = {}
    for (values, wilds), times in ways.items():
        for (more_values, more_wilds), more_times in step.items():
            if values + more_values <= most:
                key = (values + more_values, wilds + more_wilds)
                joined[key] = joined.get(key, 0) + times * more_times
    return joined
