"""Other implementations: whatever they answer, or do instead, is told as what it is."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from werkzeug.serving import make_server

import fixtures
from api import create_app
from api.cli import main
from api.implementations import NotStarted, Program, Service
from api.rendering.clause_chart import clause_chart
from checker.cases import BadCases, Case, paired, read_cases
from checker.conformance import MOST_TROUBLES, Answer, Trouble, check, report, report_form, run
from checker.rulebook import rulebook
from checker.short_forms import differences
from tests.faulty_implementation import CLAUSES

FOLDER = Path(fixtures.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.json") if path.name != "schema.json")
CASES = paired(case for path in FILES for case in read_cases(path.read_bytes()))
PANDA_SPIN = [sys.executable, "-c", "from api.cli import main; main()"]
FAULTY = [sys.executable, "-m", "tests.faulty_implementation"]
PAIR = Case(
    "pair", "judge", {"bid": ["6+6"]}, expect={"verdict": "legal", "readings": ["set 2x1 6"]}
)
RIGHT = '{"verdict": "legal", "readings": ["set 2x1 6"]}'


def panda_spin(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line as a user starts it."""
    return subprocess.run(
        [*PANDA_SPIN, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def script(body: str) -> list[str]:
    """A program of these lines, which has read its first question as ``asked``."""
    head = "import json, os, sys, time\nasked = json.loads(sys.stdin.readline())\n"
    return [sys.executable, "-c", head + body]


def test_the_report_names_the_planted_faults_and_nothing_else() -> None:
    """Three faults are planted; what is broken is exactly their three clauses."""
    with Program(FAULTY, timeout=30) as faulty:
        told = report(run(CASES, faulty.ask))
    assert {*told.at_fault} == {*CLAUSES.values()}
    assert not told.conforms
    assert told.count("passed") > 100
    form = report_form(told)
    assert json.loads(json.dumps(form)) == form
    assert sum(row["failed"] for row in form["clauses"]) >= form["failed"] == len(form["failures"])
    chart = clause_chart(told)
    assert chart == clause_chart(told)
    drawn = [
        text.text for text in ElementTree.fromstring(chart).iter() if text.get("class") == "broken"
    ]
    assert drawn[0] == f"broken: {', '.join(told.at_fault)}"
    assert {*told.at_fault} < {*drawn}


def test_what_is_documented_is_what_is_printed(tmp_path: Path) -> None:
    """The examples in CONFORMANCE.md work; report, picture, coverage and case are those printed."""
    text = FOLDER.joinpath("CONFORMANCE.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    ((theirs, of_theirs),) = re.findall(
        r"\$ cat their-cases.jsonl\n(.*?)(\$ .*?)```", text, re.DOTALL
    )
    single, cases, chart = (tmp_path / name for name in ("singles.py", "cases.jsonl", "chart.svg"))
    single.write_text(example, "utf-8")
    cases.write_text(theirs, "utf-8")
    here = {
        "python3 singles.py": f"{sys.executable} {single}",
        "python -m tests.faulty_implementation": " ".join(FAULTY),
        "python -m tests.faulty_implementation equal-run": " ".join([*FAULTY, "equal-run"]),
        "panda-spin answer": shlex.join([*PANDA_SPIN, "answer"]),
        "fixtures/conformance.svg": str(chart),
        "fixtures/judge.json": str(FOLDER / "judge.json"),
        "their-cases.jsonl": str(cases),
    }
    blocks = re.findall(r"```console\n(\$ panda-spin .*?)```", text, re.DOTALL)
    assert len(blocks) == 4
    for block in (*blocks, of_theirs):
        command, _, expected = block.partition("\n")
        arguments = [here.get(word, word) for word in shlex.split(command)[2:]]
        assert panda_spin(*arguments).stdout == expected
    assert chart.read_bytes() == FOLDER.joinpath("conformance.svg").read_bytes()


def test_this_project_conforms_to_itself() -> None:
    """Through the protocol, by a case of every sort; and no case is about an unknown clause."""
    with Program([*PANDA_SPIN, "answer"], timeout=60) as right:
        told = report(run(CASES[::9], right.ask))
    assert told.conforms
    assert told.count("passed") == len(CASES[::9])
    assert {c for case in CASES for c in case.clauses} <= {*rulebook().clauses}


def test_an_answer_with_any_change_is_seen() -> None:
    """What is expected passes, in whichever order; with one value changed it does not."""
    for case in CASES:
        right = dict(case.expect)
        reordered = {key: right[key][::-1] for key in UNORDERED if key in right}
        assert not differences(case.expect, {**right, **reordered})
        for key, wrong in changed(right):
            assert differences(case.expect, wrong), (case.id, key, wrong)


UNORDERED = ("readings", "reasons", "pointers", "plays")


def changed(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The answer with one of its parts lost, doubled or another one."""
    for key, told in value.items():
        if isinstance(told, list):
            others: list[Any] = [told[1:]] if told else []
            if key in ("readings", "reasons", "events", "by_over"):
                others.append([*told, "run 1x2 4" if key == "readings" else {"event": "spin"}])
            if key in ("reasons", "readings", "pointers"):
                others = [other for other in others if {*map(str, other)} != {*map(str, told)}]
        elif isinstance(told, dict):
            others = [wrong for _, wrong in changed(told) if _ != "trick"]
        else:
            others = ["undetermined" if told == "legal" else "legal"] if key == "verdict" else []
            others = [not told] if isinstance(told, bool) else others
            others = [told + 1] if type(told) is int else others
        yield from ((key, {**value, key: other}) for other in others)


def test_what_need_not_be_said_is_compared_only_where_it_is() -> None:
    """Verdict and readings have to be there; everything else may be left out, but not wrong."""
    case = next(each for each in CASES if each.id == "double-beats-double")
    least = {"verdict": "legal", "readings": [{"kind": "set", "width": 2, "length": 1, "top": "6"}]}
    assert check(case, least).result == "passed"
    assert check(case, {"verdict": "legal"}).result == "failed"
    assert check(case, {**least, "settled": False}).result == "failed"
    assert check(case, {**least, "reasons": [{"clause": "beat-higher"}]}).result == "failed"
    assert check(case, {"unsupported": True}).result == "left out"
    assert check(case, {"status": 422, "pointers": []}).result == "failed"


@pytest.mark.parametrize(
    ("told", "at_fault"),
    [
        ({"verdict": "legal", "readings": ["bomb 4x1 10"]}, ("bomb-without-wild",)),
        ({"verdict": "legal", "readings": ["set 4x1 10"]}, ("beat-same-number",)),
    ],
)
def test_a_wrong_reading_breaks_what_forbids_it(told: dict[str, Any], at_fault: object) -> None:
    """The clauses at fault are those by which the model refuses what was answered."""
    case = next(each for each in CASES if each.id == "wild-no-bomb")
    assert check(case, told).at_fault == at_fault


TROUBLES = [
    ("time.sleep(60)", "hang", "no answer within"),
    ("sys.stderr.write('out of tiles'); sys.exit(7)", "crash", "exit code 7"),
    ("os.kill(os.getpid(), 9)", "crash", "with signal 9"),
    ("os.close(1); time.sleep(60)", "crash", "closed its output"),
    ("print('Ready!', flush=True)", "garbage", '"Ready!", which is no JSON'),
    ("print('[]', flush=True)", "garbage", "it answered []; accepted: a JSON object"),
    ("print('{}', flush=True)", "garbage", 'it answered the id null where "pair" was asked'),
    ('print(\'{"id": "pair", "verdict": 7, "readings": []}\')', "garbage", "verdict: got 7"),
    ("print(json.dumps(asked), flush=True)", "garbage", "it lacks verdict, readings"),
    ("print('{' * 100_000)", "garbage", "no JSON"),
    ("sys.stdout.write('x' * 9_000_000); sys.stdout.flush(); time.sleep(60)", "garbage", "bytes"),
    ("print('x' * 9_000_000)", "garbage", "bytes"),
]


@pytest.mark.parametrize(("body", "sort", "detail"), TROUBLES, ids=[t[2] for t in TROUBLES])
def test_trouble_is_a_failure_and_nothing_waits_for_it(body: str, sort: str, detail: str) -> None:
    """Whatever a program does instead of answering is the failure of that case, in its words."""
    with Program(script(body), timeout=1 if sort == "hang" else 60) as program:
        outcome = check(PAIR, program.ask(PAIR.id, PAIR.endpoint, PAIR.request))
    assert outcome.trouble
    assert outcome.trouble.sort == sort
    assert detail in outcome.trouble.detail
    assert outcome.result == "failed"
    assert ("out of tiles" in outcome.trouble.stderr) == ("tiles" in body)


def test_a_program_that_ends_is_started_anew() -> None:
    """One that answers a single question and ends fails those that come upon its end alone."""
    answer = f"print(json.dumps({{'id': asked['id'], **json.loads('{RIGHT}')}}), flush=True)"
    noise = "sys.stderr.write('x' * 1_000_000)\n"
    with Program(script(noise + answer), timeout=30) as program:
        told = [check(PAIR, program.ask("pair", "judge", {})).result for _ in range(4)]
    assert told[0] == "passed"
    assert "passed" in told[1:]


def test_after_many_troubles_in_a_row_the_rest_is_not_asked() -> None:
    """A program that never answers does not cost its timeout for every case."""
    asked: list[str] = []

    def ask(name: str, _endpoint: str, _request: object) -> Answer:
        asked.append(name)
        return Trouble("hang", "no answer")

    told = report(run(CASES, ask))
    assert (len(asked), told.count("failed")) == (MOST_TROUBLES, len(CASES))


class Wrong(BaseHTTPRequestHandler):
    """A service that answers each path in a wrong way of its own."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        status = {"/v1/judge": 200, "/v1/plays": 500, "/v1/step": 501}.get(self.path, 302)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b"<html>")

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_a_service_is_asked_by_the_wire_contract() -> None:
    """This project's own answers as it should; one that answers HTML or fails is in trouble."""
    some = [case for case in CASES[::60] if case.endpoint in ("judge", "plays", "step", "replay")]
    server = make_server("127.0.0.1", 0, create_app())
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    with Service(f"http://127.0.0.1:{server.port}", timeout=60) as service:
        told = report(run(some, service.ask))
    with Service(f"http://127.0.0.1:{server.port}/v1", timeout=60) as service:
        astray = service.ask("x", "judge", {"bid": ["6"]})
    server.shutdown()
    thread.join()
    server.server_close()
    assert told.count("passed") == len(some)
    url = f"http://127.0.0.1:{server.port}/v1/v1/judge"
    assert astray == Trouble("crash", f"status 404: no POST {url}")
    wrong = HTTPServer(("127.0.0.1", 0), Wrong)
    thread = threading.Thread(target=wrong.serve_forever)
    thread.start()
    with Service(f"http://127.0.0.1:{wrong.server_port}", timeout=10) as service:
        answers = [service.ask("x", name, {}) for name in ("judge", "plays", "step", "other")]
        wrong.shutdown()
        thread.join()
        wrong.server_close()
        gone = service.ask("x", "judge", {})
    assert [getattr(each, "sort", each) for each in answers] == [
        "garbage",
        "crash",
        {"unsupported": True},
        "crash",
    ]
    assert isinstance(gone, Trouble)
    assert gone.sort == "crash"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "the file is empty"),
        (b"[]", 'line 1: no "request"'),
        (b'{"request": {}}\n{"bid": []}', 'line 2: no "request"'),
        (b'{"request": {}}\n{"request": ', "line 2"),
        (b'{"request": {}, "endpoint": "find"}', "line 1/endpoint"),
        (b'{"format": "other/1", "cases": []}', "panda-spin-fixtures/1"),
        (b'{"cases": [{"request": {}, "flags": "wild"}]}', "/cases/0/flags"),
        (b'{"cases": [{"request": {}, "expect": []}]}', "/cases/0/expect"),
        (b'{"request": {}, "endpoint": []}', "line 1/endpoint: got \\[]; accepted: judge"),
        (b'{"request": {}, "clauses": ["no-such"]}', 'line 1/clauses/0: got "no-such"'),
    ],
)
def test_a_bad_file_names_the_place(data: bytes, place: str) -> None:
    with pytest.raises(BadCases, match=place):
        read_cases(data)


