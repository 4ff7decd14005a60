"""Tests of the plain reference for the whole game: every rule once, then random games."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest

from tests import reference
from tests import reference_game as game
from tests.reference import ELEMENTS, VALUES

Position = dict[str, Any]


def _stand_in(element: str, place: int) -> str:
    """An invented blue face for the white value at this place, in the style of the suit."""
    value, high = VALUES[place], VALUES[min(place + 4, len(VALUES) - 1)]
    even = place % 2 == 0
    if element == "fire":
        return f"{value}+{value}" if even else f"{high}+fire"
    if element == "metal":
        return f"{value}+{value}+{value}" if place < 6 else f"{value}+{value}"
    if element == "earth":
        return f"{value}+{value}" if even else f"{high}+panda"
    if element == "water":
        return f"{VALUES[(place * 5 + 3) % len(VALUES)]}+water"
    return f"{VALUES[(place * 4 + 2) % len(VALUES)]}+bamboo"


DECK: game.Deck = {
    (element, value): _stand_in(element, place)
    for element in ELEMENTS
    for place, value in enumerate(VALUES)
} | dict(game.PRINTED)


def _table(
    hands: Mapping[str, str | int],
    trick: Sequence[Mapping[str, Any]] = (),
    *,
    turn: str = "A",
    points: Mapping[str, int] | None = None,
    pile: str | int = "metal-3 metal-4 metal-5",
    mood: str = "hungry",
    out: Sequence[str] = (),
) -> Position:
    """A position: hands as words or as a number, three points each unless said otherwise."""
    return {
        "players": [
            {
                "name": name,
                "hand": {"count": hand} if isinstance(hand, int) else hand.split(),
                "points": (points or {}).get(name, 3),
            }
            for name, hand in hands.items()
        ],
        "turn": turn,
        "trick": [dict(entry) for entry in trick],
        "draw_pile": pile if isinstance(pile, int) else pile.split(),
        "discard": [],
        "mood": mood,
        "out": list(out),
    }


def _by(player: str, cards: str, **more: Any) -> dict[str, Any]:
    """A bid in a trick."""
    return {"player": player, "cards": cards.split(), **more}


def _passed(player: str) -> dict[str, Any]:
    """A pass in a trick."""
    return {"player": player, "pass": True}


def _bid(cards: str, **more: Any) -> dict[str, Any]:
    """A bid as an action."""
    return {"type": "bid", "cards": cards.split(), **more}


def _element(card: str, *discards: str) -> dict[str, Any]:
    """An Element play as an action."""
    return {"type": "element", "card": f"element-{card}", "discard_elements": list(discards)}


PASS = {"type": "pass"}
BOMB = {"kind": "bomb"}
SET = {"kind": "set"}


def _hand(position: Position, name: str) -> list[str]:
    """The hand of a player."""
    return next(list(p["hand"]) for p in position["players"] if p["name"] == name)


def _points(position: Position) -> dict[str, int]:
    """What everybody has."""
    return {player["name"]: player["points"] for player in position["players"]}


def _names(events: Sequence[game.Event]) -> list[str]:
    """The names of events."""
    return [str(event[0]) for event in events]


# --- The cases of the contract -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trick", "action", "rulings", "expected"),
    [
        pytest.param("3 4", [], PASS, {}, False, id="leader-may-not-pass"),
        pytest.param("2", [_by("C", "3")], PASS, {}, True, id="follower-may-pass-with-a-winner"),
        pytest.param(
            "fire-7 water-9", [_by("C", "6 6")], _bid("fire-7 fire-7"), {}, False, id="card-twice"
        ),
        pytest.param("fire-7", [_by("C", "6")], _bid("metal-9"), {}, False, id="card-not-held"),
        pytest.param("fire-7", [_by("C", "6")], _bid("fire-7"), {}, True, id="card-held"),
        pytest.param("fire-7", [_by("C", "6")], _bid("7"), {}, False, id="bare-is-not-named"),
        pytest.param("7 7", [_by("C", "6 6")], _bid("7 7"), {}, True, id="equal-bare-faces"),
        pytest.param("7", [_by("C", "6 6")], _bid("7 7"), {}, False, id="bare-face-twice"),
        pytest.param(
            "3 4 5 6 7 8 element-fire", [_by("C", "9")], _element("fire"), {}, True, id="seven"
        ),
        pytest.param(
            "3 4 5 6 7 8 9 element-fire", [_by("C", "9")], _element("fire"), {}, False, id="eight"
        ),
        pytest.param(
            "3 4 5 6 7 8 element-wood element-fire",
            [_by("C", "9")],
            _element("fire", "element-wood"),
            {},
            True,
            id="fire-element-after-discard",
        ),
        pytest.param(
            "3 element-fire",
            [{**_by("C", "J+J J J"), "as": BOMB}],
            _element("fire"),
            {},
            False,
            id="element-over-bomb",
        ),
        pytest.param("3 element-fire", [], _element("fire"), {}, False, id="element-led"),
        pytest.param(
            "3 element-fire",
            [],
            _element("fire"),
            {"element-lead": "allowed"},
            True,
            id="element-led-ruled",
        ),
        pytest.param(
            "3 4 5 element-water", [_by("C", "3+3+3")], _element("water"), {}, True, id="water-3"
        ),
        pytest.param(
            "3 4 5 element-water", [_by("C", "8 8")], _element("water"), {}, False, id="water-2"
        ),
        pytest.param("3 element-wood", [_by("C", "A")], _element("wood"), {}, True, id="wood-ace"),
        pytest.param(
            "3 element-wood", [_by("C", "K")], _element("wood"), {}, False, id="wood-none"
        ),
        pytest.param(
            "3 element-earth",
            [_by("C", "Q+panda")],
            _element("earth"),
            {},
            True,
            id="earth-element-ignored-panda",
        ),
        pytest.param(
            "3 element-metal",
            [_by("C", "5"), _by("A", "6"), _by("B", "7"), _by("C", "J+fire")],
            _element("metal"),
            {},
            True,
            id="metal-element-one-player",
        ),
        pytest.param(
            "fire-Q:blue metal-4",
            [_by("C", "K")],
            _bid("fire-Q:blue", fire=["fire-Q:blue"]),
            {},
            False,
            id="fire-discard-itself",
        ),
        pytest.param(
            "fire-Q:blue metal-4",
            [_by("C", "K")],
            _bid("fire-Q:blue", fire=["metal-4"]),
            {},
            True,
            id="fire-discard-other",
        ),
    ],
)
def test_cases(
    hand: str,
    trick: list[dict[str, Any]],
    action: dict[str, Any],
    rulings: dict[str, str],
    expected: bool,
) -> None:
    """Long-form questions of one turn have the expected answer; others' hands are only counted."""
    position = _table({"A": hand, "B": 5, "C": 5}, trick, pile=6)
    assert game.legal(position, action, rulings) is expected


