"""The referee and the reference side by side: their shapes turned into each other.

The reference speaks the wire's shape, plain dictionaries of names; the referee its own types.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from checker.actions import Action, BidAction, ElementAction, PassAction, WindAction
from checker.cards import Card, Symbol, Wind
from checker.decks import deck
from checker.judgements import ActionList, OtherPlay
from checker.notation import read_card, read_value, write_card, write_face
from checker.positions import (
    BidEntry,
    Entry,
    Hand,
    Mood,
    PassEntry,
    Player,
    Position,
    WindEntry,
)
from checker.questions import Rules, TurnQuestion
from checker.readings import NO_CLAIM, Claim, Kind
from checker.refereeing import Event, Stepped, step
from checker.rulebook import rulebook
from tests import reference_game
from tests.questions import plain

DECK = deck("rulebook")
BLUE = {(str(e), str(v)): write_face(face) for (e, v), face in DECK.blue.items()}
NAMES = ("A", "B", "C", "D", "E")

# From the wire's shape to the types, and back.


def cards(*names: str) -> tuple[Card, ...]:
    """The cards of these names."""
    return tuple(read_card(name, DECK) for name in names)


def claim_of(written: Mapping[str, Any] | None) -> Claim:
    """The claim in the wire's shape."""
    if not written:
        return NO_CLAIM
    top = written.get("top")
    kind = written.get("kind")
    return Claim(
        Kind(kind) if kind else None,
        written.get("width"),
        written.get("length"),
        read_value(top) if top else None,
    )


def hand_of(written: Any) -> Hand:
    """A hand in the wire's shape; ``None`` is one of which nothing is known."""
    if written is None:
        return Hand(unknown=None)
    if isinstance(written, dict):
        return Hand((), written["count"])
    known = [card for card in written if not card.startswith("unknown")]
    return Hand(cards(*known), len(written) - len(known))


def entry_of(written: Mapping[str, Any]) -> Entry:
    """A trick entry in the wire's shape."""
    if written.get("pass"):
        return PassEntry(written["player"], discards=cards(*written.get("discard_elements", ())))
    if "wind" in written:
        return WindEntry(written["player"], Wind(written["wind"]))
    used = written.get("used")
    counts = None if used is None else tuple((Symbol(s), n) for s, n in used.items())
    return BidEntry(
        written["player"], cards(*written["cards"]), claim_of(written.get("as")), counts
    )


def player_of(written: Mapping[str, Any]) -> Player:
    """A player in the wire's shape; a wind that is not told is unknown."""
    wind = written.get("wind")
    winds = None if "wind" not in written else (Wind(wind),) if wind else ()
    return Player(written["name"], hand_of(written.get("hand")), written.get("points"), winds)


def position_of(written: Mapping[str, Any]) -> Position:
    """A position in the wire's shape."""
    pile, discard = written.get("draw_pile"), written.get("discard")
    return Position(
        players=tuple(player_of(player) for player in written["players"]),
        turn=written["turn"],
        trick=tuple(entry_of(entry) for entry in written.get("trick", ())),
        draw_pile=cards(*pile) if isinstance(pile, list) else pile,
        discard=None if discard is None else cards(*discard),
        mood=Mood(written["mood"]) if written.get("mood") else None,
        out=tuple(written.get("out", ())),
    )


def action_of(written: Mapping[str, Any]) -> Action:
    """An action in the wire's shape."""
    discards, player = cards(*written.get("discard_elements", ())), written.get("player")
    if written["type"] == "pass":
        return PassAction(discards, player)
    if written["type"] == "wind":
        return WindAction(Wind(written["wind"]), written.get("condition_met"), player, discards)
    if written["type"] == "element":
        forced = sorted((written.get("forced_discards") or {}).items())
        others = tuple((name, cards(*given_up)) for name, given_up in forced if given_up)
        card = read_card(written["card"], DECK)
        return ElementAction(card, discards, player, forced_discards=others)
    return BidAction(
        cards(*written["cards"]),
        claim_of(written.get("as")),
        discards,
        cards(*written.get("fire", ())),
        cards(*written.get("spin", ())),
        written.get("panda"),
        tuple(written.get("from", ())),
        written.get("bamboo", 0),
        player,
    )


