"""Whole turns: steps, positions, the ways to play on, and recorded games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO, TYPE_CHECKING, cast

import click

from api.arguments import Body, by_rules, table, with_action
from api.options import Whole, file_argument, json_option, table_options
from api.printing import show, show_json, wild_of
from api.program import BAD_INPUT, FAILURE, REPLAYED, VERDICTS, Refused, refusals

if TYPE_CHECKING:
    from checker.wire.shapes import PerftAnswer

MANY_MOVES = 200
"""From so many moves on a replay shows its progress."""
PATIENCE = 1.0
"""For so many seconds a count shows no running total."""
MOST_BYTES_OF_CASES = 8 * 1024 * 1024
"""The largest file of cases."""


@click.command()
@table_options
@json_option
def step(
    body: IO[bytes],
    edition: str | None,
    preset: str | None,
    rulings: dict[str, str],
    *,
    as_json: bool,
) -> int:
    """What comes of this action at this table? FILE holds the position and the action.

    An action that is not legal changes nothing; the exit code is that of its verdict.
    """
    with refusals(as_json=as_json):
        from checker.wire import answers, strict

        asked = by_rules(with_action(strict.parse(body.read())), edition, preset, rulings)
        answer = answers.step(asked)
    if as_json:
        show_json(answer)
    else:
        from api.rendering.turns import stepped

        show(stepped(cast(Body, asked), answer, wild_of(answer)))
    return VERDICTS[answer["verdict"]]


@click.command()
@table_options
@json_option
def status(
    body: IO[bytes],
    edition: str | None,
    preset: str | None,
    rulings: dict[str, str],
    *,
    as_json: bool,
) -> int:
    """Can this position be? Every fault at once; FILE holds the position, bare or as "position".

    Exit code 0 for a position without faults, 3 for one with any.
    """
    with refusals(as_json=as_json):
        from checker.wire import answers, strict

        answer = answers.status(
            by_rules(table(strict.parse(body.read())), edition, preset, rulings)
        )
    if as_json:
        show_json(answer)
    else:
        from api.rendering.turns import position_status

        show(position_status(answer))
    return 0 if answer["ok"] else BAD_INPUT


@click.command()
@table_options
@click.option(
    "--depth",
    type=Whole(min=1),
    help="How many turns to play on; of a table of counts, up to how many.",
)
@click.option("--divide", is_flag=True, help="List the plays of the first turn as well.")
@click.option(
    "--most",
    type=Whole(min=1),
    default=1_000_000,
    show_default=True,
    help="Stop where there are more ways than this.",
)
@click.option("--case", metavar="ID", help="Of a table of counts, only this case.")
@json_option
def perft(
    body: IO[bytes],
    edition: str | None,
    preset: str | None,
    rulings: dict[str, str],
    *,
    depth: int | None,
    divide: bool,
    most: int,
    case: str | None,
    as_json: bool,
) -> int:
    """How many ways are there to play on? FILE holds a position, all its cards known.

    Counted are bids with their readings, symbols unused; Element cards; and passes. Each of the
    last two counts once for every smallest set of Element cards to discard before. Each turn more
    multiplies the number by that of the plays: some hundred ways are counted in a second.

    A FILE such as fixtures/perft/positions.json holds cases and their numbers: they are counted and
    compared. Exit code 0 where all are right, 1 where one is not.

    \b
    panda-spin perft fixtures/perft/positions.json --case perft-1
    """
    with refusals(as_json=as_json):
        from checker.wire import strict

        asked = strict.parse(body.read(), MOST_BYTES_OF_CASES)
        if isinstance(asked, dict) and "cases" in asked:
            if divide or edition or preset or rulings:
                raise click.UsageError("each case of a table has its own rules and is not divided")
            return _compare(_chosen(asked["cases"], case), depth, most, as_json=as_json)
        if case:
            raise click.UsageError("--case goes with a file of cases")
        if depth is None:
            raise click.UsageError("say how many turns to play on, with --depth")
        answer = _counted(
            by_rules(table(asked), edition, preset, rulings), depth, most, as_json=as_json
        )
    if as_json:
        show_json(answer if divide else {"depth": answer["depth"], "nodes": answer["nodes"]})
    else:
        from api.rendering.turns import continuations

        show(continuations(answer, divided=divide))
    return 0


def _counted(asked: object, depth: int, most: int, *, as_json: bool) -> PerftAnswer:
    """The ways to play on; raises ``Refused`` where there are too many."""
    from checker.perft import Tally, TooManyWays
    from checker.wire import answers, telling

    try:
        with running_total() as on_count:
            return answers.perft(asked, depth, Tally(most, on_count))
    except TooManyWays as error:
        told = f"{error}; give a smaller --depth, or a larger --most"
        raise Refused(telling.problem(503, told), as_json=as_json) from None


def _chosen(cases: object, name: str | None) -> list[Body]:
    """The case of that name, or every one."""
    listed = [each for each in cases if isinstance(each, dict)] if isinstance(cases, list) else []
    found = [each for each in listed if name in (None, each.get("id"))]
    if not found:
        known = ", ".join(str(each.get("id")) for each in listed)
        raise click.UsageError(f"no case is called {name!r}; accepted: {known}")
    if not all(each.keys() >= {"id", "position", "nodes"} for each in found):
        raise click.UsageError("a case has id, position and nodes, and rulings if wanted")
    return found


def _compare(cases: list[Body], depth: int | None, most: int, *, as_json: bool) -> int:
    """Counts every case to each of its depths and shows where another number stands."""
    compared: list[Body] = []
    for case in cases:
        wanted = case["nodes"][:depth]
        asked = {
            key: case[key] for key in ("position", "edition", "rulings", "deck") if key in case
        }
        nodes = [
            _counted(asked, turns, most, as_json=as_json)["nodes"]
            for turns in range(1, len(wanted) + 1)
        ]
        compared.append(
            {"id": case["id"], "nodes": nodes, "expected": wanted, "ok": nodes == wanted}
        )
    right = all(each["ok"] for each in compared)
    if as_json:
        show_json({"ok": right, "cases": compared})
    else:
        from api.rendering.turns import comparison

        show(comparison(compared))
    return 0 if right else FAILURE


@click.command()
@file_argument
@json_option
def replay(body: IO[bytes], as_json: bool) -> int:
    """Check a recorded game move by move; FILE is its JSON or its text form, - standard input.

    Exit codes: 0 clean, 2 an illegal move or a wrong record of one, 3 unreadable, 4 undetermined.

    \b
    panda-spin replay fixtures/games/two-players.json
    """
    with refusals(as_json=as_json):
        from checker.wire import replays

        record = replays.read(body.read())
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


@contextmanager
def running_total() -> Iterator[Callable[[int], object]]:
    """What to call with the number of ways so far, which a long count shows on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _ways: None
        return
    from rich.console import Console

    line, began = Console(stderr=True).status(""), monotonic()

    def on_count(ways: int) -> None:
        if monotonic() - began >= PATIENCE:
            line.update(f"{ways:,} ways so far")
            line.start()

    try:
        yield on_count
    finally:
        line.stop()
