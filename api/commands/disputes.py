"""What is argued about: one question by every text, and what an own erratum changes."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, cast

import click

from api.arguments import CLAIM_FORM, Body, CardsCommand, given, question, spelled, typed_cards
from api.options import body_option, claims, hyphens, json_option, rules_options
from api.printing import show, show_json
from api.program import VERDICTS, refusals

OVERLAY = "PANDA_SPIN_OVERLAY"
"""As ``checker.rulebook`` has it, which is loaded only where it is used."""


@click.command(cls=CardsCommand, context_settings=hyphens)
@click.argument("cards", nargs=-1)
@click.option("--as", "claim", **claims, help=f"What is said of the bid. {CLAIM_FORM}.")
@rules_options
@body_option
@json_option
def dispute(
    cards: tuple[str, ...],
    claim: Body | None,
    over: str | None,
    over_as: Body | None,
    rulings: dict[str, str],
    body: IO[bytes] | None,
    as_json: bool,
    **named: Any,
) -> int:
    """The same question by every edition and every option that matters, side by side.

    Exit codes: 0 all say legal, 2 all say illegal, 4 they part.

    \b
    panda-spin dispute "10 10 9 9 8 8" --over "7 7 7 6 6 6"
    """
    typed = given(
        bid=spelled(typed_cards(cards), claim),
        over=spelled(over, over_as),
        rulings=rulings,
        **named,
    )
    with refusals(as_json=as_json):
        from checker.wire import answers

        asked = question(typed, body, "bid")
        answer = answers.dispute(asked)
    if as_json:
        show_json(answer)
    else:
        from api.rendering.disputes import side_by_side

        show(side_by_side(cast(Body, asked), answer))
    return VERDICTS[answer["verdict"]]


@click.command()
@click.argument("fixtures", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--overlay",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    envvar=OVERLAY,
    help=f"The file with the editions to try.  [default: {OVERLAY} of the environment]",
)
@json_option
def changes(fixtures: tuple[Path, ...], overlay: Path, as_json: bool) -> int:
    """Which stored verdicts does an erratum change? FIXTURES are files of cases, all by default.

    Exit code 0 where none changes, 4 where some do.
    """
    from checker.overlays import BadOverlay
    from checker.rulebook import load, overlaid

    printed = load(files("specs"))
    try:
        overlays = list(overlaid(overlay, printed.editions, printed.rulings).values())
    except BadOverlay as error:
        raise click.UsageError(str(error)) from None
    with refusals(as_json=as_json):
        from checker.wire.changes import changes as changes_by

        answer = changes_by(_cases(fixtures), overlays)
    if as_json:
        show_json(answer)
    else:
        from api.rendering.disputes import changed

        # A wrapped line would be more than one.
        click.echo(changed(answer))
    return VERDICTS["undetermined"] if answer["changed"] else 0


def _cases(paths: tuple[Path, ...]) -> list[Body]:
    """The cases of these files, of all fixtures where none is named."""
    every = sorted(files("fixtures").iterdir(), key=lambda entry: entry.name)
    named = paths or [e for e in every if e.name.endswith(".json") and e.name != "schema.json"]
    cases: list[Body] = []
    for path in named:
        try:
            cases += json.loads(path.read_text("utf-8"))["cases"]
        except (ValueError, KeyError, TypeError):
            raise click.UsageError(f"{path.name} holds no cases; see fixtures/README.md") from None
    return cases
