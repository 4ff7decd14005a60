"""Question 1 for a whole turn: may this action be taken at this table, and why or why not."""

from __future__ import annotations

from dataclasses import replace

from checker.judgements import Judgement, Reason, UnderOver, Verdict
from checker.judging import merged
from checker.questions import MOST_OVERS, TooManyReadings, TurnQuestion
from checker.turn_reasons import (
    all_conflicts,
    by_over,
    certified,
    nearest_actions,
    open_reasons,
    reasons_over,
    trace,
)
from checker.turn_verdicts import TurnVerdicts


def judge_turn(question: TurnQuestion) -> Judgement:
    """The verdict on an action, with its readings, reasons and whether a ruling decides it.

    What the position does not tell matters only where a clause asks for it: then the verdict is
    ``undetermined`` and ``missing`` names it. Raises ``ImpossibleTrick`` for a trick that cannot
    have been played, ``TooManyReadings`` where a certificate would have to cover too many,
    ``TooLarge`` and ``SolverLimit``.
    """
    asked = TurnVerdicts(question.position, question.action, question.rules)
    several = len(asked.overs) > 1
    if question.certificate and len(asked.overs) > MOST_OVERS:
        raise TooManyReadings(len(asked.overs), MOST_OVERS)
    told = asked.told()
    changes = asked.changes(told.verdict)
    explained = question.explain != "none"
    plain = Judgement(
        verdict=told.verdict,
        settled=not changes,
        readings=asked.taken(told.readings),
        reasons=(),
        changes=changes,
        alternatives=(),
        rulings=asked.used,
        by_over=by_over(asked, explained=explained) if several and asked.is_bid else (),
        missing=told.missing,
        certificate=certified(asked) if question.certificate else None,
    )
    return _explained(plain, asked, question) if explained else plain


def reasons_alone(asked: TurnVerdicts) -> tuple[Verdict, tuple[Reason, ...]]:
    """The verdict on an action and its reasons, without all else; raises as :func:`judge_turn`."""
    verdict = asked.told().verdict
    several = len(asked.overs) > 1 and asked.is_bid
    return verdict, _reasons(asked, verdict, by_over(asked, explained=True) if several else ())


def _reasons(
    asked: TurnVerdicts, verdict: Verdict, under: tuple[UnderOver, ...]
) -> tuple[Reason, ...]:
    if under:
        return merged(under, verdict)
    if verdict == "undetermined":
        return open_reasons(asked, asked.overs)
    over = asked.overs[0]
    return reasons_over(asked, over, asked.told_over(over, asked.used))


def _explained(plain: Judgement, asked: TurnVerdicts, question: TurnQuestion) -> Judgement:
    reasons = _reasons(asked, plain.verdict, plain.by_over)
    explained = replace(plain, reasons=reasons)
    if plain.verdict != "legal" and question.alternatives:
        explained = replace(explained, alternatives=nearest_actions(asked))
    if question.explain == "all" and plain.verdict == "illegal":
        conflicts, repairs = all_conflicts(asked)
        explained = replace(explained, conflicts=conflicts, repairs=repairs)
    if question.explain == "trace":
        explained = replace(explained, trace=trace(asked))
    return explained
