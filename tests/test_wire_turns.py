"""Plays, steps and faults of a position as they cross the wire."""

from __future__ import annotations

import random
from typing import Any

import pytest

from checker.cards import Element
from checker.decks import deck
from checker.positions import Mood
from checker.setting_up import cards_in_play, new_game
from checker.wire import answers
from checker.wire.bodies import StatusBody
from checker.wire.problems import Invalid
from checker.wire.tables import position_form
from checker.wire.validating import read_body

Body = dict[str, Any]
B: Body = {"name": "B", "hand": {"count": 4}, "points": 3}
SIX: Body = {"player": "B", "cards": ["6"]}


def table(hand: list[str], **more: object) -> Body:
    """A table at which A is to act."""
    players = [{"name": "A", "hand": hand, "points": 2}, B]
    return {"players": players, "turn": "A", "mood": "hungry", **more}


def faults(door: Any, body: Body) -> list[str]:
    with pytest.raises(Invalid) as caught:
        door(body)
    return [fault.pointer for fault in caught.value.faults]


def test_a_position_lists_bids_elements_and_passes() -> None:
    position = table(["element-fire", "7", "9+fire+panda", "8", "9", "10"], trick=[SIX])
    answer: Any = answers.plays({"position": position})
    told = [(p["type"], p.get("indexes"), p.get("options")) for p in answer["plays"]]
    assert told == [
        ("bid", [1], {}),
        ("bid", [3], {}),
        ("bid", [2], {"fire": 1, "panda": 1, "from": ["B"]}),
        ("bid", [4], {}),
        ("bid", [5], {}),
        ("element", None, None),
        ("pass", None, None),
    ]
    assert answer["plays"][5] == {
        "type": "element",
        "card": "element-fire",
        "discard_elements": [],
        "action": {"type": "element", "card": "element-fire", "discard_elements": []},
    }
    assert answer["plays"][0]["action"] == {
        "type": "bid",
        "cards": ["7"],
        "as": {"kind": "single", "width": 1, "length": 1, "top": "7"},
    }
    assert (answer["count"], answer["complete"], answer["proof"]["answer"]) == (7, True, "unsat")


def test_pages_of_a_position_put_together_are_the_list() -> None:
    body: Body = {"position": table(["element-fire", *"7778899"], trick=[SIX])}
    whole: Any = answers.plays(body)
    for limit in (1, 2, 3, 50):
        cursor: str | None = None
        plays: list[Body] = []
        while not plays or cursor:
            page: Any = answers.plays({**body, "limit": limit, "cursor": cursor})
            assert len(page["plays"]) <= limit
            assert page["complete"] == (len(page["plays"]) == whole["count"])
            plays += page["plays"]
            cursor = page["cursor"]
        assert plays == whole["plays"]
    other = {"position": table(["7"], trick=[SIX]), "cursor": None}
    first: Any = answers.plays({**body, "limit": 1})
    assert faults(answers.plays, {**other, "cursor": first["cursor"]}) == ["/cursor"]


def test_an_undeclared_last_bid_is_answered_reading_by_reading() -> None:
    last = {"player": "B", "cards": ["6", "7+water"]}
    answer: Any = answers.plays({"position": table(["9", "10+fire"], trick=[last])})
    assert [p["type"] for p in answer["plays"]] == ["pass"]
    assert (answer["count"], answer["complete"]) == (1, False)
    assert answer["missing"] == ["how the last bid of the trick was declared (as)"]
    runs = [(under["over"]["length"], under["plays"]) for under in answer["by_over"]]
    assert [(length, len(plays)) for length, plays in runs] == [(2, 1), (3, 0), (3, 0)]
    assert (runs[0][1][0]["type"], runs[0][1][0]["options"]) == ("bid", {})


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"position": table(["7", "unknown"])}, ["/position/players/0/hand"]),
        ({"position": {**table(["7"]), "turn": None}}, ["/position/turn"]),
        ({"position": {**table(["7"]), "turn": "C"}}, ["/position/turn"]),
        ({"position": table(["7"], trick=[{"player": "B", "cards": ["6", "9"]}])},
         ["/position/trick/0"]),
        ({"position": table(["7"]), "hand": ["7"], "over": ["7"]}, ["/hand", "/over"]),
        ({"position": table(["7"]), "action": {"type": "pass"}}, ["/action"]),
        ({}, ["/hand"]),
    ],
)  # fmt: skip
def test_what_cannot_be_listed_is_a_fault(body: Body, pointers: list[str]) -> None:
    assert faults(answers.plays, body) == pointers


