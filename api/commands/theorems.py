"""What is proved about the rules, and the order of bids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from api.arguments import Body, complete_theorems, given
from api.options import Whole, edition_options, json_option
from api.printing import show, show_json
from api.program import FAILURE, refusals

if TYPE_CHECKING:
    from checker.questions import Rules
    from checker.wire.shapes import TheoremForm

MOST_VALUES = 24
"""As ``checker.order`` has it, which is loaded only where it is used."""


@click.command()
@click.argument("names", nargs=-1, shell_complete=complete_theorems)
@edition_options
@click.option("--list", "listed", is_flag=True, help="Only say what the theorems state.")
@json_option
def prove(
    names: tuple[str, ...],
    edition: str | None,
    preset: str | None,
    rulings: dict[str, str],
    *,
    listed: bool,
    as_json: bool,
) -> int:
    """Prove what holds of the rules whatever is on the table. NAMES are theorems, all by default.

    Every ruling that is not pinned is free; a --ruling has to be one that the edition raises. What
    tells against a theorem is printed as a body for panda-spin judge --body -, and of a theorem
    that is named its witnesses are as well.

    Exit code 0 where all hold, if need be but for options that are not the usual ones; 1 where one
    fails.

    \b
    panda-spin prove beats-transitive bombs-totally-ordered --edition early
    """
    from checker.rulebook import Unknown
    from checker.theorems import theorems_about
    from checker.wire import texts

    with refusals(as_json=as_json):
        chosen = _rules(edition, preset, rulings)
    _check_raised(chosen, rulings)
    try:
        theorems = [texts.theorem_form(t) for t in theorems_about(chosen.edition, names)]
    except Unknown as error:
        raise click.UsageError(str(error)) from None
    if listed:
        if as_json:
            show_json({"theorems": theorems})
        else:
            from api.rendering.theorems import statements

            show(statements(theorems))
        return 0
    with refusals(as_json=as_json):
        answer, lines = _proved(chosen, theorems, as_json=as_json)
    if as_json:
        show_json(answer)
    else:
        from api.rendering.theorems import details

        # A wrapped line would be more than one.
        click.echo(f"\n{details(answer, named=bool(names))}\n\n{lines}")
    return FAILURE if any(each["standing"] == "fails" for each in answer["proved"]) else 0


def _check_raised(chosen: Rules, rulings: Iterable[str]) -> None:
    """Refuses a ruling that the texts do not raise: nothing would hang on its option."""
    from checker.proving import raised

    accepted = raised(chosen.edition, chosen.expansion)
    for ruling in rulings:
        if ruling not in accepted:
            told = f"the edition {chosen.edition.id} does not raise {ruling}, so it decides nothing"
            raise click.BadParameter(
                f"{told}; accepted: {', '.join(accepted)}", param_hint="--ruling"
            )


def _proved(chosen: Rules, theorems: Sequence[TheoremForm], *, as_json: bool) -> tuple[Body, str]:
    """What comes of these theorems, and a last line; for people a row is shown after each."""
    from rich.console import Console

    from api.rendering.theorems import conclusion, row
    from checker import proof_forms, proving

    pinned = {**chosen.pinned, **({"expansion": chosen.expansion} if chosen.expansion else {})}
    console, proved, total = Console(stderr=True), [], 0.0
    proofs = proving.prove(chosen.edition, pinned, [each["id"] for each in theorems])
    for place, theorem in enumerate(theorems, 1):
        began = monotonic()
        with console.status(f"{theorem['id']} ({place} of {len(theorems)})"):
            proved.append(next(proofs))
        seconds = monotonic() - began
        total += seconds
        if not as_json:
            show(row(theorem, proof_forms.proved_form(proved[-1]), seconds))
    answer = proof_forms.proofs_form(chosen.edition, pinned, proved)
    return answer, conclusion(answer, total)


def _rules(edition: str | None, preset: str | None, rulings: dict[str, str]) -> Rules:
    """The rules that are chosen; raises ``Invalid`` for names that do not exist."""
    from checker.wire.bodies import RulesBody
    from checker.wire.validating import read_body

    return read_body(RulesBody, given(edition=edition, preset=preset, rulings=rulings)).rules


@click.command()
@edition_options
@click.option(
    "--most",
    metavar="VALUES",
    type=Whole(1, MOST_VALUES),
    default=12,
    show_default=True,
    help="The number of values of the largest bids.",
)
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Draw the order into this file.",
)
@json_option
def order(
    edition: str | None,
    preset: str | None,
    rulings: dict[str, str],
    *,
    most: int,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Who beats whom, among all combinations of so many values: is it an order, and which?

    Exit code 0 where it is one, 1 where bids beat each other in a circle.

    \b
    panda-spin order --svg order.svg
    """
    with refusals(as_json=as_json):
        chosen = _rules(edition, preset, rulings)
        from checker.order import Order
        from checker.proof_forms import order_form

        answer = order_form(Order(chosen, most))
    from api.rendering import orders

    if svg:
        try:
            svg.write_text(orders.drawing(answer, chosen.edition.title), "utf-8")
        except OSError as error:
            raise click.BadParameter(f"{svg}: {error.strerror}", param_hint="--svg") from None
    if as_json:
        show_json(answer)
    else:
        # A wrapped line would be more than one.
        click.echo(orders.in_words(answer))
    return 0 if answer["acyclic"] else FAILURE
