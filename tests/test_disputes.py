"""Disputes: every row is a judgement, and no answer that any choice of options gives is missing."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from re import MULTILINE, findall
from typing import Any

import pytest
from click.testing import CliRunner

import fixtures
from api.cli import main
from checker.disputes import Dispute, Row, dispute
from checker.judging import judge
from checker.questions import Bid, CardsTwice, ImpossibleOver, JudgeQuestion, TurnQuestion
from checker.readings import Reading
from checker.rulebook import rulebook, without_selectors
from checker.turns import judge_turn
from checker.wire import answers
from checker.wire.bodies import TurnBody
from checker.wire.problems import Invalid
from checker.wire.validating import read_body
from tests.questions import a_question, cards

TRIPLES: dict[str, Any] = {
    "bid": ["10", "10", "9", "9", "8", "8"],
    "over": ["7", "7", "7", "6", "6", "6"],
}
SEEDS = range(4)
QUESTIONS = 25
FOLDER = Path(fixtures.__file__).parent
TURNS = [case["request"] for case in json.loads((FOLDER / "turns.json").read_text())["cases"]]


def random_questions(seed: int) -> list[JudgeQuestion]:
    """Short questions, some with pinned rulings, over bids that can lie there."""
    random = Random(seed)
    found: list[JudgeQuestion] = []
    while len(found) < QUESTIONS:
        question = a_question(random, (1, 2, 3, 4, 4, 6)).judge_question()
        try:
            judge(replace(question, explain="none"))
        except ImpossibleOver:
            continue
        found.append(question)
    return found


def told(question: JudgeQuestion, row: Row) -> tuple[str | None, tuple[Reading, ...]]:
    """What the judging says with the edition and the options of the row pinned."""
    rules = replace(row.rules, pinned=without_selectors({**row.rules.used, **row.options}))
    try:
        found = judge(replace(question, rules=rules))
    except ImpossibleOver:
        return None, ()
    return found.verdict, tuple(taken.reading for taken in found.readings)


def by_text(found: Dispute) -> dict[str, list[Row]]:
    """The rows of each edition."""
    rows: dict[str, list[Row]] = {}
    for row in found.rows:
        rows.setdefault(row.rules.edition.id, []).append(row)
    return rows


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_are_judgements(seed: int) -> None:
    """Each row equals the judgement by its edition with its options pinned, and settles it."""
    for question in random_questions(seed):
        for row in dispute(question).rows:
            assert (row.verdict, row.readings) == told(question, row)
            assert row.judgement is None or row.judgement.settled
            assert not row.options.keys() & question.rules.pinned.keys()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_answer_is_missing(seed: int) -> None:
    """Every choice of all options of the rulings about bids gives an answer that has a row.

    That row changes no more than the choice does, and no row could change less.
    """
    for question in random_questions(seed):
        for rows in by_text(dispute(question)).values():
            own = rows[0].rules.used
            open_ones = [
                rulebook().ruling(name)
                for name in sorted(rulebook().bid_rulings - question.rules.pinned.keys())
                if rulebook().ruling(name).raised_under(own)
            ]
            for options in product(*(ruling.options for ruling in open_ones)):
                chosen = {r.id: o for r, o in zip(open_ones, options, strict=True)}
                change = {name: o for name, o in chosen.items() if own[name] != o}
                asked = replace(rows[0], options=change)
                fitting = [
                    row
                    for row in rows
                    if (row.verdict, row.readings) == told(question, asked)
                    and row.options.items() <= change.items()
                ]
                assert fitting, (question, change)
            for row, other in product(rows, rows):
                same = (row.verdict, row.readings) == (other.verdict, other.readings)
                assert row is other or not (same and row.options.items() < other.options.items())


def test_turns_are_disputed_as_they_are_judged() -> None:
    """Each row of a turn equals its judgement, and each change that a judgement names has a row."""
    for body in TURNS:
        question: TurnQuestion = read_body(TurnBody, body).question()
        found = dispute(question)
        for row in found.rows:
            if row.judgement:
                again = judge_turn(replace(question, rules=row.rules))
                assert (again.verdict, again.settled) == (row.verdict, True)
        rows = by_text(found)[question.rules.edition.id]
        judged = judge_turn(question)
        for change in judged.changes:
            assert change.verdict in [
                row.verdict for row in rows if row.options.items() <= change.change.items()
            ]


def test_the_first_row_is_compared_with() -> None:
    """Each other row names the clause that parts it, and the ruling that the clause hangs on."""
    rows = answers.dispute(TRIPLES)["rows"]
    assert [(row["edition"], dict(row["options"]), row["verdict"]) for row in rows] == [
        ("rulebook", {}, "legal"),
        ("rulebook", {"formation-shape": "same-shape"}, "illegal"),
        ("early", {}, "illegal"),
        ("early", {"formation-shape": "same-count"}, "legal"),
    ]
    assert [[each["clause"] for each in row["because"]] for row in rows] == [
        [],
        ["formation-same-shape"],
        ["formation-same-shape"],
        [],
    ]
    (because,) = rows[1]["because"]
    (hangs_on,) = because["hangs_on"]
    assert because["refuses"] == "here"
    assert (hangs_on["here"], hangs_on["there"]) == ("same-shape", "same-count")
    assert hangs_on["question"] == rulebook().ruling("formation-shape").question


def test_readings_part_too() -> None:
    """Legal both times, but not as the same: the clause that takes a reading away is named."""
    rows = answers.dispute({"bid": ["9"] * 4, "over": ["8"] * 4})["rows"]
    row = next(row for row in rows if row["options"] == {"natural-four": "bomb-only"})
    assert (row["verdict"], [each["kind"] for each in row["readings"]]) == ("legal", ["bomb"])
    (because,) = row["because"]
    assert (because["clause"], because["refuses"]) == ("natural-four-bomb-only", "here")
    assert [each["kind"] for each in because["lost"]] == ["set"]


def test_a_legal_row_is_not_said_to_refuse() -> None:
    """Of a row that is legal in fewer ways the lost one is named; only illegal ones refuse."""
    for words, lost, refused in (
        (("8 8 8 8", "--over", "7 7 7 7"), ["a Set of four 8s"] * 2, []),
        (
            ("7+water 7 7 7",),
            ["a Bomb of four 7s", "a Set of four 7s", "a Set of five 7s"],
            ["early"],
        ),
    ):
        text = CliRunner().invoke(main, ["dispute", *words]).stdout
        assert findall(r"^Legal by .*, but not as (.*):$", text, MULTILINE) == lost
        assert findall(r"^Refused by (.*):$", text, MULTILINE) == refused


@pytest.mark.parametrize("seed", SEEDS)
def test_lost_readings_are_those_of_one_row_alone(seed: int) -> None:
    for question in random_questions(seed):
        found = dispute(question)
        for row in found.rows:
            for each in row.because:
                assert found.compared
                pair = (row, found.compared)
                refusing, other = pair if each.side == "here" else pair[::-1]
                assert set(each.lost) <= set(other.readings) - set(refusing.readings)
                assert not (each.lost and refusing.verdict == "illegal")


def test_what_cannot_be_is_a_row() -> None:
    """A bid to beat that only some rules allow has no verdict by the others, and says why."""
    over = {"cards": ["8"] * 4, "as": {"kind": "set"}}
    told = answers.dispute({"bid": ["9", "9", "9", "9+water"], "over": over})
    row = next(row for row in told["rows"] if row["verdict"] is None)
    assert row["options"] == {"natural-four": "bomb-only"}
    assert "may not be declared a Set" in row["detail"]
    (because,) = row["because"]
    assert because["clause"] == "natural-four-bomb-only"
    assert (because["lost"], [each["kind"] for each in because["lost_over"]]) == ([], ["set"])
    assert told["verdict"] == "undetermined"


def test_what_cannot_be_by_any_rules_is_a_fault() -> None:
    """A bid to beat that no text allows is refused, as it is for a judgement."""
    with pytest.raises(Invalid) as caught:
        answers.dispute({"bid": ["9"], "over": ["3", "5"]})
    assert [fault.pointer for fault in caught.value.faults] == ["/over"]
    twice = cards(["metal-8"])
    with pytest.raises(CardsTwice):
        dispute(JudgeQuestion(Bid(twice), Bid(twice), hand=twice))


def test_each_edition_has_its_own_wild() -> None:
    """The same cards, of a named deck as of none, are read with the wild of each text."""
    for bid, deck in ((["water-K:blue"], "rulebook"), (["7+water"], None)):
        rows = answers.dispute({"bid": bid, "over": ["5", "6"], "deck": deck})["rows"]
        verdicts = {row["edition"]: row["verdict"] for row in rows}
        assert verdicts == {"rulebook": "legal", "early": "illegal"}


def test_pinned_rulings_stay_pinned() -> None:
    """A pinned ruling has one option in every row, whatever the edition."""
    body = {**TRIPLES, "rulings": {"formation-shape": "same-shape"}}
    told = answers.dispute(body)
    assert [row["options"] for row in told["rows"]] == [{}, {}]
    assert told["verdict"] == "illegal"
    assert told["decision_id"] != answers.dispute(TRIPLES)["decision_id"]


def test_the_expansion_stands_beside_the_text_without_it() -> None:
    """With the expansion, the printed rulebook answers with it and without it."""
    rows = answers.dispute({"bid": ["7"], "expansion": "mandate-of-heaven"})["rows"]
    assert {(row["edition"], row["expansion"]) for row in rows} == {
        ("rulebook", "mandate-of-heaven"),
        ("rulebook", None),
        ("early", None),
    }


@pytest.mark.parametrize(
    ("words", "code", "first"),
    [
        (("10 10 9 9 8 8", "--over", "7 7 7 6 6 6"), 4, "THEY PART: whether"),
        (("6+6", "--over", "5 5"), 0, "ALL SAY LEGAL: 6+6 beats 5 5"),
        (("6+6", "--over", "7 7"), 2, "ALL SAY ILLEGAL: 6+6 does not beat 7 7"),
        (("6+6", "--over", "3 5"), 3, ""),
    ],
)
def test_on_the_command_line(words: tuple[str, ...], code: int, first: str) -> None:
    """The exit code tells whether they part; the table has a line for each answer."""
    result = CliRunner().invoke(main, ["dispute", *words])
    assert result.exit_code == code
    assert result.output.startswith(first) or code == 3


def test_long_forms_come_from_a_file() -> None:
    """A whole turn is disputed as the service does, and its options stand in the table."""
    body = json.dumps(next(c for c in TURNS if c["action"]["type"] == "element"))
    printed = CliRunner().invoke(main, ["dispute", "--body", "-"], input=body)
    as_json = CliRunner().invoke(main, ["dispute", "--body", "-", "--json"], input=body)
    assert "Compared with rulebook" in printed.output
    assert json.loads(as_json.output) == answers.dispute(json.loads(body))


def test_a_mandate_brings_in_the_expansion() -> None:
    """A table that plays with a Mandate is answered with the expansion and without it."""
    players = [{"name": "A", "hand": ["Q", "3"]}, {"name": "B", "hand": {"count": 4}}]
    trick = [{"player": "B", "cards": ["6"]}]
    position = {"players": players, "turn": "A", "trick": trick, "mandate": "tiger"}
    mandate = {"animal": "tiger", "by": "bid"}
    action = {"type": "bid", "cards": ["Q"], "mandate": mandate}
    told = answers.dispute({"position": position, "action": action})
    assert [(row["edition"], row["expansion"], row["verdict"]) for row in told["rows"]] == [
        ("rulebook", None, "illegal"),
        ("rulebook", "mandate-of-heaven", "legal"),
        ("early", None, "illegal"),
    ]
    (because,) = told["rows"][1]["because"]
    assert (because["clause"], because["refuses"]) == ("mandate-needs-expansion", "there")
