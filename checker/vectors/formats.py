"""The formats that cases are written in: JSON, JSON Lines, and a ready test for pytest or jest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, TypeAlias, get_args

from checker.vectors.expecting import Body

Format: TypeAlias = Literal["json", "jsonl", "pytest", "jest"]
FORMATS: tuple[Format, ...] = get_args(Format)
FORMAT = "panda-spin-fixtures/1"
GENERATED = "generated"
"""The folder in ``fixtures/`` with the generated part."""
TITLES = {
    "twins": "Of two questions one change apart, a clause makes the difference",
    "rulings": "One question under each option of a ruling that changes the answer",
    "boundaries": "The widest and longest, the highest and lowest, with none to six wilds",
    "goals": "The smallest examples of each goal of the library",
    "mutants": "Questions that wrong rules answer otherwise, where no other case shows it",
    "tables": "Tables that cannot be, by one clause alone",
}
"""The generated files, with what stands in each; ``built_for`` begins with the name."""


BASES = ("judge.json", "plays.json", "turns.json", "steps.json", "errors.json")
"""The files of cases made by hand from which others are made."""


def by_hand(
    names: Sequence[str] = (*BASES, "faults.json", "alone.json", "records.json"),
) -> list[Body]:
    """The cases made by hand, file by file."""
    return [case for name in names for case in _cases(name)]


def shipped() -> list[Body]:
    """The generated cases as they are kept in ``fixtures/``, file by file."""
    return [case for name in TITLES for case in _cases(f"{GENERATED}/{name}.json")]


def _folder() -> Traversable:
    return files("fixtures")


def _cases(name: str) -> list[Body]:
    path = _folder().joinpath(name)
    return list(json.loads(path.read_text("utf-8"))["cases"]) if path.is_file() else []


def texts(generated: Sequence[Body], form: Format) -> Mapping[str, str]:
    """The files of a format by name: as JSON the generated cases, else these after all others."""
    if form == "json":
        return {f"{name}.json": _file(name, generated) for name in TITLES}
    every = [*by_hand(), *generated]
    match form:
        case "jsonl":
            return {"cases.jsonl": _lines(every)}
        case "pytest":
            return {"panda_spin_cases.jsonl": _lines(every), **_runner("test_panda_spin.py")}
        case "jest":
            whole = "[\n" + ",\n".join(map(line, every)) + "\n]\n"
            return {"panda-spin-cases.json": whole, **_runner("panda-spin.test.ts")}


def _runner(name: str) -> dict[str, str]:
    """A test that runs the cases, in which one function is to be filled in."""
    return {name: _folder().joinpath("runners", name).read_text("utf-8")}


def line(body: Body) -> str:
    """A case on one line."""
    return json.dumps(body, ensure_ascii=False)


def _lines(bodies: Sequence[Body]) -> str:
    return "".join(f"{line(body)}\n" for body in bodies)


def _file(name: str, generated: Sequence[Body]) -> str:
    """A file of fixtures: one case a line, so that changes can be read."""
    own = [body for body in generated if body["built_for"][0].partition(" ")[0] == name]
    lines = ",\n    ".join(map(line, own))
    head = f'{{\n  "format": "{FORMAT}",\n  "title": {json.dumps(TITLES[name])},\n'
    return f'{head}  "cases": [\n    {lines}\n  ]\n}}\n'
