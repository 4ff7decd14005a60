"""The fixtures: every one is answered as it says, and the files keep to their own contract."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import fixtures
from checker.rulebook import rulebook
from checker.wire import answers
from checker.wire.problems import Invalid

FOLDER = Path(fixtures.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.json") if path.name != "schema.json")
CASES = [
    pytest.param(case, id=case["id"])
    for path in FILES
    for case in json.loads(path.read_text("utf-8"))["cases"]
]


def short(reading: dict[str, Any]) -> str:
    """A reading as fixtures write it."""
    return f"{reading['kind']} {reading['width']}x{reading['length']} {reading['top']}"


def told(case: dict[str, Any]) -> dict[str, Any]:
    """What this checker answers, in the shape of a fixture's ``expect``."""
    try:
        if case["endpoint"] == "plays":
            return told_plays(dict(answers.plays(case["request"])))
        return told_judge(dict(answers.judge(case["request"])))
    except Invalid as error:
        return {"status": 422, "pointers": [fault.pointer for fault in error.faults]}


def told_judge(answer: dict[str, Any]) -> dict[str, Any]:
    """A judgement in the shape of a fixture's ``expect``."""
    found = {
        "verdict": answer["verdict"],
        "settled": answer["settled"],
        "readings": [short(reading) for reading in answer["readings"]],
        "reasons": [reason["clause"] for reason in answer["reasons"]],
    }
    if answer["rulings"]:
        keys = ("change", "verdict_otherwise")
        found["rulings"] = [{key: change[key] for key in keys} for change in answer["rulings"]]
    if "by_over" in answer:
        found["by_over"] = [
            {"over": short(under["over"]), "verdict": under["verdict"]}
            for under in answer["by_over"]
        ]
    if answer["stand_ins"]:
        found["stand_ins"] = answer["stand_ins"]
    return found


def told_plays(answer: dict[str, Any]) -> dict[str, Any]:
    """A list of plays in the shape of a fixture's ``expect``."""
    found: dict[str, Any] = {
        "count": answer["count"],
        "complete": answer["complete"],
        "plays": [
            {
                key: short(play[key]) if key == "reading" else play[key]
                for key in play
                if key != "cards"
            }
            for play in answer["plays"]
        ],
    }
    if "by_over" in answer:
        found["by_over"] = [
            {"over": short(under["over"]), "count": under["count"]} for under in answer["by_over"]
        ]
    return found


@pytest.mark.parametrize("case", CASES)
def test_fixture(case: dict[str, Any]) -> None:
    """The answer is the one that the fixture expects, to the last reason."""
    assert told(case) == case["expect"]


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

    No bid can break "no wild as a Single": every face shows a value, and the value is the Single.
    Under the option that lets no leader pass, no pass keeps the clause.
    """
    cases = [param.values[0] for param in CASES]
    cited: dict[str, set[str]] = {"legal": set(), "illegal": set(), "undetermined": set()}
    for case in cases:
        assert isinstance(case, dict)
        cited.get(case["expect"].get("verdict"), set()).update(case["clauses"])
    for clause in rulebook().clauses.values():
        if clause.force == "constraint" and clause.id != "leader-plays":
            assert clause.id in cited["illegal"] or clause.id == "wild-not-single", clause.id
            assert clause.id in cited["legal"] or not clause.kept, clause.id
