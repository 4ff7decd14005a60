"""Whether a mutant can be told from the rules at all: a question to Z3 about every fact at once.

The facts are whole numbers as cards can show them. What ties them together here is no rule of the
game but what printed cards are: every card shows one to three values, or is an Element card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

import z3

from checker.cards import Element
from checker.decks import mandates
from checker.facts import NATURAL, SHAPING, reading_numbers
from checker.model.compiled import ClauseIds
from checker.model.logic import Prop, every, no, settled, some
from checker.model.mutants import Mutation, every_shape, mutated, mutated_turn, violation
from checker.model.registry import FORMALISED
from checker.model.solving import LIMITS, Limits, SolverLimit
from checker.model.symbolic import Bounds, SymbolicFacts
from checker.model.turn import MOST, TURN_FORMALISED, TurnFacts
from checker.readings import KINDS, Kind, Reading

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
    turns: dict[tuple[tuple[str, int], ...], Prop] = {}
    for reading, malformed in every_shape(bounds.values):
        if malformed & legal:
            continue
        right, wrong = violation(function(reading, facts)), violation(faulty(reading, facts))
        if (differs := _differ(right, wrong)) is not False:
            kept = [no(violation(FORMALISED[other](reading, facts))) for other in others]
            taken = tuple(sorted(reading_numbers(reading).items()))
            if taken not in turns:
                turn = _TakenTurn(facts, reading)
                turns[taken] = every(*(no(violation(TURN_FORMALISED[c](turn))) for c in of_turns))
            cases.append(every(differs, *kept, turns[taken]))
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
    seen = [seen_together(facts)]
    within = [every(number >= 0, number <= MOST[name]) for name, number in facts.numbers.items()]
    return _found(facts, [_differ(right, wrong), *kept, *seen, *within], limits)


SEEN_WITH: dict[str, str] = {
    "element-is-animal": "plays-element",
    "forced-discards": "plays-element",
    "unforced-discards": "forced-discards",
    "fire-not-held": "fire-cards",
    "fire-discards-element": "fire-cards",
    "spins-at-fault": "panda-spins",
    "victim-points": "somebody-before",
    "plays-south": "plays-wind",
    "holds-wind": "plays-wind",
    "condition-met": "plays-wind",
    "has-bid": "plays-symbols",
    "symbol-cards-amiss": "plays-symbols",
    "symbol-cards-not-held": "plays-symbols",
    "told-wrongly": "claims-mandate",
    "mandate-used-this-way": "claims-mandate",
    "puts-element": "animal-rat",
    "rabbit-cards": "animal-rabbit",
    "rabbit-not-held": "animal-rabbit",
    "rabbit-discards-element": "animal-rabbit",
    **dict.fromkeys((f"animal-{animal}" for animal in mandates()), "claims-mandate"),
    **dict.fromkeys((f"element-{element}" for element in Element), "plays-element"),
    **dict.fromkeys(("is-bomb", "is-single", "is-one-value"), "bids"),
    "has-passed": "out-of-turn",
}
"""Numbers that are nothing unless another one is something: an Element card that is an Animal card
is seen where one is played. This is how a table is looked at, and no rule; one at which it is the
turn of somebody who has passed is none that is looked at."""
ONE_OF = ("bids", "plays-element", "passes", "plays-wind")
"""What is done is one thing."""


def seen_together(facts: TurnFacts) -> Prop:
    """What goes together wherever a table is looked at."""
    beside = (some(no(facts.holds(n)), facts.holds(other)) for n, other in SEEN_WITH.items())
    alone = (
        no(every(facts.holds(one), facts.holds(other))) for one, other in combinations(ONE_OF, 2)
    )
    # Whoever is named where there is nobody is the wrong one; so is nobody, where one is due.
    takes, before = facts.any_of("panda-points"), facts.holds("somebody-before")
    unnamed = some(facts.holds("wrong-victim"), facts.holds("victims-unnamed"))
    named = some(no(takes), before, unnamed)
    other = some(
        no(facts.holds("after-rooster")),
        no(facts.any_of("victim-points")),
        facts.holds("somebody-else-before"),
    )
    return every(*beside, *alone, named, other)


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
    names = ("answering", "over-top", *(f"over-{kind}" for kind in KINDS), *_OF_OVER)
    nothing = every(*(number(name) == 0 for name in names))
    yield some(nothing, *(_lies(facts, tops) for tops in _well_formed(bounds.values)))


_OF_OVER = ("over-count", "over-width", "over-length")


def _lies(facts: AnyFacts, readings: Sequence[Reading]) -> Prop:
    """That one of these readings lies there, which differ in their tops alone."""
    number, first = facts.number, readings[0]
    kinds = (number(f"over-{kind}") == int(kind is first.kind) for kind in KINDS)
    told = zip(_OF_OVER, (first.count, first.width, first.length), strict=True)
    tops = some(*(number("over-top") == int(reading.top) for reading in readings))
    return every(number("answering") == 1, *kinds, *(number(n) == v for n, v in told), tops)


@cache
def _well_formed(most_values: int) -> tuple[tuple[Reading, ...], ...]:
    """The readings that no clause refuses by their shape alone, by shape."""
    found: dict[tuple[Kind, int, int], list[Reading]] = {}
    for reading, malformed in every_shape(most_values):
        if not malformed:
            found.setdefault((reading.kind, reading.width, reading.length), []).append(reading)
    return tuple(map(tuple, found.values()))
