"""Which mutants of the rules a case unmasks: whatever obeys them answers the case otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from checker.mutants import kills, mutants, swapped_id
from checker.questions import ActionsQuestion, PlaysQuestion
from checker.rulebook import rulebook
from checker.vectors.asking import Asked, answered
from checker.vectors.expecting import Body


def killed_by(asked: Asked, among: Collection[str] | None = None) -> tuple[str, ...]:
    """The ids of the mutants, in their order, by which the answer is another one.

    Where a clause of the set-up is removed, a table or the start of a record is let pass that is at
    fault by the clause alone, and what a clause of consequences is cited for does not happen. A
    table at fault by a clause that the model holds shows nothing: what is looked at there may be
    refused by others as well. Of ``among`` alone, where that is given.
    """
    found = set(_killed(asked, among))
    return tuple(mutant.id for mutant in mutants() if mutant.id in found)


def _killed(asked: Asked, among: Collection[str] | None) -> Iterator[str]:
    wanted = [m for m in mutants() if among is None or m.id in among]
    if asked.verdict == "fault" or asked.endpoint == "replay":
        if _is_one_fault(asked):
            laid_out = (c for c in asked.violated if not rulebook().clause(c).formalised)
            cited = {f"{clause}:removed" for clause in laid_out}
            yield from (m.id for m in wanted if m.id in cited)
        return
    if isinstance(asked.question, PlaysQuestion | ActionsQuestion):
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


def _is_one_fault(asked: Asked) -> bool:
    """Whether a single clause is what is wrong with the body, or with how a record begins."""
    if asked.verdict == "fault":
        return len(asked.expect["pointers"]) == 1
    begins_wrongly = asked.expect.get("wrong", {}).get("fault") in ("deal", "starter")
    return begins_wrongly and len(asked.violated) == 1
