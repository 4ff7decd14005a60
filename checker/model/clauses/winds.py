"""Winds, in the early edition: what they may be played on."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, every, no
from checker.model.turn import TurnFacts, turn_clause


@turn_clause("no-wind-cards")
def no_wind_cards(facts: TurnFacts) -> Constraint:
    """No wind is played."""
    return demand(no(facts.holds("plays-wind")))


@turn_clause("wind-held")
def wind_held(facts: TurnFacts) -> Constraint:
    """The player holds the wind."""
    return demand(facts.holds("holds-wind"), when=facts.holds("plays-wind"))


@turn_clause("wind-answers")
def wind_answers(facts: TurnFacts) -> Constraint:
    """There is a bid to beat."""
    return demand(no(facts.holds("leads")), when=facts.holds("plays-wind"))


@turn_clause("wind-south")
def wind_south(facts: TurnFacts) -> Constraint:
    """South: a Run or a Formation of three different values."""
    return demand(facts.holds("over-three-different"), when=facts.holds("plays-south"))


@turn_clause("wind-condition")
def wind_condition(facts: TurnFacts) -> Constraint:
    """Any other wind: the table says that its condition is met."""
    other = every(facts.holds("plays-wind"), no(facts.holds("plays-south")))
    return demand(facts.holds("condition-met"), when=other)
