"""Whole random games, played by the referee and by the reference game at the same time.

Every game is set up by ``checker.setting_up``, goes over as many rounds as it takes to 15 points,
and is replayed as a record in the end. A machine of Hypothesis plays the first turns with all
checks; the rest of the game has the cheap ones at every turn (the same position, events and points
as in the reference) and the lists of what may be done compared at every ``LISTED_EVERY`` turns.

The games are the same ones in every run. ``PANDA_SPIN_GAMES`` plays another number of them, such as
2000; that something of every kind happened is asked of no fewer than ``GAMES``.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from checker.cards import Element
from checker.judgements import ActionList, Options, OtherPlay
from checker.notation import write_card
from checker.positions import Mood, Position
from checker.questions import ActionsQuestion, Rules
from checker.refereeing import Event, Stepped, Undeclared
from checker.replaying import replay
from checker.rulebook import rulebook
from checker.setting_up import (
    STARTING_POINTS,
    cards_in_play,
    deal,
    new_game,
    starting_player,
    suits_in_play,
)
from checker.turn_plays import list_actions
from checker.wire.records import read_record
from tests import reference_game
from tests.questions import plain
from tests.record_games import declared
from tests.rounds import (
    BLUE,
    DECK,
    NAMES,
    action_of,
    all_cards,
    ask,
    choose,
    compared,
    shown_event,
    shown_position,
    told_bid,
    told_bids,
    told_others,
)
from tests.test_against_reference import SEEDS
from tests.turns import an_action

Json = dict[str, Any]

GAMES = 90
"""So many games are played in one run of all tests."""
SHARDS = 3
"""The parts into which they are split, so that several processes can share them."""
MACHINE_STEPS = 30
"""The turns and tries at the start of each game that have all checks."""
LISTED_EVERY = 12
"""After that, at every so many turns the lists of both are compared in full."""
STEPPED_BIDS = 2
"""Of the listed bids so many are acted out; of Element cards and passes all are."""
MOST_TURNS = 4000
"""No game takes longer; the longest of those seen took 692 turns."""
SUPPLY = 105
"""The points of all players and of the supply together."""


class WholeGame:
    """One game on both tables, and what has happened in it so far."""

    def __init__(self, seed: str) -> None:
        self.random = random = Random(seed)
        self.pinned = {
            name: random.choice(options)
            for name, options in reference_game.OPTIONS.items()
            if random.random() < 0.3
        }
        self.rules = Rules(rulebook().edition("rulebook"), self.pinned)
        self.names = NAMES[: random.randrange(2, 6)]
        self.suits = random.sample(list(Element), suits_in_play(len(self.names)))
        self.elements = random.random() < 0.9
        self.mood = random.choice(list(Mood))
        self.in_order = random.random() < 0.25
        self.seen: Counter[str] = Counter()
        self.events: list[Event] = []
        self.states: list[str] = []
        self.actions: list[Json] = []
        self.rounds: list[Json] = []
        self.winner: str | None = None
        self.points = dict.fromkeys(self.names, STARTING_POINTS)
        self.supply = SUPPLY - sum(self.points.values())
        drawn = random.sample(list(Element), len(self.names))
        self.next_starter: str | None = starting_player(dict(zip(self.names, drawn, strict=True)))
        self.position: Position
        self.written: Json
        self.deal_round()

    def deal_round(self) -> None:
        """The next round, the same cards in the same order for both.

        In some games the cards lie in the order of their values, so that there are Bombs.
        """
        shuffled = cards_in_play(DECK, self.suits, elements=self.elements)
        self.random.shuffle(shuffled)
        if self.in_order:
            shuffled.sort(key=lambda card: -1 if card.up is None else card.up.value)
        starter = self.next_starter
        assert starter is not None, "there is no next round to deal"
        named = [write_card(card) for card in shuffled]
        self.written = reference_game.deal(self.points, named, starter, self.mood.value)
        if self.rounds:
            self.position = deal(self.points, shuffled, starter, self.mood)
        else:
            self.position = new_game(self.names, shuffled, starter, self.mood)
        hands = {player["name"]: list(player["hand"]) for player in self.written["players"]}
        pile = list(self.written["draw_pile"])
        self.rounds.append({"starter": starter, "deal": hands, "draw_pile": pile, "actions": []})
        self.dealt = Counter(named)
        self.next_starter = None
        self.moved()

    def moved(self) -> None:
        """Notes where the game stands by now."""
        self.listing: ActionList | None = None
        self.expected: list[Json] | None = None
        self.shown = shown_position(self.position)
        self.states.append(repr(self.shown))

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.position.turn is None

    def listed(self) -> ActionList:
        """What the checker lists in this position; asked once."""
        if self.listing is None:
            self.listing = list_actions(ActionsQuestion(self.position, self.rules))
        return self.listing

    def in_reference(self) -> list[Json]:
        """What the reference lists in this position; asked once."""
        if self.expected is None:
            self.expected = reference_game.actions(self.written, self.pinned, BLUE)
        return self.expected

    def hand(self) -> list[str]:
        """The hand of the player whose turn it is, in the checker's order."""
        held = self.position.player(self.position.turn or "").hand
        return [write_card(card) for card in held.cards]

    def listed_bids(self) -> list[tuple[Json, Options]]:
        """The listed bids in the wire's shape, and what their symbols grant."""
        hand, listed = self.hand(), self.listed()
        bids: list[tuple[Json, Options]] = []
        for play, options in zip(listed.bids.plays, listed.options, strict=True):
            kind, width, length, top = plain(play.taken.reading)
            said = {"kind": kind, "width": width, "length": length, "top": top}
            cards = [hand[place] for place in play.indexes]
            bids.append(({"type": "bid", "cards": cards, "as": said}, options))
        return bids

    def listed_others(self) -> list[Json]:
        """The listed Element cards and passes in the wire's shape."""
        others: list[Json] = []
        for other in self.listed().others:
            assert isinstance(other, OtherPlay)
            kind = {"type": "element", "card": write_card(other.card)} if other.card else None
            discards = [write_card(card) for card in other.discards]
            others.append({**(kind or {"type": "pass"}), "discard_elements": discards})
        return others

    def tried(self, action: Json) -> tuple[Stepped, Json, list[reference_game.Event]] | None:
        """What comes of an action, the same for both; ``None`` for one that is refused.

        Neither table is moved. A legal bid that would have to be declared counts as refused.
        """
        before, pinned = hash(self.position), dict(self.pinned)
        told = f"{action} in {self.shown}, pinned {self.pinned}"
        legal = reference_game.legal(self.written, action, self.pinned, BLUE)
        try:
            stepped = ask(self.position, action_of(action), self.pinned)
        except Undeclared:
            assert legal, f"taken in several ways, but illegal for the reference: {told}"
            with pytest.raises(ValueError, match="several ways"):
                reference_game.step(self.written, action, self.pinned, BLUE)
            return None
        finally:
            assert (hash(self.position), self.pinned) == (before, pinned), f"input changed: {told}"
        verdict = "legal" if legal else "illegal"
        assert stepped.judgement.verdict == verdict, f"{verdict} for the reference: {told}"
        if not legal:
            unchanged = (stepped.position, stepped.events) == (self.position, ())
            assert unchanged, f"refused, but something changed: {told}"
            assert (stepped.winner, stepped.next_starter) == (None, None)
            return None
        written, events = reference_game.step(self.written, action, self.pinned, BLUE)
        happened = [shown_event(event) for event in stepped.events]
        assert happened == events, f"other events than in the reference: {told}"
        after = shown_position(stepped.position)
        assert after == compared(written), f"another position than in the reference: {told}"
        return stepped, written, events

    def play(self, action: Json) -> None:
        """Acts out a legal action on both tables."""
        came = self.tried(action)
        assert came is not None, f"legal, but refused: {action} in {self.shown}"
        stepped, written, events = came
        self.note(action, stepped)
        gained = dict(self.points)
        for event in stepped.events:
            if event.name in ("bamboo", "out"):
                gained[event.player or ""] += event.points
                self.supply -= event.points
            elif event.name == "panda":
                gained[event.player or ""] += event.points
                gained[event.other or ""] -= event.points
        self.position, self.written = stepped.position, written
        self.points = {player.name: player.points or 0 for player in stepped.position.players}
        assert self.points == gained, f"points that no event tells of: {action}, {events}"
        ends = {event[0]: event[1] for event in events if len(event) > 1}
        self.next_starter, self.winner = stepped.next_starter, stepped.winner
        assert self.next_starter == ends.get("next starter"), "another starter than in reference"
        assert self.winner == ends.get("game end"), "another winner than in the reference"
        move = {key: value for key, value in action.items() if value not in ([], 0)}
        self.rounds[-1]["actions"].append(declared(move, events, written))
        self.events.extend(stepped.events)
        self.actions.append(move)
        self.moved()

    def note(self, action: Json, stepped: Stepped) -> None:
        """Counts what the action shows: effects, Element cards, Bombs over Bombs, endings."""
        self.seen.update(event.clause for event in stepped.events)
        trick = [entry for entry in self.written["trick"] if "cards" in entry]
        if action["type"] == "element":
            self.seen[action["card"]] += 1
        if action["type"] == "bid" and action["as"]["kind"] == "bomb":
            self.seen["bomb-over-bomb"] += bool(trick) and trick[-1]["as"]["kind"] == "bomb"
        bids = [entry for entry in shown_position(stepped.position)["trick"] if "used" in entry]
        self.seen["water-used"] += bool(bids) and "water" in bids[-1]["used"]
        if stepped.position.turn is None:
            self.seen[f"round-ended-by-{action['type']}"] += 1
            out = sum(event.name == "out" for event in stepped.events)
            self.seen["several-out-at-the-end"] += out > 1
            points = sorted(player.points or 0 for player in stepped.position.players)
            decided = points[-2:] if stepped.winner else points[:2]
            tie = "winner" if stepped.winner else "starter"
            self.seen[f"tie-for-{tie}"] += decided[0] == decided[1]

    def with_options(self, bid: Json, options: Options) -> Json:
        """The bid with any of the effects that it is said to grant, each up to the most."""
        random = self.random
        left = list((Counter(self.hand()) - Counter(bid["cards"])).elements())
        white = [card for card in left if not card.startswith("element") and ":" not in card]
        spun = random.sample(white, random.randint(0, options.spin))
        for card in spun:
            left[left.index(card)] = f"{card}:blue"
        if self.pinned.get("fire-discard") != "any-card":
            left = [card for card in left if not card.startswith("element")]
        burnt = random.sample(left, random.randint(0, options.fire))
        points = random.randint(0, options.panda)
        victim = [options.victim] if points and random.random() < 0.5 else []
        bamboo = random.randint(0, options.bamboo)
        more = {"spin": spun, "fire": burnt, "panda": points, "from": victim, "bamboo": bamboo}
        return {**bid, **{key: value for key, value in more.items() if value}}

    def unlisted(self) -> Json:
        """An action out of the blue: any cards, any player, too much claimed."""
        random = self.random
        action = an_action(random, self.written)
        kind = random.random()
        if kind < 0.15 and action["type"] == "bid":
            others = [card for player in self.written["players"] for card in player["hand"]]
            action["cards"] = random.sample(others, 1) + action["cards"][1:]
        elif kind < 0.3:
            action["player"] = random.choice(self.names)
        elif kind < 0.6 and self.in_reference():
            # What is listed for this player, but with more claimed than it can grant.
            listed = random.choice(self.in_reference())
            action = {key: value for key, value in listed.items() if key != "indexes"}
            if action["type"] == "bid":
                action[random.choice(["bamboo", "panda"])] = random.randint(1, 4)
        if action["type"] == "bid" and not action["cards"]:
            return {"type": "pass"}
        return action

    # What holds in every position.

    def check_cards(self) -> None:
        """Every card is in exactly one place."""
        found = all_cards(self.shown)
        more, fewer = found - self.dealt, self.dealt - found
        assert not more + fewer, f"in two places: {dict(more)}; in none: {dict(fewer)}"

    def check_points(self) -> None:
        """No point comes from nowhere."""
        total = sum(self.points.values()) + self.supply
        assert total == SUPPLY, f"{total} points with the supply of {self.supply}, not {SUPPLY}"
        assert min(self.points.values()) >= 0, f"points below none: {self.points}"

    def check_lists(self) -> None:
        """What may be done is the same for both, and there is something while the round goes on."""
        expected, where = self.in_reference(), f"in {self.shown}, pinned {self.pinned}"
        if self.over:
            assert not expected, f"listed after the round {where}: {expected}"
            return
        listed = self.listed()
        assert listed.bids.complete, f"not proved to be all {where}"
        bids = [action for action in expected if action["type"] == "bid"]
        told, wanted = told_bids(listed, self.hand()), {told_bid(bid) for bid in bids}
        assert told == wanted, f"only for one of both {where}: {told ^ wanted}"
        assert len(listed.bids.plays) == len(bids), f"a bid is listed twice {where}"
        others = told_others(listed)
        wanted_others = {
            (action.get("card"), tuple(sorted(action["discard_elements"])))
            for action in expected
            if action["type"] != "bid"
        }
        assert others == wanted_others, f"only for one of both {where}: {others ^ wanted_others}"
        assert bids or others, f"nobody can do anything {where}"

    def check_steps(self) -> None:
        """What is listed can be done: Element cards and passes, and some of the bids."""
        if self.over:
            return
        bids = [bid for bid, _ in self.listed_bids()]
        some = self.random.sample(bids, min(STEPPED_BIDS, len(bids)))
        for action in [*self.listed_others(), *some]:
            assert self.tried(action), f"listed, but refused: {action} in {self.shown}"

    # The whole game.

    def finish(self) -> None:
        """Plays on to the end of the game, with the cheap checks."""
        while self.winner is None:
            if self.over:
                self.deal_round()
            listed = self.in_reference()
            assert listed, f"nobody can do anything in {self.shown}, pinned {self.pinned}"
            self.play(choose(self.random, self.written, listed, self.pinned))
            self.check_cards()
            self.check_points()
            if len(self.actions) % LISTED_EVERY == 0:
                self.check_lists()
            assert len(self.actions) < MOST_TURNS, self.cycle()

    def cycle(self) -> str:
        """What the game that does not end goes round in."""
        last: dict[str, int] = {}
        for number, state in enumerate(self.states):
            if state in last:
                told = f"{number - last[state]} turns lead back to the same position: {state}"
                return f"{told}, by {self.actions[-(len(self.states) - last[state]) :][:20]}"
            last[state] = number
        return f"{len(self.actions)} turns without an end and without a position twice"

    def check_record(self) -> None:
        """The game as a record has a clean bill, the same events and the same final score."""
        replayed = replay(
            read_record(
                {
                    "format": "panda-spin-game/1",
                    "edition": "rulebook",
                    "rulings": self.pinned,
                    "players": list(self.names),
                    "mood": self.mood.value,
                    "suits": [suit.value for suit in self.suits],
                    "elements": self.elements,
                    "rounds": self.rounds,
                }
            )
        )
        assert replayed.is_clean, f"the record is refused: {replayed.wrong}"
        assert replayed.events == tuple(self.events), "the record has other events"
        assert dict(replayed.points) == self.points, "the record ends with other points"
        assert replayed.winner == self.winner, "the record has another winner"
        assert replayed.position == self.position, "the record ends in another position"


