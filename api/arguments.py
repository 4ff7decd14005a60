"""What is typed on the command line, as the wire takes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import click
from click.shell_completion import CompletionItem

Body: TypeAlias = dict[str, Any]


def card_list(text: str) -> list[str]:
    """The cards in a text, separated by spaces or commas.

    >>> card_list("7+water, 9 10")
    ['7+water', '9', '10']
    """
    return re.findall(r"[^\s,]+", text)


class ClaimType(click.ParamType[Body, str]):
    """What a player says of a bid: kind, WIDTHxLENGTH and top value, each of them optional."""

    name = "reading"
    form = "KIND WIDTHxLENGTH TOP, each optional: set, 'set 2x1 6', 'formation 2x3 Q', 'x3'"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Body:
        """The claim as the wire takes it."""
        from checker.notation import NotationError

        claim: Body = {}
        for word in card_list(value):
            try:
                part = _claim_part(word)
            except NotationError:
                self.fail(f"{word!r} in {value!r} is none of {self.form}", param, ctx)
            if claim.keys() & part.keys():
                self.fail(f"{value!r} says {', '.join(part)} twice", param, ctx)
            claim |= part
        return claim

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The kinds of combination."""
        from checker.readings import KINDS

        return _starting(incomplete, KINDS)


def _claim_part(word: str) -> Body:
    from checker.notation import read_value
    from checker.readings import KINDS

    shape = re.fullmatch(r"([0-9]{0,3})x([0-9]{0,3})", word.lower())
    if word.lower() in KINDS:
        return {"kind": word.lower()}
    if shape and word.lower() != "x":
        named = zip(("width", "length"), shape.groups(), strict=True)
        return {name: int(digits) for name, digits in named if digits}
    return {"top": str(read_value(word))}


class RulingType(click.ParamType[tuple[str, str], str]):
    """A ruling and the option to decide by: ``id=option``."""

    name = "ruling"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """The id and the option."""
        ruling, equals, option = value.partition("=")
        if not (ruling and equals and option):
            self.fail(f"{value!r} is not ID=OPTION, such as natural-four=either", param, ctx)
        return ruling, option

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Every option of every ruling."""
        from checker.rulebook import rulebook

        rulings = rulebook().rulings.values()
        return _starting(incomplete, (f"{r.id}={option}" for r in rulings for option in r.options))


def _starting(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(str(name)) for name in names if name.startswith(incomplete)]


def complete_editions(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The editions that begin like this."""
    from checker.rulebook import rulebook

    return _starting(incomplete, rulebook().editions)


def complete_rulings(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The rulings that begin like this."""
    from checker.rulebook import rulebook

    return _starting(incomplete, rulebook().rulings)


def complete_decks(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The decks that begin like this."""
    from checker.decks import DECK_IDS

    return _starting(incomplete, DECK_IDS)


def spelled(bid: str | None, claim: Body | None) -> list[str] | Body | None:
    """A bid as the wire takes it: its cards, with the claim where there is one."""
    if bid is None:
        if claim:
            raise click.UsageError("a claim (--as, --over-as) needs the cards it is about")
        return None
    return {"cards": card_list(bid), "as": claim} if claim else card_list(bid)


def given(**fields: Any) -> Body:
    """A body of the fields that were given; a flag or list that was not says nothing."""
    return {name: value for name, value in fields.items() if value not in (None, False, {})}


def pinned(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The rulings by id; one that is pinned twice is wrong usage."""
    rulings = dict(pairs)
    if len(rulings) < len(pairs):
        raise click.UsageError("a ruling can be pinned only once")
    return rulings


def typed_cards(texts: Sequence[str]) -> str | None:
    """The cards of the arguments as one text; ``None`` where there is no argument.

    An argument that begins with one hyphen is data, one with two is a misspelt option.
    """
    for text in texts:
        if text.startswith("--"):
            raise click.NoSuchOption(text, ctx=click.get_current_context())
    return " ".join(texts) if texts else None
