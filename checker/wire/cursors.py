"""Where the next page of a list starts, as an opaque text that is believed by nobody."""

from __future__ import annotations

import base64
import binascii
import re
from typing import NamedTuple

from checker.questions import MOST_SKIPPED

ACCEPTED_CURSOR = "null, or the cursor of an answer to the same question"

_SHORT = 12
_CURSOR = re.compile(rf"(?P<start>0|[1-9][0-9]{{0,14}})\.(?P<question>[0-9a-f]{{{_SHORT}}})")


class Cursor(NamedTuple):
    """Where a page starts, and the id of the question whose page it is."""

    start: int
    question: str

    def of(self, question_id: str) -> bool:
        """Whether it was made for the question of that id."""
        return self.question == question_id[:_SHORT]


def write_cursor(start: int, question_id: str) -> str:
    """The cursor of the page of that question which starts there.

    >>> read_cursor(write_cursor(200, "0123456789abcdef"))
    Cursor(start=200, question='0123456789ab')
    """
    text = f"{start}.{question_id[:_SHORT]}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(text: str) -> Cursor:
    """What a cursor says, believed by nobody; raises ``ValueError`` for any other text."""
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        plain = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except (UnicodeError, binascii.Error):
        raise ValueError("no cursor of this service") from None
    found = _CURSOR.fullmatch(plain)
    if found is None or write_cursor(int(found["start"]), found["question"]) != text:
        raise ValueError("no cursor of this service")
    if int(found["start"]) > MOST_SKIPPED:
        raise ValueError(f"pages beyond {MOST_SKIPPED} plays are not listed")
    return Cursor(int(found["start"]), found["question"])
