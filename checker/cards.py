"""The things on the table: values, elements, symbols, sides, faces and cards.

Nothing here knows a rule. A card shows its upper half; what lies under it matters only when
it is spun.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Value(IntEnum):
    """The thirteen values in ascending order; ``TWO`` is the Chinese two, the highest.

    >>> Value.TEN < Value.JACK < Value.TWO
    True
    >>> str(Value.TEN), str(Value.TWO)
    ('10', '2')
    """

    THREE = 0
    FOUR = 1
    FIVE = 2
    SIX = 3
    SEVEN = 4
    EIGHT = 5
    NINE = 6
    TEN = 7
    JACK = 8
    QUEEN = 9
    KING = 10
    ACE = 11
    TWO = 12

    def __str__(self) -> str:
        return VALUE_NAMES[self]


VALUE_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
VALUES = tuple(Value)


class Element(StrEnum):
    """The five suits."""

    FIRE = "fire"
    METAL = "metal"
    WATER = "water"
    EARTH = "earth"
    WOOD = "wood"


class Symbol(StrEnum):
    """What a face may show beneath its values."""

    WATER = "water"
    FIRE = "fire"
    PANDA = "panda"
    BAMBOO = "bamboo"


class Wind(StrEnum):
    """The winds of the early edition."""

    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"


class Side(StrEnum):
    """Which half of a card is the upper one."""

    WHITE = "white"
    BLUE = "blue"


MOST_VALUES = 3
"""The most values one face shows."""
MOST_SYMBOLS = 3
"""The most symbols this project reads on one face."""


@dataclass(frozen=True, slots=True)
class Face:
    """What one half of an Animal card shows: ``count`` times ``value``, then symbols.

    ``count`` is 1 to 3; ``symbols`` stand in the order of :class:`Symbol`.
    """

    value: Value
    count: int = 1
    symbols: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card as it lies: the face that is up, its side, and what is known of the rest.

    ``name`` is the deck's name of the card (``"metal-8"``), or ``""`` for a bare face or a card
    spelled out by the caller. ``up`` is ``None`` for an Element card, and only there. ``under``
    is the lower half where it is known. ``stand_in`` says that the upper face is not known from
    any source and was chosen within the structure of its suit.
    """

    up: Face | None
    side: Side = Side.WHITE
    name: str = ""
    element: Element | None = None
    under: Face | None = None
    stand_in: bool = False

    @property
    def is_element_card(self) -> bool:
        """Whether this is one of the five Element cards, which show no value."""
        return self.up is None


_SYMBOL_ORDER = {symbol: place for place, symbol in enumerate(Symbol)}


def symbols_in_order(symbols: list[Symbol]) -> tuple[Symbol, ...]:
    """The symbols in the order in which a face lists them."""
    return tuple(sorted(symbols, key=_SYMBOL_ORDER.__getitem__))


def canonical_key(card: Card) -> tuple[object, ...]:
    """A sort key that puts any cards into the one canonical order.

    By value, then by how often it is shown, symbols, side and name; Element cards come last.
    """
    return (
        *_face_key(card.up),
        card.side.value,
        card.name,
        card.element or "",
        _face_key(card.under),
    )


def _face_key(face: Face | None) -> tuple[int, int, tuple[int, ...]]:
    if face is None:
        return (len(VALUES), 0, ())
    return (face.value, face.count, tuple(_SYMBOL_ORDER[symbol] for symbol in face.symbols))
