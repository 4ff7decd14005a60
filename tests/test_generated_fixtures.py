"""The generated fixtures: answered as they say, no two alike, and built again the same."""

from __future__ import annotations

import hashlib
import json
import re
import runpy
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

import fixtures
import specs
from api.cli import main
from checker.goals import goals
from checker.model.symbolic import Bounds
from checker.mutants import mutants
from checker.rulebook import rulebook
from checker.short_forms import REQUIRED
from checker.short_forms import differences as short_differences
from checker.vectors import covering, matrix
from checker.vectors.asking import Asked, answered, is_doubtful, looked
from checker.vectors.building import rebuilt
from checker.vectors.expecting import expected
from checker.vectors.formats import TITLES, by_hand, shipped, texts
from checker.vectors.killing import killed_by
from checker.vectors.shrinking import proved, smallest
from checker.vectors.variations import differences
from tests.test_conformance import changed
from tests.test_fixtures import flags_due

FOLDER = Path(fixtures.__file__).parent
COVERAGE = Path(specs.__file__).parent / "coverage"
GENERATED = shipped()
BY_ID = {case["id"]: case for case in GENERATED}
MUTANTS: list[dict[str, Any]] = json.loads((COVERAGE / "mutants.json").read_text("utf-8"))
CHUNKS = [GENERATED[start::16] for start in range(16)]


def asked(case: dict[str, Any]) -> Asked:
    """The case as it is asked, with what it expects for the answer."""
    return Asked(case["endpoint"], case["request"], case["expect"])


@pytest.mark.parametrize("cases", CHUNKS, ids=range(16))
def test_answers_are_as_expected(cases: Sequence[dict[str, Any]]) -> None:
    """Every answer is the one that the case expects, to the last reason."""
    for case in cases:
        assert expected(case["endpoint"], case["request"]) == case["expect"], case["id"]


@pytest.mark.parametrize("name", TITLES)
def test_files_meet_the_schema(name: str) -> None:
    """Every generated file is valid by the published schema, as the others are."""
    schema = json.loads((FOLDER / "schema.json").read_text("utf-8"))
    file = json.loads((FOLDER / "generated" / f"{name}.json").read_text("utf-8"))
    jsonschema.validate(file, schema)


def test_there_are_enough_and_no_two_are_alike() -> None:
    """At least 1,500, each with its own id, clauses violated and shape."""
    assert len(GENERATED) >= 1500
    assert len(BY_ID) == len(GENERATED)
    assert not BY_ID.keys() & {case["id"] for case in by_hand()}
    alike = Counter(asked(case).key for case in GENERATED)
    assert max(alike.values()) == 1


def test_ids_come_of_what_is_asked() -> None:
    """The id of a case is that of its question, however it is spelled."""
    for case in GENERATED:
        assert case["id"] == asked(case).id
    short = Asked("judge", {"bid": ["T", "9"], "over": ["6", "7"]}, {"verdict": "legal"})
    spelled = {"bid": {"cards": ["9", "10"]}, "over": ["7", "6"], "edition": "rulebook"}
    assert short.id == Asked("judge", spelled, {"verdict": "legal"}).id


def test_twins_part_at_their_clause() -> None:
    """A case and its twin differ in a single thing; a clause decides one against the other."""
    twins = [(case, BY_ID[case["twin"]]) for case in GENERATED if "twin" in case]
    assert {case["id"] for case, _ in twins} >= {twin["id"] for _, twin in twins}
    for case, twin in twins:
        assert differences(case["request"], twin["request"]) == 1
        shared = [use for use in case["built_for"] if use in twin["built_for"]]
        clauses = [use.removeprefix("twins ") for use in shared if use.startswith("twins ")]
        assert clauses, case["id"]
        for clause in clauses:
            assert clause in case["clauses"]
            assert clause in twin["clauses"]
            if case["endpoint"] == "step":
                told = [{event["clause"] for event in c["expect"]["events"]} for c in (case, twin)]
                assert sorted(clause in happened for happened in told) == [False, True]
        if case["endpoint"] == "judge":
            assert {c["expect"]["verdict"] for c in (case, twin)} == {"legal", "illegal"}


BY_HAND_ALONE = {
    *("wild-not-single", "leader-plays", "fire-all-or-none", "wind-leaves-trick", "snake-flips"),
    *("start-any-combination", "wild-anywhere", "variant-symbols", "variant-with-mandate"),
}
"""Clauses that nothing breaks, that forbid nothing, or whose twins are like cases already there."""


def test_every_clause_ruling_and_goal_has_cases() -> None:
    """Twins for every clause that an action can keep or break, options that differ, examples."""
    uses = Counter(use for case in GENERATED for use in case["built_for"])
    acted_on = [c.id for c in rulebook().clauses.values() if c.force != "setup"]
    assert {c for c in acted_on if uses[f"twins {c}"] < 2} <= BY_HAND_ALONE
    without = {ruling for ruling in rulebook().rulings if uses[f"rulings {ruling}"] < 2}
    # Neither ever changes an answer.
    assert without == {"ox-kind"}
    found = [goal.id for goal in goals().values() if goal.expect == "found"]
    assert [goal for goal in found if not uses[f"goals {goal}"]] == []


def test_flags_say_what_a_case_needs() -> None:
    """Of a body that is answered exactly the flags that are due are there."""
    for case in GENERATED:
        refused = "status" in case["expect"]
        due = {"error"} if refused else flags_due(case["request"])
        assert due <= set(case["flags"]), case["id"]


def test_a_part_is_built_again_byte_by_byte() -> None:
    """What a case says beside question and answer comes of these alone, and is worked out anew."""
    for case in Random(5).sample(GENERATED, 40):
        assert rebuilt(case, BY_ID) == case