# --- Whose turn ----------------------------------------------------------------------------------


def test_passed_player_stays_out() -> None:
    """A pass is final for the trick, and nobody acts out of turn."""
    trick = [_by("A", "3"), _by("B", "4"), _by("C", "5"), _passed("A")]
    trick += [_by("B", "6"), _by("C", "7")]
    position = _table({"A": "2 10+bamboo", "B": "2 3", "C": "2 3"}, trick, turn="B")
    assert not game.legal(position, _bid("2", player="A"))
    assert not game.legal({**position, "turn": "A"}, _bid("2"))
    assert game.legal(position, _bid("2", player="B"))
    assert game.violations(position, _bid("2", player="C")) == ["it is another player's turn"]


def test_passed_and_shown_out_players_are_skipped() -> None:
    """The turn goes clockwise past whoever has passed or is out."""
    position = _table(
        {"A": "5 6", "B": "3", "C": "", "D": "9 9"},
        [_by("D", "3"), _by("A", "4"), _passed("B")],
        turn="D",
        out=["C"],
    )
    after, _ = game.step(position, _bid("9"))
    assert after["turn"] == "A"
    after, _ = game.step(after, PASS)
    assert after["trick"] == []
    assert after["turn"] == "D"
    assert not game.legal({**position, "turn": "C"}, PASS)


def test_unknown_player_and_type_are_errors() -> None:
    """What cannot be read is an error, not a verdict."""
    position = _table({"A": "3", "B": "4"})
    with pytest.raises(ValueError, match="nobody is called"):
        game.legal(position, _bid("3", player="Z"))
    with pytest.raises(ValueError, match="not a type"):
        game.legal(position, {"type": "wind"})
    with pytest.raises(ValueError, match="not supported"):
        game.legal(position, PASS, {"fire-discard": "none"})
    for card in ("7:green", "tin-7", "fire-1", "element-tin", "7+8"):
        with pytest.raises(ValueError, match="."):
            game.legal(position, _bid(card))


def test_hidden_hand_of_the_actor_is_an_error() -> None:
    """Only a known hand is judged."""
    for hand in (3, "unknown 4"):
        with pytest.raises(ValueError, match="not known"):
            game.legal(_table({"A": hand, "B": "4"}), PASS)


def test_trick_must_be_told_fully() -> None:
    """A bid in the trick with several readings, or none, is an error; `as` and followers help."""
    hands: dict[str, str | int] = {"A": "A A A A", "B": "4"}
    four = [{"player": "B", "cards": ["8", "8", "8", "8"]}]
    with pytest.raises(ValueError, match="several ways"):
        game.legal(_table(hands, four), PASS)
    assert game.legal(_table(hands, [{**four[0], "as": SET}]), _bid("A A A A", **{"as": SET}))
    with pytest.raises(ValueError, match="do not follow"):
        game.legal(_table(hands, [_by("B", "8"), _by("A", "7")]), PASS)
    narrowed = [_by("A", "7 8"), _by("B", "8+water")]
    assert game.legal(_table(hands, narrowed), PASS)


# --- Bids ----------------------------------------------------------------------------------------


def test_bids_must_beat() -> None:
    """A bid of the same kind and number, or a Bomb, beats; with the rulings of bids."""
    position = _table(
        {"A": "10 10 9 9 8 8 3+3+3 3", "B": 9}, [_by("B", "7 7 7 6 6 6")], pile="fire-3"
    )
    answer = _bid("10 10 9 9 8 8")
    assert game.legal(position, answer)
    assert not game.legal(position, answer, {"formation-shape": "same-shape"})
    assert game.legal(position, _bid("3+3+3 3"))
    assert not game.legal(position, _bid("10"))
    assert not game.legal(position, _bid(""))
    four = _table({"A": "9 9 9 9", "B": 9}, [{**_by("B", "8 8 8 8+water"), "as": SET}])
    set_of_four = _bid("9 9 9 9", **{"as": SET})
    with pytest.raises(ValueError, match="several ways"):
        game.legal(four, set_of_four)
    wild = _table({"A": "9 9 9 9", "B": 9}, [_by("B", "8 8 8+water", **{"as": {"width": 4}})])
    assert game.legal(wild, set_of_four)
    assert not game.legal(wild, set_of_four, {"natural-four": "bomb-only"})


def test_element_card_is_no_part_of_a_bid() -> None:
    """Element cards have no value."""
    assert not game.legal(_table({"A": "3 element-fire", "B": 1}), _bid("3 element-fire"))


def test_blue_faces_come_from_the_deck() -> None:
    """A named blue card shows what the deck says; other decks may differ."""
    position = _table({"A": "metal-8:blue fire-9:blue", "B": "4"}, [_by("B", "2")])
    assert not game.legal(position, _bid("metal-8:blue"))
    triple = _table({"A": "metal-8:blue fire-9:blue", "B": "4"})
    assert game.legal(triple, _bid("metal-8:blue", **{"as": {"kind": "set", "width": 3}}))
    with pytest.raises(ValueError, match="does not say"):
        game.legal(triple, _bid("fire-9:blue"))
    assert game.legal(triple, _bid("fire-9:blue"), deck={("fire", "9"): "2+fire"})


def test_cards_are_read_leniently_and_written_in_one_way() -> None:
    """Aliases of the contract name the same card."""
    position = _table({"A": "Metal-t:ORANGE 二 6+6:Blue", "B": "4"})
    after, events = game.step(position, _bid("metal-10:white"))
    assert events[0] == ("bid", "A", ("metal-10",), ("single", 1, 1, "10"))
    assert _hand(after, "A") == ["2", "6+6"]


def test_unused_elements_go_first() -> None:
    """Element cards, and only those, may be discarded before any action."""
    position = _table({"A": "7 8 element-fire element-wood", "B": "4 4"}, [_by("B", "6")])
    for action in (_bid("7"), PASS):
        assert game.legal(position, {**action, "discard_elements": ["element-wood"]})
        assert not game.legal(position, {**action, "discard_elements": ["8"]})
        assert not game.legal(position, {**action, "discard_elements": ["element-earth"]})
        twice = ["element-wood", "element-wood"]
        assert not game.legal(position, {**action, "discard_elements": twice})
    assert not game.legal(position, _element("fire", "element-fire"))
    both = ["element-fire", "element-wood"]
    after, events = game.step(position, _bid("7", discard_elements=both))
    assert events[0] == ("discard elements", "A", tuple(both))
    assert after["discard"] == both
    assert _hand(after, "A") == ["8"]


