"""What the symbols of a bid grant; a claim beyond it makes the action illegal."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, every, no, some
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
        when=every(
            some(facts.any_of("panda-points"), miscounted), no(facts.holds("after-rooster"))
        ),
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


@turn_clause("fire-all-or-none")
def fire_all_or_none(facts: TurnFacts) -> Constraint:
    """As many cards as can be, or none."""
    return demand(facts.at_most("fire-most", "fire-cards"), when=facts.any_of("fire-cards"))


@turn_clause("panda-all-or-none")
def panda_all_or_none(facts: TurnFacts) -> Constraint:
    """As many points, or cards to spin, as can be, or none."""
    return demand(
        some(
            facts.at_most("panda-most", "panda-points"),
            facts.at_most("panda-most", "panda-spins"),
        ),
        when=some(facts.any_of("panda-points"), facts.any_of("panda-spins")),
    )


@turn_clause("bamboo-all-or-none")
def bamboo_all_or_none(facts: TurnFacts) -> Constraint:
    """As many points as can be, or none."""
    return demand(facts.at_most("bamboo-most", "bamboo-points"), when=facts.any_of("bamboo-points"))


# The early edition.


@turn_clause("fire-discards-nothing")
def fire_discards_nothing(facts: TurnFacts) -> Constraint:
    """No card is discarded."""
    return demand(no(facts.any_of("fire-cards")))


@turn_clause("panda-never-spins")
def panda_never_spins(facts: TurnFacts) -> Constraint:
    """No card is spun."""
    return demand(no(facts.any_of("panda-spins")))


@turn_clause("panda-steals")
def panda_steals(facts: TurnFacts) -> Constraint:
    """No more points than Panda symbols."""
    return demand(facts.at_most("panda-points", "panda-symbols"), when=facts.any_of("panda-points"))


@turn_clause("panda-names-victims")
def panda_names_victims(facts: TurnFacts) -> Constraint:
    """One opponent is named, or one for each point; nobody need be where only one choice pays."""
    return demand(
        some(no(facts.holds("victims-unnamed")), facts.holds("one-choice-pays")),
        when=facts.any_of("panda-points"),
    )


@turn_clause("panda-from-opponent")
def panda_from_opponent(facts: TurnFacts) -> Constraint:
    """Nobody takes from oneself."""
    return demand(no(facts.holds("takes-from-oneself")), when=facts.any_of("panda-points"))


@turn_clause("panda-from-previous")
def panda_from_previous(facts: TurnFacts) -> Constraint:
    """The points are those of the player who bid before, named as in the printed rulebook."""
    return demand(
        facts.holds("somebody-before"),
        no(facts.holds("wrong-victim")),
        no(facts.holds("victims-miscounted")),
        when=facts.any_of("panda-points"),
    )


@turn_clause("panda-victims-have-points")
def panda_victims_have_points(facts: TurnFacts) -> Constraint:
    """Every player named has the points that are taken."""
    return demand(no(facts.holds("victims-lack-points")), when=facts.any_of("panda-points"))


@turn_clause("panda-previous-has-points")
def panda_previous_has_points(facts: TurnFacts) -> Constraint:
    """The player who bid before has them."""
    return demand(facts.at_most("panda-points", "victim-points"), when=facts.any_of("panda-points"))


@turn_clause("nineteen-capped")
def nineteen_capped(facts: TurnFacts) -> Constraint:
    """Symbols bring nobody to twenty."""
    return demand(no(facts.at_least("points-after", 20)), when=facts.holds("claims-points"))


@turn_clause("nineteen-blocked")
def nineteen_blocked(facts: TurnFacts) -> Constraint:
    """Whoever has nineteen takes nothing for symbols."""
    return demand(no(facts.at_least("points-before", 19)), when=facts.holds("claims-points"))
