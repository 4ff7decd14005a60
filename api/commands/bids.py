"""Bids: is one legal, and which can be played?"""

from __future__ import annotations

from typing import IO, Any, cast

import click

from api.arguments import CLAIM_FORM, Body, CardsCommand, given, question, spelled, typed_cards
from api.options import Whole, body_option, claims, hyphens, json_option, rules_options
from api.printing import show, show_json, wild_of
from api.program import VERDICTS, refusals


@click.command(cls=CardsCommand, context_settings=hyphens)
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
        from api.rendering.judgements import judgement

        show(judgement(cast(Body, asked), answer, wild_of(answer)))
        if "certificate" in answer:
            # Verbatim: a wrapped line would be another text.
            click.echo(f"\n{answer['certificate'].rstrip()}")
    return VERDICTS[answer["verdict"]]


@click.command(cls=CardsCommand, context_settings=hyphens)
@click.argument("cards", nargs=-1)
@rules_options
@click.option(
    "--by",
    type=click.Choice(("cards", "faces")),
    help="Count every card, or equal faces once.  [default: cards]",
)
@click.option("--limit", type=Whole(min=1), help="The most plays to list.")
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
        from api.rendering.plays import play_list

        show(play_list(cast(Body, asked), answer, wild_of(answer)))
    return VERDICTS["undetermined"] if "by_over" in answer else 0
