"""Decks: which faces each card has, and how we know.

Of the decks of ``specs/decks`` only a few blue faces stand in any source. Every other one is a
stand-in, chosen within the printed structure of its suit and marked as such; a white face follows
from the card's value. Callers may bring decks of their own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from checker.cards import VALUES, Card, Element, Face, Side, Symbol, Value
from checker.rulebook import Unknown

AnimalKey: TypeAlias = tuple[Element, Value]
Structure: TypeAlias = Mapping[Element, tuple[str, ...]]
"""The shapes (``"v+v"``, ``"v+fire"``) that the blue faces of each suit have."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: for each element and value the blue face, and where it is known from.

    ``sources`` holds the source of each face that is known; the others are stand-ins, but for an
    ``own`` deck, of which its owner knows every face.
    """

    id: str
    title: str
    blue: Mapping[AnimalKey, Face]
    structure: Structure
    sources: Mapping[AnimalKey, str]
    own: bool = False

    @property
    def suits(self) -> tuple[Element, ...]:
        """The suits that the deck has, each with all its cards."""
        return tuple(element for element in Element if (element, VALUES[0]) in self.blue)

    def known(self, element: Element, value: Value) -> bool:
        """Whether the blue face of that card is known, and no stand-in."""
        return self.own or (element, value) in self.sources

    def card(self, element: Element, value: Value, side: Side = Side.WHITE) -> Card:
        """The card of that element and white value, with that side up; raises :class:`Unknown`."""
        if (element, value) not in self.blue:
            raise Unknown("suit of the deck", element, self.suits)
        white, blue = Face(value), self.blue[element, value]
        up, under = (white, blue) if side is Side.WHITE else (blue, white)
        return Card(
            up=up,
            side=side,
            name=animal_name(element, value),
            element=element,
            under=under,
            stand_in=side is Side.BLUE and not self.known(element, value),
        )


ANIMAL_KEYS: tuple[AnimalKey, ...] = tuple((e, value) for e in Element for value in VALUES)
"""The 65 Animal cards, suit by suit."""


def animal_name(element: Element, value: Value) -> str:
    """The name of an Animal card.

    >>> animal_name(Element.METAL, Value.EIGHT)
    'metal-8'
    """
    return f"{element}-{value}"


def shape(face: Face) -> str:
    """What a face shows besides which value.

    >>> shape(Face(Value.SIX, 2)), shape(Face(Value.ACE, 1, (Symbol.FIRE,)))
    ('v+v', 'v+fire')
    """
    return "+".join([*["v"] * face.count, *face.symbols])


DECK_IDS = ("early", "rulebook")


@cache
def deck(name: str) -> Deck:
    """The deck of that id; raises :class:`checker.rulebook.Unknown`."""
    if name not in DECK_IDS:
        raise Unknown("deck", name, DECK_IDS)
    text = files("specs").joinpath("decks", f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(text)
    values = {str(value): value for value in Value}
    blue: dict[AnimalKey, Face] = {}
    sources: dict[AnimalKey, str] = {}
    for element in Element:
        for white, shown in table["blue"][element].items():
            key = (element, values[white])
            names = shown["face"].split("+")
            count = sum(part in values for part in names)
            symbols = tuple(Symbol(part) for part in names[count:])
            blue[key] = Face(values[names[0]], count, symbols)
            if "source" in shown:
                sources[key] = shown["source"]
    structure = {element: tuple(table["structure"][element]) for element in Element}
    return Deck(table["id"], table["title"], blue, structure, sources)


def own_deck(
    blue: Mapping[AnimalKey, Face], like: Deck, name: str = "own", title: str = ""
) -> Deck:
    """A deck with these blue faces and the structure of another; it has no stand-ins."""
    return Deck(name, title, blue, like.structure, {}, own=True)


@dataclass(frozen=True, slots=True)
class Animal:
    """The animal on the White side of a value: the token printed beside it, and who says so.

    ``inferred`` where no source shows the animal with this value; ``mandate`` says whether it has
    one.
    """

    value: Value
    animal: str
    token: str
    source: str
    inferred: bool = False
    mandate: bool = True


@dataclass(frozen=True, slots=True)
class Suit:
    """What a suit looks like; ``colour`` is a word that is also a colour keyword of CSS."""

    element: Element
    colour: str
    source: str


@cache
def animals() -> Mapping[Value, Animal]:
    """The animal of each value, lowest first."""
    values = {str(value): value for value in Value}
    tables = _specs("animals.toml")["animal"]
    listed = [Animal(**{**table, "value": values[table["value"]]}) for table in tables]
    return {animal.value: animal for animal in listed}


@cache
def mandates() -> Mapping[str, Value]:
    """The animals that have a Mandate, each with the value whose White side shows it."""
    return {a.animal: a.value for a in animals().values() if a.mandate}


def features(card: Card, animal: str) -> bool:
    """Whether the card lies White side up and shows the animal.

    >>> from checker.notation import read_card
    >>> [features(read_card(name, deck("rulebook")), "dog") for name in ("8", "metal-8:blue")]
    [True, False]
    """
    if card.side is not Side.WHITE or card.up is None:
        return False
    return card.up.value == mandates().get(animal)


@cache
def suits() -> Mapping[Element, Suit]:
    """What each suit looks like."""
    tables = _specs("suits.toml")["suit"]
    listed = [Suit(**{**table, "element": Element(table["element"])}) for table in tables]
    return {suit.element: suit for suit in listed}


def _specs(name: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(files("specs").joinpath(name).read_text("utf-8"))
