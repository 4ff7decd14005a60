"""What a fixture expects: an answer of this checker as fixtures/README.md describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from checker.wire import answers
from checker.wire.problems import Invalid

Body: TypeAlias = dict[str, Any]


def expected(endpoint: str, request: Body) -> Body:
    """The ``expect`` of a case with this endpoint (judge, plays, step or replay) and request.

    Raises ``SolverLimit`` where the solver gave no answer.
    """
    try:
        match endpoint:
            case "plays":
                return told_plays(answers.plays(request))
            # Of explanations only reasons are expected, so nothing else is asked for.
            case "step":
                return told_step(answers.step({"explain": "none", **request}))
            case "replay":
                return told_replay(answers.replay(request))
        return told_judge(answers.judge(request, alternatives=False))
    except Invalid as error:
        return {"status": 422, "pointers": [fault.pointer for fault in error.faults]}


def short(reading: Mapping[str, Any]) -> str:
    """A reading as fixtures write it."""
    return f"{reading['kind']} {reading['width']}x{reading['length']} {reading['top']}"


def told_judge(answer: Mapping[str, Any]) -> Body:
    """A judgement in the shape of a fixture's ``expect``."""
    found: Body = {
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


def told_plays(answer: Mapping[str, Any]) -> Body:
    """A list of plays in the shape of a fixture's ``expect``."""
    found: Body = {
        "count": answer["count"],
        "complete": answer["complete"],
        "plays": [
            {
                key: short(play[key]) if key == "reading" else play[key]
                for key in play
                if key not in ("cards", "action")
            }
            for play in answer["plays"]
        ],
    }
    if "by_over" in answer:
        found["by_over"] = [
            {"over": short(under["over"]), "count": under["count"]} for under in answer["by_over"]
        ]
    return found


def told_step(answer: Mapping[str, Any]) -> Body:
    """What came of an action in the shape of a fixture's ``expect``."""
    position = answer["position"]
    after: Body = {
        part: {player["name"]: player[key] for player in position["players"] if key in player}
        for part, key in (("hands", "hand"), ("points", "points"))
    }
    if winds := {p["name"]: p["wind"] for p in position["players"] if "wind" in p}:
        after["winds"] = winds
    keys = ("turn", "trick", "discard", "draw_pile", "out")
    after |= {key: position[key] for key in keys if key in position}
    after |= {key: answer[key] for key in ("next_starter", "winner") if key in answer}
    events = [{k: v for k, v in event.items() if k != "text"} for event in answer["events"]]
    return {"verdict": answer["verdict"], "events": events, "position": after}


def told_replay(answer: Mapping[str, Any]) -> Body:
    """What came of a record in the shape of a fixture's ``expect``."""
    found: Body = {"verdict": answer["verdict"], "points": answer["points"]}
    if wrong := answer["wrong"]:
        cited = [reason["clause"] for reason in wrong["clauses"]]
        told = {key: wrong[key] for key in ("fault", "round", "move")}
        return {**found, "wrong": {**told, "clauses": list(dict.fromkeys(cited))}}
    return {**found, "winner": answer["winner"]}
