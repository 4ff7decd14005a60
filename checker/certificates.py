"""A decision as SMT-LIB 2 text, which any other solver can check again."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from checker.facts import measures
from checker.model.compiled import ClauseIds
from checker.model.situation import Situation
from checker.readings import Claim
from checker.wording import reading_text


def certificate(situations: Sequence[Situation], ids: ClauseIds, claim: Claim) -> str:
    """One script for each reading of the bid to beat: ``sat`` means legal, ``unsat`` illegal.

    The facts are asserted as order literals ("natural-7>=2"), and so is that some reading within
    the claim violates none of the clauses in force.
    """
    return "\n".join(_script(situation, ids, claim) for situation in situations)


def _script(situation: Situation, ids: ClauseIds, claim: Claim) -> str:
    model = situation.model
    solver = z3.Solver(ctx=model.context)
    solver.add(model.pinned(measures(situation.facts, situation.over)))
    places = model.claimed(claim)
    legal = [model.legality(place, ids) for place in places]
    solver.add(z3.Or(legal) if legal else z3.BoolVal(False, model.context))
    over = reading_text(situation.over) if situation.over else "nothing, a lead"
    expected = "sat" if situation.legal(ids, claim) else "unsat"
    skipped = (";", "(set-info")
    lines = [
        f"; The bid to beat: {over}. Expected answer: {expected}.",
        "(reset)",
        "(set-logic QF_UF)",
        f"(set-info :status {expected})",
        *(line for line in solver.to_smt2().splitlines() if not line.startswith(skipped)),
    ]
    return "\n".join(lines) + "\n"
