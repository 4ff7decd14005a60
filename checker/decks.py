"""The decks of ``specs/decks``: which faces each card has, and how we know.

Only a few blue faces stand in any source. Every other one is a stand-in, chosen within the
printed structure of its suit and marked as such; a white face follows from the card's value.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from checker.cards import Card, Element, Face, Side, Symbol, Value
from checker.rulebook import Unknown


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: for each element and value the blue face, and where it is known from.

    ``sources`` holds the source of each face that is known; the others are stand-ins.
    """

    id: str
    title: str
    blue: Mapping[tuple[Element, Value], Face]
    sources: Mapping[tuple[Element, Value], str]

    def card(self, element: Element, value: Value, side: Side = Side.WHITE) -> Card:
        """The card of that element and white value, with that side up."""
        key = (element, value)
        white, blue = Face(value), self.blue[key]
        up, under = (white, blue) if side is Side.WHITE else (blue, white)
        return Card(
            up=up,
            side=side,
            name=f"{element}-{value}",
            element=element,
            under=under,
            stand_in=side is Side.BLUE and key not in self.sources,
        )


DECK_IDS = ("early", "rulebook")


@cache
def deck(name: str) -> Deck:
    """The deck of that id; raises :class:`checker.rulebook.Unknown`."""
    if name not in DECK_IDS:
        raise Unknown("deck", name, DECK_IDS)
    text = files("specs").joinpath("decks", f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(text)
    values = {str(value): value for value in Value}
    blue: dict[tuple[Element, Value], Face] = {}
    sources: dict[tuple[Element, Value], str] = {}
    for element in Element:
        for white, shown in table["blue"][element].items():
            key = (element, values[white])
            names = shown["face"].split("+")
            count = sum(part in values for part in names)
            symbols = tuple(Symbol(part) for part in names[count:])
            blue[key] = Face(values[names[0]], count, symbols)
            if "source" in shown:
                sources[key] = shown["source"]
    return Deck(table["id"], table["title"], blue, sources)
