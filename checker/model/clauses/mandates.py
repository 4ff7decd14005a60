"""The expansion: how a Mandate is activated, and what each animal asks for."""

from __future__ import annotations

from checker.model.logic import Constraint, Prop, demand, every, no, some
from checker.model.turn import TurnFacts, turn_clause

_ANSWERING = ("monkey", "goat", "tiger", "horse", "ox", "dragon")


def _claims(facts: TurnFacts, by: str = "", animal: str = "") -> Prop:
    """A Mandate is claimed, in this way and of this animal if they are given."""
    way = facts.holds(f"by-{by}") if by else True
    of = facts.holds(f"animal-{animal}") if animal else True
    return every(facts.holds("claims-mandate"), way, of)


@turn_clause("mandate-needs-expansion")
def mandate_needs_expansion(facts: TurnFacts) -> Constraint:
    """No Mandate is claimed."""
    return demand(no(facts.holds("claims-mandate")))


@turn_clause("mandate-in-play")
def mandate_in_play(facts: TurnFacts) -> Constraint:
    """The animal claimed is the one revealed."""
    return demand(facts.holds("animal-revealed"), when=_claims(facts))


@turn_clause("mandate-once")
def mandate_once(facts: TurnFacts) -> Constraint:
    """None was activated in this turn before."""
    return demand(no(facts.holds("mandate-used")), when=_claims(facts))


@turn_clause("mandate-once-per-method")
def mandate_once_per_method(facts: TurnFacts) -> Constraint:
    """None was activated in this way in this turn before."""
    return demand(no(facts.holds("mandate-used-this-way")), when=_claims(facts))


@turn_clause("mandate-not-bomb")
def mandate_not_bomb(facts: TurnFacts) -> Constraint:
    """The bid is no Bomb."""
    return demand(no(facts.holds("is-bomb")), when=_claims(facts))


@turn_clause("mandate-with-bid")
def mandate_with_bid(facts: TurnFacts) -> Constraint:
    """Cards are bid, and no Element card is played."""
    return demand(facts.holds("bids"), when=_claims(facts))


@turn_clause("mandate-bid-shows")
def mandate_bid_shows(facts: TurnFacts) -> Constraint:
    """By the bid: it shows the animal, White side up."""
    return demand(facts.holds("bid-shows-animal"), when=_claims(facts, by="bid"))


@turn_clause("mandate-discard")
def mandate_discard(facts: TurnFacts) -> Constraint:
    """By a discard: the card shows the animal, White side up."""
    return demand(facts.holds("discard-shows-animal"), when=_claims(facts, by="discard"))


@turn_clause("mandate-discard-held")
def mandate_discard_held(facts: TurnFacts) -> Constraint:
    """By a discard: the card is in the hand or has just been drawn."""
    return demand(facts.holds("discard-at-hand-or-drawn"), when=_claims(facts, by="discard"))


@turn_clause("mandate-discard-not-drawn")
def mandate_discard_not_drawn(facts: TurnFacts) -> Constraint:
    """By a discard: the card is in the hand before the draw."""
    return demand(facts.holds("discard-at-hand"), when=_claims(facts, by="discard"))


@turn_clause("mandate-draws")
def mandate_draws(facts: TurnFacts) -> Constraint:
    """By a discard: there is a card to draw."""
    return demand(facts.holds("pile-has-cards"), when=_claims(facts, by="discard"))


@turn_clause("mandate-as-told")
def mandate_as_told(facts: TurnFacts) -> Constraint:
    """What is said of a card that is drawn or taken is so."""
    return demand(no(facts.holds("told-wrongly")), when=_claims(facts))


@turn_clause("mandate-answers")
def mandate_answers(facts: TurnFacts) -> Constraint:
    """Six of the animals need a bid to beat."""
    return demand(
        no(facts.holds("leads")),
        when=some(*(_claims(facts, animal=animal) for animal in _ANSWERING)),
    )


