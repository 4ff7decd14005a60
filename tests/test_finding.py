"""Finding: every named goal, the smallest examples against brute force, faults, determinism."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from api.app import make_app
from api.cli import main
from checker import find_answers
from checker.conditions import BidGoal
from checker.finding import find, is_example
from checker.finding_bids import BidSearch
from checker.goal_terms import Terms
from checker.goals import NamedGoal, goals
from checker.model.solving import LIMITS, SolverLimit
from checker.sketches import count, fillings, size
from checker.wire import answers
from checker.wire.dumping import dump
from checker.wire.goals import read_goal
from checker.wire.problems import Invalid
from tests import reference

Json = dict[str, Any]
Holds = Callable[[Sequence[str], reference.Reading | None], bool]

FACES = [f for v in reference.VALUES for f in (v, f"{v}+water", f"{v}+{v}", f"{v}+{v}+{v}")]
"""Every face that examples are made of by the printed rulebook, in the order they are tried."""
OVERS: list[reference.Reading | None] = [
    None,
    *(("single", 1, 1, v) for v in reference.VALUES),
    *(("set", 2, 1, v) for v in reference.VALUES),
    *(("run", 1, 2, v) for v in reference.VALUES[1:-1]),
]
"""Every bid to beat of up to two values, in the order they are tried."""


def about_bid(*conditions: Json) -> Json:
    return {"about": "bid", "that": {"all": list(conditions)}, "most": {"cards": 2, "values": 4}}


# The library.


@pytest.mark.parametrize("goal", goals().values(), ids=goals())
def test_named_goal_is_as_it_says(goal: NamedGoal) -> None:
    """What the entry expects comes of it, and each example is a body that the product answers."""
    found = find(goal.goal)
    if goal.expect == "found":
        assert len(found.examples) == 1
        (example,) = found.examples
        ask: Callable[[Any], Any] = answers.judge if example.endpoint == "judge" else answers.plays
        answer = ask(example.body)
        assert "verdict" in answer or answer["complete"]
        assert is_example(goal.goal, example.body)
    else:
        assert found.examples == ()
        assert found.exhausted
        assert (found.impossible is not None) == (goal.expect == "impossible")


def test_library_is_wide() -> None:
    """There are goals of every sort, and titles and statements to tell them apart."""
    library = list(goals().values())
    assert len(library) >= 40
    assert {each.form["about"] for each in library} == {"bid", "hand", "turn"}
    assert {each.expect for each in library} == {"found", "impossible", "none"}
    assert (
        len({each.title for each in library}) == len({e.statement for e in library}) == len(library)
    )
    assert all(json.loads(dump(each.form)) == each.form for each in library)


# Brute force.


def bids(most: int) -> Iterator[tuple[tuple[int, ...], list[str]]]:
    """Every bid of up to so many cards and four values and wilds, with the places of its faces."""
    for number in range(1, most + 1):
        for places in combinations_with_replacement(range(len(FACES)), number):
            shown = [FACES[place] for place in places]
            if sum(face.count("+") + 1 for face in shown) <= 4:
                yield places, shown


def smallest(holds: Holds, number: int) -> list[Json]:
    """The first examples of up to two cards over up to two values, by asking of every one."""
    found = []
    for places, shown in bids(2):
        # Fewer of the last face come first, then fewer of the one before it.
        last_first = tuple(places.count(place) for place in reversed(range(len(FACES))))
        for place, over in enumerate(OVERS):
            if holds(shown, over):
                found.append((len(shown) + _count(over), place, last_first, shown))
    ordered = sorted(found)[:number]
    return [{"bid": shown, **_over(OVERS[place])} for _, place, _, shown in ordered]


def _count(over: reference.Reading | None) -> int:
    return over[1] * over[2] if over else 0


def _over(over: reference.Reading | None) -> Json:
    if over is None:
        return {}
    last = reference.VALUES.index(over[3])
    values = reference.VALUES[last - over[2] + 1 : last + 1]
    return {"over": [value for value in values for _ in range(over[1])]}


def _legal(shown: Sequence[str], over: reference.Reading | None) -> frozenset[reference.Reading]:
    return reference.answers(shown, over)


def _wilds(shown: Sequence[str], reading: reference.Reading) -> int:
    return _count(reading) - sum(f.count("+") + 1 - f.count("+water") for f in shown)


A_LEAD: Json = {"over": None}
DIFFERENTIAL: dict[str, tuple[Json, Holds]] = {
    "three readings": (
        about_bid({"readings": 3}),
        lambda shown, over: len(_legal(shown, over)) == 3,
    ),
    "a Run with a wild over a bid": (
        about_bid({"not": A_LEAD}, {"reading": {"kind": "run", "wilds": 1}}),
        lambda shown, over: (
            over is not None
            and any(r[0] == "run" and _wilds(shown, r) == 1 for r in _legal(shown, over))
        ),
    ),
    "one card over two": (
        about_bid({"bid": {"cards": 1}}, {"over": {"count": 2}}, {"verdict": "legal"}),
        lambda shown, over: len(shown) == 1 and _count(over) == 2 and bool(_legal(shown, over)),
    ),
    "an illegal lead with a wild, or a Bomb": (
        about_bid(
            A_LEAD,
            {
                "any": [
                    {"all": [{"verdict": "illegal"}, {"bid": {"wilds": {"least": 1}}}]},
                    {"reading": {"kind": "bomb", "top": {"least": "K"}}},
                ]
            },
        ),
        lambda shown, over: (
            over is None
            and (
                (not _legal(shown, None) and any("water" in face for face in shown))
                or any(r[0] == "bomb" and r[3] in "KA2" for r in _legal(shown, None))
            )
        ),
    ),
    "a top just above that of a Run": (
        about_bid({"over": {"kind": "run"}}, {"reading": {"top": "more", "kind": "run"}}),
        lambda shown, over: over is not None and over[0] == "run" and bool(_legal(shown, over)),
    ),
}


@pytest.mark.parametrize("name", DIFFERENTIAL)
def test_examples_are_the_smallest(name: str) -> None:
    """The first examples are those that brute force with the reference finds, in the same order."""
    form, holds = DIFFERENTIAL[name]
    wanted = smallest(holds, 12)
    found = find(read_goal(form), limit=12)
    assert [example.body for example in found.examples] == wanted
    assert found.exhausted == (len(wanted) < 12)


@pytest.mark.parametrize("name", ["must-pass", "only-with-a-wild", "only-answer-is-a-bomb"])
def test_hands_are_the_smallest(name: str) -> None:
    """No smaller hand is one: all hands of one card, and of two, are asked of the reference."""
    (example,) = find(goals()[name].goal).examples
    holds: dict[str, Callable[[Sequence[str], frozenset[Any]], bool]] = {
        "must-pass": lambda _, plays: not plays,
        "only-with-a-wild": lambda hand, plays: (
            bool(plays) and all(_wilds([hand[i] for i in at], r) > 0 for at, r in plays)
        ),
        "only-answer-is-a-bomb": lambda _, plays: (
            bool(plays) and {r[0] for _, r in plays} == {"bomb"}
        ),
    }
    total = len(example.body["hand"]) + len(example.body["over"])
    best = min(
        (
            len(hand) + _count(over),
            place,
            tuple(places.count(p) for p in reversed(range(len(FACES)))),
            hand,
        )
        for places, hand in bids(2)
        for place, over in enumerate(OVERS)
        if over and len(hand) + _count(over) <= total
        if holds[name](hand, reference.plays_over(hand, over))
    )
    assert example.body == {"hand": best[3], **_over(OVERS[best[1]])}


def test_impossible_sets_are_minimal() -> None:
    """With all clauses of the set there is none, and with any of them left out there is one."""
    for name in ("run-holding-a-two", "bomb-with-a-wild", "natural-four-decides"):
        goal = goals()[name].goal
        assert isinstance(goal, BidGoal)
        search = BidSearch(goal)
        core = search.impossible()
        assert core
        frame = search.frame
        with frame.proposer(frame.most.cards, selectable=True).asking() as proposer:
            proposer.require(Terms(proposer, frame.cards).of(goal.that, frame.rules))
            assert proposer.needed(core) == core
            for clause in core:
                assert proposer.needed(tuple(c for c in core if c != clause)) is None


# The same goal and seed, the same bytes.

NAMES = ("legal-in-early-alone", "only-singles-to-lead", "wood-wild-decides", "run-of-six")
SCRIPT = """
from checker import find_answers
from checker.wire.dumping import dump
for name in {names}:
    print(dump(find_answers.answer({{"goal": name, "limit": 3, "seed": 7}})))
