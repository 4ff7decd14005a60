"""What happens at a table, and what has to be known for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.cards import Card
from checker.readings import Reading

EVENTS = (
    *("discard-elements", "bid", "spin", "fire", "panda", "bamboo", "element", "wind"),
    *("mandate", "draw", "reshuffle", "swap", "sees", "monkey", "take", "score", "end-turn"),
    *("stays", "skip", "pass", "spun-back", "discard", "trick-won", "out", "lead", "round-end"),
    *("next-starter", "game-end"),
)
"""The names of all events."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, in the order of happening, and the clause that says so.

    ``name`` is one of :data:`EVENTS`. ``other`` is the player that points or cards come from.
    ``cards`` are the cards it is about, ``unknown`` how many more there are that nobody knows,
    ``points`` the points, ``reading`` how a bid is taken, ``word`` the wind or the animal. Spun
    hand cards are named as they were, cards that come back as they are then.
    """

    name: str
    clause: str
    player: str | None = None
    other: str | None = None
    cards: tuple[Card, ...] = ()
    points: int = 0
    unknown: int = 0
    reading: Reading | None = None
    word: str = ""


class NotKnown(ValueError):
    """Something the position does not tell, on which the table after the action depends.

    ``part`` of ``player`` is what has to be told: the hand, the points, or how a bid was declared;
    without a player it is a part of the position.
    """

    def __init__(
        self, what: str, player: str | None, part: Literal["hand", "points", "as", "draw_pile"]
    ) -> None:
        self.what, self.player, self.part = what, player, part
        super().__init__(f"what comes of this depends on {what}, which the position does not tell")
