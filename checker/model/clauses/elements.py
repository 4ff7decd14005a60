"""Element cards: what they may answer, and the condition on each."""

from __future__ import annotations

from checker.cards import Element
from checker.model.logic import Constraint, Prop, demand, no, some
from checker.model.turn import TurnFacts, turn_clause


@turn_clause("element-card-alone")
def element_card_alone(facts: TurnFacts) -> Constraint:
    """What is played instead of a Combination is an Element card."""
    return demand(no(facts.holds("element-is-animal")), when=facts.holds("plays-element"))


@turn_clause("element-lead")
def element_lead(facts: TurnFacts) -> Constraint:
    """An Element card only answers."""
    return demand(no(facts.holds("leads")), when=facts.holds("plays-element"))


@turn_clause("element-over-bomb")
def element_over_bomb(facts: TurnFacts) -> Constraint:
    """No Element card in a trick with a Bomb."""
    return demand(no(facts.holds("bomb-in-trick")), when=facts.holds("plays-element"))


@turn_clause("forced-discards-by-forced")
def forced_discards_by_forced(facts: TurnFacts) -> Constraint:
    """Nobody discards before a forced pass but those who have to pass."""
    return demand(no(facts.holds("unforced-discards")))


@turn_clause("forced-discards-forbidden")
def forced_discards_forbidden(facts: TurnFacts) -> Constraint:
    """Nobody discards anything before a forced pass."""
    return demand(no(facts.holds("forced-discards")))


@turn_clause("element-metal")
def element_metal(facts: TurnFacts) -> Constraint:
    """Metal: one player has shown both sides."""
    return demand(facts.holds("both-sides-by-one"), when=_plays(facts, Element.METAL))


@turn_clause("element-metal-staying")
def element_metal_staying(facts: TurnFacts) -> Constraint:
    """Metal: one player who has not passed has shown both sides."""
    return demand(facts.holds("both-sides-by-one-staying"), when=_plays(facts, Element.METAL))


@turn_clause("element-metal-trick")
def element_metal_trick(facts: TurnFacts) -> Constraint:
    """Metal: the trick holds both sides."""
    return demand(facts.holds("both-sides-in-trick"), when=_plays(facts, Element.METAL))


@turn_clause("element-metal-trick-staying")
def element_metal_trick_staying(facts: TurnFacts) -> Constraint:
    """Metal: those who have not passed have shown both sides."""
    return demand(facts.holds("both-sides-staying"), when=_plays(facts, Element.METAL))


@turn_clause("element-wood")
def element_wood(facts: TurnFacts) -> Constraint:
    """Wood: an A or a 2, shown or by a wild."""
    contained = some(facts.holds("ace-or-two-shown"), facts.holds("ace-or-two-by-wild"))
    return demand(contained, when=_plays(facts, Element.WOOD))


@turn_clause("element-wood-staying")
def element_wood_staying(facts: TurnFacts) -> Constraint:
    """Wood: an A or a 2, shown or by a wild, of a player who has not passed."""
    contained = some(
        facts.holds("ace-or-two-shown-staying"), facts.holds("ace-or-two-by-wild-staying")
    )
    return demand(contained, when=_plays(facts, Element.WOOD))


@turn_clause("element-wood-printed")
def element_wood_printed(facts: TurnFacts) -> Constraint:
    """Wood: an A or a 2 that is shown."""
    return demand(facts.holds("ace-or-two-shown"), when=_plays(facts, Element.WOOD))


@turn_clause("element-wood-printed-staying")
def element_wood_printed_staying(facts: TurnFacts) -> Constraint:
    """Wood: an A or a 2 that a player shows who has not passed."""
    return demand(facts.holds("ace-or-two-shown-staying"), when=_plays(facts, Element.WOOD))


@turn_clause("element-water")
def element_water(facts: TurnFacts) -> Constraint:
    """Water: the bid to beat has three values."""
    return demand(facts.at_least("values-to-beat", 3), when=_plays(facts, Element.WATER))


@turn_clause("element-fire")
def element_fire(facts: TurnFacts) -> Constraint:
    """Fire: at most seven cards in the hand."""
    return demand(no(facts.at_least("hand-size", 8)), when=_plays(facts, Element.FIRE))


@turn_clause("element-earth")
def element_earth(facts: TurnFacts) -> Constraint:
    """Earth: a Panda symbol in the trick."""
    return demand(facts.holds("panda-shown"), when=_plays(facts, Element.EARTH))


@turn_clause("element-earth-used")
def element_earth_used(facts: TurnFacts) -> Constraint:
    """Earth: a Panda symbol of the trick that was used."""
    return demand(facts.holds("panda-used"), when=_plays(facts, Element.EARTH))


@turn_clause("element-earth-staying")
def element_earth_staying(facts: TurnFacts) -> Constraint:
    """Earth: a Panda symbol of a player who has not passed."""
    return demand(facts.holds("panda-shown-staying"), when=_plays(facts, Element.EARTH))


@turn_clause("element-earth-used-staying")
def element_earth_used_staying(facts: TurnFacts) -> Constraint:
    """Earth: a Panda symbol used by a player who has not passed."""
    return demand(facts.holds("panda-used-staying"), when=_plays(facts, Element.EARTH))


def _plays(facts: TurnFacts, element: Element) -> Prop:
    return facts.holds(f"element-{element}")
