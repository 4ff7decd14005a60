"""Questions about tables on the command line."""

from __future__ import annotations

import json
import sys
from io import StringIO
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api import create_app
from api.cli import main
from api.commands import turns
from checker.perft import MOST_WAYS

Body = dict[str, Any]
SIX: Body = {"player": "B", "cards": ["6"]}
ELEMENT: Body = {"type": "element", "card": "element-fire"}
PASS: Body = {"type": "pass"}
LONG: Body = {"type": "bid", "cards": ["9+fire+panda"], "fire": ["7"], "panda": 1}
HAND = ["element-fire", "7", "9+fire+panda"]


def position(hand: object = None, **more: object) -> Body:
    other = {"name": "B", "hand": ["8", "10"], "points": 3}
    players = [{"name": "A", "hand": HAND if hand is None else hand, "points": 2}, other]
    return {"players": players, "turn": "A", "mood": "hungry", "draw_pile": ["3", "4"], **more}


def run(*args: str, body: Body) -> Result:
    """One command that reads its body from standard input."""
    return CliRunner().invoke(main, args, input=json.dumps(body))


@pytest.mark.parametrize(
    ("action", "table", "code", "first"),
    [
        (PASS, position(trick=[SIX]), 0, "LEGAL: A may pass"),
        (PASS, position(), 2, "ILLEGAL: A may not pass"),
        (ELEMENT, position(), 2, "ILLEGAL: A may not play element-fire"),
        ({"type": "bid", "cards": ["7"]}, position(), 0, "LEGAL: A may bid 7 to start a trick"),
        (
            LONG,
            position(trick=[SIX]),
            0,
            "LEGAL: A may bid 9+fire+panda over 6 and discard 7 and take 1 point",
        ),
        (
            {**ELEMENT, "forced_discards": {"B": ["element-wood"]}},
            position(trick=[SIX]),
            2,
            "ILLEGAL: A may not play element-fire and let B discard element-wood",
        ),
        (
            {"type": "bid", "cards": ["9"]},
            position(["7", "unknown"], trick=[SIX]),
            4,
            "IT DEPENDS: whether A may bid 9 over 6",
        ),
        (
            {**PASS, "discard_elements": ["element-fire"]},
            position(trick=[SIX]),
            0,
            "LEGAL: A may discard element-fire, then pass",
        ),
    ],
)
def test_a_verdict_on_a_turn_names_who_may_do_what(
    action: Body, table: Body, code: int, first: str
) -> None:
    body = {"position": table, "action": action}
    for words in (("judge", "--body", "-"), ("step", "-")):
        result = run(*words, body=body)
        assert (result.exit_code, result.stdout.splitlines()[0]) == (code, first)


def test_what_is_missing_is_named_in_words() -> None:
    body = {
        "position": position({"count": 3}, trick=[SIX]),
        "action": {"type": "bid", "cards": ["9"]},
    }
    assert "To decide it, say:\n\n" not in (told := run("step", "-", body=body).stdout)
    assert "the hand of A" in told


def test_plays_of_a_position_have_their_options_in_words() -> None:
    result = run("plays", "--body", "-", body={"position": position(trick=[SIX])})
    told = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert "9+fire+panda 9, may discard 1 card (Fire), may take 1 point from B (Panda)" in told
    assert "Pass" in told
    assert "Z3 judged each Element card and pass by itself." in told


def test_a_step_prints_the_events_and_the_table() -> None:
    told = run("step", "-", body={"position": position(trick=[SIX]), "action": LONG}).stdout
    told = " ".join(told.split(" ")).replace("\n    ", " ")
    cited = "(panda-moves-points; Elements / Colors: Earth)"
    assert f"A takes 1 point from B (hungry Panda). {cited}" in told
    assert "Its highest value 9 is above 6. (beat-higher; Course of Play: Beat)" in told
    assert "  B  2 points  8 10\nIt is the turn of B." in told


def test_the_status_of_a_position_is_told() -> None:
    fine = run("status", "-", body={"position": position()})
    assert (fine.exit_code, fine.stdout) == (0, "OK: nothing in the position is impossible\n")
    wrong = run("status", "-", body={"position": position(["fire-7", "fire-7"], turn="C")})
    assert wrong.exit_code == 3
    assert wrong.stdout.startswith("IMPOSSIBLE: the position has 2 faults\n")
    assert "/position/players/0/hand/1: fire-7 stands in two places at once" in wrong.stdout
    assert "breaks: card-once (rulebook: Components)\n" in wrong.stdout
    unread = run("status", "-", body={"position": position(["x"])})
    assert (unread.exit_code, unread.stdout) == (3, "")