def test_a_step_tells_the_next_position_and_what_happened() -> None:
    position = table(["9+fire+panda", "7"], trick=[SIX], discard=[])
    bid = {"type": "bid", "cards": ["9+fire+panda"], "fire": ["7"], "panda": 1}
    answer: Any = answers.step({"position": position, "action": bid})
    assert (answer["verdict"], answer["points"]) == ("legal", {"A": 3, "B": 2})
    events = [
        (e["event"], e.get("from"), e.get("cards"), e.get("points")) for e in answer["events"]
    ]
    assert events == [
        ("bid", None, ["9+fire+panda"], None),
        ("fire", None, ["7"], None),
        ("panda", "B", None, 1),
    ]
    assert answer["events"][2]["text"] == "A takes 1 point from B (hungry Panda)."
    after = answer["position"]
    assert (after["turn"], after["discard"]) == ("B", ["7"])
    assert after["players"][0]["hand"] == []
    assert after["trick"][1]["used"] == {"fire": 1, "panda": 1}


def test_cards_drawn_from_an_unknown_pile_stay_unknown() -> None:
    position = table(["element-fire", *"34567", "7"], trick=[SIX], draw_pile=9)
    element = {"type": "element", "card": "element-fire"}
    answer: Any = answers.step({"position": position, "action": element})
    drawn = next(e for e in answer["events"] if e["event"] == "draw")
    assert drawn["cards"] == ["unknown", "unknown"]
    assert answer["position"]["players"][0]["hand"][-2:] == ["unknown", "unknown"]
    assert answer["position"]["draw_pile"] == 7


def test_an_illegal_step_changes_nothing() -> None:
    position = table(["5"], trick=[SIX])
    answer: Any = answers.step({"position": position, "action": {"type": "bid", "cards": ["5"]}})
    assert (answer["verdict"], answer["events"]) == ("illegal", [])
    assert answer["position"] == {**position, "out": []}
    assert answer["reasons"][0]["clause"] == "beat-higher"


def test_the_end_of_a_round_names_the_next_starter() -> None:
    players = [{"name": "A", "hand": ["7"], "points": 2}, {"name": "B", "hand": [], "points": 3}]
    position = {"players": players, "turn": "A", "trick": [SIX]}
    answer: Any = answers.step({"position": position, "action": {"type": "pass"}})
    assert answer["verdict"] == "legal"
    assert answer["position"]["turn"] is None
    assert answer["next_starter"] in ("A", "B")


@pytest.mark.parametrize(
    ("position", "action", "pointers"),
    [
        (table(["6", "7+water"]), {"type": "bid", "cards": ["6", "7+water"]}, ["/action/as"]),
        ({"players": [{"name": "A"}, B], "turn": None}, {"type": "pass"}, ["/action/player"]),
        (
            {
                "players": [{"name": "A", "hand": ["7"]}, {"name": "B"}],
                "turn": "A",
                "trick": [SIX],
            },
            {"type": "pass"},
            ["/position/players/1/hand"],
        ),
    ],
)
def test_what_cannot_be_acted_out_is_a_fault(
    position: Body, action: Body, pointers: list[str]
) -> None:
    assert faults(answers.step, {"position": position, "action": action}) == pointers


def test_the_status_of_a_position_lists_every_fault() -> None:
    assert answers.status({"position": table(["7"])}) == {"ok": True, "faults": []}
    trick = [{"player": "B", "cards": ["6", "9"]}]
    answer = answers.status({"position": table(["fire-7", "fire-7"], trick=trick, out=["C"])})
    assert not answer["ok"]
    assert [fault["pointer"] for fault in answer["faults"]] == [
        "/position/out/0",
        "/position/players/0/hand/1",
        "/position/trick/0",
    ]
    assert faults(answers.status, {"position": table(["x"])}) == ["/position/players/0/hand/0"]
    assert faults(answers.status, {"position": None}) == ["/position"]


