"""Positions as they stand in a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    Discriminator,
    Field,
    GetPydanticSchema,
    Strict,
    Tag,
    ValidatorFunctionWrapHandler,
)
from pydantic_core import core_schema

from checker import notation
from checker.actions import PlayedAs
from checker.cards import Card, Element, Symbol
from checker.positions import (
    NO_MANDATE,
    BidEntry,
    Entry,
    Hand,
    Mood,
    PassEntry,
    Player,
    Position,
    WindEntry,
)
from checker.questions import MOST_CARDS
from checker.readings import NO_CLAIM
from checker.wire.actions import (
    MOST_POINTS,
    AnimalIn,
    MandateBody,
    NameIn,
    PlayedIn,
    PointsIn,
    WindIn,
    waters,
)
from checker.wire.cards import CardIn, Cards, ClaimBody, PiledCards, StrictBody, spelled

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
MOST_ENTRIES = 60
"""The longest trick."""
UNKNOWN_CARD = "unknown"
"""What stands in a hand for a card that nobody knows."""

CountIn: TypeAlias = Annotated[int, Field(ge=0, le=MOST_POINTS)]


def is_unknown(card: object) -> bool:
    """Whether this stands for a card of a hand that is not known."""
    return isinstance(card, str) and card.lower() == UNKNOWN_CARD


def _known_card(value: object, card: ValidatorFunctionWrapHandler) -> Card | None:
    return None if is_unknown(value) else card(value)


HandCard: TypeAlias = Annotated[
    Card | None,
    GetPydanticSchema(
        lambda _type, handler: core_schema.no_info_wrap_validator_function(
            _known_card,
            handler(CardIn),
            json_schema_input_schema=handler(Literal["unknown"] | CardIn),
        )
    ),
]


class CountBody(StrictBody):
    """A hand of which only the number of cards is known."""

    count: CountIn


def _list_or_count(value: object) -> str | None:
    if isinstance(value, list):
        return "<list>"
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return "<count>" if is_number or isinstance(value, dict) else None


def _hand_tag(value: object) -> str | None:
    return None if isinstance(value, int) else _list_or_count(value)


def _pile_tag(value: object) -> str | None:
    return None if isinstance(value, dict) else _list_or_count(value)


HandIn: TypeAlias = Annotated[
    Annotated[list[HandCard], Field(max_length=MOST_CARDS), Tag("<list>")]
    | Annotated[CountBody, Tag("<count>")],
    Discriminator(_hand_tag),
]
PileIn: TypeAlias = Annotated[
    Annotated[PiledCards, Tag("<list>")] | Annotated[CountIn, Tag("<count>")],
    Discriminator(_pile_tag),
]


class PlayerBody(StrictBody):
    """A player; what is absent is unknown."""

    name: NameIn
    hand: HandIn | None = None
    points: PointsIn | None = None
    wind: WindIn | None = Field(
        default=None, description="The wind still held; null for none, absent where unknown."
    )

    def player(self) -> Player:
        """The player."""
        told = "wind" in self.model_fields_set
        winds = (self.wind,) if self.wind else () if told else None
        return Player(self.name, _hand(self.hand), self.points, winds)


def _hand(given: list[Card | None] | CountBody | None) -> Hand:
    if given is None:
        return Hand(unknown=None)
    if isinstance(given, CountBody):
        return Hand(unknown=given.count)
    known = tuple(card for card in given if card is not None)
    return Hand(known, len(given) - len(known))


class UsedBody(StrictBody):
    """How many of each symbol of a bid were used."""

    water: CountIn = 0
    fire: CountIn = 0
    panda: CountIn = 0
    bamboo: CountIn = 0

    def used(self) -> tuple[tuple[Symbol, int], ...]:
        """Each symbol that was used, and how often."""
        counts = ((symbol, int(getattr(self, symbol.value))) for symbol in Symbol)
        return tuple((symbol, count) for symbol, count in counts if count)


class _EntryBody(StrictBody):
    player: NameIn
    passed: bool | None = Field(
        default=None, alias="pass", json_schema_extra={"not": {"const": True}}
    )


class _BidBody(_EntryBody):
    claim: ClaimBody | None = Field(default=None, alias="as")
    used: UsedBody | None = None
    mandate: MandateBody | None = None

    def _bid(self, cards: Sequence[Card], symbols: tuple[PlayedAs, ...] = ()) -> BidEntry:
        return BidEntry(
            player=self.player,
            cards=tuple(cards),
            claim=self.claim.claim() if self.claim else NO_CLAIM,
            used=self.used.used() if self.used else None,
            mandate=self.mandate.mandate() if self.mandate else None,
            symbols=symbols,
        )


class BidEntryBody(_BidBody):
    """A bid of the trick."""

    cards: Cards
    wind: None = None
    symbols: None = None

    def entry(self) -> BidEntry:
        """The entry."""
        return self._bid(self.cards)


class PassEntryBody(StrictBody):
    """A pass of the trick."""

    player: NameIn
    passed: bool = Field(alias="pass", json_schema_extra={"const": True})
    discard_elements: Cards = Field(
        default=[], description="The Element cards given up before it, where that emptied the hand."
    )
    mandate: None = None
    wind: None = None
    symbols: None = None

    def entry(self) -> PassEntry:
        """The entry."""
        return PassEntry(self.player, discards=tuple(self.discard_elements))


class WindEntryBody(_EntryBody):
    """A wind that was played."""

    wind: WindIn

    def entry(self) -> WindEntry:
        """The entry."""
        return WindEntry(self.player, self.wind)


class SymbolsEntryBody(_BidBody):
    """Cards that were played as symbols: with a Water a bid, else a pass."""

    symbols: PlayedIn

    def entry(self) -> Entry:
        """The entry."""
        symbols = tuple(each.played() for each in self.symbols)
        if played := waters(symbols):
            return self._bid(played, symbols)
        return PassEntry(self.player, symbols)


def _entry_tag(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    for key in ("wind", "symbols"):
        if value.get(key) is not None:
            return f"<{key}>"
    passed = value.get("pass")
    return "<bid>" if passed is None or passed is False else "<pass>"


def entry_model(value: dict[str, Any]) -> type[StrictBody]:
    """The typed body by which an entry of the trick is read."""
    models: dict[str | None, type[StrictBody]] = {
        "<wind>": WindEntryBody,
        "<symbols>": SymbolsEntryBody,
        "<pass>": PassEntryBody,
    }
    return models.get(_entry_tag(value), BidEntryBody)


EntryIn: TypeAlias = Annotated[
    Annotated[BidEntryBody, Tag("<bid>")]
    | Annotated[PassEntryBody, Tag("<pass>")]
    | Annotated[WindEntryBody, Tag("<wind>")]
    | Annotated[SymbolsEntryBody, Tag("<symbols>")],
    Discriminator(_entry_tag),
]
ElementIn: TypeAlias = Annotated[
    Element, spelled(notation.read_element, f"One of {notation.ACCEPTED_ELEMENTS}.")
]


class PositionBody(StrictBody):
    """The table before a turn; what is absent is unknown."""

    players: Annotated[
        list[PlayerBody],
        Field(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS, description="Clockwise."),
    ]
    turn: NameIn | None = Field(description="Whose turn it is; null when the round is over.")
    trick: Annotated[list[EntryIn], Field(max_length=MOST_ENTRIES)] | None = Field(
        default=None, description="In the order of play; absent where nobody has played yet."
    )
    draw_pile: PileIn | None = Field(
        default=None, description="The number of cards, or the cards from the top on."
    )
    discard: PiledCards | None = None
    suits: Annotated[list[ElementIn], Field(min_length=1, max_length=len(Element))] | None = Field(
        default=None, description="The elements in play."
    )
    elements: bool | None = Field(
        default=None, description="Whether the Element cards are in play."
    )
    mood: Annotated[Mood, Strict(False)] | None = None
    out: Annotated[list[NameIn], Field(max_length=MOST_PLAYERS)] | None = Field(
        default=None, description="Who has shown out, in order; absent where nobody has."
    )
    mandate: AnimalIn | None = Field(
        default=None, description="The animal of the Mandate that is revealed."
    )
    mandate_used: bool | None = Field(
        default=None, description="Whether it was activated in this very turn already."
    )
    variant: bool | None = Field(
        default=None, description="Whether the table plays with the variant of the expansion."
    )

    def position(self) -> Position:
        """The position."""
        pile = self.draw_pile
        told_none = self.mandate is None and "mandate" in self.model_fields_set
        trick: tuple[Entry, ...] = tuple(entry.entry() for entry in self.trick or ())
        return Position(
            players=tuple(player.player() for player in self.players),
            turn=self.turn,
            trick=trick,
            draw_pile=tuple(pile) if isinstance(pile, list) else pile,
            discard=None if self.discard is None else tuple(self.discard),
            suits=None if self.suits is None else tuple(self.suits),
            elements=self.elements,
            mood=self.mood,
            out=tuple(self.out or ()),
            mandate=NO_MANDATE if told_none else self.mandate,
            mandate_used=bool(self.mandate_used),
            variant=self.variant,
        )
