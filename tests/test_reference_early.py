"""Tests of the plain reference: the early edition, each of its rulings with both options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests import reference
from tests import reference_game as game
from tests.reference import VALUES
from tests.reference_early import WINDS
from tests.reference_flow import lying
from tests.reference_positions import PASS, Position, bid, by, hand, passed, points, table
from tests.reference_table import table_of

EARLY_DECK: game.Deck = {
    ("water", "4"): "Q+Q",
    ("wood", "6"): "A+bamboo",
    ("earth", "8"): "Q+panda",
    ("fire", "3"): "10+fire",
}


def legal(position: Position, action: dict[str, Any], **rulings: str) -> bool:
    """Whether an action is legal early; rulings are written with underscores."""
    return game.legal(position, action, named(rulings), EARLY_DECK, edition="early")


def step(
    position: Position, action: dict[str, Any], **rulings: str
) -> tuple[Position, list[game.Event]]:
    """Act out an action early."""
    return game.step(position, action, named(rulings), EARLY_DECK, edition="early")


def named(rulings: dict[str, str]) -> dict[str, str]:
    """Rulings by the names they have."""
    return {ruling.replace("_", "-"): option for ruling, option in rulings.items()}


def wind(direction: str, condition_met: bool | None = None) -> dict[str, Any]:
    """A wind as an action."""
    action: dict[str, Any] = {"type": "wind", "wind": direction}
    return action if condition_met is None else {**action, "condition_met": condition_met}


# --- The examples of the text --------------------------------------------------------------------


def test_blue_cards_of_the_text() -> None:
    """The four spun cards of the text: a pair, a bamboo, a panda, and a fire of any value."""
    lead = table({"A": "water-4:blue wood-6:blue earth-8:blue fire-3:blue 9 5", "B": "4"})
    assert legal(lead, bid("water-4:blue", **{"as": {"kind": "set", "top": "Q"}}))
    assert legal(lead, bid("wood-6:blue", bamboo=1))
    assert legal(lead, bid("earth-8:blue", panda=1, **{"from": ["B"]}))
    assert legal(lead, bid("fire-3:blue 9", **{"as": {"kind": "run", "width": 1, "length": 3}}))
    assert not legal(lead, bid("fire-3:blue", fire=["9"]))


def test_early_knows_neither_water_nor_elements_nor_spins() -> None:
    """Water is no wild, no Element card is played, and no Panda spins."""
    lead = table({"A": "7+water Q+panda 9", "B": "4"}, mood="spin")
    assert not legal(lead, bid("7+water", **{"as": {"kind": "set"}}))
    assert not legal(lead, {"type": "element", "card": "element-fire"})
    assert not legal(lead, bid("Q+panda", spin=["9"]))
    assert legal(lead, bid("Q+panda", panda=1, **{"from": ["B"]}))


# --- Bombs ---------------------------------------------------------------------------------------


def test_bombs_answer_and_never_lead() -> None:
    """Four cards of a value beat any bid, but open no trick."""
    four = bid("5 5 5 5")
    assert not legal(table({"A": "5 5 5 5 6", "B": "4"}), four)
    assert legal(table({"A": "5 5 5 5 6", "B": "4"}, [by("B", "2")]), four)
    assert legal(table({"A": "5 5 5 5 6", "B": "4"}), four, bomb_lead="allowed")


def test_bomb_size() -> None:
    """A pair on one card and two more 5s are four values on three cards."""
    over_single = table({"A": "5+5 5 5 6", "B": "4"}, [by("B", "2")])
    assert not legal(over_single, bid("5+5 5 5"))
    assert legal(over_single, bid("5+5 5 5"), early_bomb_size="values")
    lead = table({"A": "5+5 5 5 6", "B": "4"})
    assert legal(lead, bid("5+5 5 5"))
    assert not legal(lead, bid("5+5 5 5"), early_bomb_size="values")
    five = table({"A": "5+5 5 5 5", "B": "4"}, [by("B", "2")])
    assert legal(five, bid("5+5 5 5 5"))
    assert reference.readings(["5+5", "5", "5"], edition="early") == {("bomb", 4, 1, "5")}
    assert reference.readings(["5+5", "5", "5"], edition="early", bomb_size="cards") == {
        ("set", 4, 1, "5")
    }


def test_bomb_answer() -> None:
    """A lower Bomb does not answer a higher one, or does."""
    position = table({"A": "5 5 5 5 6", "B": "4"}, [by("B", "3"), by("A", "4"), by("B", "9 9 9 9")])
    assert not legal(position, bid("5 5 5 5"))
    assert legal(position, bid("5 5 5 5"), early_bomb_answer="any")


def test_bomb_pass() -> None:
    """A beaten Bomb of orange cards comes back spun, or is discarded."""
    mine = "fire-3 earth-3 wood-3 metal-3"
    trick = [by("C", "2"), by("A", mine), by("B", "4 4 4 4")]
    position = table({"A": "7", "B": "8", "C": "9"}, trick, turn="A")
    flips, _ = step(position, PASS)
    assert hand(flips, "A") == ["7", *(f"{card}:blue" for card in mine.split())]
    discards, _ = step(position, PASS, early_bomb_pass="discards")
    assert hand(discards, "A") == ["7"]
    assert discards["discard"] == mine.split()


# --- Panda and points ----------------------------------------------------------------------------


def test_panda_victim() -> None:
    """An opponent of choice, or only who bid before; named if there is a choice, with points."""
    trick = [by("B", "4"), by("C", "5")]
    position = table(
        {"A": "Q+panda 9", "B": "4", "C": "3", "D": "3"}, trick, points={"B": 1, "D": 0}
    )
    for victim, chosen, before in (("B", True, False), ("C", True, True), ("D", False, False)):
        action = bid("Q+panda", panda=1, **{"from": [victim]})
        assert legal(position, action) is chosen
        assert legal(position, action, early_panda_victim="previous-bidder") is before
    assert not legal(position, bid("Q+panda", panda=1))
    assert legal(position, bid("Q+panda", panda=1), early_panda_victim="previous-bidder")
    assert not legal(position, bid("Q+panda", **{"from": ["A"]}))
    after, _ = step(position, bid("Q+panda", panda=1, **{"from": ["B"]}))
    assert points(after) == {"A": 4, "B": 0, "C": 3, "D": 0}


def test_one_panda_each_or_all_from_one() -> None:
    """Two points come from two players, or both from one who has them."""
    position = table({"A": "Q+panda Q+panda 9", "B": "4", "C": "3"}, points={"B": 1})
    two = "Q+panda Q+panda"
    assert legal(position, bid(two, panda=2, **{"from": ["B", "C"]}))
    assert legal(position, bid(two, panda=2, **{"from": ["C"]}))
    assert not legal(position, bid(two, panda=2, **{"from": ["B"]}))
    assert not legal(position, bid(two, panda=2, **{"from": ["B", "B"]}))
    after, _ = step(position, bid(two, panda=2, **{"from": ["C"]}))
    assert points(after) == {"A": 5, "B": 1, "C": 1}


def test_nobody_is_named_where_only_one_way_pays() -> None:
    """Two points from the only one who has any, or one each from two who have one."""
    two = bid("Q+panda Q+panda", panda=2)
    for have, after in (({"B": 0, "C": 3}, (0, 1)), ({"B": 1, "C": 1}, (0, 0))):
        position = table({"A": "Q+panda Q+panda 9", "B": "4", "C": "3"}, points=have)
        assert legal(position, two)
        assert points(step(position, two)[0]) == dict(zip("ABC", (5, *after), strict=True))
    for have in ({"B": 0, "C": 1}, {"B": 1, "C": 2}):
        assert not legal(table({"A": "Q+panda Q+panda 9", "B": "4", "C": "3"}, points=have), two)


@pytest.mark.parametrize(
    ("have", "claim", "capped", "blocked"),
    [(17, 2, True, True), (18, 2, False, True), (18, 1, True, True), (19, 1, False, False)],
)
def test_nineteen(have: int, claim: int, capped: bool, blocked: bool) -> None:
    """Symbols bring nobody to twenty, or nothing at all at nineteen."""
    position = table({"A": "A+bamboo A+bamboo 9", "B": "4"}, points={"A": have})
    action = bid("A+bamboo A+bamboo", bamboo=claim)
    assert legal(position, action) is capped
    assert legal(position, action, early_nineteen="blocked-at-19") is blocked
    assert legal(position, bid("A+bamboo A+bamboo"))


def test_all_or_none_under_the_cap() -> None:
    """As much as can be stops at nineteen."""
    position = table({"A": "A+bamboo A+bamboo 9", "B": "4"}, points={"A": 18})
    assert legal(position, bid("A+bamboo A+bamboo", bamboo=1), symbols_partial="all-or-none")


# --- Winds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("over", "expected"),
    [("3 4 5", True), ("3 4", False), ("5 5 5", False), ("9 9 8 8 7 7", True), ("9 9 8 8", False)],
)
def test_south_wind(over: str, expected: bool) -> None:
    """The South answers Runs and Formations of three or more different values."""
    position = table({"A": "7", "B": "4"}, [by("B", over)], winds={"A": "south"})
    assert legal(position, wind("south")) is expected
    assert (wind("south") in game.actions(position, edition="early")) is expected


def test_wind_is_held_and_answers() -> None:
    """Only the own wind is played, once, and never to lead."""
    run = [by("B", "3 4 5")]
    held: tuple[tuple[dict[str, str | None], str], ...] = (
        ({"A": "south"}, reference.LEGAL),
        ({"A": "east"}, reference.ILLEGAL),
        ({"A": None}, reference.ILLEGAL),
        ({}, reference.UNDETERMINED),
    )
    for winds, expected in held:
        position = table({"A": "7", "B": "4"}, run, winds=winds)
        assert game.verdict(position, wind("south"), edition="early")[0] == expected
    assert not legal(table({"A": "7", "B": "4"}, winds={"A": "south"}), wind("south"))
    with pytest.raises(ValueError, match="not a type"):
        game.legal(table({"A": "7", "B": "4"}, run, winds={"A": "south"}), wind("south"))
    with pytest.raises(ValueError, match="not a wind"):
        legal(table({"A": "7", "B": "4"}, run), wind("up"))


def test_other_winds_ask_for_their_condition() -> None:
    """Three conditions are not printed: the request says whether they are met."""
    position = table({"A": "7", "B": "4"}, [by("B", "5")], winds={"A": "east"})
    assert legal(position, wind("east", True))
    assert not legal(position, wind("east", False))
    assert game.verdict(position, wind("east"), edition="early") == (
        reference.UNDETERMINED,
        ["the condition of the east wind (condition_met)"],
    )
    with pytest.raises(ValueError, match="undetermined"):
        legal(position, wind("east"))
    assert wind("east") not in game.actions(position, edition="early")


def test_wind_acts() -> None:
    """The wind goes, own cards are discarded, two are drawn, the bid to beat stays."""
    trick = [by("A", "fire-3"), by("B", "4"), by("C", "5")]
    position = table({"A": "7", "B": "4", "C": "6"}, trick, winds={"A": "north"})
    after, events = step(position, wind("north", True))
    assert [event[0] for event in events] == ["wind", "discard", "draw"]
    assert after["players"][0]["wind"] is None
    assert hand(after, "A") == ["7", "metal-3", "metal-4"]
    assert after["discard"] == ["fire-3"]
    assert after["turn"] == "B"
    assert not legal(after, bid("4"))
    assert legal(after, PASS)


def test_wind_stays() -> None:
    """Who played a wind wins when all others pass, or is out of the trick."""
    position = table(
        {"A": "7 8", "B": "4 4", "C": "6 6"},
        [by("C", "3 4 5"), by("A", "6 7 8"), by("B", "9 10 J"), passed("C")],
        winds={"A": "south"},
    )
    stays, _ = step(position, wind("south"))
    assert stays["turn"] == "B"
    won, events = step(stays, PASS)
    assert ("trick won", "A") in events
    assert won["turn"] == "A"
    out, events = step(position, wind("south"), early_wind_stays="is-out")
    assert ("trick won", "B") in events
    assert not any(event[0] in ("pass", "spun back") for event in events)
    assert out["turn"] == "B"


def test_cards_after_a_wind_do_not_come_back() -> None:
    """Who has played a wind discards everything played to the trick, later cards too."""
    trick = [by("A", "3"), by("B", "4"), {"player": "A", "wind": "west"}, passed("C")]
    trick += [by("B", "5"), by("A", "6"), by("B", "7")]
    position = table({"A": "9 9", "B": "8", "C": "8"}, trick)
    after, events = step(position, PASS)
    assert ("discard", "A", ("6",)) in events
    assert hand(after, "A") == ["9", "9"]


# --- Showing out and the end ---------------------------------------------------------------------


def test_showing_out_is_not_capped() -> None:
    """Nine cards in the largest hand are nine points."""
    position = table({"A": "", "B": 9, "C": "3"}, [by("A", "5"), passed("B")], turn="C")
    after, events = step(position, PASS)
    assert ("out", "A", 9) in events
    assert after["turn"] == "B"


def test_twenty_by_showing_out_ends_the_game() -> None:
    """Twenty points win only for a player who shows out, and at once."""
    trick = [by("A", "5"), passed("B")]
    hands: dict[str, str | int] = {"A": "", "B": 3, "C": "3 3", "D": ""}
    position = table(hands, trick, turn="C", points={"A": 17, "B": 25}, out=["D"])
    after, events = step(position, PASS)
    assert events[-1] == ("game end", "B")
    assert after["turn"] is None
    less = table(hands, trick, turn="C", points={"A": 16, "B": 25}, out=["D"])
    after, events = step(less, PASS)
    assert events[-1] == ("lead", "B")


def test_tie_at_the_end_goes_to_the_earlier_last_cards() -> None:
    """Two show out in one trick with the same points: the earlier last cards win."""
    trick = [by("B", "3+bamboo"), by("A", "5"), passed("B")]
    position = table({"A": "", "B": "", "C": "3 3 3"}, trick, turn="C", points={"A": 17, "B": 17})
    assert step(position, PASS)[1][-1] == ("game end", "B")


def test_round_ends_without_an_end_of_the_game() -> None:
    """Fifteen points end nothing here; whoever has the fewest starts the next round."""
    position = table({"A": "", "B": "3 3"}, [by("A", "5")], turn="B", points={"A": 15})
    _, events = step(position, PASS)
    assert events[-2:] == [("round end",), ("next starter", "B")]


def test_deal() -> None:
    """Eleven cards and a wind for each player, no Element cards."""
    cards = game.whole_deck(["fire", "wood", "water"], elements=False)
    dealt = game.deal(
        {"A": 0, "B": 0}, cards, "A", "hungry", edition="early", winds=["east", "west"]
    )
    assert [len(player["hand"]) for player in dealt["players"]] == [11, 11]
    assert [player["wind"] for player in dealt["players"]] == ["east", "west"]
    assert len(dealt["draw_pile"]) == 3 * len(VALUES) - 22
    assert dealt["elements"] is False


# --- Playing on ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_random_rounds(seed: int) -> None:
    """Listed actions are legal, different and playable; no card is lost and no wind comes twice."""
    random = Random(seed)
    suits = {"fire": "fire", "earth": "panda", "wood": "bamboo"}
    deck = {
        (suit, value): f"{value}+{symbol}" for suit, symbol in suits.items() for value in VALUES
    }
    rulings = {
        ruling: random.choice(options)
        for ruling, options in {**game.EARLY_OPTIONS, **game.CONSEQUENCE_OPTIONS}.items()
        if ruling != "short-pile"
    }
    cards = game.whole_deck(list(suits), elements=False)
    random.shuffle(cards)
    names = dict.fromkeys("ABC", 0)
    winds = random.sample(WINDS, 3)
    position = game.deal(names, cards, "A", "hungry", edition="early", winds=winds)
    for player in position["players"]:
        position["draw_pile"].extend(player["hand"][6:])
        player["hand"] = [card + random.choice(("", ":blue")) for card in player["hand"][:6]]
    everything = _all_cards(position, rulings, deck)
    for _ in range(30):
        if position["turn"] is None:
            break
        found = game.actions(position, rulings, deck, edition="early")
        assert found
        assert all(action not in found[:place] for place, action in enumerate(found))
        action = {key: value for key, value in random.choice(found).items() if key != "indexes"}
        held = next(p["wind"] for p in position["players"] if p["name"] == position["turn"])
        told = wind(held, True) if held is not None else PASS
        usable = game.verdict(position, told, rulings, deck, edition="early")[0]
        if held is not None and usable == reference.LEGAL and random.random() < 0.3:
            action = told
        position, _ = game.step(position, action, rulings, deck, edition="early")
        assert _all_cards(position, rulings, deck) == everything


def _all_cards(position: Position, rulings: dict[str, str], deck: game.Deck) -> list[str]:
    """All cards wherever they are, sides left out."""
    laid = table_of(position, rulings, deck, "early")
    cards = [card for player in position["players"] for card in player["hand"]]
    cards += [*position["draw_pile"], *position["discard"]]
    for name in [*laid.in_the_trick(), *laid.skipped()]:
        cards += [card for card, _ in lying(laid, name)]
    return sorted(card.removesuffix(":blue") for card in cards)
