"""The command line ``panda-spin``: the same questions and bodies as the HTTP service.

Here is the group of commands and what is about all of them; each other command stands in
``api.commands``.
"""

from __future__ import annotations

import click

from api.commands import (
    bids,
    conformance,
    disputes,
    finding,
    fixtures,
    rules,
    serving,
    theorems,
    turns,
)
from api.program import FAILURE, PROGRAM, VERDICTS, Program

DEMO = (
    ("judge", "7+water 9", "--over", "5 6 7"),
    ("judge", "6 8", "--over", "5 5", "--hand", "6 8 8+fire 9+9 7+water"),
    ("judge", "6 6 7 7 8 8", "--over", "4 4 4 5 5 5"),
    ("plays", "7+water 9 10 J", "--over", "6 7"),
)
"""What ``demo`` types: a wild at work, a refusal, an open question of the rules, a proved list."""


@click.group(cls=Program, context_settings={"max_content_width": 100})
@click.version_option(package_name=PROGRAM, message="%(prog)s %(version)s")
def main() -> None:
    """A referee for the card game Panda Spin.

    Exit codes: 0 legal (and success), 2 illegal, 3 bad input or wrong usage, 4 undetermined,
    1 failure. With --json an answer is the body of the HTTP service; what cannot be answered is its
    problem body, on standard error.
    """


@main.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the script that completes commands, editions, rulings and kinds in a shell.

    \b
    eval "$(panda-spin completion bash)"
    """
    from click.shell_completion import get_completion_class

    completer = get_completion_class(shell)
    if completer is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(completer(main, {}, PROGRAM, "_PANDA_SPIN_COMPLETE").source())


@main.command()
def demo() -> int:
    """Four questions, as they are typed, and their answers."""
    import shlex

    codes = []
    for place, words in enumerate(DEMO):
        prompt = click.style(f"$ {shlex.join((PROGRAM, *words))}", bold=True)
        click.echo(f"\n{prompt}" if place else prompt)
        codes.append(main.run(list(words)))
    return 0 if set(codes) <= set(VERDICTS.values()) else FAILURE


COMMANDS = (
    bids.judge,
    bids.plays,
    disputes.dispute,
    disputes.changes,
    finding.find,
    turns.step,
    turns.status,
    turns.perft,
    turns.replay,
    theorems.prove,
    theorems.order,
    conformance.conformance,
    conformance.coverage,
    conformance.fuzz,
    conformance.answer,
    fixtures.fixtures,
    rules.clauses,
    rules.rulings,
    rules.editions,
    rules.presets,
    rules.decks,
    serving.serve,
)
for command in COMMANDS:
    main.add_command(command)
