"""Mutants of the rules: wrong rulebooks one fault away, and which questions tell them apart.

A fixture that no wrong rulebook answers as it should is worth its place; ``kills`` says which ones
a question unmasks. What lies on the table is taken as the rules have it: a mutant errs in what it
says of the bid or the action that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias

from checker.actions import Action, BidAction
from checker.facts import facts_of, measures
from checker.judgements import Verdict
from checker.judging import judge
from checker.model import mutants as model
from checker.model.compiled import ClauseIds, TooLarge
from checker.model.equivalence import told_apart, turn_told_apart
from checker.model.mutants import (
    Mutation,
    NearlyLegal,
    faulty_turn,
    mutations,
    nearly_legal,
    turn_mutants_differing,
    violated_plainly,
)
from checker.model.symbolic import Bounds
from checker.model.turn import MOST, TURN_FORMALISED
from checker.overs import over_readings
from checker.positions import Position
from checker.questions import ImpossibleOver, JudgeQuestion, Rules, TurnQuestion
from checker.readings import Reading
from checker.reasons import clause_ids
from checker.rulebook import BID_PARTS, SELECTORS, Clause, Rulings, rulebook
from checker.tricks import DRAGON_BID, ImpossibleTrick, played, shaped_by
from checker.turn_verdicts import Numbers, TurnVerdicts

Operator: TypeAlias = model.Operator | Literal["swapped"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rulebook with one fault: in a clause, or in the option of a ruling that goes unpinned.

    ``clause`` is empty for a swapped ruling, ``ruling`` and ``option`` for everything else.
    """

    id: str
    clause: str
    operator: Operator
    meaning: str
    ruling: str = ""
    option: str = ""


@cache
def mutants() -> tuple[Mutant, ...]:
    """Every mutant, in rulebook order: of clauses, then of rulings.

    A permission that the model has no function for has none: nothing would be forbidden without it.
    """
    of_functions = [_of_clause(mutation) for mutation in mutations()]
    clauses = rulebook().clauses
    others = [_removed(c) for c in clauses.values() if c.force in _NOT_DONE]
    of_clauses = sorted([*of_functions, *others], key=lambda m: clauses[m.clause].order)
    return (*of_clauses, *_swapped())


@cache
def mutation_of(mutant_id: str) -> Mutation | None:
    """The fault in a clause's function that is the mutant of that id, if it is one of those."""
    return {_of_clause(mutation).id: mutation for mutation in mutations()}.get(mutant_id)


def witness(mutant: Mutant, bounds: Bounds) -> dict[str, int] | None:
    """Facts within the bounds that the mutant judges otherwise than the rules.

    ``None`` when it is proved that there are none: then nothing can kill it. A swapped ruling is
    told apart where the loss of a clause is that holds under one of its options. Raises
    ``SolverLimit``, and ``ValueError`` for a mutant of what has no function.
    """
    mutation = mutation_of(mutant.id)
    if mutation is not None:
        return _witness(mutation, bounds)
    hanging = [c for c in rulebook().clauses.values() if mutant.ruling in c.when]
    if not hanging or not all(clause.formalised for clause in hanging):
        raise ValueError(f"{mutant.id} has no function that could be asked")
    found = (_witness(Mutation(clause.id, "removed"), bounds) for clause in hanging)
    return next((numbers for numbers in found if numbers is not None), None)


def _witness(mutation: Mutation, bounds: Bounds) -> dict[str, int] | None:
    own = rulebook().clause(mutation.clause)
    when = dict(own.when)
    if when.get("expansion") == _EXPANDED[1]:
        when["edition"] = _EXPANDED[0]
    beside = [
        clause.id
        for clause in rulebook().clauses.values()
        if clause is not own and clause.formalised and clause.when.items() <= when.items()
    ]
    of_turns = tuple(clause_id for clause_id in beside if clause_id in TURN_FORMALISED)
    if mutation.clause in TURN_FORMALISED:
        return turn_told_apart(mutation, of_turns)
    of_bids = tuple(clause_id for clause_id in beside if clause_id not in TURN_FORMALISED)
    return told_apart(mutation, of_bids, of_turns, bounds)


