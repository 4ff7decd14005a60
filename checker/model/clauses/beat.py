"""Beat: how a bid answers the bid before it."""

from __future__ import annotations

from checker.model.logic import Constraint, Prop, demand, every, no
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
    """The answer to a bid that is no Bomb is of its kind, or a Bomb."""
    if reading.kind is Kind.BOMB:
        return None
    return demand(facts.over_is(reading.kind), when=_answers_plainly(facts))


@clause("beat-same-number")
def beat_same_number(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """The answer has as many values as the bid to beat."""
    if reading.kind is Kind.BOMB:
        return None
    return demand(facts.over_count_is(reading.count), when=_answers_plainly(facts))


@clause("formation-same-shape")
def formation_same_shape(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Formation over a Formation has as many different values, each as often."""
    if reading.kind is not Kind.FORMATION:
        return None
    return demand(
        facts.over_width_is(reading.width),
        facts.over_length_is(reading.length),
        when=every(facts.over_is(Kind.FORMATION), no(facts.is_shaped)),
    )


@clause("beat-higher")
def beat_higher(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """The highest value of the answer is above that of the bid to beat."""
    if reading.kind is Kind.BOMB:
        return None
    return demand(facts.over_top_below(reading.top), when=_answers_plainly(facts))


@clause("bomb-beats-all")
def bomb_beats_all(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """Nothing is asked of a Bomb that answers another type."""
    if reading.kind is not Kind.BOMB:
        return None
    return demand(when=every(facts.answers, no(facts.over_is(Kind.BOMB))))


def _answers_plainly(facts: SymbolicFacts) -> Prop:
    """There is a bid to beat that is no Bomb, and no Mandate says how."""
    return every(facts.answers, no(facts.over_is(Kind.BOMB)), no(facts.is_shaped))
