"""The command line ``panda-spin``: the same questions and bodies as the HTTP service.

Exit codes: 0 legal, and success of every other command; 2 illegal and nothing else; 3 bad input
and wrong usage; 4 undetermined; 1 failure, such as a solver limit. The solver, the rules and the
server are imported where they are used, so that help and completion answer at once.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

import click
from click.shell_completion import get_completion_class

from api.arguments import (
    CLAIM_FORM,
    Body,
    CardsCommand,
    claim_option,
    complete_decks,
    complete_editions,
    complete_kinds,
    complete_options,
    complete_rulings,
    given,
    rulings_option,
    spelled,
    typed_cards,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from checker.wire.shapes import ProblemForm

Command = TypeVar("Command", bound=Callable[..., Any])

PROGRAM = "panda-spin"
BAD_INPUT = 3
FAILURE = 1
MOST_WIDTH = 100
VERDICTS = {"legal": 0, "illegal": 2, "undetermined": 4}
"""The exit code of each verdict."""
REPLAYED = {"clean": 0, "wrong": 2, "undetermined": 4}
"""The exit code of each verdict on a recorded game."""
MANY_MOVES = 200
"""From so many moves on a replay shows its progress."""

DEMO = (
    ("judge", "7+water 9", "--over", "5 6 7"),
    ("judge", "6 8", "--over", "5 5", "--hand", "6 8 8+fire 9+9 7+water"),
    ("judge", "6 6 7 7 8 8", "--over", "4 4 4 5 5 5"),
    ("plays", "7+water 9 10 J", "--over", "6 7"),
)
"""What ``demo`` types: a wild at work, a refusal, an open question of the rules, a proved list."""


# Failing


class Refused(click.ClickException):
    """A question that gets no answer; ``problem`` is the body that the service would send."""

    exit_code = FAILURE

    def __init__(self, problem: ProblemForm, *, as_json: bool) -> None:
        self.problem, self.as_json = problem, as_json
        super().__init__(problem["detail"])

    def show(self, file: IO[Any] | None = None) -> None:
        """Print every fault on standard error, or the problem as JSON."""
        if self.as_json:
            show_json(self.problem, err=True)
            return
        from api import rendering

        found = self.problem.get("errors")
        click.echo(rendering.faults(found) if found else f"Error: {self.message}", err=True)


class BadInput(Refused):
    """A question that cannot be read or asked, and that its asker can mend."""

    exit_code = BAD_INPUT


class Program(click.Group):
    """The commands, with this project's exit codes."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run one command and exit with its code."""
        sys.exit(self.run(*args, **extra))

    def run(self, *args: Any, **extra: Any) -> int:
        """Run one command and return its exit code; whatever fails is told in a line."""
        settings = {**extra, "prog_name": PROGRAM, "standalone_mode": False}
        try:
            return super().main(*args, **settings) or 0
        except click.ClickException as error:
            error.show()
            return BAD_INPUT if isinstance(error, click.UsageError) else error.exit_code
        except click.Abort:
            return FAILURE
        except Exception as error:
            told = " ".join(f"{type(error).__name__}: {error}".split())
            click.echo(f"Error: {told}", err=True)
            return FAILURE


# Asking


@contextmanager
def refusals(*, as_json: bool) -> Iterator[None]:
    """Turns what the rules authority raises into this program's errors."""
    from checker.model.solving import SolverLimit
    from checker.wire import telling

    try:
        yield
    except telling.BAD_INPUT as error:
        raise BadInput(telling.told(error), as_json=as_json) from error
    except SolverLimit as error:
        raise Refused(telling.told(error), as_json=as_json) from error


def question(typed: Body, file: IO[bytes] | None, cards: str) -> object:
    """The body to ask: what was typed, or what the file holds, never both."""
    if file is None:
        if cards not in typed:
            raise click.UsageError(f'give the cards of the {cards} ("" for none) or --body')
        return typed
    if typed:
        raise click.UsageError("--body holds the whole question: leave out cards and options")
    from checker.wire import strict

    return strict.parse(file.read())


# Printing


def show_json(value: object, *, err: bool = False) -> None:
    """Print the body that the service would answer."""
    from checker.wire import dumping

    click.echo(dumping.body(value), nl=False, err=err)