class Playing(RuleBasedStateMachine):
    """The first turns of a game with all checks, and the rest of it when the machine stops."""

    shard = 0
    seen: Counter[str] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.game: WholeGame | None = None
        self.sound = False

    @property
    def table(self) -> WholeGame:
        """The game that was set up."""
        assert self.game is not None
        return self.game

    def going_on(self) -> bool:
        """Whether somebody has a turn."""
        return not self.table.over

    @initialize(seed=SEEDS)
    def set_up(self, seed: int) -> None:
        """A new game, some of its rulings pinned."""
        self.game = WholeGame(f"{self.shard}:{seed}")

    @precondition(going_on)
    @rule(seed=SEEDS)
    def plain_action(self, seed: int) -> None:
        """Something listed, nothing claimed."""
        random = Random(seed)
        actions = [bid for bid, _ in self.table.listed_bids()]
        others = self.table.listed_others()
        self.act(random.choice(actions if actions and random.random() < 0.7 else others or actions))

    @precondition(going_on)
    @rule(seed=SEEDS)
    def action_with_effects(self, seed: int) -> None:
        """A listed bid with effects that its options grant, where there is one."""
        random, bids = Random(seed), self.table.listed_bids()
        granting = [each for each in bids if each[1] != Options()]
        if bids:
            self.act(self.table.with_options(*random.choice(granting or bids)))
        else:
            self.act(random.choice(self.table.listed_others()))

    @precondition(going_on)
    @rule()
    def any_action(self) -> None:
        """Something out of the blue is refused exactly when the reference refuses it."""
        self.sound = False
        self.table.tried(self.table.unlisted())

    @precondition(lambda self: self.table.over)
    @rule()
    def next_round(self) -> None:
        """Cards are dealt again, unless somebody has won."""
        if self.table.winner is None:
            self.table.deal_round()

    def act(self, action: Json) -> None:
        """Plays the action; the game is sound again once everything was checked after it."""
        self.sound = False
        self.table.play(action)

    @invariant()
    def everything_holds(self) -> None:
        """Cards, points, lists and what comes of what is listed; each check says what is wrong."""
        self.table.check_cards()
        self.table.check_points()
        self.table.check_lists()
        self.table.check_steps()
        self.sound = True

    def teardown(self) -> None:
        """The rest of the game, unless something was wrong already."""
        if self.game is not None and self.sound:
            self.game.finish()
            self.game.check_record()
            self.seen.update(self.game.seen)
            self.seen["games"] += 1
            self.seen["turns"] += len(self.game.actions)
            self.seen["longest"] = max(self.seen["longest"], len(self.game.actions))


