"""Positions that cannot be, and some that look so and can."""

from __future__ import annotations

from typing import Any

import pytest

from checker.status import faults
from checker.wire.bodies import TurnBody
from checker.wire.validating import read_body

SEATS = [{"name": name, "hand": {"count": 5}} for name in "ABC"]


def bid(player: str, *cards: str) -> dict[str, Any]:
    return {"player": player, "cards": list(cards)}


def leaves(player: str) -> dict[str, Any]:
    return {"player": player, "pass": True}


def hands(*cards: object) -> list[dict[str, Any]]:
    return [{"name": name, "hand": hand} for name, hand in zip("ABC", cards, strict=False)]


def found(**position: object) -> list[tuple[object, ...]]:
    body = {"position": {"players": SEATS, "turn": "A", **position}, "action": {"type": "pass"}}
    return [fault.steps for fault in faults(read_body(TurnBody, body).question().position)]


IMPOSSIBLE: list[tuple[dict[str, Any], list[tuple[object, ...]]]] = [
    ({"players": [{"name": "A"}, {"name": "A"}]}, [("players", 1, "name")]),
    ({"suits": ["fire", "wood", "Fire"]}, [("suits", 2)]),
    ({"turn": "D"}, [("turn",)]),
    ({"out": ["B", "D"]}, [("out", 1)]),
    ({"out": ["B", "B"]}, [("out", 1)]),
    ({"out": ["A"]}, [("turn",)]),
    ({"trick": [bid("D", "7")]}, [("trick", 0, "player")]),
    ({"trick": [bid("A", "7"), leaves("B")]}, [("turn",)]),
    ({"trick": [bid("A", "7"), bid("C", "8")]}, [("trick", 1, "player")]),
    ({"trick": [bid("B", "7"), bid("B", "8")], "turn": "C"}, [("trick", 1, "player")]),
    (
        {"trick": [bid("A", "3"), leaves("B"), bid("C", "4"), bid("A", "5"), bid("B", "6")]},
        [("trick", 4, "player"), ("turn",)],
    ),
    ({"trick": [bid("B", "7"), leaves("C"), leaves("A")], "turn": "A"}, [("turn",)]),
    ({"trick": [bid("B", "7"), leaves("C"), leaves("A")], "turn": "B"}, [("turn",)]),
    (
        {"trick": [bid("B", "7"), leaves("C"), leaves("A"), bid("B", "8")], "turn": None},
        [("trick", 3)],
    ),
    ({"players": hands(["fire-7"], ["fire-7:blue"])}, [("players", 1, "hand", 0)]),
    ({"players": hands(["fire-7"]) + SEATS[1:], "discard": ["fire-7"]}, [("discard", 0)]),
    ({"draw_pile": ["fire-7", "fire-7"]}, [("draw_pile", 1)]),
    ({"discard": ["fire-7"], "trick": [bid("C", "fire-7")]}, [("trick", 0, "cards", 0)]),
    ({"trick": [bid("C", "7", "element-fire")]}, [("trick", 0, "cards", 1)]),
    ({"suits": ["wood"], "discard": ["fire-7", "wood-7"]}, [("discard", 0)]),
    ({"elements": False, "discard": ["element-fire", "fire-7"]}, [("discard", 0)]),
    ({"suits": ["wood"], "draw_pile": 0, "discard": []}, [()]),
    (
        {"turn": "D", "out": ["E"], "suits": ["wood"], "discard": ["fire-7", "fire-7"]},
        [("out", 0), ("turn",), ("discard", 1), ("discard", 0), ("discard", 1)],
    ),
]


@pytest.mark.parametrize(("position", "steps"), IMPOSSIBLE)
def test_what_cannot_be_is_named(position: dict[str, Any], steps: list[Any]) -> None:
    assert found(**position) == steps


POSSIBLE: list[dict[str, Any]] = [
    {},
    {"turn": None},
    {"trick": [leaves("C")]},
    {"trick": [bid("B", "7"), leaves("C")]},
    {"trick": [bid("A", "7"), leaves("B"), bid("C", "8")]},
    {"trick": [bid("A", "7"), leaves("B"), bid("C", "8"), bid("A", "9")], "turn": "C"},
    {"trick": [bid("A", "7"), bid("C", "8")], "out": ["B"]},
    {"trick": [bid("A", "7"), bid("B", "8"), bid("C", "9")], "out": ["B"]},
    {"trick": [bid("C", "7"), leaves("B")], "out": ["C", "A"], "turn": None},
    {"trick": [bid("B", "7"), leaves("C")], "out": ["B"]},
    {"trick": [bid("B", "7"), leaves("C"), leaves("A")], "turn": None},
    {"discard": ["7", "7"], "trick": [bid("C", "7")]},
    {"trick": [bid("B", "fire-7"), bid("C", "8"), bid("A", "9"), leaves("B")], "turn": "C"}
    | {"discard": ["fire-7"]},
    {"suits": ["wood"], "draw_pile": 0, "discard": ["7"]},
    {"suits": ["wood"], "draw_pile": 0},
    {"suits": ["wood", "fire"], "draw_pile": 13, "discard": [], "elements": True},
]


@pytest.mark.parametrize("position", POSSIBLE)
def test_what_can_be_has_no_fault(position: dict[str, Any]) -> None:
    assert found(**position) == []
