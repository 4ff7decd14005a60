"""Rounds that the referee and the reference play side by side, in any edition, with any rulings.

They start in the middle: hands, piles and points of any size, and some cards lie blue. What is
compared is the verdict on every action tried, and after a legal one the table and the events.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from checker.positions import Position
from checker.questions import Rules
from checker.refereeing import Event, Undeclared
from checker.rulebook import rulebook
from checker.status import faults
from tests import reference_game
from tests.reference import ELEMENTS, VALUES
from tests.reference_early import WINDS
from tests.rounds import (
    BLUE,
    DECK,
    NAMES,
    action_of,
    ask,
    compared,
    face_of,
    position_of,
    shown_event,
    shown_position,
)
from tests.turns import an_action

Json = dict[str, Any]

MOST_TURNS = 200
"""No round takes longer."""
NOT_TOLD = ("stays", "reshuffle")
"""Events that the reference leaves unsaid."""


def a_table(random: Random, edition: str) -> Json:
    """A table at the start of a trick."""
    names = NAMES[: random.randrange(2, 6)]
    suits = random.sample(list(ELEMENTS), max(3, len(names)))
    deck = reference_game.whole_deck(suits, elements=False)
    random.shuffle(deck)
    if random.random() < 0.3:
        deck.sort(key=lambda card: random.random() + 3 * len(names) * value_of(card) / 13)
    for suit in suits if edition == "rulebook" else ():
        deck.insert(len(deck) - random.randrange(12), f"element-{suit}")
    most = 11 if random.random() < 0.3 else 5
    hands = {name: [deck.pop() for _ in range(random.randrange(1, most))] for name in names}
    most_piled = max(0, len(deck) - 5)
    pile = [deck.pop() for _ in range(min(most_piled, random.choice((0, 1, 1, 3, most_piled))))]
    players: list[Json] = []
    for name, hand in hands.items():
        points = random.choice((0, 1, 3, 12, 17, 18, 19, 21))
        players.append({"name": name, "hand": turned(random, hand), "points": points})
    if edition == "early":
        for player, wind in zip(players, random.sample([*WINDS, None], len(players)), strict=True):
            player["wind"] = wind
    return {
        "players": players,
        "turn": random.choice(names),
        "trick": [],
        "draw_pile": pile,
        "discard": deck[:5],
        "suits": [each for each in ELEMENTS if each in suits],
        "elements": edition == "rulebook",
        "mood": random.choice(("hungry", "spin")),
        "out": [],
    }


def value_of(card: str) -> int:
    """The place of a card's white value."""
    return VALUES.index(card.partition("-")[2])


def turned(random: Random, hand: list[str]) -> list[str]:
    """The hand with some of its Animal cards spun."""
    return [
        f"{card}:blue" if not card.startswith("element") and random.random() < 0.4 else card
        for card in hand
    ]


