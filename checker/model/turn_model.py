"""What all clauses of a turn say, read at once.

A turn asks nothing of how a bid is taken but whether it is a Bomb, so its clauses stand beside the
readings: one bit a clause.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from checker.model import clauses as _clauses  # noqa: F401  (registers every clause)
from checker.model.bits import Bits, bits_of
from checker.model.logic import Prop, every, no, some
from checker.model.solving import context
from checker.model.turn import TURN_FORMALISED, TurnFacts

TurnRead: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""The clauses that apply, and those of them that are violated."""
MOST_TURNS_KEPT = 2048
"""How many turns a model remembers before it forgets them all."""


class TurnModel:
    """All clauses of a turn, in the Z3 context of the thread that made it."""

    def __init__(self) -> None:
        self.facts = TurnFacts(context())
        self._bits = Bits(self.facts, context())
        self._applies: dict[str, int] = {}
        self._violated: dict[str, int] = {}
        self._reads: dict[tuple[int | None, ...], TurnRead] = {}
        for clause_id, function in TURN_FORMALISED.items():
            constraint = function(self.facts)
            broken = every(constraint.applies, no(every(*constraint.demands)))
            self._applies[clause_id] = self._bits.mask(constraint.applies)
            self._violated[clause_id] = self._bits.mask(broken)

    def read(self, numbers: Mapping[str, int]) -> TurnRead:
        """The clauses that apply and those that are violated, where the numbers are these.

        Raises :class:`checker.model.solving.SolverLimit`.
        """
        key = tuple(map(numbers.get, self.facts.literals))
        told = self._reads.get(key)
        if told is None:
            if len(self._reads) >= MOST_TURNS_KEPT:
                self._reads.clear()
            told = self._reads[key] = self._read(numbers)
        return told

    def _read(self, numbers: Mapping[str, int]) -> TurnRead:
        read = self._bits.read(numbers)
        applies = frozenset(c for c, mask in self._applies.items() if mask & read)
        return applies, frozenset(c for c, mask in self._violated.items() if mask & read)

    def forget(self) -> None:
        """Forgets what was read of turns, so that the next one is decided anew."""
        self._reads.clear()

    def kept(self, clause_id: str) -> Prop:
        """The numbers of the turn satisfy the clause."""
        return no(some(*(self._bits.props[bit] for bit in bits_of(self._violated[clause_id]))))

    def violations(self, clause_ids: Iterable[str]) -> Iterator[str]:
        """How each of these clauses is violated, as SMT-LIB text over the numbers of the turn."""
        for clause_id in clause_ids:
            props = [self._bits.props[bit].sexpr() for bit in bits_of(self._violated[clause_id])]
            yield " ".join(props[0].split()) if props else "false"


class _PerThread(threading.local):
    model: TurnModel | None = None


_per_thread = _PerThread()


def turn_model() -> TurnModel:
    """The model of a turn, made once per thread."""
    if _per_thread.model is None:
        _per_thread.model = TurnModel()
    return _per_thread.model