def test_perft_counts_and_divides() -> None:
    body = {"position": position(["7"], trick=[SIX])}
    one = run("perft", "-", "--depth", "1", body=body)
    assert (one.exit_code, one.stdout) == (0, "2 ways to play 1 turn.\n")
    divided = run("perft", "-", "--depth", "2", "--divide", body=body).stdout
    assert "Bid   7 (as single 1x1 7)" in divided
    assert divided.rstrip().endswith("ways to play 2 turns.")
    as_json = json.loads(run("perft", "-", "--depth", "1", "--json", body=body).stdout)
    assert as_json == {"depth": 1, "nodes": 2}
    assert run("perft", "-", "--depth", "0", body=body).exit_code == 3
    unknown = run("perft", "-", "--depth", "1", body={"position": position({"count": 2})})
    assert unknown.exit_code == 3


@pytest.mark.parametrize("name", ["step", "status"])
def test_json_is_what_the_service_answers(name: str) -> None:
    body: Body = {"position": position(trick=[SIX])}
    body |= {"action": LONG} if name == "step" else {}
    served = create_app().test_client().post(f"/v1/{name}", json=body).data
    assert run(name, "-", "--json", body=body).stdout_bytes == served


def test_a_count_ends_where_there_are_too_many() -> None:
    body = {"position": position(["7"], trick=[SIX])}
    told = run("perft", "-", "--depth", "2", "--most", "2", body=body)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "there are more than 2 ways to play on; give a smaller --depth" in told.stderr
    as_json = run("perft", "-", "--depth", "2", "--most", "2", "--json", body=body)
    assert json.loads(as_json.stderr)["status"] == 503
    assert run("perft", "-", "--depth", "1", "--most", "2", body=body).exit_code == 0
    options = {option.name: option for option in turns.perft.params}
    assert options["most"].default == MOST_WAYS


def test_a_long_count_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", shown)
    with turns.running_total() as on_count:
        on_count(1)
    assert shown.getvalue() == ""
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    with turns.running_total() as on_count:
        on_count(12_345)
    assert "12,345 ways so far" in shown.getvalue()


def test_cases_are_counted_and_compared() -> None:
    case = {"id": "one", "title": "x", "position": position(["7"], trick=[SIX]), "nodes": [2, 5]}
    right = run("perft", "-", body={"cases": [case]})
    assert (right.exit_code, right.stdout) == (
        0,
        "one  2, 5\n\n1 case counted: as expected.\n",
    )
    cases = [case, {**case, "id": "two", "nodes": [3]}]
    wrong = run("perft", "-", body={"cases": cases})
    assert wrong.exit_code == 1
    assert "two  2     DIFFERS from 3\n" in wrong.stdout
    assert run("perft", "-", "--case", "one", body={"cases": cases}).exit_code == 0
    assert run("perft", "-", "--depth", "1", "--case", "two", body={"cases": cases}).exit_code == 1
    as_json = run("perft", "-", "--json", "--case", "one", body={"cases": cases})
    assert json.loads(as_json.stdout) == {
        "ok": True,
        "cases": [{"id": "one", "nodes": [2, 5], "expected": [2, 5], "ok": True}],
    }
    for words in (("--case", "three"), ("--divide",), ("--edition", "early")):
        assert run("perft", "-", *words, body={"cases": cases}).exit_code == 3
    assert run("perft", "-", body={"cases": [{"id": "bare"}]}).exit_code == 3
    assert run("perft", "-", body={"position": position(["7"])}).exit_code == 3


BARE = ("status -", "perft - --depth 1", "plays --body -")


@pytest.mark.parametrize("words", BARE)
def test_a_bare_position_is_one_and_an_action_is_refused(words: str) -> None:
    table = position(["7"], trick=[SIX])
    whole = run(*words.split(), body={"position": table})
    assert (whole.exit_code, run(*words.split(), body=table).stdout) == (0, whole.stdout)
    refused = run(*words.split(), body={"position": table, "action": PASS})
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "/action: no action is taken here; panda-spin step FILE" in refused.stderr


@pytest.mark.parametrize("words", ["step -", "judge --body -"])
def test_a_bare_position_has_no_action(words: str) -> None:
    refused = run(*words.split(), body=position(["7"], trick=[SIX]))
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "this is a position without an action; panda-spin status FILE" in refused.stderr


def test_rules_are_named_over_those_of_the_file() -> None:
    body: Body = {"position": position(), "action": ELEMENT}
    assert run("step", "-", body=body).exit_code == 2
    allowed = ("--ruling", "element-lead=allowed")
    file: Body = {"rulings": {"natural-four": "either", "element-lead": "forbidden"}}
    told = json.loads(run("step", "-", *allowed, "--json", body=body | file).stdout)
    assert (told["verdict"], told["decided_by"]["rulings"]["element-lead"]) == ("legal", "allowed")
    early = json.loads(run("step", "-", "--edition", "early", "--json", body=body).stdout)
    assert early["decided_by"]["edition"] == "early"
    table: Body = {"position": position(["element-fire", "7"])}
    counts = [run("perft", "-", "--depth", "1", *w, body=table).stdout for w in ((), allowed)]
    assert counts == ["1 way to play 1 turn.\n", "2 ways to play 1 turn.\n"]
    assert run("status", "-", "--ruling", "element-lead=maybe", body=table).exit_code == 3
