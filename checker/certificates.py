"""A decision as SMT-LIB 2 text, which any other solver can check again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.facts import measures
from checker.model.compiled import ClauseIds
from checker.model.situation import Situation
from checker.readings import Claim, Reading
from checker.wording import reading_text


def certificate(situations: Sequence[Situation], ids: ClauseIds, claim: Claim) -> str:
    """One script for each reading of the bid to beat: ``sat`` means legal, ``unsat`` illegal.

    The facts are asserted as order literals ("natural-7>=2"). Every violation of a clause that
    matters is defined once under the clause's id, every reading as "none of its violations"; the
    last assertion is that some reading within the claim is legal. Raises ``SolverLimit``.
    """
    return "\n".join("\n".join(_script(situation, ids, claim)) + "\n" for situation in situations)


def _script(situation: Situation, ids: ClauseIds, claim: Claim) -> Iterator[str]:
    model = situation.model
    over = reading_text(situation.over) if situation.over else "nothing, a lead"
    expected = "sat" if situation.legal(ids, claim) else "unsat"
    yield f"; The bid to beat: {over}. Expected answer: {expected}."
    yield "(reset)"
    yield "(set-logic QF_UF)"
    yield f"(set-info :status {expected})"
    numbers = measures(situation.facts, situation.over)
    for name, literals in model.facts.literals.items():
        for bound in range(1, len(literals) + 1):
            yield f"(declare-const |{name}>={bound}| Bool)"
        for bound in range(1, len(literals) + 1):
            literal = f"|{name}>={bound}|"
            holds = numbers[name] >= bound
            yield f"(assert {literal})" if holds else f"(assert (not {literal}))"
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
        yield f"(define-fun {_name(reading)} () Bool (not (or false false {' '.join(violations)})))"
    yield f"(assert (or false false {' '.join(readings)}))"
    yield "(check-sat)"


def _name(reading: Reading) -> str:
    return f"|{reading.kind} {reading.width}x{reading.length} {reading.top}|"
