"""Entries of a trick that use the expansion, each judged as the action that it was.

What the hands held then is not known any more, so only what cannot have been whatever they held is
a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.actions import BidAction, Mandate
from checker.model.compiled import TooLarge
from checker.positions import BidEntry, Entry, Hand, PassEntry, Position
from checker.questions import Rules
from checker.rulebook import Clause
from checker.tricks import ImpossibleTrick
from checker.turn_reasons import reasons_over
from checker.turn_verdicts import TurnVerdicts


def refused_entries(position: Position, rules: Rules) -> Iterator[tuple[int, str, Clause]]:
    """The places of entries whose Mandate or symbols no combination of rulings allows, and why."""
    for place, entry in enumerate(position.trick):
        if isinstance(entry, BidEntry | PassEntry) and _is_special(entry):
            refused = _refused(_before(position, place), _as_action(entry), rules)
            if refused is not None:
                yield (place, *refused)


def plays_on(entry: Entry | None) -> bool:
    """Whether the player of this entry may play again at once: it is a bid with a Rooster."""
    return _animal(entry) == "rooster"


def passes_next(entry: Entry | None) -> bool:
    """Whether the player of this entry passes at once: it is a bid with a Dragon."""
    return _animal(entry) == "dragon"


def _animal(entry: Entry | None) -> str:
    return entry.mandate.animal if isinstance(entry, BidEntry) and entry.mandate else ""


def _is_special(entry: BidEntry | PassEntry) -> bool:
    return bool(entry.symbols) or (isinstance(entry, BidEntry) and entry.mandate is not None)


def _before(position: Position, place: int) -> Position:
    """The table before that entry, of which only the trick and what is revealed is known."""
    entry, last = position.trick[place], position.trick[place - 1] if place else None
    goes_on = plays_on(last) and last is not None and last.player == entry.player
    return replace(
        position,
        players=tuple(replace(p, hand=Hand(unknown=None), points=None) for p in position.players),
        turn=entry.player,
        trick=position.trick[:place],
        draw_pile=None,
        discard=None,
        mood=None,
        out=(),
        mandate_used=goes_on,
    )


def _as_action(entry: BidEntry | PassEntry) -> BidAction:
    """The entry as its player's action, with nothing told of cards drawn or seen."""
    if isinstance(entry, PassEntry):
        return BidAction((), symbols=entry.symbols)
    told = entry.mandate
    mandate = told and Mandate(told.animal, told.by, card=told.card, take=told.take)
    return BidAction(entry.cards, entry.claim, mandate=mandate, symbols=entry.symbols)


def _refused(position: Position, action: BidAction, rules: Rules) -> tuple[str, Clause] | None:
    try:
        asked = TurnVerdicts(position, action, rules)
    except (ImpossibleTrick, TooLarge):
        # Told of the trick as a whole.
        return None
    if action.is_bid and not any(asked.readings(over, asked.used) for over in asked.overs):
        # So is a bid that does not beat the one before.
        return None
    verdict = asked.told().verdict
    if verdict != "illegal" or asked.changes(verdict):
        return None
    over = asked.overs[0]
    reason = reasons_over(asked, over, asked.told_over(over, asked.used))[0]
    return reason.message, reason.clause