_NOT_DONE: dict[str, str] = {
    "setup": "what the clause rules out is let pass",
    "consequence": "what the clause brings about does not happen",
}
"""What a mutant is of a clause that has no function, by its force."""


def _of_clause(mutation: Mutation) -> Mutant:
    clause, operator, place, number, by = mutation
    name = number.replace("-", " ")
    suffix, meaning = {
        "removed": ("removed", "the clause asks nothing"),
        "weakened": (f"weakened-{place + 1}", f"demand {place + 1} of the clause is left out"),
        "unguarded": ("unguarded", "the clause holds where it does not apply as well"),
        "off-by-one": (f"{number}{by:+}", f"{name} is seen as one {'more' if by > 0 else 'less'}"),
        "forbidden": ("forbidden", "what the clause permits is forbidden"),
    }[operator]
    return Mutant(f"{clause}:{suffix}", clause, operator, meaning)


def _removed(clause: Clause) -> Mutant:
    return Mutant(f"{clause.id}:removed", clause.id, "removed", _NOT_DONE[clause.force])


def _swapped() -> Iterator[Mutant]:
    """For each ruling the options that some text which raises it does not take by itself."""
    book = rulebook()
    texts = [
        book.rulings_used(book.edition(edition), {}, expansion)
        for edition, expansion in (*((e, None) for e in SELECTORS["edition"]), _EXPANDED)
    ]
    for ruling in book.rulings.values():
        taken = {used[ruling.id] for used in texts if ruling.raised_under(used)}
        for option in ruling.options:
            if taken != {option}:
                yield Mutant(
                    swapped_id(ruling.id, option),
                    clause="",
                    operator="swapped",
                    meaning=f"{option} where the ruling is not pinned",
                    ruling=ruling.id,
                    option=option,
                )


_EXPANDED = ("rulebook", "mandate-of-heaven")


def swapped_id(ruling: str, option: str) -> str:
    """The id of the mutant that takes this option where the ruling is not pinned."""
    return f"{ruling}:default-{option}"


Answer: TypeAlias = tuple[Verdict, tuple[Reading, ...]] | None
"""What a rulebook answers; ``None`` where by it the table cannot be."""


def kills(
    question: JudgeQuestion | TurnQuestion, among: Collection[str] | None = None
) -> tuple[str, ...]:
    """The ids of the mutants that answer otherwise, by verdict or by readings, in their order.

    Of ``among`` alone, where that is given: looking for one of a few is faster. No verdict shows
    whether the consequences of an action and the set-up are as they should be, but for the half of
    a card that counts: the other mutants of those are never among them. Raises as
    :func:`checker.judging.judge` and :func:`checker.turns.judge_turn` do.
    """
    if isinstance(question, TurnQuestion):
        killed = _killed_by_turn(question, _wanted(among))
    else:
        killed = _killed_by_bid(question, _wanted(among))
    found = {_of_clause(mutation).id for mutation in killed}
    if among is None or any(m.ruling for m in mutants() if m.id in among):
        found |= {swapped_id(ruling, option) for ruling, option in _swaps(question)}
    if isinstance(question, JudgeQuestion) and (among is None or BOTH_HALVES in among):
        found |= {BOTH_HALVES} if _lower_halves_tell(question) else set()
    if among is not None:
        found &= set(among)
    return tuple(mutant.id for mutant in mutants() if mutant.id in found)


BOTH_HALVES = "upper-half-counts:removed"
"""The mutant by which the lower half of a card counts as well."""


def _lower_halves_tell(question: JudgeQuestion) -> bool:
    """Whether the answer is another one where both halves of the cards of the bid count."""
    bid = question.bid
    lower = tuple(replace(card, up=card.under, name="") for card in bid.cards if card.under)
    both = replace(question, bid=replace(bid, cards=(*bid.cards, *lower)))
    try:
        return bool(lower) and _answers_to_bid(question)({}) != _answers_to_bid(both)({})
    except TooLarge:
        return False


