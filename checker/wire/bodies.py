"""Typed bodies of the requests, and the questions they ask.

One pass of validation finds every fault, unknown keys, names and cards alike; ``validating``
turns what it finds into faults for the caller. The context of a validation is the id of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetPydanticSchema,
    PlainValidator,
    Strict,
    ValidationInfo,
)
from pydantic_core import core_schema

from checker import notation
from checker.cards import Card, Element, Face, Side, Value
from checker.decks import DECK_IDS, deck
from checker.questions import (
    MOST_CARDS,
    MOST_PLAYS,
    Bid,
    By,
    Explain,
    JudgeQuestion,
    PlaysQuestion,
    Rules,
)
from checker.readings import MOST_LENGTH, NO_CLAIM, Claim, Kind
from checker.rulebook import rulebook
from checker.wire.cursors import ACCEPTED_CURSOR, Cursor, read_cursor, write_cursor
from checker.wire.normal import decision_id, plays_form
from checker.wire.problems import Fault, Invalid

MOST_WIDTH = 160
"""The largest width a claim may name."""
Named = TypeVar("Named")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a string")
    if len(value) > notation.MOST_CHARACTERS:
        raise ValueError(f"longer than {notation.MOST_CHARACTERS} characters")
    return value


def _spelled(read: Callable[[str], Named], about: str) -> PlainValidator:
    """A string that ``read`` turns into what it names."""
    schema = Annotated[str, Field(max_length=notation.MOST_CHARACTERS, description=about)]
    return PlainValidator(lambda value: read(_text(value)), json_schema_input_type=schema)


def _one_of(names: Mapping[str, object] | tuple[str, ...]) -> GetPydanticSchema:
    """One of the names that the specs hold."""
    return GetPydanticSchema(lambda _type, _handler: core_schema.literal_schema(list(names)))


def _rulings(_type: object, _handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    options = {
        ruling.id: core_schema.typed_dict_field(
            core_schema.literal_schema(list(ruling.options)), required=False
        )
        for ruling in rulebook().rulings.values()
    }
    return core_schema.typed_dict_schema(options, extra_behavior="forbid", ref="Rulings")


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CardBody(_Body):
    """A card that the caller spells out: its element, both faces, and the side that is up."""

    element: Annotated[
        Element, _spelled(notation.read_element, f"One of {notation.ACCEPTED_ELEMENTS}.")
    ]
    white: Annotated[Face, _spelled(notation.read_face, 'The white face, such as "K".')]
    blue: Annotated[Face, _spelled(notation.read_face, 'The blue face, such as "7+water".')]
    side: Annotated[
        Side, _spelled(notation.read_side, f"The side that is up: {notation.ACCEPTED_SIDES}.")
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
    value: object, spelled_out: core_schema.ValidatorFunctionWrapHandler, info: ValidationInfo
) -> Card:
    if isinstance(value, str):
        return _card_of(_text(value), info.context)
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


class ClaimBody(_Body):
    """What the bidder says of the bid; every key may be left out."""

    kind: Annotated[Kind, Strict(False)] | None = None
    width: Annotated[int, Field(ge=1, le=MOST_WIDTH)] | None = None
    length: Annotated[int, Field(ge=1, le=MOST_LENGTH)] | None = None
    top: (
        Annotated[Value, _spelled(notation.read_value, f"One of {notation.ACCEPTED_VALUES}.")]
        | None
    ) = None

    def claim(self) -> Claim:
        """The claim, in which what is ``None`` is not claimed."""
        return Claim(self.kind, self.width, self.length, self.top)


class BidBody(_Body):
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


class RulesBody(_Body):
    """The keys that say which rules decide."""

    edition: Annotated[str, _one_of(rulebook().editions)] = "rulebook"
    expansion: None = None
    rulings: Annotated[dict[str, str], GetPydanticSchema(_rulings)] = Field(default_factory=dict)
    deck: Annotated[str, _one_of(DECK_IDS)] | None = Field(
        default=None, description="The deck that named cards belong to; by default the edition's."
    )

    @property
    def rules(self) -> Rules:
        """The edition and the rulings pinned."""
        return Rules(rulebook().edition(self.edition), self.rulings)

    @property
    def deck_id(self) -> str:
        """The deck in use."""
        return self.deck or rulebook().edition(self.edition).deck


class JudgeBody(RulesBody):
    """Does this bid beat that one?"""

    bid: BidIn
    over: BidIn | None = Field(
        default=None, description="The bid to beat; null for the first bid of a trick."
    )
    hand: Cards | None = Field(default=None, description="Only looked at for alternatives.")
    explain: Explain = "reasons"
    certificate: bool = False

    def question(self) -> JudgeQuestion:
        """The question that the body asks."""
        return JudgeQuestion(
            bid=self.bid,
            over=self.over,
            hand=None if self.hand is None else tuple(self.hand),
            rules=self.rules,
            explain=self.explain,
            certificate=self.certificate,
        )


class PlaysBody(RulesBody):
    """What can be played from this hand?"""

    hand: Cards
    over: BidIn | None = Field(
        default=None, description="The bid to beat; null for the first bid of a trick."
    )
    limit: Annotated[int, Field(ge=1, le=MOST_PLAYS)] | None = None
    cursor: (
        Annotated[Cursor, _spelled(read_cursor, "From the answer that holds the page before.")]
        | None
    ) = None
    by: By = "cards"

    def question(self) -> PlaysQuestion:
        """The question that the body asks; raises ``Invalid`` for the cursor of another one."""
        question = PlaysQuestion(
            hand=tuple(self.hand),
            over=self.over,
            rules=self.rules,
            by=self.by,
            limit=self.limit,
            start=self.cursor.start if self.cursor else 0,
        )
        if self.cursor:
            own = decision_id(plays_form(question, question.rules.used, self.deck_id))
            if not self.cursor.of(own):
                got, detail = write_cursor(*self.cursor), "the cursor belongs to another question"
                raise Invalid([Fault("/cursor", got, ACCEPTED_CURSOR, detail)])
        return question
