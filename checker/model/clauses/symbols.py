"""What the symbols of a bid grant; a claim beyond it makes the action illegal."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, no, some
from checker.model.turn import TurnFacts, turn_clause


@turn_clause("bomb-grants-nothing")
def bomb_grants_nothing(facts: TurnFacts) -> Constraint:
    """Nothing is claimed for the symbols of a Bomb."""
    claims = ("fire-cards", "panda-points", "panda-spins", "bamboo-points")
    return demand(no(some(*(facts.any_of(claim) for claim in claims))), when=facts.holds("is-bomb"))


@turn_clause("fire-discards")
def fire_discards(facts: TurnFacts) -> Constraint:
    """No more cards than Fire symbols."""
    return demand(facts.at_most("fire-cards", "fire-symbols"), when=facts.any_of("fire-cards"))


@turn_clause("fire-from-hand")
def fire_from_hand(facts: TurnFacts) -> Constraint:
    """The cards are in the hand that is left."""
    return demand(no(facts.holds("fire-not-held")), when=facts.any_of("fire-cards"))


@turn_clause("fire-animal-only")
def fire_animal_only(facts: TurnFacts) -> Constraint:
    """The cards are Animal cards."""
    return demand(no(facts.holds("fire-discards-element")), when=facts.any_of("fire-cards"))


@turn_clause("panda-hungry")
def panda_hungry(facts: TurnFacts) -> Constraint:
    """No more points than Panda symbols, and only while hungry."""
    return demand(
        facts.holds("hungry"),
        facts.at_most("panda-points", "panda-symbols"),
        when=facts.any_of("panda-points"),
    )


@turn_clause("panda-victim")
def panda_victim(facts: TurnFacts) -> Constraint:
    """The points are those of the player who bid before, named once or for each point, if named."""
    miscounted = facts.holds("victims-miscounted")
    return demand(
        facts.holds("somebody-before"),
        no(facts.holds("wrong-victim")),
        no(miscounted),
        when=some(facts.any_of("panda-points"), miscounted),
    )


@turn_clause("panda-has-points")
def panda_has_points(facts: TurnFacts) -> Constraint:
    """That player has them."""
    return demand(facts.at_most("panda-points", "victim-points"), when=facts.any_of("panda-points"))


@turn_clause("panda-spin")
def panda_spin(facts: TurnFacts) -> Constraint:
    """No more cards than Panda symbols, and only while it spins."""
    return demand(
        no(facts.holds("hungry")),
        facts.at_most("panda-spins", "panda-symbols"),
        when=facts.any_of("panda-spins"),
    )


@turn_clause("panda-spins-white")
def panda_spins_white(facts: TurnFacts) -> Constraint:
    """The cards are white Animal cards of the hand that is left."""
    return demand(no(facts.holds("spins-at-fault")), when=facts.any_of("panda-spins"))


@turn_clause("bamboo-points")
def bamboo_points(facts: TurnFacts) -> Constraint:
    """No more points than Bamboo symbols."""
    return demand(
        facts.at_most("bamboo-points", "bamboo-symbols"), when=facts.any_of("bamboo-points")
    )
