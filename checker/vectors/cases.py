"""A case as it stands in a generated file: what fixtures have, and what it was built for."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from checker.questions import TurnQuestion
from checker.rulebook import rulebook
from checker.vectors.asking import Asked
from checker.vectors.expecting import Body
from checker.vectors.killing import killed_by
from checker.vectors.options import by_ruling
from checker.vectors.shrinking import Minimal


@dataclass(frozen=True)
class Case:
    """One case: what is asked, what it is about, why it was built, how small it is, its twin.

    The first thing that it was built for says how small it is, and which file it stands in.
    """

    asked: Asked
    title: str
    clauses: tuple[str, ...]
    built_for: tuple[str, ...]
    minimal: Minimal
    twin: Asked | None = None

    def also(self, other: Case) -> Case:
        """The case where it is built for what another one of the same question is as well."""
        clauses = sorted({*self.clauses, *other.clauses}, key=_order)
        uses = dict.fromkeys((*self.built_for, *other.built_for))
        return replace(
            self, clauses=tuple(clauses), built_for=tuple(uses), twin=self.twin or other.twin
        )


def _order(clause: str) -> int:
    return rulebook().clause(clause).order


def written(case: Case) -> Body:
    """The case as JSON; raises ``SolverLimit``."""
    asked = case.asked
    body: Body = {
        "id": asked.id,
        "title": case.title,
        "endpoint": asked.endpoint,
        "clauses": list(case.clauses),
    }
    if case.twin is not None:
        body["twin"] = case.twin.id
    body |= {
        "flags": flags(asked),
        "built_for": list(case.built_for),
        "minimal": case.minimal,
        "kills": list(killed_by(asked)),
    }
    if found := by_ruling(asked):
        body["by_ruling"] = found
    return {**body, "request": asked.request, "expect": asked.expect}


def flags(asked: Asked) -> list[str]:
    """What an implementation has to have to be asked this, in alphabetical order."""
    if asked.verdict == "fault":
        return ["error", *(["turn"] if "position" in asked.request else [])]
    question, request = asked.question, asked.request
    text = json.dumps(request)
    trick = request.get("position", {}).get("trick") or ()
    due = {
        "claim": '"as"' in text,
        "edition": question.rules.edition.id != "rulebook",
        "expansion": question.rules.expansion is not None,
        "lead": not (any("cards" in entry for entry in trick) or request.get("over")),
        "ruling-decides": not asked.expect.get("settled", True),
        "ruling-pinned": bool(request.get("rulings")),
        "turn": isinstance(question, TurnQuestion),
        "wild": f"+{question.rules.edition.wild}" in text,
    }
    return [flag for flag, is_due in due.items() if is_due]