# --- Element cards -------------------------------------------------------------------------------


def test_metal_sides() -> None:
    """One player must have shown both sides, or under the other ruling the trick."""
    trick = [_by("C", "5"), _by("A", "6"), _by("B", "J+fire")]
    position = _table({"A": "3 element-metal", "B": 5, "C": 5}, trick, turn="A")
    position["trick"].append(_passed("C"))
    assert not game.legal(position, _element("metal"))
    assert game.legal(position, _element("metal"), {"metal-sides": "trick"})
    white = _table({"A": "3 element-metal", "B": 5, "C": 5}, [_by("C", "5"), _by("B", "6")])
    assert not game.legal(white, _element("metal"), {"metal-sides": "trick"})
    one_bid = _table({"A": "3 element-metal", "C": 5}, [_by("C", "5 5+5")])
    assert game.legal(one_bid, _element("metal"))
    gone = [_by("A", "3 3+3"), _by("B", "4 4 4"), _by("C", "5 5 5"), _passed("A")]
    others = _table({"A": "4", "B": "element-metal", "C": 5}, gone, turn="B")
    assert game.legal(others, _element("metal"))


def test_wood_wild() -> None:
    """A wild standing for an A counts unless the ruling says that only print does."""
    run = _by("B", "Q K+water", **{"as": {"kind": "run", "length": 3}})
    position = _table({"A": "3 element-wood", "B": 5}, [run])
    with pytest.raises(ValueError, match="several ways"):
        game.legal(position, _element("wood"))
    run["as"]["top"] = "A"
    position = _table({"A": "3 element-wood", "B": 5}, [run])
    assert game.legal(position, _element("wood"))
    assert not game.legal(position, _element("wood"), {"wood-wild": "printed-only"})
    run["as"]["top"] = "K"
    assert not game.legal(_table({"A": "3 element-wood", "B": 5}, [run]), _element("wood"))
    printed = _table({"A": "3 element-wood", "B": 5}, [_by("B", "2+bamboo")])
    assert game.legal(printed, _element("wood"), {"wood-wild": "printed-only"})


def test_wood_looks_at_the_whole_trick() -> None:
    """Any bid with an A or a 2 counts; the Water card looks at the highest bid alone."""
    wild = _by("B", "Q K+water", **{"as": {"kind": "run", "length": 3, "top": "K"}})
    over = _by("C", "Q K+water", **{"as": {"kind": "run", "length": 3, "top": "A"}})
    hands: dict[str, str | int] = {"A": "element-wood element-water", "B": 1, "C": 1}
    assert not game.legal(_table(hands, [wild]), _element("wood"))
    assert game.legal(_table(hands, [wild, over]), _element("wood"))
    trick = [_by("B", "A"), _by("C", "2"), _passed("B")]
    assert game.legal(_table(hands, trick), _element("wood"))
    assert not game.legal(_table(hands, trick), _element("water"))


def test_water_counts_wilds_that_are_used() -> None:
    """Two cards are three values when the wild is used, two when it is ignored."""
    for width, expected in ((3, True), (2, False)):
        bid = _by("B", "8 8+water", **{"as": {"kind": "set", "width": width}})
        position = _table({"A": "3 element-water", "B": 5}, [bid])
        assert game.legal(position, _element("water")) is expected


def test_earth_ignored() -> None:
    """Under the other ruling only a used Panda symbol counts; it also counts in earlier bids."""
    for used, expected in (({"panda": 1}, True), ({"panda": 0}, False), (None, False)):
        trick = [_by("B", "Q+panda", used=used), _by("A", "K"), _by("B", "A")]
        position = _table({"A": "3 element-earth", "B": 5}, trick)
        assert game.legal(position, _element("earth"))
        assert game.legal(position, _element("earth"), {"earth-ignored": "used-only"}) is expected
    plain = _table({"A": "3 element-earth", "B": 5}, [_by("B", "A")])
    assert not game.legal(plain, _element("earth"))


def test_element_draws_wins_and_everybody_passes() -> None:
    """The whole course of an Element play with four players."""
    trick = [
        _by("C", "metal-5"),
        _by("D", "metal-6"),
        _by("A", "fire-9"),
        _passed("B"),
        _by("C", "wood-9:blue"),
    ]
    position = _table(
        {"A": "7 element-wood", "B": "3", "C": "", "D": "4 4"},
        [*trick, _passed("D")],
        points={"C": 4},
    )
    before = deepcopy(position)
    after, events = game.step(position, _element("wood"))
    assert position == before
    assert events == [
        ("element", "A", "element-wood"),
        ("draw", "A", ("metal-3", "metal-4")),
        ("pass", "C"),
        ("discard", "C", ("metal-5", "wood-9:blue")),
        ("trick won", "A"),
        ("discard", "A", ("fire-9", "element-wood")),
        ("out", "C", 3),
        ("lead", "A"),
    ]
    assert _hand(after, "A") == ["7", "metal-3", "metal-4"]
    assert after["draw_pile"] == ["metal-5"]
    assert after["discard"] == ["metal-5", "wood-9:blue", "fire-9", "element-wood"]
    assert after["out"] == ["C"]
    assert after["turn"] == "A"
    assert after["trick"] == []
    assert _points(after) == {"A": 3, "B": 3, "C": 7, "D": 3}


def test_element_makes_white_cards_come_back() -> None:
    """Forced passes are clockwise from the winner; white cards come back blue."""
    trick = [_by("B", "metal-5"), _by("C", "metal-6"), _by("D", "fire-9"), _by("A", "fire-A")]
    position = _table({"A": "3", "B": "element-wood", "C": "4", "D": ""}, trick, turn="B")
    after, events = game.step(position, _element("wood"))
    assert [event for event in events if event[0] in ("pass", "spun back")] == [
        ("pass", "C"),
        ("spun back", "C", ("metal-6:blue",)),
        ("pass", "D"),
        ("spun back", "D", ("fire-9:blue",)),
        ("pass", "A"),
        ("spun back", "A", ("fire-A:blue",)),
    ]
    assert _hand(after, "B") == ["metal-3", "metal-4"]
    assert after["out"] == []


@pytest.mark.parametrize(
    ("pile", "drawn", "left"),
    [
        (5, ("unknown", "unknown"), 3),
        (1, ("unknown",), 0),
        (0, (), 0),
        ("metal-3:blue", ("metal-3",), []),
        ("", (), []),
    ],
)
def test_draw_piles(pile: str | int, drawn: tuple[str, ...], left: int | list[str]) -> None:
    """A number gives unknown cards, a short pile what it has; whoever drew is not out."""
    trick = [_by("B", "A")]
    position = _table({"A": "element-wood", "B": "5 5", "C": "6"}, trick, pile=pile)
    after, events = game.step(position, _element("wood"))
    assert events[1] == ("draw", "A", drawn)
    assert after["draw_pile"] == left
    assert _hand(after, "A") == list(drawn)
    assert after["out"] == ([] if drawn else ["A"])
    assert _points(after)["A"] == (3 if drawn else 6)
    assert after["turn"] == ("A" if drawn else "B")


