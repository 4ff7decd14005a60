"""How cards are written: ``7``, ``6+6``, ``7+water``, ``metal-8:blue``, ``element-fire``.

``specs/notation.abnf`` holds the grammar. Besides it only these aliases are accepted: ``T`` for
10, the Chinese two for 2, ``orange`` for white, and any letter case. Nothing else is guessed.
"""

from __future__ import annotations

from typing import TypeVar

from checker.cards import (
    MOST_SYMBOLS,
    MOST_VALUES,
    VALUE_NAMES,
    VALUES,
    Card,
    Element,
    Face,
    Side,
    Symbol,
    Value,
    symbols_in_order,
)
from checker.decks import AnimalKey, Deck

PRINTED_TWO = "二"
"""How the cards print the 2."""

_VALUES = dict(zip(VALUE_NAMES, VALUES, strict=True)) | {
    "T": Value.TEN,
    PRINTED_TWO: Value.TWO,
}
_SYMBOLS = {symbol.value: symbol for symbol in Symbol}
_SIDES = {side.value: side for side in Side} | {"orange": Side.WHITE}
_ELEMENTS = {element.value: element for element in Element}

ACCEPTED_VALUES = ", ".join(VALUE_NAMES)
ACCEPTED_SYMBOLS = ", ".join(_SYMBOLS)
ACCEPTED_SIDES = "white, blue"
ACCEPTED_ELEMENTS = ", ".join(_ELEMENTS)
ACCEPTED_CARD = (
    'a face such as "7", "6+6", "7+water" (one to three equal values of '
    f"{ACCEPTED_VALUES}, then symbols), "
    'a card of the deck such as "metal-8" or "metal-8:blue", or an Element card such as '
    '"element-fire"'
)
ACCEPTED_ANIMAL = 'an Animal card such as "metal-8"'

MOST_CHARACTERS = 64
"""The longest card anyone can mean; beyond it nothing is read."""

Named = TypeVar("Named")


class NotationError(ValueError):
    """Text that is no card, value or face: ``got`` is the offending part, ``accepted`` what is."""

    def __init__(self, got: str, accepted: str) -> None:
        self.got, self.accepted = got, accepted
        super().__init__(f"{got!r} is not accepted; accepted: {accepted}")


def read_value(text: str) -> Value:
    """The value of that name.

    >>> read_value("t")
    <Value.TEN: 7>

    Raises :class:`NotationError`.
    """
    return _named(text, text.upper(), _VALUES, f"a value: {ACCEPTED_VALUES}")


def read_face(text: str) -> Face:
    """The face that the text spells out: one to three equal values, then symbols.

    >>> read_face("7+Water")
    Face(value=<Value.SEVEN: 4>, count=1, symbols=(<Symbol.WATER: 'water'>,))

    Raises :class:`NotationError`.
    """
    parts = text.split("+")
    value = read_value(parts[0])
    count = 1
    while count < len(parts) and parts[count].upper() in _VALUES:
        if read_value(parts[count]) != value:
            raise NotationError(text, "a face with equal values: a card never shows two different")
        count += 1
    if count > MOST_VALUES:
        raise NotationError(text, f"a face with at most {MOST_VALUES} values")
    names = parts[count:]
    accepted = f"a symbol: {ACCEPTED_SYMBOLS}"
    symbols = [_named(name, name.lower(), _SYMBOLS, accepted) for name in names]
    if len(symbols) > MOST_SYMBOLS:
        raise NotationError(text, f"a face with at most {MOST_SYMBOLS} symbols")
    return Face(value, count, symbols_in_order(symbols))


def read_card(text: str, deck: Deck) -> Card:
    """The card that the text names or spells out, the deck being the one in use.

    Raises :class:`NotationError` with the offending part and what would be accepted.
    """
    if not text or len(text) > MOST_CHARACTERS:
        raise NotationError(text[:MOST_CHARACTERS], ACCEPTED_CARD)
    body, colon, side_text = text.partition(":")
    side = read_side(side_text) if colon else None
    head, dash, tail = body.partition("-")
    if not dash:
        return bare_card(_bare_face(body), side)
    if not head:
        raise NotationError(text, ACCEPTED_CARD)
    if head.lower() == "element":
        if side is not None:
            raise NotationError(text, "an Element card without a side")
        element = read_element(tail)
        return Card(None, name=f"element-{element}", element=element)
    suits = ", ".join(deck.suits)
    key = _animal(head, tail, deck.suits, f"an element: {suits}, or element")
    return deck.card(*key, side or Side.WHITE)


def read_animal(text: str) -> AnimalKey:
    """The Animal card of that name, whatever the deck; raises :class:`NotationError`.

    >>> read_animal("metal-t")
    (<Element.METAL: 'metal'>, <Value.TEN: 7>)
    """
    head, dash, tail = text.partition("-")
    if not dash:
        raise NotationError(text, ACCEPTED_ANIMAL)
    return _animal(head, tail, tuple(Element), f"an element: {ACCEPTED_ELEMENTS}")


def _animal(head: str, tail: str, suits: tuple[Element, ...], accepted: str) -> AnimalKey:
    elements = {element.value: element for element in suits}
    return _named(head, head.lower(), elements, accepted), read_value(tail)


def _bare_face(text: str) -> Face:
    first = text.partition("+")[0].upper()
    if first not in _VALUES:
        raise NotationError(text, ACCEPTED_CARD)
    return read_face(text)


def read_side(text: str) -> Side:
    """The side of that name; raises :class:`NotationError`."""
    return _named(text, text.lower(), _SIDES, f"a side: {ACCEPTED_SIDES}")


def read_element(text: str) -> Element:
    """The element of that name; raises :class:`NotationError`."""
    return _named(text, text.lower(), _ELEMENTS, f"an element: {ACCEPTED_ELEMENTS}")


def bare_card(face: Face, side: Side | None = None) -> Card:
    """A card of which only the upper face is known; a bare single value is white, others blue."""
    plain = face.count == 1 and not face.symbols
    return Card(face, side or (Side.WHITE if plain else Side.BLUE))


def write_face(face: Face) -> str:
    """The face in its canonical spelling.

    >>> write_face(read_face("t+T+water"))
    '10+10+water'
    """
    return "+".join([str(face.value)] * face.count + [symbol.value for symbol in face.symbols])


def write_card(card: Card) -> str:
    """The card in its canonical spelling, which :func:`read_card` reads back.

    A card spelled out by the caller (an element, but no name) is written as its upper face.
    """
    if card.up is None:
        return card.name
    if card.name:
        return card.name if card.side is Side.WHITE else f"{card.name}:{card.side}"
    text = write_face(card.up)
    usual = bare_card(card.up).side
    return text if card.side is usual else f"{text}:{card.side}"


def _named(text: str, key: str, table: dict[str, Named], accepted: str) -> Named:
    if key not in table:
        raise NotationError(text, accepted)
    return table[key]
