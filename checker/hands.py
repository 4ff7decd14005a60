"""Cards coming into a hand and leaving it, and cards being turned over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from checker.cards import Card, Side
from checker.decks import Deck
from checker.positions import Hand


def with_cards(hand: Hand, cards: Sequence[Card | None]) -> Hand:
    """The hand after these cards have come into it, ``None`` being a card that nobody knows."""
    if hand.unknown is None:
        return hand
    known = tuple(card for card in cards if card is not None)
    return Hand((*hand.cards, *known), hand.unknown + len(cards) - len(known))


def without_cards(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand after these known cards have left it; raises ``ValueError`` for one not held."""
    left = list(hand.cards)
    for card in cards:
        del left[_place(left, card)]
    return replace(hand, cards=tuple(left))


def with_spun(hand: Hand, cards: Iterable[Card], deck: Deck) -> Hand:
    """The hand after these cards of it were spun; raises ``ValueError`` for one not held."""
    left = list(hand.cards)
    turned: list[Card | None] = []
    for card in cards:
        turned.append(spun(left.pop(_place(left, card)), deck))
    return with_cards(replace(hand, cards=tuple(left)), turned)


def spun(card: Card, deck: Deck) -> Card | None:
    """The card with its other half up, ``None`` where nobody knows what is on it."""
    if card.up is None or card.under is None:
        return None
    side = Side.BLUE if card.side is Side.WHITE else Side.WHITE
    white = card.up if card.side is Side.WHITE else card.under
    turned = replace(card, up=card.under, under=card.up, side=side, stand_in=False)
    if card.name and card.element in deck.suits:
        of_deck = deck.card(card.element, white.value, side)
        if replace(of_deck, stand_in=False) == turned:
            return of_deck
    return turned


def white_side_up(card: Card, deck: Deck) -> Card | None:
    """The card as it comes from the draw pile, ``None`` where its White side is not known."""
    return spun(card, deck) if card.side is Side.BLUE else card


def _place(cards: Sequence[Card], card: Card) -> int:
    """Where the card lies among these, however its face is known."""
    return [replace(other, stand_in=False) for other in cards].index(replace(card, stand_in=False))
