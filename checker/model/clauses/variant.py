"""The variant of the expansion: cards played as symbols."""

from __future__ import annotations

from checker.model.logic import Constraint, demand, no
from checker.model.turn import TurnFacts, turn_clause


@turn_clause("variant-needs-expansion")
def variant_needs_expansion(facts: TurnFacts) -> Constraint:
    """No card is played as a symbol."""
    return demand(no(facts.holds("plays-symbols")))


@turn_clause("variant-in-play")
def variant_in_play(facts: TurnFacts) -> Constraint:
    """The table plays with the variant."""
    return demand(facts.holds("variant-played"), when=facts.holds("plays-symbols"))


@turn_clause("variant-answers")
def variant_answers(facts: TurnFacts) -> Constraint:
    """There is a bid to beat."""
    return demand(no(facts.holds("leads")), when=facts.holds("plays-symbols"))


@turn_clause("variant-fresh")
def variant_fresh(facts: TurnFacts) -> Constraint:
    """The player has not bid in this trick."""
    return demand(no(facts.holds("has-bid")), when=facts.holds("plays-symbols"))


@turn_clause("variant-cards")
def variant_cards(facts: TurnFacts) -> Constraint:
    """All cards lie White side up and show the animal of the Mandate."""
    return demand(no(facts.holds("symbol-cards-amiss")), when=facts.holds("plays-symbols"))


@turn_clause("variant-held")
def variant_held(facts: TurnFacts) -> Constraint:
    """All cards are in the hand."""
    return demand(no(facts.holds("symbol-cards-not-held")), when=facts.holds("plays-symbols"))


@turn_clause("variant-without-mandate")
def variant_without_mandate(facts: TurnFacts) -> Constraint:
    """No Mandate is claimed beside."""
    return demand(no(facts.holds("claims-mandate")), when=facts.holds("plays-symbols"))
