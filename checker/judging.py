"""Question 1: does this bid legally beat that one, under which readings, and why or why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from checker.alternatives import nearest_plays
from checker.cards import Card
from checker.certificates import Case, certificate
from checker.facts import Facts, facts_of
from checker.fitting import take
from checker.judgements import (
    Alternative,
    Change,
    Judgement,
    Reason,
    Taken,
    UnderOver,
    Verdict,
)
from checker.model.compiled import ClauseIds, TooLarge
from checker.model.situation import Situation
from checker.overs import OverReadings, check_places, over_readings
from checker.questions import MOST_OVERS, JudgeQuestion, TooManyReadings
from checker.readings import Reading
from checker.reasons import Explainer, clause_ids, conflicts_and_repairs
from checker.rulebook import Clause, Rulings, rulebook
from checker.wording import joined, reading_text


def judge(question: JudgeQuestion) -> Judgement:
    """The verdict on a bid, with its readings, reasons and whether a ruling decides it.

    Raises ``ImpossibleOver`` and ``CardsTwice`` for a bid to beat that cannot lie there,
    ``TooManyReadings`` where a certificate would have to cover too many, ``TooLarge`` beyond the
    largest compiled size, and ``SolverLimit`` rather than any guess.
    """
    check_places(question.over, question.hand)
    return _Judging(question).judgement()


def answers_by_choice(
    question: JudgeQuestion,
) -> Iterator[tuple[Rulings, Verdict, tuple[Reading, ...]]]:
    """The verdict and the readings under every choice of the open rulings that allows the question.

    Smallest changes first; raises as :func:`judge` does.
    """
    return _Judging(question).by_choice()


@dataclass(frozen=True)
class _Judging:
    """One question being answered; what several steps need is worked out once."""

    question: JudgeQuestion

    @cached_property
    def _overs(self) -> OverReadings:
        return over_readings(self.question.over, self.question.rules)

    @cached_property
    def _facts(self) -> Facts:
        over = self.question.over
        wild = self.question.rules.edition.wild
        return facts_of(self.question.bid.cards, wild, over.cards if over else ())

    @cached_property
    def _situations(self) -> dict[Reading | None, Situation]:
        return {}

    def _situation(self, over: Reading | None) -> Situation:
        if over not in self._situations:
            self._situations[over] = Situation(self._facts, over)
        return self._situations[over]

    def _legal(self, over: Reading | None, rulings: Rulings) -> list[Reading]:
        """The legal readings under these options, among those that any options may leave."""
        if over not in self._candidates:
            claim = self.question.bid.claim
            self._candidates[over] = self._situation(over).legal(self._common, claim)
        ids = clause_ids(rulebook().in_force(rulings))
        return self._situation(over).still_legal(self._candidates[over], ids)

    @cached_property
    def _common(self) -> ClauseIds:
        """The clauses that are in force under every choice of the rulings left open."""
        used = self._overs.used
        every = [clause_ids(rulebook().in_force({**used, **c})) for c in ({}, *self._overs.changes)]
        in_all = set(every[0]).intersection(*every[1:])
        return tuple(clause_id for clause_id in every[0] if clause_id in in_all)

    @cached_property
    def _candidates(self) -> dict[Reading | None, list[Reading]]:
        return {}

    def _decide(self, rulings: Rulings) -> tuple[Verdict, list[Reading]]:
        """The verdict under these options, and all readings that are legal over some reading."""
        legal = [self._legal(over, rulings) for over in self._overs.under(rulings)]
        if all(legal):
            verdict: Verdict = "legal"
        else:
            verdict = "undetermined" if any(legal) else "illegal"
        return verdict, sorted({r for found in legal for r in found}, key=lambda r: r.order)

    def by_choice(self) -> Iterator[tuple[Rulings, Verdict, tuple[Reading, ...]]]:
        for change in ({}, *self._overs.changes):
            options = {**self._overs.used, **change}
            verdict, readings = self._decide(options)
            yield options, verdict, tuple(readings)

    def judgement(self) -> Judgement:
        used = self._overs.used
        overs = self._overs.under(used)
        if self.question.certificate and len(overs) > MOST_OVERS:
            raise TooManyReadings(len(overs), MOST_OVERS)
        verdict, readings = self._decide(used)
        changes = self._changes(verdict)
        by_over = self._by_over() if len(overs) > 1 else ()
        plain = Judgement(
            verdict=verdict,
            settled=not changes,
            readings=self._taken(readings),
            reasons=(),
            changes=changes,
            alternatives=(),
            rulings=used,
            by_over=by_over,
            missing=("over.as",) if verdict == "undetermined" else (),
            certificate=self._certificate() if self.question.certificate else None,
        )
        return plain if self.question.explain == "none" else self._explained(plain)

    def _changes(self, verdict: Verdict) -> tuple[Change, ...]:
        """The smallest changes of unpinned rulings that give another verdict."""
        found: list[Change] = []
        for change in self._overs.changes:
            if any(smaller.change.items() <= change.items() for smaller in found):
                continue
            otherwise, readings = self._decide({**self._overs.used, **change})
            if otherwise != verdict:
                found.append(Change(change, otherwise, self._taken(readings)))
        return tuple(found)

    def _by_over(self) -> tuple[UnderOver, ...]:
        answers: list[UnderOver] = []
        for over in self._overs.under(self._overs.used):
            assert over is not None
            readings = self._legal(over, self._overs.used)
            reasons = () if self.question.explain == "none" else self._reasons(over)
            taken = take(over, self._over_cards, self._over_facts)
            verdict: Verdict = "legal" if readings else "illegal"
            answers.append(UnderOver(taken, verdict, self._taken(readings), reasons))
        return tuple(answers)

    def _explained(self, plain: Judgement) -> Judgement:
        overs = self._overs.under(self._overs.used)
        first = self._explainer(overs[0])
        if len(overs) > 1:
            reasons = merged(plain.by_over, plain.verdict)
        else:
            reasons = self._reasons(overs[0])
        explained = replace(plain, reasons=reasons, alternatives=self._alternatives(plain.verdict))
        if self.question.explain == "all" and plain.verdict == "illegal":
            violations = [v for over in overs for _, v in self._explainer(over).violations()]
            conflicts, repairs = conflicts_and_repairs(set(violations))
            explained = replace(explained, conflicts=conflicts, repairs=repairs)
        if self.question.explain == "trace":
            legal = self._legal(overs[0], self._overs.used)
            explained = replace(explained, trace=first.trace((legal or [first.nearest()])[0]))
        return explained

    def _explainer(self, over: Reading | None) -> Explainer:
        return Explainer(
            self._situation(over),
            rulebook().in_force(self._overs.used),
            self.question.bid.claim,
            self.question.rules.edition.wild,
        )

    def _reasons(self, over: Reading | None) -> tuple[Reason, ...]:
        legal = self._legal(over, self._overs.used)
        explainer = self._explainer(over)
        return explainer.carried_by(legal[0]) if legal else explainer.refusal()

    def _alternatives(self, verdict: Verdict) -> tuple[Alternative, ...]:
        if verdict == "legal" or not self.question.alternatives:
            return ()
        overs = self._overs.under(self._overs.used)
        try:
            return nearest_plays(
                self.question.bid.cards,
                self.question.hand,
                overs,
                rulebook().in_force(self._overs.used),
                self.question.rules.edition.wild,
                self._over_cards,
            )
        except TooLarge:
            # The bid is decided all the same; only the hand beside it is too large to search.
            return ()

    def _certificate(self) -> str:
        used = self._overs.used
        verdicts: dict[bool, Verdict] = {True: "legal", False: "illegal"}
        cases = [
            Case(over, self._situation(over), verdicts[bool(self._legal(over, used))])
            for over in self._overs.under(used)
        ]
        return certificate(cases, clause_ids(rulebook().in_force(used)), self.question.bid.claim)

    def _taken(self, readings: Iterable[Reading]) -> tuple[Taken, ...]:
        return tuple(take(r, self.question.bid.cards, self._facts) for r in readings)

    @property
    def _over_cards(self) -> tuple[Card, ...]:
        return self.question.over.cards if self.question.over else ()

    @cached_property
    def _over_facts(self) -> Facts:
        return facts_of(self._over_cards, self.question.rules.edition.wild)


def merged(by_over: Sequence[UnderOver], verdict: Verdict) -> tuple[Reason, ...]:
    """One reason a clause over all readings of the bid to beat: of the refusals, if there are any.

    Where not all of them say the same, each says for which readings of the bid to beat it is.
    """
    answers = [a for a in by_over if verdict == "legal" or a.verdict == "illegal"]
    if len(answers) == len(by_over) and len({a.reasons for a in answers}) == 1:
        return answers[0].reasons
    messages: dict[Clause, dict[str, list[str]]] = {}
    for answer in answers:
        over = reading_text(answer.over.reading)
        for reason in answer.reasons:
            messages.setdefault(reason.clause, {}).setdefault(reason.message, []).append(over)
    return tuple(
        Reason(clause, " ".join(_if(overs, message) for message, overs in said.items()))
        for clause, said in sorted(messages.items(), key=lambda entry: entry[0].order)
    )


def _if(overs: Sequence[str], message: str) -> str:
    return f"If the bid to beat is {joined(overs, 'or')}: {message}"
