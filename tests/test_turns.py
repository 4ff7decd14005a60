"""Whole turns: judged and listed as the independent reference does, and what is not known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from checker.judgements import ActionList
from checker.questions import ActionsQuestion
from checker.tricks import history
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

ROUNDS = 16
"""Rounds judged and listed, two parts of each; about 40 positions and 300 actions a round."""


@pytest.mark.parametrize("part", [0, 1])
@examples(ROUNDS)
@given(seed=SEEDS)
def test_turns_are_judged_as_by_the_reference(part: int, seed: int) -> None:
    """Every action, possible or not, has the verdict of the reference in every position."""
    random = Random(seed + part)
    forced = random.choice(("allowed", "allowed", "forbidden"))
    rulings = {**some_rulings(random), "forced-pass-discard": forced}
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
        (table({"count": 1}), {"type": "bid", "cards": ["9", "9"]}, "illegal"),
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


PASS: dict[str, Any] = {"type": "pass"}
FIRE, WOOD = "element-fire", "element-wood"


@pytest.mark.parametrize(
    ("hand", "discards", "verdict"),
    [
        ({"count": 3}, [], "illegal"),
        ({"count": 3}, [FIRE, WOOD], "illegal"),
        ({"count": 2}, [FIRE, WOOD], "undetermined"),
        ([FIRE, "unknown"], [FIRE], "illegal"),
        ([FIRE, "unknown"], [FIRE, WOOD], "undetermined"),
        ([FIRE], [FIRE], "legal"),
        (None, [], "illegal"),
        (None, [FIRE], "undetermined"),
    ],
)
def test_a_leader_who_keeps_a_card_never_passes(
    hand: Any, discards: list[str], verdict: str
) -> None:
    """Whatever the hidden cards are, one that is left must not be."""
    position = table(hand) | {"trick": []}
    if hand is None:
        del position["players"][0]["hand"]
    answer = answers.judge({"position": position, "action": {**PASS, "discard_elements": discards}})
    assert answer["verdict"] == verdict
    if verdict == "illegal":
        assert [r["clause"] for r in answer["reasons"]] == ["leader-with-animals-plays"]


@pytest.mark.parametrize("hand", [{"count": 5}, [FIRE, "9"], [FIRE, "unknown"]])
@pytest.mark.parametrize(
    "action",
    [
        {"type": "pass", "discard_elements": [FIRE, FIRE]},
        {"type": "bid", "cards": ["9"], "discard_elements": [FIRE, FIRE]},
        {"type": "element", "card": FIRE, "discard_elements": [FIRE]},
    ],
)
def test_one_card_is_not_used_twice(hand: Any, action: dict[str, Any]) -> None:
    """An Element card exists once: it is not discarded twice, nor discarded and played."""
    answer = answers.judge({"position": table(hand), "action": action})
    assert answer["verdict"] == "illegal"
    assert "discards-held" in [reason["clause"] for reason in answer["reasons"]]


ELSEWHERE: list[dict[str, Any]] = [
    {"discard": ["wood-9", FIRE]},
    {"draw_pile": ["wood-9", FIRE]},
    {"suits": ["earth", "water", "wood"], "elements": False, "discard": ["wood-9"]},
    {"suits": ["earth", "water", "metal"]},
    {"B": ["wood-9", FIRE]},
]


@pytest.mark.parametrize("more", ELSEWHERE)
@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ({"type": "bid", "cards": ["wood-9"]}, "cards-held"),
        ({"type": "element", "card": FIRE}, "cards-held"),
        ({"type": "pass", "discard_elements": [FIRE]}, "discards-held"),
        ({"type": "bid", "cards": ["9+fire"], "fire": ["wood-9"]}, "fire-from-hand"),
        ({"type": "bid", "cards": ["9+panda"], "spin": ["wood-9"]}, "panda-spins-white"),
    ],
)
def test_a_card_that_is_seen_elsewhere_is_not_held(
    more: dict[str, Any], action: dict[str, Any], clause: str
) -> None:
    """A hidden hand cannot hold a named card of another place, or one that is not in play."""
    position = table({"count": 5}) | {"mood": "spin"} | more
    if "B" in position:
        position["players"][1]["hand"] = position.pop("B")
    answer = answers.judge({"position": position, "action": action})
    assert answer["verdict"] == "illegal"
    assert [reason["clause"] for reason in answer["reasons"]] == [clause]


@pytest.mark.parametrize(
    ("claimed", "clauses"),
    [
        ({"panda": 0, "from": ["C"]}, []),
        ({"panda": 0, "from": ["B"]}, []),
        ({"panda": 2, "from": ["C"]}, []),
        ({"panda": 2, "from": ["C", "C"]}, []),
        ({"from": ["C", "C"]}, []),
        ({"panda": 2}, []),
        ({"panda": 1, "from": ["B"]}, ["panda-victim"]),
        ({"panda": 1, "from": ["C", "C"]}, ["panda-victim"]),
        ({"panda": 0, "from": ["C", "C"]}, ["panda-victim"]),
        ({"panda": 2, "from": ["C", "B"]}, ["panda-victim"]),
    ],
)
def test_from_names_nobody_or_once_or_for_each_point(
    claimed: dict[str, Any], clauses: list[str]
) -> None:
    """What is given as panda is the number of points; without it, from is one point a name."""
    position = table(["9+panda+panda", "3"]) | {"mood": "hungry"}
    action = {"type": "bid", "cards": ["9+panda+panda"], **claimed}
    answer = answers.judge({"position": position, "action": action})
    assert answer["verdict"] == ("illegal" if clauses else "legal")
    if clauses:
        assert [reason["clause"] for reason in answer["reasons"]] == clauses
        return
    position["players"][1]["hand"] = {"count": 4}
    points = claimed.get("panda", 2)
    stepped: Any = answers.step({"position": position, "action": action})
    moved = [event["points"] for event in stepped["events"] if event["event"] == "panda"]
    assert moved == ([points] if points else [])


@pytest.mark.parametrize(
    ("used", "kinds"),
    [(None, {"single", "set", "run"}), ({"water": 1}, {"set", "run"}), ({"water": 0}, {"single"})]
    + [({}, {"single"}), ({"water": 1, "bamboo": 0}, {"set", "run"})],
)
def test_wilds_that_are_counted_say_how_a_bid_was_taken(used: Any, kinds: set[str]) -> None:
    """Of an undeclared bid those readings remain that use as many wilds as are counted."""
    entry = {"player": "C", "cards": ["7+water"]} | ({} if used is None else {"used": used})
    body = {"position": table(["8", "9", "9"]) | {"trick": [entry]}, "action": PASS}
    question = read_body(TurnBody, body).question()
    past = history(question.position, question.rules)
    assert {over.kind.value for over in past.overs(past.used) if over} == kinds


def forced_discards(hands: list[tuple[str, Any]], forced: dict[str, list[str]]) -> Any:
    """A plays Fire over a Single 8 of C, and the others discard before they pass."""
    players = [{"name": name, **({} if hand is None else {"hand": hand})} for name, hand in hands]
    position = {**table([FIRE, "9"]), "players": players}
    action = {"type": "element", "card": FIRE, "forced_discards": forced}
    return answers.judge({"position": position, "action": action})


@pytest.mark.parametrize(
    ("other", "third", "forced", "missing"),
    [
        ({"count": 2}, ["5"], {"B": [WOOD]}, ["the hand of B"]),
        (["5", "unknown"], ["5"], {"B": [WOOD]}, ["the hand of B"]),
        (None, ["5"], {"B": [WOOD]}, ["the hand of B"]),
        ({"count": 2}, None, {"C": ["element-earth"], "B": [WOOD]}, ["the hand of B", "C"]),
    ],
)
def test_what_others_discard_may_hang_on_their_hands(
    other: Any, third: Any, forced: dict[str, list[str]], missing: list[str]
) -> None:
    """Whose hand would tell is named."""
    hands = [("A", [FIRE, "9"]), ("B", other), ("C", third)]
    answer = forced_discards(hands, forced)
    assert answer["verdict"] == "undetermined"
    assert answer["missing"] == [" and the hand of ".join(missing)]
    assert [change["change"] for change in answer["rulings"]] == [
        {"forced-pass-discard": "forbidden"}
    ]


@pytest.mark.parametrize(
    ("other", "third", "forced", "message"),
    [
        ({"count": 1}, ["5"], {"B": [WOOD, "element-earth"]}, "B's hand"),
        ({"count": 2}, ["5", WOOD], {"B": [WOOD]}, "B's hand"),
        ({"count": 2}, ["5"], {"B": [FIRE]}, "B's hand"),
        ({"count": 2}, {"count": 2}, {"B": [WOOD], "C": [WOOD]}, "C's hand"),
        (["5"], ["5"], {"B": [WOOD], "C": ["element-earth"]}, "B's or C's hand"),
        (["5"], ["5"], {"B": ["5"]}, "5 is an Animal card"),
        ([WOOD], ["5"], {"A": ["element-earth"], "B": [WOOD]}, "A's hand"),
    ],
)
def test_what_others_surely_cannot_discard(
    other: Any, third: Any, forced: dict[str, list[str]], message: str
) -> None:
    """What is seen elsewhere, played or given up already is in no hand; whose hand is said."""
    hands = [("A", [FIRE, "9"]), ("B", other), ("C", third)]
    answer = forced_discards(hands, forced)
    assert (answer["verdict"], answer["settled"]) == ("illegal", True)
    assert message in answer["reasons"][0]["message"]


def test_the_order_of_names_makes_no_other_question() -> None:
    """Nor does a name that discards nothing."""
    hands = [("A", [FIRE, "9"]), ("B", [WOOD]), ("C", ["element-earth"])]
    one = forced_discards(hands, {"B": [WOOD], "C": ["element-earth"]})
    assert one == forced_discards(hands, {"C": ["element-earth"], "B": [WOOD]})
    plain = forced_discards(hands, {"B": []})
    assert plain["settled"]
    position = {**table([FIRE, "9"]), "players": [{"name": n, "hand": h} for n, h in hands]}
    action = {"type": "element", "card": FIRE}
    assert plain == answers.judge({"position": position, "action": action})
