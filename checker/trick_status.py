"""Winds of a trick, and entries that use the expansion, each judged as the action that it was.

What the hands held then is not known any more, so only what cannot have been whatever they held is
a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.actions import BidAction, Mandate, WindAction
from checker.judgements import Reason
from checker.model.compiled import TooLarge
from checker.positions import (
    BidEntry,
    Entry,
    Hand,
    PassEntry,
    Position,
    WindEntry,
    animal_of,
)
from checker.questions import Rules
from checker.status import PositionFault
from checker.tricks import ImpossibleTrick
from checker.turn_reasons import reasons_over
from checker.turn_verdicts import TurnVerdicts


def entry_faults(position: Position, rules: Rules) -> Iterator[PositionFault]:
    """Entries whose wind, Mandate or symbols no combination of rulings allows.

    The position has no other faults.
    """
    for place, entry in enumerate(position.trick):
        if _is_special(entry):
            reason = _refusal(_before(position, place), _as_action(entry), rules)
            if reason is not None:
                accepted = "what may be done at that moment"
                detail = f"this cannot lie in the trick: {reason.message}"
                clause = reason.clause.id
                yield PositionFault(("trick", place), entry.player, accepted, detail, clause)


def _is_special(entry: Entry) -> bool:
    if isinstance(entry, WindEntry):
        return True
    return bool(entry.symbols) or (isinstance(entry, BidEntry) and entry.mandate is not None)


def _before(position: Position, place: int) -> Position:
    """The table before that entry, of which only the trick and what is revealed is known."""
    entry, last = position.trick[place], position.trick[place - 1] if place else None
    goes_on = last is not None and animal_of(last) == "rooster" and last.player == entry.player
    return replace(
        position,
        players=tuple(
            replace(p, hand=Hand(unknown=None), points=None, winds=None) for p in position.players
        ),
        turn=entry.player,
        trick=position.trick[:place],
        draw_pile=None,
        discard=None,
        mood=None,
        out=(),
        mandate_used=goes_on,
    )


def _as_action(entry: Entry) -> BidAction | WindAction:
    """The entry as its player's action, with nothing told of cards drawn or seen."""
    if isinstance(entry, WindEntry):
        return WindAction(entry.wind)
    if isinstance(entry, PassEntry):
        return BidAction((), symbols=entry.symbols)
    told = entry.mandate
    mandate = told and Mandate(told.animal, told.by, card=told.card, take=told.take)
    return BidAction(entry.cards, entry.claim, mandate=mandate, symbols=entry.symbols)


def _refusal(position: Position, action: BidAction | WindAction, rules: Rules) -> Reason | None:
    """Why the action was not possible; ``None`` if it was, or what a discard shows is not told."""
    mandate = action.mandate if isinstance(action, BidAction) else None
    if mandate is not None and mandate.by == "discard" and mandate.card is None:
        return None
    if mandate is not None and mandate.animal == "horse" and mandate.take is None:
        return None
    try:
        asked = TurnVerdicts(position, action, rules)
    except (ImpossibleTrick, TooLarge):
        # Told of the trick as a whole.
        return None
    if asked.is_bid and not any(asked.readings(over, asked.used) for over in asked.overs):
        # So is a bid that does not beat the one before.
        return None
    verdict = asked.told().verdict
    if verdict != "illegal" or asked.changes(verdict):
        return None
    over = asked.overs[0]
    return reasons_over(asked, over, asked.told_over(over, asked.used))[0]
