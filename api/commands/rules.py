"""What the specs hold: clauses, rulings, editions, presets and decks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from api.arguments import (
    complete_decks,
    complete_editions,
    complete_presets,
    complete_rulings,
)
from api.options import json_option
from api.printing import show, show_json
from api.program import PROGRAM

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command()
@click.argument("words", nargs=-1)
@json_option
def clauses(words: tuple[str, ...], as_json: bool) -> None:
    """The rules: all of them, or those whose id, title, section or part has these words."""
    from api.rendering.rules import clause_list
    from checker.wire import texts

    keys = ("id", "title", "part", "force", "sources")
    found = [entry for entry in texts.clauses() if has_words(entry, keys, words)]
    if not found:
        raise click.UsageError(f"no clause has {' '.join(words)!r}; try {PROGRAM} clauses")
    if as_json:
        show_json({"clauses": found})
    else:
        show(clause_list(found))


@click.command()
@click.argument("words", nargs=-1, shell_complete=complete_rulings)
@json_option
def rulings(words: tuple[str, ...], as_json: bool) -> None:
    """The questions that the rules leave open, with the answers to choose from.

    All of them, the one of this id, or those whose id, question or options have these words.
    """
    from api.rendering.rules import ruling_list
    from checker.wire import texts

    every = texts.rulings()
    named = [entry for entry in every if words == (entry["id"],)]
    keys = ("id", "question", "options", "meaning")
    found = named or [entry for entry in every if has_words(entry, keys, words)]
    if not found:
        known = ", ".join(entry["id"] for entry in every)
        raise click.UsageError(f"no ruling has {' '.join(words)!r}; accepted: {known}")
    if as_json:
        show_json(named[0] if named else {"rulings": found})
    else:
        show(ruling_list(found))


@click.command()
@click.argument("name", metavar="[ID]", required=False, shell_complete=complete_editions)
@json_option
def editions(name: str | None, as_json: bool) -> None:
    """The rules texts to judge by."""
    from api.rendering.rules import edition_list
    from checker.wire import texts

    _show_entries("editions", texts.editions(), name, edition_list, as_json=as_json)


@click.command()
@click.argument("name", metavar="[ID]", required=False, shell_complete=complete_presets)
@json_option
def presets(name: str | None, as_json: bool) -> None:
    """House rules: an edition and options to judge by, under one name."""
    from api.rendering.rules import preset_list
    from checker.wire import texts

    _show_entries("presets", texts.presets(), name, preset_list, as_json=as_json)


@click.command()
@click.argument("name", metavar="[ID]", required=False, shell_complete=complete_decks)
@json_option
def decks(name: str | None, as_json: bool) -> None:
    """The cards: with an ID every card of that deck, with both sides."""
    from api.rendering.decks import deck_list
    from checker.wire import texts

    _show_entries("decks", texts.decks(), name, deck_list, as_json=as_json)


def _show_entries(
    what: str,
    every: Sequence[Mapping[str, Any]],
    name: str | None,
    listed: Callable[[Sequence[Mapping[str, Any]]], RenderableType],
    *,
    as_json: bool,
) -> None:
    """Prints all entries of the specs, or the one of that name."""
    found = [entry for entry in every if name in (None, entry["id"])]
    if not found:
        known = ", ".join(entry["id"] for entry in every)
        raise click.UsageError(f"no {what[:-1]} is called {name!r}; accepted: {known}")
    if as_json:
        show_json(found[0] if name else {what: found})
    else:
        show(listed(found))


def has_words(entry: Mapping[str, object], keys: Iterable[str], words: Iterable[str]) -> bool:
    """Whether each word begins a word of what stands under these keys."""
    text = " ".join(str(entry[key]) for key in keys)
    return all(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) for word in words)
