"""What a player does on a turn: bid, play an Element card or a wind, or pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from checker.cards import Card, Symbol, Wind
from checker.readings import NO_CLAIM, Claim


@dataclass(frozen=True, slots=True)
class Mandate:
    """The Mandate of an animal, activated by the bid or by discarding ``card``.

    ``drawn`` is the card drawn to activate it, ``top`` the one that the Rat or the Snake draws or
    the Monkey sees, each where the table knows it. The Rat puts ``put`` onto the pile, ``None``
    being the card drawn; the Snake may ``flip``, the Rabbit discards ``discards``, the Monkey may
    ``keep``, the Horse takes ``take``.
    """

    animal: str
    by: Literal["bid", "discard"] = "bid"
    card: Card | None = None
    drawn: Card | None = None
    top: Card | None = None
    put: Card | None = None
    flip: bool = False
    discards: tuple[Card, ...] = ()
    keep: bool = False
    take: Card | None = None


@dataclass(frozen=True, slots=True)
class PlayedAs:
    """A card that is played as a symbol, in the variant of the expansion."""

    card: Card
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class BidAction:
    """A bid, the unused Element cards discarded before it, and what its symbols are used for.

    ``fire`` are the cards to discard, ``spin`` the hand cards to spin, ``panda`` the points to
    take from the players named in ``taken_from``, ``bamboo`` the points to take from the supply.
    ``player`` is ``None`` for whoever's turn it is. In the variant of the expansion ``symbols`` are
    all cards played as symbols, and ``cards`` those of them that are played as Water; without any
    the play is a pass.
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
    mandate: Mandate | None = None
    symbols: tuple[PlayedAs, ...] = ()

    @property
    def points_taken(self) -> int:
        """How many points the bid takes: as said, else one from each player that is named."""
        return len(self.taken_from) if self.panda is None else self.panda

    @property
    def is_bid(self) -> bool:
        """Whether cards are bid; symbols without a Water are a pass."""
        return bool(self.cards) or not self.symbols


@dataclass(frozen=True, slots=True)
class ElementAction:
    """An Element card played instead of a bid, after unused ones were discarded.

    ``mandate`` is claimed beside it, as in a pass; whether that can be is for the model to say.
    ``forced_discards`` are the unused Element cards that others, by name, discard before they pass
    for it; nobody is named who discards none.
    """

    card: Card
    discard_elements: tuple[Card, ...] = ()
    player: str | None = None
    mandate: Mandate | None = None
    forced_discards: tuple[tuple[str, tuple[Card, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class PassAction:
    """A pass, after unused Element cards were discarded."""

    discard_elements: tuple[Card, ...] = ()
    player: str | None = None
    mandate: Mandate | None = None


@dataclass(frozen=True, slots=True)
class WindAction:
    """A wind of the early edition; ``condition_met`` is what the table says of its condition."""

    wind: Wind
    condition_met: bool | None = None
    player: str | None = None
    discard_elements: tuple[Card, ...] = ()


Action: TypeAlias = BidAction | ElementAction | PassAction | WindAction


def unused_elements(action: Action, actor: str) -> list[tuple[str, tuple[Card, ...]]]:
    """Who discards which Element cards unused: the player who acts, then those who have to pass."""
    forced = action.forced_discards if isinstance(action, ElementAction) else ()
    return [(actor, action.discard_elements), *forced]
