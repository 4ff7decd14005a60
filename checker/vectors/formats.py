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
    own = [body for body in generated if body["built_for"][0].partition(" ")[0] == name]
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
REQUIRED = {
    "judge": ("verdict", "readings"),
    "plays": ("plays",),
    "step": ("verdict",),
    "replay": ("verdict",),
}
WHERE_GIVEN = {
    "judge": ("settled", "reasons", "rulings", "by_over", "stand_ins"),
    "plays": ("count", "complete", "by_over"),
    "step": ("events", "position"),
    "replay": ("wrong", "points", "winner"),
}
EMPTY_UNSAID = ("rulings", "by_over", "stand_ins")
EVENT_KEYS = ("event", "player", "from", "cards", "as", "points", "wind", "animal", "clause")
OF_PLAYS = ("multiplicity", "options", "requires")
AT_THE_END = ("next_starter", "winner")
FILE = Path(__file__).with_name("panda_spin_cases.jsonl")
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def answer(endpoint, request):
    """What you answer to this request, in the shape of the ``expect`` of a case.

    Leave out what you do not know, but for what is REQUIRED. A body that is not to be answered:
    {"status": 422}. What you do not do at all: None, and the test is skipped.
    """
    raise NotImplementedError("ask your implementation here")


def text(value):
    return json.dumps(value, sort_keys=True)


def unordered(value):
    """The value, a list of it in one order."""
    return sorted(value, key=text) if isinstance(value, list) else value


def of_plays(wanted, mine):
    """Both lists of plays, with no more of the wanted ones than is said of the same play."""

    def name(play):
        keys = ("reading", "indexes") if "reading" in play else ("type", "card", "discard_elements")
        return text({key: unordered(play[key]) for key in keys if play.get(key)})

    said = {name(play): [key for key in OF_PLAYS if key in play] for play in mine}

    def told(play):
        return [name(play), *(play.get(key) for key in said.get(name(play), ()))]

    return tuple(unordered([told(play) for play in plays]) for plays in (wanted, mine))


def of_events(wanted, mine):
    """Both lists of events, with no more of each wanted one than is said of it."""
    said = [[key for key in EVENT_KEYS if key in event] for event in mine]
    said += [EVENT_KEYS] * (len(wanted) - len(mine))
    return tuple(
        [{key: unordered(event.get(key)) for key in keys} for event, keys in zip(events, said)]
        for events in (wanted, mine)
    )


def of_positions(wanted, mine):
    """Both positions, as far as the parts are in both; the order of a hand says nothing."""
    parts = [part for part in mine if part in wanted or part in AT_THE_END]
    return tuple(
        {
            part: {name: unordered(hand) for name, hand in position[part].items()}
            if part == "hands"
            else position.get(part)
            for part in parts
        }
        for position in (wanted, mine)
    )


def of_wrong(wanted, mine):
    """What is wrong first with a record, with no more of it than is said."""
    if mine is None:
        return wanted, mine
    return tuple({key: unordered(wrong.get(key)) for key in mine} for wrong in (wanted, mine))


SPECIAL = {"plays": of_plays, "events": of_events, "position": of_positions, "wrong": of_wrong}


def compared(endpoint, expect, told):
    """What is expected and what is told, as far as it has to be given or is."""
    if "status" in expect or "status" in told:
        required, given = ("status",), ("pointers",)
    else:
        required, given = REQUIRED[endpoint], WHERE_GIVEN[endpoint]
    wanted, mine = {}, {}
    for key in (*required, *given):
        right, own = expect.get(key, [] if key in EMPTY_UNSAID else None), told.get(key)
        if key in told and right is not None:
            both = SPECIAL[key](right, own) if key in SPECIAL else map(unordered, (right, own))
            wanted[key], mine[key] = both
        elif key in required:
            wanted[key], mine[key] = right, own
    return wanted, mine


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_case(case):
    """The answer is the one that the case expects."""
    if LACKING & set(case["flags"]):
        pytest.skip("not there")
    told = answer(case["endpoint"], case["request"])
    if told is None:
        pytest.skip("not answered")
    wanted, mine = compared(case["endpoint"], case["expect"], told)
    assert mine == wanted, case["title"]
