"""The options of each ruling really differ: something is answered otherwise by each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from checker.cards import Element
from checker.model.theorems.bids import AnyBid, parting
from checker.model.theorems.turns import BID_TURN, PASS_TURN, parting_turn
from checker.model.unknowns import choices
from checker.proofs.bids import SMALL, any_bid, shaped_bid
from checker.proofs.bodies import found_bid, shown
from checker.proofs.cases import questions
from checker.proofs.registry import Against, Asked, Body, Finding, Shown, theorem
from checker.readings import reading_space
from checker.rulebook import Part, rulebook
from checker.wire import answers
from checker.wire.problems import Invalid

NO_ELEMENT: Mapping[str, int] = dict.fromkeys(
    ("plays-element", *(f"element-{element}" for element in Element)), 0
)
TURNS: tuple[tuple[tuple[Part, ...], Mapping[str, int]], ...] = (
    (BID_TURN, {"bids": 1, "plays-symbols": 0, "plays-wind": 0, **NO_ELEMENT}),
    (PASS_TURN, {"passes": 1, "bids": 0, **NO_ELEMENT}),
    (("turn", "element", "mandate"), {"plays-element": 1, "bids": 0}),
    (("turn", "wind"), {"plays-wind": 1, "bids": 0, **NO_ELEMENT}),
    (("turn", "variant", "symbols", "mandate"), {"plays-symbols": 1, **NO_ELEMENT}),
)
"""The kinds of turns: the parts of the rules each is judged by, and what it is."""
DIFFERENT = ("verdict", "readings", "events", "position", "next_starter", "winner")
"""What two answers are compared by."""


@theorem("rulings-differ")
def rulings_differ(asked: Asked) -> Finding:
    """Is there a ruling whose options are never told apart?

    A ruling about bids is put to Z3, which finds a bid that is legal by one option alone. For any
    other one a stored question is answered by each option. Where there is none, Z3 has to show that
    no action is legal by one option alone.
    """
    looked = _Looking(asked)
    against: list[Against] = []
    remarks: list[str] = []
    witnesses: list[Shown] = []
    for ruling, options in choices(asked.edition, asked.pinned).items():
        if ruling not in rulebook().rulings or len(options) == 1:
            continue
        usual = asked.edition.rulings.get(ruling, options[0])
        for option in (each for each in options if each != usual):
            pair = (usual, option)
            name = f"{ruling}={option}"
            if told := looked.by_z3(ruling, pair) or looked.by_cases(ruling, pair):
                witnesses += told
            elif looked.judged_alike(ruling, pair):
                remarks.append(f"{name}: no action is legal by it alone, or without it alone")
            else:
                against.append(Against({}, f"nothing stored is answered otherwise by {name}"))
    number = len({shown.says for shown in witnesses})
    return Finding(
        f"bids of up to {SMALL.values} values, stored positions; {number} options told apart",
        tuple(against),
        tuple(remarks),
        tuple(witnesses),
    )


class _Looking:
    """Where differences are looked for, made when it is first needed."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked

    @cached_property
    def _plain(self) -> AnyBid:
        return any_bid(self.asked, reading_space(SMALL.values), SMALL)

    @cached_property
    def _shaped(self) -> AnyBid:
        return shaped_bid(self.asked, reading_space(SMALL.values), SMALL)

    def by_z3(self, ruling: str, pair: tuple[str, str]) -> list[Shown]:
        """A bid that is legal by one of the options and not by the other."""
        for legal, illegal in (pair, pair[::-1]):
            if found := parting(self._plain, ruling, legal, illegal):
                body = found_bid(self.asked, found)
                return [
                    shown(f"{ruling}: {' or '.join(pair)}", _pinned(body, ruling, option), verdict)
                    for option, verdict in ((legal, "legal"), (illegal, "illegal"))
                ]
        return []

    def by_cases(self, ruling: str, pair: tuple[str, str]) -> list[Shown]:
        """A stored question about the ruling that is answered otherwise by each option."""
        for endpoint in ("judge", "step"):
            for body in questions(self.asked, endpoint):
                if ruling in body.get("rulings", {}):
                    bodies = [_pinned(body, ruling, option) for option in pair]
                    one, other = (_answer(endpoint, each) for each in bodies)
                    if one and other and _differ(one, other):
                        says = f"{ruling}: {' or '.join(pair)}"
                        told = zip(bodies, (one, other), strict=True)
                        return [_told(says, endpoint, body, answer) for body, answer in told]
        return []

    def judged_alike(self, ruling: str, pair: tuple[str, str]) -> bool:
        """Whether no bid and no turn is legal by one of the options alone."""
        edition, pinned = self.asked.edition, self.asked.pinned
        return not any(
            parting(self._shaped, ruling, *both)
            or any(parting_turn(edition, pinned, *kind, ruling, both) for kind in TURNS)
            for both in (pair, (pair[1], pair[0]))
        )


def _pinned(body: Body, ruling: str, option: str) -> Body:
    return {**body, "rulings": {**body.get("rulings", {}), ruling: option}}


def _answer(endpoint: str, body: Body) -> Mapping[str, Any] | None:
    """What is answered, ``None`` where the question cannot be asked by these rules."""
    try:
        return answers.judge(body) if endpoint == "judge" else answers.step(body)
    except Invalid:
        return None


def _differ(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return any(one.get(key) != other.get(key) for key in DIFFERENT)


def _told(says: str, endpoint: str, body: Body, answer: Mapping[str, Any]) -> Shown:
    clauses = answer["reasons"] or answer.get("events", ())
    named = tuple(dict.fromkeys(each["clause"] for each in clauses))
    return Shown(says, body, answer["verdict"], named, endpoint)