"""


@pytest.mark.parametrize(
    "that",
    [
        {"reading": {"kind": "bomb", "width": 7}},
        {"bid": {"shows": {"3": 7}}},
        {"all": [{"over": {"count": 9}}, {"verdict": "legal"}]},
    ],
)
def test_no_clause_is_blamed_for_the_bounds(that: Json) -> None:
    """What is possible beyond the bounds is not called impossible."""
    found = find(read_goal({"about": "bid", "that": that}))
    assert (found.examples, found.impossible) == ((), None)


@pytest.mark.parametrize(
    "more", [{"bid": {"cards": 7}}, {"readings": 5}, {"not": {"verdict": "legal"}}]
)
def test_no_clause_is_blamed_for_what_else_is_asked(more: Json) -> None:
    """A card that is not held is no reason why there is no bid of seven cards."""
    players = [{"name": "A", "hand": ["3"]}, {"name": "B", "hand": ["4"]}]
    sketch = {
        "about": "turn",
        "position": {"players": players, "turn": "A"},
        "action": {"type": "bid", "cards": ["4"]},
    }
    alone = find(read_goal({**sketch, "that": {"verdict": "legal"}}))
    assert alone.impossible == ("cards-held",)
    found = find(read_goal({**sketch, "that": {"all": [{"verdict": "legal"}, more]}}))
    assert (found.examples, found.impossible) == ((), None)


def test_a_clause_named_twice_is_named_once() -> None:
    """The clauses that are violated are a set."""
    twice, once = (
        find(read_goal({"about": "bid", "that": {"violates": ["beat-higher"] * times}}))
        for times in (2, 1)
    )
    assert twice.examples == once.examples != ()


def test_a_limit_says_what_would_be_easier(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit is no answer; fewer cards may have one."""

    def hard(_: object) -> None:
        raise SolverLimit(LIMITS)

    monkeypatch.setattr(BidSearch, "found", hard)
    with pytest.raises(SolverLimit, match=r"no verdict; fewer cards and values \(most\)"):
        find(goals()["bomb-lead"].goal)


