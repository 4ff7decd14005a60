"""Elements / Colors, Water: the wild symbol."""

from __future__ import annotations

from checker.model.logic import Constraint, demand
from checker.model.registry import clause
from checker.model.symbolic import SymbolicFacts
from checker.readings import Kind, Reading


@clause("wild-adds-value")
def wild_adds_value(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """The values and wild symbols together are as many as the reading has values."""
    return demand(facts.values_and_wilds(reading.count))


@clause("wild-not-single")
def wild_not_single(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """The value of a Single is on the card."""
    if reading.kind is not Kind.SINGLE:
        return None
    return demand(facts.values(reading.count), when=facts.values(1))
