"""What an action brings is said from what its player can see, and from nothing else.

Positions of random rounds are seen as the acting player sees them: the cards of the others and of
the draw pile are only numbers. What comes of an action in such a view names no card that the view
does not show, and is what comes of it in every world that looks like this, as far as it is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from checker.cards import Card, Side
from checker.hands import spun
from checker.positions import BidEntry, Hand, Position
from checker.questions import Rules, TurnQuestion
from checker.refereeing import Event, Stepped, Undeclared, step
from checker.rulebook import rulebook
from tests import reference_game
from tests.rounds import BLUE, DECK, action_of, choose, position_of
from tests.test_against_reference import SEEDS, examples
from tests.turns import an_action, positions, some_rulings

ROUNDS = 8
"""Random rounds in each of two parts; about a third of their 60 positions are looked at."""
WORLDS = 2
"""So many other worlds are dealt that look the same to the acting player."""


@pytest.mark.parametrize("part", [0, 1])
@examples(ROUNDS)
@given(seed=SEEDS)
def test_nothing_hidden_is_revealed(part: int, seed: int) -> None:
    """A legal action and one out of the blue, in the view and in worlds that fit it."""
    random = Random(f"{part}:{seed}")
    rulings = some_rulings(random)
    rules = Rules(rulebook().edition("rulebook"), rulings)
    for written in positions(random, rulings):
        if random.random() < 0.65:
            continue
        listed = reference_game.actions(written, rulings, BLUE)
        position = position_of(written)
        actions = [choose(random, written, listed, rulings), an_action(random, written)]
        for action in actions:
            # What others discard is said to those who see it.
            action.pop("forced_discards", None)
            if action.get("cards") != []:
                check_hidden(random, TurnQuestion(position, action_of(action), rules))


def check_hidden(random: Random, question: TurnQuestion) -> None:
    """The answer in the view names only what is seen, and is that of every world masked."""
    known = question.position
    actor = question.action.player or known.turn or ""
    view, hidden = seen_by(actor, known), hidden_cards(actor, known)
    answer = answered(replace(question, position=view))
    if answer is not None:
        strangers = names_in(answer) - names(shown_cards(view))
        assert not strangers, f"named, but not seen: {strangers}, {question.action} in {view}"
    for world in [known, *(dealt_anew(random, actor, known) for _ in range(WORLDS))]:
        assert seen_by(actor, world) == view, "another world has to look the same"
        told = answered(replace(question, position=seen_by(actor, world)))
        assert told == answer, f"two answers to one view: {question.action} in {view}"
        full = answered(replace(question, position=world))
        masked = None if full is None else without(full, names(hidden))
        assert masked == answer, f"what is hidden matters: {question.action} in {world}"


def answered(question: TurnQuestion) -> Stepped | None:
    """What comes of the action, reasons and all; ``None`` where it has to be declared."""
    try:
        return step(question)
    except Undeclared:
        return None


def seen_by(actor: str, position: Position) -> Position:
    """The position with the cards of the others and of the draw pile as numbers only."""
    players = tuple(
        player if player.name == actor else replace(player, hand=Hand((), player.hand.size))
        for player in position.players
    )
    assert isinstance(position.draw_pile, tuple)
    return replace(position, players=players, draw_pile=len(position.draw_pile))


def hidden_cards(actor: str, position: Position) -> list[Card]:
    """The cards that the acting player does not see."""
    assert isinstance(position.draw_pile, tuple)
    others = [player for player in position.players if player.name != actor]
    return [*(card for player in others for card in player.hand.cards), *position.draw_pile]


def dealt_anew(random: Random, actor: str, position: Position) -> Position:
    """The same position with all that is hidden dealt again, either side up."""
    cards = [turned(random, card) for card in hidden_cards(actor, position)]
    random.shuffle(cards)

    def taken(number: int) -> tuple[Card, ...]:
        there = tuple(cards[:number])
        del cards[:number]
        return there

    players = tuple(
        player
        if player.name == actor
        else replace(player, hand=Hand(taken(len(player.hand.cards))))
        for player in position.players
    )
    return replace(position, players=players, draw_pile=tuple(cards))


def turned(random: Random, card: Card) -> Card:
    """The card with one of its sides up."""
    other = None if random.random() < 0.5 else spun(card, DECK)
    return card if other is None else other


def shown_cards(position: Position) -> list[Card]:
    """Every card that a position names."""
    pile = position.draw_pile if isinstance(position.draw_pile, tuple) else ()
    trick = [card for e in position.trick if isinstance(e, BidEntry) for card in e.cards]
    hands = [card for player in position.players for card in player.hand.cards]
    return [*hands, *trick, *pile, *(position.discard or ())]


def names(cards: Sequence[Card]) -> set[str]:
    """The names of the cards, the same for both halves."""
    assert all(card.name for card in cards)
    return {card.name for card in cards}


def names_in(answer: Stepped) -> set[str]:
    """Every card that an answer names in its position and its events."""
    told = [card for event in answer.events for card in event.cards]
    return names([*shown_cards(answer.position), *told])


def without(answer: Stepped, hidden: set[str]) -> Stepped:
    """The answer as somebody sees it to whom these cards are hidden."""
    position = answer.position
    players = tuple(
        replace(player, hand=masked_hand(player.hand, hidden)) for player in position.players
    )
    pile = position.draw_pile
    assert isinstance(pile, tuple)
    seen = replace(position, players=players, draw_pile=len(pile))
    events = tuple(masked_event(event, hidden) for event in answer.events)
    return replace(answer, position=seen, events=events)


def masked_hand(hand: Hand, hidden: set[str]) -> Hand:
    """The hand with hidden cards only counted."""
    seen = tuple(card for card in hand.cards if card.name not in hidden)
    return Hand(seen, len(hand.cards) - len(seen))


def masked_event(event: Event, hidden: set[str]) -> Event:
    """The event with hidden cards only counted."""
    seen = tuple(card for card in event.cards if card.name not in hidden)
    return replace(event, cards=seen, unknown=event.unknown + len(event.cards) - len(seen))


def test_a_card_that_the_view_does_not_show_would_be_noticed() -> None:
    """With everything known, an Element card draws cards that the acting player did not see."""
    written = {
        "players": [
            {"name": "A", "hand": ["element-water", "metal-4"], "points": 1},
            {"name": "B", "hand": ["metal-9"], "points": 1},
        ],
        "turn": "A",
        "trick": [{"player": "B", "cards": ["metal-3", "wood-3", "fire-3"]}],
        "draw_pile": ["wood-8", "fire-9", "fire-10"],
        "discard": [],
        "mood": "spin",
    }
    action = action_of({"type": "element", "card": "element-water"})
    question = TurnQuestion(position_of(written), action)
    full, view = step(question), seen_by("A", question.position)
    assert names_in(full) - names(shown_cards(view)) >= {"wood-8", "fire-9"}
    drawn = next(event for event in step(replace(question, position=view)).events if event.unknown)
    assert (drawn.name, drawn.cards, drawn.unknown) == ("draw", (), 2)
    assert all(card.side is Side.WHITE for card in full.position.player("A").hand.cards)
