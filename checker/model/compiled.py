"""The clauses compiled: for every reading the violations of every clause, read in one query.

Each clause is asked of each reading once. What it demands is an expression over the symbolic
facts, shared wherever two readings ask the same. Every distinct violation becomes one bit of one
wide number, so that one check under the assumptions of a situation yields all violated clauses of
all readings, and with them the verdict under every combination of rulings.

Compiled once per thread and size; a request builds no expression.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import z3

from checker.facts import NOTHING, Facts, bid_measures, over_measures
from checker.model import clauses as _clauses  # noqa: F401  (registers every clause)
from checker.model.bits import Bits, bits_of
from checker.model.logic import every, no
from checker.model.registry import FORMALISED
from checker.model.solving import context
from checker.model.symbolic import Bounds, SymbolicFacts, UnseenFacts
from checker.readings import NO_CLAIM, Claim, Reading, reading_space

TIERS = (Bounds(6, 12), Bounds(12, 24), Bounds(24, 60), Bounds(120, 160))
"""The sizes compiled, smallest first. The largest covers a hand of 40 cards."""

MOST_SHAPES_KEPT = 10_000
"""How many shapes outside the space a model remembers before it forgets them all."""
MOST_BIDS_KEPT = 256
"""How many bids a model remembers before it forgets them all."""

ClauseIds: TypeAlias = tuple[str, ...]


class TooLarge(ValueError):
    """A bid, or the bid to beat, beyond the largest compiled size."""

    def __init__(self, what: str, got: int, most: int) -> None:
        self.what, self.got, self.most = what, got, most
        super().__init__(f"{what}: {got}; at most {most} are supported")


@dataclass(frozen=True, slots=True)
class Trace:
    """What one clause says of one reading in one situation."""

    clause: str
    applies: bool
    violated: bool


class Compiled:
    """The model for facts within ``bounds``, in the Z3 context of the thread that made it.

    ``facts.literals`` say "at least", ``negated`` the opposite of each.
    ``derived`` keeps what others derive from it, such as :func:`checker.model.table.table`.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.readings = reading_space(bounds.values)
        self.place = {reading: place for place, reading in enumerate(self.readings)}
        self.context = context()
        self.facts = SymbolicFacts(bounds, self.context)
        self.bits = Bits(self.facts, self.context)
        self.negated = self.bits.negated
        self._unseen = {True: UnseenFacts(bounds), False: UnseenFacts(None)}
        self._texts: dict[int, str] = {}
        self._applies: dict[str, list[int | None]] = {}
        self._violations: dict[str, list[int]] = {}
        for clause_id in FORMALISED:
            self._compile(clause_id)
        self._always = self.bits.always
        self._outside: dict[tuple[Reading, ClauseIds, bool], ClauseIds] = {}
        self._about_over = self._bits_about_over()
        self._over_reads: dict[tuple[Reading | None, str], int] = {}
        self._about: dict[str, int] = {}
        self._bid_reads: dict[Facts, int] = {}
        self._legal_readings: dict[tuple[int, ClauseIds], list[Reading]] = {}
        self._masks: dict[ClauseIds, list[int]] = {}
        self._clauses: dict[ClauseIds, list[list[tuple[str, int]]]] = {}
        self._possible: dict[ClauseIds, list[tuple[int, Reading]]] = {}
        self._claimed: dict[Claim, list[int]] = {}
        self.derived: dict[Hashable, Any] = {}

    # Compiling.

    def _compile(self, clause_id: str) -> None:
        function = FORMALISED[clause_id]
        applies: list[int | None] = []
        violations: list[int] = []
        for reading in self.readings:
            constraint = function(reading, self.facts)
            if constraint is None:
                applies.append(None)
                violations.append(0)
                continue
            applies.append(self.bits.mask(constraint.applies))
            violated = (every(constraint.applies, no(d)) for d in constraint.demands)
            violations.append(sum({self.bits.mask(v) for v in violated}))
        self._applies[clause_id] = applies
        self._violations[clause_id] = violations

    def _bits_about_over(self) -> int:
        """The bits that depend on nothing but the bid to beat.

        Raises ``AssertionError`` when one depends on it and on the bid as well: then the two could
        not be read one by one.
        """
        memo: dict[int, frozenset[str]] = {}
        over = frozenset(over_measures(None))
        about_over = 0
        for bit, prop in enumerate(self.bits.props):
            mentioned = _mentioned(prop, memo)
            if mentioned & over:
                if not mentioned <= over:
                    raise AssertionError(f"a clause mixes the bid and the bid to beat: {prop}")
                about_over |= 1 << bit
        return about_over

    # Asking.

    def pinned(self, numbers: Mapping[str, int]) -> list[z3.BoolRef]:
        """The literals that pin these numbers, to be asserted."""
        return self.bits.pinned(numbers)

    def read(self, numbers: Mapping[str, int]) -> int:
        """All violations of all readings in the situation that these numbers describe.

        The result is for :meth:`legal`, :meth:`violated` and :meth:`trace` of this object. Raises
        :class:`checker.model.solving.SolverLimit`.
        """
        return self.bits.read(numbers)

    def situation(self, facts: Facts, over: Reading | None, shaped_by: str = "") -> int:
        """Like :meth:`read`, for the facts of a bid and the bid to beat.

        No clause mixes the two, so what the model says of each bid to beat is kept. Raises
        ``SolverLimit``.
        """
        return self._read_bid(facts) | self.read_over(over, shaped_by)

    def _read_bid(self, facts: Facts) -> int:
        read = self._bid_reads.get(facts)
        if read is None:
            read = self.read(bid_measures(facts) | over_measures(None)) & ~self._about_over
            if len(self._bid_reads) >= MOST_BIDS_KEPT:
                self._bid_reads.clear()
            self._bid_reads[facts] = read
        return read

    def forget(self) -> None:
        """Forgets what was read of bids and bids to beat, so that the next one is decided anew."""
        self._bid_reads.clear()
        self._over_reads.clear()
        self._legal_readings.clear()

    def read_over(self, over: Reading | None, shaped_by: str = "") -> int:
        """The violations that depend on nothing but the bid to beat; raises ``SolverLimit``."""
        read = self._over_reads.get((over, shaped_by))
        if read is None:
            numbers = bid_measures(NOTHING) | over_measures(over, shaped_by)
            read = self._over_reads[over, shaped_by] = self.read(numbers) & self._about_over
        return read

    def about(self, name: str) -> int:
        """The bits that depend on the number of that name."""
        if name not in self._about:
            memo: dict[int, frozenset[str]] = {}
            props = enumerate(self.bits.props)
            self._about[name] = sum(1 << b for b, p in props if name in _mentioned(p, memo))
        return self._about[name]

    def masks(self, clause_ids: ClauseIds) -> list[int]:
        """For every reading, the bits of all violations of these clauses."""
        masks = self._masks.get(clause_ids)
        if masks is None:
            masks = [0] * len(self.readings)
            for clause_id in clause_ids:
                for place, violations in enumerate(self._violations[clause_id]):
                    masks[place] |= violations
            self._masks[clause_ids] = masks
        return masks

    def claimed(self, claim: Claim) -> list[int]:
        """The places of the readings that the claim admits."""
        places = self._claimed.get(claim)
        if places is None:
            places = [p for p, reading in enumerate(self.readings) if claim.admits(reading)]
            if len(self._claimed) > 1000:
                self._claimed.clear()
            self._claimed[claim] = places
        return places

    def possible(self, clause_ids: ClauseIds) -> list[tuple[int, Reading]]:
        """The readings that these clauses do not refuse whatever the facts, with their masks."""
        possible = self._possible.get(clause_ids)
        if possible is None:
            masked = zip(self.masks(clause_ids), self.readings, strict=True)
            possible = [(mask, reading) for mask, reading in masked if not mask & self._always]
            self._possible[clause_ids] = possible
        return possible

    def legal(self, read: int, clause_ids: ClauseIds, claim: Claim) -> list[Reading]:
        """The readings within the claim that violate none of these clauses."""
        found = self._legal_readings.get((read, clause_ids))
        if found is None:
            found = [reading for mask, reading in self.possible(clause_ids) if not mask & read]
            if len(self._legal_readings) >= MOST_BIDS_KEPT:
                self._legal_readings.clear()
            self._legal_readings[read, clause_ids] = found
        return found if claim == NO_CLAIM else [r for r in found if claim.admits(r)]

    def violated(self, read: int, place: int, clause_ids: ClauseIds) -> ClauseIds:
        """Those of these clauses that the reading at this place violates."""
        return tuple(c for c, mask in self.broken(place, clause_ids) if mask & read)

    def broken(self, place: int, clause_ids: ClauseIds) -> list[tuple[str, int]]:
        """Those of these clauses that the reading at this place can violate, with their bits."""
        return self._clauses_of(clause_ids)[place]

    def _clauses_of(self, clause_ids: ClauseIds) -> list[list[tuple[str, int]]]:
        """For every reading those of these clauses that can be violated, with their bits."""
        clauses = self._clauses.get(clause_ids)
        if clauses is None:
            clauses = self._clauses[clause_ids] = [
                [(c, self._violations[c][place]) for c in clause_ids if self._violations[c][place]]
                for place in range(len(self.readings))
            ]
        return clauses

    def trace(self, read: int, reading: Reading, clause_ids: ClauseIds) -> Iterator[Trace]:
        """What each of these clauses says of the reading."""
        place = self.place[reading]
        for clause_id in clause_ids:
            guard = self._applies[clause_id][place]
            yield Trace(
                clause=clause_id,
                applies=guard is not None and bool(guard & read),
                violated=bool(self._violations[clause_id][place] & read),
            )

    def violated_within(self, reading: Reading, clause_ids: ClauseIds) -> ClauseIds:
        """Those of these clauses that the reading violates whatever the facts within the bounds."""
        return self._refusing(reading, clause_ids, within=True)

    def malformed(self, reading: Reading, clause_ids: ClauseIds) -> ClauseIds:
        """Those of these clauses that the reading violates by its shape, whatever the facts are."""
        place = self.place.get(reading)
        if place is not None:
            return self.violated(self._always, place, clause_ids)
        return self._refusing(reading, clause_ids, within=False)

    def _refusing(self, reading: Reading, clause_ids: ClauseIds, *, within: bool) -> ClauseIds:
        """What the clauses say of a reading outside the space, asked once."""
        key = (reading, clause_ids, within)
        if key not in self._outside:
            if len(self._outside) >= MOST_SHAPES_KEPT:
                self._outside.clear()
            unseen = self._unseen[within]
            constraints = ((c, FORMALISED[c](reading, unseen)) for c in clause_ids)
            self._outside[key] = tuple(
                c
                for c, constraint in constraints
                if constraint and constraint.applies is True and False in constraint.demands
            )
        return self._outside[key]

    def violations(self, reading: Reading, clause_ids: ClauseIds) -> Iterator[tuple[str, int, str]]:
        """How the reading may violate these clauses: clause, number of the bit, SMT-LIB text."""
        for clause_id, mask in self.broken(self.place[reading], clause_ids):
            for bit in bits_of(mask):
                yield clause_id, bit, self._text(bit)

    def _text(self, bit: int) -> str:
        if bit not in self._texts:
            self._texts[bit] = " ".join(self.bits.props[bit].sexpr().split())
        return self._texts[bit]

    def legality(self, place: int, clause_ids: ClauseIds) -> z3.BoolRef:
        """The expression "the reading at this place violates none of these clauses"."""
        mask = self.masks(clause_ids)[place]
        violations = [self.bits.props[bit] for bit in bits_of(mask)]
        return z3.Not(z3.Or(violations)) if violations else z3.BoolVal(True, self.context)


