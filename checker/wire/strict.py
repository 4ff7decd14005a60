"""Bytes to a JSON value, with no two ways to read them.

What parsers of other languages would read differently is refused here: keys that stand twice,
numbers without a value, numbers that a double does not hold, text that is no text.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from checker.wire.problems import BodyTooLarge, NotJson, pointer, shorten

MOST_BYTES = 256 * 1024
"""The largest body."""
MOST_DEPTH = 32
"""How deep lists and objects may be nested."""
MOST_DIGITS = 15
"""The longest integer that every JSON parser reads as the same number."""

# Possessive, so that no input can make it backtrack.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]|[-+.\w]+', re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class _Refused(Exception):
    """A number, or a key, that the parser met; where it stands is looked for afterwards."""

    def __init__(self, token: str, fault: str) -> None:
        self.token, self.fault = token, fault
        super().__init__(fault)


class _Pairs(list[tuple[str, Any]]):
    """An object as its keys stand there, those that stand twice included."""


def parse(body: bytes, most: int = MOST_BYTES) -> object:
    """The JSON value of the body.

    Raises :class:`BodyTooLarge` beyond ``most`` bytes, and :class:`NotJson` for anything that is
    not UTF-8 or not JSON, a key that stands twice, nesting beyond ``MOST_DEPTH``, integers beyond
    ``MOST_DIGITS``, numbers too large for a double, and surrogates that stand alone.
    """
    text = decode(body, most)
    _check_depth(text)
    _check_surrogates(text)
    try:
        return _DECODER.decode(text)
    except _Refused as refused:
        where = next((m.start() for m in _TOKEN.finditer(text) if m[0] == refused.token), 0)
        raise NotJson(f"{refused.fault} at {_place(text, where)}") from None
    except _Twice:
        raise NotJson(_twice(text)) from None
    except json.JSONDecodeError as error:
        raise NotJson(_syntax(error)) from None


def decode(body: bytes, most: int = MOST_BYTES) -> str:
    """The text of the body; raises :class:`BodyTooLarge`, and :class:`NotJson` where it is none."""
    if len(body) > most:
        raise BodyTooLarge(most)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJson(f"not UTF-8: byte {error.start} cannot be read") from None
    if text.startswith("\ufeff"):
        raise NotJson("a byte order mark at line 1, column 1; accepted: UTF-8 without one")
    return text


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in ("[", "{")) - (token[0] in ("]", "}"))
        if depth > MOST_DEPTH:
            place = _place(text, token.start())
            raise NotJson(f"nested deeper than {MOST_DEPTH} at {place}")


def _check_surrogates(text: str) -> None:
    if "\\u" not in text:
        return
    for escape in _ESCAPE.finditer(text):
        if escape["lone"]:
            place = _place(text, escape.start())
            raise NotJson(f"a surrogate that stands alone, {escape[0]}, at {place}")


def _integer(token: str) -> int:
    if len(token.lstrip("-")) > MOST_DIGITS:
        raise _Refused(token, f"an integer of more than {MOST_DIGITS} digits, {shorten(token)},")
    return int(token)


def _float(token: str) -> float:
    number = float(token)
    if not math.isfinite(number):
        raise _Refused(token, f"a number too large to be read, {shorten(token)},")
    return number


def _constant(token: str) -> NoReturn:
    raise _Refused(token, f"{token}, which is no JSON number,")


class _Twice(Exception):
    """A key stands twice; which one, and where, is looked for afterwards."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _Twice
    return table


_NUMBERS: dict[str, Any] = {
    "parse_int": _integer,
    "parse_float": _float,
    "parse_constant": _constant,
}
_DECODER = json.JSONDecoder(object_pairs_hook=_object, **_NUMBERS)
_DECODER_OF_PAIRS = json.JSONDecoder(object_pairs_hook=_Pairs, parse_int=str)


def _twice(text: str) -> str:
    try:
        found = _first_twice(_DECODER_OF_PAIRS.decode(text), ())
    except json.JSONDecodeError as error:
        return _syntax(error)
    return f"a key that stands twice: {shorten(found[-1])!r} at {shorten(pointer(found))}"


def _first_twice(value: object, steps: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The steps to the first key that stands twice, outer objects first; none if there is none."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, _ in value:
            if key in seen:
                return (*steps, key)
            seen.add(key)
        items = list(value)
    elif isinstance(value, list):
        items = list(enumerate(value))
    return next((f for step, item in items if (f := _first_twice(item, (*steps, step)))), ())


def _syntax(error: json.JSONDecodeError) -> str:
    fault = error.msg.lower().removesuffix(" at")
    return f"not JSON: {fault} at line {error.lineno}, column {error.colno}"


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return f"line {line}, column {column}"
