"""Whether a mutant can be told from the rules at all: a question to Z3 about every fact at once.

The facts are whole numbers as cards can show them. What ties them together here is no rule of the
game but what printed cards are: every card shows one to three values, or is an Element card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import z3

from checker.facts import NATURAL, SHAPING, reading_numbers
from checker.model.compiled import ClauseIds
from checker.model.logic import Prop, every, no, settled, some
from checker.model.mutants import Mutation, every_shape, mutated, mutated_turn, violation
from checker.model.registry import FORMALISED
from checker.model.solving import LIMITS, Limits, SolverLimit
from checker.model.symbolic import Bounds, SymbolicFacts
from checker.model.turn import MOST, TURN_FORMALISED, TurnFacts
from checker.readings import KINDS, Reading

MOST_ON_A_CARD = 3
"""The most values that a face shows."""


def told_apart(
    mutation: Mutation,
    others: ClauseIds,
    of_turns: ClauseIds,
    bounds: Bounds,
    limits: Limits = LIMITS,
) -> dict[str, int] | None:
    """The facts of a bid that is legal by the rules and not by the mutant, or the other way round.

    ``others`` are clauses about bids that hold beside it, ``of_turns`` those about turns. A Mandate
    that shapes the bid is one that is claimed. ``None`` when it is proved that there are none
    within ``bounds``. Raises :class:`checker.model.solving.SolverLimit`.
    """
    facts = AnyFacts(z3.Context())
    function, faulty = FORMALISED[mutation.clause], mutated(mutation)
    legal = frozenset(others)
    cases: list[Prop] = []
    for reading, malformed in every_shape(bounds.values):
        if malformed & legal:
            continue
        right, wrong = violation(function(reading, facts)), violation(faulty(reading, facts))
        if (differs := _differ(right, wrong)) is not False:
            kept = [no(violation(FORMALISED[other](reading, facts))) for other in others]
            turn = _TakenTurn(facts, reading)
            kept += [no(violation(TURN_FORMALISED[other](turn))) for other in of_turns]
            cases.append(every(differs, *kept))
    return _found(facts, [some(*cases), *_shown(facts, bounds), *_lying(facts, bounds)], limits)


def turn_told_apart(
    mutation: Mutation, others: ClauseIds, limits: Limits = LIMITS
) -> dict[str, int] | None:
    """The numbers of a turn that is legal by the rules and not by the mutant, or otherwise round.

    As :func:`told_apart`, for a clause about a turn; the numbers are within what is counted.
    """
    facts = AnyTurn(z3.Context())
    right = violation(TURN_FORMALISED[mutation.clause](facts))
    wrong = violation(mutated_turn(mutation)(facts))
    kept = [no(violation(TURN_FORMALISED[other](facts))) for other in others]
    within = [every(number >= 0, number <= MOST[name]) for name, number in facts.numbers.items()]
    return _found(facts, [_differ(right, wrong), *kept, *within], limits)


class _Whole:
    """Unknown whole numbers by name."""

    def __init__(self, ctx: z3.Context) -> None:
        self.ctx = ctx
        self.numbers: dict[str, z3.ArithRef] = {}

    def number(self, name: str) -> z3.ArithRef:
        """The number of that name."""
        if name not in self.numbers:
            self.numbers[name] = z3.Int(name, self.ctx)
        return self.numbers[name]

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name is at least ``number``; none is below 0."""
        return True if number <= 0 else self.number(name) >= int(number)


class AnyFacts(_Whole, SymbolicFacts):
    """The facts of any bid over any bid to beat."""

    def __init__(self, ctx: z3.Context) -> None:
        super().__init__(ctx)
        self._shows_only = {}
        self._shows_at_most = {}


class AnyTurn(_Whole, TurnFacts):
    """The facts of any turn."""


