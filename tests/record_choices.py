"""What the players of the recorded games do: legal actions at random, listed by the reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests import reference
from tests import reference_game as game
from tests.reference_mandate import features, mandates
from tests.reference_table import Table, as_claim, face_of, table_of
from tests.reference_variant import symbol_plays

Json = dict[str, Any]

EXPANSION = "mandate-of-heaven"
OFTEN = 0.95
RARELY = {"dog": 0.25}
"""How often the Mandate is used where it can be; one that brings points ends the game early."""
TRIES, FEW_TRIES = 40, 12
"""So many ways to activate a Mandate are tried; few for the Rabbit, which has very many."""
FEW_CARDS = 1
"""With the expansion nobody shows out gladly while another player holds more cards than these."""


def chosen_early(position: Mapping[str, Any], rng: random.Random, deck: game.Deck) -> Json:
    """A legal action of the early edition: Bombs and winds where they can be played."""
    name = position["turn"]
    listed = game.actions(position, None, deck, edition="early")
    bids = [each for each in listed if each["type"] == "bid"]
    bombs = [each for each in bids if each["as"]["kind"] == "bomb"]
    held = next(each["wind"] for each in position["players"] if each["name"] == name)
    if held:
        told = {} if held == "south" else {"condition_met": True}
        wind = {"type": "wind", "player": name, "wind": held, **told}
        if game.legal(position, wind, None, deck, edition="early") and rng.random() < 0.1:
            return wind
    if bombs and rng.random() < 0.8:
        return _early_effects(_action(rng.choice(bombs), name), position, deck, rng)
    if bids and (len(bids) == len(listed) or rng.random() < 0.8):
        longest = max(len(each["cards"]) for each in bids)
        longer = [each for each in bids if len(each["cards"]) >= rng.randint(1, longest)]
        return _early_effects(_action(rng.choice(longer), name), position, deck, rng)
    return _action(rng.choice([each for each in listed if each["type"] == "pass"]), name)


def _early_effects(
    bid: Json, position: Mapping[str, Any], deck: game.Deck, rng: random.Random
) -> Json:
    """The bid with points of its Bamboos, and of its Pandas from opponents at random."""
    others = [each["name"] for each in position["players"] if each["name"] != bid["player"]]
    for card in bid["cards"]:
        shown = _face(card, deck).split("+")
        more: Json = {}
        if "bamboo" in shown:
            more = {"bamboo": bid.get("bamboo", 0) + 1}
        elif "panda" in shown:
            taken_from = [*bid.get("from", []), rng.choice(others)]
            more = {"panda": bid.get("panda", 0) + 1, "from": taken_from}
        if more and game.legal(position, {**bid, **more}, None, deck, edition="early"):
            bid = {**bid, **more}
    return bid


def chosen_expanded(position: Mapping[str, Any], rng: random.Random, deck: game.Deck) -> Json:
    """A legal action with the expansion, often one that uses the Mandate or cards as symbols.

    Rounds are drawn out, whoever has more cards playing more of them, so that all Mandates come up
    before anybody has enough points.
    """
    name = position["turn"]
    table = table_of(position, None, deck, "rulebook", EXPANSION)
    plain = game.actions({**position, "mandate": None}, None, deck, expansion=EXPANSION)
    bids, others = ([e for e in plain if (e["type"] == "bid") is bid] for bid in (True, False))
    rest = [each for each in others if each["type"] != "element" or rng.random() < 0.3]
    own, most = table.hand_size(name), max(map(table.hand_size, table.clockwise_after(name)))
    points = {each["name"]: each["points"] for each in position["players"]}
    ahead = points[name] > min(points.values())
    glad = most <= (0 if ahead else FEW_CARDS)
    kept = bids if glad else [each for each in bids if len(each["cards"]) < own]
    bids = kept if kept or rest else bids
    if rng.random() < RARELY.get(position["mandate"], OFTEN):
        for tried in _special(table, name, bids, rng):
            if game.legal(position, tried, None, deck, expansion=EXPANSION):
                return tried if ahead else _symbol_effects(tried, position, deck)
    if bids and (not rest or rng.random() < 0.8):
        animal = str(position["mandate"])
        saving = [e for e in bids if not any(features(c, animal, table) for c in e["cards"])]
        bids = saving or bids
        sizes = [len(each["cards"]) for each in bids]
        size = max(sizes) if own >= most else min(sizes)
        return _action(rng.choice([e for e in bids if len(e["cards"]) == size]), name)
    return _action(rng.choice(rest or others), name)


def _special(table: Table, name: str, bids: Sequence[Json], rng: random.Random) -> list[Json]:
    """Some bids with the Mandate and some cards as symbols, legal or not."""
    hand, animal = table.known_hand(name), str(table.position["mandate"])
    fitting = [e for e in bids if animal != "tiger" or e["as"]["kind"] == "single"]
    found = [(each["indexes"], each["as"]) for each in fitting]
    if animal in ("goat", "ox"):
        faces = [face_of(card, table.deck) for card in hand]
        over = table.reading_to_beat()
        shaped = reference.plays_over(faces, over, rulings=table.bid_rulings(), way=animal)
        found = [(list(indexes), as_claim(reading)) for indexes, reading in sorted(shaped)]
    tried: list[Json] = []
    tries = FEW_TRIES if animal == "rabbit" else TRIES
    for indexes, claim in rng.sample(found, min(tries, len(found))):
        cards = [hand[place] for place in indexes]
        rest = [card for place, card in enumerate(hand) if place not in indexes]
        shown = {card for card in (*cards, *rest) if features(card, animal, table)}
        ways = [way for way in mandates(table, name, rest) if way.get("card") in {None, *shown}]
        by = "bid" if shown & set(cards) else "discard"
        ways = [way for way in ways if way["by"] == by]
        bid = {"type": "bid", "player": name, "cards": cards, "as": claim}
        tried += [{**bid, "mandate": _said(rng.choice(ways))}] if ways else []
    plays = list(symbol_plays(table, name))
    if bidding := [play for play in plays if "as" in play]:
        tried.append(_action(rng.choice(bidding), name))
    if plays and rng.random() < 0.3:
        tried.append(_action(rng.choice(plays), name))
    return tried


def _said(mandate: Json) -> Json:
    """The Mandate without what it does not do."""
    return {key: value for key, value in mandate.items() if value not in (False, [])}


def _symbol_effects(action: Json, position: Mapping[str, Any], deck: game.Deck) -> Json:
    """Cards played as Bamboo, Panda and Fire with what these bring."""
    for use in action.get("use", ()):
        hand = next(p["hand"] for p in position["players"] if p["name"] == action["player"])
        held = [card for card in hand if card not in {each["card"] for each in action["use"]}]
        more: Json = {}
        if use["as"] in ("bamboo", "panda"):
            more = {use["as"]: action.get(use["as"], 0) + 1}
        if use["as"] == "fire" and "fire" not in action and len(held) > 1:
            more = {"fire": held[-1:]}
        if more and game.legal(position, {**action, **more}, None, deck, expansion=EXPANSION):
            action = {**action, **more}
    return action


def _action(listed: Json, name: str) -> Json:
    """A listed action as a record holds it."""
    action = {"type": listed["type"], "player": name}
    action |= {key: value for key, value in listed.items() if key not in ("type", "indexes")}
    return {key: value for key, value in action.items() if value != []}


def chosen(position: Mapping[str, Any], rng: random.Random, deck: game.Deck) -> Json:
    """A legal action, at random: Element cards when they can be played, long bids rather than not.

    Passing is rare where something can be bid, so that rounds end.
    """
    name = position["turn"]
    listed = game.actions(position, None, deck)
    elements = [each for each in listed if each["type"] == "element"]
    bids = [each for each in listed if each["type"] == "bid"]
    passes = [each for each in listed if each["type"] == "pass"]
    if elements and rng.random() < 0.8:
        chosen = rng.choice(elements)
    elif bids and (not passes or rng.random() < 0.85):
        longest = max(len(each["cards"]) for each in bids)
        chosen = rng.choice([e for e in bids if len(e["cards"]) >= rng.randint(1, longest)])
    else:
        chosen = rng.choice(passes or listed)
    action = {"type": chosen["type"], "player": name}
    action |= {key: value for key, value in chosen.items() if key not in ("type", "indexes")}
    if not action.get("discard_elements", True):
        del action["discard_elements"]
    return _with_effects(action, position, rng, deck) if chosen["type"] == "bid" else action


def _with_effects(
    bid: Json, position: Mapping[str, Any], rng: random.Random, deck: game.Deck
) -> Json:
    """The bid with as many effects at random as stay legal, one symbol after another."""
    hand = next(p["hand"] for p in position["players"] if p["name"] == bid["player"])
    rest = list((Counter(hand) - Counter(bid["cards"])).elements())
    before = [entry["player"] for entry in position["trick"] if "cards" in entry]
    symbols = Counter(
        symbol
        for card in bid["cards"]
        for symbol in ("fire", "panda", "bamboo", "water")
        if symbol in _face(card, deck).split("+")
    )
    for _ in range(symbols["fire"]):
        left = list((Counter(rest) - Counter(bid.get("fire", []))).elements())
        if left:
            bid = _kept(bid, {"fire": [*bid.get("fire", []), rng.choice(left)]}, position, deck)
    for _ in range(symbols["bamboo"]):
        bid = _kept(bid, {"bamboo": bid.get("bamboo", 0) + 1}, position, deck)
    for _ in range(symbols["panda"]):
        if position["mood"] == "hungry" and before:
            taken = {"panda": bid.get("panda", 0) + 1, "from": [before[-1]]}
            bid = _kept(bid, taken, position, deck)
        left = list((Counter(rest) - Counter(bid.get("fire", []))).elements())
        left = [card for card in left if card not in bid.get("spin", [])]
        if position["mood"] == "spin" and left:
            bid = _kept(bid, {"spin": [*bid.get("spin", []), rng.choice(left)]}, position, deck)
    return bid


def _kept(bid: Json, more: Json, position: Mapping[str, Any], deck: game.Deck) -> Json:
    """The bid with what is added, if it stays legal."""
    return {**bid, **more} if game.legal(position, {**bid, **more}, None, deck) else bid


def _face(card: str, deck: game.Deck) -> str:
    """The face that is up; of an Element card nothing."""
    name, _, side = card.partition(":")
    suit, _, value = name.partition("-")
    return deck[suit, value] if side == "blue" else value
