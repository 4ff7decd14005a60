"""How an answer reaches standard output: for people, or as the wire body."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_WIDTH = 100


def show_json(value: object, *, err: bool = False) -> None:
    """Print the body that the service would answer."""
    from checker.wire import dumping

    click.echo(dumping.body(value), nl=False, err=err)


def show(renderable: RenderableType) -> None:
    """Print for people, no wider than is easily read."""
    import shutil

    from rich.console import Console

    from api.rendering.layout import WIDTH, printed

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    terminal = sys.stdout.isatty()
    width = min(shutil.get_terminal_size().columns, MOST_WIDTH) if terminal else WIDTH
    console = Console(file=sys.stdout, width=width, highlight=False)
    click.echo(printed(renderable, console), nl=False, color=True)


def wild_of(answer: Mapping[str, Any]) -> str:
    """The symbol that is wild in the edition that decided."""
    from checker.rulebook import rulebook

    edition = answer.get("decided_by", {}).get("edition", "rulebook")
    return rulebook().edition(edition).wild.value
