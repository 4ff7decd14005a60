"""The facts of a turn as its clauses see them, and the functions of these clauses by their ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import z3

from checker.cards import Element
from checker.decks import mandates
from checker.model.logic import Constraint, Prop, every, no, some
from checker.model.symbolic import Numbers

MOST_COUNTED = 121
"""More symbols, cards or points of one kind than this are counted as this many."""

FLAGS = (
    "bids",
    "plays-element",
    "passes",
    "out-of-turn",
    "has-passed",
    "leads",
    "keeps-card",
    "cards-not-held",
    "discards-not-held",
    "discards-animal-card",
    "element-is-animal",
    "forced-discards",
    "unforced-discards",
    *(f"element-{element}" for element in Element),
    "is-bomb",
    "bomb-in-trick",
    "both-sides-by-one",
    "both-sides-in-trick",
    "ace-or-two-shown",
    "ace-or-two-by-wild",
    "panda-shown",
    "panda-used",
    "fire-not-held",
    "fire-discards-element",
    "hungry",
    "somebody-before",
    "wrong-victim",
    "victims-miscounted",
    "spins-at-fault",
    # The early edition.
    "discards-elements",
    "plays-wind",
    "plays-south",
    "holds-wind",
    "over-three-different",
    "condition-met",
    "victims-unnamed",
    "one-choice-pays",
    "takes-from-oneself",
    "victims-lack-points",
    "claims-points",
    # The expansion.
    "claims-mandate",
    "by-bid",
    "by-discard",
    *(f"animal-{animal}" for animal in mandates()),
    "animal-revealed",
    "mandate-used",
    "mandate-used-this-way",
    "bid-shows-animal",
    "discard-shows-animal",
    "discard-at-hand",
    "discard-at-hand-or-drawn",
    "pile-has-cards",
    "put-at-hand",
    "puts-element",
    "after-rooster",
    "somebody-else-before",
    "wrong-other-victim",
    "rabbit-not-held",
    "rabbit-discards-element",
    "bidder-before-holds",
    "seat-before-holds",
    "is-single",
    "is-one-value",
    "taken-lies-there",
    "taken-is-white",
    "told-wrongly",
    # The variant of the expansion.
    "plays-symbols",
    "variant-played",
    "has-bid",
    "symbol-cards-amiss",
    "symbol-cards-not-held",
    # What bids of players who have not passed show.
    "both-sides-by-one-staying",
    "both-sides-staying",
    "ace-or-two-shown-staying",
    "ace-or-two-by-wild-staying",
    "panda-shown-staying",
    "panda-used-staying",
)
COUNTS = (
    "fire-symbols",
    "fire-cards",
    "panda-symbols",
    "panda-points",
    "panda-spins",
    "victim-points",
    "bamboo-symbols",
    "bamboo-points",
    "fire-most",
    "panda-most",
    "bamboo-most",
)
MOST: dict[str, int] = {
    **dict.fromkeys(FLAGS, 1),
    **dict.fromkeys(COUNTS, MOST_COUNTED),
    "values-to-beat": 3,
    "hand-size": 8,
    "rabbit-cards": 4,
    "points-before": 20,
    "points-after": 20,
}
"""The bound of every number of a turn, by name."""


class TurnFacts(Numbers):
    """The unknown facts of a turn."""

    def __init__(self, ctx: z3.Context, whose: str = "") -> None:
        super().__init__(MOST, ctx, whose)

    def holds(self, flag: str) -> Prop:
        """The flag of that name is set."""
        return self.at_least(flag, 1)

    def any_of(self, count: str) -> Prop:
        """The count of that name is not 0."""
        return self.at_least(count, 1)

    def at_most(self, count: str, other: str) -> Prop:
        """The one count is at most the other."""
        numbers = range(1, MOST_COUNTED + 1)
        return every(*(some(no(self.at_least(count, n)), self.at_least(other, n)) for n in numbers))


TurnClause: TypeAlias = Callable[[TurnFacts], Constraint]

TURN_FORMALISED: dict[str, TurnClause] = {}
"""Every clause of a turn by its id; filled by ``checker.model.clauses``."""


def turn_clause(clause_id: str) -> Callable[[TurnClause], TurnClause]:
    """Register a function as the formalisation of one clause of a turn.

    Raises ``ValueError`` when the clause has one.
    """

    def register(function: TurnClause) -> TurnClause:
        if clause_id in TURN_FORMALISED:
            raise ValueError(f"the clause {clause_id!r} is formalised twice")
        TURN_FORMALISED[clause_id] = function
        return function

    return register
