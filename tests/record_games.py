"""Plays whole games at random, by the tests' own reference, and records them.

``python -m tests.record_games`` writes those of ``fixtures/games``, always the same bytes.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from tests import reference
from tests import reference_game as game

Json = dict[str, Any]

FOLDER = Path(__file__).parent.parent / "fixtures" / "games"
NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve")
MOST_MOVES = 4000


class Recipe(NamedTuple):
    """What a recorded game is made from."""

    name: str
    seed: int
    players: int
    mood: str
    suits: tuple[str, ...]


RECIPES = (
    Recipe("two-players", 2, 2, "spin", ("water", "earth", "wood")),
    Recipe("three-players", 3, 3, "hungry", ("fire", "metal", "earth")),
    Recipe("five-players", 5, 5, "hungry", reference.ELEMENTS),
)


def deck_in_use() -> dict[tuple[str, str], str]:
    """The blue faces of the rulebook's deck, as its file has them."""
    text = files("specs").joinpath("decks", "rulebook.toml").read_text("utf-8")
    blue = tomllib.loads(text)["blue"]
    return {(suit, value): blue[suit][value]["face"] for suit in blue for value in blue[suit]}


def record(recipe: Recipe) -> Json:
    """One whole game, with its points and leaders declared where a trick ends."""
    return play(recipe)[0]


def play(recipe: Recipe) -> tuple[Json, list[game.Event]]:
    """One whole game as a record, and everything that happened in it."""
    rng, deck = random.Random(recipe.seed), deck_in_use()
    names = NAMES[: recipe.players]
    suits = recipe.suits
    points = dict.fromkeys(names, 1)
    starter, events, rounds = rng.choice(names), list[game.Event](), list[Json]()
    while starter:
        cards = game.whole_deck(suits)
        rng.shuffle(cards)
        position: Mapping[str, Any] = game.deal(points, cards, starter, recipe.mood)
        listed: list[Json] = []
        dealt = {player["name"]: list(player["hand"]) for player in position["players"]}
        pile = list(position["draw_pile"])
        while position["turn"] is not None:
            action = _chosen(position, rng, deck)
            position, happened = game.step(position, action, None, deck)
            events.extend(happened)
            listed.append(declared(action, happened, position))
            if len(events) > MOST_MOVES * 10:
                raise ValueError(f"{recipe.name} does not end")
        rounds.append({"starter": starter, "deal": dealt, "draw_pile": pile, "actions": listed})
        points = {player["name"]: player["points"] for player in position["players"]}
        last = events[-1]
        starter = str(last[1]) if last[0] == "next starter" else ""
    written = {
        "format": "panda-spin-game/1",
        "edition": "rulebook",
        "rulings": {},
        "deck": "rulebook",
        "players": list(names),
        "points": dict.fromkeys(names, 1),
        "mood": recipe.mood,
        "suits": list(suits),
        "elements": True,
        "rounds": rounds,
    }
    return written, events


def declared(action: Json, happened: Sequence[game.Event], position: Mapping[str, Any]) -> Json:
    """The action with its declared outcome, where a trick ends with it."""
    told = {event[0]: event for event in happened}
    if "trick won" not in told:
        return action
    leader = told.get("lead") or told.get("next starter")
    expect: Json = {"points": {each["name"]: each["points"] for each in position["players"]}}
    return {**action, "expect": {**expect, **({"leads": leader[1]} if leader else {})}}


def _chosen(position: Mapping[str, Any], rng: random.Random, deck: game.Deck) -> Json:
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


def text_of(written: Json) -> str:
    """A record as its file has it: one line for each deal, draw pile and action."""
    head = {key: value for key, value in written.items() if key != "rounds"}
    lines = [f"  {_dump(key)}: {_dump(value)}," for key, value in head.items()]
    rounds = ",\n".join(_round_text(each) for each in written["rounds"])
    return "\n".join(["{", *lines, f'  "rounds": [\n{rounds}\n  ]', "}", ""])


def _round_text(each: Json) -> str:
    lines = [f'     "starter": {_dump(each["starter"])},', '     "deal": {']
    lines += [",\n".join(f"      {_dump(n)}: {_dump(c)}" for n, c in each["deal"].items())]
    lines += ["     },", f'     "draw_pile": {_dump(each["draw_pile"])},', '     "actions": [']
    lines += [",\n".join(f"      {_dump(action)}" for action in each["actions"]), "     ]"]
    return "    {\n" + "\n".join(lines) + "\n    }"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    """Writes every recorded game."""
    FOLDER.mkdir(exist_ok=True)
    for recipe in RECIPES:
        (FOLDER / f"{recipe.name}.json").write_text(text_of(record(recipe)), "utf-8")


if __name__ == "__main__":
    main()