def test_no_table_is_doubtful() -> None:
    """Every table that is answered can be by the options that it is judged by."""
    assert [case["id"] for case in GENERATED if is_doubtful(case["request"])] == []


def test_what_can_go_is_found_out() -> None:
    """A case that is not as small as it can be is not called so; made smaller, it is."""
    case = answered("judge", {"bid": ["3", "4", "5"], "over": ["6", "6"]})

    def keeps(requests: Sequence[dict[str, Any]]) -> bool:
        return looked("judge", requests[0]).shown == looked("judge", case.request).shown

    with pytest.raises(ValueError, match="can be left out"):
        proved([case], 0, keeps)
    (less,), (small,) = smallest([case], keeps)
    assert small == "reasons"
    assert less.violated == case.violated
    assert len(less.request["bid"]) < 3


def test_every_format_holds_every_case() -> None:
    """JSON is what is kept; the other formats hold the same cases after those made by hand."""
    kept = files("fixtures").joinpath("generated")
    for name, text in texts(GENERATED, "json").items():
        assert kept.joinpath(name).read_text("utf-8") == text
    every = [*by_hand(), *GENERATED]
    lines = texts(GENERATED, "jsonl")["cases.jsonl"].splitlines()
    assert [json.loads(line) for line in lines] == every
    assert json.loads(texts(GENERATED, "jest")["panda-spin-cases.json"]) == every


def test_the_command_writes_what_is_kept(tmp_path: Path) -> None:
    """The generated files, without building them anew; a format that is not there is refused."""
    line = ["fixtures", "build", "--shipped", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, line)
    assert done.exit_code == 0
    for name in TITLES:
        kept = (FOLDER / "generated" / f"{name}.json").read_bytes()
        assert (tmp_path / f"{name}.json").read_bytes() == kept
        assert hashlib.sha256(kept).hexdigest()[:16] in done.output
    assert CliRunner().invoke(main, [*line, "--format", "xml"]).exit_code == 3


def test_the_emitted_test_tells_right_from_wrong(tmp_path: Path) -> None:
    """Filled in with right answers in another order it passes, with wrong ones it fails."""
    for name, text in texts(GENERATED, "pytest").items():
        (tmp_path / name).write_text(text, "utf-8")
    told: dict[str, Any] = {}
    emitted = runpy.run_path(str(tmp_path / "test_panda_spin.py"))["test_case"]
    emitted.__globals__["answer"] = lambda _endpoint, _request: told
    for case in Random(8).sample(GENERATED, 40):
        told = {**case["expect"], "readings": case["expect"].get("readings", [])[::-1]}
        emitted(case)
        told |= {"status": 200, "verdict": "undecided", "count": -1}
        with pytest.raises(AssertionError):
            emitted(case)


def test_the_emitted_test_asks_no_more_than_conformance_does(tmp_path: Path) -> None:
    """What need not be given may be left out but not be wrong; without an answer it is skipped."""
    for name, text in texts(GENERATED, "pytest").items():
        (tmp_path / name).write_text(text, "utf-8")
    told: dict[str, Any] | None = None
    emitted = runpy.run_path(str(tmp_path / "test_panda_spin.py"))["test_case"]
    emitted.__globals__["answer"] = lambda _endpoint, _request: told
    for case in Random(9).sample([*by_hand(), *GENERATED], 200):
        expect = case["expect"]
        told = None
        with pytest.raises(pytest.skip.Exception):
            emitted(case)
        keys = ("status",) if "status" in expect else REQUIRED[case["endpoint"]]
        told = {key: expect[key] for key in keys}
        emitted(case)
        for key in keys:
            told = {each: expect[each] for each in keys if each != key}
            with pytest.raises(AssertionError):
                emitted(case)
        for _, told in changed(expect):
            if short_differences(expect, told):
                with pytest.raises(AssertionError):
                    emitted(case)
            else:
                emitted(case)


# What is covered.


def test_every_mutant_is_killed_or_said_why_not() -> None:
    """By the case that is named; whoever is alive is proved to be no other rulebook."""
    told = {row["id"]: row for row in MUTANTS}
    assert list(told) == [mutant.id for mutant in mutants()]
    every = BY_ID | {case["id"]: case for case in by_hand()}
    for mutant in mutants():
        row = told[mutant.id]
        if "killed_by" in row:
            case = every[row["killed_by"]]
            assert mutant.id in killed_by(asked(case), (mutant.id,)), mutant.id
        else:
            said = covering.why_alive(mutant, Bounds(6, 12))
            assert said.keys() == {"equivalent"}, mutant.id
            assert said.keys() == row.keys() - {"id", "clause", "ruling", "meaning"}


def test_the_matrix_has_no_empty_cell_and_is_up_to_date() -> None:
    """Every cell holds something, or says why there is nothing; the files are what comes of it."""
    cases = [*by_hand(), *GENERATED]
    rows = matrix.rows(cases, MUTANTS)
    assert [row.clause.id for row in rows] == list(rulebook().clauses)
    for row in rows:
        for cell in row.cells.values():
            assert re.fullmatch(r"(?!none: nothing$)\S.*", cell), (row.clause.id, row.cells)
        empty = {c for c in row.cells if row.cells[c].startswith(matrix.NOT_APPLICABLE)}
        allowed = {"formalised", "mutants"} if row.clause.force == "permission" else set()
        allowed |= {"rejected"} if row.clause.id == "wild-not-single" else set()
        assert empty <= allowed, row.clause.id
    for name, text in covering.texts(MUTANTS, cases).items():
        assert (COVERAGE / name).read_text("utf-8") == text, "run panda-spin fixtures matrix"
