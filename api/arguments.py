"""What is typed on the command line, as the wire takes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, TypeAlias

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Body: TypeAlias = dict[str, Any]


def card_list(text: str) -> list[str]:
    """The cards in a text, separated by spaces or commas.

    >>> card_list("7+water, 9 10")
    ['7+water', '9', '10']
    """
    return re.findall(r"[^\s,]+", text)


CLAIM_FORM = "KIND WIDTHxLENGTH TOP, each optional: set, 'set 2x1 6', 'formation 2x3 Q', 'x3'"


def claim_option(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Body | None:
    """What a player says of a bid, as the wire takes it."""
    claim: Body = {}
    for word in card_list(text or ""):
        part = _claim_part(word)
        if claim.keys() & part.keys():
            raise click.BadParameter(f"{text!r} says {', '.join(part)} twice")
        claim |= part
    return claim or None


def _claim_part(word: str) -> Body:
    from checker.notation import NotationError, read_value
    from checker.readings import KINDS

    shape = re.fullmatch(r"([0-9]{0,3})x([0-9]{0,3})", word.lower())
    if word.lower() in KINDS:
        return {"kind": word.lower()}
    if shape and word.lower() != "x":
        named = zip(("width", "length"), shape.groups(), strict=True)
        return {name: int(digits) for name, digits in named if digits}
    try:
        return {"top": str(read_value(word))}
    except NotationError:
        raise click.BadParameter(
            f"{word!r} is none of {CLAIM_FORM}. KIND is {', '.join(KINDS)}; WIDTH is how often "
            "each value stands there, LENGTH how many different values, TOP the highest"
        ) from None


def rulings_option(
    _ctx: click.Context, _param: click.Parameter, texts: Sequence[str]
) -> dict[str, str]:
    """The pinned options by the id of their ruling."""
    rulings: dict[str, str] = {}
    for text in texts:
        ruling, _, option = text.partition("=")
        if not (ruling and option):
            raise click.BadParameter(f"{text!r} is not ID=OPTION, such as natural-four=either")
        if ruling in rulings:
            raise click.BadParameter(f"{ruling} can be pinned only once")
        rulings[ruling] = option
    return rulings


def complete_kinds(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The kinds of combination that begin like this."""
    from checker.readings import KINDS

    return _starting(incomplete, KINDS)


def complete_options(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The rulings with each of their options that begin like this."""
    from checker.rulebook import rulebook

    rulings = rulebook().rulings.values()
    return _starting(incomplete, (f"{r.id}={option}" for r in rulings for option in r.options))


def _starting(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

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


def complete_presets(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The presets that begin like this."""
    from checker.rulebook import rulebook

    return _starting(incomplete, rulebook().presets)


def complete_theorems(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The theorems that begin like this."""
    from checker.theorems import theorems

    return _starting(incomplete, theorems())


def complete_goals(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The named goals that begin like this."""
    from checker.goals import goals

    return _starting(incomplete, goals())


def deck_option(_ctx: click.Context, _param: click.Parameter, text: str | None) -> object:
    """The deck as the wire takes it: a known one by its id, an own one from its file."""
    from checker.decks import DECK_IDS
    from checker.wire import strict
    from checker.wire.problems import BodyTooLarge, NotJson

    if text is None or text in DECK_IDS:
        return text
    try:
        return strict.parse(Path(text).read_bytes())
    except OSError:
        accepted = f"{', '.join(DECK_IDS)}, or a file with an own deck"
        raise click.BadParameter(f"{text!r} is no deck; accepted: {accepted}") from None
    except (NotJson, BodyTooLarge) as error:
        raise click.BadParameter(f"{text}: {error}") from None


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


def question(typed: Body, file: IO[bytes] | None, cards: str) -> object:
    """The body to ask: what was typed, or what the file holds, never both."""
    if file is None:
        if cards not in typed:
            raise click.UsageError(f'give the cards of the {cards} ("" for none) or --body')
        return typed
    if typed:
        raise click.UsageError("--body holds the whole question: leave out cards and options")
    from checker.wire import strict

    asked = strict.parse(file.read())
    return with_action(asked) if cards == "bid" else table(asked) if _is_table(asked) else asked


def _is_table(asked: object) -> bool:
    """Whether the body is about a position, which may stand there bare."""
    return isinstance(asked, dict) and bool(asked.keys() & {"position", "players"})


def table(asked: object) -> object:
    """The body about a position alone; a bare position becomes one.

    Raises ``Invalid`` where an action stands beside it.
    """
    if not isinstance(asked, dict):
        return asked
    if "action" in asked:
        _refuse(
            asked["action"],
            "/action",
            "a position alone",
            "no action is taken here; panda-spin step FILE and panda-spin judge --body FILE take "
            "a position and an action",
        )
    return {"position": asked} if "position" not in asked and "players" in asked else asked


def with_action(asked: object) -> object:
    """The body as it is; raises ``Invalid`` where it is a bare position."""
    if isinstance(asked, dict) and "players" in asked and "position" not in asked:
        _refuse(
            asked,
            "",
            '{"position": {...}, "action": {...}}',
            "this is a position without an action; panda-spin status FILE, panda-spin perft FILE "
            "and panda-spin plays --body FILE take a position alone",
        )
    return asked


def _refuse(got: object, pointer: str, accepted: str, detail: str) -> NoReturn:
    from checker.wire.problems import Fault, Invalid, shorten

    raise Invalid([Fault(pointer, shorten(got), accepted, detail)])


def by_rules(
    asked: object, edition: str | None, preset: str | None, rulings: Mapping[str, str]
) -> object:
    """The body with this edition, preset and these options of rulings over its own."""
    if not isinstance(asked, dict):
        return asked
    named = asked.get("rulings")
    pinned = {**(named if isinstance(named, dict) else {}), **rulings}
    return asked | given(edition=edition, preset=preset, rulings=pinned if rulings else None)


class CardsCommand(click.Command):
    """A command whose cards stand together: either before its options or after them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuses cards on both sides of an option that takes cards, which want quotes."""
        flags = {name for p in self.params if getattr(p, "is_flag", False) for name in p.opts}
        before, split = False, ""
        words = iter(args)
        for word in words:
            if word == "--":
                break
            if not word.startswith("--"):
                if split:
                    raise click.UsageError(
                        f"cards stand before and after {split}: put the ones that belong to it in "
                        f'quotes, as in {split} "5 5"',
                        ctx=ctx,
                    )
                before = True
            elif "=" not in word and word not in flags:
                next(words, None)
                split = word if before and word in ("--over", "--hand") else split
        return super().parse_args(ctx, args)


def typed_cards(texts: Sequence[str]) -> str | None:
    """The cards of the arguments as one text; ``None`` where there is no argument.

    An argument that begins with one hyphen is data, one with two is a misspelt option.
    """
    for text in texts:
        if text.startswith("--"):
            raise click.NoSuchOption(text, ctx=click.get_current_context())
    return " ".join(texts) if texts else None
