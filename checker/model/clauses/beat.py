"""Beat: how a bid answers the bid before it."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, every, no
from checker.model.registry import clause
from checker.model.symbolic import SymbolicFacts
from checker.readings import Kind, Reading


@clause("bomb-lead")
def bomb_lead(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Bomb only answers."""
    if reading.kind is not Kind.BOMB:
        return None
    return demand(facts.answers)


@clause("beat-same-kind")
def beat_same_kind(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """An answer to a bid that is no Bomb is of its kind."""
    if reading.kind is Kind.BOMB:
        return None
    return demand(
        facts.over_is(reading.kind), when=every(facts.answers, no(facts.over_is(Kind.BOMB)))
    )


@clause("beat-same-number")
def beat_same_number(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """An answer of the same kind has as many values."""
    if reading.kind is Kind.BOMB:
        return None
    return demand(facts.over_count_is(reading.count), when=facts.over_is(reading.kind))


@clause("formation-same-shape")
def formation_same_shape(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Formation over a Formation has as many different values, each as often."""
    if reading.kind is not Kind.FORMATION:
        return None
    return demand(
        facts.over_width_is(reading.width),
        facts.over_length_is(reading.length),
        when=facts.over_is(Kind.FORMATION),
    )


@clause("beat-higher")
def beat_higher(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """An answer of the same kind has a higher highest value."""
    if reading.kind is Kind.BOMB:
        return None
    return demand(facts.over_top_below(reading.top), when=facts.over_is(reading.kind))
