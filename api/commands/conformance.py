"""Other implementations and their tests: conformance, coverage, random questions; and answering."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.arguments import given
from api.options import Seconds, Whole, edition_options, json_option, options
from api.printing import show, show_json
from api.program import BAD_INPUT, FAILURE, refusals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from importlib.resources.abc import Traversable
    from typing import TypeAlias

    from api.implementations import Implementation
    from checker.cases import Case

    Place: TypeAlias = Traversable | Path

EXPLAINED = "see fixtures/README.md"

implementation_options = options(
    click.option(
        "--command",
        metavar="PROGRAM",
        help="The implementation, a program that answers a question a line; with its arguments.",
    ),
    click.option("--url", metavar="URL", help="The implementation, a service: http://HOST:PORT."),
    click.option(
        "--timeout",
        type=Seconds(),
        default=10.0,
        show_default=True,
        help="The seconds that one answer may take.",
    ),
)


@click.command()
@implementation_options
@click.option(
    "--fixtures",
    type=click.Path(exists=True, path_type=Path),
    metavar="DIR|FILE",
    help="The cases to ask.  [default: those of this project]",
)
@click.option(
    "--without",
    metavar="FLAG,...",
    default="",
    help="Leave out the cases with any of these flags, such as turn,expansion.",
)
@click.option("--case", "only", metavar="ID", help="Ask only this case.")
@click.option(
    "--show",
    "shown",
    type=Whole(min=0),
    default=5,
    show_default=True,
    help="How many failures to show in full.",
)
@click.option("--all", "every", is_flag=True, help="List every clause, not only broken ones.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the report to a file."
)
@json_option
def conformance(
    command: str | None,
    url: str | None,
    timeout: float,
    fixtures: Path | None,
    without: str,
    only: str | None,
    shown: int,
    every: bool,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Does another implementation answer as it should? A report by clause, failures in full.

    fixtures/CONFORMANCE.md says what the program reads and writes. Exit codes: 0 every case passed
    that was not left out, 1 some failed (or all were left out), 3 wrong usage.

    \b
    panda-spin conformance --command "panda-spin answer"
    """
    from checker.conformance import report, report_form, run

    cases = _chosen(_fixtures(fixtures), only)
    flags = _flags(without, cases)
    with (
        refusals(as_json=as_json),
        _implementation(command, url, timeout) as asked,
        _counting("Asking", len(cases)) as counted,
    ):
        told = report(counted(run(cases, asked.ask, flags)))
    if svg:
        from api.rendering.clause_chart import clause_chart

        _write(svg, clause_chart(told))
    if as_json:
        show_json(report_form(told))
    else:
        from api.rendering.conformance import conformance as in_words

        show(in_words(told, shown=shown, every=every))
    return 0 if told.conforms else FAILURE


@click.command()
@click.argument("cases", metavar="FILE|DIR", type=click.Path(exists=True, path_type=Path))
@click.option("--all", "every", is_flag=True, help="Tell of every mutant that survives.")
@json_option
def coverage(cases: Path, every: bool, as_json: bool) -> int:
    """What do the cases of other tests never exercise? Clauses, options of rulings, mutants.

    The file is JSON Lines, each an object with "request" (and "endpoint": judge, plays, step or
    replay), or a file of fixtures; fixtures/CONFORMANCE.md says what counts as exercised. Exit
    codes: 0 every case was asked, 3 some have no answer and exercise nothing: what is wrong with
    each is told.

    \b
    panda-spin coverage their-cases.jsonl
    """
    from checker.coverage import coverage as told_of
    from checker.coverage import coverage_form, exercised

    asked = _cases(cases, _read)
    with refusals(as_json=as_json), _counting("Asking", len(asked)) as counted:
        told = told_of(counted(map(exercised, asked)))
    if as_json:
        show_json(coverage_form(told))
    else:
        from api.rendering.coverage import coverage as in_words

        show(in_words(told, every=every))
    return BAD_INPUT if told.unanswered else 0


