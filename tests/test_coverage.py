"""What somebody's cases exercise: what is cited, decides and unmasks, and not a thing more."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from checker.cases import Case
from checker.coverage import Coverage, coverage, coverage_form, exercised
from checker.rulebook import rulebook
from tests.test_conformance import CASES, FOLDER, panda_spin

BY_ID = {case.id: case for case in CASES}
ANSWER: dict[str, Any] = {"bid": ["6", "6"], "over": ["5", "5"]}


def of(*cases: Case) -> Coverage:
    """What these cases exercise together."""
    return coverage(map(exercised, cases))


def test_a_bid_exercises_what_its_answer_cites_and_its_mutants() -> None:
    """A legal bid the clauses that carry it, a refused one those that forbid it."""
    legal = exercised(Case("a", "judge", ANSWER))
    assert legal.accepting == {"use-all-values", "beat-same-kind", "beat-same-number"} | {
        "beat-higher",
        "set-identical",
    }
    assert "beat-higher" not in legal.refusing
    assert not legal.options
    refused = exercised(Case("a", "judge", {**ANSWER, "bid": ["4", "4"]}))
    assert not refused.accepting
    assert "beat-higher" in refused.refusing
    assert not {"run-length", "beat-same-number"} & refused.refusing
    assert "beat-higher:removed" in refused.mutants
    assert "beat-higher:removed" not in legal.mutants
    assert "beat-higher:forbidden" not in of(Case("a", "judge", ANSWER)).never_accepting


def test_a_list_exercises_what_each_of_its_plays_does() -> None:
    """A play that is listed is a bid that is legal; at a table, an action."""
    listed = exercised(Case("a", "plays", {"hand": ["6", "6"], "over": ["5", "5"]}))
    alone = exercised(Case("a", "judge", ANSWER))
    assert listed.accepting >= alone.accepting
    assert listed.mutants == alone.mutants
    table = next(c for c in CASES if c.endpoint == "plays" and "position" in str(c.request))
    assert exercised(table).accepting


def test_consequences_and_the_set_up_have_one_side_each() -> None:
    """An event is brought about, a fault of a body refused; each unmasks what leaves it out."""
    step = next(case for case in CASES if case.id == "step-forced-pass-allowed")
    done = exercised(step)
    assert {"element-played", "element-draws-two"} <= done.accepting
    assert "element-played:removed" in done.mutants
    fault = next(case for case in CASES if case.endpoint != "plays" and case.expect.get("status"))
    assert exercised(fault).refused
    rows = {row.clause: row for row in of().clauses}
    assert (rows["element-played"].accepting, rows["element-played"].refusing) == (0, None)
    assert (rows["deck-cards"].accepting, rows["deck-cards"].refusing) == (None, 0)


def test_a_record_exercises_what_comes_about_in_it_and_how_it_begins() -> None:
    """The clauses of its events are kept, that of a wrong start is broken and its mutant killed."""
    record = json.loads((FOLDER / "games" / "two-players.json").read_text("utf-8"))
    clean = exercised(Case("a", "replay", record, expect={"verdict": "clean"}))
    assert {"white-cards-return", "show-out-points", "most-points-win"} <= clean.accepting
    assert not clean.refusing | clean.mutants
    assert not clean.unlike
    begun = next(case for case in CASES if case.id == "record-twelve-dealt-broken")
    wrong = exercised(begun)
    assert [*wrong.refusing, *wrong.mutants] == ["twelve-dealt", "twelve-dealt:removed"]


def test_an_option_decides_where_another_one_answers_otherwise() -> None:
    """Pinned or not; a ruling that is merely pinned decides nothing."""
    shapes = {"bid": ["6", "6", "7", "7", "8", "8"], "over": ["3", "3", "3", "4", "4", "4"]}
    ruling = "formation-shape"
    open_one = exercised(Case("a", "judge", shapes))
    pinned = exercised(Case("a", "judge", {**shapes, "rulings": {ruling: "same-shape"}}))
    idle = exercised(Case("a", "judge", {**ANSWER, "rulings": {ruling: "same-shape"}}))
    assert (ruling, "same-count") in open_one.options
    assert (ruling, "same-shape") in pinned.options
    assert not idle.options
    house = next(p for p in rulebook().presets.values() if p.rulings.get(ruling) == "same-shape")
    preset = exercised(Case("a", "judge", {**shapes, "preset": house.id}))
    assert (ruling, "same-shape") in preset.options
    assert not exercised(Case("a", "judge", {**shapes, "rulings": {ruling: []}})).options


def test_more_cases_exercise_more() -> None:
    """Coverage is the union of what each case exercises; nothing at all exercises nothing."""
    random = Random(5)
    cases = random.sample([case for case in CASES if case.endpoint == "judge"], 12)
    some, more = of(*cases[:6]), of(*cases)
    assert {*more.never_accepting} <= {*some.never_accepting}
    assert {*more.never_refusing} <= {*some.never_refusing}
    assert {*more.never_deciding} <= {*some.never_deciding}
    assert {*more.surviving} <= {*some.surviving}
    assert not more.unlike
    nothing = of()
    assert len(nothing.surviving) == len(nothing.mutants)
    assert len(nothing.never_deciding) == sum(len(r.options) for r in rulebook().rulings.values())
    form = coverage_form(more)
    assert json.loads(json.dumps(form)) == form


def test_the_command_reads_lines_and_says_what_is_missing(tmp_path: Path) -> None:
    """Cases that expect another answer are told; the bytes are the same in every process."""
    lines = [
        {"request": ANSWER},
        {"request": ANSWER, "expect": {"verdict": "illegal", "readings": []}},
        {"endpoint": "judge", "request": {"bid": ["88"]}},
        {"request": "a bid"},
    ]
    file = tmp_path / "their-cases.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    told = panda_spin("coverage", str(file))
    assert told.returncode == 3, told.stderr
    assert "2 cases without an answer, which exercise nothing\n  line 3\n" in told.stdout
    assert 'got "88"' in told.stdout
    assert "4 cases, 2 with a body that has no answer" in told.stdout
    assert "1 case with another answer than that of this model" in told.stdout
    assert "verdict: expects illegal, the model legal" in told.stdout
    told = panda_spin("coverage", str(file), "--json")
    assert panda_spin("coverage", str(file), "--json").stdout == told.stdout
    form = json.loads(told.stdout)
    assert [each["id"] for each in form["unlike"]] == ["line 2"]
    assert [each["id"] for each in form["unanswered"]] == ["line 3", "line 4"]
    assert form["unanswered"][0]["problem"]["errors"][0]["pointer"] == "/bid/0"
    assert "beat-higher" in form["never"]["refusing"]
    assert "beat-higher" not in form["never"]["accepting"]
    file.write_text('{"bid": ["6"]}', "utf-8")
    assert panda_spin("coverage", str(file)).returncode == 3


def test_a_refusal_that_is_meant_is_no_case_without_an_answer(tmp_path: Path) -> None:
    """Whoever expects to be refused, or breaks a clause of the set-up, made no mistake."""
    wrong = {"bid": ["88"]}
    table = next(case for case in CASES if exercised_by_refusal(case))
    assert not exercised(Case("a", "judge", wrong, expect={"status": 422})).unanswered
    assert not exercised(Case("a", table.endpoint, table.request)).unanswered
    mistaken = exercised(Case("a", "judge", wrong, expect={"verdict": "legal"}))
    assert mistaken.unanswered
    assert not coverage([mistaken]).unlike
    file = tmp_path / "their-cases.jsonl"
    cases = [{"request": wrong, "expect": {"status": 422}}, {"request": ANSWER}]
    file.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    assert panda_spin("coverage", str(file)).returncode == 0


def exercised_by_refusal(case: Case) -> bool:
    """Whether the body is refused because its table breaks a clause."""
    if "status" not in case.expect:
        return False
    return bool(exercised(case).refusing)


def test_every_side_of_a_clause_is_found_in_its_own_fixtures() -> None:
    """A clause of bids whose pair there is, is exercised by it on the side that it is about."""
    pair = [BY_ID["wild-no-bomb"], BY_ID["wild-set-of-four"]]
    found = of(*pair)
    row = next(row for row in found.clauses if row.clause == "bomb-without-wild")
    assert row.refusing
    assert "bomb-without-wild:removed" not in {mutant.id for mutant in found.surviving}
