"""What follows from the decks and the deal without being printed anywhere."""

from __future__ import annotations

from checker.cards import VALUES, Element, Side, Value
from checker.decks import ANIMAL_KEYS, DECK_IDS, deck, mandates
from checker.proofs.bodies import by_rules, shown
from checker.proofs.registry import Against, Asked, Finding, theorem
from checker.refereeing import CARDS_DRAWN
from checker.setting_up import CARDS_DEALT, PLAYERS, cards_in_play, suits_in_play


@theorem("no-bid-of-wilds-alone")
def no_bid_of_wilds_alone(asked: Asked) -> Finding:
    """Is there a face without a value? Only the variant plays a card as a bare wild symbol."""
    against = []
    for name in DECK_IDS:
        known = deck(name)
        for element, value in ANIMAL_KEYS:
            card = known.card(element, value, Side.BLUE)
            if card.up is None or card.up.count < 1:
                body = {"bid": [f"{card.name}:blue"], "deck": name} | by_rules(asked, {})
                says = f"{card.name} of {name} shows no value"
                against.append(Against({}, says, (shown(says, body, "legal"),)))
    return Finding(f"all faces of the decks {' and '.join(DECK_IDS)}", tuple(against))


@theorem("draw-pile-suffices")
def draw_pile_suffices(asked: Asked) -> Finding:
    """Do all Element cards of a round draw more than is left, with any number of players?"""
    against = []
    for players in PLAYERS:
        suits = list(Element)[: suits_in_play(players)]
        cards = len(cards_in_play(deck(asked.edition.deck), suits))
        left = cards - players * CARDS_DEALT[asked.edition.root]
        if len(suits) * CARDS_DRAWN > left:
            says = f"{players} players: {left} cards are left for {len(suits)} Element cards"
            against.append(Against({}, says))
    return Finding(
        f"{PLAYERS[0]} to {PLAYERS[-1]} players; each Element card is played once a round",
        tuple(against),
    )


@theorem("jack-without-mandate")
def jack_without_mandate(asked: Asked) -> Finding:
    """Is the J the one value whose animal has no Mandate?"""
    without = [value for value in VALUES if value not in mandates().values()]
    says = f"without a Mandate: {', '.join(map(str, without)) or 'none'}"
    against = () if without == [Value.JACK] else (Against({}, says),)
    return Finding(f"the animals of all {len(VALUES)} values", against, (says,))
