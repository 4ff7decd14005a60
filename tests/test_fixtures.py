"""The fixtures: every one is answered as it says, and the files keep to their own contract."""

from __future__ import annotations

import json
import re
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import fixtures
from checker.rulebook import rulebook
from checker.vectors.expecting import expected
from checker.vectors.variations import differences, variations

FOLDER = Path(fixtures.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.json") if path.name != "schema.json")
LOADED: list[dict[str, Any]] = [
    case for path in FILES for case in json.loads(path.read_text("utf-8"))["cases"]
]
CASES = [pytest.param(case, id=case["id"]) for case in LOADED]
BY_ID = {case["id"]: case for case in LOADED}
PAIRS = [
    pytest.param(case, BY_ID.get(case["twin"]), id=name)
    for name, case in BY_ID.items()
    if "twin" in case
]
SECOND_CHANGES = {
    "leader-bids-stuck": "a bid names its cards, and a pass has none",
    "step-rooster-outbids": "a bid names its cards, and a pass has none",
    "record-twelve-dealt": "a card that is dealt does not lie in the draw pile",
    "record-eleven-dealt": "a card that is dealt does not lie in the draw pile",
}
"""Pairs, by the case that is legal, that differ in two things, the second forced by the first."""
UNBREAKABLE = {"wild-not-single"}
"""No bid can break it: every face shows a value, and the value is the Single."""


DECIDES_NOTHING = {
    "ox-kind": "equal values of another type are a Bomb, and no Mandate makes or answers one",
}
"""Rulings of the expansion under both options of which everything is judged alike, and why."""


@pytest.mark.parametrize("case", CASES)
def test_fixture(case: dict[str, Any]) -> None:
    """The answer is the one that the fixture expects, to the last reason."""
    assert expected(case["endpoint"], case["request"]) == case["expect"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_meet_the_schema(path: Path) -> None:
    """Every file is valid by the published schema."""
    schema = json.loads((FOLDER / "schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(path.read_text("utf-8")), schema)


def test_ids_are_unique_slugs() -> None:
    """No id twice, none that would not do as a file name."""
    ids = [str(param.id) for param in CASES]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in ids)


def test_every_clause_is_kept_and_broken() -> None:
    """Each constraint is cited by a refusal, and, if it is ever said, by a legal bid.

    Under the option that lets no leader pass, no pass keeps the clause.
    """
    cases = [param.values[0] for param in CASES]
    cited: dict[str, set[str]] = {"legal": set(), "illegal": set(), "undetermined": set()}
    for case in cases:
        assert isinstance(case, dict)
        cited.get(case["expect"].get("verdict"), set()).update(case["clauses"])
    for clause in rulebook().clauses.values():
        if clause.force == "constraint" and clause.id != "leader-plays":
            assert clause.id in cited["illegal"] or clause.id in UNBREAKABLE, clause.id
            assert clause.id in cited["legal"] or not clause.kept, clause.id


def about(case: dict[str, Any]) -> set[str]:
    """The clauses that a case and its twin are about."""
    return set(case["clauses"]) & set(BY_ID[case["twin"]]["clauses"])


def happened(case: dict[str, Any]) -> set[str]:
    """The clauses that brought something about."""
    return {event["clause"] for event in case["expect"]["events"]}


def test_differences_are_counted() -> None:
    """One changed value, key or element is one; two are two; a bid for a pass is more."""
    assert differences({"a": [1, 2]}, {"a": [1, 2]}) == 0
    assert differences({"a": [1, 2]}, {"a": [1, 3]}) == 1
    assert differences({"a": [1, 2]}, {"a": [1, 3], "b": 1}) == 2
    assert differences([1, 2, 3], [1, 3]) == 1
    assert differences([1, 2, 3], [2, 1, 3]) == 2
    assert differences([1, 2, 3], [1, 4]) == 2
    assert differences([{"count": 5}], [["3"]]) == 1
    assert differences({"panda": 1}, {"panda": True}) == 1
    assert differences([{"player": "A", "pass": True}], [{"player": "A", "cards": ["3"]}]) == 2


@pytest.mark.parametrize(("case", "twin"), PAIRS)
def test_twins_are_one_change_apart(case: dict[str, Any], twin: dict[str, Any] | None) -> None:
    """Twins name each other, ask at the same endpoint, and differ in a single thing."""
    assert twin is not None
    assert twin["twin"] == case["id"] != twin["id"]
    assert twin["endpoint"] == case["endpoint"]
    forced = SECOND_CHANGES.keys() & {case["id"], twin["id"]}
    assert differences(case["request"], twin["request"]) == (2 if forced else 1)


def test_changes_of_what_others_discard_are_varied() -> None:
    """Twins that part by a name, a card or all of it are among the variations of each other."""
    for name in ("of-who-plays", "forbidden", "not-held"):
        case = BY_ID[f"forced-discard-{name}"]
        twin = BY_ID[case["twin"]]
        assert twin["request"] in variations(case["request"])
        assert case["request"] in variations(twin["request"])


def goes_against(case: dict[str, Any], clauses: set[str]) -> bool:
    """Whether the case is refused, or the record begins as one of these clauses forbids."""
    expect = case["expect"]
    broken = clauses & set(expect.get("wrong", {}).get("clauses", ()))
    return "status" in expect or expect["verdict"] == "illegal" or bool(broken)


@pytest.mark.parametrize(("case", "twin"), PAIRS)
def test_twins_part_at_their_clause(case: dict[str, Any], twin: dict[str, Any]) -> None:
    """Of twins one is legal and one is refused; or what they are about happens in one of them.

    A constraint is then a reason of the refusal, unless nothing can break it. A clause of the
    set-up is broken by the one, which is a table that cannot be or a record that begins wrongly.
    """
    clauses = [rulebook().clause(name) for name in about(case)]
    assert clauses
    if case["endpoint"] == "step":
        assert {clause.force for clause in clauses} == {"consequence"}
        assert {c.id for c in clauses} <= happened(case) ^ happened(twin)
        return
    if {clause.force for clause in clauses} == {"setup"}:
        assert [goes_against(each, about(case)) for each in (case, twin)].count(True) == 1
        return
    refused, legal = sorted((case, twin), key=lambda each: str(each["expect"]["verdict"]))
    assert (refused["expect"]["verdict"], legal["expect"]["verdict"]) == ("illegal", "legal")
    constraints = {clause.id for clause in clauses if clause.force == "constraint"}
    assert constraints - UNBREAKABLE <= set(refused["expect"]["reasons"])


def test_every_ruling_of_the_expansion_has_twins() -> None:
    """Some pair differs in nothing but the option that is pinned, in either direction."""
    of_it = {r.id for r in rulebook().rulings.values() if r.only == "mandate-of-heaven"}
    shown: set[str] = set()
    for case in LOADED:
        if "twin" in case:
            mine, other = (c["request"].get("rulings", {}) for c in (case, BY_ID[case["twin"]]))
            shown |= {r for r in mine.keys() & other.keys() if mine[r] != other[r]}
    assert of_it - shown == DECIDES_NOTHING.keys()


def test_every_clause_has_twins() -> None:
    """There is a pair for every clause, those of the set-up among them."""
    covered = {clause for case in LOADED if "twin" in case for clause in about(case)}
    assert rulebook().clauses.keys() == covered


def test_every_ruling_has_a_pair_that_it_decides() -> None:
    """Two cases that differ in the option of the ruling alone, and in what is expected."""
    by_question: dict[str, list[dict[str, Any]]] = {}
    for case in LOADED:
        asked = {key: value for key, value in case["request"].items() if key != "rulings"}
        question = json.dumps([case["endpoint"], asked], sort_keys=True)
        by_question.setdefault(question, []).append(case)
    decided: set[str] = set()
    for one, other in chain.from_iterable(combinations(c, 2) for c in by_question.values()):
        pins, others = (case["request"].get("rulings", {}) for case in (one, other))
        different = [r for r in {**pins, **others} if pins.get(r) != others.get(r)]
        if len(different) == 1 and one["expect"] != other["expect"]:
            decided.add(different[0])
    assert rulebook().rulings.keys() - decided == DECIDES_NOTHING.keys()


def flags_due(request: dict[str, Any]) -> set[str]:
    """The flags that a question asks for by itself."""
    text, position = json.dumps(request), request.get("position", {})
    is_record = "rounds" in request
    trick = [entry for entry in position.get("trick") or () if "cards" in entry]
    due = {
        "wild": ("+fire" if request.get("edition") == "early" else "+water") in text,
        "lead": not (trick or request.get("over") or is_record),
        "claim": '"as"' in text,
        "edition": request.get("edition", "rulebook") != "rulebook",
        "expansion": bool(request.get("expansion")),
        "ruling-pinned": bool(request.get("rulings")),
        "turn": bool(position),
        "record": is_record,
    }
    return {flag for flag, is_due in due.items() if is_due}


@pytest.mark.parametrize("case", CASES)
def test_flags_say_what_a_case_needs(case: dict[str, Any]) -> None:
    """Of a body that is answered every flag that is due is there."""
    refused = "status" in case["expect"]
    assert ("error" in case["flags"]) == refused
    assert refused or flags_due(case["request"]) <= set(case["flags"])
