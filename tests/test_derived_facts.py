"""What follows from the rules without being printed anywhere: proved, and seen in plays."""

from __future__ import annotations

import pytest

from checker.cards import VALUES, Element
from checker.decks import deck
from checker.plays import plays_over
from checker.proving import prove
from checker.questions import PlaysQuestion, Rules
from checker.readings import Kind
from checker.rulebook import rulebook

RULES = Rules()
DERIVED = (
    "white-bombs-take-four-suits",
    "no-bid-of-wilds-alone",
    "draw-pile-suffices",
    "jack-without-mandate",
)


@pytest.mark.parametrize("name", DERIVED)
def test_it_is_proved(name: str) -> None:
    """Nothing tells against it."""
    (told,) = prove(rulebook().edition("rulebook"), {}, [name])
    assert told.standing == "holds"


@pytest.mark.parametrize("suits", range(2, 6))
def test_a_white_bomb_takes_four_suits(suits: int) -> None:
    """A suit has each value once on its White sides, so that two or three suits make no Bomb."""
    values = [VALUES[0], VALUES[-1]]
    hand = tuple(deck("rulebook").card(suit, v) for suit in list(Element)[:suits] for v in values)
    listed = plays_over(PlaysQuestion(hand), (None,), (), RULES.used)
    assert listed.complete
    bombs = [play for play in listed.plays if play.taken.reading.kind is Kind.BOMB]
    assert bool(bombs) == (suits >= 4)
