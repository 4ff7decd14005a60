"""How what is said is laid out: sections, lists and tables, and the text that comes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

Lines: TypeAlias = Iterable[RenderableType]

WIDTH = 80
"""How wide the text is where no terminal says otherwise."""


def printed(shown: RenderableType, console: Console) -> str:
    """What the console would print, without spaces at the ends of lines."""
    with console.capture() as capture:
        console.print(shown)
    return re.sub(r" +((?:\x1b\[[0-9;]*m)*)$", r"\1", capture.get(), flags=re.MULTILINE)


def plain(shown: RenderableType, width: int = WIDTH) -> str:
    """The text alone, without any colour."""
    return printed(shown, Console(width=width, color_system=None, force_terminal=False))


def sections(*parts: Lines) -> Group:
    """The parts that say anything, one empty line between them."""
    blocks = [block for part in parts if (block := list(part))]
    return Group(*[line for block in blocks for line in (Text(""), *block)][1:])


def columns() -> Table:
    """A table without lines."""
    return Table.grid(padding=(0, 2, 0, 0))


def bullets(items: Lines) -> Table:
    """A list with a hyphen before each item."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=3, justify="right")
    table.add_column()
    for item in items:
        table.add_row("-", item)
    return table


def indented(shown: RenderableType) -> Padding:
    """The same, two columns to the right."""
    return Padding(shown, (0, 0, 0, 2))
