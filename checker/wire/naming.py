"""Names of nobody at the table, found also where the rest of a body cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from checker.wire.actions import LONGEST_NAME
from checker.wire.problems import Fault, pointer, shorten

Named: TypeAlias = tuple[tuple[str | int, ...], object]
"""The steps to a name in the body, and what stands there."""


def seats(body: Any) -> list[str] | None:
    """The names of the players, ``None`` where not all of them can be read."""
    players = _at(body, "position", "players")
    names = [_at(player, "name") for player in players] if isinstance(players, list) else [None]
    are_names = all(isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME for name in names)
    return [str(name) for name in names] if are_names else None


def of_position(body: Any) -> Iterator[Named]:
    """Every name in the position but for those of the players themselves."""
    position = _at(body, "position")
    yield ("position", "turn"), _at(position, "turn")
    for place, entry in enumerate(_listed(_at(position, "trick"))):
        yield ("position", "trick", place, "player"), _at(entry, "player")
    for place, name in enumerate(_listed(_at(position, "out"))):
        yield ("position", "out", place), name


def of_action(body: Any) -> Iterator[Named]:
    """Every name in the action."""
    action = _at(body, "action")
    yield ("action", "player"), _at(action, "player")
    for place, name in enumerate(_listed(_at(action, "from"))):
        yield ("action", "from", place), name
    forced = _at(action, "forced_discards")
    for name in forced if isinstance(forced, dict) else ():
        yield ("action", "forced_discards", name), name


def strangers(named: Iterable[Named], names: Sequence[str]) -> Iterator[Fault]:
    """A fault for each name that is none of these."""
    accepted = f"the name of a player: {', '.join(dict.fromkeys(names))}"
    for steps, name in named:
        if isinstance(name, str) and name not in names:
            detail = f"no player is called {shorten(name)}"
            yield Fault(pointer(steps), shorten(name), accepted, detail)


def _at(value: Any, *keys: str) -> Any:
    """What stands under these keys, ``None`` where there is no such thing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