'''

JEST = """\
// Panda Spin: every case of the fixtures, asked of your implementation.
// Fill in `answer`; put into LACKING the flags of what you do not have.
// Jest reads TypeScript through ts-jest or @swc/jest. Needs "resolveJsonModule" and
// "esModuleInterop": true in tsconfig.json.

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
type Keys = { [endpoint: string]: string[] };

const LACKING = new Set<string>([]); // such as "edition", "expansion", "ruling-pinned", "turn"
const REQUIRED: Keys = {
  judge: ["verdict", "readings"],
  plays: ["plays"],
  step: ["verdict"],
  replay: ["verdict"],
};
const WHERE_GIVEN: Keys = {
  judge: ["settled", "reasons", "rulings", "by_over", "stand_ins"],
  plays: ["count", "complete", "by_over"],
  step: ["events", "position"],
  replay: ["wrong", "points", "winner"],
};
const EMPTY_UNSAID = ["rulings", "by_over", "stand_ins"];
const EVENT_KEYS = [
  "event", "player", "from", "cards", "as", "points", "wind", "animal", "clause",
];
const OF_PLAYS = ["multiplicity", "options", "requires"];
const AT_THE_END = ["next_starter", "winner"];

// What you answer to this request, in the shape of the `expect` of a case. Leave out what you do
// not know, but for what is REQUIRED. A body that is not to be answered: { status: 422 }. What you
// do not do at all: null, and the test is skipped.
function answer(endpoint: string, request: Body): Body | null {
  throw new Error("ask your implementation here");
}

// One text for what is the same, whichever way its keys are listed.
function text(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map(text)}]`;
  }
  if (value !== null && typeof value === "object") {
    return `{${Object.keys(value).sort().map((name) => `${name}:${text(value[name])}`)}}`;
  }
  return JSON.stringify(value);
}

// The text of a value, a list of it in one order.
function unordered(value: Json): string {
  return Array.isArray(value) ? `[${value.map(text).sort()}]` : text(value);
}

// What a play is, whatever else is said of it.
function play(each: Body): string {
  const keys = "reading" in each ? ["reading", "indexes"] : ["type", "card", "discard_elements"];
  const told = keys.filter((key) => !["[]", "null"].includes(text(each[key] ?? null)));
  return told.map((key) => `${key}:${unordered(each[key])}`).join();
}

// Both lists of plays, with no more of the wanted ones than is said of the same play.
function ofPlays(wanted: Body[], mine: Body[]): string[][] {
  const said = new Map(mine.map((each) => [play(each), OF_PLAYS.filter((key) => key in each)]));
  const told = (each: Body) =>
    [play(each), ...(said.get(play(each)) ?? []).map((key) => text(each[key] ?? null))].join();
  return [wanted, mine].map((plays) => plays.map(told).sort());
}

// Both lists of events, with no more of each wanted one than is said of it.
function ofEvents(wanted: Body[], mine: Body[]): string[][] {
  const told = (each: Body, place: number) =>
    EVENT_KEYS.filter((key) => !(place in mine) || key in mine[place])
      .map((key) => `${key}:${unordered(each[key] ?? null)}`)
      .join();
  return [wanted, mine].map((events) => events.map(told));
}

// Both positions, as far as the parts are in both; the order of a hand says nothing.
function ofPositions(wanted: Body, mine: Body): string[][] {
  const parts = Object.keys(mine).filter((part) => part in wanted || AT_THE_END.includes(part));
  const hands = (told: Body) =>
    Object.keys(told).sort().map((name) => `${name}:${unordered(told[name])}`).join();
  const told = (position: Body, part: string) =>
    part === "hands" ? hands(position[part] as Body) : text(position[part] ?? null);
  return [wanted, mine].map((position) => parts.map((part) => `${part}:${told(position, part)}`));
}

// What is wrong first with a record, with no more of it than is said.
function ofWrong(wanted: Body, mine: Body): string[][] {
  return [wanted, mine].map((wrong) =>
    Object.keys(mine).map((key) => `${key}:${unordered(wrong[key] ?? null)}`)
  );
}

// What is expected and what is told, as far as it has to be given or is.
function compared(endpoint: string, expected: Body, told: Body): [Json, Json] {
  const refused = "status" in expected || "status" in told;
  const required = refused ? ["status"] : REQUIRED[endpoint];
  const given = refused ? ["pointers"] : WHERE_GIVEN[endpoint];
  const wanted: Body = {};
  const mine: Body = {};
  for (const key of [...required, ...given]) {
    const right = expected[key] ?? (EMPTY_UNSAID.includes(key) ? [] : null);
    const own = told[key];
    if (own === undefined || right === null) {
      if (required.includes(key)) {
        [wanted[key], mine[key]] = [right, own ?? null];
      }
    } else if (key === "plays") {
      [wanted[key], mine[key]] = ofPlays(right as Body[], own as Body[]);
    } else if (key === "events") {
      [wanted[key], mine[key]] = ofEvents(right as Body[], own as Body[]);
    } else if (key === "position") {
      [wanted[key], mine[key]] = ofPositions(right as Body, own as Body);
    } else if (key === "wrong" && own !== null) {
      [wanted[key], mine[key]] = ofWrong(right as Body, own as Body);
    } else {
      [wanted[key], mine[key]] = [unordered(right), unordered(own)];
    }
  }
  return [wanted, mine];
}

// The answer, or what went wrong with it: whether a test is skipped is settled before it runs.
function attempt(each: Case): { told: Body | null } | { error: unknown } {
  try {
    return { told: answer(each.endpoint, each.request) };
  } catch (error) {
    return { error };
  }
}

describe("Panda Spin", () => {
  for (const each of cases as unknown as Case[]) {
    const name = `${each.id}: ${each.title}`;
    if (each.flags.some((flag) => LACKING.has(flag))) {
      test.skip(name, () => {});
      continue;
    }
    const tried = attempt(each);
    if ("told" in tried && tried.told === null) {
      test.skip(name, () => {});
      continue;
    }
    test(name, () => {
      if ("error" in tried) {
        throw tried.error;
      }
      const [wanted, mine] = compared(each.endpoint, each.expect, tried.told as Body);
      expect(mine).toEqual(wanted);
    });
  }
});
"""