def test_led_element() -> None:
    """Where it may open a trick it wins at once, nobody loses cards."""
    position = _table({"A": "3 element-fire", "B": "4", "C": "5"})
    after, events = game.step(position, _element("fire"), {"element-lead": "allowed"})
    assert _names(events) == ["element", "draw", "pass", "pass", "trick won", "discard", "lead"]
    assert after["turn"] == "A"


# --- Passing and winning -------------------------------------------------------------------------


def test_pass_without_cards_played_changes_nothing_else() -> None:
    """Nothing but the turn moves."""
    position = _table({"A": "3", "B": "4", "C": "5"}, [_by("C", "6")])
    after, events = game.step(position, PASS)
    assert events == [("pass", "A")]
    assert after["turn"] == "B"
    assert after["trick"][-1] == _passed("A")
    assert after["players"] == position["players"]


def test_white_cards_come_back_blue() -> None:
    """All cards of all bids of the trick come back, spun."""
    trick = [_by("A", "metal-3"), _by("B", "4"), _by("C", "5"), _by("A", "fire-6")]
    trick += [_by("B", "7"), _by("C", "8")]
    after, events = game.step(_table({"A": "wood-4", "B": "9", "C": "9"}, trick), PASS)
    assert events == [("pass", "A"), ("spun back", "A", ("metal-3:blue", "fire-6:blue"))]
    assert _hand(after, "A") == ["wood-4", "metal-3:blue", "fire-6:blue"]
    assert after["discard"] == []


def test_any_blue_card_loses_all() -> None:
    """One blue card among those played: all are discarded."""
    trick = [_by("A", "metal-3"), _by("B", "4"), _by("C", "5"), _by("A", "metal-6:blue")]
    trick += [_by("B", "2"), _passed("C")]
    after, events = game.step(
        _table({"A": "wood-4", "B": "9", "C": "9"}, trick),
        PASS,
        deck={("metal", "6"): "A"},
    )
    assert events[1] == ("discard", "A", ("metal-3", "metal-6:blue"))
    assert _hand(after, "A") == ["wood-4"]
    assert after["discard"] == ["metal-3", "metal-6:blue", "4", "2"]


def test_beaten_bomb_is_discarded_though_white() -> None:
    """With everything else that the player had in the trick."""
    trick = [
        _by("A", "metal-9"),
        _by("B", "10"),
        _by("A", "3 3 3 3", **{"as": BOMB}),
        _by("B", "4 4 4 4", **{"as": BOMB}),
    ]
    after, events = game.step(_table({"A": "5 5", "B": "6", "C": ""}, trick, out=["C"]), PASS)
    assert events[:2] == [("pass", "A"), ("discard", "A", ("metal-9", "3", "3", "3", "3"))]
    assert events[2] == ("trick won", "B")
    assert _hand(after, "A") == ["5", "5"]


def test_white_set_of_four_comes_back() -> None:
    """The same cards as a Set are no Bomb."""
    trick = [_by("A", "3 3 3 3", **{"as": SET}), _by("B", "4 4 4 4", **{"as": SET})]
    after, _ = game.step(_table({"A": "5 5", "B": "6 6"}, trick), PASS)
    assert _hand(after, "A") == ["5", "5", *["unknown:blue"] * 4]


def test_cards_come_back_into_a_counted_hand() -> None:
    """Of a hidden hand only the number grows."""
    position = _table({"A": "element-wood 3", "B": 4}, [_by("B", "A")])
    after, _ = game.step(position, _element("wood"))
    assert after["players"][1]["hand"] == {"count": 5}


def test_last_bidder_wins_at_once() -> None:
    """When all others have passed, the winner's cards of the whole trick are discarded."""
    trick = [_by("B", "metal-3"), _by("C", "4"), _passed("A"), _by("B", "wood-6")]
    position = _table({"A": "3", "B": "8", "C": "9"}, trick, turn="C")
    after, events = game.step(position, PASS)
    assert events[-3:] == [
        ("trick won", "B"),
        ("discard", "B", ("metal-3", "wood-6")),
        ("lead", "B"),
    ]
    assert after["discard"] == ["metal-3", "wood-6"]


def test_empty_hand_must_pass() -> None:
    """A player whose cards all lie in the trick can only pass; white ones come back."""
    trick = [_by("A", "metal-3"), _by("B", "4"), _by("C", "5")]
    position = _table({"A": "", "B": "8", "C": "9"}, trick)
    assert game.actions(position) == [{"type": "pass", "discard_elements": []}]
    after, _ = game.step(position, PASS)
    assert _hand(after, "A") == ["metal-3:blue"]
    assert after["out"] == []
    trick = [_by("B", "3"), _by("C", "4"), _by("A", "metal-5")]
    waits, _ = game.step(_table({"A": "", "B": "8", "C": "9"}, trick, turn="B"), _bid("8"))
    assert waits["turn"] == "C"


# --- The leader with nothing but Element cards ---------------------------------------------------


def test_leader_with_elements_only() -> None:
    """May discard all of them and pass, nothing less; the next player leads the same trick."""
    position = _table({"A": "element-fire element-wood", "B": "3 4", "C": "5 6 7"})
    both = ["element-fire", "element-wood"]
    everything = {"type": "pass", "discard_elements": both}
    assert not game.legal(position, PASS)
    assert not game.legal(position, {"type": "pass", "discard_elements": both[:1]})
    assert game.actions(position) == [everything]
    after, events = game.step(position, everything)
    assert events == [("discard elements", "A", tuple(both)), ("pass", "A")]
    assert after["turn"] == "B"
    assert after["out"] == []
    assert not game.legal(after, PASS)
    after, _ = game.step(after, _bid("3"))
    after, events = game.step(after, PASS)
    assert events[1:] == [
        ("trick won", "B"),
        ("discard", "B", ("3",)),
        ("out", "A", 3),
        ("lead", "B"),
    ]


def test_leader_with_animals_may_not_discard_and_pass() -> None:
    """One Animal card is enough to have to play."""
    position = _table({"A": "3 element-fire", "B": "3 4"})
    assert not game.legal(position, {"type": "pass", "discard_elements": ["element-fire"]})


