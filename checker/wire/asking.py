"""Questions written as the bodies that ask them."""

from __future__ import annotations

from typing import Any

from checker.questions import Bid, JudgeQuestion, PlaysQuestion, Rules
from checker.readings import NO_CLAIM, Claim
from checker.wire.normal import card_form

DEFAULT = Rules()


def judge_body(question: JudgeQuestion) -> dict[str, Any]:
    """The body of ``POST /v1/judge`` that asks this, how much is explained aside."""
    return {"bid": _bid(question.bid), **_over(question.over), **rules_body(question.rules)}


def plays_body(question: PlaysQuestion) -> dict[str, Any]:
    """The body of ``POST /v1/plays`` that asks this, pages aside."""
    hand = [card_form(card) for card in question.hand]
    return {"hand": hand, **_over(question.over), **rules_body(question.rules)}


def rules_body(rules: Rules) -> dict[str, Any]:
    """The keys that name these rules, as far as they are not the default; no deck."""
    edition = None if rules.edition == DEFAULT.edition else rules.edition.id
    named = {"edition": edition, "expansion": rules.expansion, "rulings": dict(rules.pinned)}
    return {key: value for key, value in named.items() if value}


def _over(over: Bid | None) -> dict[str, Any]:
    return {"over": _bid(over)} if over else {}


def _bid(bid: Bid) -> Any:
    cards = [card_form(card) for card in bid.cards]
    return cards if bid.claim == NO_CLAIM else {"cards": cards, "as": _claim(bid.claim)}


def _claim(claim: Claim) -> dict[str, Any]:
    top = None if claim.top is None else str(claim.top)
    named = {**claim._asdict(), "top": top}
    return {key: value for key, value in named.items() if value is not None}
