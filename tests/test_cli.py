"""The command line: what it asks, what it prints, and how it exits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from checker.model.solving import LIMITS, SolverLimit
from checker.wire import answers, texts
from checker.wire.problems import Fault, Invalid

Body = dict[str, Any]
ROOT = Path(__file__).parent.parent


def run(*args: str, **more: Any) -> Result:
    """One command, as if it were typed."""
    return CliRunner().invoke(main, args, **more)


def judgement(verdict: str) -> Body:
    """An answer that says nothing but its verdict."""
    empty: dict[str, list[Body]] = {"readings": [], "reasons": [], "rulings": []}
    return {"verdict": verdict, "settled": True, **empty, "alternatives": []}


NO_PLAYS = {
    "plays": [],
    "count": 0,
    "complete": True,
    "proof": {"proved": True, "asked": "the plays", "answer": "unsat"},
    "cursor": None,
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The bodies that the rules authority is asked, while it answers nothing in particular."""
    bodies: list[object] = []

    def answering(answer: Body) -> Callable[[object], Body]:
        def answered(body: object) -> Body:
            bodies.append(body)
            return answer

        return answered

    monkeypatch.setattr(answers, "judge", answering(judgement("legal")))
    monkeypatch.setattr(answers, "plays", answering(NO_PLAYS))
    return bodies


def raising(error: Exception) -> Callable[[object], Body]:
    """A rules authority that fails."""

    def answer(_body: object) -> Body:
        raise error

    return answer


# What is asked


@pytest.mark.parametrize(
    ("typed", "body"),
    [
        (["6+6"], {"bid": ["6+6"]}),
        (["6 6,7", "8"], {"bid": ["6", "6", "7", "8"]}),
        ([""], {"bid": []}),
        (["-8", "--over", "-5"], {"bid": ["-8"], "over": ["-5"]}),
        (["--", "-8"], {"bid": ["-8"]}),
        (["8", "--over", ""], {"bid": ["8"], "over": []}),
        (["6+6", "--as", "set"], {"bid": {"cards": ["6+6"], "as": {"kind": "set"}}}),
        (
            ["6", "--as", "SET 2x1 t"],
            {"bid": {"cards": ["6"], "as": {"kind": "set", "width": 2, "length": 1, "top": "10"}}},
        ),
        (["6", "--as", "x3"], {"bid": {"cards": ["6"], "as": {"length": 3}}}),
        (["6", "--as", "2x,6"], {"bid": {"cards": ["6"], "as": {"width": 2, "top": "6"}}}),
        (
            ["7", "--over", "6+water", "--over-as", "single"],
            {"bid": ["7"], "over": {"cards": ["6+water"], "as": {"kind": "single"}}},
        ),
        (["6", "--hand", "6 7"], {"bid": ["6"], "hand": ["6", "7"]}),
        (
            ["6", "--edition", "early", "--deck", "early", "--explain", "all", "--certificate"],
            {
                "bid": ["6"],
                "edition": "early",
                "deck": "early",
                "explain": "all",
                "certificate": True,
            },
        ),
        (
            ["6", "--ruling", "natural-four=either", "--ruling", "bomb-lead=allowed"],
            {"bid": ["6"], "rulings": {"natural-four": "either", "bomb-lead": "allowed"}},
        ),
    ],
)
def test_judge_asks_what_is_typed(asked: list[object], typed: list[str], body: Body) -> None:
    assert run("judge", *typed).exit_code == 0
    assert asked == [body]


@pytest.mark.parametrize(
    ("typed", "body"),
    [
        (["6 7"], {"hand": ["6", "7"]}),
        ([""], {"hand": []}),
        (
            ["6", "--over", "5", "--by", "faces", "--limit", "5", "--cursor", "x"],
            {"hand": ["6"], "over": ["5"], "by": "faces", "limit": 5, "cursor": "x"},
        ),
    ],
)
def test_plays_asks_what_is_typed(asked: list[object], typed: list[str], body: Body) -> None:
    assert run("plays", *typed).exit_code == 0
    assert asked == [body]


@pytest.mark.parametrize("command", ["judge", "plays"])
def test_a_body_is_asked_as_it_stands(asked: list[object], command: str, tmp_path: Path) -> None:
    file = tmp_path / "body.json"
    file.write_text('{"bid": ["6"], "more": 1}', "utf-8")
    assert run(command, "--body", str(file)).exit_code == 0
    assert run(command, "--body", "-", input='{"bid": []}').exit_code == 0
    assert asked == [{"bid": ["6"], "more": 1}, {"bid": []}]


