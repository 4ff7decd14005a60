"""Whole turns: judged and listed as the independent reference does, and what is not known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from checker.judgements import ActionList
from checker.questions import ActionsQuestion
from checker.turn_plays import HandNotKnown, list_actions
from checker.wire import answers
from checker.wire.bodies import TurnBody
from checker.wire.problems import Invalid
from checker.wire.validating import read_body
from tests import reference_game as game
from tests.questions import plain
from tests.rounds import told_bid, told_bids, told_others
from tests.test_against_reference import SEEDS, examples
from tests.turns import DECK, an_action, hand_of, positions, some_rulings

ROUNDS = 40
"""Rounds judged and listed, two parts of each; about 40 positions and 300 actions a round."""


@pytest.mark.parametrize("part", [0, 1])
@examples(ROUNDS)
@given(seed=SEEDS)
def test_turns_are_judged_as_by_the_reference(part: int, seed: int) -> None:
    """Every action, possible or not, has the verdict of the reference in every position."""
    random = Random(seed + part)
    rulings = some_rulings(random)
    for position in positions(random, rulings):
        listed = game.actions(position, rulings, DECK)
        tried = [an_action(random, position) for _ in range(4)]
        for action in [*tried, *random.sample(listed, min(3, len(listed)))]:
            expected = game.legal(position, action, rulings, DECK)
            pinned = {**rulings, "lead-without-animals": "discard-and-pass"}
            body = {"position": position, "action": without_indexes(action), "rulings": pinned}
            answer = answers.judge(body)
            assert answer["verdict"] == ("legal" if expected else "illegal"), body
            assert answer["reasons"], body
            assert answer["settled"], body


def without_indexes(action: dict[str, Any]) -> dict[str, Any]:
    """The action as the wire takes it."""
    return {key: value for key, value in action.items() if key != "indexes"}


@pytest.mark.parametrize("part", [0, 1])
@examples(ROUNDS)
@given(seed=SEEDS)
def test_everything_that_may_be_done_is_listed(part: int, seed: int) -> None:
    """Bids, Element cards and passes are those of the reference; the bids are proved to be all."""
    random = Random(seed + part)
    rulings = some_rulings(random)
    for position in positions(random, rulings):
        if random.random() < 0.5:
            continue
        listed = list_actions(asked(position, rulings))
        if listed.bids.by_over or listed.bids.next_start:
            continue
        assert listed.bids.complete, position
        expected = game.actions(position, rulings, DECK)
        bids = [a for a in expected if a["type"] == "bid"]
        assert told_bids(listed, hand_of(position)) == {told_bid(bid) for bid in bids}, position
        others = [a for a in expected if a["type"] != "bid"]
        assert told_others(listed) == {
            (a.get("card"), tuple(sorted(a.get("discard_elements", [])))) for a in others
        }, position
        check_options(random, position, rulings, listed)


def asked(position: dict[str, Any], rulings: dict[str, str]) -> ActionsQuestion:
    """The question what may be done in this position."""
    body = {"position": position, "action": {"type": "pass"}, "rulings": rulings}
    question = read_body(TurnBody, body).question()
    return ActionsQuestion(question.position, question.rules)


def check_options(
    random: Random, position: dict[str, Any], rulings: dict[str, str], listed: ActionList
) -> None:
    """What a bid is said to grant is legal in full, and one more is not."""
    hand = hand_of(position)
    granting = [
        (play, options)
        for play, options in zip(listed.bids.plays, listed.options, strict=True)
        if options.fire or options.spin or options.panda or options.bamboo
    ]
    for play, options in random.sample(granting, min(3, len(granting))):
        kind, width, length, top = plain(play.taken.reading)
        bid = {
            "type": "bid",
            "cards": [hand[i] for i in play.indexes],
            "as": {"kind": kind, "width": width, "length": length, "top": top},
        }
        for claim, most in (("bamboo", options.bamboo), ("panda", options.panda)):
            assert game.legal(position, {**bid, claim: most}, rulings, DECK), (bid, options)
            assert not game.legal(position, {**bid, claim: most + 1}, rulings, DECK), (bid, options)
        left = [card for place, card in enumerate(hand) if place not in play.indexes]
        any_card = rulings["fire-discard"] == "any-card"
        free = sorted(left, key=lambda card: card.startswith("element"))
        free = [card for card in free if any_card or not card.startswith("element")]
        assert game.legal(position, {**bid, "fire": free[: options.fire]}, rulings, DECK)
        if options.fire < len(free):
            more = free[: options.fire + 1]
            assert not game.legal(position, {**bid, "fire": more}, rulings, DECK)


def table(hand: Any, **more: Any) -> dict[str, Any]:
    """A table of three, A to answer a Single 8 of C."""
    return {
        "players": [{"name": "A", "hand": hand}, {"name": "B"}, {"name": "C", "points": 2}],
        "turn": "A",
        "trick": [{"player": "C", "cards": ["8"]}],
        **more,
    }


@pytest.mark.parametrize(
    ("position", "action", "missing"),
    [
        (table({"count": 3}), {"type": "bid", "cards": ["9"]}, ["the hand of A"]),
        (table(["9", "unknown"]), {"type": "bid", "cards": ["10"]}, ["the hand of A"]),
        (table(["Q+panda"]), {"type": "bid", "cards": ["Q+panda"], "panda": 1}, ["position.mood"]),
        (
            table(["Q+panda"], mood="hungry")
            | {"players": [{"name": "A", "hand": ["Q+panda"]}, {"name": "B"}, {"name": "C"}]},
            {"type": "bid", "cards": ["Q+panda"], "panda": 1},
            ["the points of C"],
        ),
    ],
)
def test_what_is_not_told_is_named(
    position: dict[str, Any], action: dict[str, Any], missing: list[str]
) -> None:
    """Where a rule asks for what the position does not tell, the verdict says what is missing."""
    answer = answers.judge({"position": position, "action": action})
    assert answer["verdict"] == "undetermined"
    assert answer["missing"] == missing


@pytest.mark.parametrize(
    ("position", "action", "verdict"),
    [
        (table({"count": 3}), {"type": "pass"}, "legal"),
        (table({"count": 3}), {"type": "bid", "cards": ["7"]}, "illegal"),
        (table({"count": 0}), {"type": "bid", "cards": ["9"]}, "illegal"),
        (table(["Q+panda"]), {"type": "bid", "cards": ["Q+panda"]}, "legal"),
        (table(["9"]), {"type": "bid", "cards": ["9"], "panda": 1}, "illegal"),
    ],
)
def test_what_no_rule_asks_for_need_not_be_told(
    position: dict[str, Any], action: dict[str, Any], verdict: str
) -> None:
    """What is unknown matters only where a rule asks for it."""
    assert answers.judge({"position": position, "action": action})["verdict"] == verdict


def test_a_trick_that_cannot_be_names_its_entry() -> None:
    """A bid that does not beat the one before is a fault of the position, with the reason."""
    trick = [{"player": "B", "cards": ["9"]}, {"player": "C", "cards": ["8"]}]
    with pytest.raises(Invalid) as caught:
        answers.judge({"position": table(["9"]) | {"trick": trick}, "action": {"type": "pass"}})
    (fault,) = caught.value.faults
    assert fault.pointer == "/position/trick/1"
    assert "must be above 9" in fault.detail


def test_an_option_that_the_trick_shows_is_in_use() -> None:
    """A trick that only another option allows is judged by it."""
    trick = [
        {"player": "B", "cards": ["7", "7", "7", "6", "6", "6"]},
        {"player": "C", "cards": ["10", "10", "9", "9", "8", "8"]},
    ]
    body = {"position": table(["9"]) | {"trick": trick}, "action": {"type": "pass"}}
    assert answers.judge(body)["decided_by"]["rulings"]["formation-shape"] == "same-count"
    with pytest.raises(Invalid):
        answers.judge({**body, "rulings": {"formation-shape": "same-shape"}})


def test_a_hand_that_is_not_known_has_no_list() -> None:
    """Without the cards of the hand nothing is listed, and nothing is guessed."""
    with pytest.raises(HandNotKnown, match="the hand of A"):
        list_actions(asked(table({"count": 3}), {}))
