"""A bid of which nothing is known, over a bid to beat of which nothing is known, or a lead.

Reading, cards, bid to beat and rulings are free at once. What a face can show is put in here and
nothing else: every Animal card shows a value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import z3

from checker.cards import MOST_SYMBOLS, MOST_VALUES
from checker.facts import NATURAL, over_measures
from checker.model.logic import Prop, every, no, some
from checker.model.registry import FORMALISED
from checker.model.solving import Query, context
from checker.model.symbolic import MOST_CARDS_COUNTED, Bounds, SymbolicFacts
from checker.model.theorems.beating import LIMITS, PLAIN
from checker.model.unknowns import (
    AnyReading,
    Held,
    Options,
    PartlyKnown,
    Seen,
    alike,
    broken,
    clauses_of,
    expression,
    holds,
    least,
    named,
    together,
)
from checker.readings import Reading, reading_space
from checker.rulebook import BID_PARTS, Clause, Edition, Rulings

ONE_CARD: Mapping[str, int] = {
    "cards": 1,
    "card-count": 1,
    "element-cards": 0,
    "repeated-cards": 0,
    "answering": 0,
    **PLAIN,
}
"""One Animal card that is led."""


@dataclass(frozen=True, slots=True)
class FoundBid:
    """A bid taken as this reading over that one: how its cards look, under these options.

    No reading is any reading, and no bid to beat a lead.
    """

    rulings: Rulings
    reading: Reading | None
    over: Reading | None
    numbers: Mapping[str, int]


class AnyBid:
    """Some cards taken as one of these readings, over one of those or as a lead.

    ``known`` are numbers that are fixed, ``values`` as 0 where cards are bare wild symbols.
    """

    def __init__(
        self,
        edition: Edition,
        pinned: Rulings,
        readings: Sequence[Reading],
        overs: Sequence[Reading],
        bounds: Bounds,
        known: Mapping[str, int] = PLAIN,
    ) -> None:
        self.query = Query(context(), LIMITS)
        self.edition, self.pinned, self.bounds = edition, pinned, bounds
        self.options = Options(self.query, edition, pinned)
        self.clauses = clauses_of(BID_PARTS)
        self.bid = AnyReading(self.query, "bid", readings, PLAIN)
        self.over = AnyReading(self.query, "over", overs, known, bounds, lead=True)
        self.facts = self.over.facts
        self._breaks: dict[str, z3.BoolRef] = {}
        bare = known.get("values") == 0
        symbols = [some(no(self.facts.values_and_wilds(1)), self.facts.plays_a_card)]
        said = symbols if bare else faces(self.facts, counted=True)
        self.query.solver.add([expression(each, self.query) for each in said])

    def breaks(self, clause: Clause, facts: SymbolicFacts | None = None) -> z3.BoolRef:
        """The bid breaks the clause, in force or not; ``facts`` are other cards than its own."""
        if facts is None and clause.id in self._breaks:
            return self._breaks[clause.id]
        function = FORMALISED[clause.id]
        told = {r: broken(function(r, facts or self.facts)) for r in self.bid.readings}
        defined = self.bid.define(f"{'other ' if facts else ''}bid breaks {clause.id}", told)
        if facts is None:
            self._breaks[clause.id] = defined
        return defined

    def legal(
        self,
        options: Options | None = None,
        but: Collection[str] = (),
        facts: SymbolicFacts | None = None,
    ) -> Prop:
        """The bid breaks none of the clauses in force, ``but`` these aside."""
        taken = options or self.options
        left = [c for c in self.clauses if c.id not in but]
        return no(some(*(every(taken.in_force(c), self.breaks(c, facts)) for c in left)))

    def found(self, scene: Sequence[Prop], wishes: Sequence[Prop] = ()) -> FoundBid | None:
        """The first bid of which all of the scene holds, ``None`` if there is none.

        As many wishes as can be hold as well, the first ones before the others. Raises
        ``SolverLimit``.
        """
        held = named(self.query, scene)
        if not holds(self.query, held):
            return None
        held = together(self.query, held, [*self.options.usual(), *named(self.query, wishes)])
        reading, held = self.bid.first(held)
        assert reading is not None
        over, held = self.over.first(held)
        numbers, held = self._numbers(held)
        assert holds(self.query, held)
        return FoundBid(self.options.told(self.query), reading, over, numbers)

    def _numbers(self, held: Held) -> tuple[dict[str, int], Held]:
        """The least numbers of the cards."""
        numbers = dict(self.facts.known)
        names = ("element-cards", "repeated-cards", "values-and-wilds", "values", *NATURAL)
        for name in (*names, "cards", "card-count"):
            if name not in numbers:
                literals = self.facts.literals[name]
                if name == "card-count":
                    held = together(self.query, held, reversed(literals))
                numbers[name], held = least(self.query, held, literals)
        return numbers, held


def faces(facts: SymbolicFacts, *, counted: bool) -> list[Prop]:
    """What holds of any cards: each shows a value, and no symbol stands without one.

    ``counted`` ties the number of values to how often each is shown; it costs something.
    """
    most = len(facts.literals["values"])
    shown = [literal for name in NATURAL for literal in facts.literals[name]]
    said: list[Prop] = [
        some(no(facts.values(n)), facts.values_and_wilds(n)) for n in range(1, most + 1)
    ]
    said += [
        some(no(facts.values_and_wilds(1)), facts.values(1)),
        some(no(facts.values(1)), facts.plays_a_card),
        some(no(facts.plays_a_card), facts.values(1), facts.holds_an_element_card),
        *alike(facts.plays_a_card, facts.plays_cards(1)),
    ]
    if counted:
        for n in range(1, most + 1):
            said += alike(facts.values(n), z3.PbGe([(literal, 1) for literal in shown], n))
    return said


def few_cards(facts: SymbolicFacts) -> list[Prop]:
    """What makes cards easy to lay: one wild at most, and faces with one to three values.

    A card that stands twice has a value that is shown twice.
    """
    most = len(facts.literals["values"])
    element = facts.holds_an_element_card
    stacks = [lit for name in NATURAL for lit in facts.literals[name][::MOST_VALUES]]
    said = [some(no(facts.values_and_wilds(n + 1)), facts.values(n)) for n in range(1, most)]
    for cards in range(MOST_CARDS_COUNTED + 1):
        beyond = facts.plays_cards(cards + 1) if cards < MOST_CARDS_COUNTED else True
        said += [
            some(no(facts.plays_cards(cards)), element, facts.values(cards)),
            some(no(facts.plays_cards(cards)), no(element), facts.values(cards - 1)),
            some(beyond, no(z3.PbGe([(lit, 1) for lit in stacks], cards + 1))),
            some(beyond, no(element), no(z3.PbGe([(lit, 1) for lit in stacks], max(cards, 1)))),
        ]
    twice = some(*(facts.at_least(name, 2) for name in NATURAL))
    return [*said, some(no(facts.repeats_a_card), every(twice, facts.plays_cards(2)))]


def seen_legal(clauses: Iterable[Clause], reading: Reading, numbers: Mapping[str, int]) -> bool:
    """Whether the reading breaks none of these clauses, where all numbers are known."""
    seen = Seen(numbers)
    functions = (FORMALISED[clause.id] for clause in clauses if clause.id in FORMALISED)
    return all(broken(function(reading, seen)) is False for function in functions)


def bearing(bid: AnyBid, clause: Clause) -> FoundBid | None:
    """A bid that, taken as its reading, breaks this clause and no other one in force.

    ``None`` where there is none that few cards show. Raises ``SolverLimit``.
    """
    broken_alone = [
        bid.options.in_force(clause),
        bid.breaks(clause),
        bid.legal(but=(clause.id,)),
        *few_cards(bid.facts),
    ]
    return bid.found(broken_alone)


def implying(bid: AnyBid, clause: Clause) -> tuple[str, ...] | None:
    """A smallest choice of clauses of which each bid that breaks this one breaks another.

    ``None`` where some bid breaks this clause alone. Raises ``SolverLimit``.
    """
    breaks = every(bid.options.in_force(clause), bid.breaks(clause))

    def suffice(clauses: Sequence[Clause]) -> bool:
        kept = (no(every(bid.options.in_force(c), bid.breaks(c))) for c in clauses)
        return not holds(bid.query, named(bid.query, [breaks, *kept]))

    needed = [c for c in bid.clauses if c.id != clause.id and c.force == "constraint"]
    if not suffice(needed):
        return None
    for each in tuple(needed):
        if suffice(fewer := [c for c in needed if c is not each]):
            needed = fewer
    return tuple(c.id for c in needed)


def parting(bid: AnyBid, ruling: str, one: str, another: str) -> FoundBid | None:
    """A bid that is legal under the first option of the ruling and not under the other.

    All other rulings are the same both times. Raises ``SolverLimit``.
    """
    if not any(ruling in clause.when for clause in bid.clauses):
        return None
    other = Options(bid.query, bid.edition, bid.pinned, f"instead of {one} ")
    return bid.found(
        [
            bid.options.takes(ruling, one),
            other.takes(ruling, another),
            *bid.options.as_in(other, but=ruling),
            bid.legal(),
            no(bid.legal(other)),
        ],
        few_cards(bid.facts),
    )


def punished(bid: AnyBid, but: Sequence[Rulings] = ()) -> FoundBid | None:
    """A bid that is legal with fewer of the wild symbols on its cards, and illegal as it is.

    ``but`` are choices of the rulings that are left out. Raises ``SolverLimit``.
    """
    own, name = bid.facts.literals, "values-and-wilds"
    fewer = PartlyKnown(bid.bounds, bid.query.ctx, bid.facts.known, "fewer wilds: ")
    in_order = fewer.in_order()
    fewer.literals = {**own, name: fewer.literals[name]}
    within = [
        some(no(few), many) for few, many in zip(fewer.literals[name], own[name], strict=True)
    ]
    scene = [*bid.options.none_of(but), *in_order, *faces(fewer, counted=False), *within]
    return bid.found([*scene, bid.legal(facts=fewer), no(bid.legal())], few_cards(bid.facts))


def refused_card(edition: Edition, pinned: Rulings, but: Sequence[Rulings] = ()) -> FoundBid | None:
    """One Animal card that cannot be led, however it is taken; raises ``SolverLimit``.

    ``but`` are choices of the rulings that are left out.
    """
    query = Query(context(), LIMITS)
    options = Options(query, edition, pinned)
    bounds = Bounds(MOST_VALUES, MOST_VALUES + MOST_SYMBOLS)
    facts = PartlyKnown(bounds, query.ctx, {**ONE_CARD, **over_measures(None)})
    query.solver.add(facts.in_order())
    one_value = no(z3.PbGe([(facts.literals[name][0], 1) for name in NATURAL], 2))
    clauses = clauses_of(BID_PARTS)
    refused = (
        some(
            *(every(options.in_force(c), broken(FORMALISED[c.id](reading, facts))) for c in clauses)
        )
        for reading in reading_space(bounds.values)
    )
    held = named(query, [*options.none_of(but), *faces(facts, counted=True), one_value, *refused])
    if not holds(query, held):
        return None
    held = together(query, held, options.usual())
    numbers = dict(facts.known)
    for name in sorted(facts.literals.keys() - numbers.keys()):
        numbers[name], held = least(query, held, facts.literals[name])
    assert holds(query, held)
    return FoundBid(options.told(query), None, None, numbers)
