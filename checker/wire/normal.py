"""The one normal form of a question: aliases resolved, defaults filled in, cards in order.

Two questions that must have the same answer have the same form, and so the same id.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from checker.actions import Action, BidAction, ElementAction, Mandate, PlayedAs, WindAction
from checker.cards import Card, Side, canonical_key
from checker.decks import ANIMAL_KEYS, Deck, animal_name
from checker.notation import write_card, write_face
from checker.positions import BidEntry, Entry, PassEntry, Player, Position
from checker.questions import (
    ActionsQuestion,
    Bid,
    JudgeQuestion,
    PlaysQuestion,
    Rules,
    TurnQuestion,
)
from checker.readings import Claim
from checker.rulebook import Rulings, without_selectors
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


def blue_form(deck: Deck) -> dict[str, str]:
    """The blue face of every card of the deck, by name, suit by suit."""
    return {
        animal_name(*key): write_face(deck.blue[key]) for key in ANIMAL_KEYS if key in deck.blue
    }


def judge_form(question: JudgeQuestion, used: Rulings) -> Form:
    """The normal form of the question whether a bid beats another, decided by these rulings."""
    return {
        "question": "judge",
        "bid": _bid(question.bid),
        "over": _bid(question.over),
        "hand": cards_form(question.hand or ()),
        **_rules(question.rules, used),
    }


def turn_form(question: TurnQuestion, used: Rulings) -> Form:
    """The normal form of the question whether an action may be taken, decided by these rulings."""
    return {
        "question": "turn",
        "position": _position(question.position),
        "action": _action(question.action, question.position.turn),
        **_rules(question.rules, used),
    }


def dispute_form(question: JudgeQuestion | TurnQuestion) -> Form:
    """The normal form of the question by which texts and options this is answered in which way."""
    if isinstance(question, TurnQuestion):
        form = turn_form(question, question.rules.used)
    else:
        form = judge_form(replace(question, hand=None), question.rules.used)
    # Unlike a judgement, a dispute leaves out the other options of what is pinned.
    return {**form, "question": "dispute", "pinned": sorted(question.rules.pinned)}


def plays_form(question: PlaysQuestion, used: Rulings) -> Form:
    """The normal form of the question what can be played, the same for each of its pages."""
    return {
        "question": "plays",
        "hand": cards_form(question.hand),
        "over": _bid(question.over),
        "by": question.by,
        **_rules(question.rules, used),
    }


def actions_form(question: ActionsQuestion, used: Rulings) -> Form:
    """The normal form of the question what may be done at a table, the same for each page."""
    return {
        "question": "actions",
        "position": _position(question.position),
        "by": question.by,
        **_rules(question.rules, used),
    }


def decision_id(form: Form) -> str:
    """32 hexadecimal digits that stand for the question."""
    return hashlib.sha256(_ENCODER.encode(form).encode()).hexdigest()[:32]


def _rules(rules: Rules, used: Rulings) -> Form:
    return {
        "edition": rules.edition.id,
        "expansion": rules.expansion,
        "rulings": without_selectors(used),
        "deck": _deck(rules.deck),
    }


def _deck(deck: Deck) -> str:
    """A deck of the specs is known by its id, an own one by its faces, whatever it is called."""
    if not deck.own:
        return deck.id
    return f"own:{hashlib.sha256(_ENCODER.encode(blue_form(deck)).encode()).hexdigest()[:32]}"


def _bid(bid: Bid | None) -> Form | None:
    if bid is None:
        return None
    return {"cards": cards_form(bid.cards), "as": _claim(bid.claim)}


def _claim(claim: Claim) -> list[str | int | None]:
    top = None if claim.top is None else str(claim.top)
    return [claim.kind, claim.width, claim.length, top]


def _position(position: Position) -> Form:
    pile, suits = position.draw_pile, position.suits
    return {
        "players": [_player(player) for player in position.players],
        "turn": position.turn,
        "trick": [_entry(entry) for entry in position.trick],
        "draw_pile": [card_form(card) for card in pile] if isinstance(pile, tuple) else pile,
        "discard": None if position.discard is None else cards_form(position.discard),
        "suits": None if suits is None else sorted(suits),
        "elements": position.elements,
        "mood": position.mood,
        "out": list(position.out),
        **_told(
            mandate=position.mandate,
            mandate_used=position.mandate_used or None,
            variant=position.variant,
        ),
    }


def _told(**more: Any) -> Form:
    """What only some games have, where it is told."""
    return {key: value for key, value in more.items() if value is not None}


def _player(player: Player) -> Form:
    hand = [cards_form(player.hand.cards), player.hand.unknown]
    winds = None if player.winds is None else list(player.winds)
    return {"name": player.name, "hand": hand, "points": player.points, **_told(winds=winds)}


def _entry(entry: Entry) -> Form:
    match entry:
        case BidEntry():
            return {
                "player": entry.player,
                "cards": cards_form(entry.cards),
                "as": _claim(entry.claim),
                "used": None if entry.used is None else dict(entry.used),
                **_told(mandate=_mandate(entry.mandate), symbols=_symbols(entry.symbols)),
            }
        case PassEntry():
            passed = {"player": entry.player, "pass": True}
            gone = cards_form(entry.discards) or None
            return {**passed, **_told(symbols=_symbols(entry.symbols), discard_elements=gone)}
    return {"player": entry.player, "wind": entry.wind}


def _mandate(mandate: Mandate | None) -> Form | None:
    if mandate is None:
        return None
    named = {key: getattr(mandate, key) for key in ("card", "drawn", "top", "put", "take")}
    return {
        "animal": mandate.animal,
        "by": mandate.by,
        "flip": mandate.flip,
        "keep": mandate.keep,
        "discard": cards_form(mandate.discards),
        **{key: None if card is None else card_form(card) for key, card in named.items()},
    }


def _symbols(symbols: Sequence[PlayedAs]) -> list[list[Any]] | None:
    played = sorted(symbols, key=lambda each: (canonical_key(each.card), each.symbol))
    return [[card_form(each.card), each.symbol] for each in played] or None


def _action(action: Action, turn: str | None) -> Form:
    common: Form = {
        "player": action.player if action.player is not None else turn,
        "discard_elements": cards_form(action.discard_elements),
    }
    match action:
        case BidAction():
            return {
                "type": "bid",
                **common,
                **_told(mandate=_mandate(action.mandate), symbols=_symbols(action.symbols)),
                "cards": cards_form(action.cards),
                "as": _claim(action.claim),
                "fire": cards_form(action.fire),
                "spin": cards_form(action.spin),
                "panda": action.points_taken,
                "from": sorted(action.taken_from),
                "bamboo": action.bamboo,
            }
        case ElementAction():
            forced = {name: cards_form(cards) for name, cards in action.forced_discards}
            more = _told(mandate=_mandate(action.mandate), forced_discards=forced or None)
            return {"type": "element", **common, "card": card_form(action.card), **more}
        case WindAction():
            wind = {"wind": action.wind, "condition_met": action.condition_met}
            return {"type": "wind", **common, **wind}
    return {"type": "pass", **common, **_told(mandate=_mandate(action.mandate))}
