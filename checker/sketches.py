"""Sketches: JSON with open places, and what it is with all of them filled.

An open place is ``{"any": [...]}``, one of these, or ``{"some": [...], "at_least": m, "at_most":
n}``, so many of these, each as often as may be; among the entries of a list they are entries of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations_with_replacement, product
from math import comb, prod
from typing import Any

MOST_FILLINGS = 5_000
"""The most ways to fill a sketch."""
SOME = ("some", "at_least", "at_most")


def fillings(sketch: Any) -> Iterator[Any]:
    """Every way to fill the sketch, in the order in which it lists what there is to choose from.

    Later places change first. The number of them is told by :func:`count`.
    """
    match sketch:
        case {"any": options}:
            yield from chain.from_iterable(map(fillings, options))
        case {"some": _}:
            yield from map(list, _choices(sketch))
        case dict():
            for values in product(*(list(fillings(value)) for value in sketch.values())):
                yield dict(zip(sketch, values, strict=True))
        case list():
            for parts in product(*(list(_entries(entry)) for entry in sketch)):
                yield [entry for part in parts for entry in part]
        case _:
            yield sketch


def _entries(entry: Any) -> Iterable[list[Any]]:
    """What an entry of a list may be, as entries."""
    if isinstance(entry, dict) and "some" in entry:
        return map(list, _choices(entry))
    return ([each] for each in fillings(entry))


def _choices(place: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for number in range(place.get("at_least", 0), place["at_most"] + 1):
        yield from combinations_with_replacement(place["some"], number)


def count(sketch: Any) -> int:
    """In how many ways the sketch can be filled."""
    match sketch:
        case {"any": options}:
            return sum(map(count, options))
        case {"some": cards}:
            numbers = range(sketch.get("at_least", 0), sketch["at_most"] + 1)
            return sum(comb(len(cards) + n - 1, n) for n in numbers)
        case dict():
            return prod(map(count, sketch.values()))
        case list():
            return prod(map(count, sketch))
    return 1


def size(filled: Any) -> int:
    """The number of entries in all its lists: players, cards, bids and passes."""
    match filled:
        case dict():
            return sum(map(size, filled.values()))
        case list():
            return len(filled) + sum(map(size, filled))
    return 0
