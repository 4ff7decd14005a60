"""One situation put to the model: the facts of a bid, the bid to beat, the clauses in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from checker.facts import Facts
from checker.model.compiled import ClauseIds, Compiled, Trace, compiled, fitting
from checker.readings import NO_CLAIM, Claim, Reading


@dataclass(frozen=True)
class Situation:
    """The facts of a bid over one reading of the bid to beat (``None``: a lead).

    ``shaped_by`` is the animal whose Mandate says how it answers, if one does.

    Everything is read from one query, made when it is first needed; which clauses are in force is
    said afterwards, so that all rulings are answered by the same query.
    """

    facts: Facts
    over: Reading | None
    shaped_by: str = ""

    @cached_property
    def model(self) -> Compiled:
        """The smallest compiled model that fits; raises ``TooLarge``."""
        return compiled(fitting([self.facts], self.over))

    @cached_property
    def read(self) -> int:
        """All violations of all readings; raises ``SolverLimit``."""
        return self.model.situation(self.facts, self.over, self.shaped_by)

    def legal(self, clause_ids: ClauseIds, claim: Claim = NO_CLAIM) -> list[Reading]:
        """The readings within the claim that violate none of these clauses, in their order."""
        return self.model.legal(self.read, clause_ids, claim)

    def still_legal(self, readings: Iterable[Reading], clause_ids: ClauseIds) -> list[Reading]:
        """Those of these compiled readings that violate none of these clauses."""
        model, read, masks = self.model, self.read, self.model.masks(clause_ids)
        return [reading for reading in readings if not masks[model.place[reading]] & read]

    def violated(self, reading: Reading, clause_ids: ClauseIds) -> ClauseIds:
        """Those of these clauses that the reading violates, in the order given.

        A reading outside the compiled space is one that some clauses refuse whatever the facts.
        """
        place = self.model.place.get(reading)
        if place is None:
            return self.model.violated_within(reading, clause_ids)
        return self.model.violated(self.read, place, clause_ids)

    def malformed(self, reading: Reading, clause_ids: ClauseIds) -> ClauseIds:
        """Those of these clauses that the reading violates by its shape, whatever the cards are."""
        return self.model.malformed(reading, clause_ids)

    def trace(self, reading: Reading, clause_ids: ClauseIds) -> list[Trace]:
        """What each of these clauses says of the reading."""
        if reading not in self.model.place:
            violated = self.violated(reading, clause_ids)
            return [Trace(c, c in violated, c in violated) for c in clause_ids]
        return list(self.model.trace(self.read, reading, clause_ids))
