"""Clauses of a turn because of which no action can be legal, whatever the rest of the table is."""

from __future__ import annotations

from collections.abc import Mapping

import z3

from checker.model.compiled import ClauseIds
from checker.model.logic import every, no, settled, some
from checker.model.solving import Query, asts, context
from checker.model.turn_model import turn_model


def forbidding(numbers: Mapping[str, tuple[int, int | None]], ids: ClauseIds) -> ClauseIds | None:
    """A minimal set of these clauses that no turn satisfies whose numbers lie within these bounds.

    ``None`` where some numbers satisfy all; clauses are left out in the order given. Not all
    numbers that satisfy them need to be those of a turn. Raises ``SolverLimit``.
    """
    model, query = turn_model(), Query(context())
    query.solver.add(model.facts.in_order())
    bounds = (
        every(
            model.facts.at_least(name, least) if least else True,
            True if most is None else no(model.facts.at_least(name, most + 1)),
        )
        for name, (least, most) in numbers.items()
    )
    query.solver.add(settled(every(*bounds)))
    chosen = {clause_id: z3.Bool(f"clause-{clause_id}", context()) for clause_id in ids}
    for clause_id, literal in chosen.items():
        query.solver.add(settled(some(no(literal), model.kept(clause_id))))

    def can_be(kept: ClauseIds) -> bool:
        return query.holds(asts([chosen[c] for c in kept]))

    if can_be(ids):
        return None
    kept = ids
    for clause_id in ids:
        fewer = tuple(c for c in kept if c != clause_id)
        if not can_be(fewer):
            kept = fewer
    return kept
