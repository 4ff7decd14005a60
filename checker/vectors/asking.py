"""A request with what this checker answers, how the case is shaped, and the id that it has."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias, cast

from checker.facts import Facts, facts_of
from checker.model.compiled import TooLarge
from checker.mutants import PlainVerdicts
from checker.overs import over_readings
from checker.questions import (
    ActionsQuestion,
    Bid,
    JudgeQuestion,
    PlaysQuestion,
    Rules,
    TurnQuestion,
)
from checker.readings import Claim, Reading
from checker.rulebook import Rulings, without_selectors
from checker.short_forms import reading_text
from checker.status import faults
from checker.tricks import ImpossibleTrick, history
from checker.turn_verdicts import TurnVerdicts
from checker.turns import reasons_alone
from checker.vectors.expecting import Body, expected
from checker.wire import answers
from checker.wire.bodies import StepBody
from checker.wire.normal import Form, actions_form, judge_form, plays_form, turn_form
from checker.wire.problems import Invalid
from checker.wire.turns import turn_faults
from checker.wire.validating import judge_model, plays_model, read_body

Question: TypeAlias = JudgeQuestion | TurnQuestion | PlaysQuestion | ActionsQuestion
Shape: TypeAlias = tuple[str, ...]
Key: TypeAlias = tuple[tuple[str, ...], Shape]
REMEMBERED = 20_000
"""So many answers are kept, for the next case that is one change apart from the same one."""


@dataclass(frozen=True)
class Asked:
    """A request that has an answer; ``expect`` is that answer as fixtures write it."""

    endpoint: str
    request: Body
    expect: Body

    def __getstate__(self) -> Body:
        """What goes to another process, the key with it: working it out is what takes the time."""
        worked_out = {"violated": self.violated, "key": self.key}
        own = {"endpoint": self.endpoint, "request": self.request, "expect": self.expect}
        return {**own, **worked_out}

    @property
    def verdict(self) -> str:
        """The verdict, ``listed`` for a list, ``fault`` for a body that is not to be answered."""
        return "fault" if "status" in self.expect else str(self.expect.get("verdict", "listed"))

    @cached_property
    def violated(self) -> tuple[str, ...]:
        """The clauses that refuse it, or that its faults break; none of what is legal."""
        if self.verdict == "fault":
            return fault_clauses(self.endpoint, self.request)
        if self.endpoint == "replay":
            return tuple(self.expect.get("wrong", {}).get("clauses", ()))
        if self.verdict in ("legal", "listed"):
            return ()
        if self.endpoint == "step":
            return tuple(answered("judge", self.request).expect["reasons"])
        return tuple(self.expect["reasons"])

    @property
    def happened(self) -> tuple[str, ...]:
        """The clauses by which something came about, in order, each as often as it did."""
        return tuple(event["clause"] for event in self.expect.get("events", ()))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The clauses that speak for the answer, or by which something came about."""
        return tuple(self.expect.get("reasons", ())) or self.happened

    @cached_property
    def question(self) -> Question:
        """What is asked, typed; raises ``Invalid`` for what cannot be read."""
        models = {"step": lambda _: StepBody, "plays": plays_model, "judge": judge_model}
        model: Any = models[self.endpoint](self.request)
        return cast(Question, read_body(model, self.request).question())

    @cached_property
    def key(self) -> Key:
        """What no two generated cases share: the clauses violated, and the shape."""
        return self.violated, shape(self)

    @cached_property
    def id(self) -> str:
        """The id of the case: the endpoint and a hash of what is asked, in its normal form.

        How a case is spelled does not matter, nor which rulings there are beside those it pins.
        """
        text = json.dumps(self._form(), sort_keys=True, separators=(",", ":"))
        return f"{self.endpoint}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def _form(self) -> Body:
        try:
            question = self.question
        except Invalid:
            return self.request
        form: Callable[[Any, Rulings], Form] = _FORMS[type(question)]
        return {**form(question, question.rules.used), "rulings": dict(question.rules.pinned)}


_FORMS: dict[type, Callable[[Any, Rulings], Form]] = {
    JudgeQuestion: judge_form,
    TurnQuestion: turn_form,
    PlaysQuestion: plays_form,
    ActionsQuestion: actions_form,
}


def answered(endpoint: str, request: Body) -> Asked:
    """The request with its answer; raises ``SolverLimit`` where there is none."""
    return _answered(endpoint, json.dumps(request))


@lru_cache(REMEMBERED)
def _answered(endpoint: str, request: str) -> Asked:
    body = json.loads(request)
    return Asked(endpoint, body, expected(endpoint, body))


def verdict_of(request: Body) -> str:
    """The verdict of :func:`answered` on a judgement, much faster."""
    return _verdict(json.dumps(request))


@lru_cache(REMEMBERED)
def _verdict(request: str) -> str:
    body = json.loads(request)
    try:
        question = read_body(judge_model(body), body).question()
        if not isinstance(question, TurnQuestion):
            return str(answers.judge({"explain": "none", **body})["verdict"])
        if turn_faults(question, body):
            return "fault"
        return PlainVerdicts(question.position, question.action, question.rules).told().verdict
    except (Invalid, ImpossibleTrick, TooLarge):
        return "fault"


def is_fault(request: Body) -> bool:
    """Whether a question about a turn is not to be answered, for what is wrong with the table."""
    try:
        question = read_body(StepBody, request).question()
        if turn_faults(question, request):
            return True
        history(question.position, question.rules, question.action)
    except (Invalid, ImpossibleTrick, TooLarge):
        return True
    return False


def is_doubtful(request: Body) -> bool:
    """Whether the table cannot be by the very options that it is judged by, only by others."""
    if "position" not in request:
        return False
    try:
        question = read_body(StepBody, request).question()
    except Invalid:
        return False
    used = replace(question.rules, pinned=without_selectors(question.rules.used))
    return bool(faults(question.position, used)) and not is_fault(request)