def test_nobody_bids_at_all() -> None:
    """When all but one have passed without a bid, that one wins without playing."""
    position = _table({"A": "element-fire", "B": "element-wood", "C": "5 6 7"})
    after, _ = game.step(position, {"type": "pass", "discard_elements": ["element-fire"]})
    after, events = game.step(after, {"type": "pass", "discard_elements": ["element-wood"]})
    assert events == [
        ("discard elements", "B", ("element-wood",)),
        ("pass", "B"),
        ("trick won", "C"),
        ("out", "A", 3),
        ("out", "B", 3),
        ("round end",),
        ("next starter", "C"),
    ]
    assert after["turn"] is None
    assert game.actions(after) == []
    assert game.violations(after, PASS) == ["the round is over"]


def test_led_element_or_discard() -> None:
    """Where an Element card may be led, a leader with nothing else has both."""
    position = _table({"A": "element-fire element-wood", "B": "3 4"})
    found = game.actions(position, {"element-lead": "allowed"})
    assert found == [
        _element("fire"),
        {"type": "pass", "discard_elements": ["element-fire", "element-wood"]},
    ]


# --- Symbols -------------------------------------------------------------------------------------


def test_fire() -> None:
    """Each Fire symbol discards one Animal card after the bid has left the hand."""
    position = _table({"A": "A+fire 7+7 3 element-wood", "B": "4", "C": "5"})
    two = ["7+7", "3"]
    assert game.legal(position, _bid("A+fire"))
    assert not game.legal(position, _bid("A+fire", fire=two))
    assert not game.legal(position, _bid("3", fire=["7+7"]))
    assert not game.legal(position, _bid("A+fire", fire=["9"]))
    wood = _bid("A+fire", fire=["element-wood"])
    assert not game.legal(position, wood)
    assert game.legal(position, wood, {"fire-discard": "any-card"})
    gone = _bid("A+fire", fire=["element-wood"], discard_elements=["element-wood"])
    assert not game.legal(position, gone, {"fire-discard": "any-card"})
    after, events = game.step(position, _bid("A+fire", fire=["7+7"]))
    assert events[1:] == [("fire", "A", ("7+7",))]
    assert _hand(after, "A") == ["3", "element-wood"]
    assert after["discard"] == ["7+7"]
    assert after["trick"][0]["used"] == {"fire": 1}
    double = _table({"A": "A+fire A+fire 7+7 3", "B": "4"})
    after, _ = game.step(double, _bid("A+fire A+fire", fire=two))
    assert _hand(after, "A") == []


def test_hungry_panda() -> None:
    """Takes from whoever bid right before, who must have the points; not on a lead."""
    trick = [_by("B", "9"), _by("C", "10"), _passed("D")]
    hands = {"A": "Q+panda K+panda 3", "B": "4", "C": "5", "D": "6"}
    position = _table(hands, trick, points={"C": 1})
    one = _bid("Q+panda", panda=1)
    assert game.legal(position, one)
    assert game.legal(position, {**one, "from": ["C"]})
    assert game.legal(position, _bid("Q+panda", **{"from": ["C"]}))
    assert not game.legal(position, {**one, "from": ["B"]})
    assert not game.legal(position, {**one, "from": ["D"]})
    assert not game.legal(position, {**one, "panda": 2})
    assert not game.legal(position, {**one, "panda": -1})
    assert not game.legal({**position, "mood": "spin"}, one)
    assert not game.legal(_table(hands, trick, points={"C": 0}), one)
    assert not game.legal(_table(hands), one)
    after, events = game.step(position, one)
    assert events[1:] == [("panda", "A", "C", 1)]
    assert _points(after) == {"A": 4, "B": 3, "C": 0, "D": 3}
    assert after["trick"][-1]["used"] == {"panda": 1}
    pair = _table({"A": "Q+panda Q+panda", "B": "4"}, [_by("B", "9 9")], points={"B": 1})
    assert not game.legal(pair, _bid("Q+panda Q+panda", panda=2))
    assert game.legal(pair, _bid("Q+panda Q+panda", panda=1))
    pair = _table({"A": "Q+panda Q+panda", "B": "4"}, [_by("B", "9 9")])
    assert not game.legal(pair, _bid("Q+panda Q+panda", **{"from": ["B", "B", "B"]}))
    after, _ = game.step(pair, _bid("Q+panda Q+panda", **{"from": ["B", "B"]}))
    assert _points(after) == {"A": 5, "B": 1}


def test_hungry_panda_takes_from_the_last_bidder_across_passes() -> None:
    """Players who passed in between are no victims."""
    trick = [_by("B", "9"), _passed("C"), _passed("D")]
    position = _table({"A": "Q+panda", "B": "4", "C": "5", "D": "6"}, trick)
    _, events = game.step(position, _bid("Q+panda", panda=1))
    assert events[1] == ("panda", "A", "B", 1)


def test_spin_panda() -> None:
    """Spins one white hand card per symbol, in its mood alone."""
    position = _table(
        {"A": "Q+panda metal-8 wood-9 fire-Q:blue element-wood", "B": "4"}, mood="spin"
    )
    one = _bid("Q+panda", spin=["metal-8"])
    assert game.legal(position, one)
    assert not game.legal({**position, "mood": "hungry"}, one)
    for spin in (["metal-8", "wood-9"], ["fire-Q:blue"], ["element-wood"], ["Q+panda"], ["fire-3"]):
        assert not game.legal(position, _bid("Q+panda", spin=spin))
    assert not game.legal(position, _bid("wood-9", spin=["metal-8"]))
    after, events = game.step(position, one)
    assert events[1:] == [("spin", "A", ("metal-8",))]
    assert _hand(after, "A") == ["metal-8:blue", "wood-9", "fire-Q:blue", "element-wood"]
    assert after["trick"][-1]["used"] == {"panda": 1}


def test_spin_then_fire_on_one_card() -> None:
    """The order is the player's: a card may be spun and then discarded, as it then lies."""
    position = _table({"A": "Q+panda Q+fire metal-8 3", "B": "4"}, mood="spin")
    both = _bid("Q+panda Q+fire", spin=["metal-8"])
    assert game.legal(position, {**both, "fire": ["3"]})
    assert game.legal(position, {**both, "fire": ["metal-8:blue"]})
    assert not game.legal(position, {**both, "fire": ["metal-8"]})
    after, _ = game.step(position, {**both, "fire": ["metal-8:blue"]})
    assert _hand(after, "A") == ["3"]


def test_bamboo() -> None:
    """One point per symbol, never more; fewer are allowed."""
    position = _table({"A": "2+bamboo 2+bamboo", "B": "4"})
    pair = _bid("2+bamboo 2+bamboo")
    for bamboo, expected in ((-1, False), (0, True), (1, True), (2, True), (3, False)):
        assert game.legal(position, {**pair, "bamboo": bamboo}) is expected
    after, events = game.step(position, {**pair, "bamboo": 2})
    assert events[1:] == [("bamboo", "A", 2)]
    assert _points(after) == {"A": 5, "B": 3}


