"""The whole way from a JSON value to an answer: body, question, engine, wire form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any, TypeVar, cast

from checker import disputes, judging
from checker import plays as playing
from checker.cards import Card
from checker.disputes import Dispute
from checker.judgements import Judgement, PlayList
from checker.model.compiled import TooLarge
from checker.overs import over_readings, places_at_fault
from checker.perft import Tally
from checker.questions import (
    Bid,
    CardsTwice,
    ImpossibleOver,
    JudgeQuestion,
    PlaysQuestion,
    TooManyReadings,
)
from checker.wire import replays, turns
from checker.wire.bodies import (
    ActionsBody,
    DisputeTurnBody,
    JudgeBody,
    PlaysBody,
    StatusBody,
    StepBody,
    TurnBody,
)
from checker.wire.problems import Fault, Invalid, first_step, pointer, shorten
from checker.wire.records import read_record
from checker.wire.replays import ReplayAnswer
from checker.wire.shapes import (
    ActionsAnswer,
    DisputeAnswer,
    JudgeAnswer,
    PerftAnswer,
    PlaysAnswer,
    PositionFaultForm,
    StatusAnswer,
    StepAnswer,
)
from checker.wire.tables import actions_answer, perft_answer, step_answer
from checker.wire.turns import RULES, judge_turn, list_actions, turn_faults_beside
from checker.wire.validating import dispute_model, judge_model, plays_model, read_body
from checker.wire.writing import dispute_answer, judge_answer, plays_answer

Question = TypeVar("Question", JudgeQuestion, PlaysQuestion)
Told = TypeVar("Told", Judgement, PlayList, Dispute)


def judge(body: object, *, alternatives: bool = True) -> JudgeAnswer:
    """The answer to the body of ``POST /v1/judge``; without alternatives it is much faster.

    Raises :class:`checker.wire.problems.Invalid` with every fault of the body, and ``SolverLimit``
    where the solver gave no answer.
    """
    model = judge_model(body)
    question = replace(_read(model, body), alternatives=alternatives)
    told = judge_turn if model is TurnBody else _judge_bid
    return judge_answer(question, told(question, body))


def _judge_bid(question: JudgeQuestion, body: Any) -> Judgement:
    return _ask(judging.judge, question, body)


def dispute(body: object) -> DisputeAnswer:
    """The answer to the body of ``POST /v1/dispute``; raises as :func:`judge` does.

    What cannot be by some rules is a row that says so, and a fault only where it can be by none.
    """
    model = dispute_model(body)
    question = _read(model, body)
    if model is DisputeTurnBody:
        return dispute_answer(question, turns.dispute(question, body))
    told = _ask(disputes.dispute, question, body)
    if told.compared is None:
        _judge_bid(question, body)
    return dispute_answer(question, told)


def plays(body: object) -> PlaysAnswer | ActionsAnswer:
    """The answer to the body of ``POST /v1/plays``; raises as :func:`judge` does."""
    if plays_model(body) is ActionsBody:
        asked = _read(ActionsBody, body)
        return actions_answer(asked, list_actions(asked, body))
    question = _read(PlaysBody, body)
    return plays_answer(question, _ask(playing.list_plays, question, body))


def step(body: object) -> StepAnswer:
    """The answer to the body of ``POST /v1/step``; raises as :func:`judge` does."""
    question = _read(StepBody, body)
    return step_answer(question, turns.step(question, body))


def status(body: object) -> StatusAnswer:
    """The answer to the body of ``POST /v1/status``; raises as :func:`judge` does."""
    question = _read(StatusBody, body)
    found = Invalid(turns.status(question, body)).faults
    return {"ok": not found, "faults": [cast(PositionFaultForm, asdict(fault)) for fault in found]}


def perft(body: object, depth: int, tally: Tally | None = None) -> PerftAnswer:
    """How many ways there are to play so many turns on from the position of the body.

    Raises as :func:`judge` does, and ``TooManyWays`` beyond what the tally is to count.
    """
    question = _read(StatusBody, body)
    return perft_answer(depth, turns.count(question, body, depth, tally))


def _read(model: type[Any], body: Any) -> Any:
    """The question that the body of that model asks.

    Raises ``Invalid`` with the faults of what cannot be read, and with those of the table that the
    rest of the body describes.
    """
    try:
        return read_body(model, body).question()
    except Invalid as error:
        told = {fault.pointer for fault in error.faults}
        beside = [f for f in _faults_beside(error, model, body) if f.pointer not in told]
        raise Invalid([*error.faults, *beside]) from None


def _faults_beside(error: Invalid, model: type[Any], body: Any) -> list[Fault]:
    """The faults of the table that the readable rest of the body describes.

    Nothing is said of it where the rules or the deck cannot be read that it would be judged by.
    """
    unread = {first_step(fault.pointer) for fault in error.faults}
    if not isinstance(body, dict) or unread & {"", *RULES}:
        return []
    if not issubclass(model, JudgeBody | PlaysBody):
        return turn_faults_beside(unread, body)
    needed: dict[str, Any] = {"bid" if issubclass(model, JudgeBody) else "hand": []}
    left_out = {*unread, "cursor"}
    rest = needed | {key: value for key, value in body.items() if key not in left_out}
    return _table_faults(read_body(model, rest).question(), rest)


def _ask(engine: Callable[[Question], Told], question: Question, body: Any) -> Told:
    """What the engine says; what it refuses becomes faults of the body."""
    try:
        return engine(question)
    except (ImpossibleOver, CardsTwice):
        raise Invalid(_table_faults(question, body)) from None
    except TooManyReadings as error:
        accepted = f"a bid with at most {error.most} readings, or one declared with as"
        raise Invalid([Fault("/over", shorten(body["over"]), accepted, str(error))]) from None
    except TooLarge as error:
        place = _largest(question)
        accepted = f"at most {error.most} {error.what}"
        fault = Fault(pointer([place]), shorten(body[place]), accepted, str(error))
        raise Invalid([fault]) from None


def _table_faults(question: JudgeQuestion | PlaysQuestion, body: Any) -> list[Fault]:
    """All that cannot lie on a table at once, and what is wrong with the bid to beat."""
    places = places_at_fault(question.over, question.hand)
    faults = [fault for error in places for fault in _twice(error, question, body)]
    if any(error.place == "over" for error in places):
        return faults
    try:
        over_readings(question.over, question.rules)
    except ImpossibleOver as error:
        at = ("over", "as") if error.claimed else ("over",)
        got = body["over"]["as"] if error.claimed else body["over"]
        detail = f"this cannot be the bid to beat: {error.why}"
        faults.append(Fault(pointer(at), shorten(got), error.accepted, detail))
    except TooLarge:
        # Told when nothing else is wrong.
        pass
    return faults


def _twice(error: CardsTwice, question: object, body: Any) -> list[Fault]:
    """One fault for each card that stands in two places, at the second one."""
    group = getattr(question, error.place)
    names = [card.name for card in (group.cards if isinstance(group, Bid) else group)]
    steps = (error.place, "cards") if isinstance(body[error.place], dict) else (error.place,)
    accepted = "every named card in one place; a bare face where the name does not matter"
    return [
        Fault(
            pointer=pointer([*steps, len(names) - 1 - names[::-1].index(name)]),
            got=name,
            accepted=accepted,
            detail=f"{name} stands in two places at once",
        )
        for name in error.names
    ]


def _largest(question: JudgeQuestion | PlaysQuestion) -> str:
    """Which of its groups of cards has the most values and symbols."""
    own = question.bid.cards if isinstance(question, JudgeQuestion) else question.hand
    name = "bid" if isinstance(question, JudgeQuestion) else "hand"
    over = question.over.cards if question.over else ()
    return name if _size(own) >= _size(over) else "over"


def _size(cards: tuple[Card, ...]) -> int:
    return sum(card.up.count + len(card.up.symbols) for card in cards if card.up)


def replay(body: object) -> ReplayAnswer:
    """The answer to the body of ``POST /v1/replay``, a recorded game; raises as :func:`judge`."""
    return replays.replay(read_record(body))


ANSWERED_BY: Mapping[str, Callable[[object], Mapping[str, Any]]] = MappingProxyType(
    {"judge": judge, "plays": plays, "step": step, "replay": replay}
)
"""What cases ask, and what answers it."""
