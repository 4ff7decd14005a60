"""A plain reference for a whole game of Panda Spin.

It is written for comparison, not for use. It decides whether an action is legal, lists the legal
actions, acts them out (tricks, showing out, rounds, the end of the game) and counts continuations.
Bids are judged by `tests.reference`. What lies on the table, what symbols do and how a trick goes
on stand in `tests.reference_table`, `tests.reference_symbols` and `tests.reference_flow`, and
everything else here, each rule once, spelled out.

Positions, actions and trick entries are plain dictionaries in the shape of the wire contract. The
deck is a mapping from (element, white value) to the blue face of that card. No input is changed.

What has to be known: the whole hand of the acting player, the trick with one possible reading per
bid, all points, the mood, and how many cards the others hold. Anything else raises ValueError, as
does an illegal action in `step`.

Conventions of this module, where the contract leaves the shape open:

* A hand may be `{"count": n}` for a player who does not act. A card drawn from a pile that is only
  a number is `"unknown"`. A white bare face that is spun becomes `"unknown:blue"`, because nothing
  says what is on its other half.
* When a round is over, `turn` is None and no action is legal; `out` then holds the final order.
* Cards of a player who has passed have left the table at once (back to the hand or discarded), but
  the entries stay in `trick`, because the trick as a whole still counts for Element cards.
* Discarded cards keep the side that was up.

Readings of the rules that a text does not settle:

* A leader with nothing but Element cards may discard ALL of them and pass. The trick goes on: the
  next player in it has nothing to beat and therefore leads. If only one player is left in the
  trick, everyone else has passed, so that player wins it without having played.
* A Panda that spins and a Fire that discards may work on the same card, spun first. `fire` then
  names the card as it lies after the spin.
* Players who show out in the same trick are ordered by their last bid in it (an Element card that
  is played counts). Whoever made none, and only discarded Element cards, comes before them.
* The supply of points is never exhausted.
* `passed-cards` looks at who is not in the trick any more, jumped over players among them. The
  Water card looks at the bid to beat, whoever made it.
* `symbols-partial`: as much as can be is bounded by the victim's points, by the white cards of the
  hand (spins) and by the cards that Fire may discard.
* `symbol-order`: spins come first in either order; only Fire moves, to the end.
* `empty-hand-turn=out-at-once`: the turn jumps over a player without cards when it would come to
  them, and not before. No entry is written; that they were jumped over is read from the order of
  the trick. Their cards are discarded when the trick ends, after the winner's. An Element card
  before that makes them pass as always.
* `element-draw=after`: the winner draws after showing out and before it is asked whether the round
  ends.
* `short-pile=reshuffle-discards`: what is there is drawn first, then the discard pile becomes a new
  pile of unknown cards. The Element cards given up and the bids discarded before are in it, the
  Element card just played is not.
* `most-cards-tie=from-last-leader`: the leader is who made the first bid of the trick; in a trick
  without a bid, who acted first.
* `last-cards-tie` orders those who show out in the same trick; who showed out in an earlier one
  comes before. With `hand-emptied` a pass whose Element cards empty the hand names them in its
  entry (`discard_elements`), because nothing else in the position tells that moment.
* `forced-pass-discard`: an Element action may say what others give up (`forced_discards`, lists by
  name). Each of them gives it up right before passing, after the Element card and what it draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests import reference
from tests.reference import ELEMENTS, VALUES, Reading
from tests.reference_early import act_wind, wind_faults
from tests.reference_flow import (
    MOST_POINTS_FOR_OUT,
    POINTS_THAT_END_THE_GAME,
    discard_unused,
    draw,
    leave_trick,
    move_on,
    pile_size,
    win_at_once,
)
from tests.reference_mandate import (
    act_mandate,
    is_pending,
    mandate_faults,
    mandates,
    second_bid_faults,
)
from tests.reference_symbols import (
    after_symbols,
    discard_faults,
    effect_faults,
    points_taken,
    work,
)
from tests.reference_table import (
    CONSEQUENCE_OPTIONS,
    EARLY_OPTIONS,
    MANDATE_OPTIONS,
    OPTIONS,
    PRINTED,
    Action,
    Deck,
    Event,
    Missing,
    Position,
    Rulings,
    Table,
    actor,
    answers,
    as_claim,
    canonical,
    cards_in,
    copied,
    face_of,
    is_element,
    lacking,
    printed_values,
    symbols,
    table_of,
    without,
)
from tests.reference_variant import act_symbols, symbol_plays, symbols_faults

__all__ = [
    "CONSEQUENCE_OPTIONS",
    "EARLY_OPTIONS",
    "MANDATE_OPTIONS",
    "MOST_POINTS_FOR_OUT",
    "OPTIONS",
    "POINTS_THAT_END_THE_GAME",
    "PRINTED",
    "Action",
    "Deck",
    "Event",
    "Position",
    "Rulings",
    "actions",
    "deal",
    "legal",
    "perft",
    "step",
    "suits_in_play",
    "verdict",
    "violations",
    "whole_deck",
]

HAND_LIMIT_OF_FIRE = 7
VALUES_FOR_WATER = 3
CARDS_DRAWN = 2
CARDS_DEALT = {"rulebook": 12, "early": 11}

_face = face_of


# --- Legality ------------------------------------------------------------------------------------


def _turn_faults(table: Table, name: str) -> list[str]:
    """Why this player may not act at all."""
    if table.position["turn"] is None:
        return ["the round is over"]
    faults: list[str] = []
    if table.position["turn"] != name:
        faults.append("it is another player's turn")
    if table.has_passed(name):
        faults.append("the player has passed in this trick")
    if name in table.position["out"]:
        faults.append("the player is out of this round")
    return faults


def _bid_readings(table: Table, action: Action) -> tuple[Reading, ...]:
    """The readings under which a bid is legal as a combination, whatever its symbols do."""
    bid = {**action, "cards": cards_in(action, "cards")}
    return answers(table, bid, table.reading_to_beat())


def _granted(table: Table, action: Action, reading: Reading) -> Counter[str]:
    """The symbols of a bid that work; a Bomb ignores all of them."""
    if reading[0] == "bomb":
        return Counter()
    return symbols(cards_in(action, "cards"), table.deck)


def _claim_faults(
    table: Table, name: str, action: Action, reading: Reading, rest: Sequence[str]
) -> list[str]:
    """What a bid, taken as this reading, claims beyond what it is granted."""
    faults = effect_faults(table, name, action, _granted(table, action, reading), rest)
    faults += second_bid_faults(table, reading[0] == "bomb", is_element_card=False)
    mandate = action.get("mandate")
    if mandate is not None and not faults:
        left = after_symbols(rest, action)
        cards = cards_in(action, "cards")
        faults += mandate_faults(table, name, mandate, cards, reading, left)
    return faults


def _worst(faults: list[str]) -> tuple[bool, int]:
    """Orders lists of faults: legal first, then what only misses something."""
    return any(not isinstance(fault, Missing) for fault in faults), len(faults)


def _bid_faults(table: Table, name: str, action: Action) -> list[str]:
    """Why this player may not make this bid."""
    hand, discarded = table.known_hand(name), cards_in(action, "discard_elements")
    cards = cards_in(action, "cards")
    faults = discard_faults(discarded, hand)
    if any(is_element(card) for card in cards):
        faults.append("an Element card is no part of a bid")
    if lacking([*discarded, *cards], hand):
        faults.append("a card is not in the hand, or not that often")
    if faults:
        return faults
    found = _bid_readings(table, action)
    if not found:
        return ["no combination as claimed, or none that may be led or beats the bid before"]
    rest = without(hand, [*discarded, *cards])
    tried = [_claim_faults(table, name, action, reading, rest) for reading in found]
    return min(tried, key=_worst)


def _reading_values(reading: Reading) -> list[str]:
    """The different values of a combination, ascending, those of wilds among them."""
    _, _, length, top = reading
    place = VALUES.index(top)
    return list(VALUES[place - length + 1 : place + 1])


def _counted(table: Table) -> tuple[list[dict[str, Any]], list[Reading]]:
    """The bids (and their readings) that count for conditions; by ruling not of who has passed."""
    still = table.in_the_trick()
    kept = [
        (bid, reading)
        for bid, reading in zip(table.bids(), table.readings, strict=True)
        if table.rulings["passed-cards"] == "count" or bid["player"] in still
    ]
    return [bid for bid, _ in kept], [reading for _, reading in kept]


def _values_in(bid: Mapping[str, Any]) -> list[str]:
    """The cards of a bid that show what is printed on them: all, unless they are only Waters."""
    return [] if "symbols" in bid else list(bid["cards"])


def _condition_met(table: Table, card: str, hand_size: int) -> bool:
    """Whether the condition on an Element card is fulfilled.

    `hand_size` counts the hand with this card, after Element cards were discarded unused.
    """
    bids, readings = _counted(table)
    played = [card for bid in bids for card in _values_in(bid)]
    sides = {
        name: {side for bid in bids if bid["player"] == name for side in table.sides_of(bid)}
        for name in table.names()
    }
    if card == "element-metal":
        if table.rulings["metal-sides"] == "trick":
            return set().union(*sides.values()) == {"white", "blue"}
        return any(shown == {"white", "blue"} for shown in sides.values())
    if card == "element-wood":
        values = printed_values(played, table.deck)
        if table.rulings["wood-wild"] == "counts":
            values += [value for reading in readings for value in _reading_values(reading)]
        return "A" in values or "2" in values
    if card == "element-water":
        highest = table.reading_to_beat()
        return highest is not None and highest[1] * highest[2] >= VALUES_FOR_WATER
    if card == "element-fire":
        return hand_size <= HAND_LIMIT_OF_FIRE
    if card == "element-earth":
        if table.rulings["earth-ignored"] == "used-only":
            return any((bid.get("used") or {}).get("panda", 0) > 0 for bid in bids)
        return symbols(played, table.deck)["panda"] > 0
    raise ValueError(f"not an Element card: {card!r}")


def _given_up(action: Action) -> dict[str, list[str]]:
    """The Element cards that others are said to give up before they pass, by name."""
    said = action.get("forced_discards") or {}
    return {name: [canonical(card) for card in cards] for name, cards in said.items() if cards}


def _given_up_faults(table: Table, name: str, action: Action) -> list[str]:
    """Why others may not give up what they are said to."""
    faults: list[str] = []
    used = [canonical(action["card"]), *cards_in(action, "discard_elements")]
    for other, cards in _given_up(action).items():
        if table.rulings["forced-pass-discard"] == "forbidden":
            faults.append(f"{other} discards nothing before a forced pass")
        if other == name or other not in table.in_the_trick():
            faults.append(f"{other} does not have to pass")
        faults += discard_faults(cards, table.known_hand(other))
        if set(cards) & set(used):
            faults.append(f"{other} gives up a card that somebody has used already")
        used += cards
    return faults


def _element_faults(table: Table, name: str, action: Action) -> list[str]:
    """Why this player may not play this Element card."""
    hand, discarded = table.known_hand(name), cards_in(action, "discard_elements")
    card = canonical(action["card"])
    faults = discard_faults(discarded, hand)
    faults += _given_up_faults(table, name, action)
    faults += second_bid_faults(table, is_bomb=False, is_element_card=True)
    if not is_element(card):
        return [*faults, "not an Element card"]
    if lacking([*discarded, card], hand):
        return [*faults, "the Element card is not in the hand"]
    if not table.bids() and table.rulings["element-lead"] == "forbidden":
        faults.append("an Element card opens no trick")
    if any(reading[0] == "bomb" for reading in _counted(table)[1]):
        faults.append("an Element card does not beat a Bomb")
    if not _condition_met(table, card, len(hand) - len(discarded)):
        faults.append("the condition on the Element card is not fulfilled")
    return faults


def _pass_faults(table: Table, name: str, action: Action) -> list[str]:
    """Why this player may not pass."""
    hand, discarded = table.known_hand(name), cards_in(action, "discard_elements")
    faults = discard_faults(discarded, hand)
    if table.bids():
        return faults
    if any(not is_element(card) for card in hand):
        faults.append("the leader must play")
    elif lacking(hand, discarded):
        faults.append("a leader passes only after discarding all Element cards")
    return faults


def _faults(table: Table, action: Action) -> list[str]:
    """Why an action is illegal at this table."""
    name = actor(table, action)
    faults = _turn_faults(table, name)
    if faults:
        return faults
    if action["type"] == "bid":
        return _bid_faults(table, name, action)
    if action["type"] == "element":
        if table.edition == "early":
            return ["there are no Element cards in this edition"]
        return _element_faults(table, name, action)
    if action["type"] == "pass":
        return _pass_faults(table, name, action)
    if action["type"] == "symbols":
        return symbols_faults(table, name, action)
    if action["type"] == "wind" and table.edition == "early":
        return wind_faults(table, name, action)
    raise ValueError(f"not a type of action: {action['type']!r}")


def verdict(
    position: Position,
    action: Action,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
    *,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> tuple[str, list[str]]:
    """Whether an action is legal, and why not, or what would have to be known to say so."""
    return _judged(table_of(position, rulings, deck, edition, expansion), action)


def _judged(table: Table, action: Action) -> tuple[str, list[str]]:
    """The verdict at this table: what is missing matters only where nothing else is at fault."""
    faults = _faults(table, action)
    certain = [fault for fault in faults if not isinstance(fault, Missing)]
    if certain:
        return reference.ILLEGAL, certain
    return (reference.UNDETERMINED, faults) if faults else (reference.LEGAL, [])


def violations(
    position: Position,
    action: Action,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
    *,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> list[str]:
    """Why an action is illegal, in short words; empty if it is legal.

    Raises ValueError if it is neither because something is not known.
    """
    answer, why = verdict(position, action, rulings, deck, edition=edition, expansion=expansion)
    if answer == reference.UNDETERMINED:
        raise ValueError("undetermined without: " + "; ".join(why))
    return why


def legal(
    position: Position,
    action: Action,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
    *,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> bool:
    """Whether an action is legal."""
    return not violations(position, action, rulings, deck, edition=edition, expansion=expansion)


# --- Listing -------------------------------------------------------------------------------------


def _minimal_discards(
    table: Table, action: Mapping[str, Any], elements: Sequence[str]
) -> Iterator[list[str]]:
    """The smallest sets of Element cards that make an action legal when discarded before it.

    Smallest means that no part of the set would do.
    """
    enough: list[set[str]] = []
    for size in range(len(elements) + 1):
        for chosen in combinations(elements, size):
            if any(smaller <= set(chosen) for smaller in enough):
                continue
            if not _faults(table, {**action, "discard_elements": list(chosen)}):
                enough.append(set(chosen))
                yield list(chosen)


def _mandate_actions(table: Table, name: str) -> list[dict[str, Any]]:
    """All legal activations of the revealed mandate, and in the variant all symbols alone.

    An activation comes once for each bid, reading, way and choice that the animal asks for.
    """
    hand, animal = table.known_hand(name), table.position.get("mandate")
    found = reference.plays_over(
        [face_of(card, table.deck) for card in hand],
        table.reading_to_beat(),
        rulings=table.bid_rulings(),
        way=str(animal) if animal in ("goat", "ox") else "beat",
    )
    candidates: list[dict[str, Any]] = []
    for indexes, reading in sorted(found):
        rest = [card for index, card in enumerate(hand) if index not in indexes]
        play = {
            "type": "bid",
            "indexes": list(indexes),
            "cards": [hand[index] for index in indexes],
            "as": as_claim(reading),
        }
        candidates += [{**play, "mandate": claim} for claim in mandates(table, name, rest)]
    if table.position.get("variant"):
        candidates += symbol_plays(table, name)
    return [action for action in candidates if not _faults(table, action)]


def actions(
    position: Position,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
    *,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> list[dict[str, Any]]:
    """All legal actions of the player whose turn it is, effects of symbols left out.

    With the expansion each bid comes again for every way to activate the revealed mandate with it
    (and the bids that only the Goat or the Ox allow), and in the variant come all symbols alone.
    Early comes the own wind, if its condition is known to be met.

    Bids come without discards, with their cards also as ascending `indexes` into the hand, once
    for each reading. An Element card comes once for each smallest set of other Element cards to
    discard before (mostly none), and so does the pass.
    """
    table = table_of(position, rulings, deck, edition, expansion)
    name = table.position["turn"]
    if name is None or _turn_faults(table, name):
        return []
    hand = table.known_hand(name)
    found = reference.plays_over(
        [face_of(card, table.deck) for card in hand],
        table.reading_to_beat(),
        edition=table.edition,
        rulings=table.bid_rulings(),
    )
    listed: list[dict[str, Any]] = [
        {
            "type": "bid",
            "indexes": list(indexes),
            "cards": [hand[index] for index in indexes],
            "as": as_claim(reading),
        }
        for indexes, reading in sorted(found)
        if not second_bid_faults(table, reading[0] == "bomb", is_element_card=False)
    ]
    if table.expansion:
        listed += _mandate_actions(table, name)
    elements = sorted({card for card in hand if is_element(card)})
    for card in elements:
        play = {"type": "element", "card": card}
        others = [other for other in elements if other != card]
        for discards in _minimal_discards(table, play, others):
            listed.append({**play, "discard_elements": discards})
    for discards in _minimal_discards(table, {"type": "pass"}, elements):
        listed.append({"type": "pass", "discard_elements": discards})
    if table.edition == "early" and table.player(name).get("wind"):
        wind = {"type": "wind", "wind": table.player(name)["wind"]}
        if not _faults(table, wind):
            listed.append(wind)
    return listed


# --- Consequences --------------------------------------------------------------------------------


def _act_bid(table: Table, name: str, action: Action, events: list[Event]) -> None:
    """Lay the bid down, then let its symbols work: spin, Fire, hungry Panda, Bamboo."""
    player, cards = table.player(name), cards_in(action, "cards")
    rest = without(player["hand"], cards)
    found = [
        reading
        for reading in _bid_readings(table, action)
        if not _claim_faults(table, name, action, reading, rest)
    ]
    if len(found) != 1:
        raise ValueError(f"say how the bid is taken, there are several ways: {found!r}")
    reading = found[0]
    player["hand"] = rest
    events.append(("bid", name, tuple(cards), reading))
    work(table, name, action, events)
    entry: dict[str, Any] = {
        "player": name,
        "cards": cards,
        "as": as_claim(reading),
        "used": _used(table, action, reading),
    }
    mandate = action.get("mandate")
    if mandate is not None:
        entry["mandate"] = copied(mandate)
    bids = table.bids()
    before = bids[-1]["player"] if bids else None
    table.position["trick"].append(entry)
    table.readings.append(reading)
    if mandate is None:
        move_on(table, name, events)
    else:
        act_mandate(table, name, mandate, before, events)


def _used(table: Table, action: Action, reading: Reading) -> dict[str, int]:
    """How many symbols of each kind a bid uses."""
    wilds = reading[1] * reading[2] - len(printed_values(cards_in(action, "cards"), table.deck))
    early = table.edition == "early"
    used = {
        "water": 0 if early else wilds,
        "fire": wilds if early else len(cards_in(action, "fire")),
        "panda": points_taken(action) + len(cards_in(action, "spin")),
        "bamboo": int(action.get("bamboo") or 0),
    }
    return {symbol: number for symbol, number in used.items() if number > 0}


def _act_element(table: Table, name: str, action: Action, events: list[Event]) -> None:
    """Play the Element card, draw, let the others pass, win the trick."""
    card = canonical(action["card"])
    table.player(name)["hand"].remove(card)
    events.append(("element", name, card))
    pile_size(table)
    before = table.rulings["element-draw"] == "before"
    if before:
        draw(table, name, CARDS_DRAWN, events)
    win_at_once(
        table,
        name,
        events,
        element=card,
        draw_after=0 if before else CARDS_DRAWN,
        unused=_given_up(action),
    )


def _act_pass(table: Table, name: str, discarded: Sequence[str], events: list[Event]) -> None:
    """Pass; the entry names what was discarded with it where that empties the hand and matters."""
    if is_pending(table):
        events.append(("end turn", name))
        move_on(table, name, events)
        return
    leave_trick(table, name, events)
    entry: dict[str, Any] = {"player": name, "pass": True}
    emptied = bool(discarded) and table.hand_size(name) == 0
    if emptied and table.rulings["last-cards-tie"] == "hand-emptied":
        entry["discard_elements"] = list(discarded)
    table.position["trick"].append(entry)
    move_on(table, name, events)


def step(
    position: Position,
    action: Action,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
    *,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> tuple[dict[str, Any], list[Event]]:
    """The position after an action and what happened, in order.

    Raises ValueError for an illegal action, and for a bid that has several legal readings.
    """
    table = table_of(position, rulings, deck, edition, expansion)
    answer, why = _judged(table, action)
    if answer != reference.LEGAL:
        raise ValueError(f"{answer}: " + "; ".join(why))
    name = actor(table, action)
    events: list[Event] = []
    discarded = cards_in(action, "discard_elements")
    if discarded:
        discard_unused(table, name, discarded, events)
    if action["type"] == "bid":
        _act_bid(table, name, action, events)
    elif action["type"] == "element":
        _act_element(table, name, action, events)
    elif action["type"] == "symbols":
        act_symbols(table, name, action, events)
    elif action["type"] == "wind":
        act_wind(table, name, action, events)
    else:
        _act_pass(table, name, discarded, events)
    return table.position, events


# --- Counting, dealing ---------------------------------------------------------------------------


def perft(
    position: Position,
    depth: int,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
    *,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> int:
    """How many sequences of exactly `depth` listed actions follow a fully known position.

    A sequence that the end of the round cuts short is not counted. Symbols do nothing; bids of
    equal cards from other places of the hand, and of other readings, are different.
    """
    if depth == 0:
        return 1
    listed = actions(position, rulings, deck, edition=edition, expansion=expansion)
    if depth == 1:
        return len(listed)
    followers = (
        step(position, action, rulings, deck, edition=edition, expansion=expansion)[0]
        for action in listed
    )
    return sum(
        perft(follower, depth - 1, rulings, deck, edition=edition, expansion=expansion)
        for follower in followers
    )


def suits_in_play(players: int) -> int:
    """How many suits are in a game: one for each player, but three when two play."""
    return max(players, 3)


def whole_deck(suits: Sequence[str], elements: bool = True) -> list[str]:
    """All cards of these suits, unshuffled, with or without their Element cards."""
    animals = [f"{suit}-{value}" for suit in suits for value in VALUES]
    return animals + ([f"element-{suit}" for suit in suits] if elements else [])


def deal(
    points: Mapping[str, int],
    shuffled: Sequence[str],
    starter: str,
    mood: str,
    *,
    edition: str = "rulebook",
    winds: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The first position of a round: each player's cards, clockwise player by player, rest drawn.

    `points` names the players clockwise and what they have, `winds` (early) what each of them holds
    apart from the hand.
    """
    names, dealt = list(points), CARDS_DEALT[edition]
    players: list[dict[str, Any]] = []
    for place, name in enumerate(names):
        hand = list(shuffled[dealt * place : dealt * (place + 1)])
        players.append({"name": name, "hand": hand, "points": points[name]})
        if winds is not None:
            players[-1]["wind"] = winds[place]
    suits = {card.partition(":")[0].split("-")[0] for card in shuffled} - {"element"}
    return {
        "players": players,
        "turn": starter,
        "trick": [],
        "draw_pile": list(shuffled[dealt * len(names) :]),
        "discard": [],
        "suits": [element for element in ELEMENTS if element in suits],
        "elements": any(is_element(card) for card in shuffled),
        "mood": mood,
        "out": [],
    }
