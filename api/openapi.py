"""The published description of the API, made from the bodies and the shapes of the answers.

``python -m api.openapi`` writes it to ``specs``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from checker.goals import goals
from checker.rulebook import rulebook
from checker.theorems import theorems
from checker.wire import shapes
from checker.wire.bodies import (
    ActionsBody,
    DisputeBody,
    DisputeTurnBody,
    JudgeBody,
    PlaysBody,
    StatusBody,
    StepBody,
    TurnBody,
)
from checker.wire.goal_shapes import FindAnswer, FindBody, NamedGoalForm
from checker.wire.records import RecordBody
from checker.wire.replays import ReplayAnswer

Json: TypeAlias = dict[str, Any]

VERSION = version("panda-spin")
"""The version of the package."""

REFERENCES = "#/components/schemas/{model}"

JUDGE_EXAMPLE: Json = {"bid": ["6+6"], "over": ["5", "5"]}
DISPUTE_EXAMPLE: Json = {
    "bid": ["10", "10", "9", "9", "8", "8"],
    "over": ["7", "7", "7", "6", "6", "6"],
}
PLAYS_EXAMPLE: Json = {"hand": ["7+water", "7", "8", "9"], "over": ["5", "5"]}

POSITION_EXAMPLE: Json = {
    "players": [
        {"name": "A", "hand": ["wood-9:blue", "fire-7", "7"], "points": 2},
        {"name": "B", "hand": {"count": 4}, "points": 3},
    ],
    "turn": "A",
    "trick": [{"player": "B", "cards": ["6"]}],
    "mood": "hungry",
}
STEP_EXAMPLE: Json = {"position": POSITION_EXAMPLE, "action": {"type": "bid", "cards": ["7"]}}
STATUS_EXAMPLE: Json = {"position": POSITION_EXAMPLE}


def _cards(*values: str) -> list[str]:
    """The cards of these values in the suits of the record below."""
    return [f"{suit}-{value}" for value in values for suit in ("fire", "water", "wood")]


FIND_EXAMPLE: Json = {
    "goal": {
        "about": "bid",
        "that": {"all": [{"over": None}, {"reading": {"kind": "formation", "wilds": 2}}]},
    },
    "limit": 3,
}

RECORD_EXAMPLE: Json = {
    "format": "panda-spin-game/1",
    "players": ["A", "B"],
    "points": {"A": 8, "B": 1},
    "mood": "hungry",
    "suits": ["fire", "water", "wood"],
    "elements": False,
    "rounds": [
        {
            "starter": "A",
            "deal": {"A": _cards("9", "10", "J", "Q"), "B": _cards("3", "4", "5", "6")},
            "draw_pile": _cards("7", "8", "K", "A", "2"),
            "actions": [
                {"type": "bid", "cards": _cards("9", "10", "J", "Q")},
                {"type": "pass", "expect": {"points": {"A": 15, "B": 1}}},
            ],
        }
    ],
}
"""A whole game of one bid and one pass."""

REQUESTS: dict[str, Any] = {
    "judge-request": JudgeBody | TurnBody,
    "dispute-request": DisputeBody | DisputeTurnBody,
    "plays-request": PlaysBody | ActionsBody,
    "step-request": StepBody,
    "status-request": StatusBody,
    "find-request": FindBody,
    "record": RecordBody,
}
ANSWERS: dict[str, Any] = {
    "judge-answer": shapes.JudgeAnswer,
    "dispute-answer": shapes.DisputeAnswer,
    "plays-answer": shapes.PlaysAnswer | shapes.ActionsAnswer,
    "step-answer": shapes.StepAnswer,
    "status-answer": shapes.StatusAnswer,
    "replay-answer": ReplayAnswer,
    "find-answer": FindAnswer,
    "goal": NamedGoalForm,
    "clause": shapes.ClauseForm,
    "ruling": shapes.RulingForm,
    "edition": shapes.EditionForm,
    "preset": shapes.PresetForm,
    "theorem": shapes.TheoremForm,
    "deck": shapes.DeckForm,
    "problem": shapes.ProblemForm,
}
SUMMARIES = {
    "judge": "Judge a bid against the bid to beat, or an action at a table: is it legal, and why",
    "plays": "List every legal play of a hand, or all that may be done at a table, with a proof",
    "step": "Act out an action at a table: the verdict, what happens, and the table after it",
    "status": "Find everything in a position that cannot be, with the clause it breaks",
    "dispute": "Answer a question by every edition and every option that matters, side by side",
    "find": "Find the smallest examples of a goal, or the clauses because of which there are none",
    "replay": "Check a recorded game move by move, up to the first thing that is wrong",
}
"""What each route does that takes a body."""
PROBLEMS = {
    "400": "The body is not JSON, or not JSON that every parser reads alike.",
    "404": "There is nothing of that name.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "The body is no question that can be asked; every fault is listed.",
    "500": "The service failed.",
    "503": "The solver ran into a limit; there is no verdict.",
}


class _Untitled(GenerateJsonSchema):
    """Schemas without the titles that only repeat the name of a key."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schemas() -> dict[str, Json]:
    """Each JSON Schema that is published, by the name of its file."""
    return {
        name: {
            "$schema": GenerateJsonSchema.schema_dialect,
            **TypeAdapter(model).json_schema(schema_generator=_Untitled),
        }
        for name, model in (REQUESTS | ANSWERS).items()
    }


