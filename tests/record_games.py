"""Plays whole games at random, by the tests' own reference, and records them.

``python -m tests.record_games`` writes those of ``fixtures/games``, always the same bytes.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from tests import reference
from tests import reference_game as game
from tests.record_choices import EXPANSION, chosen, chosen_early, chosen_expanded
from tests.reference_early import WINDS
from tests.reference_mandate import ANIMALS

Json = dict[str, Any]

FOLDER = Path(__file__).parent.parent / "fixtures" / "games"
NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve")
MOST_MOVES = 4000


class Recipe(NamedTuple):
    """What a recorded game is made from."""

    name: str
    seed: int
    players: int
    mood: str | None
    suits: tuple[str, ...]
    edition: str = "rulebook"
    expansion: str | None = None


RECIPES = (
    Recipe("two-players", 2, 2, "spin", ("water", "earth", "wood")),
    Recipe("three-players", 3, 3, "hungry", ("fire", "metal", "earth")),
    Recipe("five-players", 5, 5, "hungry", reference.ELEMENTS),
    Recipe("early", 3, 4, None, ("fire", "metal", "earth", "wood"), edition="early"),
    Recipe(EXPANSION, 41, 2, "hungry", ("fire", "water", "wood"), expansion=EXPANSION),
)
"""The early one and the one with the expansion have seeds by which everything happens in them."""


def deck_in_use(edition: str = "rulebook") -> dict[tuple[str, str], str]:
    """The blue faces of the edition's deck, as its file has them."""
    text = files("specs").joinpath("decks", f"{edition}.toml").read_text("utf-8")
    blue = tomllib.loads(text)["blue"]
    return {(suit, value): blue[suit][value]["face"] for suit in blue for value in blue[suit]}


def record(recipe: Recipe) -> Json:
    """One whole game, with its points and leaders declared where a trick ends."""
    return play(recipe)[0]


def play(recipe: Recipe) -> tuple[Json, list[game.Event]]:
    """One whole game as a record, and everything that happened in it."""
    written, events, _ = play_to_the_end(recipe)
    return written, events


def play_to_the_end(recipe: Recipe) -> tuple[Json, list[game.Event], Mapping[str, Any]]:
    """The same, and the table at the end."""
    rng, deck = random.Random(recipe.seed), deck_in_use(recipe.edition)
    names = NAMES[: recipe.players]
    suits = recipe.suits
    points = dict.fromkeys(names, 1)
    starter, events, rounds = rng.choice(names), list[game.Event](), list[Json]()
    animals = _animals(rng) if recipe.expansion else []
    position: Mapping[str, Any] = {}
    while starter:
        cards = game.whole_deck(suits, elements=recipe.edition == "rulebook")
        extra: Json = {"mandate": animals[len(rounds) % len(animals)]} if animals else {}
        rng.shuffle(cards)
        while animals and not _all_hold(ANIMALS[extra["mandate"]], cards, len(names)):
            rng.shuffle(cards)
        if recipe.edition == "early":
            extra["winds"] = dict(zip(names, rng.sample(WINDS, len(names)), strict=True))
        position = _dealt(recipe, points, cards, starter, extra)
        listed: list[Json] = []
        dealt = {player["name"]: list(player["hand"]) for player in position["players"]}
        pile = list(position["draw_pile"])
        while position["turn"] is not None:
            action = _chosen_by(recipe, position, rng, deck)
            position, happened = game.step(
                position, action, None, deck, edition=recipe.edition, expansion=recipe.expansion
            )
            events.extend(happened)
            listed.append(declared(action, happened, position))
            if len(events) > MOST_MOVES * 10:
                raise ValueError(f"{recipe.name} does not end")
        told = {"starter": starter, **extra, "deal": dealt, "draw_pile": pile, "actions": listed}
        rounds.append(told)
        points = {player["name"]: player["points"] for player in position["players"]}
        last = events[-1]
        starter = str(last[1]) if last[0] == "next starter" else ""
    written = {
        "format": "panda-spin-game/1",
        "edition": recipe.edition,
        **({"expansion": recipe.expansion} if recipe.expansion else {}),
        "rulings": {},
        "deck": recipe.edition,
        "players": list(names),
        "points": dict.fromkeys(names, 1),
        **({"mood": recipe.mood} if recipe.mood else {}),
        "suits": list(suits),
        "elements": recipe.edition == "rulebook",
        **({"variant": True} if recipe.expansion else {}),
        "rounds": rounds,
    }
    return written, events, position


def _animals(rng: random.Random) -> list[str]:
    """The Mandates in the order in which they are revealed, those that bring points last."""
    others = sorted(ANIMALS.keys() - {"dog", "dragon"})
    return [*rng.sample(others, len(others)), "dog", "dragon"]


def _all_hold(value: str, cards: Sequence[str], players: int) -> bool:
    """Whether each player is dealt a card of that value, so that the Mandate can be used."""
    dealt = game.CARDS_DEALT["rulebook"]
    hands = [cards[place * dealt : (place + 1) * dealt] for place in range(players)]
    return all(any(card.endswith(f"-{value}") for card in hand) for hand in hands)


def _dealt(
    recipe: Recipe, points: Mapping[str, int], cards: Sequence[str], starter: str, extra: Json
) -> Mapping[str, Any]:
    """The table at the start of a round."""
    winds = list(extra["winds"].values()) if "winds" in extra else None
    position = game.deal(
        points, cards, starter, recipe.mood or "", edition=recipe.edition, winds=winds
    )
    if not recipe.mood:
        del position["mood"]
    more = {"mandate": extra["mandate"], "variant": True} if recipe.expansion else {}
    return {**position, **more}


def _chosen_by(
    recipe: Recipe, position: Mapping[str, Any], rng: random.Random, deck: game.Deck
) -> Json:
    """A legal action at random, as it is chosen in such a game."""
    if recipe.edition == "early":
        return chosen_early(position, rng, deck)
    if recipe.expansion:
        return chosen_expanded(position, rng, deck)
    return chosen(position, rng, deck)


def declared(action: Json, happened: Sequence[game.Event], position: Mapping[str, Any]) -> Json:
    """The action with its declared outcome, where a trick ends with it."""
    told = {event[0]: event for event in happened}
    if "trick won" not in told:
        return action
    leader = told.get("lead") or told.get("next starter")
    expect: Json = {"points": {each["name"]: each["points"] for each in position["players"]}}
    return {**action, "expect": {**expect, **({"leads": leader[1]} if leader else {})}}


def text_of(written: Json) -> str:
    """A record as its file has it: one line for each deal, draw pile and action."""
    head = {key: value for key, value in written.items() if key != "rounds"}
    lines = [f"  {_dump(key)}: {_dump(value)}," for key, value in head.items()]
    rounds = ",\n".join(_round_text(each) for each in written["rounds"])
    return "\n".join(["{", *lines, f'  "rounds": [\n{rounds}\n  ]', "}", ""])


def _round_text(each: Json) -> str:
    heads = [key for key in each if key not in ("deal", "draw_pile", "actions")]
    lines = [*(f"     {_dump(key)}: {_dump(each[key])}," for key in heads), '     "deal": {']
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