def shown_entry(entry: Entry) -> dict[str, Any]:
    """A trick entry in the wire's shape."""
    if isinstance(entry, WindEntry):
        return {"player": entry.player, "wind": entry.wind.value}
    if isinstance(entry, PassEntry):
        gone = [write_card(card) for card in entry.discards]
        passed: dict[str, Any] = {"player": entry.player, "pass": True}
        return {**passed, "discard_elements": gone} if gone else passed
    kind, width, length, top = entry.claim
    return {
        "player": entry.player,
        "cards": [write_card(card) for card in entry.cards],
        "as": {"kind": kind, "width": width, "length": length, "top": str(top)},
        "used": {symbol.value: number for symbol, number in entry.used or ()},
    }


def shown_position(position: Position) -> dict[str, Any]:
    """A position in the shape in which it is compared: hands as sorted names."""
    pile = position.draw_pile
    assert position.discard is not None
    return {
        "hands": {p.name: _hand_names(p.hand) for p in position.players},
        "points": {p.name: p.points for p in position.players},
        "winds": {p.name: list(p.winds) for p in position.players if p.winds is not None},
        "turn": position.turn,
        "trick": [shown_entry(entry) for entry in position.trick],
        "draw_pile": [write_card(c) for c in pile] if isinstance(pile, tuple) else pile,
        "discard": [write_card(card) for card in position.discard],
        "out": list(position.out),
    }


def _hand_names(hand: Hand) -> list[str]:
    return sorted([*(write_card(card) for card in hand.cards), *["unknown"] * (hand.unknown or 0)])


def compared(written: Mapping[str, Any]) -> dict[str, Any]:
    """A position of the reference in the shape in which it is compared."""
    players = written["players"]
    return {
        "hands": {p["name"]: sorted(p["hand"]) for p in players},
        "points": {p["name"]: p["points"] for p in players},
        "winds": {p["name"]: [p["wind"]] if p["wind"] else [] for p in players if "wind" in p},
        **{key: written[key] for key in ("turn", "trick", "draw_pile", "discard", "out")},
    }


def shown_event(event: Event) -> tuple[Any, ...]:
    """An event in the reference's shape."""
    name = event.name.replace("-", " ", 1)
    written = (*(write_card(c) for c in event.cards), *["unknown"] * event.unknown)
    match event.name:
        case "bid":
            assert event.reading is not None
            kind, top = event.reading.kind.value, str(event.reading.top)
            reading = (kind, event.reading.width, event.reading.length, top)
            return ("bid", event.player, written, reading)
        case "panda":
            return (name, event.player, event.other, event.points)
        case "bamboo" | "out":
            return (name, event.player, event.points)
        case "element":
            return (name, event.player, *written)
        case "round-end":
            return (name,)
        case "wind":
            return (name, event.player, event.word)
        case "discard-elements" | "spin" | "fire" | "draw" | "spun-back" | "discard":
            return (name, event.player, written)
    return (name, event.player)


@cache
def face_of(card: str) -> str:
    """What the upper half of a named card shows."""
    up = read_card(card, DECK).up
    return write_face(up) if up else ""


def bare(card: str) -> str:
    """The card without the side that is up."""
    return card.removesuffix(":blue")


def all_cards(position: Mapping[str, Any]) -> Counter[str]:
    """Where all cards are: hands, piles, and bids of those still in the trick."""
    passed = {entry["player"] for entry in position["trick"] if entry.get("pass")}
    in_trick = [e["cards"] for e in position["trick"] if "cards" in e and e["player"] not in passed]
    places = [*position["hands"].values(), *in_trick, position["draw_pile"], position["discard"]]
    return Counter(bare(card) for place in places for card in place)


def ask(
    position: Position,
    action: Action,
    pinned: Mapping[str, str] | None = None,
    edition: str = "rulebook",
) -> Stepped:
    """What comes of an action; nothing is explained, and the deck is that of the rulebook."""
    rules = Rules(rulebook().edition(edition), pinned or {}, DECK)
    return step(TurnQuestion(position, action, rules, explain="none"))


# What the players of a random round do.