@pytest.mark.parametrize(
    ("endpoint", "expect", "said"),
    [
        ("judge", {"verdict": "maybe"}, '/expect/verdict (mine): got "maybe"; accepted: legal'),
        ("judge", {"verdict": 7}, "/expect (mine): verdict: got 7; accepted: legal"),
        ("judge", {"verdict": []}, "/expect (mine): verdict: got []; accepted: legal"),
        ("judge", {"reasons": ["no-such"]}, '/expect/reasons/0 (mine): got "no-such"'),
        (
            "judge",
            {"by_over": [{"over": "set 2x1 6", "verdict": "no"}]},
            "/expect/by_over/0/verdict",
        ),
        (
            "judge",
            {"rulings": [{"change": {}, "verdict_otherwise": "no"}]},
            "/expect/rulings/0/verdict_otherwise (mine)",
        ),
        ("step", {"events": [{"event": "bid", "clause": "no"}]}, "/expect/events/0/clause (mine)"),
        ("plays", {"verdict": "legal"}, "accepted: what plays answers, or status"),
    ],
)
def test_a_case_that_expects_what_there_is_not_is_refused(
    endpoint: str, expect: dict[str, Any], said: str
) -> None:
    """With the file, the case and the place, before anything is asked."""
    case = {"id": "mine", "endpoint": endpoint, "request": {}, "expect": expect}
    with pytest.raises(BadCases) as caught:
        read_cases(json.dumps({"cases": [case]}).encode())
    assert said in str(caught.value)
    assert str(caught.value).startswith("/cases/0/expect")