def _wanted(among: Collection[str] | None) -> tuple[Mutation, ...]:
    return tuple(m for m in mutations() if among is None or _of_clause(m).id in among)


def _swaps(question: JudgeQuestion | TurnQuestion) -> Iterator[tuple[str, str]]:
    """The rulings, with the option that would change the answer if it were the default."""
    rules = question.rules
    up: Collection[str] = ()
    if isinstance(question, TurnQuestion):
        up = played(question.position, question.action)
        answer = _answers_to_turn(question)
    else:
        answer = _answers_to_bid(question)
    true = answer({})
    for ruling in rulebook().rulings:
        if ruling not in rules.pinned:
            for change in rulebook().changes(rules.used, {ruling}, up):
                if answer(change) != true:
                    yield ruling, change[ruling]


def _answers_to_bid(question: JudgeQuestion) -> Callable[[Rulings], Answer]:
    """The answer by the true rules where these options are the defaults."""
    plain = replace(question, explain="none", certificate=False)

    @cache
    def decided(options: tuple[tuple[str, str], ...]) -> Answer:
        pinned = {**question.rules.pinned, **dict(options)}
        try:
            judged = judge(replace(plain, rules=replace(question.rules, pinned=pinned)))
        except ImpossibleOver:
            return None
        return judged.verdict, tuple(taken.reading for taken in judged.readings)

    about_bids = {r for c in rulebook().clauses.values() if c.part in BID_PARTS for r in c.when}
    return lambda change: decided(tuple((r, o) for r, o in change.items() if r in about_bids))


def _answers_to_turn(question: TurnQuestion) -> Callable[[Rulings], Answer]:
    """The answer by the true rules where these options are the defaults."""
    position, action, rules = question.position, question.action, question.rules
    asked = PlainVerdicts(position, action, rules)
    of_trick = rulebook().bid_rulings | {DRAGON_BID} | rules.edition.settles

    def answer(change: Rulings) -> Answer:
        if of_trick.isdisjoint(change):
            told = asked.told({**asked.used, **change})
            return told.verdict, told.readings
        swapped = replace(rules, pinned={**rules.pinned, **change})
        try:
            told = PlainVerdicts(position, action, swapped).told()
        except ImpossibleTrick:
            return None
        return told.verdict, told.readings

    return answer


def _killed_by_bid(question: JudgeQuestion, wanted: Sequence[Mutation]) -> Iterator[Mutation]:
    overs = over_readings(question.over, question.rules)
    ids = clause_ids(rulebook().in_force(overs.used))
    in_force = [mutation for mutation in wanted if mutation.clause in ids]
    if not in_force:
        return
    lying = question.over.cards if question.over else ()
    facts = facts_of(question.bid.cards, question.rules.edition.wild, lying)
    near = [
        nearly_legal(measures(facts, over), ids, question.bid.claim)
        for over in overs.under(overs.used)
    ]
    true = _told([each.legal for each in near])
    for mutation in in_force:
        if _told([n.legal_by(mutation) for n in near]) != true:
            yield mutation


def _told(legal: Sequence[Sequence[Reading]]) -> Answer:
    """The answer where these readings are legal over each reading of the bid to beat."""
    verdict: Verdict = "undetermined" if any(legal) else "illegal"
    readings = {reading for found in legal for reading in found}
    in_order = tuple(sorted(readings, key=lambda reading: reading.order))
    return "legal" if all(legal) else verdict, in_order


def _killed_by_turn(question: TurnQuestion, wanted: Sequence[Mutation]) -> Iterator[Mutation]:
    faulty = _FaultyVerdicts(question.position, question.action, question.rules)
    true = faulty.told()
    asked = dict(faulty.asked)
    own, every = faulty.turn_ids(faulty.used), faulty.in_force(faulty.used)
    differing: dict[Mutation, None] = {}
    in_force = [m for m in wanted if m.clause in (every if _is_asked_always(m) else own)]
    for numbers in asked.values():
        differing |= dict.fromkeys(turn_mutants_differing(numbers, in_force))
    differing |= dict.fromkeys(faulty.bid_mutants(wanted))
    for mutation in differing:
        faulty.mutation = mutation
        told = faulty.told()
        if (told.verdict, told.readings) != (true.verdict, true.readings):
            yield mutation


