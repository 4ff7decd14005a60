"""Exact search for plays: which cards of a hand are exactly a reading.

It works from the rows of the derived table and counts; it knows no rule. Interchangeable cards
form a group; a choice says how many of each group are played. A branch is only entered when the
cards to come can still fill the row, so plays come one after another without long silences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, prod
from typing import TypeAlias

from checker.cards import VALUES, Card, Face, Side, Symbol, Value, canonical_key
from checker.model.table import Row

Choice: TypeAlias = tuple[int, ...]
"""How many cards of each group are played, by the group's place."""


@dataclass(frozen=True, slots=True)
class Group:
    """Interchangeable cards of a hand: the same face, the same side up, or the same Element card.

    ``places`` are their places in the hand, ascending. An Element card has no ``value`` and a
    ``count`` of 0.
    """

    value: Value | None
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
    """A hand sorted into groups, in canonical order; the groups of Element cards come last."""

    def __init__(self, cards: Sequence[Card], wild: Symbol) -> None:
        self.cards = tuple(cards)
        self.wild = wild
        order = sorted(range(len(cards)), key=lambda place: canonical_key(cards[place]))
        places: dict[tuple[Face | None, Side, str], list[int]] = {}
        for place in order:
            card = cards[place]
            name = card.name if card.up is None else ""
            places.setdefault((card.up, card.side, name), []).append(place)
        self.groups = tuple(
            _group(face, side, wild, found) for (face, side, _), found in places.items()
        )

    @cached_property
    def _of_value(self) -> dict[Value, range]:
        """For each value the places of its groups; groups are sorted by value."""
        values = [group.value for group in self.groups if group.value is not None]
        starts = [sum(value < v for value in values) for v in (*VALUES, len(VALUES))]
        return {v: range(starts[v], starts[v + 1]) for v in VALUES}

    @cached_property
    def _elements(self) -> list[int]:
        """The places of the groups of Element cards."""
        return [place for place, group in enumerate(self.groups) if group.value is None]

    @cached_property
    def _fillings(self) -> list[list[int]]:
        """``[g][n]``: the most values and wilds together that group g and the later ones of its
        value can play with at most n values."""
        fillings = [[0] for _ in self.groups]
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
        return together >= row.filled

    def choices(self, row: Row) -> Iterator[Choice]:
        """Every choice of cards that is exactly this row's reading, in ascending order."""
        if not self.fillable(row):
            return
        path = self.path(row)
        to_come = self.to_come(row, path)
        numbers = [0] * len(self.groups)

        def extend(depth: int, values: int, together: int, left: int) -> Iterator[Choice]:
            if depth == len(path):
                if row.admits(values, together, sum(numbers)):
                    yield tuple(numbers)
                return
            place = path[depth]
            group = self.groups[place]
            if self.opens_value(place):
                left = row.most[group.value or 0]
            room = min(left, row.most_values - values)
            if together + self.most_together(place, room) + to_come[depth] < row.filled:
                return
            most = min(group.copies, room // group.count) if group.count else group.copies
            for number in range(most + 1):
                numbers[place] = number
                shown = number * group.count
                more = shown + number * group.wilds
                yield from extend(depth + 1, values + shown, together + more, left - shown)
            numbers[place] = 0

        yield from extend(0, 0, 0, 0)

    def path(self, row: Row) -> list[int]:
        """The places of the groups that the row has room for, in order."""
        used = (
            place
            for v, most in zip(VALUES, row.most, strict=True)
            if most
            for place in self._of_value[v]
        )
        return [*used, *(self._elements if row.with_element_cards else ())]

    def opens_value(self, place: int) -> bool:
        """Whether the group at this place is the first one of its value."""
        value = self.groups[place].value
        return value is not None and place == self._of_value[value].start

    def to_come(self, row: Row, path: Sequence[int]) -> list[int]:
        """For each group of the path what the values after its own can still fill."""
        to_come: list[int] = []
        total = 0
        for place in reversed(path):
            to_come.append(total)
            if self.opens_value(place):
                total += self.most_together(place, row.most[self.groups[place].value or 0])
        return to_come[::-1]

    def count(self, row: Row, *, faces: bool = False) -> int:
        """The number of plays that are this row's reading, without listing them.

        With ``faces`` interchangeable cards count once.
        """
        if not self.fillable(row):
            return 0
        if row.counts_cards:
            return sum(1 if faces else self.ways(choice) for choice in self.choices(row))
        ways: Ways = {(0, 0): 1}
        for value, most in zip(VALUES, row.most, strict=True):
            of_value: Ways = {(0, 0): 1}
            for place in self._of_value[value] if most else ():
                group = self.groups[place]
                step = [
                    (n * group.count, n * (group.count + group.wilds), self._times(group, n, faces))
                    for n in range(group.copies + 1)
                ]
                of_value = _together(of_value, step, most, row.filled)
            step = [(values, together, times) for (values, together), times in of_value.items()]
            ways = _together(ways, step, row.most_values, row.filled)
        found = sum(
            times
            for (values, together), times in ways.items()
            if row.admits(values, together, cards=1)
        )
        free = (self.groups[place] for place in self._elements if row.with_element_cards)
        return found * prod(
            sum(self._times(group, n, faces) for n in range(group.copies + 1)) for group in free
        )

    def _times(self, group: Group, number: int, faces: bool) -> int:
        return 1 if faces else comb(group.copies, number)

    def plays(self, choice: Choice) -> Iterator[tuple[int, ...]]:
        """Every way to take the chosen numbers of cards, as ascending places in the hand."""
        chosen = [
            (group.places, number)
            for group, number in zip(self.groups, choice, strict=True)
            if number
        ]

        def taken(depth: int) -> Iterator[tuple[int, ...]]:
            if depth == len(chosen):
                yield ()
                return
            for part in combinations(*chosen[depth]):
                for rest in taken(depth + 1):
                    yield part + rest

        return (tuple(sorted(places)) for places in taken(0))

    def first_play(self, choice: Choice) -> tuple[int, ...]:
        """The first of the ways to take the chosen numbers of cards."""
        numbers = zip(self.groups, choice, strict=True)
        return tuple(sorted(p for group, number in numbers for p in group.places[:number]))

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


Ways: TypeAlias = dict[tuple[int, int], int]
"""In how many ways there are so many values, and so many values and wilds together."""


def _together(ways: Ways, step: Sequence[tuple[int, int, int]], most: int, filled: int) -> Ways:
    """The ways to have both of two independent parts; beyond ``filled`` nothing is told apart."""
    if len(step) == 1:
        return ways
    joined: Ways = {}
    for (values, together), times in ways.items():
        for more_values, more, more_times in step:
            if values + more_values <= most:
                key = (values + more_values, min(together + more, filled))
                joined[key] = joined.get(key, 0) + times * more_times
    return joined


def _group(face: Face | None, side: Side, wild: Symbol, places: Sequence[int]) -> Group:
    if face is None:
        return Group(None, 0, (), side, 0, tuple(places))
    wilds = face.symbols.count(wild)
    return Group(face.value, face.count, face.symbols, side, wilds, tuple(places))
