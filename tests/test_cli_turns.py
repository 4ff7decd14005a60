"""Questions about tables on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api import create_app
from api.cli import main

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
    assert "A takes 1 point from B (hungry Panda). (panda-moves-points)" in told
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