@click.command()
@implementation_options
@click.option(
    "--seed",
    type=Whole(min=0),
    default=1,
    show_default=True,
    help="The same seed asks the same questions.",
)
@click.option(
    "--cases",
    type=Whole(min=1),
    default=1000,
    show_default=True,
    help="How many questions to ask at most.",
)
@edition_options
@json_option
def fuzz(
    command: str | None,
    url: str | None,
    timeout: float,
    seed: int,
    cases: int,
    rulings: dict[str, str],
    as_json: bool,
    **named: Any,
) -> int:
    """Ask another implementation random bids until it is wrong; print the smallest such case.

    Exit codes: 0 nothing was wrong, 1 something was (or all was left out), 3 wrong usage.

    \b
    panda-spin fuzz --command "./their-program" --seed 7
    """
    from itertools import islice

    from checker.cases import case_form
    from checker.conformance import run
    from checker.fuzzing import first_failure, fuzzed_form, kept, random_cases, shrunk
    from checker.wire.dumping import dump

    rules = given(rulings=rulings, **named)
    with (
        refusals(as_json=as_json),
        _implementation(command, url, timeout) as asked,
        _counting("Asking", cases) as counted,
    ):
        questions = counted(islice(random_cases(seed, rules), cases))
        told = first_failure(run(questions, asked.ask))
        smallest = told.failed and shrunk(told.failed, asked.ask)
    if as_json:
        show_json(fuzzed_form(told, smallest))
    else:
        from api.rendering.fuzzing import fuzzed

        show(fuzzed(told, smallest))
        if smallest:
            # Verbatim: a wrapped line would be no line of JSON.
            click.echo(f"\nThe case to keep:\n{dump(case_form(kept(smallest)))}")
    return 0 if smallest is None and told.left_out < told.asked else FAILURE


@click.command()
def answer() -> None:
    """Answer questions, one a line, as another implementation would for conformance.

    \b
    echo '{"id": "1", "endpoint": "judge", "request": {"bid": ["6"]}}' | panda-spin answer
    """
    from checker import cases
    from checker.wire import dumping

    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(dumping.body(cases.answer_line(line)))
            sys.stdout.buffer.flush()


@contextmanager
def _implementation(
    command: str | None, url: str | None, timeout: float
) -> Iterator[Implementation]:
    """The implementation that is named, let go of at the end; wrong usage where it cannot be."""
    from api.implementations import NotStarted, Program, Service

    if command and url:
        raise click.UsageError("name the implementation with --command or with --url, not both")
    if not command and not url:
        raise click.UsageError("name the implementation, with --command or with --url")
    try:
        with Service(url, timeout) if url else Program(_words(command or ""), timeout) as asked:
            yield asked
    except NotStarted as error:
        raise click.UsageError(f"{'--url' if url else '--command'}: {error}") from None


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise click.UsageError(f"--command: got {command!r}: {error}") from None


def _fixtures(path: Path | None) -> list[Case]:
    """All cases to ask, each of which says what to expect."""
    from checker.cases import paired

    return paired(_cases(files("fixtures") if path is None else path, _read_expecting))


def _cases(root: Place, read: Callable[[Place], list[Case]]) -> list[Case]:
    """All cases of a file, or of a folder and the folder ``generated`` in it."""
    found = [root] if root.is_file() else [*_files(root), *_files(root.joinpath("generated"))]
    cases = [case for file in found for case in read(file)]
    if not cases:
        raise click.UsageError(f"{root.name} holds no cases; {EXPLAINED}")
    return cases


def _files(folder: Place) -> list[Place]:
    """The files of cases in a folder, by name."""
    if not folder.is_dir():
        return []
    listed = sorted(folder.iterdir(), key=lambda entry: entry.name)
    named = [entry for entry in listed if entry.name.endswith((".json", ".jsonl"))]
    return [entry for entry in named if entry.name != "schema.json"]


def _read(file: Place) -> list[Case]:
    from checker.cases import BadCases, read_cases

    try:
        return read_cases(file.read_bytes())
    except (BadCases, OSError) as error:
        raise click.UsageError(f"{file.name}: {error}") from None


def _read_expecting(file: Place) -> list[Case]:
    """The cases of a file, each of which says what to expect."""
    cases = _read(file)
    for case in cases:
        if not case.expect:
            raise click.UsageError(f'{file.name}: {case.id} has no "expect"; {EXPLAINED}')
    return cases


def _chosen(cases: list[Case], only: str | None) -> list[Case]:
    found = [case for case in cases if only in (None, case.id)]
    if not found:
        raise click.UsageError(f"no case is called {only!r}")
    return found


def _flags(text: str, cases: Iterable[Case]) -> set[str]:
    """The flags of this list, each of which fixtures or these cases may have."""
    named = {flag.strip() for flag in text.split(",") if flag.strip()}
    schema = json.loads(files("fixtures").joinpath("schema.json").read_text("utf-8"))
    usual = schema["$defs"]["case"]["properties"]["flags"]["items"]["enum"]
    known = {*usual, *(flag for case in cases for flag in case.flags)}
    if wrong := sorted(named - known):
        accepted = ", ".join(sorted(known))
        raise click.UsageError(f"--without: got {', '.join(wrong)}; accepted: {accepted}")
    return named


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def _counting(what: str, total: int) -> Iterator[Callable[[Iterable[Any]], Iterable[Any]]]:
    """What to hand things through that are shown as they are counted, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda things: things
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield lambda things: bar.track(things, total=total, description=what)
