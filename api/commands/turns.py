"""Whole turns: steps, positions, the ways to play on, and recorded games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, cast

import click

from api.arguments import Body
from api.options import json_option, table_argument
from api.printing import show, show_json, wild_of
from api.program import BAD_INPUT, REPLAYED, VERDICTS, refusals

MANY_MOVES = 200
"""From so many moves on a replay shows its progress."""


@click.command()
@table_argument
@json_option
def step(body: IO[bytes], as_json: bool) -> int:
    """What comes of this action at this table? FILE holds the position and the action.

    An action that is not legal changes nothing; the exit code is that of its verdict.
    """
    with refusals(as_json=as_json):
        from checker.wire import answers, strict

        asked = strict.parse(body.read())
        answer = answers.step(asked)
    if as_json:
        show_json(answer)
    else:
        from api.rendering.turns import stepped

        show(stepped(cast(Body, asked), answer, wild_of(answer)))
    return VERDICTS[answer["verdict"]]


@click.command()
@table_argument
@json_option
def status(body: IO[bytes], as_json: bool) -> int:
    """Can this position be? Every fault at once; FILE holds the position.

    Exit code 0 for a position without faults, 3 for one with any.
    """
    with refusals(as_json=as_json):
        from checker.wire import answers, strict

        answer = answers.status(strict.parse(body.read()))
    if as_json:
        show_json(answer)
    else:
        from api.rendering.turns import position_status

        show(position_status(answer))
    return 0 if answer["ok"] else BAD_INPUT


@click.command()
@table_argument
@click.option(
    "--depth", type=click.IntRange(min=1), required=True, help="How many turns to play on."
)
@click.option("--divide", is_flag=True, help="List the plays of the first turn as well.")
@json_option
def perft(body: IO[bytes], depth: int, divide: bool, as_json: bool) -> None:
    """How many ways are there to play on? FILE holds a position, all its cards known.

    Counted are bids with their readings, symbols unused; Element cards; and passes. Each of the
    last two counts once for every smallest set of Element cards to discard before.
    """
    with refusals(as_json=as_json):
        from checker.wire import answers, strict

        answer = answers.perft(strict.parse(body.read()), depth)
    if as_json:
        show_json(answer if divide else {"depth": answer["depth"], "nodes": answer["nodes"]})
    else:
        from api.rendering.turns import continuations

        show(continuations(answer, divided=divide))


@click.command()
@click.argument("file", type=click.File("rb"))
@json_option
def replay(file: IO[bytes], as_json: bool) -> int:
    """Check a recorded game move by move; FILE is its JSON or its text form, - standard input.

    Exit codes: 0 clean, 2 an illegal move or a wrong record of one, 3 unreadable, 4 undetermined.

    \b
    panda-spin replay fixtures/games/two-players.json
    """
    with refusals(as_json=as_json):
        from checker.wire import replays

        record = replays.read(file.read())
        with progress(record.moves) as on_move:
            answer = replays.replay(record, on_move)
    if as_json:
        show_json(answer)
    else:
        from api.rendering import transcripts

        show(transcripts.transcript(answer))
        # A wrapped line would be more than one.
        click.echo(f"\n{transcripts.conclusion(answer)}")
    return REPLAYED[answer["verdict"]]


@contextmanager
def progress(moves: int) -> Iterator[Callable[[], object]]:
    """What to call after each move; a long run shows how far it is, on a terminal only."""
    if moves < MANY_MOVES or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Replaying", total=moves)
        yield lambda: bar.advance(task)
