"""What follows from the rules without being printed anywhere."""

from __future__ import annotations

from itertools import combinations

import pytest

from checker.cards import VALUES, Element, Value
from checker.decks import ANIMAL_KEYS, DECK_IDS, deck, mandates
from checker.plays import plays_over
from checker.questions import PlaysQuestion, Rules
from checker.readings import Kind
from checker.refereeing import CARDS_DRAWN
from checker.setting_up import CARDS_DEALT, PLAYERS, cards_in_play, suits_in_play

RULES = Rules()


@pytest.mark.parametrize("suits", range(2, 6))
def test_a_white_bomb_takes_four_suits(suits: int) -> None:
    """A suit has each value once on its White sides, so that two or three suits make no Bomb."""
    values = [VALUES[0], VALUES[-1]]
    hand = tuple(deck("rulebook").card(suit, v) for suit in list(Element)[:suits] for v in values)
    listed = plays_over(PlaysQuestion(hand), (None,), (), RULES.used)
    assert listed.complete
    bombs = [play for play in listed.plays if play.taken.reading.kind is Kind.BOMB]
    assert bool(bombs) == (suits >= 4)


def test_white_cards_of_three_suits_make_no_bomb_together_with_any_others() -> None:
    """Four equal values on White sides are four suits."""
    for suits in combinations(Element, 3):
        white = [deck("rulebook").card(suit, Value.SEVEN) for suit in suits]
        assert sum(card.up.count for card in white if card.up) < 4


@pytest.mark.parametrize("deck_id", DECK_IDS)
def test_no_bid_consists_of_wilds_alone(deck_id: str) -> None:
    """Every face shows a value beside its symbols; only the variant plays a card as a bare wild."""
    known = deck(deck_id)
    assert all(known.blue[key].count >= 1 for key in ANIMAL_KEYS if key in known.blue)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_draw_pile_never_runs_short(players: int) -> None:
    """All Element cards of a round together draw no more than is left when it is dealt."""
    suits = list(Element)[: suits_in_play(players)]
    left = len(cards_in_play(deck("rulebook"), suits)) - players * CARDS_DEALT["rulebook"]
    assert len(suits) * CARDS_DRAWN <= left


def test_the_jack_carries_no_mandate() -> None:
    """Twelve animals have one, on twelve values."""
    assert set(mandates().values()) == set(VALUES) - {Value.JACK}
