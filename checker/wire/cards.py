"""Cards, claims and bids as they stand in a request.

The context of a validation is the deck that named cards belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetPydanticSchema,
    PlainValidator,
    Strict,
    ValidationInfo,
)
from pydantic_core import core_schema

from checker import notation
from checker.cards import Card, Element, Face, Side, Value
from checker.decks import Deck, deck
from checker.questions import MOST_CARDS, MOST_PILED, Bid
from checker.readings import MOST_LENGTH, NO_CLAIM, Claim, Kind

MOST_WIDTH = 160
"""The largest width a claim may name."""
Named = TypeVar("Named")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a string")
    if len(value) > notation.MOST_CHARACTERS:
        raise ValueError(f"longer than {notation.MOST_CHARACTERS} characters")
    return value


def spelled(read: Callable[[str], Named], about: str) -> PlainValidator:
    """A string that ``read`` turns into what it names."""
    schema = Annotated[str, Field(max_length=notation.MOST_CHARACTERS, description=about)]
    return PlainValidator(lambda value: read(_text(value)), json_schema_input_type=schema)


def one_of(names: Mapping[str, object] | tuple[str, ...]) -> GetPydanticSchema:
    """One of the names that the specs hold."""
    return GetPydanticSchema(lambda _type, _handler: core_schema.literal_schema(list(names)))


class StrictBody(BaseModel):
    """An object without unknown keys, whose values have exactly the types that are asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)


class CardBody(StrictBody):
    """A card that the caller spells out: its element, both faces, and the side that is up."""

    element: Annotated[
        Element, spelled(notation.read_element, f"One of {notation.ACCEPTED_ELEMENTS}.")
    ]
    white: Annotated[Face, spelled(notation.read_face, 'The white face, such as "K".')]
    blue: Annotated[Face, spelled(notation.read_face, 'The blue face, such as "7+water".')]
    side: Annotated[
        Side, spelled(notation.read_side, f"The side that is up: {notation.ACCEPTED_SIDES}.")
    ] = Field(default=Side.WHITE, json_schema_extra={"default": "white"})

    def card(self) -> Card:
        """The card as it lies."""
        white_up = self.side is Side.WHITE
        return Card(
            up=self.white if white_up else self.blue,
            under=self.blue if white_up else self.white,
            element=self.element,
            side=self.side,
        )


@lru_cache(maxsize=8192)
def _card_of(text: str, deck_id: str) -> Card:
    return notation.read_card(text, deck(deck_id))


def _read_card(
    value: object, spelled_out: core_schema.ValidatorFunctionWrapHandler, info: ValidationInfo[Deck]
) -> Card:
    if isinstance(value, str):
        known, text = info.context, _text(value)
        # Own decks come and go; what is read of them is not kept.
        return notation.read_card(text, known) if known.own else _card_of(text, known.id)
    if isinstance(value, dict):
        body: CardBody = spelled_out(value)
        return body.card()
    raise ValueError("neither a string nor an object")


CardIn: TypeAlias = Annotated[
    Card,
    GetPydanticSchema(
        lambda _type, handler: core_schema.with_info_wrap_validator_function(
            _read_card,
            handler(CardBody),
            json_schema_input_schema=core_schema.union_schema(
                [
                    core_schema.str_schema(
                        min_length=1,
                        max_length=notation.MOST_CHARACTERS,
                        metadata={"pydantic_js_updates": {"description": notation.ACCEPTED_CARD}},
                    ),
                    handler(CardBody),
                ],
                ref="Card",
            ),
        )
    ),
]
Cards: TypeAlias = Annotated[list[CardIn], Field(max_length=MOST_CARDS)]
PiledCards: TypeAlias = Annotated[list[CardIn], Field(max_length=MOST_PILED)]


class ClaimBody(StrictBody):
    """What the bidder says of the bid; every key may be left out."""

    kind: Annotated[Kind, Strict(False)] | None = None
    width: Annotated[int, Field(ge=1, le=MOST_WIDTH)] | None = None
    length: Annotated[int, Field(ge=1, le=MOST_LENGTH)] | None = None
    top: (
        Annotated[Value, spelled(notation.read_value, f"One of {notation.ACCEPTED_VALUES}.")] | None
    ) = None

    def claim(self) -> Claim:
        """The claim, in which what is ``None`` is not claimed."""
        return Claim(self.kind, self.width, self.length, self.top)


class BidBody(StrictBody):
    """Cards played together, and what their player says of them."""

    cards: Cards
    claim: ClaimBody | None = Field(default=None, alias="as")

    def bid(self) -> Bid:
        """The bid."""
        return Bid(tuple(self.cards), self.claim.claim() if self.claim else NO_CLAIM)


def _read_bid(value: object, bid_body: core_schema.ValidatorFunctionWrapHandler) -> Bid:
    if not isinstance(value, list | dict):
        raise ValueError("neither a list nor an object")
    body: BidBody = bid_body({"cards": value} if isinstance(value, list) else value)
    return body.bid()


BidIn: TypeAlias = Annotated[
    Bid,
    GetPydanticSchema(
        lambda _type, handler: core_schema.no_info_wrap_validator_function(
            _read_bid,
            handler(BidBody),
            json_schema_input_schema=core_schema.union_schema([handler(Cards), handler(BidBody)]),
        )
    ),
]