RARE = {
    *("beaten-bomb-goes", "bomb-over-bomb", "show-out-without-hands"),
    *("several-out-at-the-end", "tie-for-starter"),
}
"""What happens in the games of the first shard; of the others it is not asked."""
USUAL = {
    *(clause.id for clause in rulebook().in_force(Rules().used, ("consequence",))),
    *(f"element-{element}" for element in Element),
    *("water-used", "round-ended-by-pass"),
} - RARE
"""What happens in the games of every shard."""
ENDED_BY_ELEMENT = "rare:12"
"""A game in which an Element card ends a round, which few do."""


@pytest.mark.parametrize("shard", range(SHARDS))
def test_whole_games_go_as_in_the_reference(shard: int) -> None:
    """To the end of every game, with what can happen in them."""
    games = int(os.environ.get("PANDA_SPIN_GAMES", GAMES))
    machine = type(f"Shard{shard}", (Playing,), {"shard": shard, "seen": Counter()})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=max(1, games // SHARDS),
            stateful_step_count=MACHINE_STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
        ),
    )
    seen = vars(machine)["seen"]
    missing = {name for name in USUAL | (set() if shard else RARE) if not seen[name]}
    assert games < GAMES or not missing, f"never happened in {seen['games']} games: {missing}"


def test_an_element_card_ends_a_round_in_a_whole_game() -> None:
    """Everybody else is out once their blue cards have left the table."""
    game = WholeGame(ENDED_BY_ELEMENT)
    game.finish()
    game.check_record()
    assert game.seen["round-ended-by-element"]
