"""Actions as they stand in a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Strict, Tag
from pydantic_core import PydanticCustomError

from checker.actions import BidAction, ElementAction, Mandate, PassAction, PlayedAs, WindAction
from checker.cards import Card, Symbol, Wind
from checker.decks import mandates
from checker.questions import MOST_CARDS
from checker.readings import NO_CLAIM
from checker.wire.cards import CardIn, Cards, ClaimBody, StrictBody, one_of

ACTION_TYPES = ("bid", "element", "pass", "wind", "symbols")
MOST_POINTS = 1000
"""The most points, or cards that are only counted, that a request may name."""
LONGEST_NAME = 40
"""The most characters of a player's name."""

NameIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
PointsIn: TypeAlias = Annotated[int, Field(ge=0, le=MOST_POINTS)]


AnimalIn: TypeAlias = Annotated[str, one_of(mandates())]
WindIn: TypeAlias = Annotated[Wind, Strict(False)]
SymbolIn: TypeAlias = Annotated[Symbol, Strict(False)]


class MandateBody(StrictBody):
    """The Mandate that is activated, by the bid or a discard, and what it is used for."""

    animal: AnimalIn
    by: Literal["bid", "discard"] = "bid"
    card: CardIn | None = Field(default=None, description="The card discarded to activate it.")
    drawn: CardIn | None = Field(
        default=None, description="The card drawn to activate it, where the table knows it."
    )
    top: CardIn | None = Field(
        default=None,
        description="What the Rat or Snake draws, or the Monkey sees, where the table knows it.",
    )
    put: CardIn | None = Field(
        default=None, description="Rat: put onto the draw pile; by default the card drawn."
    )
    flip: bool | None = Field(default=None, description="Snake: whether the card drawn is spun.")
    discards: Cards | None = Field(
        default=None, alias="discard", description="Rabbit: the cards to discard."
    )
    keep: bool | None = Field(default=None, description="Monkey: whether the card is kept.")
    take: CardIn | None = Field(
        default=None, description="Horse: the card taken out of the bid to beat."
    )

    def mandate(self) -> Mandate:
        """The Mandate."""
        return Mandate(
            animal=self.animal,
            by=self.by,
            card=self.card,
            drawn=self.drawn,
            top=self.top,
            put=self.put,
            flip=bool(self.flip),
            discards=tuple(self.discards or ()),
            keep=bool(self.keep),
            take=self.take,
        )


class PlayedAsBody(StrictBody):
    """A card played as a symbol."""

    card: CardIn
    symbol: SymbolIn = Field(alias="as")

    def played(self) -> PlayedAs:
        """The card and its symbol."""
        return PlayedAs(self.card, self.symbol)


PlayedIn: TypeAlias = Annotated[list[PlayedAsBody], Field(min_length=1, max_length=MOST_CARDS)]


def waters(symbols: Sequence[PlayedAs]) -> tuple[Card, ...]:
    """Those of the cards that are played as Water."""
    return tuple(each.card for each in symbols if each.symbol is Symbol.WATER)


class _ActionBody(StrictBody):
    player: NameIn | None = Field(default=None, description="By default whose turn it is.")
    discard_elements: Cards | None = Field(
        default=None, description="Unused Element cards that are discarded first."
    )


class _WithMandate(_ActionBody):
    mandate: MandateBody | None = None

    def _mandate(self) -> Mandate | None:
        return self.mandate.mandate() if self.mandate else None


class _WithEffects(_WithMandate):
    claim: ClaimBody | None = Field(default=None, alias="as")
    fire: Cards | None = Field(default=None, description="Cards to discard.")
    spin: Cards | None = Field(default=None, description="Hand cards to spin.")
    panda: PointsIn | None = Field(default=None, description="Points to take from others.")
    taken_from: Annotated[list[NameIn], Field(max_length=MOST_CARDS)] | None = Field(
        default=None, alias="from", description="The players to take points from."
    )
    bamboo: PointsIn | None = Field(default=None, description="Points to take from the supply.")

    def _bid(self, cards: Sequence[Card], symbols: tuple[PlayedAs, ...] = ()) -> BidAction:
        return BidAction(
            cards=tuple(cards),
            claim=self.claim.claim() if self.claim else NO_CLAIM,
            discard_elements=tuple(self.discard_elements or ()),
            fire=tuple(self.fire or ()),
            spin=tuple(self.spin or ()),
            panda=self.panda,
            taken_from=tuple(self.taken_from or ()),
            bamboo=self.bamboo or 0,
            player=self.player,
            mandate=self._mandate(),
            symbols=symbols,
        )


class BidActionBody(_WithEffects):
    """A bid, and what its symbols are used for."""

    type: Literal["bid"]
    cards: Cards

    def action(self) -> BidAction:
        """The action."""
        return self._bid(self.cards)


class SymbolsActionBody(_WithEffects):
    """Cards played as symbols, in the variant of the expansion."""

    type: Literal["symbols"]
    use: PlayedIn

    def action(self) -> BidAction:
        """The action."""
        symbols = tuple(each.played() for each in self.use)
        return self._bid(waters(symbols), symbols)


class WindActionBody(_ActionBody):
    """A wind of the early edition."""

    type: Literal["wind"]
    wind: WindIn
    condition_met: bool | None = Field(
        default=None, description="What the table says of a condition that no text prints."
    )

    def action(self) -> WindAction:
        """The action."""
        discards = tuple(self.discard_elements or ())
        return WindAction(self.wind, self.condition_met, self.player, discards)


class ElementActionBody(_WithMandate):
    """An Element card played instead of a bid."""

    type: Literal["element"]
    card: CardIn
    forced_discards: dict[NameIn, Cards] | None = Field(
        default=None,
        description="The unused Element cards that others, by name, discard before they pass.",
    )

    def action(self) -> ElementAction:
        """The action."""
        discards = tuple(self.discard_elements or ())
        forced = sorted((self.forced_discards or {}).items())
        others = tuple((name, tuple(cards)) for name, cards in forced if cards)
        return ElementAction(self.card, discards, self.player, self._mandate(), others)


class PassActionBody(_WithMandate):
    """A pass."""

    type: Literal["pass"]

    def action(self) -> PassAction:
        """The action."""
        return PassAction(tuple(self.discard_elements or ()), self.player, self._mandate())


def _known_type(value: Any) -> Any:
    """The value, if it is no object or one of a type that is read."""
    if isinstance(value, dict) and "type" in value and value["type"] not in ACTION_TYPES:
        raise PydanticCustomError("unknown_type", "no such type", {"key": "type"})
    return value


def _tag(value: Any) -> str | None:
    """The tag of the type, spelled unlike any key that a fault may name."""
    return f"<{value['type']}>" if isinstance(value, dict) and "type" in value else None


ActionIn: TypeAlias = Annotated[
    Annotated[BidActionBody, Tag("<bid>")]
    | Annotated[ElementActionBody, Tag("<element>")]
    | Annotated[PassActionBody, Tag("<pass>")]
    | Annotated[WindActionBody, Tag("<wind>")]
    | Annotated[SymbolsActionBody, Tag("<symbols>")],
    Discriminator(_tag),
    BeforeValidator(_known_type),
]
