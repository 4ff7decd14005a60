"""The referee against the reference game, and by hand-written cases."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from checker.actions import Action, BidAction, ElementAction, PassAction, unused_elements
from checker.cards import Element, Symbol
from checker.notation import read_card, read_value, write_card
from checker.positions import BidEntry, Hand, Mood, Player, Position
from checker.questions import Rules
from checker.readings import Claim, Kind, Reading
from checker.refereeing import NotKnown, Stepped, Undeclared
from checker.rulebook import rulebook
from checker.setting_up import (
    CannotSetUp,
    cards_in_play,
    deal,
    new_game,
    starting_player,
    suits_in_play,
)
from checker.tables import Table
from checker.telling import tell
from tests import reference_game
from tests.rounds import (
    BLUE,
    DECK,
    NAMES,
    action_of,
    all_cards,
    ask,
    cards,
    choose,
    compared,
    position_of,
    shown_event,
    shown_position,
    with_forced_discards,
)

VARIED = ("element-lead", "metal-sides", "wood-wild", "earth-ignored", "fire-discard")
MOST_STEPS = 200

# Random rounds through both.


def start(rnd: random.Random, blue: float, sorted_by_value: bool) -> dict[str, Any]:
    """The start of a random round; some cards may lie blue, so that symbols show early.

    Sorted by value, the cards make Bombs in every hand.
    """
    names = NAMES[: rnd.randrange(2, 6)]
    suits = rnd.sample(
        [element.value for element in Element], reference_game.suits_in_play(len(names))
    )
    shuffled = reference_game.whole_deck(suits)
    rnd.shuffle(shuffled)
    if sorted_by_value:
        shuffled.sort(key=lambda card: card.split("-")[1])
    shuffled = [
        f"{card}:blue" if not card.startswith("element") and rnd.random() < blue else card
        for card in shuffled
    ]
    points = {name: rnd.randrange(12) for name in names}
    mood = rnd.choice(["hungry", "spin"])
    dealt = reference_game.deal(points, shuffled, rnd.choice(names), mood)
    if rnd.random() < 0.3:
        dealt["draw_pile"] = dealt["draw_pile"][: rnd.randrange(4)]
    return dealt


def not_told(position: Position) -> int:
    """How many cards are in the draw pile, by what is told of all the others."""
    rules, suits = Rules(), suits_in_play(len(position.players))
    hidden = replace(position, draw_pile=None, suits=tuple(Element)[:suits], elements=True)
    pile = Table(hidden, rules, rules.used).pile()
    assert isinstance(pile, int)
    return pile


def play_round(seed: int) -> Counter[str]:
    """One random round through both; the names of the events that happened."""
    rnd = random.Random(seed)
    pinned = {
        ruling: rnd.choice(reference_game.OPTIONS[ruling])
        for ruling in VARIED
        if rnd.random() < 0.3
    }
    bombs = seed % 4 == 3
    written = start(rnd, 0.05 if bombs else rnd.choice([0.0, 0.3, 0.6]), bombs)
    position = position_of(written)
    happened: Counter[str] = Counter()
    conserved = all_cards(shown_position(position))
    absent = not_told(position) - len(written["draw_pile"])
    for _ in range(MOST_STEPS):
        if written["turn"] is None:
            break
        listed = reference_game.actions(written, pinned, BLUE)
        action = choose(rnd, written, listed, pinned)
        forced = action
        if action["type"] == "element":
            forced = with_forced_discards(written, action, likely=0.8)
        if forced != action and reference_game.legal(written, forced, pinned, BLUE):
            told, came = reference_game.step(written, forced, pinned, BLUE)
            same = ask(position, action_of(forced), pinned)
            assert [shown_event(e) for e in same.events] == came, (seed, forced)
            assert shown_position(same.position) == compared(told), (seed, forced)
        before = copy.deepcopy(position)
        assert not_told(position) == len(written["draw_pile"]) + absent, (seed, action)
        points = sum(p.points or 0 for p in position.players)
        earlier = written
        written, expected = reference_game.step(written, action, pinned, BLUE)
        stepped = ask(position, action_of(action), pinned)
        assert position == before, "the input was changed"
        assert [shown_event(e) for e in stepped.events] == expected, (seed, action)
        after = shown_position(stepped.position)
        assert after == compared(written), (seed, action)
        assert all_cards(after) == conserved, (seed, action)
        gained = sum(e.points for e in stepped.events if e.name in ("bamboo", "out"))
        assert sum(p.points or 0 for p in stepped.position.players) == points + gained
        ends = {event[0]: event[1] for event in expected if len(event) > 1}
        assert stepped.next_starter == ends.get("next starter")
        assert stepped.winner == ends.get("game end")
        assert all(tell(event) for event in stepped.events)
        happened.update(event.clause for event in stepped.events)
        same_where_hidden(position, action_of(action), stepped, pinned)
        refused(rnd, earlier, position, pinned)
        position = stepped.position
    return happened


def same_where_hidden(
    position: Position, action: Action, seen: Stepped, pinned: Mapping[str, str]
) -> None:
    """With all numbers and only the hands that are acted from known, the same happens to all."""
    pile = position.draw_pile
    assert isinstance(pile, tuple)
    acting = {name for name, cards in unused_elements(action, position.turn or "") if cards}
    players = tuple(
        p if p.name in {position.turn, *acting} else replace(p, hand=Hand((), p.hand.size))
        for p in position.players
    )
    hidden = replace(position, players=players, draw_pile=len(pile), discard=None)
    stepped = ask(hidden, action, pinned)
    assert [(e.clause, e.player, e.points) for e in stepped.events] == [
        (e.clause, e.player, e.points) for e in seen.events
    ]
    assert [(p.name, p.hand.size, p.points) for p in stepped.position.players] == [
        (p.name, p.hand.size, p.points) for p in seen.position.players
    ]
    assert (stepped.position.turn, stepped.position.out, stepped.position.trick) == (
        seen.position.turn,
        seen.position.out,
        seen.position.trick,
    )
    assert stepped.position.discard is None


def refused(
    rnd: random.Random, written: Mapping[str, Any], position: Position, pinned: Mapping[str, str]
) -> None:
    """A bid of any two cards, when it is illegal, changes nothing."""
    hand = next(p["hand"] for p in written["players"] if p["name"] == written["turn"])
    anything = {"type": "bid", "cards": rnd.sample(hand, min(2, len(hand)))}
    if reference_game.legal(written, anything, pinned, BLUE):
        return
    stepped = ask(position, action_of(anything), pinned)
    assert stepped.judgement.verdict == "illegal"
    assert (stepped.position, stepped.events) == (position, ())


@pytest.mark.parametrize("block", range(8))
def test_random_rounds_go_as_in_the_reference(block: int) -> None:
    """Hands, trick, piles, points, turn, out and events agree after every step."""
    happened: Counter[str] = Counter()
    for seed in range(4 * block, 4 * block + 4):
        happened += play_round(seed)
    assert happened["round-ends"]


# Cases written by hand.


def table(
    hands: Mapping[str, Any],
    trick: Sequence[Mapping[str, Any]] = (),
    turn: str = "A",
    *,
    points: Mapping[str, int | None] | None = None,
    **more: Any,
) -> Position:
    """A table with these hands, everybody having three points unless told otherwise."""
    players = [
        {"name": name, "hand": hand, "points": {**dict.fromkeys(hands, 3), **(points or {})}[name]}
        for name, hand in hands.items()
    ]
    return position_of(
        {"players": players, "turn": turn, "trick": trick, "discard": [], "draw_pile": 9, **more}
    )


def bid(player: str, *names: str, **more: Any) -> dict[str, Any]:
    """A bid in the trick."""
    return {"player": player, "cards": list(names), **more}


def gone(player: str) -> dict[str, Any]:
    """A pass in the trick."""
    return {"player": player, "pass": True}


def told(stepped: Stepped) -> list[str]:
    """What happened, in words."""
    return [tell(event) for event in stepped.events]


def clauses(stepped: Stepped) -> list[str]:
    """The clauses cited, in order."""
    return [event.clause for event in stepped.events]


BID_5 = BidAction(cards("5"))
PASS = PassAction()


def test_an_illegal_action_changes_nothing() -> None:
    """A Single 3 does not beat a Single 5."""
    position = table({"A": ["3", "4"], "B": ["6"]}, [bid("B", "5")])
    stepped = ask(position, BidAction(cards("3")))
    assert stepped.judgement.verdict == "illegal"
    assert stepped.position == position
    assert stepped.events == ()


def test_an_undetermined_action_changes_nothing() -> None:
    """Whether the 5 is in a hand of two unknown cards, nobody knows."""
    position = table({"A": {"count": 2}, "B": ["6"]})
    stepped = ask(position, BID_5)
    assert stepped.judgement.verdict == "undetermined"
    assert stepped.position == position


def test_a_bid_that_can_be_taken_in_several_ways_has_to_be_declared() -> None:
    """One 7 with Water is a Single, a Set or a Run."""
    position = table({"A": ["7+water", "3"], "B": ["6"]})
    with pytest.raises(Undeclared, match="declare how") as raised:
        ask(position, BidAction(cards("7+water")))
    assert Reading(Kind.SET, 2, 1, read_value("7")) in raised.value.readings
    stepped = ask(position, BidAction(cards("7+water"), Claim(Kind.SET)))
    (entry,) = stepped.position.trick
    assert entry == BidEntry(
        "A",
        cards("7+water"),
        Claim(Kind.SET, 2, 1, read_value("7")),
        ((Symbol.WATER, 1),),
    )


def test_the_turn_skips_who_has_passed_or_is_out() -> None:
    """B has passed and C is out, so D follows A."""
    hands = {"A": ["5", "6"], "B": ["6"], "C": [], "D": ["9"]}
    stepped = ask(table(hands, [bid("D", "4"), gone("B")], out=["C"]), BID_5)
    assert stepped.position.turn == "D"


def test_white_cards_come_back_blue_even_into_a_hidden_hand() -> None:
    """A deck card shows its other half; a bare face becomes an unknown card."""
    hands = {"A": {"count": 2}, "B": {"count": 3}, "C": {"count": 4}}
    trick = [bid("A", "metal-8"), bid("B", "9"), bid("C", "10")]
    stepped = ask(table(hands, trick), PASS)
    assert stepped.position.player("A").hand == Hand(cards("metal-8:blue"), 2)
    assert told(stepped) == [
        "A passes.",
        "A spins the cards played and takes back metal-8:blue.",
    ]
    stepped = ask(stepped.position, PASS)
    assert stepped.position.player("B").hand == Hand((), 4)
    assert told(stepped)[1] == "B spins the cards played and takes back 1 unknown card."
    assert told(stepped)[2:] == [
        "C wins the trick.",
        "C discards 10, played to the trick.",
        "C starts the next trick.",
    ]


def test_one_blue_side_takes_all_cards_of_the_player_with_it() -> None:
    """A has played a white 4 and a blue A with Fire, beaten by a 2."""
    hands = {"A": ["3"], "B": ["6"], "C": ["7"]}
    trick = [bid("A", "4"), bid("B", "5"), bid("C", "6"), bid("A", "fire-Q:blue"), bid("B", "2")]
    stepped = ask(table(hands, [*trick, gone("C")]), PASS)
    assert clauses(stepped)[:3] == ["pass-leaves-trick", "blue-cards-go", "last-in-trick-wins"]
    assert stepped.events[1].cards == cards("4", "fire-Q:blue")
    assert stepped.position.discard == cards("4", "fire-Q:blue", "5", "2")


def test_a_beaten_bomb_is_discarded_though_white() -> None:
    """Four white 3s do not come back."""
    trick = [bid("A", "3", "3", "3", "3", **{"as": {"kind": "bomb"}}), bid("B", "4", "4", "4", "4")]
    stepped = ask(table({"A": ["5"], "B": ["6"], "C": ["7"]}, trick, "C"), PASS)
    stepped = ask(stepped.position, PASS)
    assert clauses(stepped)[1] == "beaten-bomb-goes"
    assert stepped.position.player("A").hand == Hand(cards("5"))


def test_a_bomb_that_can_only_be_one_need_not_be_declared() -> None:
    """Where four equal cards are always a Bomb, these were one."""
    trick = [bid("A", *["3"] * 4), bid("B", *["4"] * 5)]
    position = table({"A": ["5"], "B": ["6"]}, trick)
    stepped = ask(position, PASS, {"natural-four": "bomb-only"})
    assert clauses(stepped)[1] == "beaten-bomb-goes"


def test_whether_four_equal_cards_were_a_bomb_must_be_known() -> None:
    """Beaten by four higher ones, they may have been a Set."""
    trick = [bid("A", *["3"] * 4), bid("B", *["4"] * 4)]
    with pytest.raises(NotKnown, match="how the bid of A was declared"):
        ask(table({"A": ["5"], "B": ["6"]}, trick), PASS)


def test_an_element_card_draws_wins_and_makes_the_others_pass() -> None:
    """Two cards from the top, White sides up; B takes back a blue card."""
    hands = {"A": ["element-wood"], "B": ["6"], "C": ["7"]}
    pile = ["metal-8:blue", "wood-9", "earth-J"]
    stepped = ask(
        table(hands, [bid("B", "water-A"), gone("C")], draw_pile=pile),
        ElementAction(read_card("element-wood", DECK)),
    )
    assert told(stepped) == [
        "A plays element-wood.",
        "A draws metal-8, wood-9.",
        "B has to pass.",
        "B spins the cards played and takes back water-A:blue.",
        "A wins the trick with an Element card.",
        "A discards element-wood, played to the trick.",
        "A starts the next trick.",
    ]
    assert stepped.position.player("A").hand == Hand(cards("metal-8", "wood-9"))
    assert stepped.position.draw_pile == cards("earth-J")
    assert stepped.position.trick == ()


@pytest.mark.parametrize(
    ("pile", "drawn", "left"), [(9, 2, 7), (1, 1, 0), (0, 0, 0), (None, 2, None)]
)
def test_a_hidden_draw_pile_gives_unknown_cards(
    pile: int | None, drawn: int, left: int | None
) -> None:
    """Two of a count, what is there of a short pile, and two of a pile that nobody described."""
    position = table({"A": ["element-wood", "4"], "B": ["6"]}, [bid("B", "A")], draw_pile=pile)
    stepped = ask(position, ElementAction(read_card("element-wood", DECK)))
    assert stepped.position.player("A").hand == Hand(cards("4"), drawn)
    assert stepped.position.draw_pile == left
    words = {0: "no card", 1: "1 unknown card", 2: "2 unknown cards"}[drawn]
    assert told(stepped)[1] == f"A draws {words}."


@pytest.mark.parametrize(("left", "drawn"), [(0, 0), (1, 1), (3, 2)])
def test_a_draw_pile_is_counted_where_all_other_cards_are_told(left: int, drawn: int) -> None:
    """The cards of who has passed count where they went; one bare face, and nothing is counted."""
    suits = (Element.WOOD, Element.FIRE, Element.EARTH)
    hands = {"A": ["element-wood"], "B": ["wood-6"], "C": ["wood-7", "wood-8:blue"]}
    trick = [bid("C", "wood-8"), bid("A", "wood-9"), bid("B", "wood-A"), gone("C")]
    elsewhere = {"element-wood", *(f"wood-{value}" for value in "6789A")}
    rest = [card.name for card in cards_in_play(DECK, suits) if card.name not in elsewhere]
    for face, counted in ((rest[left], True), ("3", False)):
        position = table(hands, trick, draw_pile=None, discard=[face, *rest[left + 1 :]])
        position = replace(position, suits=suits, elements=True)
        stepped = ask(position, ElementAction(read_card("element-wood", DECK)))
        assert stepped.position.player("A").hand.unknown == (drawn if counted else 2)
        assert stepped.position.draw_pile == (left - drawn if counted else None)


def test_a_leader_with_only_element_cards_discards_them_and_the_next_one_leads() -> None:
    """Nobody has bid, so B may not pass."""
    position = table({"A": ["element-wood"], "B": ["6"], "C": ["7"]})
    stepped = ask(position, PassAction(cards("element-wood")))
    assert clauses(stepped) == ["unused-elements-go", "pass-leaves-trick"]
    assert stepped.position.turn == "B"
    assert stepped.position.discard == cards("element-wood")
    assert ask(stepped.position, PASS).judgement.verdict == "illegal"


def test_a_lone_rest_of_the_trick_wins_without_having_played() -> None:
    """With two players the other one wins at once, and A is out first."""
    stepped = ask(table({"A": ["element-wood"], "B": ["6"]}), PassAction(cards("element-wood")))
    assert clauses(stepped)[2:] == [
        "last-in-trick-wins",
        "show-out-points",
        "round-ends",
        "fewest-points-start",
    ]
    assert stepped.next_starter == "B"


def test_several_show_out_by_their_last_bids_for_at_most_seven() -> None:
    """B bid after A; C holds nine cards; D leads nothing, being out already."""
    hands = {"A": [], "B": [], "C": ["3"] * 9, "D": [], "E": ["4"]}
    trick = [bid("A", "A:blue"), bid("B", "2"), gone("C"), gone("E")]
    stepped = ask(table(hands, trick, out=["D"]), PASS)
    assert [(e.player, e.points) for e in stepped.events if e.name == "out"] == [("A", 7), ("B", 7)]
    assert stepped.position.out == ("D", "A", "B")
    assert stepped.position.turn == "C"
    assert clauses(stepped)[-1] == "largest-hand-leads"


def test_a_tie_on_most_cards_goes_clockwise_from_the_winner() -> None:
    """B has won and is out; A and D hold two cards each, and D comes first after B."""
    hands = {"A": ["3", "3"], "B": [], "C": ["4"], "D": ["5", "5"]}
    stepped = ask(table(hands, [bid("B", "2"), gone("C"), gone("D")]), PASS)
    assert stepped.position.turn == "D"


def test_nobody_scores_when_no_hand_is_left() -> None:
    """Both have played their last card, one of them blue."""
    stepped = ask(table({"A": [], "B": []}, [bid("A", "A:blue"), bid("B", "2")]), PASS)
    assert told(stepped)[-4:] == [
        "A shows out; nobody holds cards, so nothing is scored.",
        "B shows out; nobody holds cards, so nothing is scored.",
        "The round is over.",
        "A starts the next round with 3 points.",
    ]
    assert stepped.next_starter == "A"
    assert stepped.winner is None


@pytest.mark.parametrize(
    ("points", "winner", "starter"),
    [
        ({"A": 14, "B": 15, "C": 3}, "B", None),
        ({"A": 11, "B": 11, "C": 3}, "B", None),
        ({"A": 15, "B": 11, "C": 15}, "C", None),
        ({"A": 15, "B": 11, "C": 3}, "B", None),
        ({"A": 15, "B": 3, "C": 15}, "C", None),
        ({"A": 2, "B": 3, "C": 2}, None, "C"),
        ({"A": 2, "B": 3, "C": 9}, None, "A"),
    ],
)
def test_the_end_of_a_round(
    points: Mapping[str, int], winner: str | None, starter: str | None
) -> None:
    """B shows out with four points after C; A still holds cards and loses every tie."""
    hands = {"A": ["3"] * 4, "B": [], "C": []}
    stepped = ask(table(hands, [bid("B", "2")], points=points, out=["C"]), PASS)
    assert (stepped.winner, stepped.next_starter) == (winner, starter)
    assert stepped.position.turn is None


def test_fifteen_points_only_count_after_the_round() -> None:
    """With two hands left the round goes on."""
    hands = {"A": ["3"], "B": ["4"]}
    stepped = ask(table(hands, [bid("B", "2")], points={"B": 20}), PASS)
    assert (stepped.winner, stepped.position.turn) == (None, "B")


def test_symbols_work_in_one_bid() -> None:
    """A spun card is discarded by the Fire of the same bid, and points are taken."""
    bid_of_two = cards("6+fire+bamboo", "6+panda")
    hands = {"A": ["6+fire+bamboo", "6+panda", "metal-8", "4"], "B": ["6"]}
    spin = BidAction(bid_of_two, fire=cards("metal-8:blue"), spin=cards("metal-8"), bamboo=1)
    stepped = ask(table(hands, [bid("B", "5", "5")], mood="spin"), spin)
    assert told(stepped) == [
        "A bids 6+fire+bamboo, 6+panda as a Set 6 6.",
        "A spins metal-8 in hand (spinning Panda).",
        "A discards metal-8:blue (Fire).",
        "A takes 1 point from the supply (Bamboo).",
    ]
    assert stepped.position.player("A") == Player("A", Hand(cards("4")), 4)
    entry = stepped.position.trick[-1]
    assert isinstance(entry, BidEntry)
    assert entry.used == ((Symbol.FIRE, 1), (Symbol.PANDA, 1), (Symbol.BAMBOO, 1))
    hungry = BidAction(bid_of_two, taken_from=("B",))
    stepped = ask(table(hands, [bid("B", "5", "5")], mood="hungry"), hungry)
    assert told(stepped)[1:] == ["A takes 1 point from B (hungry Panda)."]
    assert [p.points for p in stepped.position.players] == [4, 2]


def test_a_hand_of_unknown_size_is_asked_for() -> None:
    """Whether B holds cards decides whether B is out."""
    position = table({"A": ["3"], "B": None}, [bid("B", "2")])
    with pytest.raises(NotKnown, match="the number of cards of B"):
        ask(position, PASS)
    going_on = table({"A": ["3", "5"], "B": None, "C": ["4"]})
    assert ask(going_on, BID_5).position.turn == "B"


def test_unknown_points_are_asked_for_when_the_round_is_over() -> None:
    """Who starts the next round depends on them."""
    position = table({"A": ["3"], "B": []}, [bid("B", "2")], points={"A": None})
    with pytest.raises(NotKnown, match="the points of A"):
        ask(position, PASS)


def test_every_consequence_is_told_and_none_is_formalised() -> None:
    """Each has a sentence of its own and nothing for the model."""
    of_part = [c for c in rulebook().clauses.values() if c.part == "consequence"]
    assert all(c.told and c.force == "consequence" and not c.formalised for c in of_part)
    others = [c for c in rulebook().clauses.values() if c.part != "consequence"]
    assert not any(c.told or c.force == "consequence" for c in others)


def test_what_is_set_up_is_not_told() -> None:
    """How a game and a round begin comes of no action, and is nothing for the model."""
    setup = [c for c in rulebook().clauses.values() if c.part == "setup"]
    assert all(c.force == "setup" and not (c.told or c.formalised) for c in setup)


# Setting up.


@pytest.mark.parametrize("players", range(2, 6))
def test_a_new_game(players: int) -> None:
    """Twelve cards and one point each, the rest to draw from; as the reference deals."""
    suits = list(Element)[: suits_in_play(players)]
    shuffled = cards_in_play(DECK, suits)
    random.Random(players).shuffle(shuffled)
    names = NAMES[:players]
    position = new_game(names, shuffled, "B", Mood.SPIN)
    written = reference_game.deal(
        dict.fromkeys(names, 1), [write_card(card) for card in shuffled], "B", "spin"
    )
    assert shown_position(position) == compared(written)
    assert position.suits is not None
    assert set(position.suits) == set(suits)
    assert position.elements is True
    without = deal(
        dict.fromkeys(names, 2), cards_in_play(DECK, suits, elements=False), "A", Mood.HUNGRY
    )
    assert without.elements is False


def test_the_whole_deck() -> None:
    """65 Animal cards and 5 Element cards."""
    every = cards_in_play(DECK, list(Element))
    assert len({card.name for card in every}) == 70
    assert sum(card.is_element_card for card in every) == 5


def test_the_highest_element_number_starts() -> None:
    """Earth is the highest, Metal the lowest."""
    drawn = {"A": Element.METAL, "B": Element.EARTH, "C": Element.FIRE}
    assert starting_player(drawn) == "B"


def test_all_faults_of_a_set_up_are_named() -> None:
    """Too few suits, a card twice, and a starter who does not play."""
    shuffled = cards_in_play(DECK, list(Element)[:2])
    with pytest.raises(CannotSetUp) as raised:
        new_game(["A", "B"], [*shuffled, shuffled[0]], "Z")
    clauses = [fault.clause for fault in raised.value.faults]
    assert clauses == [None, "deck-cards", "suits-in-play"]
    with pytest.raises(CannotSetUp, match="same name"):
        new_game(["A", "A"], shuffled, "A")
    with pytest.raises(CannotSetUp, match="6 cannot play"):
        suits_in_play(6)
