"""Proving a list of plays: one query that no choice of cards tells from the model.

The numbers of the model are tied to how many cards of each group are played; for every reading
of the space the model's own verdict is set against "it is listed". If Z3 finds no choice of cards
and no reading on which they differ, the list is complete and sound.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_

import z3

from checker.model.compiled import ClauseIds, Compiled
from checker.model.solving import asts
from checker.model.tying import TIED, Copies, Tying
from checker.readings import Kind, Reading


class Prover(Tying):
    """Proves lists against one compiled model and one set of clauses in force."""

    def __init__(self, model: Compiled, clause_ids: ClauseIds) -> None:
        super().__init__(model)
        # Simplifying between lists costs more than it saves: they share no clause.
        self.query.solver.set("simplify.delay", 1_000_000)
        self.query.solver.set("phase", "always_true")
        self.legal = [
            z3.Bool(f"legal-{place}", model.context) for place in range(len(model.readings))
        ]
        for place, name in enumerate(self.legal):
            self.query.solver.add(name == model.legality(place, clause_ids))
        violations = reduce(or_, model.masks(clause_ids))
        # To tie a number that no clause in force looks at would only cost time.
        self.tied = [name for name in TIED if violations & model.about(name)]

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
            played = self.played(hand)
            self.tie(hand, played, self.tied)
            self.add(self._differs(played, listed, but))
            # No hand holds a card twice.
            for literal in self.model.pinned({"repeated-cards": 0, **over}):
                self.add(literal)
            return not self.query.holds(asts([]))
        finally:
            self.query.solver.pop()

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
                    made[choice] = self.junction(z3.Z3_mk_and, literals)
            place = self.model.place[reading]
            is_listed = self.junction(z3.Z3_mk_or, [made[choice] for choice in choices])
            differences[place] = z3.Xor(self.legal[place], is_listed)
        if but:
            readings = zip(differences, self.model.readings, strict=True)
            differences = [each for each, reading in readings if reading.kind not in but]
        return self.junction(z3.Z3_mk_or, differences)

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
