"""A decision as SMT-LIB 2 text, which any other solver can check again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.facts import bid_measures, over_measures
from checker.model.compiled import ClauseIds, Compiled
from checker.model.situation import Situation
from checker.readings import Claim, Reading
from checker.wording import reading_text


def certificate(situations: Sequence[Situation], ids: ClauseIds, claim: Claim) -> str:
    """A script that checks each reading of the bid to beat: ``sat`` is legal, ``unsat`` illegal.

    The facts are asserted as order literals ("natural-7>=2"). Every violation of a clause that
    matters is defined once under the clause's id, every reading as "none of its violations"; the
    last assertion is that some reading within the claim is legal. Raises ``SolverLimit``.
    """
    return "\n".join(_script(situations, ids, claim)) + "\n"


def _script(situations: Sequence[Situation], ids: ClauseIds, claim: Claim) -> Iterator[str]:
    model = max((s.model for s in situations), key=lambda model: model.bounds.values)
    facts = situations[0].facts
    yield "(set-logic QF_UF)"
    for name, literals in model.facts.literals.items():
        for bound in range(1, len(literals) + 1):
            yield f"(declare-const |{name}>={bound}| Bool)"
    yield from _asserted(bid_measures(facts), model)
    defined: set[str] = set()
    readings: list[str] = []
    for _, reading in model.possible(ids):
        if not claim.admits(reading):
            continue
        violations: list[str] = []
        for clause_id, bit, text in model.violations(reading, ids):
            name = f"|{clause_id} {bit}|"
            violations.append(name)
            if name not in defined:
                defined.add(name)
                yield f"(define-fun {name} () Bool {text})"
        readings.append(_name(reading))
        none = f"(not (or false false {' '.join(violations)}))"
        yield f"(define-fun {_name(reading)} () Bool {none})"
    yield f"(assert (or false false {' '.join(readings)}))"
    for situation in situations:
        over = reading_text(situation.over) if situation.over else "nothing, a lead"
        expected = "sat" if situation.legal(ids, claim) else "unsat"
        yield "(push 1)"
        yield f"; The bid to beat: {over}. Expected answer: {expected}."
        yield from _asserted(over_measures(situation.over), model)
        yield f"(set-info :status {expected})"
        yield "(check-sat)"
        yield "(pop 1)"


def _asserted(numbers: Mapping[str, int], model: Compiled) -> Iterator[str]:
    for name, number in numbers.items():
        for bound in range(1, len(model.facts.literals[name]) + 1):
            literal = f"|{name}>={bound}|"
            yield f"(assert {literal})" if number >= bound else f"(assert (not {literal}))"


def _name(reading: Reading) -> str:
    return f"|{reading.kind} {reading.width}x{reading.length} {reading.top}|"
