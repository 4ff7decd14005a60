"""An engine that knows no rule, for tests of what lies in front of it."""

from __future__ import annotations

from checker.cards import Value
from checker.judgements import (
    Alternative,
    Change,
    Judgement,
    Play,
    PlayList,
    Proof,
    Reason,
    Step,
    Taken,
    UnderOver,
    Wild,
)
from checker.questions import JudgeQuestion, PlaysQuestion
from checker.readings import Kind, Reading
from checker.rulebook import rulebook

SIXES = Taken(Reading(Kind.SET, 2, 1, Value.SIX), (Wild(0, Value.SIX), Wild(1, None)))


def reason(clause: str) -> Reason:
    """A reason that cites the clause."""
    return Reason(rulebook().clause(clause), f"about {clause}")


def judge(question: JudgeQuestion) -> Judgement:
    """The same judgement of every bid, with everything that a judgement may hold."""
    clauses = (reason("beat-higher"), reason("bomb-lead"))
    hand = question.hand or ()
    return Judgement(
        verdict="undetermined",
        settled=False,
        readings=(SIXES,),
        reasons=clauses,
        changes=(Change({"formation-shape": "same-shape"}, "illegal", ()),),
        alternatives=(Alternative(hand, SIXES, hand[:1], question.bid.cards),),
        rulings=question.rules.used,
        by_over=(UnderOver(SIXES, "legal", (SIXES,), clauses),) if question.over else (),
        missing=("the reading of the bid to beat",),
        conflicts=(("beat-higher",),) if question.explain == "all" else None,
        repairs=(("beat-higher",),) if question.explain == "all" else None,
        trace=(Step(clauses[0].clause, SIXES.reading, True, False),)
        if question.explain == "trace"
        else None,
        certificate="(check-sat)" if question.certificate else None,
    )


def list_plays(question: PlaysQuestion) -> PlayList:
    """Every card of the hand by itself, page by page."""
    every = tuple(Play((index,), SIXES, 3) for index in range(len(question.hand)))
    end = question.start + (question.limit or len(every))
    following = end if end < len(every) else None
    proof = Proof(following is None, "whether a play is missing", "unsat")
    return PlayList(
        plays=every[question.start : end],
        count=len(every),
        complete=following is None,
        proof=proof,
        next_start=following,
        rulings=question.rules.used,
    )
