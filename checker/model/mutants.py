"""Clause mutants: the registered functions with one small fault each, asked on known facts.

A mutant is made of the clause's own function, so that no rule is stated here. On plain numbers a
function folds to plain truths, so that a mutant is judged without Z3; with symbolic facts the same
mutant is an expression, by which a survivor is proved equivalent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, cast

from checker.cards import VALUES
from checker.facts import NATURAL
from checker.model import clauses as _clauses  # noqa: F401  (registers every clause)
from checker.model.compiled import ClauseIds
from checker.model.logic import Constraint, Prop, every, no
from checker.model.registry import FORMALISED, ClauseFunction
from checker.model.symbolic import Bounds, SymbolicFacts, UnseenFacts
from checker.model.turn import MOST, MOST_COUNTED, TURN_FORMALISED, TurnClause, TurnFacts
from checker.readings import KINDS, NO_CLAIM, Claim, Kind, Reading

Operator: TypeAlias = Literal["removed", "weakened", "unguarded", "off-by-one", "forbidden"]

ALL_NATURALS = "natural"
"""Stands for the number of each single value, which a clause treats all alike."""
_SEEN_OF_READING = ("width", "length", "count", "top", "span")


class Mutation(NamedTuple):
    """One small fault in the function of one clause.

    ``place`` is the demand that is dropped, from 0; ``number`` what is taken for ``by`` more.
    """

    clause: str
    operator: Operator
    place: int = 0
    number: str = ""
    by: int = 0


@cache
def mutations() -> tuple[Mutation, ...]:
    """Every mutation of every formalised clause that its function gives occasion to."""
    of_bids = (m for clause_id in FORMALISED for m in _mutations_of_bid(clause_id))
    of_turns = (m for clause_id in TURN_FORMALISED for m in _mutations_of_turn(clause_id))
    return (*of_bids, *of_turns)


def mutated(mutation: Mutation) -> ClauseFunction:
    """The function of a clause about a bid with this fault in it."""
    function = FORMALISED[mutation.clause]

    def faulty(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
        if mutation.number in _SEEN_OF_READING:
            reading = _seen_wrongly(reading, mutation)
        elif mutation.number:
            facts = ShiftedFacts(facts, mutation)
        constraint = function(reading, facts)
        return constraint and _faulty(constraint, mutation)

    return faulty


def mutated_turn(mutation: Mutation) -> TurnClause:
    """The function of a clause about a turn with this fault in it."""
    function = TURN_FORMALISED[mutation.clause]

    def faulty(facts: TurnFacts) -> Constraint:
        seen = ShiftedTurn(facts, mutation) if mutation.number else facts
        return _faulty(function(seen), mutation)

    return faulty


def _faulty(constraint: Constraint, mutation: Mutation) -> Constraint:
    applies, demands = constraint
    match mutation.operator:
        case "removed":
            return Constraint(applies, ())
        case "weakened":
            return Constraint(applies, _without(demands, mutation.place))
        case "unguarded":
            return Constraint(True, demands)
        case "forbidden":
            return Constraint(applies, (False,))
        case "off-by-one":
            return constraint


def _without(demands: tuple[Prop, ...], place: int) -> tuple[Prop, ...]:
    return (*demands[:place], *demands[place + 1 :])


# Which mutations there are.


def _mutations_of_bid(clause_id: str) -> Iterator[Mutation]:
    constraints: list[Constraint] = []
    numbers: dict[str, None] = {}
    for kind in KINDS:
        recorded = _RecordedReading(Reading(kind, 2, 3, VALUES[8]), numbers)
        facts = _RecordedFacts(numbers)
        constraint = FORMALISED[clause_id](cast(Reading, recorded), facts)
        constraints += [constraint] if constraint else []
    bounds = {**Bounds(4, 4).most(), **dict.fromkeys(_SEEN_OF_READING, 2), ALL_NATURALS: 2}
    return _mutations(clause_id, constraints, [n for n in numbers if bounds.get(n, 0) > 1])


def _mutations_of_turn(clause_id: str) -> Iterator[Mutation]:
    numbers: dict[str, None] = {}
    constraint = TURN_FORMALISED[clause_id](_RecordedTurn(numbers))
    return _mutations(clause_id, [constraint], [name for name in numbers if MOST[name] > 1])


def _mutations(
    clause_id: str, constraints: Sequence[Constraint], numbers: Sequence[str]
) -> Iterator[Mutation]:
    demanded = max((len(constraint.demands) for constraint in constraints), default=0)
    if not demanded:
        yield Mutation(clause_id, "forbidden")
        return
    yield Mutation(clause_id, "removed")
    if demanded > 1:
        for place in range(demanded):
            yield Mutation(clause_id, "weakened", place=place)
    if any(constraint.applies is not True for constraint in constraints):
        yield Mutation(clause_id, "unguarded")
    for number in numbers:
        for by in (-1, 1):
            yield Mutation(clause_id, "off-by-one", number=number, by=by)


class _RecordedReading:
    """A reading that notes which of its numbers are looked at."""

    def __init__(self, reading: Reading, numbers: dict[str, None]) -> None:
        self._reading, self._numbers = reading, numbers

    def __getattr__(self, name: str) -> object:
        self._numbers[name] = None
        return getattr(self._reading, name)


class _RecordedFacts(UnseenFacts):
    """Facts that note which numbers are asked for."""

    def __init__(self, numbers: dict[str, None]) -> None:
        super().__init__(None)
        self._numbers = numbers

    def at_least(self, name: str, number: int) -> Prop:
        """Not known."""
        self._numbers[ALL_NATURALS if name in NATURAL else name] = None
        return super().at_least(name, number)


class _RecordedTurn(TurnFacts):
    """Facts of a turn that note which numbers are asked for."""

    def __init__(self, numbers: dict[str, None]) -> None:
        self._numbers = numbers
        self._unseen = UnseenFacts(None)

    def at_least(self, name: str, number: int) -> Prop:
        """Not known."""
        self._numbers[name] = None
        return self._unseen.at_least(name, number)


# What is seen wrongly.


@dataclass(frozen=True, slots=True)
class _SeenReading:
    """The numbers of a reading, each by itself, so that one alone can be wrong."""

    kind: Kind
    width: int
    length: int
    count: int
    top: int
    span: range


def _seen_wrongly(reading: Reading, mutation: Mutation) -> Reading:
    numbers = {name: getattr(reading, name) for name in _SEEN_OF_READING}
    seen = numbers[mutation.number]
    by = mutation.by
    moved = range(seen.start + by, seen.stop + by) if isinstance(seen, range) else seen + by
    shown = _SeenReading(kind=reading.kind, **{**numbers, mutation.number: moved})
    return cast(Reading, shown)


class ShiftedFacts(SymbolicFacts):
    """Facts of which one number is taken for more, or less, than it is."""

    def __init__(self, facts: SymbolicFacts, mutation: Mutation) -> None:
        self._facts, self._mutation = facts, mutation
        self._shows_only = {}
        self._shows_at_most = {}

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name, as it is seen, is at least ``number``."""
        moved = self._mutation.number in (name, ALL_NATURALS if name in NATURAL else name)
        return _at_least(self._facts, name, number, self._mutation.by if moved else 0)


