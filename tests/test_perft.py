"""Perft: the tables, counted three ways.

By the search that is derived from the model, by asking the model itself about every subset of the
hand, and by the reference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod
from typing import Any

import pytest

from checker.actions import Action, BidAction, ElementAction, PassAction
from checker.cards import Card, canonical_key
from checker.facts import facts_of
from checker.model.situation import Situation
from checker.perft import divide, perft
from checker.positions import Position
from checker.questions import Rules, TurnQuestion
from checker.readings import Claim, Reading
from checker.reasons import clause_ids
from checker.refereeing import step
from checker.rulebook import rulebook
from checker.tricks import history
from checker.turns import judge_turn
from tests.perft_tables import FILE, text
from tests.test_turns import asked

CASES = [pytest.param(case, id=case["id"]) for case in json.loads(FILE.read_text("utf-8"))["cases"]]


@pytest.mark.parametrize("case", CASES)
def test_the_model_counts_what_the_table_says(case: dict[str, Any]) -> None:
    """Every depth of the table, play by play for the first turn."""
    question = asked(case["position"], case["rulings"])
    for depth, nodes in enumerate(case["nodes"], 1):
        assert perft(question.position, question.rules, depth) == nodes, depth
    parts = list(divide(question.position, question.rules, 2))
    assert sum(part.nodes for part in parts) == case["nodes"][1]
    assert len(parts) == case["nodes"][0]


def test_points_that_are_not_told_do_not_stop_the_count() -> None:
    """Nothing hangs on points: a round that ends counts without them."""
    players = [{"name": "A", "hand": ["3"]}, {"name": "B", "hand": ["4"]}]
    trick: list[Any] = []
    position = {"players": players, "turn": "A", "trick": trick, "draw_pile": [], "mood": "hungry"}
    question = asked(position, {})
    counts = [perft(question.position, question.rules, depth) for depth in (1, 2, 3, 4)]
    assert counts == [1, 2, 1, 0]


@pytest.mark.parametrize("case", CASES)
def test_the_model_itself_counts_the_same(case: dict[str, Any]) -> None:
    """Every subset of the hand in every reading, without the search; two turns where that is soon.

    What is left out is two turns from a large hand, of which there are ever so many subsets.
    """
    question = asked(case["position"], case["rulings"])
    position, rules = question.position, question.rules
    ways = list(ways_to_play(position, rules))
    assert sum(times for _, times in ways) == case["nodes"][0]
    if len(ways) * subsets_of_next(position) <= MOST_SUBSETS:
        after = [(after_action(position, action, rules), times) for action, times in ways]
        counts = [times * count_by_model(each, rules) for each, times in after]
        assert sum(counts) == case["nodes"][1]


MOST_SUBSETS = 2_000
"""The second turn is counted where about so many subsets of hands have to be asked about."""


def subsets_of_next(position: Position) -> int:
    """How many subsets, by faces, the largest hand of the others has."""
    others = position.after(position.turn or "")
    return max(prod(len(g) + 1 for g in groups(player.hand.cards)) for player in others)


def after_action(position: Position, action: Action, rules: Rules) -> Position:
    """The table after an action."""
    return step(TurnQuestion(position, action, rules, explain="none")).position


def count_by_model(position: Position, rules: Rules) -> int:
    """How many ways there are to play the next turn."""
    return sum(times for _, times in ways_to_play(position, rules))


def ways_to_play(position: Position, rules: Rules) -> Iterator[tuple[Action, int]]:
    """Every legal action without effects, and in how many ways its cards can be chosen."""
    if position.turn is None:
        return
    cards = position.player(position.turn).hand.cards
    past = history(position, rules)
    (over,) = past.overs(past.used)
    ids = clause_ids(rulebook().in_force(past.used))
    # Bids of the same facts are the same to the model: each is put to it once.
    known: dict[object, list[Reading]] = {}
    for chosen, times in subsets(cards):
        facts = facts_of(chosen, rules.edition.wild)
        if facts not in known:
            known[facts] = Situation(facts, over).legal(ids)
        for reading in known[facts]:
            claim = Claim(reading.kind, reading.width, reading.length, reading.top)
            action = BidAction(chosen, claim)
            if may(position, action, rules):
                yield action, times
    elements = sorted((card for card in cards if card.is_element_card), key=canonical_key)
    for card in elements:
        rest = [other for other in elements if other is not card]
        for discards in fewest(position, rules, rest, card):
            yield ElementAction(card, discards), 1
    for discards in fewest(position, rules, elements, None):
        yield PassAction(discards), 1


def may(position: Position, action: Action, rules: Rules) -> bool:
    """Whether the model allows the action at this table."""
    asked_of = TurnQuestion(position, action, rules, explain="none")
    return judge_turn(asked_of).verdict == "legal"


def fewest(
    position: Position, rules: Rules, cards: list[Card], played: Card | None
) -> Iterator[tuple[Card, ...]]:
    """Of all sets to discard with which the card (or the pass) is legal, those without a part."""
    sets = [each for size in range(len(cards) + 1) for each in combinations(cards, size)]
    legal = [
        each
        for each in sets
        if may(position, ElementAction(played, each) if played else PassAction(each), rules)
    ]
    yield from (each for each in legal if not any(set(less) < set(each) for less in legal))


def groups(cards: tuple[Card, ...]) -> list[list[Card]]:
    """The cards that show the same with the same side up, together; each Element card alone."""
    found: dict[object, list[Card]] = {}
    for card in cards:
        key = (card.up, card.side, card.is_element_card and card.element)
        found.setdefault(key, []).append(card)
    return list(found.values())


def subsets(cards: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every subset but the empty one, once for equal faces, and how often it occurs."""
    same = groups(cards)
    for numbers in product(*(range(len(group) + 1) for group in same)):
        if any(numbers):
            chosen = [card for g, number in zip(same, numbers, strict=True) for card in g[:number]]
            times = prod(comb(len(g), number) for g, number in zip(same, numbers, strict=True))
            yield tuple(chosen), times


def test_the_reference_counts_the_same() -> None:
    """The tables are those that the reference counts, written anew byte for byte."""
    assert len(CASES) >= 30
    assert text() == FILE.read_text("utf-8")
