"""Actions as they stand in a request."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from checker.actions import BidAction, ElementAction, PassAction
from checker.questions import MOST_CARDS
from checker.readings import NO_CLAIM
from checker.wire.cards import CardIn, Cards, ClaimBody, StrictBody
from checker.wire.later import Later, refuse_later

ACTION_TYPES = ("bid", "element", "pass")
LATER_TYPES = ("wind", "symbols")
"""The types of action that the contract names and this version does not read."""
MOST_POINTS = 1000
"""The most points, or cards that are only counted, that a request may name."""
LONGEST_NAME = 40
"""The most characters of a player's name."""

NameIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
PointsIn: TypeAlias = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class _ActionBody(StrictBody):
    player: NameIn | None = Field(default=None, description="By default whose turn it is.")
    discard_elements: Cards | None = Field(
        default=None, description="Unused Element cards that are discarded first."
    )
    mandate: Later = None


class BidActionBody(_ActionBody):
    """A bid, and what its symbols are used for."""

    type: Literal["bid"]
    cards: Cards
    claim: ClaimBody | None = Field(default=None, alias="as")
    fire: Cards | None = Field(default=None, description="Cards to discard.")
    spin: Cards | None = Field(default=None, description="Hand cards to spin.")
    panda: PointsIn | None = Field(default=None, description="Points to take from others.")
    taken_from: Annotated[list[NameIn], Field(max_length=MOST_CARDS)] | None = Field(
        default=None, alias="from", description="The players to take points from."
    )
    bamboo: PointsIn | None = Field(default=None, description="Points to take from the supply.")

    def action(self) -> BidAction:
        """The action."""
        return BidAction(
            cards=tuple(self.cards),
            claim=self.claim.claim() if self.claim else NO_CLAIM,
            discard_elements=tuple(self.discard_elements or ()),
            fire=tuple(self.fire or ()),
            spin=tuple(self.spin or ()),
            panda=self.panda,
            taken_from=tuple(self.taken_from or ()),
            bamboo=self.bamboo or 0,
            player=self.player,
        )


class ElementActionBody(_ActionBody):
    """An Element card played instead of a bid."""

    type: Literal["element"]
    card: CardIn

    def action(self) -> ElementAction:
        """The action."""
        return ElementAction(self.card, tuple(self.discard_elements or ()), self.player)


class PassActionBody(_ActionBody):
    """A pass."""

    type: Literal["pass"]

    def action(self) -> PassAction:
        """The action."""
        return PassAction(tuple(self.discard_elements or ()), self.player)


def _known_type(value: Any) -> Any:
    """The value, if it is no object or one of a type that is read."""
    if isinstance(value, dict) and "type" in value:
        if value["type"] in LATER_TYPES:
            refuse_later("type")
        if value["type"] not in ACTION_TYPES:
            raise PydanticCustomError("unknown_type", "no such type", {"key": "type"})
    return value


def _tag(value: Any) -> str | None:
    """The tag of the type, spelled unlike any key that a fault may name."""
    return f"<{value['type']}>" if isinstance(value, dict) and "type" in value else None


ActionIn: TypeAlias = Annotated[
    Annotated[BidActionBody, Tag("<bid>")]
    | Annotated[ElementActionBody, Tag("<element>")]
    | Annotated[PassActionBody, Tag("<pass>")],
    Discriminator(_tag),
    BeforeValidator(_known_type),
]
