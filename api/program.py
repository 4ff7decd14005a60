"""The program as a whole: its name, its exit codes, and how it tells a failure.

Exit codes: 0 legal, and success of every other command; 2 illegal and nothing else; 3 bad input
and wrong usage; 4 undetermined; 1 failure, such as a solver limit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from api.printing import show_json

if TYPE_CHECKING:
    from checker.wire.shapes import ProblemForm

PROGRAM = "panda-spin"
BAD_INPUT = 3
FAILURE = 1
VERDICTS = {"legal": 0, "illegal": 2, "undetermined": 4}
"""The exit code of each verdict."""
REPLAYED = {"clean": 0, "wrong": 2, "undetermined": 4}
"""The exit code of each verdict on a recorded game."""


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
        from api.rendering.faults import faults

        found = self.problem.get("errors")
        click.echo(faults(found) if found else f"Error: {self.message}", err=True)


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
            from checker.overlays import BadOverlay

            bad = isinstance(error, BadOverlay)
            told = " ".join((str(error) if bad else f"{type(error).__name__}: {error}").split())
            click.echo(f"Error: {told}", err=True)
            return BAD_INPUT if bad else FAILURE


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
