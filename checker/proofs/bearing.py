"""Every clause bears load: something is illegal by it alone, and legal once it is taken out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.facts import NATURAL, facts_of, measures
from checker.model.theorems.beating import PLAIN
from checker.model.theorems.bids import AnyBid, bearing, implying, seen_legal
from checker.model.unknowns import choices
from checker.proofs.bids import SMALL, any_bid, every_reading, shaped_bid
from checker.proofs.bodies import found_bid, shown
from checker.proofs.cases import questions
from checker.proofs.registry import Against, Asked, Body, Finding, Shown, theorem
from checker.questions import JudgeQuestion, TurnQuestion
from checker.readings import Reading, reading_space
from checker.rulebook import BID_PARTS, Clause, Rulings, rulebook
from checker.turn_verdicts import TurnVerdicts
from checker.wire import answers
from checker.wire.problems import Invalid
from checker.wire.validating import judge_model, read_body

BARE: Mapping[str, int] = {**PLAIN, "values": 0, **dict.fromkeys(NATURAL, 0)}
"""Cards that are played as nothing but wild symbols."""


@theorem("clauses-bear-load")
def clauses_bear_load(asked: Asked) -> Finding:
    """Is there a clause that forbids nothing which the others allow?

    A clause about bids is put to Z3, which finds a bid that breaks it alone, or else the clauses
    that forbid the same. For any other clause a stored position is judged with it and without it.
    """
    looked = _Looking(asked)
    witnesses: list[Shown] = []
    remarks: list[str] = []
    against: list[Against] = []
    for clause in looked.clauses:
        if witness := looked.witness(clause):
            witnesses.append(witness)
        elif implied := looked.implied(clause):
            remarks.append(f"{clause.id} follows from {' and '.join(implied)}")
        elif beside := looked.beside(clause):
            remarks.append(f"{clause.id}: no stored table breaks it without {' and '.join(beside)}")
        else:
            against.append(Against({}, f"nothing is illegal by {clause.id} alone"))
    return Finding(
        f"{len(looked.clauses)} clauses; bids of up to {SMALL.values} values, stored positions",
        tuple(against),
        tuple(remarks),
        tuple(witnesses),
    )


@dataclass(frozen=True)
class _Looking:
    """What several clauses are looked up in, made when it is first needed."""

    asked: Asked

    @cached_property
    def clauses(self) -> list[Clause]:
        """The clauses that forbid something under some choice of the rulings."""
        open_ones = choices(self.asked.edition, self.asked.pinned)
        return [
            clause
            for clause in rulebook().clauses.values()
            if clause.force == "constraint"
            and all(option in open_ones[name] for name, option in clause.when.items())
        ]

    @cached_property
    def _plain(self) -> AnyBid:
        return any_bid(self.asked, _wide(), SMALL)

    @cached_property
    def _others(self) -> tuple[AnyBid, ...]:
        """Bids that a Mandate shapes, and bids of bare wild symbols."""
        bare = any_bid(self.asked, _wide(), SMALL, BARE)
        return shaped_bid(self.asked, _wide(), SMALL), bare

    def witness(self, clause: Clause) -> Shown | None:
        """Something that is illegal by this clause alone."""
        says = f"illegal by {clause.id} alone"
        if clause.part in BID_PARTS and (found := bearing(self._plain, clause)):
            body = found_bid(self.asked, found)
            assert found.reading
            assert _bears(body, found.reading, found.over, clause), body
            return shown(says, body, "illegal")
        for body in self._cases(clause):
            if _flips(body, clause):
                return shown(says, body, "illegal")
        return None

    def _cases(self, clause: Clause) -> Iterator[Body]:
        """The stored questions that are refused by this clause."""
        for body in questions(self.asked, "judge", clause.id):
            try:
                told = answers.judge(body)
            except Invalid:
                continue
            if [reason["clause"] for reason in told["reasons"]] == [clause.id]:
                yield body

    def implied(self, clause: Clause) -> tuple[str, ...]:
        """The clauses that forbid all that this one forbids, none if there is more."""
        if clause.part not in BID_PARTS:
            return ()
        told = [implying(bid, clause) for bid in (self._plain, *self._others)]
        if None in told:
            return ()
        named = {name for ids in told for name in ids or ()}
        return tuple(c for c in rulebook().clauses if c in named)

    def beside(self, clause: Clause) -> tuple[str, ...]:
        """The clauses that are broken, too, where the first stored table breaks this one."""
        for body in self._cases(clause):
            question = _question(body)
            if isinstance(question, TurnQuestion):
                return _Without(question, clause).violated
        return ()


def _wide() -> list[Reading]:
    """All readings, the well-formed and nearly well-formed ones first."""
    return list(dict.fromkeys((*reading_space(SMALL.values), *every_reading(SMALL.values))))


def _question(body: Body) -> JudgeQuestion | TurnQuestion:
    question = read_body(judge_model(body), body).question()
    assert isinstance(question, JudgeQuestion | TurnQuestion)
    return question


def _bears(body: Body, reading: Reading, over: Reading | None, clause: Clause) -> bool:
    """Whether the cards, taken so, break this clause and no other, asked of the clauses alone."""
    question = _question(body)
    assert isinstance(question, JudgeQuestion)
    facts = facts_of(question.bid.cards, question.rules.edition.wild)
    numbers = measures(facts, over)
    in_force = rulebook().in_force(question.rules.used)
    without = (each for each in in_force if each is not clause)
    return seen_legal(without, reading, numbers) and not seen_legal(in_force, reading, numbers)


def _flips(body: Body, clause: Clause) -> bool:
    """Whether an action at a table is no longer illegal if the clause does not stand there."""
    question = _question(body)
    return (
        isinstance(question, TurnQuestion)
        and _Without(question, clause).told().verdict != "illegal"
    )


class _Without(TurnVerdicts):
    """An action judged as if one clause did not stand in the rules."""

    def __init__(self, question: TurnQuestion, clause: Clause) -> None:
        super().__init__(question.position, question.action, question.rules)
        self._clause = clause

    def clauses(self, rulings: Rulings) -> tuple[Clause, ...]:
        """All clauses of the turn but this one."""
        return tuple(c for c in super().clauses(rulings) if c is not self._clause)

    def bid_ids(self, rulings: Rulings) -> tuple[str, ...]:
        """All clauses about bids but this one."""
        return tuple(name for name in super().bid_ids(rulings) if name != self._clause.id)

    @property
    def violated(self) -> tuple[str, ...]:
        """The clauses of the turn that are broken without it, in rulebook order."""
        over = self.overs[0]
        broken = {c for n in self.cases(over, self.used) for c in self.read(n)}
        return tuple(c.id for c in self.clauses(self.used) if c.id in broken)