def document() -> Json:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Panda Spin rules",
            "version": VERSION,
            "description": "Whether a bid or a whole turn is legal and why, everything that may "
            "be done, and what comes of it. "
            "An illegal bid is a verdict and no error; every error is a problem of RFC 9457.",
        },
        "paths": _paths(),
        "components": {"schemas": _components()},
    }


def published() -> dict[str, str]:
    """The text of every file that is published, by its path in ``specs``."""
    named = {f"schemas/{name}.json": schema for name, schema in schemas().items()}
    return {name: _text(value) for name, value in {"openapi.json": document(), **named}.items()}


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _components() -> Json:
    found: Json = {}
    for model in (REQUESTS | ANSWERS).values():
        schema = TypeAdapter(model).json_schema(ref_template=REFERENCES, schema_generator=_Untitled)
        found |= schema.pop("$defs", {})
        # A choice of bodies has no title; each of them stands there by itself.
        found |= {schema["title"]: schema} if "title" in schema else {}
    return dict(sorted(found.items()))


def _paths() -> Json:
    return {
        "/v1/judge": _question("judge", (JudgeBody, TurnBody), JUDGE_EXAMPLE, ("JudgeAnswer",)),
        "/v1/plays": _question(
            "plays", (PlaysBody, ActionsBody), PLAYS_EXAMPLE, ("PlaysAnswer", "ActionsAnswer")
        ),
        "/v1/step": _question("step", (StepBody,), STEP_EXAMPLE, ("StepAnswer",)),
        "/v1/status": _question("status", (StatusBody,), STATUS_EXAMPLE, ("StatusAnswer",)),
        "/v1/dispute": _question(
            "dispute", (DisputeBody, DisputeTurnBody), DISPUTE_EXAMPLE, ("DisputeAnswer",)
        ),
        "/v1/replay": _question("replay", (RecordBody,), RECORD_EXAMPLE, ("ReplayAnswer",)),
        "/v1/find": _question("find", (FindBody,), FIND_EXAMPLE, ("FindAnswer",)),
        **dict(_texts("goal", "NamedGoalForm", tuple(goals())[0])),
        **dict(_texts("clause", "ClauseForm", tuple(rulebook().clauses)[0])),
        **dict(_texts("ruling", "RulingForm", tuple(rulebook().rulings)[0])),
        **dict(_texts("edition", "EditionForm", tuple(rulebook().editions)[0])),
        **dict(_texts("preset", "PresetForm", tuple(rulebook().presets)[0])),
        **dict(_texts("theorem", "TheoremForm", tuple(theorems())[0])),
        **dict(_texts("deck", "DeckForm", "rulebook")),
        "/healthz": {
            "get": _operation(
                "healthz",
                "Whether the process answers",
                _object({"status": {"const": "ok"}}),
            )
        },
    }


def _question(name: str, bodies: Sequence[type], example: Json, answers: Sequence[str]) -> Json:
    schema = _any_of([body.__name__ for body in bodies])
    content = {"application/json": {"schema": schema, "example": example}}
    asked = {"requestBody": {"required": True, "content": content}}
    faults = ("400", "413", "415", "422", "500", "503")
    return {"post": _operation(name, SUMMARIES[name], _any_of(answers), faults) | asked}


def _any_of(names: Sequence[str]) -> Json:
    forms = [_ref(name) for name in names]
    return {"anyOf": forms} if len(forms) > 1 else forms[0]


def _texts(one: str, form: str, example: str) -> Iterator[tuple[str, Json]]:
    every = f"{one}s"
    listed = _object({every: {"type": "array", "items": _ref(form)}})
    parameter = {
        "name": "id",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
        "example": example,
    }
    yield f"/v1/{every}", {"get": _operation(every, f"Every {one}", listed)}
    found = _operation(one, f"One {one}", _ref(form), ("404", "500"))
    yield f"/v1/{every}/{{id}}", {"get": {"parameters": [parameter], **found}}


def _operation(name: str, summary: str, answer: Json, faults: tuple[str, ...] = ("500",)) -> Json:
    success = {"description": "The answer.", "content": {"application/json": {"schema": answer}}}
    return {
        "operationId": name,
        "summary": summary,
        "responses": {"200": success, **{status: _problem(status) for status in faults}},
    }


def _problem(status: str) -> Json:
    content = {"application/problem+json": {"schema": _ref("ProblemForm")}}
    return {"description": PROBLEMS[status], "content": content}


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _ref(name: str) -> Json:
    return {"$ref": REFERENCES.format(model=name)}


def main() -> None:
    """Writes every published file."""
    folder = Path(str(files("specs")))
    (folder / "schemas").mkdir(exist_ok=True)
    for name, text in published().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