def test_nothing_works_in_a_bomb() -> None:
    """The same cards as a Set use their symbols, as a Bomb they do not."""
    cards = "J+fire J+panda J+bamboo J"
    position = _table({"A": f"{cards} 3", "B": "4"}, [_by("B", "10 10 10 10", **{"as": SET})])
    for effect in ({"fire": ["3"]}, {"panda": 1}, {"bamboo": 1}):
        assert game.legal(position, _bid(cards, **effect))
        assert game.legal(position, _bid(cards, **{"as": SET}, **effect))
        assert not game.legal(position, _bid(cards, **{"as": BOMB}, **effect))
        after, _ = game.step(position, _bid(cards, **effect))
        assert after["trick"][-1]["as"]["kind"] == "set"
    with pytest.raises(ValueError, match="several ways"):
        game.step(position, _bid(cards))


def test_water_in_the_record() -> None:
    """The trick says how many wilds were used."""
    position = _table({"A": "7+water 9", "B": "4"})
    after, _ = game.step(position, _bid("7+water 9"))
    assert after["trick"][0]["used"] == {"water": 1}


# --- Showing out, the next leader, the end -------------------------------------------------------


def test_showing_out_after_the_trick_only() -> None:
    """Not when the last card is played, but when the trick is over; the winner may be out."""
    position = _table({"A": "7", "B": "3 4", "C": "5 5 5"}, [_by("C", "6")])
    after, events = game.step(position, _bid("7"))
    assert _names(events) == ["bid"]
    assert after["out"] == []
    after, _ = game.step(after, PASS)
    after, events = game.step(after, PASS)
    assert events[-2:] == [("out", "A", 4), ("lead", "C")]
    assert _hand(after, "C") == ["5", "5", "5", "unknown:blue"]


def test_showing_out_is_capped() -> None:
    """Seven points at most."""
    for cards, points in ((6, 6), (7, 7), (8, 7), (12, 7)):
        position = _table({"A": "", "B": cards, "C": "5"}, [_by("A", "9"), _passed("B")], turn="C")
        after, events = game.step(position, PASS)
        assert ("out", "A", points) in events
        assert _points(after)["A"] == 3 + points


def test_several_show_out_in_the_order_of_their_last_bids() -> None:
    """All get the same; the order is that of the last bids, not of the seats or passes."""
    trick = [_by("B", "8+8"), _by("C", "9+9"), _by("D", "10+10"), _by("A", "J+J"), _passed("B")]
    position = _table({"A": "3", "B": "", "C": "", "D": "", "E": "3 4"}, trick, turn="C")
    position["trick"].insert(0, _passed("E"))
    after, _ = game.step(position, PASS)
    after, events = game.step(after, PASS)
    assert events[2:] == [
        ("trick won", "A"),
        ("discard", "A", ("J+J",)),
        ("out", "B", 2),
        ("out", "C", 2),
        ("out", "D", 2),
        ("lead", "A"),
    ]
    turned = [_by("C", "9+panda"), _by("D", "10+panda"), _passed("E"), _by("A", "J")]
    turned += [_by("B", "Q+fire"), _passed("C"), _passed("D"), _by("A", "K")]
    position = _table({"A": "3", "B": "", "C": "", "D": "", "E": "3 4"}, turned, turn="B")
    after, events = game.step(position, PASS)
    assert after["out"] == ["C", "D", "B"]
    assert [event[1] for event in events if event[0] == "out"] == ["C", "D", "B"]


def test_last_elements_discarded_at_a_pass() -> None:
    """Showing out without a bid in the trick comes before those who bid in it."""
    trick = [_by("B", "9+9"), _by("C", "10+10")]
    position = _table(
        {"D": "element-fire", "A": "3 4", "B": "", "C": "5"}, trick, turn="D", mood="spin"
    )
    after, _ = game.step(position, {"type": "pass", "discard_elements": ["element-fire"]})
    after, _ = game.step(after, PASS)
    after, events = game.step(after, PASS)
    assert after["out"] == ["D", "B"]
    assert events[-3:] == [("out", "D", 2), ("out", "B", 2), ("lead", "C")]


def test_nobody_has_cards_left() -> None:
    """Then nobody scores and the round is over."""
    trick = [_by("A", "9+9"), _by("B", "10+10")]
    position = _table({"A": "", "B": ""}, trick)
    after, events = game.step(position, PASS)
    assert events[2:] == [
        ("trick won", "B"),
        ("discard", "B", ("10+10",)),
        ("out", "A", 0),
        ("out", "B", 0),
        ("round end",),
        ("next starter", "A"),
    ]
    assert _points(after) == {"A": 3, "B": 3}


@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        ({"A": "3", "B": "4 4", "C": "", "D": "5 5 5"}, "D"),
        ({"A": "3 3", "B": "4 4", "C": "", "D": "5"}, "A"),
        ({"A": "3 3", "B": "4 4", "C": "", "D": "5 5"}, "D"),
        ({"A": "3", "B": "4 4 4", "C": "", "D": "5"}, "B"),
        ({"A": "3", "B": "4 4 4", "C": "6", "D": "5"}, "C"),
    ],
)
def test_next_leader(hands: dict[str, str | int], leader: str) -> None:
    """The winner C, or if out the most cards, ties clockwise from C."""
    trick = [_by("C", "2"), _passed("D"), _passed("A")]
    after, events = game.step(_table(hands, trick, turn="B"), PASS)
    assert events[-1] == ("lead", leader)
    assert after["turn"] == leader


def test_round_ends_with_one_holder() -> None:
    """Fewer than two players with cards: fewest points start, ties by who was out earlier."""
    trick = [_by("B", "2")]
    for points, starter in (
        ({"A": 2, "B": 0, "C": 9}, "B"),
        ({"A": 2, "B": 1, "C": 9}, "A"),
        ({"A": 5, "B": 2, "C": 5}, "B"),
        ({"A": 4, "B": 2, "C": 4}, "C"),
        ({"A": 5, "B": 4, "C": 4}, "C"),
    ):
        position = _table({"A": "3 3", "B": "", "C": ""}, trick, points=points, out=["C"])
        after, events = game.step(position, PASS)
        assert events[-3:] == [("out", "B", 2), ("round end",), ("next starter", starter)], points
        assert after["out"] == ["C", "B"]
        assert after["turn"] is None


