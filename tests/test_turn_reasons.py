"""Whole turns explained: conflicts and repairs, traces, certificates, and what else to do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from checker.rulebook import rulebook
from checker.wire import answers
from tests import reference_game as game
from tests.certified import checked
from tests.test_turns import table, without_indexes
from tests.turns import DECK, an_action, positions, some_rulings

Body = dict[str, Any]

CERTIFIED = {
    ("sat",): "legal",
    ("unsat",): "illegal",
    ("sat", "unsat"): "legal",
    ("unsat", "sat"): "illegal",
    ("sat", "sat"): "undetermined",
}
"""The verdicts that a solver's answers mean: can it be legal, and can it be illegal?"""


def bodies(seed: int, number: int, every: int = 3) -> Iterator[Body]:
    """Random actions, possible or not, at random tables, some of which hide what others hold."""
    random = Random(seed)
    while number:
        rulings = some_rulings(random)
        for place, position in enumerate(positions(random, rulings)):
            if number and place % every == 0:
                number -= 1
                shown = hidden(position) if random.random() < 0.3 else position
                action = an_action(random, position)
                if random.random() < 0.4:
                    action = random.choice(game.actions(position, rulings, DECK))
                action = without_indexes(action)
                yield {"position": shown, "action": action, "rulings": rulings}


def hidden(position: Body) -> Body:
    """The table without its mood, and with nothing but numbers of what the players hold."""
    players = [{**p, "hand": {"count": len(p["hand"])}} for p in position["players"]]
    return {key: position[key] for key in position if key != "mood"} | {"players": players}


def test_certificates_of_turns_are_checked_by_another_solver() -> None:
    """A plain solver finds every answer as expected, and the verdict follows from them."""
    verdicts = set()
    for body in bodies(1, 60):
        answer = answers.judge({**body, "certificate": True, "explain": "none"})
        expected, found = checked(answer["certificate"])
        assert found == expected, body
        if "by_over" not in answer:
            assert answer["verdict"] == CERTIFIED[tuple(found)], body
        verdicts.add(answer["verdict"])
    assert verdicts == set(CERTIFIED.values())


def test_all_conflicts_and_repairs_of_a_turn_are_minimal() -> None:
    """Every conflict shares a clause with every repair, and no smaller one does."""
    refused = 0
    for body in bodies(2, 120):
        answer = answers.judge({**body, "explain": "all"})
        if answer["verdict"] != "illegal":
            assert "conflicts" not in answer
            continue
        refused += 1
        conflicts, repairs = answer["conflicts"], answer["repairs"]
        assert conflicts, body
        assert repairs, body
        for conflict in map(set, conflicts):
            assert all(conflict & set(repair) for repair in repairs), body
            for clause in conflict:
                assert not all((conflict - {clause}) & set(repair) for repair in repairs), body
        if "by_over" not in answer and rulebook().clause(conflicts[0][0]).part == "turn":
            assert [answer["reasons"][0]["clause"]] in conflicts, body
    assert refused > 40


def test_the_trace_of_a_turn_names_every_clause_once() -> None:
    """In rulebook order; a legal action breaks none, and an illegal one breaks some."""
    for body in bodies(3, 60):
        answer = answers.judge({**body, "explain": "trace"})
        named = [step["clause"] for step in answer["trace"]]
        assert named == sorted(set(named), key=lambda c: rulebook().clause(c).order), body
        held = [step["holds"] for step in answer["trace"]]
        if answer["verdict"] == "legal":
            assert False not in held, body
        elif answer["verdict"] == "illegal" and "by_over" not in answer:
            assert not all(held), body


def test_what_might_be_done_instead_is_legal() -> None:
    """Whoever can act is offered something, and every offer is judged legal when it is made."""
    for body in bodies(4, 60, every=5):
        answer: Any = answers.judge(body)
        if answer["verdict"] == "legal":
            assert answer["alternatives"] == []
            continue
        offered = answer["alternatives"]
        assert len(offered) <= 5
        actor = body["action"].get("player", body["position"]["turn"])
        known = isinstance(body["position"]["players"][0]["hand"], list)
        if known and actor == body["position"]["turn"]:
            assert offered, body
        if actor != body["position"]["turn"]:
            assert not offered, body
        for each in offered:
            again = answers.judge({**body, "action": taken_up(each), "explain": "none"})
            assert again["verdict"] == "legal", (body, each)


def taken_up(alternative: Body) -> Body:
    """The action that an alternative offers."""
    kind = alternative.get("type", "bid")
    discards = alternative.get("discard_elements", [])
    if kind == "pass":
        return {"type": "pass", "discard_elements": discards}
    if kind == "element":
        (card,) = alternative["cards"]
        return {"type": "element", "card": card, "discard_elements": discards}
    reading = {key: alternative["reading"][key] for key in ("kind", "width", "length", "top")}
    return {"type": "bid", "cards": alternative["cards"], "as": reading}