# How it exits


@pytest.mark.parametrize(("verdict", "code"), [("legal", 0), ("illegal", 2), ("undetermined", 4)])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_verdict_is_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, verdict: str, code: int, form: list[str]
) -> None:
    monkeypatch.setattr(answers, "judge", lambda _body: judgement(verdict))
    assert run("judge", "6", *form).exit_code == code


@pytest.mark.parametrize(
    "typed",
    [
        [],
        ["nope"],
        ["--nope"],
        ["judge"],
        ["judge", "6", "--nope"],
        ["judge", "6", "--over"],
        ["judge", "6", "--as", "sett"],
        ["judge", "6", "--as", "set run"],
        ["judge", "6", "--as", "x"],
        ["judge", "6", "--ruling", "natural-four"],
        ["judge", "6", "--ruling", "natural-four=either", "--ruling", "natural-four=bomb-only"],
        ["judge", "6", "--explain", "most"],
        ["judge", "6", "--body", "-"],
        ["judge", "--over", "5", "--body", "-"],
        ["judge", "--as", "set", "--body", "-"],
        ["judge", "6", "--over-as", "set"],
        ["judge", "--body", "no/such/file"],
        ["judge", "--body", "-"],
        ["plays"],
        ["plays", "6", "--limit", "0"],
        ["clauses", "no-such-word"],
        ["rulings", "no-such-ruling"],
        ["completion"],
        ["completion", "cmd"],
        ["serve", "--port", "many"],
    ],
)
def test_wrong_usage_and_bad_input_exit_with_3(asked: list[object], typed: list[str]) -> None:
    result = run(*typed, input="{")
    assert (result.exit_code, result.stdout, asked) == (3, "", [])
    assert result.stderr
    assert "Traceback" not in result.stderr


FAULTS = Invalid(
    [
        Fault("/bid/0", "seven", "a card", "no such card"),
        Fault("/bid/1", "\ud800", "a card", "no such card"),
    ]
)


def test_every_fault_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "judge", raising(FAULTS))
    result = run("judge", "seven eight")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == (
        'Error: card 1 of the bid: no such card\n  got "seven"\n  accepted: a card\n'
        'Error: card 2 of the bid: no such card\n  got "\\ud800"\n  accepted: a card\n'
    )


def test_with_json_faults_are_a_problem_on_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "judge", raising(FAULTS))
    result = run("judge", "seven eight", "--json")
    assert (result.exit_code, result.stdout) == (3, "")
    told = json.loads(result.stderr)
    assert told["status"] == 422
    assert [error["pointer"] for error in told["errors"]] == ["/bid/0", "/bid/1"]


@pytest.mark.parametrize(
    ("body", "status"), [(b"{", 400), (b'{"bid":[],"bid":[]}', 400), (b" " * 10**6, 413)]
)
def test_a_body_that_is_no_json_is_a_problem(body: bytes, status: int) -> None:
    result = run("judge", "--body", "-", "--json", input=body)
    assert result.exit_code == 3
    assert json.loads(result.stderr)["status"] == status


def test_a_solver_limit_is_a_problem_but_no_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "judge", raising(SolverLimit(LIMITS)))
    result = run("judge", "6", "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert json.loads(result.stderr)["status"] == 503


@pytest.mark.parametrize("error", [SolverLimit(LIMITS), RuntimeError("two\nlines"), KeyError()])
@pytest.mark.parametrize("command", ["judge", "plays"])
def test_a_failure_is_one_line_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, command: str, error: Exception
) -> None:
    monkeypatch.setattr(answers, command, raising(error))
    result = run(command, "6")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1


# What is printed


def test_json_is_the_body_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "judge", lambda _body: {**judgement("legal"), "note": "二"})
    result = run("judge", "6", "--json")
    assert result.stdout_bytes.decode("utf-8") == (
        '{"verdict":"legal","settled":true,"readings":[],"reasons":[],"rulings":[],'
        '"alternatives":[],"note":"二"}\n'
    )


def test_a_certificate_is_printed_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"; {'a long comment ' * 20}\n(check-sat)\n"
    monkeypatch.setattr(answers, "judge", lambda _: {**judgement("legal"), "certificate": text})
    assert run("judge", "6", "--certificate").stdout.endswith(text)


