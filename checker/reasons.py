"""Why a bid is refused, or what carries it: clauses, minimal and always the same ones.

A refusal has one of two levels. Where the cards make no combination (or not the claimed one), the
nearest reading is taken and the clauses are named that IT violates; a shape that is no combination
whatever the cards are is refused for its shape alone. Where they make one, the definitions are held
and the minimal set of the other clauses is named that forbids the bid, preferred by rulebook order.
Both come from what the model says of every reading.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from checker.cards import VALUES, Symbol, Value
from checker.facts import Facts
from checker.fitting import Fit
from checker.judgements import Reason, Step
from checker.model.compiled import ClauseIds
from checker.model.situation import Situation
from checker.readings import KINDS, MOST_LENGTH, NO_CLAIM, Claim, Kind, Reading
from checker.rulebook import Clause, rulebook
from checker.wording import (
    KIND_WORDS,
    count_text,
    joined,
    kind_text,
    reading_text,
    some_values_text,
)

MOST_NAMED = 4
"""So many readings one sentence lists at most."""


class _Words:
    """What fills the sentence of a clause; every name in a template is a property here."""

    def __init__(
        self, facts: Facts, over: Reading | None, wild: Symbol, readings: Sequence[Reading]
    ) -> None:
        self._facts, self._over, self._readings = facts, over, readings
        self._fit = Fit(facts, readings[0]) if readings else None
        self.wild = wild.capitalize()

    def __getitem__(self, name: str) -> str:
        return str(getattr(self, name))

    @property
    def _reading(self) -> Reading:
        return self._readings[0]

    @property
    def fit(self) -> Fit:
        return Fit(self._facts, self._reading)

    @property
    def over(self) -> Reading:
        assert self._over is not None, "a sentence about the bid to beat, used for a lead"
        return self._over

    @property
    def As_reading(self) -> str:
        return f"As {reading_text(self._reading)}"

    @property
    def Claimed(self) -> str:
        shape = f"{count_text(self._reading.length)} up to {self._reading.top}"
        return f"A {KIND_WORDS[self._reading.kind]} of {shape}"

    @property
    def left_over(self) -> str:
        return some_values_text(self.fit.left_over)

    @property
    def missing_is(self) -> str:
        missing = self.fit.missing
        return f"{some_values_text(missing)} {'is' if len(missing) == 1 else 'are'}"

    @property
    def wilds_left(self) -> str:
        return f"no {self.wild} is left to stand in" if self._facts.wilds else "no wild stands in"

    @property
    def wilds_used(self) -> str:
        filled = self.fit.open_places[: self._facts.wilds]
        return f"{self.wild} stands for {some_values_text(filled)}"

    @property
    def and_missing(self) -> str:
        missing = some_values_text(self.fit.missing)
        return f" and {missing} would be missing" if missing else ""

    @property
    def idle_wilds(self) -> str:
        number = self._facts.wilds - max(0, self._reading.count - self._facts.values)
        return f"The {self.wild} symbol is" if number == 1 else f"{number} {self.wild} symbols are"

    @property
    def shown(self) -> str:
        counted = zip(VALUES, self._facts.naturals, strict=True)
        values = [value for value, times in counted for _ in range(times)]
        return some_values_text(values) or "none"

    @property
    def a_kind(self) -> str:
        return kind_text(self._reading.kind)

    @property
    def count(self) -> str:
        return count_text(self._reading.count)

    @property
    def count_number(self) -> int:
        return self._reading.count

    @property
    def length(self) -> int:
        return self._reading.length

    @property
    def width(self) -> int:
        return self._reading.width

    @property
    def top(self) -> Value:
        return self._reading.top

    @property
    def tops(self) -> str:
        return f"{self._reading.top}s"

    @property
    def values(self) -> str:
        return some_values_text(self._reading.values)

    @property
    def not_shape(self) -> str:
        """What is at fault with the shape: its length, how often its value stands, or the cards."""
        reading = self._reading
        if reading.length > 1:
            return f", not {count_text(reading.length)} one after another"
        different = sum(times > 0 for times in self._facts.naturals)
        return f", not {reading.width}" if different == 1 else f"; {self.shown} is not that"

    @property
    def shape(self) -> str:
        return _shape_text(self._reading)

    @property
    def made(self) -> str:
        return made_text(self._readings)

    @property
    def over_reading(self) -> str:
        return reading_text(self.over)

    @property
    def over_kind(self) -> str:
        return kind_text(self.over.kind)

    @property
    def over_count(self) -> str:
        return count_text(self.over.count)

    @property
    def over_count_number(self) -> int:
        return self.over.count

    @property
    def over_shape(self) -> str:
        return _shape_text(self.over)

    @property
    def over_top(self) -> Value:
        return self.over.top

    @property
    def over_values(self) -> str:
        return some_values_text(self.over.values)


def made_text(readings: Sequence[Reading]) -> str:
    """The Combinations that the cards make, the first few of them named."""
    named = [reading_text(r) for r in readings[:MOST_NAMED]]
    more = len(readings) - len(named)
    return joined(
        [*named, f"any of {more} more" if more > 1 else "one more"] if more else named, "or"
    )


def _shape_text(reading: Reading) -> str:
    return f"{reading.length} different values, each {reading.width} times"


@dataclass(frozen=True)
class Explainer:
    """Explains one situation under the clauses in force, in rulebook order."""

    situation: Situation
    clauses: tuple[Clause, ...]
    claim: Claim
    wild: Symbol

    def carried_by(self, reading: Reading) -> tuple[Reason, ...]:
        """The clauses that a legal reading meets, those that go without saying left out."""
        facts = self.situation.facts
        said = {"", "shown"} if facts.wilds else {""}
        if facts.values < reading.count:
            said.add("used")
        met = {t.clause for t in self.situation.trace(reading, self._ids()) if t.applies}
        return tuple(
            Reason(clause, self._sentence(clause.kept, [reading]))
            for clause in self.clauses
            if clause.kept and clause.id in met and clause.about_wilds in said
        )

    def refusal(self) -> tuple[Reason, ...]:
        """The clauses that forbid the bid, on the level where it fails."""
        if self._broken_by_all:
            return self._reasons(self._broken_by_all[:1], [])
        if self._combinations:
            return self._forbidden()
        nearest = self.nearest()
        violated = self.situation.violated(nearest, self._ids("bid", "definition"))
        by_shape = self.situation.malformed(nearest, violated)
        return self._reasons(by_shape or violated, [nearest])

    def nearest(self) -> Reading:
        """The reading that the cards come nearest to.

        Of the claimed kind, else of the kind of the bid to beat; then the fewest violated clauses,
        the fewest values wrong, the fewest wilds idle, the fewest values left over; then in the
        order of readings.
        """
        definitions = self._ids("bid", "definition")
        over = self.situation.over
        candidates = self._claimed(self.claim.kind or (over.kind if over else None))

        counted = [(len(self.situation.violated(r, definitions)), r) for r in candidates]
        fewest = min(count for count, _ in counted)
        near = [reading for count, reading in counted if count == fewest]
        return min(near, key=lambda r: (Fit(self.situation.facts, r).distance, r.order))

    def violations(self) -> Iterator[tuple[Reading, frozenset[str]]]:
        """Each reading within the claim, and what it violates."""
        ids = self._ids()
        for reading in self._claimed(None):
            yield reading, frozenset(self.situation.violated(reading, ids))

    def trace(self, reading: Reading) -> tuple[Step, ...]:
        """What every clause in force says of the reading."""
        said = {t.clause: t for t in self.situation.trace(reading, self._ids())}
        return tuple(
            Step(c, reading, said[c.id].applies, not said[c.id].violated)
            for c in self.clauses
            if c.formalised
        )

    @cached_property
    def _broken_by_all(self) -> ClauseIds:
        """The clauses about the bid as such that it violates, whatever the reading."""
        return self.situation.violated(self.situation.model.readings[0], self._ids("bid"))

    @cached_property
    def _combinations(self) -> list[Reading]:
        """The readings within the claim that the definitions allow."""
        return self.situation.legal(self._ids("bid", "definition"), self.claim)

    def _forbidden(self) -> tuple[Reason, ...]:
        """Deletes clauses from the least preferred on while every combination stays refused."""
        beating = self._ids("beating")
        violated = [frozenset(self.situation.violated(r, beating)) for r in self._combinations]
        kept = list(beating)
        for clause_id in reversed(beating):
            without = {c for c in kept if c != clause_id}
            if all(v & without for v in violated):
                kept.remove(clause_id)
        return tuple(
            reason
            for clause_id in kept
            for reason in self._reasons((clause_id,), self._named(clause_id, violated))
        )

    def _named(self, clause_id: str, violated: Sequence[frozenset[str]]) -> list[Reading]:
        """The combinations to name as breaking the clause: those of the kind to beat, if any do."""
        breaking = zip(self._combinations, violated, strict=True)
        broken = [reading for reading, ids in breaking if clause_id in ids]
        over = self.situation.over
        return [r for r in broken if over and r.kind is over.kind] or broken

    def _claimed(self, kind: Kind | None) -> list[Reading]:
        """The readings that the claim admits, of this kind if one is given.

        A claim that no compiled reading meets is spelled out: some clause refuses it whatever the
        cards are.
        """
        model = self.situation.model
        claim = self.claim._replace(kind=kind) if kind else self.claim
        if claim == NO_CLAIM:
            return list(model.readings)
        inside = [model.readings[place] for place in model.claimed(claim)]
        return inside or list(_spelled_out(claim))

    def _ids(self, *parts: str) -> ClauseIds:
        return clause_ids(self.clauses, parts)

    def _reasons(self, ids: Iterable[str], readings: Sequence[Reading]) -> tuple[Reason, ...]:
        clauses = [rulebook().clause(clause_id) for clause_id in ids]
        return tuple(Reason(c, self._sentence(c.broken, readings)) for c in clauses)

    def _sentence(self, template: str, readings: Sequence[Reading]) -> str:
        words = _Words(self.situation.facts, self.situation.over, self.wild, readings)
        return template.format_map(words)


def conflicts_and_repairs(
    refused: Collection[frozenset[str]],
) -> tuple[tuple[ClauseIds, ...], tuple[ClauseIds, ...]]:
    """All minimal sets of clauses that forbid an action, and all minimal sets that would free it.

    ``refused`` is what is violated in each way to take the action, over each reading of the bid to
    beat. A conflict shares a clause with every one of them; a repair is one of them. Both in
    rulebook order, smallest first.
    """
    repairs = [s for s in refused if not any(other < s for other in refused)]
    conflicts: list[frozenset[str]] = [frozenset()]
    for repair in sorted(repairs, key=_rank):
        grown = {c if c & repair else c | {x} for c in conflicts for x in repair}
        conflicts = [c for c in grown if not any(other < c for other in grown)]
    return _ordered(conflicts), _ordered(repairs)


def _rank(ids: Iterable[str]) -> tuple[int, list[int]]:
    places = sorted(rulebook().clause(clause_id).order for clause_id in ids)
    return (len(places), places)


def _ordered(sets: Iterable[frozenset[str]]) -> tuple[ClauseIds, ...]:
    in_order = sorted(sets, key=_rank)
    return tuple(
        tuple(sorted(ids, key=lambda clause_id: rulebook().clause(clause_id).order))
        for ids in in_order
    )


@cache
def clause_ids(clauses: tuple[Clause, ...], parts: tuple[str, ...] = ()) -> ClauseIds:
    """The ids of the formalised ones among these clauses, of these parts if any are given."""
    formalised = (c for c in clauses if c.formalised)
    return tuple(c.id for c in formalised if not parts or c.part in parts)


def _spelled_out(claim: Claim) -> Iterable[Reading]:
    """Readings that a claim describes, however malformed; small where it says nothing."""
    return (
        Reading(kind, width, length, top)
        for kind in ([claim.kind] if claim.kind else KINDS)
        for width in ([claim.width] if claim.width else range(1, 5))
        for length in ([claim.length] if claim.length else range(1, MOST_LENGTH + 1))
        for top in ([claim.top] if claim.top is not None else VALUES)
    )
