"""Theorems: a row each as they are proved, then what tells against them and what they rest on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from api.rendering.layout import Lines, indented, sections
from api.rendering.words import Body, counted, pins

_STANDINGS = {"holds": "green", "holds-but": "yellow", "fails": "bold red"}


def statements(theorems: Sequence[Body]) -> RenderableType:
    """What the theorems state."""
    return sections(*map(_statement, theorems))


def _statement(theorem: Body) -> Lines:
    yield Text(theorem["title"], "bold")
    yield indented(Text(theorem["statement"]))
    yield indented(Text(f"({theorem['id']}; {', '.join(theorem['editions'])})", "dim"))


def row(theorem: Body, proved: Body, seconds: float) -> RenderableType:
    """One line of the table: how the theorem stands, what it is called, how long that took."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(width=9)
    table.add_column(width=30)
    table.add_column(ratio=1)
    table.add_column(width=7, justify="right")
    standing = Text(proved["standing"], _STANDINGS[proved["standing"]])
    table.add_row(standing, theorem["id"], theorem["title"], f"{seconds:.1f} s")
    return table


def details(answer: Body, *, named: bool) -> str:
    """Within which bounds the theorems hold, and what tells against them, each in one line.

    Of theorems that are ``named`` the witnesses are shown, of others their number.
    """
    lines: list[str] = []
    for bounds, alike in groupby(answer["proved"], key=lambda proved: proved["bounds"]):
        proved = list(alike)
        lines.append(f"{', '.join(each['theorem'] for each in proved)}: {bounds}")
        lines += [f"  {line}" for each in proved for line in _details(each, named=named)]
    return "\n".join(lines)


def _details(proved: Body, *, named: bool) -> Iterator[str]:
    for each in proved["against"]:
        options = f"but for {', '.join(pins(each['rulings']))}: " if each["rulings"] else "FAILS: "
        yield f"{options}{each['says']}"
        yield from (line for shown in each["shown_by"] for line in _shown(shown))
    yield from proved["remarks"]
    if named:
        for witness in proved["witnesses"]:
            yield witness["says"]
            yield from _shown(witness)
    elif proved["witnesses"]:
        number = counted(len(proved["witnesses"]), "question")
        yield f"{number} to show it: panda-spin prove {proved['theorem']}"


def _shown(shown: Body) -> Iterator[str]:
    yield f"  {shown['endpoint']} says {shown['verdict']}: {', '.join(shown['clauses'])}"
    yield f"  {json.dumps(shown['body'], ensure_ascii=False)}"


def conclusion(answer: Body, seconds: float) -> str:
    """How many theorems stand how, and by which rules."""
    standings = [proved["standing"] for proved in answer["proved"]]
    told = {
        "holds": "always",
        "holds-but": "but for options that are named",
        "fails": "not at all",
    }
    numbers = [f"{standings.count(s)} {words}" for s, words in told.items() if s in standings]
    rules = ", ".join((answer["edition"], *pins(answer["pinned"])))
    theorems = counted(len(standings), "theorem")
    return f"{theorems} of {rules}; {', '.join(numbers)}. {seconds:.0f} seconds."
