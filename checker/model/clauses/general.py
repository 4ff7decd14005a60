"""Play cards - General rules: what holds for every bid."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, no
from checker.model.registry import clause
from checker.model.symbolic import SymbolicFacts
from checker.readings import Kind, Reading


@clause("play-cards")
def play_cards(_reading: Reading, facts: SymbolicFacts) -> Constraint:
    """A bid consists of at least one card."""
    return demand(facts.plays_a_card)


@clause("animal-cards-only")
def animal_cards_only(_reading: Reading, facts: SymbolicFacts) -> Constraint:
    """No Element card is part of a Combination."""
    return demand(no(facts.holds_an_element_card))


@clause("card-once")
def card_once(_reading: Reading, facts: SymbolicFacts) -> Constraint:
    """No card stands in two places."""
    return demand(no(facts.repeats_a_card))


@clause("symbols-optional")
def symbols_optional(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """Nothing is asked of the wild symbols beyond those that the reading needs."""
    if reading.kind in (Kind.SINGLE, Kind.BOMB):
        return None
    return demand(when=facts.values_and_wilds(reading.count + 1))


@clause("use-all-values")
def use_all_values(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """No value lies outside the reading, and none is shown more often than it has places."""
    return demand(facts.shows_only(reading.span), facts.shows_each_at_most(reading.width))