def test_a_fault_of_a_file_of_ones_own_names_the_file(tmp_path: Path) -> None:
    """Of several files in a folder it says which one."""
    right = {"request": {"bid": ["6"]}, "expect": {"verdict": "legal"}}
    tmp_path.joinpath("fine.json").write_text(json.dumps(right), "utf-8")
    for wrong, said in (
        ({**right, "expect": {"verdict": "maybe"}}, 'own.json: line 1/expect/verdict: got "maybe"'),
        ({"request": {}}, 'own.json: line 1 has no "expect"'),
    ):
        tmp_path.joinpath("own.json").write_text(json.dumps(wrong), "utf-8")
        told = panda_spin("conformance", "--command", "a", "--fixtures", str(tmp_path))
        assert told.returncode == 3
        assert said in told.stderr


def test_a_refusal_whose_places_are_not_expected_is_compared_by_its_status() -> None:
    case = Case("a", "judge", {}, expect={"status": 422})
    assert check(case, {"status": 422, "pointers": ["/bid"]}).result == "passed"
    assert check(case, {"status": 400, "pointers": ["/bid"]}).result == "failed"


def test_a_service_that_is_not_there_is_wrong_usage() -> None:
    """Nothing is wrong with its answers where nobody was there to give one."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        for name in ("conformance", "fuzz"):
            told = panda_spin(name, "--url", url)
            assert (told.returncode, told.stdout) == (3, "")
            assert f"--url: nobody answers at {url}: " in told.stderr
        with Service(url, timeout=10) as service, pytest.raises(NotStarted):
            service.ask("x", "judge", {})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--command or with --url"),
        (("--command", "a", "--url", "http://x"), "--command or with --url"),
        (("--command", "./no-such-program"), "cannot be started: No such file"),
        (("--command", "'"), "--command"),
        (("--url", "ftp://x"), "accepted: http://HOST:PORT"),
        (("--url", "http://[::1"), "accepted: http://HOST:PORT"),
        (("--command", "a", "--without", "wilds"), "got wilds; accepted: claim, edition"),
        (("--command", "a", "--case", "none"), "no case is called 'none'"),
        (("--command", "a", "--fixtures", str(FOLDER / "schema.json")), 'no "request"'),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], said: str) -> None:
    told = panda_spin("conformance", *arguments)
    assert (told.returncode, said in told.stderr) == (3, True), told.stderr
    assert told.stdout == ""


def test_flags_leave_cases_out(tmp_path: Path) -> None:
    """Exit code 0 where what is left conforms, 1 where nothing is left."""
    drawn = tmp_path / "chart.svg"
    right = f"{sys.executable} -c 'from api.cli import main; main()' answer"
    arguments = ("--command", right, "--fixtures", str(FOLDER / "errors.json"), "--json")
    told = panda_spin("conformance", *arguments, "--without", "expansion", "--svg", str(drawn))
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["conforms"]
    assert drawn.read_text("utf-8").startswith("<svg")
    told = panda_spin("conformance", *arguments, "--without", "error")
    assert told.returncode == 1
    assert json.loads(told.stdout)["passed"] == 0


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "0", "x"])
def test_a_timeout_is_some_seconds(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What no clock can wait for is refused, with what is accepted."""
    assert main.run(["conformance", "--command", "true", "--timeout", seconds]) == 3
    assert "accepted: seconds, more than 0" in capsys.readouterr().err


def test_no_case_is_lost_by_its_name() -> None:
    """Cases of one name, as files without ids may hold, are all asked."""
    cases = read_cases(b'{"request": {"bid": ["3"]}, "expect": {"verdict": "legal"}}') * 2
    assert len(paired(cases)) == 2
