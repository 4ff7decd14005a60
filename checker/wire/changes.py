"""Which stored verdicts an overlay changes: fixtures, asked by a text and by one laid over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from checker import disputes
from checker.disputes import Row
from checker.judgements import Play
from checker.model.compiled import TooLarge
from checker.plays import list_plays
from checker.questions import (
    Bid,
    CardsTwice,
    ImpossibleOver,
    JudgeQuestion,
    PlaysQuestion,
    TurnQuestion,
)
from checker.readings import Claim
from checker.rulebook import Edition
from checker.wire import shapes
from checker.wire.bodies import PlaysBody, StepBody
from checker.wire.problems import Invalid
from checker.wire.turns import turn_faults
from checker.wire.validating import judge_model, read_body
from checker.wire.writing import because_form, reading_form

Case: TypeAlias = Mapping[str, Any]
Question: TypeAlias = JudgeQuestion | TurnQuestion | PlaysQuestion
Told: TypeAlias = tuple[shapes.AnswerForm, shapes.AnswerForm, list[shapes.BecauseForm]]
"""The answer before and after, and what makes the difference."""


def changes(cases: Iterable[Case], overlays: Sequence[Edition]) -> shapes.ChangesAnswer:
    """What changes of the fixtures, which are asked by the edition that each overlay is based on.

    Left out are cases that cannot be asked, whatever the text, and those of other editions.
    """
    tried = 0
    changed: list[shapes.ChangedForm] = []
    for case in cases:
        question = _question(case)
        for overlay in overlays:
            if question and question.rules.edition.id == overlay.based_on:
                try:
                    before, after, because = _compared(question, overlay)
                except (CardsTwice, TooLarge):
                    continue
                tried += 1
                if before != after:
                    changed.append(
                        {
                            "id": str(case["id"]),
                            "edition": overlay.id,
                            "before": before,
                            "after": after,
                            "because": because,
                        }
                    )
    return {"editions": [each.id for each in overlays], "cases": tried, "changed": changed}


def _question(case: Case) -> Question | None:
    """What a fixture asks; of a step, what is asked before it."""
    body = case["request"]
    models: dict[str, Any] = {"step": StepBody, "plays": PlaysBody}
    try:
        model = models.get(case["endpoint"]) or judge_model(body)
        question: Question = read_body(model, body).question()
    except Invalid:
        return None
    if isinstance(question, TurnQuestion) and turn_faults(question, body):
        return None
    return question


def _compared(question: Question, overlay: Edition) -> Told:
    if isinstance(question, PlaysQuestion):
        return _plays(question, overlay)
    return _verdicts(question, overlay)


def _verdicts(question: JudgeQuestion | TurnQuestion, overlay: Edition) -> Told:
    rules = replace(question.rules, edition=overlay)
    before, after = disputes.row_of(question), disputes.row_of(replace(question, rules=rules))
    because = disputes.because(question, after, before)
    told = [because_form(each, after, before) for each in because]
    return _answer(before), _answer(after), told


def _answer(row: Row) -> shapes.AnswerForm:
    reasons = row.judgement.reasons if row.judgement else ()
    return {
        "verdict": row.verdict,
        "readings": [reading_form(reading) for reading in row.readings],
        "reasons": [reason.clause.id for reason in reasons],
    }


def _plays(question: PlaysQuestion, overlay: Edition) -> Told:
    """How many plays there are, and what is said of those on one list alone."""
    by_overlay = replace(question, rules=replace(question.rules, edition=overlay))
    before, after = _listed(question), _listed(by_overlay)
    told: dict[str, shapes.BecauseForm] = {}
    for play in [*(p for p in before if p not in after), *(p for p in after if p not in before)]:
        reading = play.taken.reading
        claim = Claim(reading.kind, reading.width, reading.length, reading.top)
        bid = Bid(tuple(question.hand[index] for index in play.indexes), claim)
        asked = JudgeQuestion(bid, question.over, rules=question.rules)
        for each in _verdicts(asked, overlay)[2]:
            told.setdefault(each["clause"], each)
    return {"plays": len(before)}, {"plays": len(after)}, list(told.values())


def _listed(question: PlaysQuestion) -> list[Play]:
    """The plays, over each reading of the bid to beat; none where that cannot lie there."""
    try:
        told = list_plays(question)
    except ImpossibleOver:
        return []
    return [*told.plays, *(play for _, under in told.by_over for play in under.plays)]
