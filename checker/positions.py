"""The whole table: hands, the trick, piles, points and mood, as far as they are known.

What is ``None`` is unknown, and matters only where a rule asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from checker.actions import Mandate, PlayedAs
from checker.cards import Card, Element, Symbol, Wind
from checker.readings import NO_CLAIM, Claim

NO_MANDATE = ""
"""The Mandate of a position where none is revealed."""


class Mood(StrEnum):
    """The side of the Panda mood tile that is up."""

    HUNGRY = "hungry"
    SPIN = "spin"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a hand that are known, and how many more there are that are not.

    ``unknown`` is ``None`` where not even the number of cards is known; then ``cards`` is empty.
    """

    cards: tuple[Card, ...] = ()
    unknown: int | None = 0

    @property
    def size(self) -> int | None:
        """The number of cards, where it is known."""
        return None if self.unknown is None else len(self.cards) + self.unknown

    @property
    def is_known(self) -> bool:
        """Whether every card is known."""
        return self.unknown == 0


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the table; ``winds`` are those still held, ``None`` where that is unknown."""

    name: str
    hand: Hand = Hand(unknown=None)
    points: int | None = None
    winds: tuple[Wind, ...] | None = None


@dataclass(frozen=True, slots=True)
class BidEntry:
    """A bid as it lies in the trick; ``used`` counts the symbols used, where that is known.

    ``symbols`` are all cards that were played as symbols in the variant of the expansion; then
    ``cards`` are those of them that were played as Water. Cards that a later Horse took away still
    stand here.
    """

    player: str
    cards: tuple[Card, ...]
    claim: Claim = NO_CLAIM
    used: tuple[tuple[Symbol, int], ...] | None = None
    mandate: Mandate | None = None
    symbols: tuple[PlayedAs, ...] = ()


@dataclass(frozen=True, slots=True)
class PassEntry:
    """A pass, which holds for the rest of the trick; ``symbols`` as in :class:`BidEntry`.

    ``discards`` are the Element cards given up before it, told where they emptied the hand.
    """

    player: str
    symbols: tuple[PlayedAs, ...] = ()
    discards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WindEntry:
    """A wind that was played."""

    player: str
    wind: Wind


Entry: TypeAlias = BidEntry | PassEntry | WindEntry


@dataclass(frozen=True, slots=True)
class Position:
    """The table before a turn. ``players`` sit clockwise; ``trick`` is in the order of play.

    ``draw_pile`` is the cards from the top on, or only their number. ``out`` names those who have
    shown out of the round, in the order in which they played their last cards. ``turn`` is
    ``None`` when the round is over. ``mandate`` is the animal of the Mandate that is revealed, or
    :data:`NO_MANDATE`,
    ``mandate_used`` says that it was activated in this very turn, ``variant`` that the table plays
    with the variant of the expansion.
    """

    players: tuple[Player, ...]
    turn: str | None
    trick: tuple[Entry, ...] = ()
    draw_pile: tuple[Card, ...] | int | None = None
    discard: tuple[Card, ...] | None = None
    suits: tuple[Element, ...] | None = None
    elements: bool | None = None
    mood: Mood | None = None
    out: tuple[str, ...] = ()
    mandate: str | None = None
    mandate_used: bool = False
    variant: bool | None = None

    def player(self, name: str) -> Player:
        """The player of that name; raises ``KeyError``."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def after(self, name: str) -> tuple[Player, ...]:
        """The other players clockwise, starting with the one after ``name``."""
        names = [player.name for player in self.players]
        place = names.index(name)
        return self.players[place + 1 :] + self.players[:place]


def animal_of(entry: Entry | None) -> str:
    """The animal whose Mandate the entry activates, "" for none."""
    return entry.mandate.animal if isinstance(entry, BidEntry) and entry.mandate else ""


def taken_away(position: Position) -> frozenset[tuple[int, int]]:
    """The cards that a Horse has taken out of the bid before it: place of the bid, and in it."""
    taken: set[tuple[int, int]] = set()
    before: int | None = None
    for place, entry in enumerate(position.trick):
        if not isinstance(entry, BidEntry):
            continue
        lost, laid = entry.mandate and entry.mandate.take, position.trick[before or 0]
        if lost and before is not None and isinstance(laid, BidEntry) and lost in laid.cards:
            taken.add((before, laid.cards.index(lost)))
        before = place
    return frozenset(taken)