def test_what_is_no_turn_is_passed_over() -> None:
    """A place may be filled with what is no object as well."""
    player = {"name": "A", "hand": ["3"], "points": 3}
    position = {
        "players": [player, {"name": "B", "hand": {"count": 5}, "points": 3}],
        "turn": "A",
        "trick": [],
        "draw_pile": 20,
    }
    lead = {"type": "bid", "cards": ["3"]}
    sketch = {"position": {"any": [None, position]}, "action": {"any": [3, lead]}}
    found = find(read_goal({"about": "turn", "that": {"verdict": "legal"}, **sketch}), limit=4)
    assert [example.body for example in found.examples] == [{"position": position, "action": lead}]


def test_same_bytes_in_any_process() -> None:
    """Neither what was asked before nor the order of sets in a process changes an answer."""
    told = "".join(
        dump(find_answers.answer({"goal": name, "limit": 3, "seed": 7})) + "\n" for name in NAMES
    )
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(names=NAMES)],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stdout == told


def test_seed_is_another_order() -> None:
    """Another seed finds other examples of the same size, always the same ones."""
    goal = goals()["four-readings"].goal
    lowest, other = find(goal, limit=4), find(goal, limit=4, seed=1)
    assert [size(e.body) for e in lowest.examples] == [size(e.body) for e in other.examples]
    assert lowest.examples != other.examples
    assert other == find(goal, limit=4, seed=1)


def test_searches_do_not_disturb_each_other() -> None:
    """Two searches of one size that go on in turns find what each finds alone."""
    first, second = (BidSearch(goals()[n].goal) for n in ("two-readings", "three-readings"))  # type: ignore[arg-type]
    one, other = first.found(), second.found()
    taken = [(next(one), next(other)) for _ in range(3)]
    assert [q for q, _ in taken] == [q for q, _ in zip(first.found(), range(3), strict=False)]
    assert [q for _, q in taken] == [q for q, _ in zip(second.found(), range(3), strict=False)]


# The wire.


def test_sketch_is_filled() -> None:
    """Every way to fill a sketch, counted beforehand."""
    sketch = {
        "hand": ["7", {"some": ["8", "9"], "at_most": 2}],
        "as": {"any": [None, {"kind": "set"}]},
    }
    filled = list(fillings(sketch))
    assert len(filled) == count(sketch) == 12
    assert {"hand": ["7", "8", "9"], "as": {"kind": "set"}} in filled
    assert sorted(map(size, filled)) == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3]


