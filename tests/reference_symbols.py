"""What the symbols of a bid grant, and what they do.

Part of the plain reference for a whole game (`tests.reference_game` describes all of it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from tests.reference_table import (
    Action,
    Event,
    Table,
    cards_in,
    is_element,
    is_white_animal,
    lacking,
    spun,
    without,
)

MOST_POINTS_BY_SYMBOLS = 19


def points_taken(action: Action) -> int:
    """How many points an action takes from other players: as said, else one per name."""
    said = action.get("panda")
    return len(action.get("from") or []) if said is None else int(said)


def bidder_before(table: Table, name: str) -> str | None:
    """From whom a hungry Panda takes: who made the bid before.

    After an own bid (the Rooster's second) that is nobody, or by ruling the last other bidder.
    """
    bidders = [bid["player"] for bid in table.bids()]
    if bidders and bidders[-1] == name:
        others = [other for other in bidders if other != name]
        return others[-1] if others and table.rulings["rooster-panda"] == "last-other" else None
    return bidders[-1] if bidders else None


def _may_fire(table: Table, card: str) -> bool:
    """Whether a Fire symbol may discard this card."""
    return table.rulings["fire-discard"] == "any-card" or not is_element(card)


def _victims(table: Table, name: str) -> list[str]:
    """From whom this player's Pandas may take points."""
    before = bidder_before(table, name)
    if table.edition == "early" and table.rulings["early-panda-victim"] == "any-opponent":
        return table.clockwise_after(name)
    return [] if before is None or before == name else [before]


def _room(table: Table, name: str) -> int | None:
    """How many points symbols may still bring this player; None where there is no limit."""
    if table.edition != "early":
        return None
    room = max(0, MOST_POINTS_BY_SYMBOLS - int(table.player(name)["points"]))
    return None if room > 0 and table.rulings["early-nineteen"] == "blocked-at-19" else room


def _partial_faults(
    table: Table, name: str, action: Action, granted: Counter[str], rest: Sequence[str]
) -> list[str]:
    """By ruling, of the symbols of a kind either none is used or as many as can be."""
    bamboo, taken = int(action.get("bamboo") or 0), points_taken(action)
    room = _room(table, name)
    available = sum(int(table.player(victim)["points"]) for victim in _victims(table, name))
    most_bamboo, most_taken = granted["bamboo"], min(granted["panda"], available)
    if room is not None:
        most_bamboo = min(most_bamboo, max(0, room - taken))
        most_taken = min(most_taken, max(0, room - bamboo))
    spinnable = [card for card in rest if is_white_animal(card)]
    burnable = [card for card in rest if _may_fire(table, card)]
    uses = (
        ("bamboo", bamboo, most_bamboo),
        ("panda", taken, most_taken),
        ("panda", len(cards_in(action, "spin")), min(granted["panda"], len(spinnable))),
        ("fire", len(cards_in(action, "fire")), min(granted["fire"], len(burnable))),
    )
    return [
        f"of the {symbol} symbols none or as many as can be are used"
        for symbol, used, most in uses
        if 0 < used < most
    ]


def _panda_faults(table: Table, name: str, action: Action, granted: Counter[str]) -> list[str]:
    """Why an action may not take these points from other players."""
    taken, victims = points_taken(action), list(action.get("from") or [])
    faults: list[str] = []
    if taken < 0 or taken > granted["panda"]:
        faults.append("not as many Panda symbols to take points")
    if taken == 0 and not victims:
        return faults
    if len(victims) not in (0, 1, taken):
        faults.append("not as many points as players to take them from")
    if table.edition == "early":
        if not victims and taken > 0 and len(_ways_to_pay(table, name, taken)) != 1:
            faults.append("say from whom the Panda takes")
            return faults
    elif table.position.get("mood") != "hungry":
        faults.append("only a hungry Panda takes points")
    allowed = _victims(table, name)
    if not allowed:
        faults.append("nobody else has bid before")
        return faults
    if any(victim not in allowed for victim in victims):
        faults.append("points come from the player who bid right before (early: an opponent)")
    for victim, points in taken_from(table, name, action).items():
        if points > int(table.player(victim)["points"]):
            faults.append("the player who loses points has not as many")
    return faults


def _ways_to_pay(table: Table, name: str, taken: int) -> list[Counter[str]]:
    """Every way in which those who may lose the points have them."""
    tried = map(Counter, combinations_with_replacement(_victims(table, name), taken))
    return [way for way in tried if all(way[n] <= int(table.player(n)["points"]) for n in way)]


def taken_from(table: Table, name: str, action: Action) -> Counter[str]:
    """How many points an action takes from whom."""
    taken, victims = points_taken(action), list(action.get("from") or [])
    if len(victims) == taken:
        return Counter(victims)
    if not victims and table.edition == "early" and taken > 0:
        (only,) = _ways_to_pay(table, name, taken)
        return only
    if not victims:
        victims = _victims(table, name)[:1]
    return Counter(dict.fromkeys(victims[:1], taken))


def _hand_faults(
    table: Table, action: Action, granted: Counter[str], rest: Sequence[str]
) -> list[str]:
    """Why an action may not spin or discard these cards of the hand."""
    faults: list[str] = []
    spin = cards_in(action, "spin")
    if spin and (table.position.get("mood") != "spin" or table.edition == "early"):
        faults.append("only a spin Panda spins cards")
    if len(spin) > granted["panda"]:
        faults.append("not as many Panda symbols to spin cards")
    if not all(is_white_animal(card) for card in spin):
        faults.append("only white sides are spun to blue")
    if lacking(spin, rest):
        faults.append("a card to be spun is not in the hand")
        spin = []
    fire = cards_in(action, "fire")
    if fire and table.edition == "early":
        faults.append("a Fire symbol is wild and discards nothing")
    if len(fire) > granted["fire"]:
        faults.append("not as many Fire symbols")
    if not all(_may_fire(table, card) for card in fire):
        faults.append("a Fire symbol discards Animal cards only")
    if lacking(fire, [*without(rest, spin), *(spun(card) for card in spin)]):
        faults.append("a card to be discarded by Fire is not in the hand")
    return faults


def effect_faults(
    table: Table, name: str, action: Action, granted: Counter[str], rest: Sequence[str]
) -> list[str]:
    """What an action does with its symbols that they do not grant.

    `granted` are the symbols that work, `rest` is the hand after the played cards have left it.
    """
    faults: list[str] = []
    bamboo, taken = int(action.get("bamboo") or 0), points_taken(action)
    if bamboo < 0 or bamboo > granted["bamboo"]:
        faults.append("not as many Bamboo symbols")
    faults += _panda_faults(table, name, action, granted)
    faults += _hand_faults(table, action, granted, rest)
    room = _room(table, name)
    if room is not None and bamboo + taken > room:
        faults.append("symbols bring nobody to twenty points")
    if table.rulings["symbols-partial"] == "all-or-none":
        faults += _partial_faults(table, name, action, granted, rest)
    return faults


def work(table: Table, name: str, action: Action, events: list[Event]) -> None:
    """Let the symbols of an action do what it claims; spins come before Fire in any order."""
    player = table.player(name)
    spin, fire = cards_in(action, "spin"), cards_in(action, "fire")
    taken, bamboo = taken_from(table, name, action), int(action.get("bamboo") or 0)

    def burn() -> None:
        if fire:
            player["hand"] = without(player["hand"], fire)
            table.position["discard"].extend(fire)
            events.append(("fire", name, tuple(fire)))

    for card in spin:
        player["hand"][player["hand"].index(card)] = spun(card)
    if spin:
        events.append(("spin", name, tuple(spin)))
    if table.rulings["symbol-order"] == "players-choice":
        burn()
    for victim, points in taken.items():
        if points:
            table.player(victim)["points"] -= points
            player["points"] += points
            events.append(("panda", name, victim, points))
    if bamboo:
        player["points"] += bamboo
        events.append(("bamboo", name, bamboo))
    if table.rulings["symbol-order"] == "as-listed":
        burn()


def after_symbols(rest: Sequence[str], action: Action) -> list[str]:
    """The hand after the symbols of a legal action have worked on it."""
    spin = cards_in(action, "spin")
    return without([*without(rest, spin), *(spun(card) for card in spin)], cards_in(action, "fire"))


def discard_faults(discarded: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Why these cards may not be discarded unused before the turn."""
    faults: list[str] = []
    if any(not is_element(card) for card in discarded):
        faults.append("only Element cards may be discarded unused")
    if lacking(discarded, hand):
        faults.append("a card to be discarded is not in the hand")
    return faults
