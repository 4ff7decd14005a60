"""Whose turn it is, what a leader must do, and which cards can be used."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, every, no
from checker.model.turn import TurnFacts, turn_clause


@turn_clause("own-turn")
def own_turn(facts: TurnFacts) -> Constraint:
    """Nobody acts out of turn."""
    return demand(no(facts.holds("out-of-turn")))


@turn_clause("pass-is-final")
def pass_is_final(facts: TurnFacts) -> Constraint:
    """Whoever has passed does nothing more in the trick."""
    return demand(no(facts.holds("has-passed")))


@turn_clause("leader-plays")
def leader_plays(facts: TurnFacts) -> Constraint:
    """A leader does not pass."""
    return demand(no(facts.holds("passes")), when=facts.holds("leads"))


@turn_clause("leader-with-animals-plays")
def leader_with_animals_plays(facts: TurnFacts) -> Constraint:
    """A leader who passes discards all that the hand holds, which is Element cards."""
    return demand(
        no(facts.holds("keeps-card")),
        when=every(facts.holds("leads"), facts.holds("passes")),
    )


@turn_clause("cards-held")
def cards_held(facts: TurnFacts) -> Constraint:
    """Every card played is in the hand."""
    return demand(no(facts.holds("cards-not-held")))


@turn_clause("discards-held")
def discards_held(facts: TurnFacts) -> Constraint:
    """Every card discarded unused is in the hand."""
    return demand(no(facts.holds("discards-not-held")))


@turn_clause("discard-elements-only")
def discard_elements_only(facts: TurnFacts) -> Constraint:
    """No Animal card is discarded unused."""
    return demand(no(facts.holds("discards-animal-card")))


@turn_clause("no-element-cards")
def no_element_cards(facts: TurnFacts) -> Constraint:
    """No Element card is played or discarded."""
    return demand(no(facts.holds("plays-element")), no(facts.holds("discards-elements")))


@turn_clause("pass-freely")
def pass_freely(facts: TurnFacts) -> Constraint:
    """Nothing is asked of a pass that does not start the trick."""
    return demand(when=every(facts.holds("passes"), no(facts.holds("leads"))))
