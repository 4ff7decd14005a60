"""What every clause has: a function, words, fixtures on both sides of it, mutants that are killed.

Everything is counted anew from the model, from ``specs/`` and from ``fixtures/``; a cell that holds
nothing says why it cannot.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from checker import courses, facts, mandates, refereeing, replaying, setting_up, status
from checker.model.registry import FORMALISED
from checker.model.turn import TURN_FORMALISED
from checker.rulebook import Clause, rulebook
from checker.vectors.expecting import Body
from checker.wire import records, validating

COLUMNS = ("formalised", "explained", "accepted", "rejected", "mutants", "documented")
HEADINGS = {
    "formalised": "formalised",
    "explained": "explained",
    "accepted": "accepted by",
    "rejected": "rejected by",
    "mutants": "mutants killed",
    "documented": "documented",
}
NOT_APPLICABLE = "none: "
"""How a cell begins that cannot be filled; the reason follows."""


@dataclass(frozen=True)
class Row:
    """One clause and its cells, by column."""

    clause: Clause
    cells: Mapping[str, str]


def rows(cases: Sequence[Body], mutant_rows: Sequence[Body]) -> list[Row]:
    """The matrix, in rulebook order, from these cases and what became of every mutant."""
    cited = _Cited(cases)
    return [
        Row(clause, dict(zip(COLUMNS, _cells(clause, cited, mutant_rows), strict=True)))
        for clause in rulebook().clauses.values()
    ]


class _Cited:
    """The first case, and the number of cases, that shows a clause kept or broken."""

    def __init__(self, cases: Sequence[Body]) -> None:
        self.by_verdict: dict[tuple[str, str], list[str]] = {}
        ids = {case["id"]: case for case in cases}
        for case in cases:
            for clause, side in _sides(case, ids):
                self.by_verdict.setdefault((clause, side), []).append(case["id"])

    def cell(self, clause: str, side: str) -> str:
        """The first case and how many more there are; empty without any."""
        first, *more = self.by_verdict.get((clause, side), [""])
        return f"{first} and {len(more)} more" if more else first


def _sides(case: Body, by_id: Mapping[str, Body]) -> Iterator[tuple[str, str]]:
    """The clauses that a case shows, each with the side of it."""
    expect = case["expect"]
    happened = {event["clause"] for event in expect.get("events", ())}
    twin = by_id.get(case.get("twin", ""))
    told_of_twin = {e["clause"] for e in twin["expect"].get("events", ())} if twin else set()
    yield from ((clause, "accepted") for clause in sorted(happened))
    for clause in case["clauses"]:
        if "status" in expect:
            yield clause, "rejected"
        elif case["endpoint"] == "step":
            if clause not in happened and clause in told_of_twin:
                yield clause, "rejected"
        elif case["endpoint"] == "replay":
            cited = expect.get("wrong", {}).get("clauses", ())
            yield clause, "rejected" if clause in cited else "accepted"
        elif expect.get("verdict") == "legal":
            yield clause, "accepted"
        elif expect.get("verdict") == "illegal" and _refuses(clause, expect):
            yield clause, "rejected"


def _refuses(clause: str, expect: Body) -> bool:
    """Whether the clause speaks against it; those that are no reasons only do not help it."""
    is_constraint = rulebook().clause(clause).force == "constraint"
    return not is_constraint or clause in expect["reasons"]


def _cells(clause: Clause, cited: _Cited, mutant_rows: Sequence[Body]) -> Iterator[str]:
    yield _formalised(clause)
    yield ", ".join(name for name in _WORDS if getattr(clause, name)) or "rule"
    for side in ("accepted", "rejected"):
        yield cited.cell(clause.id, side) or f"{NOT_APPLICABLE}{_why_no_case(clause, side)}"
    own = [row for row in mutant_rows if row.get("clause") == clause.id]
    killed = sum("killed_by" in row for row in own)
    proved = sum("equivalent" in row for row in own)
    text = f"{killed} of {len(own)}" + (f"; {proved} proved equivalent" if proved else "")
    yield text if killed + proved else f"{NOT_APPLICABLE}{_why_no_mutant(clause)}"
    yield "; ".join(f"{text}: {section}" for text, section in clause.sections.items())


_WORDS = ("broken", "kept", "told")
"""The sentences that are said of a clause; all of them have a rule besides."""


def _formalised(clause: Clause) -> str:
    """The function of the model; else the one that acts the clause out or looks for it."""
    function = FORMALISED.get(clause.id) or TURN_FORMALISED.get(clause.id)
    if function is not None:
        module = inspect.getmodule(function)
        return f"{module.__name__.rpartition('.')[2] if module else ''}.{function.__name__}"
    if clause.force == "permission":
        return f"{NOT_APPLICABLE}a permission forbids nothing"
    return _namers()[clause.id]


_REFEREE = (refereeing, courses, mandates, status, setting_up, replaying, validating, records)
"""Where clauses are named that the model has no function for: what happens, what is laid out."""


@cache
def _namers() -> Mapping[str, str]:
    """The first function, or table of clauses, of the referee that names each clause."""
    found = {"upper-half-counts": f"facts.{facts.facts_of.__name__}"}
    for module in _REFEREE:
        for part in ast.parse(inspect.getsource(module)).body:
            for held in part.body if isinstance(part, ast.ClassDef) else [part]:
                for node in ast.walk(held):
                    if isinstance(node, ast.Constant) and node.value in rulebook().clauses:
                        name = f"{module.__name__.rpartition('.')[2]}.{_called(held)}"
                        found.setdefault(str(node.value), name)
    return found


def _called(part: ast.stmt) -> str:
    """The name of a function, or of what a table is assigned to."""
    match part:
        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    raise AssertionError(f"a clause is named in line {part.lineno}, outside of any function")


def _why_no_case(clause: Clause, side: str) -> str:
    if side == "rejected" and clause.force == "permission":
        return "a permission is never broken"
    return "nothing breaks it" if side == "rejected" else "what keeps it goes without saying"


def _why_no_mutant(clause: Clause) -> str:
    is_permission = clause.force == "permission"
    return "without it nothing would be forbidden that it allows" if is_permission else "nothing"


def as_json(found: Sequence[Row]) -> str:
    """The matrix for programs, one clause a line."""
    lines = (json.dumps({"clause": r.clause.id, **r.cells}, ensure_ascii=False) for r in found)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def as_markdown(found: Sequence[Row]) -> str:
    """The matrix for people."""
    head = ["clause", *HEADINGS.values()]
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for row in found:
        cells = [f"**{row.clause.id}**", *(row.cells[column] for column in COLUMNS)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
