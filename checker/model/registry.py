"""The clause functions by clause id: one function, one constraint each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from checker.model.logic import Constraint
from checker.model.symbolic import SymbolicFacts
from checker.readings import Reading

ClauseFunction: TypeAlias = Callable[[Reading, SymbolicFacts], Constraint | None]

FORMALISED: dict[str, ClauseFunction] = {}
"""Every clause function by the id of its clause; filled by ``checker.model.clauses``."""


def clause(clause_id: str) -> Callable[[ClauseFunction], ClauseFunction]:
    """Register a function as the formalisation of one clause.

    The function says what the clause asks of one reading, given the facts, or ``None`` where it
    says nothing about such a reading. Raises ``ValueError`` when the clause has a function.
    """

    def register(function: ClauseFunction) -> ClauseFunction:
        if clause_id in FORMALISED:
            raise ValueError(f"the clause {clause_id!r} is formalised twice")
        FORMALISED[clause_id] = function
        return function

    return register
