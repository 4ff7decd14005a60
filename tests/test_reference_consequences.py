"""Tests of the plain reference: the rulings on what follows from an action, both options each."""

from __future__ import annotations

from typing import Any

import pytest

from tests import reference_game as game
from tests.reference_positions import PASS, bid, by, element, hand, passed, points, table

BOMB = {"kind": "bomb"}


def test_unknown_rulings_are_errors() -> None:
    """The tables of rulings do not overlap, and nothing else is accepted."""
    assert not set(game.OPTIONS) & set(game.CONSEQUENCE_OPTIONS)
    for ruling in ({"passed-cards": "some"}, {"no-such": "each"}):
        with pytest.raises(ValueError, match="not supported"):
            game.legal(table({"A": "3", "B": "4"}), bid("3"), ruling)


# --- passed-cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "trick"),
    [
        ("metal", [by("B", "4"), by("C", "5"), by("B", "6+fire"), by("C", "7"), passed("B")]),
        ("earth", [by("B", "Q+panda"), by("C", "A"), passed("B")]),
    ],
)
def test_passed_cards(card: str, trick: list[dict[str, Any]]) -> None:
    """Bids of players who have passed fulfil conditions, or do not."""
    position = table({"A": f"3 element-{card}", "B": "3", "C": "3"}, trick)
    assert game.legal(position, element(card))
    assert not game.legal(position, element(card), {"passed-cards": "gone"})


def test_passed_cards_wood() -> None:
    """An A is only beaten by a 2, so that the trick still contains one of them."""
    trick = [by("B", "A"), by("C", "2"), passed("B")]
    position = table({"A": "3 element-wood", "B": "3", "C": "3"}, trick)
    assert game.legal(position, element("wood"), {"passed-cards": "gone"})


# --- symbols-partial, symbol-order ---------------------------------------------------------------


def test_symbols_partial() -> None:
    """Of two Bamboo symbols one may be used, or only none or both."""
    partial = {"symbols-partial": "all-or-none"}
    position = table({"A": "2+bamboo 2+bamboo 7", "B": "4"})
    for number, each, whole in ((0, True, True), (1, True, False), (2, True, True)):
        action = bid("2+bamboo 2+bamboo", bamboo=number)
        assert game.legal(position, action) is each
        assert game.legal(position, action, partial) is whole


def test_symbols_partial_stops_at_what_can_be() -> None:
    """As much as can be: the victim's points, the white cards, the cards of the hand."""
    partial = {"symbols-partial": "all-or-none"}
    two = "Q+panda Q+panda"
    poor = table({"A": f"{two} 7", "B": "4 4"}, [by("B", "5 5")], points={"B": 1})
    assert game.legal(poor, bid(two, panda=1), partial)
    rich = table({"A": f"{two} 7", "B": "4 4"}, [by("B", "5 5")], points={"B": 2})
    assert not game.legal(rich, bid(two, panda=1), partial)
    one_white = table({"A": f"{two} 7 6+6", "B": "4 4"}, mood="spin")
    assert game.legal(one_white, bid(two, spin=["7"]), partial)
    two_white = table({"A": f"{two} 7 8", "B": "4 4"}, mood="spin")
    assert not game.legal(two_white, bid(two, spin=["7"]), partial)
    fire = table({"A": "A+fire A+fire 7 element-wood", "B": "4 4"})
    burn = bid("A+fire A+fire", fire=["7"])
    assert game.legal(fire, burn, partial)
    assert not game.legal(fire, burn, {**partial, "fire-discard": "any-card"})


def test_symbol_order() -> None:
    """Fire works before points are gained, or last as the rulebook lists the symbols."""
    position = table({"A": "A+fire A+panda A+bamboo 7 8", "B": "4"}, mood="spin")
    action = bid(
        "A+fire A+panda A+bamboo", spin=["7"], fire=["unknown:blue"], bamboo=1, **{"as": {}}
    )
    choice, listed = (
        [event[0] for event in game.step(position, action, {"symbol-order": order})[1]]
        for order in ("players-choice", "as-listed")
    )
    assert choice[1:4] == ["spin", "fire", "bamboo"]
    assert listed[1:4] == ["spin", "bamboo", "fire"]


# --- empty-hand-turn -----------------------------------------------------------------------------


