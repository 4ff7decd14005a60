"""What a player does on a turn: bid, play an Element card, or pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from checker.cards import Card
from checker.readings import NO_CLAIM, Claim


@dataclass(frozen=True, slots=True)
class BidAction:
    """A bid, the unused Element cards discarded before it, and what its symbols are used for.

    ``fire`` are the cards to discard, ``spin`` the hand cards to spin, ``panda`` the points to
    take from the players named in ``taken_from``, ``None`` for one from each, ``bamboo`` the
    points to take from the supply. ``player`` is ``None`` for whoever's turn it is.
    """

    cards: tuple[Card, ...]
    claim: Claim = NO_CLAIM
    discard_elements: tuple[Card, ...] = ()
    fire: tuple[Card, ...] = ()
    spin: tuple[Card, ...] = ()
    panda: int | None = None
    taken_from: tuple[str, ...] = ()
    bamboo: int = 0
    player: str | None = None

    @property
    def points_taken(self) -> int:
        """The points to take for Panda symbols: as said, else one from each player named."""
        return len(self.taken_from) if self.panda is None else self.panda


@dataclass(frozen=True, slots=True)
class ElementAction:
    """An Element card played instead of a bid, after unused ones were discarded."""

    card: Card
    discard_elements: tuple[Card, ...] = ()
    player: str | None = None


@dataclass(frozen=True, slots=True)
class PassAction:
    """A pass, after unused Element cards were discarded."""

    discard_elements: tuple[Card, ...] = ()
    player: str | None = None


Action: TypeAlias = BidAction | ElementAction | PassAction