THAT: Json = {"verdict": "legal"}
FAULTY: dict[str, tuple[object, list[str]]] = {
    "no object": ([], [""]),
    "no goal": ({}, ["/goal"]),
    "no such goal": (
        {"goal": "x", "limit": 0, "seed": "1", "more": 1},
        [*["/goal", "/limit", "/more", "/seed"]],
    ),
    "an empty goal": ({"goal": {}}, ["/goal/about", "/goal/that"]),
    "about nothing": ({"goal": {"about": "x", "that": THAT}}, ["/goal/about"]),
    "rules": (
        {"goal": {"about": "bid", "edition": "x", "rulings": {"y": "z"}, "that": THAT}},
        ["/goal/edition", "/goal/rulings/y"],
    ),
    "two keys": ({"goal": {"about": "bid", "that": {**THAT, "readings": 1}}}, ["/goal/that"]),
    "deep": (
        {"goal": {"about": "bid", "that": {"all": [THAT, {"not": {"any": [{"readings": -1}]}}]}}},
        ["/goal/that/all/1/not/any/0/readings"],
    ),
    "a shape": (
        {"goal": {"about": "bid", "that": {"reading": {"kind": "pair", "top": "1", "x": 1}}}},
        ["/goal/that/reading/kind", "/goal/that/reading/top", "/goal/that/reading/x"],
    ),
    "a span": (
        {"goal": {"about": "bid", "that": {"readings": {"least": 3, "most": 2}}}},
        ["/goal/that/readings/most"],
    ),
    "of a hand": ({"goal": {"about": "hand", "that": THAT}}, ["/goal/that/verdict"]),
    "of a bid": ({"goal": {"about": "bid", "that": {"plays": 0}}}, ["/goal/that/plays"]),
    "a sketch of a bid": (
        {"goal": {"about": "bid", "position": {}, "that": THAT}},
        ["/goal/position"],
    ),
    "no sketch": ({"goal": {"about": "turn", "that": THAT}}, ["/goal/action", "/goal/position"]),
    "open places": (
        {
            "goal": {
                "about": "turn",
                "position": {"any": []},
                "action": {"x": {"some": ["3"], "y": 1}},
                "that": THAT,
            }
        },
        ["/goal/action/x/at_most", "/goal/action/x/y", "/goal/position/any"],
    ),
    "too many ways": (
        {
            "goal": {
                "about": "turn",
                "position": {"x": {"some": [*"3456789"], "at_most": 9}},
                "action": {},
                "that": THAT,
            }
        },
        ["/goal/position"],
    ),
    "undetermined": (
        {"goal": {"about": "bid", "that": {"verdict": "undetermined"}}},
        ["/goal/that/verdict"],
    ),
    "no objects": (
        {
            "goal": {
                "about": "turn",
                "position": {"any": [None, 3]},
                "action": {"any": ["x"]},
                "that": THAT,
            }
        },
        ["/goal"] * 2,
    ),
    "no turn": (
        {"goal": {"about": "turn", "position": {}, "action": {}, "that": THAT}},
        ["/goal"] * 3,
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_faults_are_told_at_once(name: str) -> None:
    """Every fault of a body is told, each at its place."""
    body, places = FAULTY[name]
    with pytest.raises(Invalid) as refused:
        find_answers.answer(body)
    assert [fault.pointer for fault in refused.value.faults] == places
    assert all(fault.accepted and fault.detail for fault in refused.value.faults)


# The doors.


@pytest.mark.parametrize("got", ["bomb-lead", goals()["bomb-lead"], None])
def test_what_is_no_goal_is_refused(got: Any) -> None:
    """A name is none; the message says where the goal of that name is."""
    for ask in (find, lambda goal: is_example(goal, {})):
        with pytest.raises(TypeError, match=r"goals\(\)\[NAME\]\.goal") as caught:
            ask(got)
        assert len(str(caught.value)) < 200


def test_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A goal by name and from a file, the list of goals, and what is no goal."""
    assert main.run(["find", "bomb-with-a-wild"]) == 0
    assert "bomb-without-wild" in capsys.readouterr().out
    assert main.run(["find", "nothing-to-lead"]) == 4
    capsys.readouterr()
    file = tmp_path / "goal.json"
    file.write_text(dump(about_bid({"over": {"kind": "run"}}, {"verdict": "legal"})))
    assert main.run(["find", "--goal", str(file), "--limit", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "1. 4+water over 3 4",
        "  panda-spin judge 4+water --over '3 4'",
    ]
    assert main.run(["find", "wind", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["goals"]
    assert [each["id"] for each in listed] == [n for n in goals() if n.startswith("wind-")]
    for wrong in (["nonsense"], ["wind", "--limit", "2"], ["must-pass", "--limit", "0"]):
        assert main.run(["find", *wrong]) == 3
    assert "/limit" in capsys.readouterr().err


def test_service() -> None:
    """The same answer over HTTP; what is no goal is a problem."""
    client = make_app().test_client()
    body = {"goal": "bomb-lead", "limit": 2}
    assert client.post("/v1/find", json=body).get_json() == find_answers.answer(body)
    assert client.post("/v1/find", json={"goal": "x"}).status_code == 422
    assert client.get("/v1/goals").get_json()["goals"] == find_answers.listed()
    assert client.get("/v1/goals/bomb-lead").get_json() == find_answers.one("bomb-lead")
    assert client.get("/v1/goals/x").status_code == 404
