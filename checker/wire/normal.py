"""The one normal form of a question: aliases resolved, defaults filled in, cards in order.

Two questions that must have the same answer have the same form, and so the same id.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, TypeAlias

from checker.cards import Card, Side, canonical_key
from checker.notation import write_card, write_face
from checker.questions import Bid, JudgeQuestion, PlaysQuestion, Rules
from checker.rulebook import Rulings
from checker.wire.shapes import CardObject

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))

Form: TypeAlias = dict[str, Any]


def card_form(card: Card) -> str | CardObject:
    """The card in its canonical spelling; one that the caller spelled out stays an object."""
    if card.name or card.up is None or card.element is None or card.under is None:
        return write_card(card)
    white = card.side is Side.WHITE
    return {
        "element": card.element.value,
        "white": write_face(card.up if white else card.under),
        "blue": write_face(card.under if white else card.up),
        "side": card.side.value,
    }


def cards_form(cards: Sequence[Card]) -> list[str | CardObject]:
    """The cards in canonical spelling and order."""
    return [card_form(card) for card in sorted(cards, key=canonical_key)]


def judge_form(question: JudgeQuestion, used: Rulings, deck: str) -> Form:
    """The normal form of the question whether a bid beats another, decided by these rulings."""
    return {
        "question": "judge",
        "bid": _bid(question.bid),
        "over": _bid(question.over),
        "hand": cards_form(question.hand or ()),
        **_rules(question.rules, used, deck),
    }


def plays_form(question: PlaysQuestion, used: Rulings, deck: str) -> Form:
    """The normal form of the question what can be played, the same for each of its pages."""
    return {
        "question": "plays",
        "hand": cards_form(question.hand),
        "over": _bid(question.over),
        "by": question.by,
        **_rules(question.rules, used, deck),
    }


def decision_id(form: Form) -> str:
    """32 hexadecimal digits that stand for the question."""
    return hashlib.sha256(_ENCODER.encode(form).encode()).hexdigest()[:32]


def _rules(rules: Rules, used: Rulings, deck: str) -> Form:
    rulings = dict(used)
    return {"edition": rules.edition.id, "expansion": None, "rulings": rulings, "deck": deck}


def _bid(bid: Bid | None) -> Form | None:
    if bid is None:
        return None
    claim = bid.claim
    top = None if claim.top is None else str(claim.top)
    return {"cards": cards_form(bid.cards), "as": [claim.kind, claim.width, claim.length, top]}
