"""Examples of goals, and the named goals."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from rich.console import RenderableType
from rich.text import Text

from api.rendering.layout import Lines, bullets, columns, indented, sections
from api.rendering.questions import asked
from api.rendering.words import Body, bid, bid_cards, cards, claim, counted
from checker.wire.goal_shapes import BlamedForm, ExampleForm, FindAnswer, NamedGoalForm

FEW = 10
"""Up to so many named goals are shown in full, more as a list."""
TITLES = {"bid": "About one bid", "hand": "About every bid of a hand", "turn": "About a turn"}


def found(answer: FindAnswer) -> RenderableType:
    """The examples with what to ask of each, or why there are none; then how far was looked."""
    examples = answer["examples"]
    return sections(
        *(_example(number, each) for number, each in enumerate(examples, 1)),
        [] if examples else _nothing(answer["impossible"]),
        [Text(_looked(answer), "dim")],
    )


def _example(number: int, example: ExampleForm) -> Lines:
    body = example["body"]
    if "position" in body:
        yield Text(f"{number}. {asked(body)}", "bold")
        yield indented(Text(json.dumps(body, ensure_ascii=False)))
        return
    what = bid(body["bid"]) if "bid" in body else f"a hand of {cards(body['hand'])}"
    over = f" over {bid(body['over'])}" if body.get("over") else " to start a trick"
    yield Text(f"{number}. {what}{over}", "bold")
    yield indented(Text(shlex.join(_command(example["endpoint"], body)), "dim"))


def _command(endpoint: str, body: Body) -> Iterator[str]:
    """The command that asks about the example."""
    yield from ("panda-spin", endpoint, cards(bid_cards(body.get("bid", body.get("hand")))))
    if over := body.get("over"):
        yield from ("--over", cards(bid_cards(over)))
        if isinstance(over, dict):
            yield from ("--over-as", claim(over["as"]))
    for key in ("edition", "expansion"):
        if key in body:
            yield from (f"--{key}", body[key])
    for ruling, option in body.get("rulings", {}).items():
        yield from ("--ruling", f"{ruling}={option}")


def _nothing(blamed: Sequence[BlamedForm] | None) -> Lines:
    if blamed is None:
        yield Text("NONE FOUND: there is none as far as was looked", "bold yellow")
        return
    yield Text("IMPOSSIBLE", "bold red")
    if not blamed:
        yield Text("No cards are so while nobody declares them, whatever the clauses say.")
        return
    yield Text("These clauses leave none, and none of them could be spared:")
    yield bullets(map(_clause, blamed))


def _clause(each: BlamedForm) -> Text:
    place = f"({each['clause']}; {each['source']}: {each['section']})"
    return Text.assemble(each["title"], " ", (place, "dim"))


def _looked(answer: FindAnswer) -> str:
    more = "These are all: " if answer["examples"] and answer["exhausted"] else ""
    return f"{more}{'looked' if more else 'Looked'} at {answer['bounds']}."


def goal_list(listed: Sequence[NamedGoalForm]) -> RenderableType:
    """The named goals: in full when they are few, else one line each under what they are about."""
    if len(listed) <= FEW:
        return sections(*map(_goal, listed))
    in_order = sorted(listed, key=lambda each: tuple(TITLES).index(each["goal"]["about"]))
    grouped = groupby(in_order, key=lambda each: TITLES[each["goal"]["about"]])
    return sections(
        *(list(_titles(title, list(group))) for title, group in grouped),
        [Text(f"{counted(len(listed), 'goal')}.")],
    )


def _titles(title: str, group: Sequence[NamedGoalForm]) -> Lines:
    yield Text(title, "bold")
    table = columns()
    table.add_column(min_width=30, no_wrap=True)
    table.add_column()
    for each in group:
        table.add_row(each["id"], each["title"])
    yield indented(table)


def _goal(each: NamedGoalForm) -> Lines:
    yield Text(each["title"], "bold")
    yield indented(Text(each["statement"]))
    yield indented(Text(json.dumps(cast(Body, each["goal"]), ensure_ascii=False), "dim"))
    yield indented(Text(f"({each['id']}; {each['expect']})", "dim"))