@pytest.mark.parametrize("words", [["run"], ["RUN", "definition"], ["run-length"]])
def test_clauses_are_found_by_words(words: list[str]) -> None:
    result = run("clauses", *words)
    assert result.exit_code == 0
    assert "A Run consists of at least two and at most five values." in result.stdout
    assert "Chinese two is never part of a Set" not in result.stdout


@pytest.mark.parametrize("command", ["clauses", "rulings", "editions"])
def test_the_rulebook_can_be_listed(command: str) -> None:
    assert run(command).exit_code == 0
    assert list(json.loads(run(command, "--json").stdout)) == [command]


def test_one_ruling_is_shown_with_its_options() -> None:
    shown = run("rulings", "natural-four").stdout
    assert "- bomb-only: " in shown
    assert "formation-shape" not in shown
    assert json.loads(run("rulings", "natural-four", "--json").stdout)["id"] == "natural-four"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("panda-spin ju", {"judge"}),
        ("panda-spin judge --edition e", {"early"}),
        ("panda-spin judge --deck r", {"rulebook"}),
        ("panda-spin judge --as f", {"formation"}),
        ("panda-spin judge --ruling natural-four=e", {"natural-four=either"}),
        ("panda-spin rulings bomb-l", {"bomb-lead"}),
    ],
)
def test_completion_knows_the_names(line: str, offered: set[str]) -> None:
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    result = run(env={"_PANDA_SPIN_COMPLETE": "bash_complete", **words})
    assert {entry.split(",")[1] for entry in result.stdout.split()} == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    assert "_PANDA_SPIN_COMPLETE" in run("completion", shell).stdout


# A program of its own

START = "from api.cli import main; main()"


def program(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", START, *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **more,
    )


@pytest.mark.parametrize(
    ("typed", "code", "first_line"),
    [
        (["judge", "6+6", "--over", "5 5"], 0, "LEGAL: 6+6 beats 5 5"),
        (["judge", "6 8", "--over", "5 5"], 2, "ILLEGAL: 6 8 does not beat 5 5"),
        (["judge", "8", "--over", "7+water"], 4, "IT DEPENDS: whether 8 beats 7+water"),
        (["judge", "", "--over", "5"], 2, "ILLEGAL: an empty bid does not beat 5"),
        (["judge", "8", "--over", "5 7"], 3, ""),
        (["judge", "8"], 0, "LEGAL: 8 may start a trick"),
        (["judge"], 3, ""),
        (["--help"], 0, "Usage: panda-spin [OPTIONS] COMMAND [ARGS]..."),
    ],
)
def test_the_program_exits_as_documented(typed: list[str], code: int, first_line: str) -> None:
    done = program(*typed)
    assert done.returncode == code, done.stderr
    assert "".join(done.stdout.splitlines()[:1]) == first_line
    assert "Traceback" not in done.stderr


def test_plain_text_reaches_a_terminal_that_knows_no_unicode() -> None:
    done = program("judge", "6+6", env={**os.environ, "PYTHONIOENCODING": "ascii", "TERM": "dumb"})
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout


def test_a_reader_that_has_seen_enough_hears_nothing() -> None:
    command = [sys.executable, "-c", START, "clauses"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_help_and_completion_import_nothing_heavy() -> None:
    heavy = "{'z3', 'flask', 'networkx', 'rich', 'pydantic'}"
    code = f"import sys; from api.cli import main; print({heavy} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_the_demo_shows_a_wild_a_refusal_an_open_question_and_a_proof() -> None:
    done = program("demo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("$ panda-spin") == 4
    for words in ("LEGAL: 7+water 9 beats", "ILLEGAL: ", "Not settled", "Z3 proved"):
        assert words in done.stdout


def test_rulings_are_found_by_words() -> None:
    found = json.loads(run("rulings", "wild", "--json").stdout)["rulings"]
    assert [each["id"] for each in found] == ["natural-four", "wood-wild", "wild-single"]
    assert "(wood-wild)" in run("rulings", "wood", "card").stdout
    assert run("rulings", "joker").exit_code == 3


def test_ids_are_never_cut() -> None:
    shown = run("clauses").stdout.split()
    assert {each["id"] for each in texts.clauses()} <= set(shown)


def test_an_element_card_is_asked_about_at_a_table() -> None:
    told = " ".join(run("judge", "element-fire", "--over", "6").stdout.split())
    assert "describe that in a file, as specs/position.md says, and ask panda-spin step" in told
    assert "step FILE" not in run("judge", "6", "--over", "6").stdout