class _TakenTurn(TurnFacts):
    """The facts of any turn in which a bid is taken as one reading, as far as that decides them."""

    def __init__(self, facts: AnyFacts, reading: Reading) -> None:
        self._facts = facts
        self._told: dict[str, Prop] = {n: bool(v) for n, v in reading_numbers(reading).items()}
        shaped = {animal: facts.number(f"by-{animal}") >= 1 for animal in SHAPING}
        self._told |= {f"animal-{animal}": claimed for animal, claimed in shaped.items()}
        self._mandate = some(*shaped.values())

    def at_least(self, name: str, number: int) -> Prop:
        """Known of the reading and of the Mandates that shape it; any number for the rest."""
        if name in self._told and number == 1:
            return self._told[name]
        known = self._facts.at_least(f"turn {name}", number)
        return some(self._mandate, known) if name == "claims-mandate" and number == 1 else known


def _differ(one: Prop, other: Prop) -> Prop:
    return every(some(one, other), no(every(one, other)))


def _found(facts: _Whole, asserted: Iterable[Prop], limits: Limits) -> dict[str, int] | None:
    """Numbers of which all this holds, ``None`` when there are none."""
    solver = z3.SolverFor("QF_LIA", ctx=facts.ctx)
    solver.set("rlimit", limits.resources)
    for prop in asserted:
        solver.add(settled(prop))
    answer = solver.check()
    if answer == z3.unknown:
        raise SolverLimit(limits)
    if answer == z3.unsat:
        return None
    model = solver.model()
    numbers = facts.numbers.items()
    return {name: int(model.eval(each, model_completion=True).sexpr()) for name, each in numbers}


def _shown(facts: AnyFacts, bounds: Bounds) -> Iterator[Prop]:
    """The numbers of a bid, as cards can show them, within the bounds."""
    number = facts.number
    naturals = [number(name) for name in NATURAL]
    values, together, cards, elements = map(number, _OF_BID)
    waters_alone = every(
        values <= 0, elements <= 0, z3.Sum([values, cards]) == together, together >= 1
    )
    animals = number("animal-cards")
    yield from (every(each >= 0, each <= bounds.naturals) for each in naturals)
    yield z3.Sum(naturals) == values
    yield every(elements >= 0, number("repeated-cards") >= 0, number("card-count") == cards)
    yield every(together >= values, together <= bounds.values)
    yield some(
        waters_alone,
        every(
            animals >= 0,
            z3.Sum([animals, elements]) == cards,
            values >= animals,
            animals * MOST_ON_A_CARD >= values,
            some(together <= values, values >= 1),
        ),
    )


_OF_BID = ("values", "values-and-wilds", "cards", "element-cards")


def _lying(facts: AnyFacts, bounds: Bounds) -> Iterator[Prop]:
    """The numbers of the bid to beat: none, or those of a reading that no definition refuses."""
    number = facts.number
    for animal in SHAPING:
        yield every(number(f"by-{animal}") >= 0, number(f"by-{animal}") <= 1)
    yield no(every(*(number(f"by-{animal}") >= 1 for animal in SHAPING)))
    names = ("answering", *(f"over-{kind}" for kind in KINDS), *_OF_OVER)
    nothing = every(*(number(name) == 0 for name in names))
    yield some(nothing, *(_lies(facts, reading) for reading in _well_formed(bounds.values)))


_OF_OVER = ("over-count", "over-width", "over-length", "over-top")


def _lies(facts: AnyFacts, reading: Reading) -> Prop:
    number = facts.number
    kinds = (number(f"over-{kind}") == int(kind is reading.kind) for kind in KINDS)
    told = zip(_OF_OVER, (reading.count, reading.width, reading.length, reading.top), strict=True)
    return every(number("answering") == 1, *kinds, *(number(n) == int(v) for n, v in told))


@cache
def _well_formed(most_values: int) -> tuple[Reading, ...]:
    """The readings that no clause refuses by their shape alone."""
    return tuple(reading for reading, malformed in every_shape(most_values) if not malformed)