def choose(
    rnd: random.Random,
    position: Mapping[str, Any],
    listed: Sequence[dict[str, Any]],
    pinned: Mapping[str, str],
) -> dict[str, Any]:
    """One of the listed actions, of a random type, with effects where they are legal."""
    types = sorted({action["type"] for action in listed})
    weights = [{"bid": 6, "element": 3, "pass": 1}[each] for each in types]
    kind = rnd.choices(types, weights)[0]
    of_kind = [action for action in listed if action["type"] == kind]
    bombs = [action for action in of_kind if action.get("as", {}).get("kind") == "bomb"]
    chosen = rnd.choice(bombs if bombs and rnd.random() < 0.7 else of_kind)
    action = {key: value for key, value in chosen.items() if key != "indexes"}
    full = with_effects(rnd, position, action)
    return full if reference_game.legal(position, full, pinned, BLUE) else action


def with_effects(
    rnd: random.Random, position: Mapping[str, Any], action: dict[str, Any]
) -> dict[str, Any]:
    """The action with something claimed for its symbols, or discarded by others, legal or not."""
    if action["type"] == "element":
        return with_forced_discards(position, action)
    if action["type"] != "bid":
        return action
    faces = [face_of(card).split("+") for card in action["cards"]]
    shown = Counter(part for face in faces for part in face)
    hand = next(p["hand"] for p in position["players"] if p["name"] == position["turn"])
    left = [card for card in hand if card not in action["cards"]]
    more: dict[str, Any] = {}
    if shown["bamboo"]:
        more["bamboo"] = rnd.randrange(1, shown["bamboo"] + 1)
    if shown["panda"] and position["mood"] == "hungry":
        more["panda"] = rnd.randrange(1, shown["panda"] + 1)
    if shown["panda"] and position["mood"] == "spin":
        white = [c for c in left if not c.startswith("element") and ":" not in c]
        more["spin"] = rnd.sample(white, min(len(white), shown["panda"]))
    if shown["fire"]:
        spun = more.get("spin", [])
        after = [f"{card}:blue" if card in spun else card for card in left]
        animals = [card for card in after if not card.startswith("element")]
        more["fire"] = rnd.sample(animals, min(len(animals), shown["fire"]))
    elements = [card for card in left if card.startswith("element")]
    if elements and rnd.random() < 0.1:
        more["discard_elements"] = [rnd.choice(elements)]
    return {**action, **{key: value for key, value in more.items() if rnd.random() < 0.8}}


def with_forced_discards(
    position: Mapping[str, Any], action: dict[str, Any], likely: float = 0.1
) -> dict[str, Any]:
    """The Element card with what some of the others discard before they pass, if they hold any.

    Chance of its own decides, so that all else in a round goes on as it would.
    """
    rnd = random.Random(f"{position['players']} {action}")
    forced: dict[str, list[str]] = {}
    for player in position["players"]:
        elements = [card for card in player["hand"] if card.startswith("element")]
        if player["name"] != position["turn"] and elements and rnd.random() < likely:
            forced[player["name"]] = rnd.sample(elements, rnd.randrange(1, len(elements) + 1))
    return {**action, "forced_discards": forced} if forced else action


# Lists of what may be done, in a shape that both share.

Told = tuple[tuple[str, ...], tuple[str, int, int, str]]


def told_bids(listed: ActionList, hand: list[str]) -> set[Told]:
    """The bids as cards and reading."""
    return {
        (tuple(sorted(hand[i] for i in play.indexes)), plain(play.taken.reading))
        for play in listed.bids.plays
    }


def told_bid(bid: dict[str, Any]) -> Told:
    """A bid of the reference as cards and reading."""
    said = bid["as"]
    reading = (said["kind"], said["width"], said["length"], said["top"])
    return (tuple(sorted(bid["cards"])), reading)


def told_others(listed: ActionList) -> set[tuple[str | None, tuple[str, ...]]]:
    """The Element cards and passes with what they discard."""
    return {
        (
            write_card(other.card) if other.card else None,
            tuple(sorted(write_card(card) for card in other.discards)),
        )
        for other in listed.others
        if isinstance(other, OtherPlay)
    }