def test_a_leader_who_passes_is_offered_bids_first_and_the_smallest() -> None:
    """A refused pass is answered with the nearest bids, those of the fewest cards."""
    position = table(["3", "4", "4"]) | {"trick": []}
    answer = answers.judge({"position": position, "action": {"type": "pass"}})
    assert [each["cards"] for each in answer["alternatives"]] == [["3"], ["4"], ["4"]][:2] + [
        ["4", "4"],
        ["3", "4"],
    ]


def test_an_element_card_that_needs_a_discard_says_so() -> None:
    """The Fire card among eight cards is offered after another Element card is gone."""
    hand = ["element-fire", "element-wood", "3", "3", "4", "5", "6", "7"]
    body = {"position": table(hand), "action": {"type": "element", "card": "element-fire"}}
    answer = answers.judge(body)
    assert [reason["clause"] for reason in answer["reasons"]] == ["element-fire"]
    assert answer["alternatives"][0] == {
        "cards": ["element-fire"],
        "reading": None,
        "added": [],
        "removed": [],
        "type": "element",
        "discard_elements": ["element-wood"],
    }


def test_what_the_position_does_not_decide_is_listed_apart() -> None:
    """An Earth card whose Panda symbol may have been ignored: not legal, not left out."""
    trick = [{"player": "C", "cards": ["7+panda"]}]
    position = table(["element-earth", "9"]) | {"trick": trick}
    rulings = {"earth-ignored": "used-only"}
    answer: Body = dict(answers.plays({"position": position, "rulings": rulings}))
    assert [play.get("card") for play in answer["plays"] if play["type"] == "element"] == []
    missing = ["the symbols used in the trick"]
    assert answer["undetermined"] == [
        {
            "type": "element",
            "card": "element-earth",
            "discard_elements": [],
            "action": {"type": "element", "card": "element-earth", "discard_elements": []},
            "missing": missing,
        }
    ]
    assert (answer["complete"], answer["missing"]) == (False, missing)


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ({"mood": "hungry"}, {"panda": 1, "from": ["C"]}),
        ({"mood": "spin"}, {"spin": 1}),
        ({}, {"missing": ["position.mood"]}),
        (
            {"mood": "hungry", "players": [{"name": "A", "hand": ["Q+panda", "3"]}, {"name": "C"}]},
            {"missing": ["the points of C"]},
        ),
    ],
)
def test_options_say_what_they_hang_on(more: Body, options: Body) -> None:
    """What a symbol grants whatever the position does not tell, and what is not told."""
    position = table(["Q+panda", "3"]) | more
    plays: Any = answers.plays({"position": position})["plays"]
    assert plays[0]["options"] == options


def test_hidden_tables_decide_what_can_be_decided() -> None:
    """A verdict at a table that hides hands is that of the whole table, or undetermined."""
    random, decided = Random(5), 0
    for _ in range(4):
        rulings = some_rulings(random)
        for position in positions(random, rulings):
            action = without_indexes(an_action(random, position))
            body = {"position": hidden(position), "action": action, "rulings": rulings}
            verdict = answers.judge({**body, "explain": "none"})["verdict"]
            expected = "legal" if game.legal(position, action, rulings, DECK) else "illegal"
            assert verdict in (expected, "undetermined"), body
            decided += verdict != "undetermined"
    assert decided > 20


@pytest.mark.parametrize(
    ("hand", "action", "more", "hangs"),
    [
        ({"count": 3}, {"type": "bid", "cards": ["9"]}, {}, {"cards-held": ["the hand of A"]}),
        (
            None,
            {"type": "element", "card": "element-fire"},
            {},
            {"cards-held": ["the hand of A"], "element-fire": ["the hand of A"]},
        ),
        (
            ["element-earth", "9"],
            {"type": "element", "card": "element-earth"},
            {"trick": [{"player": "C", "cards": ["7+panda"]}]},
            {"element-earth-used": ["the symbols used in the trick"]},
        ),
        (
            ["element-water", "9"],
            {"type": "element", "card": "element-water"},
            {"trick": [{"player": "C", "cards": ["7+water+water"]}]},
            {"element-water": ["how the last bid of the trick was declared (as)"]},
        ),
    ],
)
def test_an_open_verdict_says_what_each_clause_hangs_on(
    hand: Any, action: Body, more: Body, hangs: dict[str, list[str]]
) -> None:
    """Nothing unknown is told as a fact: each reason names what is missing, and the rule."""
    position = table(hand) | more
    if hand is None:
        del position["players"][0]["hand"]
    rulings = {"earth-ignored": "used-only"}
    answer: Body = dict(answers.judge({"position": position, "action": action, "rulings": rulings}))
    assert answer["verdict"] == "undetermined"
    told = {reason["clause"]: reason["message"] for reason in answer["reasons"]}
    assert list(told) == list(hangs)
    for clause, missing in hangs.items():
        rule = rulebook().clause(clause).rule
        assert told[clause] == f"It depends on {' and '.join(missing)}: {rule}"
