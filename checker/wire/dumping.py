"""Writes wire bodies: the one place that decides their bytes, for the service and the console."""

from __future__ import annotations

import json

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def dump(value: object) -> str:
    """The value as compact JSON on one line.

    >>> dump({"top": "二", "width": 2})
    '{"top":"二","width":2}'
    """
    return _ENCODER.encode(value)


def body(value: object) -> bytes:
    """The value as a whole body: one line of UTF-8 and its newline.

    Half a surrogate pair has no UTF-8; it stays the JSON escape that it came as.

    >>> body(["二"]).decode()
    '["二"]\\n'
    """
    return f"{dump(value)}\n".encode("utf-8", "backslashreplace")
