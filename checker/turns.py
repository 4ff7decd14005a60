"""Question 1 for a whole turn: may this action be taken at this table, and why or why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from checker.actions import BidAction, ElementAction
from checker.alternatives import nearest_plays
from checker.facts import Facts, cards_standing_twice, facts_of
from checker.fitting import take
from checker.judgements import Alternative, Change, Judgement, Reason, Taken, UnderOver, Verdict
from checker.judging import merged
from checker.model.situation import Situation
from checker.model.turn import MOST, turn_model
from checker.questions import TurnQuestion
from checker.readings import Kind, Reading
from checker.reasons import Explainer, clause_ids
from checker.rulebook import Clause, Part, Rulings, rulebook
from checker.tricks import History, bids, history
from checker.turn_facts import TurnView, held_of, over_numbers, possible, trick_numbers, turn_view

UNDECLARED = "how the last bid of the trick was declared (as)"
"""What is missing where a verdict depends on it."""


def judge_turn(question: TurnQuestion) -> Judgement:
    """The verdict on an action, with its readings, reasons and whether a ruling decides it.

    What the position does not tell matters only where a clause asks for it: then the verdict is
    ``undetermined`` and ``missing`` names it. Raises ``ImpossibleTrick`` for a trick that cannot
    have been played, ``TooLarge`` and ``SolverLimit``.
    """
    return _Judging(question).judgement()


@dataclass(frozen=True)
class _Told:
    """What one choice of rulings says over one reading of the bid to beat."""

    verdict: Verdict
    readings: tuple[Reading, ...]
    missing: tuple[str, ...]


class _Judging:
    """One question being answered; what several steps need is worked out once."""

    def __init__(self, question: TurnQuestion) -> None:
        self.question = question
        self.action = question.action
        self.wild = question.rules.edition.wild
        self._nothing: dict[str, int | None] = dict.fromkeys(MOST, 0)
        self._reads: dict[tuple[int, ...], frozenset[str]] = {}
        self.parts: tuple[Part, ...] = ("turn",)
        if isinstance(self.action, ElementAction):
            self.parts = ("turn", "element")
        elif isinstance(self.action, BidAction):
            self.parts = ("turn", "symbols")

    @cached_property
    def history(self) -> History:
        return history(self.question.position, self.question.rules)

    @cached_property
    def view(self) -> TurnView:
        return turn_view(self.question.position, self.action, self.wild)

    @cached_property
    def facts(self) -> Facts:
        """The facts of the bid; a card that lies in the trick cannot be bid again."""
        assert isinstance(self.action, BidAction)
        on_table = [card for entry in bids(self.question.position) for card in entry.cards]
        own = facts_of(self.action.cards, self.wild)
        names = {card.name for card in self.action.cards if card.name}
        again = [n for n in cards_standing_twice([*self.action.cards, *on_table]) if n in names]
        return replace(own, repeated=len(again))

    def judgement(self) -> Judgement:
        used = self.history.used
        told = self._decide(used)
        changes = self._changes(told.verdict)
        overs = self.history.overs(used)
        plain = Judgement(
            verdict=told.verdict,
            settled=not changes,
            readings=self._taken(told.readings),
            reasons=(),
            changes=changes,
            alternatives=(),
            rulings=used,
            by_over=self._by_over() if len(overs) > 1 and self._is_bid else (),
            missing=told.missing,
        )
        if self.question.explain == "none":
            return plain
        return replace(
            plain, reasons=self._all_reasons(plain), alternatives=self._alternatives(plain)
        )

    @property
    def _is_bid(self) -> bool:
        return isinstance(self.action, BidAction)

    # Deciding.

    def _decide(self, rulings: Rulings) -> _Told:
        """The verdict under these options over every reading of the bid to beat."""
        told = [self._over(over, rulings) for over in self.history.overs(rulings)]
        verdicts = {each.verdict for each in told}
        readings = {reading for each in told for reading in each.readings}
        in_order = tuple(sorted(readings, key=lambda reading: reading.order))
        if len(verdicts) == 1:
            return _Told(told[0].verdict, in_order, told[0].missing)
        missing = dict.fromkeys([UNDECLARED, *(name for each in told for name in each.missing)])
        return _Told("undetermined", in_order, tuple(missing))

    def _over(self, over: Reading | None, rulings: Rulings) -> _Told:
        """The verdict over one reading of the bid to beat."""
        unknown, verdicts = self._unknown(over, rulings), set()
        readings: dict[Reading, None] = {}
        for numbers in self._cases(over, rulings, unknown):
            legal = self._legal(over, rulings, numbers)
            verdicts.add(bool(legal))
            readings |= dict.fromkeys(reading for reading in legal if reading is not None)
        if len(verdicts) > 1:
            missing = dict.fromkeys(self._where(name) for name in unknown)
            return _Told("undetermined", tuple(readings), tuple(missing))
        return _Told("legal" if True in verdicts else "illegal", tuple(readings), ())

    def _unknown(self, over: Reading | None, rulings: Rulings) -> list[str]:
        """The unknown numbers that some clause in force looks at here."""
        numbers = self._numbers(over, rulings)
        unknown = [name for name, number in numbers.items() if number is None]
        if not unknown:
            return []
        ids = self._turn_ids(rulings)
        sure = {name: possible(name)[0] if n is None else n for name, n in numbers.items()}
        base = self._read(sure) & ids
        return [n for n in unknown if self._read(sure | {n: possible(n)[1]}) & ids != base]

    def _read(self, numbers: Mapping[str, int]) -> frozenset[str]:
        """The clauses of the turn that are violated, in force or not; asked once."""
        key = tuple(numbers.values())
        if key not in self._reads:
            self._reads[key] = turn_model().read(numbers)[1]
        return self._reads[key]

    def _cases(
        self, over: Reading | None, rulings: Rulings, unknown: Sequence[str]
    ) -> Iterable[dict[str, int]]:
        numbers = self._numbers(over, rulings)
        sure = {name: number or 0 for name, number in numbers.items()}
        for values in product(*(possible(name) for name in unknown)):
            yield sure | dict(zip(unknown, values, strict=True))

    def _numbers(self, over: Reading | None, rulings: Rulings) -> dict[str, int | None]:
        chain = self.history.under(rulings)
        trick = trick_numbers(chain, self.question.position, self.wild)
        return self._nothing | self.view.numbers | trick | over_numbers(over)

    def _legal(
        self, over: Reading | None, rulings: Rulings, numbers: dict[str, int]
    ) -> list[Reading | None]:
        """The readings under which the action is legal; ``[None]`` for a legal one without any."""
        ids = self._turn_ids(rulings)
        if not self._is_bid:
            return [] if self._read(numbers) & ids else [None]
        fine: dict[bool, bool] = {}
        found: list[Reading | None] = []
        for reading in self._readings(over, rulings):
            bomb = reading.kind is Kind.BOMB
            if bomb not in fine:
                fine[bomb] = not self._read(numbers | {"is-bomb": int(bomb)}) & ids
            if fine[bomb]:
                found.append(reading)
        return found

    def _readings(self, over: Reading | None, rulings: Rulings) -> list[Reading]:
        """The readings of the bid that are legal as a bid."""
        assert isinstance(self.action, BidAction)
        ids = clause_ids(rulebook().in_force(rulings))
        return self._situation(over).legal(ids, self.action.claim)

    def _situation(self, over: Reading | None) -> Situation:
        return Situation(self.facts, over)

    def _turn_ids(self, rulings: Rulings) -> frozenset[str]:
        return frozenset(clause_ids(rulebook().in_force(rulings, self.parts), self.parts))

    def _changes(self, verdict: Verdict) -> tuple[Change, ...]:
        """The smallest changes of unpinned rulings that give another verdict.

        Only rulings on which a clause depends that is violated somewhere can change anything.
        """
        used = self.history.used
        for change in self.history.changes:
            self._decide({**used, **change})
        asked = set().union(*(rulebook().asked_by(violated) for violated in self._reads.values()))
        turn = rulebook().changes(used, asked - self.question.rules.pinned.keys())
        bids = ({}, *self.history.changes)
        every = [{**bid, **more} for bid in bids for more in ({}, *turn)][1:]
        found: list[Change] = []
        for change in sorted(every, key=len):
            if any(smaller.change.items() <= change.items() for smaller in found):
                continue
            told = self._decide({**used, **change})
            if told.verdict != verdict:
                found.append(Change(change, told.verdict, self._taken(told.readings)))
        return tuple(found)

    def _taken(self, readings: Iterable[Reading]) -> tuple[Taken, ...]:
        if not isinstance(self.action, BidAction):
            return ()
        return tuple(take(reading, self.action.cards, self.facts) for reading in readings)

    # Explaining.

    def _where(self, name: str) -> str:
        return self.view.missing.get(name, "what the wilds of the trick stand for (as)")

    def _by_over(self) -> tuple[UnderOver, ...]:
        position, used = self.question.position, self.history.used
        last = bids(position)[-1]
        shown = facts_of(last.cards, self.wild)
        answers: list[UnderOver] = []
        for over in self.history.overs(used):
            assert over is not None
            told = self._over(over, used)
            reasons = () if self.question.explain == "none" else self._reasons(over, told)
            taken = take(over, last.cards, shown)
            answers.append(UnderOver(taken, told.verdict, self._taken(told.readings), reasons))
        return tuple(answers)

    def _all_reasons(self, plain: Judgement) -> tuple[Reason, ...]:
        if plain.by_over:
            return merged(plain.by_over, plain.verdict)
        over = self.history.overs(self.history.used)[0]
        return self._reasons(over, self._over(over, self.history.used))

    def _reasons(self, over: Reading | None, told: _Told) -> tuple[Reason, ...]:
        """What carries the action, or the minimal clauses that forbid it.

        Clauses about the turn come first, since they forbid it whatever is played; then those
        about the bid; then those about what is claimed for its symbols.
        """
        used = self.history.used
        numbers = next(iter(self._cases(over, used, ())))
        if told.verdict != "illegal":
            return self._carried(over, told, numbers)
        violated = self._violated(numbers, ("turn", "element"))
        if violated:
            return self._turn_reasons(violated[:1], over)
        if not self._is_bid:
            cases = self._cases(over, used, self._unknown(over, used))
            told_by_all = [self._violated(case, ("turn", "element")) for case in cases]
            return self._turn_reasons(told_by_all[-1][:1], over)
        readings = self._readings(over, used)
        if not readings:
            return self._explainer(over).refusal()
        by_bomb = [
            self._violated(numbers | {"is-bomb": int(bomb)}, self.parts)
            for bomb in {reading.kind is Kind.BOMB for reading in readings}
        ]
        return self._turn_reasons(_minimal(by_bomb), over)

    def _carried(
        self, over: Reading | None, told: _Told, numbers: dict[str, int]
    ) -> tuple[Reason, ...]:
        carried: tuple[Reason, ...] = ()
        if told.readings:
            carried = self._explainer(over).carried_by(told.readings[0])
            numbers = numbers | {"is-bomb": int(told.readings[0].kind is Kind.BOMB)}
        applies = turn_model().read(numbers)[0]
        kept = [c for c in self._clauses() if c.id in applies and c.kept]
        return (*carried, *(Reason(c, c.kept.format_map(self._words(over))) for c in kept))

    def _clauses(self) -> tuple[Clause, ...]:
        return rulebook().in_force(self.history.used, self.parts)

    def _violated(self, numbers: dict[str, int], parts: tuple[Part, ...]) -> list[Clause]:
        violated = self._read(numbers)
        return [c for c in self._clauses() if c.id in violated and c.part in parts]

    def _turn_reasons(self, clauses: Iterable[Clause], over: Reading | None) -> tuple[Reason, ...]:
        return tuple(Reason(c, c.broken.format_map(self._words(over))) for c in clauses)

    def _words(self, over: Reading | None) -> dict[str, str]:
        return {"wild": self.wild.capitalize(), **self.view.words}

    def _explainer(self, over: Reading | None) -> Explainer:
        assert isinstance(self.action, BidAction)
        clauses = rulebook().in_force(self.history.used)
        return Explainer(self._situation(over), clauses, self.action.claim, self.wild)

    def _alternatives(self, plain: Judgement) -> tuple[Alternative, ...]:
        if plain.verdict == "legal" or not isinstance(self.action, BidAction):
            return ()
        position = self.question.position
        hand = position.player(self.action.player or position.turn or "").hand
        table = [card for entry in bids(position) for card in entry.cards]
        clauses = rulebook().in_force(self.history.used)
        overs = self.history.overs(self.history.used)
        held = held_of(self.action.cards, hand)
        return nearest_plays(held, hand.cards, overs, clauses, self.wild, table)


def _minimal(violated: Sequence[Sequence[Clause]]) -> list[Clause]:
    """The clauses that are left when the least preferred ones go, while each case keeps one."""
    kept = sorted({c for each in violated for c in each}, key=lambda clause: clause.order)
    for clause in reversed(list(kept)):
        without = [other for other in kept if other is not clause]
        if all(any(c in without for c in each) for each in violated):
            kept = without
    return kept
