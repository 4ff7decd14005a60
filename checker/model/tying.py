"""Tying the numbers of a compiled model to how many cards of each group are played.

Some hundred expressions are made for a question, so they are made through Z3's own calls.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import z3

from checker.facts import NATURAL
from checker.model.compiled import Compiled
from checker.model.logic import Junction, junction
from checker.model.solving import Query

Weighted: TypeAlias = Sequence[tuple[z3.BoolRef, int]]
"""Literals, and what each adds to a sum where it holds."""

TIED = (*NATURAL, "values", "values-and-wilds", "cards", "card-count", "element-cards")
"""The numbers that the cards played decide."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Interchangeable cards: the place of their value, values and wilds on each, and how many.

    An Element card has no value.
    """

    value: int | None
    count: int
    wilds: int
    copies: int


class Tying:
    """A query over the numbers of one compiled model and the cards that make them."""

    def __init__(self, model: Compiled) -> None:
        self.model = model
        self.ctx = model.context
        self.ref = model.context.ref()
        self.query = Query(model.context)
        self.query.solver.add(model.facts.in_order())

    def add(self, prop: z3.BoolRef) -> None:
        """Asserts the proposition."""
        z3.Z3_solver_assert(self.ref, self.query.solver.solver, prop.ast)

    def counted(self, name: str, most: int) -> list[z3.BoolRef]:
        """The literals "at least 1, 2, ..." of a new number of at most so many."""
        at_least = [z3.Bool(f"{name}>={j}", self.ctx) for j in range(1, most + 1)]
        for fewer, more in pairwise(at_least):
            self.add(z3.Implies(more, fewer))
        return at_least

    def played(self, groups: Sequence[Copies], name: str = "played") -> list[list[z3.BoolRef]]:
        """For each group the literals "at least so many cards of it are played"."""
        return [self.counted(f"{name}-{n}", group.copies) for n, group in enumerate(groups)]

    def tie(
        self,
        groups: Sequence[Copies],
        played: Sequence[Sequence[z3.BoolRef]],
        names: Collection[str] = TIED,
    ) -> None:
        """Ties the numbers of these names to the cards played."""
        sums: dict[str, list[tuple[z3.BoolRef, int]]] = {name: [] for name in TIED}
        for group, literals in zip(groups, played, strict=True):
            for literal in literals:
                sums["cards"].append((literal, 1))
                sums["card-count"].append((literal, 1))
                if group.value is None:
                    sums["element-cards"].append((literal, 1))
                else:
                    sums[NATURAL[group.value]].append((literal, group.count))
                    sums["values"].append((literal, group.count))
                    sums["values-and-wilds"].append((literal, group.count + group.wilds))
        for name in names:
            self.sum(self.model.facts.literals[name], self.model.negated[name], sums[name])

    def sum(
        self, at_least: Sequence[z3.BoolRef], below: Sequence[z3.BoolRef], weighted: Weighted
    ) -> None:
        """Makes the number of these order literals the sum of the weights of the cards played."""
        most = sum(weight for _, weight in weighted)
        for number, literal in enumerate(at_least[:most], 1):
            if number == 1:
                # A flag for any card, and the most frequent question.
                any_card = self.junction(z3.Z3_mk_or, [card for card, _ in weighted])
                self.add(literal == any_card)
                continue
            same = z3.Z3_mk_iff(self.ref, literal.ast, self.reaches(weighted, number).ast)
            self.add(z3.BoolRef(same, self.ctx))
        if most < len(at_least):
            self.add(below[most])

    def reaches(self, weighted: Weighted, number: int) -> z3.BoolRef:
        """The weights of the literals that hold are at least so much together."""
        size = len(weighted)
        literals = (z3.Ast * size)(*(literal.ast for literal, _ in weighted))
        weights = (ctypes.c_int * size)(*(weight for _, weight in weighted))
        return z3.BoolRef(z3.Z3_mk_pbge(self.ref, size, literals, weights, number), self.ctx)

    def junction(self, make: Junction, props: Sequence[z3.BoolRef]) -> z3.BoolRef:
        """All of them, or any of them, as ``make`` says."""
        return junction(make, props, self.ctx)
