"""What is wrong with a question or a position: where, what stands there, what is accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from api.rendering.words import Body


def faults(found: Iterable[Body]) -> str:
    """Every fault of a question: its place, what stands there, what is accepted, what it breaks."""
    return "\n".join(f"Error: {fault(each)}" for each in found)


def fault(each: Body) -> str:
    """One fault as a text of several lines."""
    return "\n  ".join(fault_lines(each))


def fault_lines(each: Body) -> list[str]:
    """Its place and detail, what was got, what would be accepted, what it breaks."""
    place = _place(each.get("pointer") or "")
    lines = [f"{place}: {each.get('detail') or 'not accepted'}"]
    if each.get("got") is not None:
        # As JSON, so that no control character of the input reaches the terminal.
        lines.append(f"got {_got(each['got'])}")
    if each.get("accepted"):
        lines.append(f"accepted: {_accepted(each['accepted'])}")
    if each.get("clause"):
        lines.append(f"breaks: {each['clause']} ({each['source']}: {each['section']})")
    return lines


def _place(pointer: str) -> str:
    """The place in words where it is one of the cards, else as it is.

    >>> _place("/over/cards/2"), _place("/edition"), _place("")
    ('card 3 of the bid to beat', '/edition', 'the body')
    """
    found = re.fullmatch(r"/(bid|over|hand)(?:/cards)?(/as)?(?:/([0-9]+))?", pointer)
    if not found:
        return pointer or "the body"
    group = {"bid": "the bid", "over": "the bid to beat", "hand": "the hand"}[found[1]]
    if found[2]:
        return f"what is said of {group}"
    return f"card {int(found[3]) + 1} of {group}" if found[3] else group


def _got(got: object) -> str:
    text = json.dumps(got, ensure_ascii=True)
    # Lists and objects are told as their JSON text, which needs no second pair of quotes.
    return text[1:-1].replace('\\"', '"') if text[:2] in ('"[', '"{') else text


def _accepted(accepted: object) -> str:
    return accepted if isinstance(accepted, str) else ", ".join(map(str, _iterable(accepted)))


def _iterable(accepted: object) -> Iterable[object]:
    return accepted if isinstance(accepted, Iterable) else (accepted,)