def test_empty_hand_turn() -> None:
    """A player whose last cards were beaten can only pass, or is jumped over."""
    trick = [by("A", "wood-3"), by("B", "4")]
    position = table({"A": "", "B": "5 5", "C": "6 7"}, trick, turn="C")
    must_pass, _ = game.step(position, bid("6"))
    assert must_pass["turn"] == "A"
    assert game.actions(must_pass) == [{"type": "pass", "discard_elements": []}]
    back, _ = game.step(must_pass, PASS)
    assert hand(back, "A") == ["wood-3:blue"]

    ruled = {"empty-hand-turn": "out-at-once"}
    skipped, events = game.step(position, bid("6"), ruled)
    assert skipped["turn"] == "B"
    assert ("skip", "A") in events
    ended, events = game.step(skipped, PASS, ruled)
    assert ended["discard"] == ["6", "wood-3"]
    assert ("out", "A", 3) in events
    assert ended["turn"] == "C"


def test_empty_hand_is_not_skipped_before_the_turn_comes() -> None:
    """An Element card before that turn makes the player pass as always."""
    trick = [by("A", "wood-A"), by("B", "2")]
    position = table({"A": "", "B": "5 5", "C": "6 element-wood"}, trick, turn="C")
    after, events = game.step(position, element("wood"), {"empty-hand-turn": "out-at-once"})
    assert ("spun back", "A", ("wood-A:blue",)) in events
    assert after["out"] == []


def test_skipped_player_stays_skipped() -> None:
    """Who was jumped over counts as passed for the rest of the trick."""
    ruled = {"empty-hand-turn": "out-at-once"}
    trick = [by("A", "3"), by("B", "4"), by("C", "5"), by("B", "6")]
    position = table({"A": "", "B": "5 5", "C": "7 8 9"}, trick, turn="C")
    after, _ = game.step(position, bid("7"), ruled)
    assert after["turn"] == "B"
    done, events = game.step(after, PASS, ruled)
    assert [event for event in events if event[0] == "trick won"] == [("trick won", "C")]
    assert done["out"] == ["A"]


# --- element-draw, short-pile --------------------------------------------------------------------


def test_element_draw() -> None:
    """Drawn before, the winner holds cards; drawn after, the winner shows out without drawing."""
    position = table({"A": "element-wood", "B": "5 5", "C": "6"}, [by("B", "A")])
    before, _ = game.step(position, element("wood"))
    assert hand(before, "A") == ["metal-3", "metal-4"]
    after, events = game.step(position, element("wood"), {"element-draw": "after"})
    assert hand(after, "A") == []
    assert after["out"] == ["A"]
    assert not any(event[0] == "draw" for event in events)
    holding = table({"A": "7 element-wood", "B": "5 5", "C": "6"}, [by("B", "A")])
    drawn, events = game.step(holding, element("wood"), {"element-draw": "after"})
    assert hand(drawn, "A") == ["7", "metal-3", "metal-4"]
    names = [event[0] for event in events]
    assert names.index("draw") > names.index("trick won")


def test_short_pile() -> None:
    """A pile of one card gives one, or the discards are shuffled for the other."""
    position = table({"A": "7 element-wood", "B": "5 5", "C": "6"}, [by("B", "A")], pile="fire-3")
    position["discard"] = ["fire-4", "fire-5:blue"]
    short, _ = game.step(position, element("wood"))
    assert hand(short, "A") == ["7", "fire-3"]
    assert short["draw_pile"] == []
    ruled = {"short-pile": "reshuffle-discards"}
    full, events = game.step(position, element("wood"), ruled)
    assert ("draw", "A", ("fire-3", "unknown")) in events
    assert full["draw_pile"] == 1
    assert full["discard"] == ["element-wood"]
    two = {**position, "draw_pile": ["fire-3", "fire-6"]}
    assert game.step(two, element("wood"), ruled)[0]["draw_pile"] == []


# --- most-cards-tie, last-cards-tie --------------------------------------------------------------


def test_most_cards_tie() -> None:
    """B leads, A wins and shows out, C passes last: who of B, C and D leads next?"""
    trick = [by("B", "3"), by("C", "4+fire"), passed("D"), by("A", "9"), passed("B")]
    position = table({"A": "", "B": "5 5 5", "C": "6 6 6 6", "D": "7 7 7 7"}, trick, turn="C")
    leaders = {
        option: game.step(position, PASS, {"most-cards-tie": option})[0]["turn"]
        for option in game.CONSEQUENCE_OPTIONS["most-cards-tie"]
    }
    assert leaders == {
        "from-trick-winner": "C",
        "from-last-leader": "C",
        "from-last-to-act": "D",
    }
    led = [by("C", "3"), passed("D"), by("A", "9"), passed("B")]
    position = table({"A": "", "B": "5 5", "C": "6 6 6", "D": "7 7 7 7"}, led, turn="C")
    for option, leader in (("from-trick-winner", "C"), ("from-last-leader", "D")):
        assert game.step(position, PASS, {"most-cards-tie": option})[0]["turn"] == leader


