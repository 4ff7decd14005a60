"""Answers as fixtures write them, and what two of them have to have in common.

The answers of other implementations come through here, so nothing is taken for granted: they may be
wire bodies, or already as fixtures write them, and leave out what they do not know.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from checker.wire.problems import quoted

Body: TypeAlias = Mapping[str, Any]
Reader: TypeAlias = Callable[[Any], Any]

REQUIRED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "judge": ("verdict", "readings"),
        "plays": ("plays",),
        "step": ("verdict",),
        "replay": ("verdict",),
    }
)
"""What every implementation that answers at an endpoint has to give there."""
EMPTY_UNSAID = ("rulings", "by_over", "stand_ins")
"""What fixtures leave out where it is empty."""
NONE_UNSAID = ("wrong", "winner")
"""What fixtures leave out where there is none."""
EVENT_KEYS = ("event", "player", "from", "cards", "as", "points", "wind", "animal", "clause")
"""What is compared of an event; the sentence is not."""
OF_PLAYS = ("multiplicity", "options", "requires")
"""What is compared of a play where it is given."""
AT_THE_END = ("next_starter", "winner")
"""What stands in a position of a fixture when the round is over, and else does not."""


class Unreadable(ValueError):
    """An answer that is not what it has to be; says where, what was got, what is accepted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something of an answer that is not what was expected, both as fixtures write it."""

    what: str
    expected: Any
    got: Any


def short_form(endpoint: str, answer: Body) -> dict[str, Any]:
    """What fixtures hold of this answer, as far as it says it; raises :class:`Unreadable`.

    A refusal has ``status`` and ``pointers``, whatever the endpoint.
    """
    found = told_form(endpoint, answer)
    if "status" in found:
        return found
    if missing := [key for key in REQUIRED[endpoint] if key not in found]:
        raise Unreadable(f"it lacks {', '.join(missing)}")
    if "position" in found:
        found["position"] |= {key: answer[key] for key in AT_THE_END if answer.get(key)}
    return found


def told_form(endpoint: str, answer: Body) -> dict[str, Any]:
    """What fixtures hold of each part that is told, whatever else an answer has to have.

    Raises :class:`Unreadable`.
    """
    if "status" in answer:
        return _refusal(answer)
    found: dict[str, Any] = {}
    for key, read in _READERS[endpoint].items():
        if key in answer:
            try:
                found[key] = read(answer[key])
            except Unreadable as error:
                raise Unreadable(f"{key}: {error}") from None
    return found


def differences(expected: Body, got: Body) -> tuple[Difference, ...]:
    """What of the short form ``got`` is not as expected; what it need not say may be left out."""
    if "status" in expected or "status" in got:
        return tuple(_refused_otherwise(expected, got))
    return tuple(
        difference
        for key, told in got.items()
        if key in expected or key in EMPTY_UNSAID
        for difference in _differences(key, expected.get(key, []), told)
    )


def reading_text(reading: object) -> str:
    """A reading as fixtures write it, ``set 2x1 6``; raises :class:`Unreadable`."""
    if isinstance(reading, str):
        return reading
    if isinstance(reading, Mapping) and reading.keys() >= {"kind", "width", "length", "top"}:
        return f"{reading['kind']} {reading['width']}x{reading['length']} {reading['top']}"
    raise _unreadable(reading, 'a reading, "set 2x1 6" or {"kind", "width", "length", "top"}')


def reading_claim(text: str) -> dict[str, Any] | None:
    """The claim that names exactly the reading of this text, if it is one.

    >>> reading_claim("formation 2x3 Q")
    {'kind': 'formation', 'width': 2, 'length': 3, 'top': 'Q'}
    """
    kind, _, rest = text.partition(" ")
    shape, _, top = rest.partition(" ")
    width, _, length = shape.partition("x")
    if not (width.isdecimal() and length.isdecimal()):
        return None
    return {"kind": kind, "width": int(width), "length": int(length), "top": top}


# Reading.


def _unreadable(got: object, accepted: str) -> Unreadable:
    return Unreadable(f"got {quoted(got)}; accepted: {accepted}")


def _refusal(answer: Body) -> dict[str, Any]:
    found = {"status": answer["status"]}
    if "pointers" in answer:
        found["pointers"] = _each(_text("a JSON pointer"))(answer["pointers"])
    elif "errors" in answer:
        found["pointers"] = _each(_key("pointer"))(answer["errors"])
    return found


def _each(read: Reader) -> Reader:
    def read_list(given: object) -> list[Any]:
        if not isinstance(given, list):
            raise _unreadable(given, "a list")
        return [read(item) for item in given]

    return read_list


def _text(what: str) -> Reader:
    def read(given: object) -> str:
        if not isinstance(given, str):
            raise _unreadable(given, what)
        return given

    return read


def _key(name: str) -> Reader:
    """A text, or the one that stands under this key of an object."""

    def read(given: object) -> str:
        told = given.get(name) if isinstance(given, Mapping) else given
        if not isinstance(told, str):
            raise _unreadable(given, f'a text, or an object with "{name}"')
        return told

    return read


def _number(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise _unreadable(given, "a whole number")
    return given


def _flag(given: object) -> bool:
    if not isinstance(given, bool):
        raise _unreadable(given, "true or false")
    return given


def _objects(**read: Reader) -> Reader:
    """A list of objects with these keys."""

    def read_object(given: object) -> dict[str, Any]:
        if not isinstance(given, Mapping) or not given.keys() >= read.keys():
            raise _unreadable(given, f"an object with {', '.join(read)}")
        return {key: each(given[key]) for key, each in read.items()}

    return _each(read_object)


def _by_name(given: object) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise _unreadable(given, "an object of names and numbers")
    return {name: _number(each) for name, each in given.items()}


def _winner(given: object) -> str | None:
    return None if given is None else _text("a name, or null")(given)


def _options(given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise _unreadable(given, "an object of rulings and options")
    return dict(given)


def _play(given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise _unreadable(given, "a play, an object")
    kept = {key: told for key, told in given.items() if key not in ("cards", "action")}
    if "reading" in kept:
        kept["reading"] = reading_text(kept["reading"])
        kept["indexes"] = _each(_number)(kept.get("indexes"))
    return kept


def _event(given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping) or "event" not in given:
        raise _unreadable(given, 'an object with "event"')
    return {key: told for key, told in given.items() if key != "text"}


def _wrong(given: object) -> dict[str, Any] | None:
    """What is wrong first with a record; ``None`` where nothing is."""
    if given is None:
        return None
    if not isinstance(given, Mapping) or "fault" not in given:
        raise _unreadable(given, 'null, or an object with "fault"')
    told = {key: given[key] for key in ("fault", "round", "move") if key in given}
    if "clauses" in given:
        told["clauses"] = list(dict.fromkeys(_each(_key("clause"))(given["clauses"])))
    return told


def _position(given: object) -> dict[str, Any]:
    """A position as a fixture has it after a step, made of one of the wire."""
    if not isinstance(given, Mapping):
        raise _unreadable(given, "a position, an object")
    if "players" not in given:
        return dict(given)
    players = _each(lambda player: player)(given["players"])
    if not all(isinstance(player, Mapping) and "name" in player for player in players):
        raise _unreadable(players, 'players, each with a "name"')
    after: dict[str, Any] = {}
    for part, key in (("hands", "hand"), ("points", "points"), ("winds", "wind")):
        told = {player["name"]: player[key] for player in players if key in player}
        if told or part != "winds":
            after[part] = told
    keys = ("turn", "trick", "discard", "draw_pile", "out")
    return after | {key: given[key] for key in keys if key in given}


_VERDICT = _text("legal, illegal or undetermined")
_OF_RECORD = _text("clean, wrong or undetermined")
_READERS: Mapping[str, Mapping[str, Reader]] = MappingProxyType(
    {
        "judge": {
            "verdict": _VERDICT,
            "settled": _flag,
            "readings": _each(reading_text),
            "reasons": _each(_key("clause")),
            "rulings": _objects(change=_options, verdict_otherwise=_VERDICT),
            "by_over": _objects(over=reading_text, verdict=_VERDICT),
            "stand_ins": _each(_text("the name of a card")),
        },
        "plays": {
            "count": _number,
            "complete": _flag,
            "plays": _each(_play),
            "by_over": _objects(over=reading_text, count=_number),
        },
        "step": {"verdict": _VERDICT, "events": _each(_event), "position": _position},
        "replay": {"verdict": _OF_RECORD, "wrong": _wrong, "points": _by_name, "winner": _winner},
    }
)


# Comparing.


def _refused_otherwise(expected: Body, got: Body) -> Iterator[Difference]:
    if "status" not in got or "status" not in expected:
        yield Difference("answer", _said(expected), _said(got))
    elif expected["status"] != got["status"]:
        yield Difference("status", expected["status"], got["status"])
    elif expected.keys() & got.keys() >= {"pointers"} and _unlike_pointers(expected, got):
        yield Difference("pointers", expected["pointers"], got["pointers"])


def _unlike_pointers(expected: Body, got: Body) -> bool:
    return {*expected["pointers"]} != {*got["pointers"]}


def _said(answer: Body) -> str:
    """What an answer says, in a word."""
    if "status" in answer:
        pointers = ", ".join(answer.get("pointers", ()))
        return f"status {answer['status']}{f' at {pointers}' if pointers else ''}"
    return str(answer.get("verdict", "a list of plays" if "plays" in answer else "nothing"))


def _differences(key: str, expected: Any, got: Any) -> Iterator[Difference]:
    match key:
        case "plays":
            yield from _of_lists(expected, got)
        case "events":
            if not _same_events(expected, got):
                yield Difference(key, expected, got)
        case "position":
            yield from _of_positions(expected, got)
        case "wrong":
            if not _same_fault(expected, got):
                yield Difference(key, expected, got)
        case _:
            if _unordered(expected) != _unordered(got):
                yield Difference(key, expected, got)


def _unordered(told: Any) -> Any:
    """The value to compare where the order of a list says nothing."""
    return sorted(map(_text_of, told)) if isinstance(told, list) else told


def _text_of(told: object) -> str:
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def _of_lists(expected: list[Body], got: list[Body]) -> Iterator[Difference]:
    """The plays that one list alone has, and what is said otherwise of those on both."""
    wanted = Counter(map(_play_key, expected))
    told = Counter(map(_play_key, got))
    lacking = [play for play in expected if not told[_play_key(play)]]
    too_many = [play for play in got if told[_play_key(play)] > wanted[_play_key(play)]]
    if lacking or too_many:
        yield Difference("plays", lacking, too_many)
        return
    by_key = {_play_key(play): play for play in expected}
    for play in got:
        right = by_key[_play_key(play)]
        for key in OF_PLAYS:
            if key in play and play[key] != right.get(key):
                yield Difference(f"plays: {key} of {_play_key(play)}", right.get(key), play[key])


def _play_key(play: Body) -> str:
    """What a play is: places and reading; or type, card and what is discarded before."""
    if "reading" in play:
        return f"{play['reading']} of {sorted(play['indexes'])}"
    said = {k: v for k, v in play.items() if k not in OF_PLAYS and v not in ([], None)}
    return _text_of({key: _unordered(told) for key, told in said.items()})


def _same_events(expected: list[Body], got: list[Body]) -> bool:
    return len(expected) == len(got) and all(map(_same_event, expected, got))


def _same_event(expected: Body, got: Body) -> bool:
    given = [key for key in EVENT_KEYS if key in got]
    return all(_unordered(expected.get(key)) == _unordered(got[key]) for key in given)


def _same_fault(expected: Body | None, got: Body | None) -> bool:
    """Whether the same is wrong with a record, as far as it is told."""
    if expected is None or got is None:
        return expected is got
    return all(_unordered(expected.get(key)) == _unordered(told) for key, told in got.items())


def _of_positions(expected: Body, got: Body) -> Iterator[Difference]:
    for part in [p for p in got if p in expected or p in AT_THE_END]:
        right, told = expected.get(part), got[part]
        same = _by_player(right) == _by_player(told) if part == "hands" else right == told
        if not same:
            yield Difference(f"position: {part}", right, told)


def _by_player(hands: object) -> object:
    """The hands to compare: the order of the cards in one says nothing."""
    if not isinstance(hands, Mapping):
        return hands
    return {name: _unordered(hand) for name, hand in hands.items()}


def clauses_of(events: Iterable[Body]) -> set[str]:
    """The clauses by which these events happened, as far as they say it."""
    return {str(event["clause"]) for event in events if event.get("clause")}