def test_names_of_nobody_are_told_beside_what_cannot_be_read() -> None:
    """As long as it can be read who plays; nothing is told twice at one place."""
    action: Body = {"type": "element", "card": "element-fire", "player": "Y"}
    action["forced_discards"] = {"Z": ["element-wood"], "B": 7}
    at = ["/action/forced_discards/B", "/action/forced_discards/Z", "/action/player"]
    assert faults(answers.step, {"position": table(["element-fire"]), "action": action}) == at
    trick = [{"player": "X", "cards": ["6"]}]
    position = {**table(["x"]), "turn": "V", "trick": trick, "out": ["W", "B"]}
    assert faults(answers.step, {"position": position, "action": action}) == [
        *at,
        "/position/out/0",
        "/position/players/0/hand/0",
        "/position/trick/0/player",
        "/position/turn",
    ]
    unnamed = {**position, "players": [{"name": 7, "hand": []}, B]}
    assert faults(answers.status, {"position": unnamed}) == ["/position/players/0/name"]
    assert faults(answers.status, {"position": {**position, "turn": ""}}) == [
        "/position/out/0",
        "/position/players/0/hand/0",
        "/position/trick/0/player",
        "/position/turn",
    ]


def test_ways_to_play_on_are_counted() -> None:
    players = [{"name": "A", "hand": ["7", "8"]}, {"name": "B", "hand": ["9", "10"]}]
    body = {"position": {"players": players, "turn": "A"}}
    one, two = answers.perft(body, 1), answers.perft(body, 2)
    assert one["nodes"] == 3
    assert [each["nodes"] for each in two["divide"]] == [3, 3, 2]
    assert faults(lambda asked: answers.perft(asked, 2), {"position": table(["7"])}) == [
        "/position/players/1/hand"
    ]


HANDS: list[object] = [
    ["7", "6+6", "fire-7", "wood-3:blue", "element-fire", "7+water:white", "7:blue"],
    ["7", "unknown", "unknown"],
    {"count": 4},
    [{"element": "water", "white": "K", "blue": "7+water", "side": "blue"}],
    [],
    None,
]


@pytest.mark.parametrize("hand", HANDS)
def test_a_written_position_reads_back_as_the_same(hand: object) -> None:
    trick = [
        {"player": "B", "cards": ["6", "7+water"], "as": {"kind": "run"}, "used": {"water": 1}},
        {"player": "C", "pass": True},
    ]
    players = [{"name": "A", "hand": hand, "points": 0}, B, {"name": "C"}, {"name": "D"}]
    position = {
        "players": players,
        "turn": "A",
        "trick": trick,
        "draw_pile": ["3", "metal-8:blue"],
        "discard": ["4"] * 70,
        "suits": ["wood", "fire", "water", "metal"],
        "elements": True,
        "mood": "spin",
        "out": ["D"],
    }
    assert read_body(StatusBody, {"position": position}).question().position.out == ("D",)
    for each in (position, {"players": players, "turn": None}):
        read = read_body(StatusBody, {"position": each}).question().position
        written = {"position": position_form(read)}
        assert read_body(StatusBody, written).question().position == read


def with_options(play: Body, hand: list[Any]) -> Body:
    """The listed play as an action that claims all that it grants."""
    if play["type"] != "bid":
        return dict(play["action"])
    options = play["options"]
    left = [card for place, card in enumerate(hand) if place not in play["indexes"]]
    burnt = [card for card in left if not card.startswith("element")][: options.get("fire", 0)]
    rest = [card for card in left if card not in burnt and "element" not in card]
    white = [card for card in rest if ":blue" not in card]
    action = {
        **play["action"],
        "fire": burnt,
        "panda": options.get("panda", 0),
        "from": options.get("from", []),
    }
    action |= {"bamboo": options.get("bamboo", 0), "spin": white[: options.get("spin", 0)]}
    return action


@pytest.mark.parametrize("seed", range(3))
def test_a_game_can_be_played_over_the_wire(seed: int) -> None:
    chance = random.Random(seed)
    suits = chance.sample(list(Element), 3)
    cards = cards_in_play(deck("rulebook"), suits)
    chance.shuffle(cards)
    mood = chance.choice(list(Mood))
    position: Any = position_form(new_game(["A", "B"], cards, "A", mood))
    for _ in range(60):
        if position["turn"] is None:
            break
        assert answers.status({"position": position})["ok"]
        listed: Any = answers.plays({"position": position, "by": "faces"})
        seat = next(p for p in position["players"] if p["name"] == position["turn"])
        action = with_options(chance.choice(listed["plays"]), seat["hand"])
        stepped: Any = answers.step({"position": position, "action": action})
        assert stepped["verdict"] == "legal", (action, stepped["reasons"])
        position = stepped["position"]
