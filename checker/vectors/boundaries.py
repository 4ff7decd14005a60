"""Bids at the edges: widths, lengths and tops at their least and most, wilds, and what they answer.

The edges are tried from both sides; which side is legal is for the model to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from checker.cards import VALUES, Value
from checker.readings import Kind, Reading
from checker.rulebook import SELECTORS, rulebook
from checker.vectors.expecting import Body

SHAPES = (
    (Kind.SINGLE, 1, 1),
    *((Kind.SET, width, 1) for width in (1, 2, 3, 4, 5, 6, 7, 12, 40)),
    *((Kind.RUN, 1, length) for length in (1, 2, 3, 4, 5, 6, 7, 12)),
    *((Kind.FORMATION, width, length) for width in (1, 2, 3) for length in range(1, 7)),
    *((Kind.FORMATION, width, length) for width, length in ((4, 2), (5, 2), (8, 5), (20, 2))),
    *((Kind.BOMB, width, 1) for width in (3, 4, 5, 6, 7, 12, 40)),
)
"""The shapes tried: kind, width and length."""
MOST_WILDS = 6
ANSWERS = ("lead", "lower", "same", "higher", "fewer", "more", "bomb")
"""What is answered: nothing; the same shape, its top one lower, the same, one higher; a lower one
of one value fewer or more; a Bomb."""


def boundaries() -> Iterator[tuple[str, Body]]:
    """Requests at the edges, each with what it is, in a fixed order."""
    for edition, (kind, width, length) in product(SELECTORS["edition"], SHAPES):
        lowest, highest = VALUES[length - 1], VALUES[-1]
        tops = dict.fromkeys((lowest, VALUES[max(length - 1, 7)], VALUES[-2], highest))
        for top, wilds in product(tops, range(min(MOST_WILDS, width * length - 1) + 1)):
            reading = Reading(kind, width, length, top)
            # Every edge of the tops without wilds and with one; more wilds in the middle.
            if wilds < 2 or top is VALUES[max(length - 1, 7)]:
                yield from _requests(edition, reading, wilds)


def _requests(edition: str, reading: Reading, wilds: int) -> Iterator[tuple[str, Body]]:
    wild = rulebook().edition(edition).wild
    rules = {} if edition == SELECTORS["edition"][0] else {"edition": edition}
    cards = _cards(reading, wilds, wild)
    shape = f"{reading.kind} {reading.width}x{reading.length} up to {reading.top}"
    for answer in ANSWERS:
        over = _over(reading, answer)
        if answer == "lead":
            yield f"{shape}, {wilds} wilds, {edition}, lead", {"bid": cards, **rules}
        elif over is not None:
            claim = {"kind": over.kind.value, "width": over.width, "length": over.length}
            lying = {"cards": _cards(over, 0, wild), "as": claim}
            told = f"{shape}, {wilds} wilds, {edition}, over {answer}"
            yield told, {"bid": cards, "over": lying, **rules}


def _over(reading: Reading, answer: str) -> Reading | None:
    """The bid to beat, if there is one that can lie there."""
    kind, width, length = reading.kind, reading.width, reading.length
    top, by = int(reading.top), {"lower": -1, "higher": 1}.get(answer, 0)
    match answer:
        case "lead":
            return None
        case "bomb":
            return Reading(Kind.BOMB, 4, 1, Value.THREE)
        case "fewer" | "more":
            more = 1 if answer == "more" else -1
            if kind in (Kind.SET, Kind.BOMB):
                width, by = width + more, -1
            else:
                length, by = length + more, -1
    top += by
    if width < 1 or length < 1 or not length - 1 <= top < len(VALUES):
        return None
    return Reading(kind, width, length, VALUES[top])


def _cards(reading: Reading, wilds: int, wild: str) -> list[str]:
    """The values of the reading, the last of them left to wilds, which lie on the first ones."""
    values = [str(value) for value in reading.values]
    natural = values[: len(values) - wilds]
    symbols = [wilds // len(natural) + (n < wilds % len(natural)) for n in range(len(natural))]
    return ["+".join([v, *[wild] * n]) for v, n in zip(natural, symbols, strict=True)]