def test_last_cards_tie() -> None:
    """B bid last cards before C did, but gave up an Element card only when passing."""
    trick = [by("B", "3+fire"), by("C", "4+fire"), by("A", "9")]
    position = table({"A": "8", "B": "element-wood", "C": ""}, trick, turn="B")
    give_up = {**PASS, "discard_elements": ["element-wood"]}

    def order(option: str) -> list[str]:
        ruled = {"last-cards-tie": option}
        middle, _ = game.step(position, give_up, ruled)
        return list(game.step(middle, PASS, ruled)[0]["out"])

    assert order("last-bid") == ["B", "C"]
    assert order("hand-emptied") == ["C", "B"]


def test_last_cards_tie_decides_the_game() -> None:
    """With fifteen points each, whoever played the last cards earlier wins."""
    trick = [by("B", "3+fire"), by("C", "4+fire"), by("A", "9")]
    position = table(
        {"A": "8", "B": "element-wood", "C": ""},
        trick,
        turn="B",
        points={"B": 14, "C": 14},
    )
    give_up = {**PASS, "discard_elements": ["element-wood"]}
    for option, winner in (("last-bid", "B"), ("hand-emptied", "C")):
        middle, _ = game.step(position, give_up, {"last-cards-tie": option})
        after, events = game.step(middle, PASS, {"last-cards-tie": option})
        assert events[-1] == ("game end", winner)
        assert points(after) == {"A": 3, "B": 15, "C": 15}


FORBIDDEN = {"forced-pass-discard": "forbidden"}


def test_forced_pass_discard() -> None:
    """What others give up before a forced pass goes right before it, or may not go at all."""
    position = table({"A": "7 element-wood", "B": "5 element-fire", "C": "6"}, [by("C", "A")])
    action = {**element("wood"), "forced_discards": {"B": ["element-fire"], "C": []}}
    after, events = game.step(position, action)
    assert hand(after, "B") == ["5"]
    assert after["discard"] == ["element-fire", "element-wood"]
    names = [event[:2] for event in events]
    place = names.index(("discard elements", "B"))
    assert names[place - 1][0] == "draw"
    assert names[place + 1 : place + 3] == [("pass", "B"), ("pass", "C")]
    assert not game.legal(position, action, FORBIDDEN)
    assert game.legal(position, {**action, "forced_discards": {"C": []}}, FORBIDDEN)


@pytest.mark.parametrize(
    "forced",
    [
        {"B": ["element-earth"]},
        {"B": ["element-wood"]},
        {"B": ["5"]},
        {"B": ["element-fire", "element-fire"]},
        {"B": ["element-fire"], "D": ["element-fire"]},
        {"C": ["element-metal"]},
        {"A": ["element-water"]},
    ],
)
def test_what_others_may_not_give_up(forced: dict[str, list[str]]) -> None:
    """Nobody gives up what they do not hold, nor an Animal card, nor without having to pass."""
    hands = {"A": "7 element-wood element-water", "B": "5 element-fire", "C": "element-metal"}
    trick = [by("C", "4"), by("D", "5"), by("A", "6"), by("B", "8"), passed("C"), by("D", "A")]
    position = table({**hands, "D": "8"}, trick)
    assert game.legal(position, element("wood"))
    assert game.legal(position, {**element("wood"), "forced_discards": {"B": ["element-fire"]}})
    assert not game.legal(position, {**element("wood"), "forced_discards": forced})


def test_a_forced_discard_shows_out() -> None:
    """Whoever gives up the last card is out; who played the last cards earlier, a ruling says."""
    trick = [by("B", "3+fire"), by("C", "A")]
    position = table({"A": "element-wood", "B": "element-fire", "C": "6 6"}, trick, pile=0)
    action = {**element("wood"), "forced_discards": {"B": ["element-fire"]}}
    for option, order in (("last-bid", ["B", "A"]), ("hand-emptied", ["A", "B"])):
        after, events = game.step(position, action, {"last-cards-tie": option})
        assert after["out"] == order
        assert ("out", "B", 3) in events