class Looked(NamedTuple):
    """What a case is there to show, and what else is expected.

    ``shown`` are the verdict, what refuses it, and what came about; ``reasons`` those of a legal
    case as well; ``rest`` are the readings, the table that is left, or where the faults are.
    """

    shown: tuple[str, tuple[str, ...], tuple[str, ...]]
    reasons: tuple[str, ...]
    rest: str


def looked(endpoint: str, request: Body) -> Looked:
    """What :func:`answered` would say, much faster for a turn; good for comparing two of them."""
    return _looked(endpoint, json.dumps(request))


@lru_cache(REMEMBERED)
def _looked(endpoint: str, request: str) -> Looked:
    body = json.loads(request)
    if endpoint == "judge" and "position" in body and _verdict(request) != "fault":
        question = cast(TurnQuestion, read_body(judge_model(body), body).question())
        plain = PlainVerdicts(question.position, question.action, question.rules)
        verdict, told = reasons_alone(plain)
        reasons = tuple(reason.clause.id for reason in told)
        refused = () if verdict == "legal" else reasons
        return Looked((verdict, refused, ()), reasons, str(plain.told().readings))
    asked = answered(endpoint, body)
    rest = [asked.expect.get(key) for key in ("readings", "position", "pointers", "plays")]
    told_so = (asked.verdict, asked.violated, asked.happened)
    return Looked(told_so, asked.reasons, json.dumps(rest))


def fault_clauses(endpoint: str, request: Body) -> tuple[str, ...]:
    """The clauses that the faults of a body break, each once, in the order of the faults."""
    try:
        answers.ANSWERED_BY[endpoint](request)
    except Invalid as error:
        return tuple(dict.fromkeys(fault.clause for fault in error.faults if fault.clause))
    return ()


def shape(asked: Asked) -> Shape:
    """What of a case makes it another one, whichever values and names stand in it.

    Of any case: the endpoint, the edition, the expansion, the rulings pinned, the verdict. Of a
    bid: how often each value is shown, from the lowest on, and how many wilds, Element cards and
    cards that stand twice there are; whether it reaches the lowest or the highest value; what is
    claimed; kind, width and length of the first legal reading; the kinds, widths and lengths that
    the bid to beat can have, and whether its top is lower, the same or higher. Of an action: its
    type and every number of the turn that the clauses see, but for zeros. Of consequences: what
    came about, in order. Of a list the same of the hand, and how many plays there are. Of a body
    with faults: where they are. Of a record: what is wrong with it first.
    """
    parts = [asked.endpoint, asked.verdict]
    if asked.endpoint == "replay" and asked.verdict != "fault":
        return (*parts, str(asked.expect.get("wrong", {}).get("fault")))
    if asked.verdict == "fault":
        return (*parts, *asked.expect["pointers"])
    question = asked.question
    parts += _of_rules(question.rules)
    match question:
        case JudgeQuestion():
            parts += _of_judgement(question, question.bid, asked.expect)
        case PlaysQuestion():
            parts += _of_judgement(question, Bid(question.hand), asked.expect)
            parts.append(f"plays {asked.expect['count']}")
        case TurnQuestion():
            parts += _of_turn(question)
        case ActionsQuestion():
            parts.append(asked.id)
    return (*parts, *asked.happened)


def _of_rules(rules: Rules) -> Iterator[str]:
    yield rules.edition.id
    yield rules.expansion or "no expansion"
    yield from (f"{ruling}={option}" for ruling, option in sorted(rules.pinned.items()))


def _of_judgement(question: JudgeQuestion | PlaysQuestion, bid: Bid, expect: Body) -> Iterator[str]:
    lying = question.over.cards if question.over else ()
    facts = facts_of(bid.cards, question.rules.edition.wild, lying)
    overs = over_readings(question.over, question.rules)
    return _of_bid(facts, bid.claim, overs.under(overs.used), expect)


def _of_bid(
    facts: Facts, claim: Claim, overs: tuple[Reading | None, ...], expect: Body
) -> Iterator[str]:
    shown = [value for value, times in enumerate(facts.naturals) if times]
    low, high = (min(shown), max(shown)) if shown else (0, 0)
    yield "shows " + "-".join(map(str, facts.naturals[low : high + 1]))
    yield f"lowest {min(low, 1)}, highest {max(high, len(facts.naturals) - 3)}"
    yield f"wilds {facts.wilds}, elements {facts.element_cards}, twice {facts.repeated}"
    yield f"claims {claim.kind} {claim.width}x{claim.length} {'top' if claim.top else ''}"
    yield "as " + str(next(iter(expect.get("readings", ())), "nothing")).rpartition(" ")[0]
    for over in overs:
        relation = "" if over is None else (over.top > high) - (over.top < high)
        yield f"over {over and over.kind} {over and over.width}x{over and over.length} {relation}"


def _of_turn(question: TurnQuestion) -> Iterator[str]:
    asked = TurnVerdicts(question.position, question.action, question.rules)
    over = asked.overs[0]
    yield type(question.action).__name__
    for name, number in asked.numbers(over, asked.used).items():
        if number != 0:
            yield f"{name} {'unknown' if number is None else number}"
    if asked.is_bid:
        told = {"readings": [short_of(reading) for reading in asked.told().readings]}
        yield from _of_bid(asked.facts, question.action.claim, asked.overs, told)  # type: ignore[union-attr]


def short_of(reading: Reading) -> str:
    """A reading as fixtures write it."""
    numbers = {"width": reading.width, "length": reading.length, "top": str(reading.top)}
    return reading_text({"kind": reading.kind, **numbers})
