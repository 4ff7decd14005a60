"""What can be wrong with a request, told so that a client can mend it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Got: TypeAlias = str | int | float | bool | None

MOST_FAULTS = 200
"""The most faults one problem lists; a body with more is no honest mistake."""
LONGEST_GOT = 80
"""The most characters of an offending value that are repeated to its sender."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to mend: where it is, what stands there, and what would be accepted instead.

    ``pointer`` is an RFC 6901 JSON pointer into the body; ``got`` is ``None`` where a key is
    missing, and the JSON text, shortened, where a whole list or object is at fault. ``clause`` is
    the rule of the game that it breaks, if it breaks one, told by ``source`` in ``section``.
    """

    pointer: str
    got: Got
    accepted: str
    detail: str
    clause: str | None = None
    source: str | None = None
    section: str | None = None


class NotJson(ValueError):
    """The body is not the JSON that is read here; the message names the fault and its place."""


class BodyTooLarge(ValueError):
    """The body has more than ``most`` bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"the body has more than {most} bytes")


class Invalid(ValueError):
    """The body is JSON but no question that can be asked; ``faults`` lists all that is wrong.

    The faults stand in the order of their pointers. Of more than ``MOST_FAULTS`` only the first
    are kept; ``count`` is the number of all.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        every = sorted(faults, key=lambda fault: _natural(fault.pointer))
        self.count = len(every)
        self.faults = tuple(every[:MOST_FAULTS])
        super().__init__("; ".join(f"{f.pointer or 'body'}: {f.detail}" for f in self.faults))


def pointer(steps: Iterable[str | int]) -> str:
    """The JSON pointer that takes these steps.

    >>> pointer(["over", "cards", 2]), pointer(["a/b", "~"])
    ('/over/cards/2', '/a~1b/~0')
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def first_step(text: str) -> str:
    """The first step of a JSON pointer, "" of the one that points at the whole.

    >>> first_step("/a~1b/0"), first_step("")
    ('a/b', '')
    """
    step = text.split("/")[1] if text else ""
    return step.replace("~1", "/").replace("~0", "~")


def shorten(value: object) -> Got:
    """The value as it may be repeated to its sender: never longer than ``LONGEST_GOT``.

    >>> shorten(7), shorten(["7", "8"]), shorten("x" * 99) == "x" * 79 + "…"
    (7, '["7","8"]', True)
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else _compact(value)
    return text if len(text) <= LONGEST_GOT else f"{text[: LONGEST_GOT - 1]}…"


def quoted(value: object) -> str:
    """The value as JSON, for a message: a list as its text and not as a string that holds it.

    >>> quoted("7"), quoted([]), quoted(None), quoted(["x" * 99]) == '["' + "x" * 77 + "…"
    ('"7"', '[]', 'null', True)
    """
    told = shorten(value)
    return told if isinstance(told, str) and not isinstance(value, str) else _compact(told)


def in_words(value: object) -> str:
    """What the value is, to say something of it: a list or object by its sort, else as it stands.

    >>> in_words([]), in_words(["7"]), in_words({}), in_words(None), in_words("7")
    ('an empty list', 'a list', 'an object', 'null', "'7'")
    """
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case list():
            return "a list" if value else "an empty list"
        case dict():
            return "an object"
    return repr(shorten(value))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _natural(path: str) -> tuple[tuple[bool, int, str], ...]:
    """A sort key under which /bid/2 comes before /bid/10."""
    steps = path.split("/")
    return tuple((s.isdecimal(), int(s) if s.isdecimal() else 0, s) for s in steps)
