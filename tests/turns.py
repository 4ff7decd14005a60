"""Random tables and actions, in the wire's shape, for tests of whole turns.

The tables come from rounds that the reference plays; some cards lie blue from the start, so that
symbols show early.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from checker.decks import deck
from checker.notation import write_face
from checker.rulebook import rulebook
from tests import reference_game as game
from tests.reference import ELEMENTS

NAMES = ("A", "B", "C", "D", "E")
DECK: game.Deck = {
    (element.value, str(value)): write_face(face)
    for (element, value), face in deck("rulebook").blue.items()
}


def some_rulings(random: Random) -> dict[str, str]:
    """An option of every ruling that the reference knows, mostly the default."""
    return {
        name: random.choice(rulebook().ruling(name).options) if random.random() < 0.3 else default
        for name, (default, *_) in game.OPTIONS.items()
        if name in rulebook().rulings
    }


def a_deal(random: Random) -> dict[str, Any]:
    """The first position of a round of two to five players."""
    names = NAMES[: random.randrange(2, 6)]
    suits = random.sample(list(ELEMENTS), game.suits_in_play(len(names)))
    cards = [
        f"{card}:blue" if not card.startswith("element") and random.random() < 0.35 else card
        for card in game.whole_deck(suits)
    ]
    random.shuffle(cards)
    points = {name: random.randrange(4) for name in names}
    return game.deal(points, cards, random.choice(names), random.choice(("hungry", "spin")))


def positions(random: Random, rulings: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The positions of one random round, in which symbols are used where they happen to be."""
    position = a_deal(random)
    while position["turn"] is not None:
        yield position
        listed = game.actions(position, rulings, DECK)
        action = random.choice(listed)
        claimed = with_effects(random, position, action)
        if game.legal(position, claimed, rulings, DECK):
            action = claimed
        position = dict(game.step(position, action, rulings, DECK)[0])


def hand_of(position: dict[str, Any]) -> list[str]:
    """The hand of the player whose turn it is."""
    return next(p["hand"] for p in position["players"] if p["name"] == position["turn"])


def an_action(random: Random, position: dict[str, Any]) -> dict[str, Any]:
    """An action that is more or less possible."""
    hand = hand_of(position)
    elements = [card for card in hand if card.startswith("element")]
    kind = random.random()
    if kind < 0.15:
        action: dict[str, Any] = {"type": "pass"}
    elif kind < 0.45:
        card = random.choice(elements or hand or ["element-fire"])
        action = {"type": "element", "card": card}
        elements = [other for other in elements if other != card]
        if random.random() < 0.4:
            action["forced_discards"] = _forced_discards(random, position)
    else:
        action = {"type": "bid", "cards": _sample(random, hand, (1, 1, 2, 2, 3))}
        action = with_effects(random, position, action)
    if random.random() < 0.3:
        action["discard_elements"] = _sample(random, elements or hand, (1, 1, 2))
    if random.random() < 0.05:
        action["player"] = random.choice(position["players"])["name"]
    return action


def _forced_discards(random: Random, position: dict[str, Any]) -> dict[str, list[str]]:
    """What some players discard, mostly others and mostly Element cards of their own."""
    found: dict[str, list[str]] = {}
    for player in position["players"]:
        hand = player["hand"]
        held = [card for card in hand if card.startswith("element")]
        likely = 0.05 if player["name"] == position["turn"] else 0.7 if held else 0.1
        if random.random() < likely:
            some = held if held and random.random() < 0.9 else [*hand, "element-earth"]
            found[player["name"]] = _sample(random, some, (1, 1, 2))
    return found


def with_effects(
    random: Random, position: dict[str, Any], action: dict[str, Any]
) -> dict[str, Any]:
    """The bid with random claims for its symbols; another action as it is."""
    if action["type"] != "bid":
        return action
    left = [card for card in hand_of(position) if card not in action["cards"]]
    claimed = dict(action)
    if random.random() < 0.3:
        claimed["fire"] = _sample(random, left, (1, 1, 2))
    if random.random() < 0.3:
        claimed["spin"] = _sample(random, left, (1,))
    if random.random() < 0.3:
        claimed["panda"] = random.choice((1, 1, 2))
    if random.random() < 0.2:
        claimed["from"] = [random.choice(position["players"])["name"]]
        claimed.setdefault("panda", 1)
    if random.random() < 0.3:
        claimed["bamboo"] = random.choice((1, 1, 2))
    return claimed


def _sample(random: Random, cards: Sequence[str], sizes: Sequence[int]) -> list[str]:
    return random.sample(list(cards), min(len(cards), random.choice(sizes)))
