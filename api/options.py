"""The options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import isnan, nan
from typing import Any, TypeVar

import click

from api.arguments import (
    claim_option,
    complete_decks,
    complete_editions,
    complete_kinds,
    complete_options,
    complete_presets,
    deck_option,
    rulings_option,
)

Command = TypeVar("Command", bound=Callable[..., Any])


def options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several decorators as one, in the order in which help lists them."""
    return lambda command: reduce(lambda done, each: each(done), reversed(decorators), command)


class Whole(click.IntRange):
    """A whole number within a range, which a wrong one is told."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails with the range."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            most = "on" if self.max is None else f"to {self.max}"
            accepted = f"a whole number from {self.min} {most}"
            self.fail(f"got {value!r}; accepted: {accepted}", param, ctx)


class Seconds(click.FloatRange):
    """A number of seconds, more than none and a day at most, which a wrong one is told."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=86_400)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails with the range."""
        try:
            seconds = super().convert(value, param, ctx)
        except click.BadParameter:
            seconds = nan
        if isnan(seconds):
            accepted = f"seconds, more than 0 and at most {self.max:g}"
            self.fail(f"got {value!r}; accepted: {accepted}", param, ctx)
        return seconds


json_option = click.option("--json", "as_json", is_flag=True, help="Print the wire body.")
claims: Any = {
    "metavar": "READING",
    "callback": claim_option,
    "shell_complete": complete_kinds,
}
edition_options = options(
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
    click.option("--preset", shell_complete=complete_presets, help="House rules by name."),
)
rules_options = options(
    click.option(
        "--over",
        metavar="CARDS",
        help="The bid to beat; without it the bid starts a trick.",
    ),
    click.option("--over-as", **claims, help="What was said of the bid to beat."),
    edition_options,
    click.option(
        "--deck",
        metavar="ID|FILE",
        callback=deck_option,
        shell_complete=complete_decks,
        help="The deck that named cards are of: a known one, or an own one as JSON.",
    ),
)
body_option = click.option(
    "--body",
    type=click.File("rb"),
    metavar="FILE|-",
    help="Read the question from a file, - for standard input, as the service takes it.",
)
# So that a card that begins with a hyphen is data; typed_cards() refuses misspelt options.
hyphens = {"ignore_unknown_options": True}
file_argument = click.argument("body", metavar="FILE|-", type=click.File("rb"))
table_options = options(file_argument, edition_options)
"""The file that holds a table, and the rules to go by instead of those that it names."""
