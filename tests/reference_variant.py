"""The expansion's variant: mandated white cards played as symbols alone.

Part of the plain reference for a whole game (`tests.reference_game` describes all of it).

Readings of the rules that the text does not settle:

* A position that does not say `variant` is played without it.
* Symbols may be ignored here as in a bid: less may be claimed than they grant. But every Water is
  part of the bid.
* A reading (`as`) or a mandate claimed without a Water is illegal, because there is no bid.
* A mandate goes by bid only; the cards used as Water show the animal, white side up, whichever side
  variant-side makes them count as.
* Cards used as Water show no values and no symbols: for the Wood card only what they stand for
  counts (wood-wild=counts), and a Panda among the discarded cards is not in the trick (Earth card).
* Symbols work first, then the other cards are discarded, then comes the pass or the mandate.
* A play without a Water is no bid: it does not count as playing the last cards earlier (last-bid),
  but it does as emptying the hand (hand-emptied).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from tests.reference import SYMBOLS, Reading
from tests.reference_flow import discard, leave_trick, move_on
from tests.reference_mandate import act_mandate, features, mandate_faults, mandates
from tests.reference_symbols import after_symbols, discard_faults, effect_faults, work
from tests.reference_table import (
    Action,
    Event,
    Missing,
    Table,
    answers,
    as_claim,
    canonical,
    cards_in,
    copied,
    lacking,
    without,
)


def _uses(action: Action) -> list[dict[str, str]]:
    """The cards used and what each of them is used as."""
    uses = [{"card": canonical(use["card"]), "as": use["as"]} for use in action["use"]]
    for use in uses:
        if use["as"] not in SYMBOLS:
            raise ValueError(f"not a symbol: {use['as']!r}")
    return uses


def _as_bid(action: Action) -> dict[str, Any]:
    """The action in the shape of an entry of the trick."""
    entry: dict[str, Any] = {"symbols": _uses(action)}
    return entry | {key: action[key] for key in ("as", "mandate") if action.get(key)}


def _waters(action: Action) -> list[str]:
    """The cards used as Water."""
    return [use["card"] for use in _uses(action) if use["as"] == "water"]


def _faults_as(
    table: Table, name: str, action: Action, reading: Reading | None, rest: list[str]
) -> list[str]:
    """Why this play, its Waters taken as this reading, claims too much."""
    granted = Counter(use["as"] for use in _uses(action) if use["as"] != "water")
    faults = effect_faults(table, name, action, granted, rest)
    mandate = action.get("mandate")
    if mandate is None or faults:
        return faults
    if reading is None:
        return ["a mandate goes with a bid, and there is no Water"]
    if table.rulings["variant-mandate"] == "forbidden":
        faults.append("symbols alone do not activate the mandate")
    if mandate["by"] != "bid":
        faults.append("symbols alone activate the mandate by the bid only")
    left = after_symbols(rest, action)
    return faults + mandate_faults(table, name, mandate, _waters(action), reading, left)


def _worst(faults: list[str]) -> tuple[bool, int]:
    """Orders lists of faults: legal first, then what only misses something."""
    return any(not isinstance(fault, Missing) for fault in faults), len(faults)


def symbols_faults(table: Table, name: str, action: Action) -> list[str]:
    """Why this player may not play these cards as symbols."""
    hand, discarded = table.known_hand(name), cards_in(action, "discard_elements")
    cards = [use["card"] for use in _uses(action)]
    faults = discard_faults(discarded, hand)
    if not table.expansion or not table.position.get("variant"):
        faults.append("the variant is not played")
    if table.reading_to_beat() is None:
        faults.append("symbols alone only answer a bid")
    if table.cards_of(name):
        faults.append("the player has bid in this trick")
    if not cards:
        faults.append("no card is played")
    if "mandate" not in table.position:
        faults.append(Missing("which mandate is revealed"))
    elif not all(features(card, table.position["mandate"], table) for card in cards):
        faults.append("only mandated cards, white side up, are symbols alone")
    if lacking([*discarded, *cards], hand):
        faults.append("a card is not in the hand, or not that often")
    if faults:
        return faults
    rest = without(hand, [*discarded, *cards])
    if not _waters(action):
        if action.get("as"):
            faults.append("without a Water there is no bid to be taken as anything")
        return faults + _faults_as(table, name, action, None, rest)
    found = answers(table, _as_bid(action), table.reading_to_beat())
    if not found:
        return ["the Waters are no combination as claimed, or none that beats the bid before"]
    tried = [_faults_as(table, name, action, reading, rest) for reading in found]
    return min(tried, key=_worst)


def act_symbols(table: Table, name: str, action: Action, events: list[Event]) -> None:
    """Let the symbols work, discard all but the Waters, then bid these or pass."""
    uses, waters = _uses(action), _waters(action)
    cards = [use["card"] for use in uses]
    player = table.player(name)
    rest = without(player["hand"], cards)
    found: list[Reading | None] = [None]
    if waters:
        found = [
            reading
            for reading in answers(table, _as_bid(action), table.reading_to_beat())
            if not _faults_as(table, name, action, reading, rest)
        ]
    if len(found) != 1:
        raise ValueError(f"say how the bid is taken, there are several ways: {found!r}")
    reading = found[0]
    bids = table.bids()
    before = bids[-1]["player"] if bids else None
    player["hand"] = rest
    events.append(("symbols", name, tuple((use["card"], use["as"]) for use in uses), reading))
    work(table, name, action, events)
    discard(table, name, [use["card"] for use in uses if use["as"] != "water"], events)
    entry: dict[str, Any] = {"player": name, "symbols": uses}
    if reading is None:
        leave_trick(table, name, events)
        table.position["trick"].append(entry)
        move_on(table, name, events)
        return
    entry["as"] = as_claim(reading)
    if action.get("mandate") is not None:
        entry["mandate"] = copied(action["mandate"])
    table.position["trick"].append(entry)
    table.readings.append(reading)
    if action.get("mandate") is None:
        move_on(table, name, events)
    else:
        act_mandate(table, name, action["mandate"], before, events)


def symbol_plays(table: Table, name: str) -> Iterator[dict[str, Any]]:
    """All plays of symbols alone with their readings, legal or not; effects are left out."""
    hand, animal = table.known_hand(name), table.position.get("mandate")
    places = [place for place, card in enumerate(hand) if features(card, animal, table)]
    for size in range(1, len(places) + 1):
        for chosen in combinations(places, size):
            for symbols in product(SYMBOLS, repeat=size):
                use = [
                    {"card": hand[place], "as": symbol}
                    for place, symbol in zip(chosen, symbols, strict=True)
                ]
                play = {"type": "symbols", "indexes": list(chosen), "use": use}
                rest = [card for place, card in enumerate(hand) if place not in chosen]
                if "water" not in symbols:
                    yield play
                    continue
                claims: list[dict[str, Any]] = [{}]
                if table.rulings["variant-mandate"] == "allowed":
                    claims += [{"mandate": claim} for claim in mandates(table, name, rest)]
                for claim in claims:
                    for reading in answers(table, _as_bid(play | claim), table.reading_to_beat()):
                        yield {**play, "as": as_claim(reading), **claim}
