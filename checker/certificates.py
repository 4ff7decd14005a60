"""A decision as SMT-LIB 2 text, which any other solver can check again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from checker.facts import bid_measures, over_measures, reading_numbers
from checker.judgements import Verdict
from checker.model.compiled import ClauseIds, Compiled
from checker.model.situation import Situation
from checker.model.turn_model import turn_model
from checker.readings import Claim, Reading
from checker.wording import reading_text


@dataclass(frozen=True, slots=True)
class Case:
    """One reading of the bid to beat, and the verdict over it.

    ``situation`` is that of a bid, ``None`` where none is made. ``turn`` are the numbers of the
    turn, where there is one, ``None`` being a number that the position does not tell.
    """

    over: Reading | None
    situation: Situation | None
    verdict: Verdict
    turn: Mapping[str, int | None] = field(default_factory=dict)


def certificate(
    cases: Sequence[Case], ids: ClauseIds, claim: Claim, turn_ids: Collection[str] = ()
) -> str:
    """A script that checks every case: can the action be legal, and, if not all is told, illegal?

    The facts are asserted as order literals ("natural-7>=2"). Every violation of a clause that
    matters is defined once under the clause's id, every reading as "none of its violations";
    ``legal`` says that some reading within the claim is, or, of what is no bid, that no clause of
    the turn is violated. Raises ``SolverLimit``.
    """
    return "\n".join(_script(cases, ids, claim, turn_ids)) + "\n"


def _script(
    cases: Sequence[Case], ids: ClauseIds, claim: Claim, turn_ids: Collection[str]
) -> Iterator[str]:
    situations = [case.situation for case in cases if case.situation]
    models = [situation.model for situation in situations]
    model = max(models, key=lambda model: model.bounds.values, default=None)
    literals = dict(model.facts.literals if model else {})
    if turn_ids:
        literals |= turn_model().facts.literals
    bounds = {name: len(each) for name, each in literals.items()}
    yield "(set-logic QF_UF)"
    for name, most in bounds.items():
        for bound in range(1, most + 1):
            yield f"(declare-const |{name}>={bound}| Bool)"
    if situations:
        yield from _asserted(bid_measures(situations[0].facts), bounds)
    turn = [f"|turn {clause_id}|" for clause_id in turn_ids]
    parameters = " ".join(f"(|{name}>=1| Bool)" for name in reading_numbers(None))
    for name, text in zip(turn, turn_model().violations(turn_ids), strict=True):
        # What depends on the reading is said by each reading.
        yield f"(define-fun {name} ({parameters}) Bool {text})"
    if model:
        yield from _readings(model, ids, claim, turn)
    else:
        broken = _any(f"({name} {_flags(None)})" for name in turn)
        yield f"(define-fun legal () Bool (not {broken}))"
    for case in cases:
        yield "(push 1)"
        yield f"; The bid to beat: {reading_text(case.over) if case.over else 'nothing, a lead'}."
        if model:
            shaped = case.situation.shaped_by if case.situation else ""
            yield from _asserted(over_measures(case.over, shaped), bounds)
        yield from _asserted(case.turn, bounds)
        yield from _checked("legal", case.verdict != "illegal")
        if None in case.turn.values():
            yield from _checked("(not legal)", case.verdict != "legal")
        yield "(pop 1)"


def _readings(model: Compiled, ids: ClauseIds, claim: Claim, turn: Sequence[str]) -> Iterator[str]:
    defined: set[str] = set()
    readings: list[str] = []
    for _, reading in model.possible(ids):
        if not claim.admits(reading):
            continue
        violations = [f"({name} {_flags(reading)})" for name in turn]
        for clause_id, bit, text in model.violations(reading, ids):
            name = f"|{clause_id} {bit}|"
            violations.append(name)
            if name not in defined:
                defined.add(name)
                yield f"(define-fun {name} () Bool {text})"
        readings.append(_name(reading))
        yield f"(define-fun {_name(reading)} () Bool (not {_any(violations)}))"
    yield f"(define-fun legal () Bool {_any(readings)})"


def _flags(reading: Reading | None) -> str:
    """What the reading says, as arguments."""
    return " ".join("true" if flag else "false" for flag in reading_numbers(reading).values())


def _any(names: Collection[str] | Iterator[str]) -> str:
    return f"(or false false {' '.join(names)})"


def _checked(asserted: str, possible: bool) -> Iterator[str]:
    expected = "sat" if possible else "unsat"
    yield "(push 1)"
    yield f"(assert {asserted})"
    yield f"; Expected answer: {expected}."
    yield f"(set-info :status {expected})"
    yield "(check-sat)"
    yield "(pop 1)"


def _asserted(numbers: Mapping[str, int | None], bounds: Mapping[str, int]) -> Iterator[str]:
    """What pins the numbers; of one that is not known only that it is a number."""
    for name, number in numbers.items():
        for bound in range(1, bounds[name] + 1):
            literal = f"|{name}>={bound}|"
            if number is not None:
                yield f"(assert {literal})" if number >= bound else f"(assert (not {literal}))"
            elif bound > 1:
                yield f"(assert (=> {literal} |{name}>={bound - 1}|))"


def _name(reading: Reading) -> str:
    return f"|{reading.kind} {reading.width}x{reading.length} {reading.top}|"