class ShiftedTurn(TurnFacts):
    """Facts of a turn of which one number is taken for more, or less, than it is."""

    def __init__(self, facts: TurnFacts, mutation: Mutation) -> None:
        self._facts, self._mutation = facts, mutation

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name, as it is seen, is at least ``number``."""
        moved = name == self._mutation.number
        return _at_least(self._facts, name, number, self._mutation.by if moved else 0)


def _at_least(facts: SymbolicFacts | TurnFacts, name: str, number: int, by: int) -> Prop:
    """No number is seen as less than nothing."""
    return True if number <= 0 else facts.at_least(name, number - by)


# Known facts.


class KnownFacts(SymbolicFacts):
    """The facts of a bid as plain numbers; no number is bounded."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._shows_only = {}
        self._shows_at_most = {}

    def at_least(self, name: str, number: int) -> Prop:
        """Whether the number of that name is at least ``number``."""
        return number <= 0 or self._numbers[name] >= number


class KnownTurn(TurnFacts):
    """The facts of a turn as plain numbers; no number is bounded."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers

    def at_least(self, name: str, number: int) -> Prop:
        """Whether the number of that name is at least ``number``."""
        return number <= 0 or self._numbers[name] >= number

    def at_most(self, count: str, other: str) -> Prop:
        """The one count is at most the other, as far as is counted."""
        return min(self._numbers[count], MOST_COUNTED) <= self._numbers[other]


def violated_plainly(numbers: Mapping[str, int]) -> frozenset[str]:
    """The clauses of a turn that are violated, folded on plain numbers instead of asked of Z3."""
    facts = KnownTurn(numbers)
    return frozenset(c for c, function in TURN_FORMALISED.items() if violation(function(facts)))


def violation(constraint: Constraint | None) -> Prop:
    """That the constraint applies and some demand is not met."""
    return (
        False if constraint is None else every(constraint.applies, no(every(*constraint.demands)))
    )


def turn_mutants_differing(
    numbers: Mapping[str, int], wanted: Iterable[Mutation]
) -> Iterator[Mutation]:
    """Those of these mutants of clauses of a turn that say otherwise than the clause."""
    facts = KnownTurn(numbers)
    for mutation in wanted:
        true = violation(TURN_FORMALISED[mutation.clause](facts))
        if violation(mutated_turn(mutation)(facts)) != true:
            yield mutation


def faulty_turn(
    violated: frozenset[str], mutation: Mutation, numbers: Mapping[str, int]
) -> frozenset[str]:
    """The clauses violated where the numbers are these, one of them being faulty."""
    broken = violation(mutated_turn(mutation)(KnownTurn(numbers)))
    return violated | {mutation.clause} if broken else violated - {mutation.clause}


@dataclass(frozen=True, slots=True)
class NearlyLegal:
    """The readings of one bid over one bid to beat that at most one clause refuses.

    ``refused_by`` has an entry for every such reading: that clause, or ``None`` for a legal one.
    """

    facts: KnownFacts
    clause_ids: ClauseIds
    refused_by: Mapping[Reading, str | None]

    @property
    def legal(self) -> tuple[Reading, ...]:
        """The legal readings, in their order."""
        return tuple(reading for reading, clause in self.refused_by.items() if clause is None)

    def legal_by(self, mutation: Mutation) -> tuple[Reading, ...]:
        """The readings that are legal by this mutant, in their order."""
        faulty = mutated(mutation)
        return tuple(
            reading
            for reading, clause in self.refused_by.items()
            if clause in (None, mutation.clause) and not violation(faulty(reading, self.facts))
        )


def nearly_legal(
    numbers: Mapping[str, int], clause_ids: ClauseIds, claim: Claim = NO_CLAIM
) -> NearlyLegal:
    """What is legal, or all but legal, where the facts are these.

    A reading has at most one value more than there are values and wilds, or than the bid to beat.
    """
    facts = KnownFacts(numbers)
    most = max(numbers["values-and-wilds"], numbers["over-count"]) + 1
    refused_by: dict[Reading, str | None] = {}
    for reading, malformed, others in _nearly_formed(most, clause_ids):
        if not claim.admits(reading):
            continue
        broken = (c for c in others if violation(FORMALISED[c](reading, facts)))
        refusing = [*malformed, *islice(broken, 2 - len(malformed))]
        if len(refusing) < 2:
            refused_by[reading] = refusing[0] if refusing else None
    return NearlyLegal(facts, clause_ids, refused_by)


@cache
def _nearly_formed(
    most_values: int, clause_ids: ClauseIds
) -> tuple[tuple[Reading, ClauseIds, ClauseIds], ...]:
    """The readings whose shape at most one of the clauses refuses: that one, and the others."""
    found: list[tuple[Reading, ClauseIds, ClauseIds]] = []
    for reading, malformed in every_shape(most_values):
        refusing = tuple(c for c in clause_ids if c in malformed)
        if len(refusing) < 2:
            found.append((reading, refusing, tuple(c for c in clause_ids if c not in malformed)))
    return tuple(found)


@cache
def every_shape(most_values: int) -> tuple[tuple[Reading, frozenset[str]], ...]:
    """Every reading of so many values at most, however wrong, with the clauses its shape breaks.

    Wider than :func:`checker.readings.reading_space`: a mutant may let through what is far from its
    kind, or reaches below the lowest value.
    """
    readings = [
        Reading(kind, width, length, top)
        for kind in KINDS
        for length in range(1, len(VALUES) + 1)
        for width in range(1, most_values // length + 1)
        for top in VALUES
    ]
    readings.sort(key=lambda reading: reading.order)
    return tuple((reading, _malformed(reading)) for reading in readings)


@cache
def _malformed(reading: Reading) -> frozenset[str]:
    """The clauses that the reading breaks by its shape, whatever the facts."""
    unseen = UnseenFacts(None)
    said = ((c, violation(function(reading, unseen))) for c, function in FORMALISED.items())
    return frozenset(clause_id for clause_id, broken in said if broken is True)