def _mentioned(expression: z3.ExprRef, memo: dict[int, frozenset[str]]) -> frozenset[str]:
    """The names of the numbers that an expression mentions."""
    key = expression.get_id()
    if key not in memo:
        parts = expression.children()
        if parts:
            memo[key] = frozenset().union(*(_mentioned(part, memo) for part in parts))
        else:
            name, compared, _ = str(expression.decl().name()).partition(">=")
            memo[key] = frozenset([name] if compared else [])
    return memo[key]


def fitting(facts: Iterable[Facts], over: Reading | None) -> Bounds:
    """The smallest compiled size for these cards and this bid to beat.

    Raises :class:`TooLarge` with the bound that is exceeded.
    """
    naturals = max((max(f.naturals) for f in facts), default=0)
    values = max((f.values + f.wilds for f in facts), default=0)
    count = over.count if over else 0
    for bounds in TIERS:
        if naturals <= bounds.naturals and max(values, count) <= bounds.values:
            return bounds
    largest = TIERS[-1]
    if naturals > largest.naturals:
        raise TooLarge("times that one value is shown", naturals, largest.naturals)
    raise TooLarge("values and wild symbols together", max(values, count), largest.values)


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.models: dict[Bounds, Compiled] = {}


_per_thread = _PerThread()


def compiled(bounds: Bounds) -> Compiled:
    """The compiled model of this size, made once per thread."""
    model = _per_thread.models.get(bounds)
    if model is None:
        model = _per_thread.models[bounds] = Compiled(bounds)
    return model