def show(renderable: RenderableType) -> None:
    """Print for people, no wider than is easily read."""
    from rich.console import Console

    from api import rendering

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    terminal = sys.stdout.isatty()
    width = min(shutil.get_terminal_size().columns, MOST_WIDTH) if terminal else rendering.WIDTH
    console = Console(file=sys.stdout, width=width, highlight=False)
    click.echo(rendering.printed(renderable, console), nl=False, color=True)


def wild_of(answer: Mapping[str, Any]) -> str:
    """The symbol that is wild in the edition that decided."""
    from checker.rulebook import rulebook

    edition = answer.get("decided_by", {}).get("edition", "rulebook")
    return rulebook().edition(edition).wild.value


# Commands


def options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several decorators as one, in the order in which help lists them."""
    return lambda command: reduce(lambda done, each: each(done), reversed(decorators), command)


json_option = click.option("--json", "as_json", is_flag=True, help="Print the wire body.")
claims: Any = {
    "metavar": "READING",
    "callback": claim_option,
    "shell_complete": complete_kinds,
}
rules_options = options(
    click.option(
        "--over",
        metavar="CARDS",
        help="The bid to beat; without it the bid starts a trick.",
    ),
    click.option("--over-as", **claims, help="What was said of the bid to beat."),
    click.option("--edition", shell_complete=complete_editions, help="The rules text to go by."),
    click.option(
        "--ruling",
        "rulings",
        metavar="ID=OPTION",
        multiple=True,
        callback=rulings_option,
        shell_complete=complete_options,
        help="Decide an open question of the rules; may be repeated.",
    ),
    click.option("--deck", shell_complete=complete_decks, help="The deck that named cards are of."),
)
body_option = click.option(
    "--body",
    type=click.File("rb"),
    metavar="FILE",
    help="Read the question from a file, - for standard input, as the service takes it.",
)
# So that a card that begins with a hyphen is data; typed_cards() refuses misspelt options.
hyphens = {"ignore_unknown_options": True}


@click.group(cls=Program, context_settings={"max_content_width": 100})
@click.version_option(package_name=PROGRAM, message="%(prog)s %(version)s")
def main() -> None:
    """A referee for the card game Panda Spin.

    Exit codes: 0 legal (and success), 2 illegal, 3 bad input or wrong usage, 4 undetermined,
    1 failure. With --json an answer is the body of the HTTP service; what cannot be answered is its
    problem body, on standard error.
    """


@main.command(cls=CardsCommand, context_settings=hyphens)
@click.argument("cards", nargs=-1)
@click.option("--as", "claim", **claims, help=f"What is said of the bid. {CLAIM_FORM}.")
@rules_options
@click.option(
    "--hand", metavar="CARDS", help="The hand, to look for other plays in; not checked otherwise."
)
@click.option(
    "--explain",
    type=click.Choice(("none", "reasons", "all", "trace")),
    help="How much is explained.  [default: reasons]",
)
@click.option("--certificate", is_flag=True, help="Add the decision as SMT-LIB 2.")
@body_option
@json_option
def judge(
    cards: tuple[str, ...],
    claim: Body | None,
    over: str | None,
    over_as: Body | None,
    hand: str | None,
    rulings: dict[str, str],
    body: IO[bytes] | None,
    as_json: bool,
    **named: Any,
) -> int:
    """Is this bid legal, and which clauses say so?

    \b
    panda-spin judge "6+6" --over "5 5"
    panda-spin judge 7+water 9 --over "5 6 7" --as run
    """
    typed = given(
        bid=spelled(typed_cards(cards), claim),
        over=spelled(over, over_as),
        hand=spelled(hand, None),
        rulings=rulings,
        **named,
    )
    with refusals(as_json=as_json):
        from checker.wire import answers

        asked = question(typed, body, "bid")
        answer = answers.judge(asked)
    if as_json:
        show_json(answer)
    else:
        from api import rendering

        show(rendering.judgement(cast(Body, asked), answer, wild_of(answer)))
        if "certificate" in answer:
            # Verbatim: a wrapped line would be another text.
            click.echo(f"\n{answer['certificate'].rstrip()}")
    return VERDICTS[answer["verdict"]]


@main.command(cls=CardsCommand, context_settings=hyphens)
@click.argument("cards", nargs=-1)
@rules_options
@click.option(
    "--by",
    type=click.Choice(("cards", "faces")),
    help="Count every card, or equal faces once.  [default: cards]",
)
@click.option("--limit", type=click.IntRange(min=1), help="The most plays to list.")
@click.option("--cursor", help="Where the page before this one ended.")
@body_option
@json_option
def plays(
    cards: tuple[str, ...],
    over: str | None,
    over_as: Body | None,
    rulings: dict[str, str],
    body: IO[bytes] | None,
    as_json: bool,
    **named: Any,
) -> int:
    """What can be played from this hand? Every play, none twice, with a proof.

    \b
    panda-spin plays "7+water 9 10 J" --over "6 7"
    """
    typed = given(
        hand=spelled(typed_cards(cards), None),
        over=spelled(over, over_as),
        rulings=rulings,
        **named,
    )
    with refusals(as_json=as_json):
        from checker.wire import answers

        asked = question(typed, body, "hand")
        answer = answers.plays(asked)
    if as_json:
        show_json(answer)
    else:
        from api import rendering

        show(rendering.play_list(cast(Body, asked), answer, wild_of(answer)))
    return VERDICTS["undetermined"] if "by_over" in answer else 0


table_argument = click.argument("body", metavar="FILE|-", type=click.File("rb"))


@main.command()
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
        from api import rendering

        show(rendering.stepped(cast(Body, asked), answer, wild_of(answer)))
    return VERDICTS[answer["verdict"]]


@main.command()
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
        from api import rendering

        show(rendering.position_status(answer))
    return 0 if answer["ok"] else BAD_INPUT


@main.command()
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
        from api import rendering

        show(rendering.continuations(answer, divided=divide))


@main.command()
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
        from api import transcripts

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


@main.command()
@click.argument("words", nargs=-1)
@json_option
def clauses(words: tuple[str, ...], as_json: bool) -> None:
    """The rules: all of them, or those whose id, title, section or part has these words."""
    from api import rendering
    from checker.wire import texts

    found = [entry for entry in texts.clauses() if has_words(entry, words)]
    if not found:
        raise click.UsageError(f"no clause has {' '.join(words)!r}; try {PROGRAM} clauses")
    if as_json:
        show_json({"clauses": found})
    else:
        show(rendering.clause_list(found))


@main.command()
@click.argument("name", metavar="[ID]", required=False, shell_complete=complete_rulings)
@json_option
def rulings(name: str | None, as_json: bool) -> None:
    """The questions that the rules leave open, with the answers to choose from."""
    from api import rendering
    from checker.wire import texts

    every = texts.rulings()
    found = [entry for entry in every if name in (None, entry["id"])]
    if not found:
        known = ", ".join(entry["id"] for entry in every)
        raise click.UsageError(f"no ruling is called {name!r}; accepted: {known}")
    if as_json:
        show_json(found[0] if name else {"rulings": found})
    else:
        show(rendering.ruling_list(found))


@main.command()
@click.argument("name", metavar="[ID]", required=False, shell_complete=complete_editions)
@json_option
def editions(name: str | None, as_json: bool) -> None:
    """The rules texts to judge by."""
    from api import rendering
    from checker.wire import texts

    every = texts.editions()
    found = [entry for entry in every if name in (None, entry["id"])]
    if not found:
        known = ", ".join(entry["id"] for entry in every)
        raise click.UsageError(f"no edition is called {name!r}; accepted: {known}")
    if as_json:
        show_json(found[0] if name else {"editions": found})
    else:
        show(rendering.edition_list(found))


def has_words(entry: Mapping[str, object], words: Iterable[str]) -> bool:
    """Whether each word begins a word of what the clause is called and where it stands."""
    text = " ".join(str(entry[key]) for key in ("id", "title", "part", "force", "sources"))
    return all(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) for word in words)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(min=1))
def serve(host: str, port: int, workers: int) -> None:
    """Answer the same questions over HTTP."""
    from api import serving

    serving.serve(host, port, workers)


@main.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the script that completes commands, editions, rulings and kinds in a shell.

    \b
    eval "$(panda-spin completion bash)"
    """
    completer = get_completion_class(shell)
    if completer is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(completer(main, {}, PROGRAM, "_PANDA_SPIN_COMPLETE").source())


@main.command()
def demo() -> int:
    """Four questions, as they are typed, and their answers."""
    codes = []
    for place, words in enumerate(DEMO):
        prompt = click.style(f"$ {shlex.join((PROGRAM, *words))}", bold=True)
        click.echo(f"\n{prompt}" if place else prompt)
        codes.append(main.run(list(words)))
    return 0 if set(codes) <= set(VERDICTS.values()) else FAILURE
