"""Who beats whom, with three bids x, y and z of which nothing is known but that they can be made.

What a clause about beating says depends on the reading of the answer and on the bid to beat alone;
so one query covers all pairs, or triples, under every choice of the rulings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from checker.facts import SHAPING
from checker.model.logic import Prop, every, no, some
from checker.model.registry import FORMALISED
from checker.model.solving import Limits, Query, context
from checker.model.symbolic import UnseenFacts
from checker.model.unknowns import (
    AnyReading,
    Options,
    broken,
    clauses_of,
    expression,
    holds,
    named,
    together,
)
from checker.readings import Kind, Reading
from checker.rulebook import BID_PARTS, Edition, Rulings

LIMITS = Limits(resources=2_000_000_000, milliseconds=300_000)
"""What one query of a theorem may cost."""

PLAIN: Mapping[str, int] = dict.fromkeys((f"by-{animal}" for animal in SHAPING), 0)
"""No Mandate says how a bid answers."""


@dataclass(frozen=True, slots=True)
class Beaten:
    """One bid over another, and whether it beats it."""

    bid: Reading
    over: Reading
    beats: bool


@dataclass(frozen=True, slots=True)
class Pairs:
    """What tells against a statement about beating: some pairs of bids, under these options."""

    rulings: Rulings
    pairs: tuple[Beaten, ...]


def well_formed(
    edition: Edition, pinned: Rulings, readings: Iterable[Reading]
) -> Iterator[Reading]:
    """Those of these readings that some choice of the rulings does not refuse by shape."""
    query = Query(context(), LIMITS)
    options = Options(query, edition, pinned)
    unseen = UnseenFacts(None)
    definitions = [c for c in clauses_of(BID_PARTS) if c.part != "beating"]
    for reading in readings:
        refused: list[Prop] = []
        for clause in definitions:
            constraint = FORMALISED[clause.id](reading, unseen)
            if constraint and constraint.applies is True and False in constraint.demands:
                refused.append(options.in_force(clause))
        admitted = no(some(*refused))
        if admitted is True or (admitted is not False and holds(query, named(query, [admitted]))):
            yield reading


class Beating:
    """Three bids among these readings, and who of them beats whom where no Mandate says how."""

    def __init__(
        self,
        edition: Edition,
        pinned: Rulings,
        readings: Sequence[Reading],
    ) -> None:
        self.query = Query(context(), LIMITS)
        self.options = Options(self.query, edition, pinned)
        known = {"answering": 1, **PLAIN}
        self.bids = {name: AnyReading(self.query, name, readings, known) for name in "xyz"}
        self._clauses = clauses_of(("beating",))
        self._beats: dict[str, z3.BoolRef] = {}

    def beats(self, pair: str) -> z3.BoolRef:
        """The first bid of the pair beats the other: ``xy``, ``yz``, ..."""
        if pair not in self._beats:
            bid, over = (self.bids[name] for name in pair)
            violated = []
            for clause in self._clauses:
                function = FORMALISED[clause.id]
                told = {reading: broken(function(reading, over.facts)) for reading in bid.readings}
                breaks = bid.define(f"{pair} breaks {clause.id}", told)
                violated.append(every(self.options.in_force(clause), breaks))
            self._beats[pair] = z3.Bool(f"{pair} beats", self.query.ctx)
            beats = expression(no(some(*violated)), self.query)
            self.query.solver.add(self._beats[pair] == beats)
        return self._beats[pair]

    def same(self, pair: str) -> z3.BoolRef:
        """Both bids of the pair are the same."""
        one, other = (self.bids[name] for name in pair)
        return one.is_same(other)

    def is_bomb(self, name: str) -> z3.BoolRef:
        """The bid of that name is a Bomb."""
        return self.bids[name].is_kind(Kind.BOMB)

    def against(
        self, scene: Sequence[Prop], pairs: Sequence[str], but: Sequence[Rulings] = ()
    ) -> Pairs | None:
        """The first bids of which all of the scene holds, ``None`` if there are none.

        Under the usual options where these allow it. ``pairs`` are those to be told, ``but``
        choices of the rulings that are left out. Raises ``SolverLimit``.
        """
        beats = {pair: self.beats(pair) for pair in pairs}
        held = named(self.query, [*scene, *self.options.none_of(but)])
        if not holds(self.query, held):
            return None
        held = together(self.query, held, self.options.usual())
        found: dict[str, Reading] = {}
        for name in dict.fromkeys("".join(pairs)):
            reading, held = self.bids[name].first(held)
            assert reading is not None
            found[name] = reading
        told = [
            Beaten(found[pair[0]], found[pair[1]], holds(self.query, [*held, beats[pair]]))
            for pair in pairs
        ]
        assert holds(self.query, held)
        return Pairs(self.options.told(self.query), tuple(told))
