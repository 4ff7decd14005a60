"""Cards that are taken from a hand of which not all is known: whether they can have been there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from checker.cards import Card, Element
from checker.positions import BidEntry, Hand, PassEntry, Position


@dataclass(frozen=True, slots=True)
class Gone:
    """Cards that cannot be among the unknown ones of a hand: named ones that are seen elsewhere,
    and those that are not in play."""

    names: frozenset[str]
    suits: tuple[Element, ...] | None
    elements: bool | None

    def having(self, cards: Sequence[Card]) -> Gone:
        """The same with these cards seen as well."""
        return replace(self, names=self.names | _named(cards))

    def holds(self, cards: Sequence[Card]) -> bool:
        """Whether one of the cards is among them, or stands there twice."""
        return len(_named(cards)) < sum(bool(card.name) for card in cards) or any(
            card.name in self.names
            or (card.name and self.suits is not None and card.element not in self.suits)
            or (card.is_element_card and self.elements is False)
            for card in cards
        )


def gone_from_hands(position: Position) -> Gone:
    """What cannot be among the unknown cards of somebody who has not passed."""
    seen: list[Card] = []
    passed = {entry.player for entry in position.trick if isinstance(entry, PassEntry)}
    away = passed if _robbed(position) else set()
    for entry in position.trick:
        if isinstance(entry, BidEntry) and entry.player not in away:
            taken = entry.mandate.take if entry.mandate else None
            seen = [card for card in seen if taken is None or card.name != taken.name]
            seen += entry.cards
    seen += (card for player in position.players for card in player.hand.cards)
    seen += position.discard or ()
    seen += position.draw_pile if isinstance(position.draw_pile, tuple) else ()
    return Gone(_named(seen), position.suits, position.elements)


def _robbed(position: Position) -> bool:
    """Whether a Monkey has kept a card, which may have come back to somebody who has passed."""
    mandates = [entry.mandate for entry in position.trick if isinstance(entry, BidEntry)]
    return any(each is not None and each.keep for each in mandates)


def take_from(hand: Hand, cards: Iterable[Card]) -> tuple[Hand, list[Card]]:
    """The hand without these cards, and those of them that are not among its known ones."""
    left = list(hand.cards)
    known = [as_told(card) for card in hand.cards]
    absent: list[Card] = []
    for card in cards:
        if as_told(card) in known:
            place = known.index(as_told(card))
            del known[place], left[place]
        else:
            absent.append(card)
    unknown = hand.unknown
    if unknown is not None:
        unknown = max(0, unknown - len(absent))
    return Hand(tuple(left), unknown), absent


def lacks(absent: Sequence[Card], hand: Hand, gone: Gone) -> int | None:
    """Whether cards are missing: unknown where unknown cards may be they."""
    if not absent:
        return 0
    if gone.holds(absent):
        return 1
    return None if hand.unknown is None or len(absent) <= hand.unknown else 1


def as_told(card: Card) -> Card:
    """The card as it is told from others, however its face is known."""
    return replace(card, stand_in=False)


def _named(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(card.name for card in cards if card.name)
