"""Which mutants of the rules a case unmasks: whatever obeys them answers the case otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from checker.mutants import kills, mutants, swapped_id
from checker.rulebook import rulebook
from checker.vectors.asking import Asked, answered
from checker.vectors.expecting import Body


def killed_by(asked: Asked, among: Collection[str] | None = None) -> tuple[str, ...]:
    """The ids of the mutants, in their order, by which the answer is another one.

    A mutant of a clause of consequences is one by which what the clause is cited for does not
    happen; one of the set-up lets pass what the clause is cited for as a fault. Of ``among`` alone,
    where that is given.
    """
    found = set(_killed(asked, among))
    return tuple(mutant.id for mutant in mutants() if mutant.id in found)


def _killed(asked: Asked, among: Collection[str] | None) -> Iterator[str]:
    wanted = [m for m in mutants() if among is None or m.id in among]
    if asked.verdict == "fault":
        setup = {c.id for c in rulebook().clauses.values() if c.force == "setup"}
        if len(asked.expect["pointers"]) == 1:
            yield from (f"{clause}:removed" for clause in asked.violated if clause in setup)
        return
    if asked.endpoint != "step":
        yield from kills(asked.question, among)
        return
    caused = {f"{clause}:removed" for clause in asked.happened}
    yield from (m.id for m in wanted if m.id in caused)
    pinned = asked.request.get("rulings", {})
    for mutant in wanted:
        if mutant.ruling and mutant.ruling not in pinned:
            swapped: Body = {**pinned, mutant.ruling: mutant.option}
            other = answered("step", {**asked.request, "rulings": swapped})
            if other.expect != asked.expect:
                yield swapped_id(mutant.ruling, mutant.option)