@pytest.mark.parametrize(
    ("points", "last"),
    [
        ({"A": 14, "B": 12, "C": 3}, ("next starter", "C")),
        ({"A": 3, "B": 13, "C": 3}, ("game end", "B")),
        ({"A": 15, "B": 12, "C": 3}, ("game end", "A")),
        ({"A": 16, "B": 14, "C": 3}, ("game end", "B")),
        ({"A": 16, "B": 14, "C": 16}, ("game end", "C")),
        ({"A": 17, "B": 2, "C": 17}, ("game end", "C")),
    ],
)
def test_game_end(points: dict[str, int], last: game.Event) -> None:
    """Fifteen points end it after the round; ties to who played the last cards earlier."""
    position = _table({"A": "3 3", "B": "", "C": ""}, [_by("B", "2")], points=points, out=["C"])
    _, events = game.step(position, PASS)
    assert events[-1] == last


def test_fifteen_points_do_not_end_a_round() -> None:
    """The game goes on until the round is over."""
    position = _table({"A": "3 3", "B": "4", "C": "5"}, [_by("B", "2")], points={"A": 30}, turn="C")
    after, _ = game.step(position, PASS)
    _, events = game.step(after, PASS)
    assert events[-1] == ("lead", "B")


def test_illegal_actions_do_not_step() -> None:
    """They raise and change nothing."""
    position = _table({"A": "3", "B": "4"}, [_by("B", "5")])
    before = deepcopy(position)
    with pytest.raises(ValueError, match="illegal"):
        game.step(position, _bid("3"))
    assert position == before


# --- Listing and counting ------------------------------------------------------------------------


def test_actions_of_a_small_position() -> None:
    """Bids with indexes and readings, Element plays with smallest discards, pass."""
    position = _table({"A": "7+water element-wood 9", "B": "4"}, [_by("B", "6 7")])
    assert game.actions(position) == [
        {
            "type": "bid",
            "indexes": [0],
            "cards": ["7+water"],
            "as": {"kind": "run", "width": 1, "length": 2, "top": "8"},
        },
        {"type": "pass", "discard_elements": []},
    ]


def test_smallest_discards() -> None:
    """The Fire card with nine in hand needs two of three others gone."""
    elements = "element-earth element-fire element-water element-wood"
    position = _table({"A": f"3 4 5 6 7 {elements}", "B": "4"}, [_by("B", "2")])
    plays = [action for action in game.actions(position) if action["type"] == "element"]
    assert plays == [
        _element("fire", "element-earth", "element-water"),
        _element("fire", "element-earth", "element-wood"),
        _element("fire", "element-water", "element-wood"),
        _element("wood"),
    ]


def test_perft_by_hand() -> None:
    """Counts that can be followed on paper."""
    position = _table({"A": "3 4", "B": "5"})
    # A leads 3, 4 or the run 3 4. After 3 or 4 B plays 5 or passes, after the run B passes.
    assert [game.perft(position, depth) for depth in (0, 1)] == [1, 3]
    assert game.perft(position, 2) == 5
    named = _table({"A": "metal-3 metal-4", "B": "wood-5"}, pile="")
    # After 3 5 and 4 5 A can only pass. After 3 pass and 4 pass A leads the other card.
    # After the run and a pass A is out and the round is over.
    assert game.perft(named, 2, deck=DECK) == 5
    assert game.perft(named, 3, deck=DECK) == 4


def test_perft_is_the_number_of_sequences() -> None:
    """Counting equals walking, with Element cards and blue cards about."""
    position = _table(
        {
            "A": "metal-8:blue water-K:blue wood-3 element-wood",
            "B": "earth-J fire-Q:blue wood-9:blue element-fire",
            "C": "metal-3 metal-A element-metal",
        },
        pile="fire-5 fire-6 fire-7 fire-8",
    )

    def walk(at: Position, depth: int) -> Iterator[int]:
        if depth == 0:
            yield 1
            return
        for action in game.actions(at, deck=DECK):
            yield from walk(game.step(at, action, deck=DECK)[0], depth - 1)

    for depth in range(4):
        assert game.perft(position, depth, deck=DECK) == sum(walk(position, depth))


# --- Random games --------------------------------------------------------------------------------


def _bare(card: str) -> str:
    """A named card whichever side is up."""
    return card.partition(":")[0]


def _everywhere(position: Position) -> Counter[str]:
    """Where every card is: hands, pile, discard and the bids of players still in the trick."""
    passed = {entry["player"] for entry in position["trick"] if entry.get("pass")}
    places = [player["hand"] for player in position["players"]]
    places += [position["draw_pile"], position["discard"]]
    places += [
        entry["cards"]
        for entry in position["trick"]
        if "cards" in entry and entry["player"] not in passed
    ]
    return Counter(_bare(card) for cards in places for card in cards)


def _gained(events: Sequence[game.Event]) -> Counter[str]:
    """What everybody gains by these events, losses as negative numbers."""
    gains: Counter[str] = Counter()
    for event in events:
        if event[0] in ("bamboo", "out"):
            gains[event[1]] += event[2]
        if event[0] == "panda":
            gains[event[1]] += event[3]
            gains[event[2]] -= event[3]
    return gains


def _check_step(before: Position, action: Mapping[str, Any], rulings: game.Rulings) -> Position:
    """Step and check that cards and points are conserved and the input is untouched."""
    copy = deepcopy(before)
    after, events = game.step(before, action, rulings, DECK)
    assert before == copy
    assert _everywhere(after) == _everywhere(before)
    gains = _gained(events)
    for name, points in _points(after).items():
        assert points == _points(before)[name] + gains[name]
        assert points >= 0
    assert ("round end",) in events or after["turn"] is not None
    holders = sum(bool(player["hand"]) for player in after["players"])
    if after["turn"] is None:
        assert holders < 2
        assert after["trick"] == []
    elif not after["trick"]:
        assert holders >= 2
        assert after["turn"] not in after["out"]
        assert _hand(after, after["turn"])
        empty = {player["name"] for player in after["players"] if not player["hand"]}
        assert empty == set(after["out"])
    return after


