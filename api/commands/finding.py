"""Finding: the smallest examples of a goal, and the named goals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

import click

from api.arguments import complete_goals
from api.commands.rules import has_words
from api.options import json_option
from api.printing import show, show_json
from api.program import PROGRAM, VERDICTS, refusals

NONE = VERDICTS["undetermined"]
"""The exit code where nothing was found as far as was looked."""


@click.command()
@click.argument("words", metavar="[NAME]", nargs=-1, shell_complete=complete_goals)
@click.option(
    "--goal", "file", type=click.File("rb"), metavar="FILE|-", help="Read the goal as JSON."
)
@click.option("--limit", type=int, help="The most examples to find.  [default: 1]")
@click.option("--seed", type=int, help="Another order of examples of one size.  [default: 0]")
@json_option
def find(
    words: tuple[str, ...],
    file: IO[bytes] | None,
    limit: int | None,
    seed: int | None,
    as_json: bool,
) -> int:
    """The smallest examples of a goal, or the clauses that leave none.

    Without a NAME every named goal is listed; words that are no name list those that have them.
    Exit codes: 0 for examples and for an impossible goal, 4 where nothing was found within bounds.

    \b
    panda-spin find formation-two-wilds
    panda-spin find --goal goal.json --limit 3
    """
    with refusals(as_json=as_json):
        from checker import find_answers

        name = words[0] if len(words) == 1 else ""
        given = {"limit": limit, "seed": seed}
        asked = {key: value for key, value in given.items() if value is not None}
        if file is not None:
            if words:
                raise click.UsageError("give the NAME of a goal or --goal, not both")
            from checker.wire import strict

            goal: object = strict.parse(file.read())
        elif name in (each["id"] for each in find_answers.listed()):
            goal = name
        else:
            return _list(words, asked, as_json=as_json)
        with _progress() as progress:
            answer = find_answers.answer({"goal": goal, **asked}, progress)
    if as_json:
        show_json(answer)
    else:
        from api.rendering.finding import found

        show(found(answer))
    return 0 if answer["examples"] or answer["impossible"] is not None else NONE


def _list(words: tuple[str, ...], asked: dict[str, int], *, as_json: bool) -> int:
    """Prints the named goals that have these words."""
    from api.rendering.finding import goal_list
    from checker import find_answers

    if asked:
        raise click.UsageError(f"--{next(iter(asked))} needs the name of a goal, or --goal")
    keys = ("id", "title", "statement", "expect")
    listed = [entry for entry in find_answers.listed() if has_words(entry, keys, words)]
    if not listed:
        raise click.UsageError(f"no goal has {' '.join(words)!r}; try {PROGRAM} find")
    if as_json:
        show_json({"goals": listed})
    else:
        show(goal_list(listed))
    return 0


@contextmanager
def _progress() -> Iterator[Callable[[int], object]]:
    """Tells a person who waits at a terminal how many candidates were looked at."""
    if not sys.stderr.isatty():
        yield id
        return
    from rich.console import Console

    with Console(stderr=True).status("looking") as status:
        yield lambda number: status.update(f"looking: {number:,} candidates")
