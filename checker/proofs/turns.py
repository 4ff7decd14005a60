"""Theorems about turns: who can always act, and that no symbol is ever punished."""

from __future__ import annotations

from collections.abc import Iterable

from checker.model.theorems.bids import refused_card
from checker.model.theorems.turns import (
    BID_TURN,
    NO_CLAIMS,
    OWN_TURN,
    PASS_TURN,
    FoundTurn,
    punished_restraint,
    punished_symbols,
    refused,
)
from checker.proofs.bodies import by_rules, found_bid, shown
from checker.proofs.registry import Against, Asked, Body, Finding, exceptions, theorem
from checker.wire import answers

LEADS = {**OWN_TURN, "leads": 1}
BIDS = {**OWN_TURN, **NO_CLAIMS, "bids": 1, "passes": 0, "discards-elements": 0}
ALL = "every turn, whatever the table, the hands and the trick"


@theorem("leader-can-act")
def leader_can_act(asked: Asked) -> Finding:
    """Is there an Animal card that cannot be led alone, or a turn that forbids to lead it?"""
    says = "this card cannot be led"
    against = [
        Against(found.rulings, says, (shown(says, found_bid(asked, found), "illegal"),))
        for found in exceptions(lambda but: refused_card(asked.edition, asked.pinned, but))
    ]
    known = {**BIDS, "leads": 1}
    turns = exceptions(lambda but: refused(asked.edition, asked.pinned, BID_TURN, known, but))
    against += _against(asked, turns, {"type": "bid", "cards": ["7"]})
    return Finding("every hand with an Animal card, whatever its face shows", tuple(against))


@theorem("leader-without-animals-can-act")
def leader_without_animals_can_act(asked: Asked) -> Finding:
    """Is there a leader who may not pass after discarding a hand of nothing but Element cards?"""
    known = {**LEADS, "passes": 1, "discards-elements": 1, "keeps-card": 0}
    turns = exceptions(lambda but: refused(asked.edition, asked.pinned, PASS_TURN, known, but))
    action = {"type": "pass", "discard_elements": ["element-wood"]}
    return Finding("every hand of Element cards", tuple(_against(asked, turns, action)))


@theorem("anyone-else-can-pass")
def anyone_else_can_pass(asked: Asked) -> Finding:
    """Is there somebody who does not lead and may not pass?"""
    known = {**OWN_TURN, "leads": 0, "passes": 1, "discards-elements": 0}
    turns = exceptions(lambda but: refused(asked.edition, asked.pinned, PASS_TURN, known, but))
    return Finding(ALL, tuple(_against(asked, turns, {"type": "pass"})))


@theorem("symbols-never-punished")
def symbols_never_punished(asked: Asked) -> Finding:
    """Is there a bid, nothing claimed for it, that is legal only without symbols on its cards?"""
    turns = exceptions(lambda but: punished_symbols(asked.edition, asked.pinned, but))
    action = {"type": "bid", "cards": ["7+fire+panda+bamboo"]}
    return Finding(ALL, tuple(_against(asked, turns, action)))


@theorem("symbols-may-be-ignored")
def symbols_may_be_ignored(asked: Asked) -> Finding:
    """Is there a bid that is legal only with what is claimed for its symbols?"""
    turns = exceptions(lambda but: punished_restraint(asked.edition, asked.pinned, but))
    action = {"type": "bid", "cards": ["7+fire+panda+bamboo"]}
    return Finding(ALL, tuple(_against(asked, turns, action)))


def _against(asked: Asked, turns: Iterable[FoundTurn], action: Body) -> Iterable[Against]:
    """What was found, with the action at a plain table where that shows it as well."""
    for found in turns:
        body = {"position": _table(found, action), "action": action}
        body |= by_rules(asked, found.rulings)
        says = f"forbidden by {', '.join(found.clauses)}, where these are not 0: {_told(found)}"
        refuses = answers.judge(body)["verdict"] == "illegal"
        yield Against(found.rulings, says, (shown(says, body, "illegal"),) if refuses else ())


def _table(found: FoundTurn, action: Body) -> Body:
    """A table at which A, who holds the cards of the action, leads or answers a Single."""
    hand = [*action.get("cards", ()), *action.get("discard_elements", ())]
    return {
        "players": [
            {"name": "A", "hand": hand or ["9"], "points": 3},
            {"name": "B", "hand": {"count": 5}, "points": 3},
        ],
        "turn": "A",
        "trick": [] if found.numbers.get("leads") else [{"player": "B", "cards": ["5"]}],
        "draw_pile": 6,
        "mood": "hungry" if found.numbers.get("hungry") else "spin",
    }


def _told(found: FoundTurn) -> str:
    return ", ".join(f"{name} {number}" for name, number in found.numbers.items())
