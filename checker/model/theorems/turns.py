"""A turn of which nothing is known but what kind of action it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from checker.model.logic import Prop, every, no, some
from checker.model.solving import Query, context
from checker.model.theorems.beating import LIMITS
from checker.model.turn import COUNTS, MOST, TURN_FORMALISED, TurnFacts
from checker.model.unknowns import (
    Options,
    PartlyKnownTurn,
    broken,
    clauses_of,
    holds,
    least,
    named,
    together,
)
from checker.rulebook import Clause, Edition, Part, Rulings

OWN_TURN: Mapping[str, int] = dict.fromkeys(
    (
        "out-of-turn",
        "has-passed",
        "cards-not-held",
        "discards-not-held",
        "discards-animal-card",
        "plays-element",
        "plays-wind",
        "plays-symbols",
        "claims-mandate",
        "after-rooster",
    ),
    0,
)
"""Somebody whose turn it is uses cards that are there, and claims no Mandate."""

NO_CLAIMS: Mapping[str, int] = dict.fromkeys(
    (
        "fire-cards",
        "fire-not-held",
        "fire-discards-element",
        "panda-points",
        "panda-spins",
        "spins-at-fault",
        "bamboo-points",
        "wrong-victim",
        "wrong-other-victim",
        "victims-miscounted",
        "takes-from-oneself",
        "victims-lack-points",
        "claims-points",
    ),
    0,
)
"""Nothing is claimed of the symbols of the bid, and nobody is named."""

GRANTED = tuple(name for name in COUNTS if name.endswith(("-symbols", "-most")))
"""The numbers that the symbols on the cards decide, whatever is claimed."""

BID_TURN: tuple[Part, ...] = ("turn", "symbols", "mandate")
PASS_TURN: tuple[Part, ...] = ("turn",)


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A turn that tells against a statement: its numbers that are not 0, under these options."""

    rulings: Rulings
    numbers: Mapping[str, int]
    clauses: tuple[str, ...]


class AnyTurn:
    """Some turn of this kind; ``known`` are the numbers that make it that."""

    def __init__(
        self, edition: Edition, pinned: Rulings, parts: Iterable[Part], known: Mapping[str, int]
    ) -> None:
        self.query = Query(context(), LIMITS)
        self.options = Options(self.query, edition, pinned)
        self.clauses = clauses_of(parts)
        self.facts = PartlyKnownTurn(self.query.ctx, known)
        self.query.solver.add(self.facts.in_order())

    def legal(self, facts: TurnFacts | None = None, options: Options | None = None) -> Prop:
        """No clause in force is broken, by its own facts and options or by others."""
        taken, seen = options or self.options, facts or self.facts
        return no(some(*(self._broken(clause, taken, seen) for clause in self.clauses)))

    @staticmethod
    def _broken(clause: Clause, options: Options, facts: TurnFacts) -> Prop:
        return every(options.in_force(clause), broken(TURN_FORMALISED[clause.id](facts)))

    def against(self, scene: Iterable[Prop]) -> FoundTurn | None:
        """The first turn of which all of the scene holds, ``None`` if there is none.

        Raises ``SolverLimit``.
        """
        held = named(self.query, scene)
        if not holds(self.query, held):
            return None
        held = together(self.query, held, self.options.usual())
        numbers = dict(self.facts.known)
        for name, literals in self.facts.literals.items():
            if name not in numbers:
                numbers[name], held = least(self.query, held, literals)
        assert holds(self.query, held)
        options = self.options.told(self.query)
        breaks = [
            clause.id
            for clause in self.clauses
            if holds(
                self.query,
                [*held, *named(self.query, [self._broken(clause, self.options, self.facts)])],
            )
        ]
        return FoundTurn(options, {n: c for n, c in numbers.items() if c}, tuple(breaks))


def refused(
    edition: Edition,
    pinned: Rulings,
    parts: Iterable[Part],
    known: Mapping[str, int],
    but: Sequence[Rulings] = (),
) -> FoundTurn | None:
    """A turn of this kind that is illegal under some options, ``None`` if there is none.

    ``but`` are choices of the rulings that are left out. Raises ``SolverLimit``.
    """
    turn = AnyTurn(edition, pinned, parts, known)
    return turn.against([*turn.options.none_of(but), no(turn.legal())])


def punished_symbols(
    edition: Edition, pinned: Rulings, but: Sequence[Rulings] = ()
) -> FoundTurn | None:
    """A bid, nothing claimed for it, that is illegal for symbols on its cards."""
    known = {**NO_CLAIMS, "bids": 1}
    turn = AnyTurn(edition, pinned, BID_TURN, known)
    bare = PartlyKnownTurn(turn.query.ctx, {**known, **dict.fromkeys(GRANTED, 0)})
    bare.literals = turn.facts.literals
    return turn.against([*turn.options.none_of(but), turn.legal(bare), no(turn.legal())])


def punished_restraint(
    edition: Edition, pinned: Rulings, but: Sequence[Rulings] = ()
) -> FoundTurn | None:
    """A bid that is legal with what is claimed for its symbols, and illegal without any of it."""
    turn = AnyTurn(edition, pinned, BID_TURN, {**NO_CLAIMS, "bids": 1})
    claiming = PartlyKnownTurn(turn.query.ctx, {"bids": 1}, "claiming ")
    turn.query.solver.add(claiming.in_order())
    untouched = MOST.keys() - NO_CLAIMS.keys() - {"points-after", "victims-unnamed"}
    claiming.literals |= {name: turn.facts.literals[name] for name in sorted(untouched)}
    return turn.against([*turn.options.none_of(but), turn.legal(claiming), no(turn.legal())])


def legal_turn(
    edition: Edition, pinned: Rulings, parts: Iterable[Part], known: Mapping[str, int]
) -> bool:
    """Whether some turn of this kind is legal under some options; raises ``SolverLimit``."""
    turn = AnyTurn(edition, pinned, parts, known)
    return holds(turn.query, named(turn.query, [turn.legal()]))


def parting_turn(
    edition: Edition,
    pinned: Rulings,
    parts: Iterable[Part],
    known: Mapping[str, int],
    ruling: str,
    options: tuple[str, str],
) -> bool:
    """Whether some turn is legal by the first option of the ruling and not by the second.

    All other rulings are the same both times. Whoever leads holds a card. Raises ``SolverLimit``.
    """
    turn = AnyTurn(edition, pinned, parts, known)
    if not any(ruling in clause.when for clause in turn.clauses):
        return False
    one, other = options
    others = Options(turn.query, edition, pinned, "other ")
    holds_a_card = some(turn.facts.holds("keeps-card"), turn.facts.holds("discards-elements"))
    scene = [
        some(no(turn.facts.holds("leads")), no(turn.facts.holds("passes")), holds_a_card),
        turn.options.takes(ruling, one),
        others.takes(ruling, other),
        *turn.options.as_in(others, but=ruling),
        turn.legal(),
        no(turn.legal(options=others)),
    ]
    return holds(turn.query, named(turn.query, scene))