class Round:
    """One round on both tables; ``seen`` counts the clauses by which something happened."""

    def __init__(self, random: Random, edition: str, pinned: dict[str, str]) -> None:
        self.random, self.edition, self.pinned = random, edition, pinned
        self.written = a_table(random, edition)
        self.position: Position = position_of(self.written)
        self.rules = Rules(rulebook().edition(edition), pinned, DECK)
        self.seen: Counter[str] = Counter()

    def play(self, tries: int) -> None:
        """Plays the round to its end, trying other actions at every turn."""
        for _ in range(MOST_TURNS):
            if self.written["turn"] is None or "unknown" in self.hand:
                return
            # Points are dealt out here without a look at the supply.
            wrong = [f for f in faults(self.position, self.rules) if f.clause != "point-supply"]
            assert not wrong, f"{wrong} in {self.written}"
            for _ in range(tries):
                self.tried(self.some_action())
            self.move()
        raise AssertionError("the round has no end")

    @property
    def hand(self) -> list[str]:
        """The hand of the player whose turn it is."""
        players = self.written["players"]
        return next(p["hand"] for p in players if p["name"] == self.written["turn"])

    def move(self) -> None:
        """Acts out one legal action on both tables."""
        listed = reference_game.actions(self.written, self.pinned, BLUE, edition=self.edition)
        kinds = sorted({action["type"] for action in listed})
        weights = [{"bid": 7, "element": 9, "wind": 4, "pass": 1}[kind] for kind in kinds]
        kind = self.random.choices(kinds, weights)[0]
        action = self.random.choice([action for action in listed if action["type"] == kind])
        action = {key: value for key, value in action.items() if key != "indexes"}
        claimed = [self.claiming(action) for _ in range(6)]
        if self.edition == "early" and self.random.random() < 0.3:
            claimed.append(self.wind())
        for each in claimed:
            came = self.tried(each)
            if came is not None:
                break
        else:
            came = self.tried(action)
        assert came is not None, f"nothing can be played: {action} in {self.written}"
        self.position, self.written = came

    def tried(self, action: Json) -> tuple[Position, Json] | None:
        """The tables after an action, which are the same; ``None`` where nothing is done."""
        told = f"{action} in {self.written}, pinned {self.pinned}, {self.edition}"
        expected, why = reference_game.verdict(
            self.written, action, self.pinned, BLUE, edition=self.edition
        )
        try:
            stepped = ask(self.position, action_of(action), self.pinned, self.edition)
        except Undeclared:
            assert expected == "legal", f"not legal for the reference ({why}): {told}"
            return None
        found = stepped.judgement.verdict
        assert found == expected, f"{found}, but {expected} for the reference ({why}): {told}"
        if found != "legal":
            assert stepped.position == self.position
            return None
        written, events = reference_game.step(
            self.written, action, self.pinned, BLUE, edition=self.edition
        )
        happened = [shown_event(e) for e in stepped.events if e.name not in NOT_TOLD]
        assert happened == events, f"other events than in the reference: {told}"
        after = shown_position(stepped.position)
        assert after == compared(written), f"another position than in the reference: {told}"
        self.seen.update(clauses_of(stepped.events))
        return stepped.position, written

    # What is tried.

    def some_action(self) -> Json:
        """An action that is more or less possible."""
        random = self.random
        if self.edition == "early" and random.random() < 0.2:
            return self.wind()
        action = an_action(random, self.written)
        if not action.get("cards", True):
            return {"type": "pass"}
        return self.claiming(action) if random.random() < 0.5 else action

    def wind(self) -> Json:
        """A wind, mostly the one that is held."""
        players = self.written["players"]
        held = next(p.get("wind") for p in players if p["name"] == self.written["turn"])
        wind = held if held and self.random.random() < 0.8 else self.random.choice(WINDS)
        met = self.random.choice((True, True, True, False, None))
        return {"type": "wind", "wind": wind, **({} if met is None else {"condition_met": met})}

    def claiming(self, action: Json) -> Json:
        """The bid with something claimed for the symbols that it shows."""
        if action["type"] != "bid":
            return action
        random = self.random
        faces = [face_of(card).split("+") for card in action["cards"]]
        shown = Counter(part for face in faces for part in face)
        left = list((Counter(self.hand) - Counter(action["cards"])).elements())
        white = [card for card in left if ":" not in card and not card.startswith("element")]
        more: Json = {}
        if shown["bamboo"]:
            more["bamboo"] = random.randrange(1, shown["bamboo"] + 1)
        if shown["panda"]:
            names = [player["name"] for player in self.written["players"]]
            number = random.randrange(1, shown["panda"] + 1)
            if random.random() < 0.8:
                more["panda"] = number
            if random.random() < (0.8 if self.edition == "early" else 0.3):
                more["from"] = random.choices(names, k=random.choice((1, number)))
            if self.written["mood"] == "spin" and self.edition == "rulebook":
                spun = random.sample(white, min(len(white), number))
                more = {**{key: more[key] for key in ("bamboo",) if key in more}, "spin": spun}
        if shown["fire"] and (self.edition == "rulebook" or random.random() < 0.1):
            spun = more.get("spin", [])
            after = [f"{card}:blue" if card in spun else card for card in left]
            most = min(len(after), shown["fire"])
            more["fire"] = random.sample(after, random.randint(0, most))
        return {**action, **more}


def clauses_of(events: tuple[Event, ...]) -> list[str]:
    """The clauses by which something happened."""
    return [event.clause for event in events]


def some_options(random: Random, rulings: dict[str, tuple[str, ...]], often: float) -> Json:
    """An option for some of these rulings."""
    return {
        ruling: random.choice(options)
        for ruling, options in rulings.items()
        if random.random() < often
    }
