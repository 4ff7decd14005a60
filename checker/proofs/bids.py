"""Theorems about a bid where its cards, its reading and the bid to beat are all free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.cards import VALUES, Element
from checker.model.compiled import TIERS
from checker.model.registry import FORMALISED
from checker.model.symbolic import Bounds
from checker.model.theorems.beating import PLAIN, well_formed
from checker.model.theorems.bids import AnyBid, FoundBid, few_cards, parting, punished
from checker.model.theorems.turns import BID_TURN, legal_turn
from checker.model.turn import TURN_FORMALISED
from checker.proofs.bodies import by_rules, combination, found_bid, shown
from checker.proofs.registry import Against, Asked, Finding, exceptions, theorem
from checker.readings import KINDS, Kind, Reading, reading_space
from checker.rulebook import rulebook
from checker.wording import reading_text

HAND = Bounds(15, 40)
"""A hand of twelve cards shows 36 values at most, and no value of a deck stands there 15 times."""


SMALL = Bounds(6, 12)
"""The bids among which examples are looked for."""


def any_bid(
    asked: Asked,
    readings: Sequence[Reading],
    bounds: Bounds,
    known: Mapping[str, int] = PLAIN,
) -> AnyBid:
    """Some cards taken as one of these readings, over anything within the bounds or as a lead.

    ``known`` are numbers that are fixed: if nothing else is said, no Mandate shapes the bid.
    """
    overs = [reading for reading in asked.combinations if reading.count <= bounds.values]
    return AnyBid(asked.edition, asked.pinned, readings, overs, bounds, known)


def shaped_bid(asked: Asked, readings: Sequence[Reading], bounds: Bounds) -> AnyBid:
    """Some bid that a Mandate may shape: no Bomb, unless some turn may claim one with a Bomb."""
    claims = {"bids": 1, "claims-mandate": 1, "by-bid": 1, "is-bomb": 1}
    bombs = legal_turn(asked.edition, asked.pinned, BID_TURN, claims)
    return any_bid(asked, [r for r in readings if bombs or r.kind is not Kind.BOMB], bounds, {})


def every_reading(most_values: int) -> Iterator[Reading]:
    """Each kind in each shape of so many values up to each top, however malformed."""
    for kind in KINDS:
        for width in range(1, most_values + 1):
            for length in range(1, min(most_values // width, len(VALUES)) + 1):
                yield from (Reading(kind, width, length, top) for top in VALUES)


@theorem("every-bid-has-a-verdict")
def every_bid_has_a_verdict(asked: Asked) -> Finding:
    """Is there a reading that the model does not list and that no clause refuses by its shape?"""
    most = TIERS[-1].values
    listed = set(reading_space(most))
    outside = [reading for reading in every_reading(most) if reading not in listed]
    formalised = FORMALISED.keys() | TURN_FORMALISED.keys()
    against = [
        Against({}, f"the model has no function for {clause.id}")
        for clause in rulebook().clauses.values()
        if clause.force == "constraint" and clause.id not in formalised
    ]
    if missed := next(well_formed(asked.edition, asked.pinned, outside), None):
        body = {"bid": combination(missed, asked.edition.wild)} | by_rules(asked, {})
        says = f"no clause refuses {reading_text(missed)}, and it is not listed"
        against.append(Against({}, says, (shown(says, body, "illegal"),)))
    return Finding(
        f"every kind in every shape of up to {most} values, more than 40 cards show; "
        f"{len(outside):,} readings are refused by shape",
        tuple(against),
    )


@theorem("wilds-never-punished")
def wilds_never_punished(asked: Asked) -> Finding:
    """Is there a bid that is legal with fewer of its wild symbols, and not with all of them?"""
    bid = any_bid(asked, reading_space(HAND.values), HAND)
    found = exceptions(lambda but: punished(bid, but))
    says = "legal with fewer wild symbols alone"
    return Finding(_bounds(HAND), tuple(_against(asked, each, says, "illegal") for each in found))


@theorem("same-shape-within-same-count")
def same_shape_within_same_count(asked: Asked) -> Finding:
    """Is there a bid that is legal where Formations need the same shape, and not otherwise?"""
    ruling, narrow, wide = "formation-shape", "same-shape", "same-count"
    if ruling in asked.pinned:
        return Finding("nothing, for the ruling is pinned")
    bid = any_bid(asked, reading_space(HAND.values), HAND)
    found = parting(bid, ruling, narrow, wide)
    says = f"legal by {narrow} alone"
    against = (_against(asked, found, says, "legal"),) if found else ()
    return Finding(_bounds(HAND), against)


@theorem("white-bombs-take-four-suits")
def white_bombs_take_four_suits(asked: Asked) -> Finding:
    """Is there a Bomb on the White sides of three suits, which show each value three times?"""
    against = []
    if bomb := _bomb(asked, 3):
        against.append(_against(asked, bomb, "a Bomb of White cards of three suits", "legal"))
    four = _bomb(asked, 4)
    if not four:
        against.append(Against({}, "White cards of four suits make no Bomb"))
    example = "White cards of four suits make one"
    witnesses = (shown(example, found_bid(asked, four), "legal"),) if four else ()
    return Finding(
        "all White cards of three suits, and of four", tuple(against), witnesses=witnesses
    )


def _bomb(asked: Asked, suits: int) -> FoundBid | None:
    """A legal Bomb of cards that show each value once in each of so many suits."""
    bombs = [r for r in reading_space(len(Element) + 1) if r.kind is Kind.BOMB]
    bid = any_bid(asked, bombs, Bounds(suits, len(VALUES)))
    return bid.found([bid.legal()], few_cards(bid.facts))


def _against(asked: Asked, found: FoundBid, says: str, verdict: str) -> Against:
    return Against(found.rulings, says, (shown(says, found_bid(asked, found), verdict),))


def _bounds(bounds: Bounds) -> str:
    return (
        f"bids and bids to beat of up to {bounds.values} values and wilds, "
        f"each value up to {bounds.naturals} times"
    )
