"""Short ways to write positions and actions in the tests of the plain reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Position = dict[str, Any]
PASS = {"type": "pass"}


def table(
    hands: Mapping[str, str | int],
    trick: Sequence[Mapping[str, Any]] = (),
    *,
    turn: str = "A",
    points: Mapping[str, int] | None = None,
    pile: str | int = "metal-3 metal-4 metal-5",
    mood: str = "hungry",
    out: Sequence[str] = (),
    winds: Mapping[str, str | None] | None = None,
    **more: Any,
) -> Position:
    """A position: hands as words or as a number, three points each unless said otherwise."""
    players: list[dict[str, Any]] = []
    for name, hand in hands.items():
        player: dict[str, Any] = {
            "name": name,
            "hand": {"count": hand} if isinstance(hand, int) else hand.split(),
            "points": (points or {}).get(name, 3),
        }
        if winds is not None and name in winds:
            player["wind"] = winds[name]
        players.append(player)
    return {
        "players": players,
        "turn": turn,
        "trick": [dict(entry) for entry in trick],
        "draw_pile": pile if isinstance(pile, int) else pile.split(),
        "discard": [],
        "mood": mood,
        "out": list(out),
        **more,
    }


def by(player: str, cards: str, **more: Any) -> dict[str, Any]:
    """A bid in a trick."""
    return {"player": player, "cards": cards.split(), **more}


def passed(player: str) -> dict[str, Any]:
    """A pass in a trick."""
    return {"player": player, "pass": True}


def bid(cards: str, **more: Any) -> dict[str, Any]:
    """A bid as an action."""
    return {"type": "bid", "cards": cards.split(), **more}


def element(card: str, *discards: str) -> dict[str, Any]:
    """An Element play as an action."""
    return {"type": "element", "card": f"element-{card}", "discard_elements": list(discards)}


def hand(position: Mapping[str, Any], name: str) -> list[str]:
    """The hand of a player."""
    return next(list(p["hand"]) for p in position["players"] if p["name"] == name)


def points(position: Mapping[str, Any]) -> dict[str, int]:
    """What everybody has."""
    return {player["name"]: player["points"] for player in position["players"]}
