"""A position while an action is acted out: what lies where, and every small change of it.

Each change returns another table; no input is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from checker.cards import Card, Side, Wind
from checker.decks import Deck
from checker.events import NotKnown
from checker.hands import white_side_up
from checker.positions import BidEntry, Entry, Hand, Player, Position, WindEntry
from checker.questions import Rules
from checker.rulebook import Part, Rulings, rulebook
from checker.setting_up import cards_of_suits
from checker.tricks import bids, left_trick

_CONSEQUENCES: tuple[Part, ...] = ("consequence",)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies in the trick, and the side that it counts as."""

    card: Card
    side: Side


@dataclass(frozen=True, slots=True)
class Table:
    """A position, and the rules by which it goes on."""

    position: Position
    rules: Rules
    rulings: Rulings

    @property
    def deck(self) -> Deck:
        """The deck that tells what is on the other half of a card."""
        return self.rules.deck

    def clause(self, *names: str) -> str:
        """The first of these clauses that is in force."""
        in_force = {c.id for c in rulebook().in_force(self.rulings, _CONSEQUENCES)}
        return next(name for name in names if name in in_force)

    # What is there.

    def hand(self, name: str) -> Hand:
        """The hand of a player."""
        return self.position.player(name).hand

    def lying(self, name: str) -> list[Lying]:
        """What a player has in the trick now: a wind discards it, a Horse takes one card away."""
        lies: list[Lying] = []
        previous = ""
        for entry in self.position.trick:
            if isinstance(entry, WindEntry) and entry.player == name:
                lies = []
            if not isinstance(entry, BidEntry):
                continue
            taken = entry.mandate.take if entry.mandate else None
            if taken is not None and previous == name:
                last = max(n for n, each in enumerate(lies) if each.card == taken)
                del lies[last]
            if entry.player == name:
                lies += (Lying(card, self._side(entry, card)) for card in entry.cards)
            previous = entry.player
        return lies

    def _side(self, entry: BidEntry, card: Card) -> Side:
        return Side(self.rulings["variant-side"]) if entry.symbols else card.side

    def skipped(self) -> list[str]:
        """Whose turn was jumped over since they hold no card, clockwise."""
        if self.rulings["empty-hand-turn"] != "out-at-once" or self.position.turn is None:
            return []
        acted = [*(entry.player for entry in self.position.trick), self.position.turn]
        jumped: set[str] = set()
        for before, after in pairwise(acted):
            between = [player.name for player in self.position.after(before)]
            if before != after:
                jumped.update(between[: between.index(after)])
        gone = {*left_trick(self.position, self.rulings), *self.position.out}
        names = (player.name for player in self.position.players)
        return [name for name in names if name in jumped and name not in gone]

    def still_in(self) -> list[str]:
        """Those who are neither out of the round nor out of the trick, clockwise."""
        left = left_trick(self.position, self.rulings)
        gone = {*left, *self.position.out, *self.skipped()}
        return [player.name for player in self.position.players if player.name not in gone]

    def pile(self) -> tuple[Card, ...] | int | None:
        """The draw pile; where it is not told, its size if all other cards are told by name."""
        position = self.position
        if position.draw_pile is not None or position.discard is None:
            return position.draw_pile
        if position.suits is None or position.elements is None:
            return None
        if not all(p.hand.is_known or p.name in position.out for p in position.players):
            return None
        left = left_trick(position, self.rulings)
        names = [player.name for player in position.players]
        seen = [card for player in position.players for card in player.hand.cards]
        seen += (each.card for name in names if name not in left for each in self.lying(name))
        seen += position.discard
        if not all(card.name for card in seen):
            return None
        return cards_of_suits(len(position.suits), elements=position.elements) - len(seen)

    def size(self, name: str) -> int:
        """How many cards a player holds; raises :class:`NotKnown`."""
        if name in self.position.out:
            return 0
        size = self.hand(name).size
        if size is None:
            raise NotKnown(f"the number of cards of {name}", name, "hand")
        return size

    def points(self, name: str) -> int:
        """The points of a player; raises :class:`NotKnown`."""
        points = self.position.player(name).points
        if points is None:
            raise NotKnown(f"the points of {name}", name, "points")
        return points

    # What is done.

    def having(self, **changes: Any) -> Table:
        """The table with these fields of the position changed."""
        return replace(self, position=replace(self.position, **changes))

    def with_hand(self, name: str, change: Callable[[Hand], Hand]) -> Table:
        """The table with this player's hand changed."""
        return self._with_player(name, lambda player: replace(player, hand=change(player.hand)))

    def with_points(self, name: str, more: int) -> Table:
        """The table with so many points more for this player, where they are known."""
        return self._with_player(
            name,
            lambda player: replace(
                player, points=None if player.points is None else player.points + more
            ),
        )

    def without_wind(self, name: str, wind: Wind) -> Table:
        """The table after this player has played the wind."""
        return self._with_player(
            name,
            lambda player: replace(
                player, winds=tuple(each for each in player.winds or () if each is not wind)
            ),
        )

    def discarding(self, cards: Iterable[Card]) -> Table:
        """The table with these cards on the discard pile, where it is known."""
        pile = self.position.discard
        return self if pile is None else self.having(discard=(*pile, *cards))

    def laying(self, entry: Entry) -> Table:
        """The table with one more entry in the trick."""
        return self.having(trick=(*self.position.trick, entry))

    def drawing(self, number: int) -> tuple[Table, tuple[Card | None, ...]]:
        """The table after cards have left the draw pile, and these, ``None`` for an unknown one."""
        pile = self.position.draw_pile
        if pile is None:
            return self, (None,) * number
        if isinstance(pile, int):
            there = min(number, pile)
            return self.having(draw_pile=pile - there), (None,) * there
        drawn = tuple(white_side_up(card, self.deck) for card in pile[:number])
        return self.having(draw_pile=pile[number:]), drawn

    def putting(self, card: Card | None) -> Table:
        """The table with a card on top of the draw pile, which is known only as far as it is."""
        pile = self.position.draw_pile
        if pile is None:
            return self
        if isinstance(pile, int) or card is None:
            return self.having(draw_pile=(pile if isinstance(pile, int) else len(pile)) + 1)
        return self.having(draw_pile=(card, *pile))

    def _with_player(self, name: str, change: Callable[[Player], Player]) -> Table:
        players = tuple(
            change(player) if player.name == name else player for player in self.position.players
        )
        return self.having(players=players)


def last_bidder(position: Position) -> str | None:
    """The player of the last bid, ``None`` where nobody has bid."""
    laid = bids(position)
    return laid[-1].player if laid else None


def known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    """Those of the cards that are known."""
    return tuple(card for card in cards if card is not None)


def places(trick: Sequence[Entry], name: str) -> Iterator[tuple[int, Entry]]:
    """The entries of a player and their places in the trick."""
    return ((n, entry) for n, entry in enumerate(trick) if entry.player == name)