def _is_asked_always(mutation: Mutation) -> bool:
    """Whether the clause is asked of actions as well that its part of the rules is not about."""
    return mutation.operator == "unguarded"


class PlainVerdicts(TurnVerdicts):
    """The verdict on an action, from the clauses folded on plain numbers and not asked of Z3.

    For looking at very many actions; what is told to anybody is asked of Z3.
    """

    def read(self, numbers: Numbers) -> frozenset[str]:
        """The clauses of the turn that are violated, in force or not."""
        key = tuple(numbers.values())
        if key not in self._reads:
            seen = {name: self._seen(name, number) for name, number in numbers.items()}
            self._reads[key] = violated_plainly(seen)
        return self._reads[key]

    def _seen(self, name: str, number: int) -> int:
        """An unknown number at its highest is beyond what any clause compares it with."""
        unknown = self.view.numbers.get(name, 0) is None
        return number + 1 if unknown and number == MOST[name] > 1 else number


class _FaultyVerdicts(PlainVerdicts):
    """The verdict on an action by a rulebook with one fault, or none.

    ``asked`` are the numbers that the clauses of the turn were asked about.
    """

    mutation: Mutation | None = None

    def __init__(self, position: Position, action: Action, rules: Rules) -> None:
        super().__init__(position, action, rules)
        self.asked: dict[tuple[int, ...], dict[str, int]] = {}
        self._near: dict[tuple[Reading | None, ClauseIds], NearlyLegal] = {}

    def in_force(self, rulings: Rulings) -> frozenset[str]:
        """The clauses of any turn in force under these options."""
        return frozenset(c for c in TURN_FORMALISED if rulebook().clause(c).holds_under(rulings))

    def turn_ids(self, rulings: Rulings) -> frozenset[str]:
        """The clauses of the turn in force under these options, the faulty one among them."""
        ids = super().turn_ids(rulings)
        if self.mutation and _is_asked_always(self.mutation):
            return ids | ({self.mutation.clause} & self.in_force(rulings))
        return ids

    def read(self, numbers: Numbers) -> frozenset[str]:
        """The clauses of the turn that are violated where one of them may be faulty."""
        violated = super().read(numbers)
        seen = {name: self._seen(name, number) for name, number in numbers.items()}
        self.asked[tuple(seen.values())] = seen
        if self.mutation is None or self.mutation.clause not in TURN_FORMALISED:
            return violated
        return faulty_turn(violated, self.mutation, seen)

    def bid_mutants(self, wanted: Sequence[Mutation]) -> Iterator[Mutation]:
        """Those of these mutants by which the cards have other readings as a bid."""
        ids = clause_ids(rulebook().in_force(self.used))
        in_force = [mutation for mutation in wanted if mutation.clause in ids]
        if self.is_bid and in_force:
            near = [self._nearly_legal(over, self.used) for over in self.overs]
            for mutation in in_force:
                if any(n.legal_by(mutation) != n.legal for n in near):
                    yield mutation

    def readings(self, over: Reading | None, rulings: Rulings) -> list[Reading]:
        """The readings of the bid that are legal as a bid where one clause may be faulty."""
        if self.mutation is None or self.mutation.clause in TURN_FORMALISED:
            return super().readings(over, rulings)
        return list(self._nearly_legal(over, rulings).legal_by(self.mutation))

    def _nearly_legal(self, over: Reading | None, rulings: Rulings) -> NearlyLegal:
        assert isinstance(self.action, BidAction)
        ids = clause_ids(rulebook().in_force(rulings))
        if (over, ids) not in self._near:
            numbers = measures(self.facts, over, shaped_by(self.action.mandate))
            self._near[over, ids] = nearly_legal(numbers, ids, self.action.claim)
        return self._near[over, ids]
