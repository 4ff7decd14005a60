"""The formats that cases are written in: JSON, JSON Lines, and a ready test for pytest or jest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
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
"""The generated files, with what stands in each; the first word of ``built_for`` is the name."""


BASES = ("judge.json", "plays.json", "turns.json", "steps.json", "errors.json")
"""The files of cases made by hand from which others are made."""


def by_hand(names: Sequence[str] = (*BASES, "faults.json", "alone.json")) -> list[Body]:
    """The cases made by hand, file by file."""
    return [case for name in names for case in _cases(name)]


def shipped() -> list[Body]:
    """The generated cases as they are kept in ``fixtures/``, file by file."""
    return [case for name in TITLES for case in _cases(f"{GENERATED}/{name}.json")]


def _cases(name: str) -> list[Body]:
    path = files("fixtures").joinpath(name)
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
            return {"panda_spin_cases.jsonl": _lines(every), "test_panda_spin.py": PYTEST}
        case "jest":
            whole = "[\n" + ",\n".join(map(line, every)) + "\n]\n"
            return {"panda-spin-cases.json": whole, "panda-spin.test.ts": JEST}


def line(body: Body) -> str:
    """A case on one line."""
    return json.dumps(body, ensure_ascii=False)


def _lines(bodies: Sequence[Body]) -> str:
    return "".join(f"{line(body)}\n" for body in bodies)


def _file(name: str, generated: Sequence[Body]) -> str:
    """A file of fixtures: one case a line, so that changes can be read."""
    own = [body for body in generated if body["built_for"].partition(" ")[0] == name]
    lines = ",\n    ".join(map(line, own))
    head = f'{{\n  "format": "{FORMAT}",\n  "title": {json.dumps(TITLES[name])},\n'
    return f'{head}  "cases": [\n    {lines}\n  ]\n}}\n'


PYTEST = '''\
"""Panda Spin: every case of the fixtures, asked of your implementation.

Fill in ``answer``; put into LACKING the flags of what you do not have.
"""

import json
from pathlib import Path

import pytest

LACKING = set()  # such as {"edition", "expansion", "ruling-pinned", "turn"}
COMPARED = {
    "judge": ("verdict", "readings"),
    "plays": ("count", "plays"),
    "step": ("verdict", "events", "position"),
}
FILE = Path(__file__).with_name("panda_spin_cases.jsonl")
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def answer(endpoint, request):
    """What you answer to this request, in the shape of the ``expect`` of a case.

    A body that is not to be answered: {"status": 422}.
    """
    raise NotImplementedError("ask your implementation here")


def plain(value, key="", unordered=False):
    """The value, with what may be listed in any order in one order."""
    if isinstance(value, dict):
        return {name: plain(each, name, key == "hands") for name, each in value.items()}
    if isinstance(value, list):
        each = [plain(one) for one in value]
        sort = unordered or key in ("readings", "plays")
        return sorted(each, key=lambda one: json.dumps(one, sort_keys=True)) if sort else each
    return value


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_case(case):
    """The answer is the one that the case expects."""
    if LACKING & set(case["flags"]):
        pytest.skip("not there")
    expect = case["expect"]
    told = answer(case["endpoint"], case["request"])
    keys = ("status",) if "status" in expect else COMPARED[case["endpoint"]]
    mine, wanted = ({key: each.get(key) for key in keys} for each in (told, expect))
    assert plain(mine) == plain(wanted), case["title"]
'''

JEST = """\
// Panda Spin: every case of the fixtures, asked of your implementation.
// Fill in `answer`; put into LACKING the flags of what you do not have.
// Needs "resolveJsonModule": true in tsconfig.json.

import cases from "./panda-spin-cases.json";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Body = { [key: string]: Json };
type Case = {
  id: string;
  title: string;
  endpoint: string;
  flags: string[];
  request: Body;
  expect: Body;
};

const LACKING = new Set<string>([]); // such as "edition", "expansion", "ruling-pinned", "turn"
const COMPARED: { [endpoint: string]: string[] } = {
  judge: ["verdict", "readings"],
  plays: ["count", "plays"],
  step: ["verdict", "events", "position"],
};

// What you answer to this request, in the shape of the `expect` of a case.
// A body that is not to be answered: { status: 422 }.
function answer(endpoint: string, request: Body): Body {
  throw new Error("ask your implementation here");
}

// One text for what is the same, whichever way keys, readings, plays and hands are listed.
function plain(value: Json, key = "", unordered = false): string {
  if (Array.isArray(value)) {
    const each = value.map((one) => plain(one));
    return `[${unordered || key === "readings" || key === "plays" ? each.sort() : each}]`;
  }
  if (value !== null && typeof value === "object") {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${name}:${plain(value[name], name, key === "hands")}`)}}`;
  }
  return JSON.stringify(value);
}

describe("Panda Spin", () => {
  for (const each of cases as unknown as Case[]) {
    const lacks = each.flags.some((flag) => LACKING.has(flag));
    (lacks ? test.skip : test)(`${each.id}: ${each.title}`, () => {
      const mine = answer(each.endpoint, each.request);
      const keys = "status" in each.expect ? ["status"] : COMPARED[each.endpoint];
      for (const key of keys) {
        expect(plain(mine[key] ?? null, key)).toBe(plain(each.expect[key] ?? null, key));
      }
    });
  }
});
"""