@turn_clause("mandate-leads")
def mandate_leads(facts: TurnFacts) -> Constraint:
    """The Rabbit needs a bid that starts the trick."""
    return demand(facts.holds("leads"), when=_claims(facts, animal="rabbit"))


@turn_clause("rat-put")
def rat_put(facts: TurnFacts) -> Constraint:
    """Rat: the card put back is in the hand or is the one drawn."""
    return demand(facts.holds("put-at-hand"), when=_claims(facts, animal="rat"))


@turn_clause("rat-animal-only")
def rat_animal_only(facts: TurnFacts) -> Constraint:
    """Rat: no Element card is put back."""
    return demand(no(facts.holds("puts-element")), when=_claims(facts, animal="rat"))


@turn_clause("rooster-no-bomb")
def rooster_no_bomb(facts: TurnFacts) -> Constraint:
    """After the Rooster, no Bomb."""
    return demand(no(facts.holds("is-bomb")), when=facts.holds("after-rooster"))


@turn_clause("rooster-no-element")
def rooster_no_element(facts: TurnFacts) -> Constraint:
    """After the Rooster, no Element card."""
    return demand(no(facts.holds("plays-element")), when=facts.holds("after-rooster"))


@turn_clause("rooster-panda-oneself")
def rooster_panda_oneself(facts: TurnFacts) -> Constraint:
    """After the Rooster, a Panda takes nothing."""
    return demand(no(facts.any_of("panda-points")), when=facts.holds("after-rooster"))


@turn_clause("rooster-panda-other")
def rooster_panda_other(facts: TurnFacts) -> Constraint:
    """After the Rooster, a Panda takes from the last other bidder."""
    return demand(
        facts.holds("somebody-else-before"),
        no(facts.holds("wrong-other-victim")),
        when=every(facts.holds("after-rooster"), facts.any_of("panda-points")),
    )


@turn_clause("rabbit-three")
def rabbit_three(facts: TurnFacts) -> Constraint:
    """Rabbit: three cards at most."""
    return demand(no(facts.at_least("rabbit-cards", 4)), when=_claims(facts, animal="rabbit"))


@turn_clause("rabbit-held")
def rabbit_held(facts: TurnFacts) -> Constraint:
    """Rabbit: the cards are in the hand that is left."""
    return demand(no(facts.holds("rabbit-not-held")), when=_claims(facts, animal="rabbit"))


@turn_clause("rabbit-animal-only")
def rabbit_animal_only(facts: TurnFacts) -> Constraint:
    """Rabbit: no Element cards."""
    return demand(no(facts.holds("rabbit-discards-element")), when=_claims(facts, animal="rabbit"))


@turn_clause("monkey-victim-holds")
def monkey_victim_holds(facts: TurnFacts) -> Constraint:
    """Monkey: the player of the bid before holds a card."""
    return demand(facts.holds("bidder-before-holds"), when=_claims(facts, animal="monkey"))


@turn_clause("monkey-seat-holds")
def monkey_seat_holds(facts: TurnFacts) -> Constraint:
    """Monkey: the player seated before holds a card."""
    return demand(facts.holds("seat-before-holds"), when=_claims(facts, animal="monkey"))


@turn_clause("tiger-single")
def tiger_single(facts: TurnFacts) -> Constraint:
    """Tiger: the bid is a Single."""
    return demand(facts.holds("is-single"), when=_claims(facts, animal="tiger"))


@turn_clause("tiger-one-distinct")
def tiger_one_distinct(facts: TurnFacts) -> Constraint:
    """Tiger: the bid has one value, however often."""
    return demand(facts.holds("is-one-value"), when=_claims(facts, animal="tiger"))


@turn_clause("horse-takes")
def horse_takes(facts: TurnFacts) -> Constraint:
    """Horse: the card lies in the bid to beat."""
    return demand(facts.holds("taken-lies-there"), when=_claims(facts, animal="horse"))


@turn_clause("horse-white-only")
def horse_white_only(facts: TurnFacts) -> Constraint:
    """Horse: the card lies White side up."""
    return demand(facts.holds("taken-is-white"), when=_claims(facts, animal="horse"))