def _with_effects(
    position: Position, action: dict[str, Any], rulings: game.Rulings, rng: random.Random
) -> dict[str, Any]:
    """The bid with randomly chosen effects, as many of them as are legal."""
    name = position["turn"]
    rest = _hand(position, name)
    for card in action["cards"]:
        rest.remove(card)
    faces = [DECK[tuple(_bare(card).split("-"))] for card in action["cards"] if ":" in card]  # type: ignore[index]
    symbols = Counter(part for face in faces for part in face.split("+"))
    if action["as"]["kind"] == "bomb":
        symbols.clear()
    tried = dict(action)
    if symbols["bamboo"] and rng.random() < 0.8:
        tried["bamboo"] = rng.randint(0, symbols["bamboo"])
    if symbols["panda"] and position["mood"] == "spin":
        white = [card for card in rest if ":" not in card and not card.startswith("element")]
        tried["spin"] = rng.sample(white, min(len(white), rng.randint(0, symbols["panda"])))
        for card in tried["spin"]:
            rest[rest.index(card)] = f"{card}:blue"
    if symbols["panda"] and position["mood"] == "hungry":
        bids = [entry for entry in position["trick"] if "cards" in entry]
        if bids:
            most = min(symbols["panda"], _points(position)[bids[-1]["player"]])
            tried["panda"] = rng.randint(0, most)
    if symbols["fire"]:
        animal = [card for card in rest if not card.startswith("element")]
        if rulings.get("fire-discard") == "any-card":
            animal = rest
        tried["fire"] = rng.sample(animal, min(len(animal), rng.randint(0, symbols["fire"])))
    assert game.legal(position, tried, rulings, DECK), (position, tried)
    return tried


def _check_unlisted(
    position: Position,
    listed: Sequence[Mapping[str, Any]],
    rulings: game.Rulings,
    rng: random.Random,
) -> None:
    """Random bids are legal exactly when they are listed; so are Element plays and the pass."""
    hand = _hand(position, position["turn"])
    legal_bids = {
        (frozenset(action["cards"]), tuple(action["as"].values()))
        for action in listed
        if action["type"] == "bid"
    }
    for _ in range(4):
        if not hand:
            break
        cards = rng.sample(hand, rng.randint(1, min(4, len(hand))))
        faces = [
            card if card.startswith("element") else game._face(card, DECK)  # noqa: SLF001
            for card in cards
        ]
        for reading in reference.readings(faces):
            claim = dict(zip(("kind", "width", "length", "top"), reading, strict=True))
            action: dict[str, Any] = {"type": "bid", "cards": cards, "as": claim}
            expected = (frozenset(cards), reading) in legal_bids
            assert game.legal(position, action, rulings, DECK) is expected
    elements = [card for card in hand if card.startswith("element")]
    listed_plays = [
        (action["type"], action.get("card"), set(action["discard_elements"]))
        for action in listed
        if action["type"] != "bid"
    ]
    for size in range(len(elements) + 1):
        for discards in combinations(elements, size):
            for card in [None, *elements]:
                kind = "pass" if card is None else "element"
                action = {"type": kind, "card": card, "discard_elements": list(discards)}
                covered = card not in discards and any(
                    kind == other and card == its and least <= set(discards)
                    for other, its, least in listed_plays
                )
                assert game.legal(position, action, rulings, DECK) is covered


def _new_game(players: int, mood: str, rng: random.Random) -> tuple[Position, list[str]]:
    """A dealt first round with random suits and starter, and the deck in use."""
    suits = rng.sample(ELEMENTS, game.suits_in_play(players))
    cards = game.whole_deck(suits)
    rng.shuffle(cards)
    names = list("ABCDE"[:players])
    return game.deal(dict.fromkeys(names, 1), cards, rng.choice(names), mood), cards


def _next_round(position: Position, starter: str, rng: random.Random) -> Position:
    """The next round of a game with all cards shuffled."""
    cards = list(_everywhere(position).elements())
    rng.shuffle(cards)
    return game.deal(_points(position), cards, starter, position["mood"])


def _random_rulings(rng: random.Random) -> dict[str, str]:
    """The defaults half of the time, otherwise any options."""
    if rng.random() < 0.5:
        return {}
    return {ruling: rng.choice(options) for ruling, options in game.OPTIONS.items()}


def test_random_rounds() -> None:
    """200 whole rounds, 2 to 5 players: conserved, no deadlock, listed exactly what is legal."""
    rng = random.Random(20260)
    seen: Counter[str] = Counter()
    rounds = 0
    while rounds < 200:
        players, mood = 2 + rounds % 4, rng.choice(("hungry", "spin"))
        rulings = _random_rulings(rng)
        position, cards = _new_game(players, mood, rng)
        while True:
            moves = 0
            events: list[game.Event] = []
            while position["turn"] is not None:
                assert _everywhere(position) == Counter(cards)
                listed = game.actions(position, rulings, DECK)
                assert listed
                for action in listed:
                    assert game.legal(position, action, rulings, DECK)
                stepped = listed if rng.random() < 0.2 else rng.sample(listed, 1)
                for action in stepped:
                    _check_step(position, action, rulings)
                _check_unlisted(position, listed, rulings, rng)
                plays = [action for action in listed if action["type"] == "element"]
                chosen = rng.choice(plays if plays and rng.random() < 0.5 else listed)
                if chosen["type"] == "bid":
                    chosen = _with_effects(position, chosen, rulings, rng)
                _check_step(position, chosen, rulings)
                position, events = game.step(position, chosen, rulings, DECK)
                seen.update(_names(events))
                if chosen["type"] == "element":
                    seen[chosen["card"]] += 1
                moves += 1
                assert moves < 1000
            rounds += 1
            if events[-1][0] == "game end" or rounds >= 200:
                break
            position = _next_round(position, events[-1][1], rng)
    expected = {"bid", "spin", "fire", "panda", "bamboo", "element", "draw", "pass", "spun back"}
    expected |= {"discard", "trick won", "out", "lead", "round end", "next starter", "game end"}
    expected |= {"discard elements"} | {f"element-{element}" for element in ELEMENTS}
    assert expected <= set(seen), expected - set(seen)


def play_random_games(games: int, seed: int = 1) -> tuple[int, int]:
    """Play whole games at random, effects unused; how many rounds and actions they took."""
    rng = random.Random(seed)
    rounds = moves = 0
    for number in range(games):
        position, _ = _new_game(2 + number % 4, rng.choice(("hungry", "spin")), rng)
        while True:
            events: list[game.Event] = []
            while position["turn"] is not None:
                action = rng.choice(game.actions(position, None, DECK))
                position, events = game.step(position, action, None, DECK)
                moves += 1
            rounds += 1
            if events[-1][0] == "game end":
                break
            position = _next_round(position, events[-1][1], rng)
    return rounds, moves


def test_random_games_end() -> None:
    """Whole games come to their end."""
    rounds, moves = play_random_games(8)
    assert rounds >= 8
    assert moves > rounds


def _measure() -> None:
    """Print how fast random games are."""
    games = 100
    start = time.perf_counter()
    rounds, moves = play_random_games(games, seed=7)
    seconds = time.perf_counter() - start
    print(
        json.dumps(
            {
                "games": games,
                "rounds": rounds,
                "actions": moves,
                "seconds": round(seconds, 2),
                "games_per_second": round(games / seconds, 2),
                "actions_per_second": round(moves / seconds),
            }
        )
    )


if __name__ == "__main__":
    _measure()
