"""What came of random questions, in words."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from api.rendering.conformance import failure, shown
from api.rendering.layout import Lines, sections
from api.rendering.words import counted
from checker.conformance import Outcome
from checker.fuzzing import Fuzzed


def fuzzed(told: Fuzzed, smallest: Outcome | None) -> RenderableType:
    """The smallest failure, or how many questions were answered well."""
    if smallest is None:
        return sections(_nothing(told))
    return sections(failure(smallest), _origin(told))


def _nothing(told: Fuzzed) -> Lines:
    compared = told.asked - told.left_out
    asked = f"{counted(told.asked, 'question')} asked, {told.left_out} of them left out"
    if compared:
        yield Text(f"Nothing is wrong: {asked}.", "bold green")
    else:
        yield Text(f"Nothing was compared: {asked}.", "bold red")


def _origin(told: Fuzzed) -> Lines:
    assert told.failed
    yield Text(f"Found by question {told.asked}, before it was made smaller:")
    yield Text(f"  {shown(told.failed.case.request)}")
