"""Proving a list of plays: one query that no choice of cards tells from the model.

The numbers of the model are tied to how many cards of each group are played; for every reading
of the space the model's own verdict is set against "it is listed". If Z3 finds no choice of cards
and no reading on which they differ, the list is complete and sound.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_

import z3

from checker.facts import NATURAL
from checker.model.compiled import ClauseIds, Compiled
from checker.model.logic import junction
from checker.model.solving import Query, asts
from checker.readings import Kind, Reading

_TIED = (*NATURAL, "values", "values-and-wilds", "cards", "card-count", "element-cards")


@dataclass(frozen=True, slots=True)
class Copies:
    """Interchangeable cards: the place of their value, values and wilds on each, and how many.

    An Element card has no value.
    """

    value: int | None
    count: int
    wilds: int
    copies: int


class Prover:
    """Proves lists against one compiled model and one set of clauses in force.

    A list makes hundreds of expressions, so they are made through Z3's own calls.
    """

    def __init__(self, model: Compiled, clause_ids: ClauseIds) -> None:
        self.model = model
        self.ctx = model.context
        self.ref = model.context.ref()
        self.query = Query(model.context)
        # Simplifying between lists costs more than it saves: they share no clause.
        self.query.solver.set("simplify.delay", 1_000_000)
        self.query.solver.set("phase", "always_true")
        self.query.solver.add(model.facts.in_order())
        self.legal = [
            z3.Bool(f"legal-{place}", model.context) for place in range(len(model.readings))
        ]
        for place, name in enumerate(self.legal):
            self.query.solver.add(name == model.legality(place, clause_ids))
        violations = reduce(or_, model.masks(clause_ids))
        # To tie a number that no clause in force looks at would only cost time.
        self.tied = [name for name in _TIED if violations & model.about(name)]

    def agrees(
        self,
        hand: Sequence[Copies],
        over: Mapping[str, int],
        listed: Mapping[Reading, Collection[tuple[int, ...]]],
        but: Collection[Kind] = (),
    ) -> bool:
        """Whether the listed choices are exactly those that the model calls legal.

        ``hand`` are the groups of the hand, ``over`` the numbers of the bid to beat,
        ``listed`` for each reading the choices, each the number of cards of every group. Of
        readings of the kinds in ``but`` nothing is asked. Raises ``SolverLimit``.
        """
        self.query.solver.push()
        try:
            played = [self._played(place, group) for place, group in enumerate(hand)]
            self._tie(hand, played)
            self._assert(self._differs(played, listed, but))
            # No hand holds a card twice.
            for literal in self.model.pinned({"repeated-cards": 0, **over}):
                self._assert(literal)
            return not self.query.holds(asts([]))
        finally:
            self.query.solver.pop()

    def _assert(self, prop: z3.BoolRef) -> None:
        z3.Z3_solver_assert(self.ref, self.query.solver.solver, prop.ast)

    def _played(self, place: int, group: Copies) -> list[z3.BoolRef]:
        """For each j the literal "at least j cards of this group are played"."""
        numbers = range(1, group.copies + 1)
        at_least = [z3.Bool(f"played-{place}>={j}", self.ctx) for j in numbers]
        for fewer, more in pairwise(at_least):
            self._assert(z3.Implies(more, fewer))
        return at_least

    def _tie(self, hand: Sequence[Copies], played: Sequence[Sequence[z3.BoolRef]]) -> None:
        """Ties the numbers of the model to the cards played."""
        sums: dict[str, list[tuple[z3.BoolRef, int]]] = {name: [] for name in _TIED}
        for group, literals in zip(hand, played, strict=True):
            for literal in literals:
                sums["cards"].append((literal, 1))
                sums["card-count"].append((literal, 1))
                if group.value is None:
                    sums["element-cards"].append((literal, 1))
                else:
                    sums[NATURAL[group.value]].append((literal, group.count))
                    sums["values"].append((literal, group.count))
                    sums["values-and-wilds"].append((literal, group.count + group.wilds))
        for name in self.tied:
            self._sum(self.model.facts.literals[name], self.model.negated[name], sums[name])

    def _sum(
        self,
        at_least: Sequence[z3.BoolRef],
        below: Sequence[z3.BoolRef],
        weighted: Sequence[tuple[z3.BoolRef, int]],
    ) -> None:
        """Makes the number of these order literals the sum of the weights of the cards played."""
        size = len(weighted)
        literals = (z3.Ast * size)(*(literal.ast for literal, _ in weighted))
        weights = (ctypes.c_int * size)(*(weight for _, weight in weighted))
        most = sum(weights)
        for number, literal in enumerate(at_least[:most], 1):
            if number == 1:
                # A flag for any card, and the most frequent question.
                any_card = junction(z3.Z3_mk_or, [card for card, _ in weighted], self.ctx)
                self._assert(literal == any_card)
                continue
            reached = z3.Z3_mk_pbge(self.ref, size, literals, weights, number)
            same = z3.Z3_mk_iff(self.ref, literal.ast, z3.BoolRef(reached, self.ctx).ast)
            self._assert(z3.BoolRef(same, self.ctx))
        if most < len(at_least):
            self._assert(below[most])

    def _differs(
        self,
        played: Sequence[Sequence[z3.BoolRef]],
        listed: Mapping[Reading, Collection[tuple[int, ...]]],
        but: Collection[Kind],
    ) -> z3.BoolRef:
        """Some reading is legal and not listed, or listed and not legal."""
        exactly = [self._exactly(literals) for literals in played]
        made: dict[tuple[int, ...], z3.BoolRef] = {}
        differences = list(self.legal)
        for reading, choices in listed.items():
            for choice in choices:
                if choice not in made:
                    literals = [e for n, row in zip(choice, exactly, strict=True) for e in row[n]]
                    made[choice] = junction(z3.Z3_mk_and, literals, self.ctx)
            place = self.model.place[reading]
            is_listed = junction(z3.Z3_mk_or, [made[choice] for choice in choices], self.ctx)
            differences[place] = z3.Xor(self.legal[place], is_listed)
        if but:
            readings = zip(differences, self.model.readings, strict=True)
            differences = [each for each, reading in readings if reading.kind not in but]
        return junction(z3.Z3_mk_or, differences, self.ctx)

    def _exactly(self, literals: Sequence[z3.BoolRef]) -> list[list[z3.BoolRef]]:
        """For each number of cards, the literals that say it is exactly so many."""
        below = [z3.Not(literal) for literal in literals]
        return [
            [*literals[max(number - 1, 0) : number], *below[number : number + 1]]
            for number in range(len(literals) + 1)
        ]


def prover(model: Compiled, clause_ids: ClauseIds) -> Prover:
    """The prover of this model and these clauses, made once."""
    key = ("prover", clause_ids)
    if key not in model.derived:
        model.derived[key] = Prover(model, clause_ids)
    made: Prover = model.derived[key]
    return made
