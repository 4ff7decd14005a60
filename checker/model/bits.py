"""Many propositions read at once: the bits of one wide number after one check.

Every distinct proposition is one bit. A situation pins all numbers through literals made
beforehand, so that a question builds no expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import z3

from checker.model.logic import Prop, settled
from checker.model.solving import Query
from checker.model.symbolic import Numbers


class Bits:
    """Propositions over some numbers; all of them are added before the first is read."""

    def __init__(self, numbers: Numbers, context: z3.Context) -> None:
        self.context = context
        self.numbers = numbers
        self.props: list[z3.BoolRef] = []
        self._masks: dict[int, int] = {}
        self._wide: z3.BitVecRef | None = None
        self.query = Query(context)
        self.negated = {
            name: [z3.Not(literal) for literal in literals]
            for name, literals in numbers.literals.items()
        }
        self._assumptions = {
            name: [
                [e.as_ast() for e in (*yes[:value], *self.negated[name][value:])]
                for value in range(len(yes) + 1)
            ]
            for name, yes in numbers.literals.items()
        }

    def mask(self, prop: Prop) -> int:
        """The mask of the bit that says whether ``prop`` holds; 0 for what never does."""
        if prop is False:
            return 0
        known = settled(prop)
        expression = known if isinstance(known, z3.BoolRef) else z3.BoolVal(True, self.context)
        key = expression.get_id()
        if key not in self._masks:
            self._masks[key] = 1 << len(self.props)
            self.props.append(expression)
        return self._masks[key]

    @property
    def always(self) -> int:
        """The mask of the proposition that always holds, 0 if there is none."""
        return self._masks.get(z3.BoolVal(True, self.context).get_id(), 0)

    def pinned(self, numbers: Mapping[str, int]) -> list[z3.BoolRef]:
        """The literals that pin these numbers, to be asserted."""
        return [
            literal
            for name, number in numbers.items()
            for literal in (
                *self.numbers.literals[name][:number],
                *self.negated[name][number:],
            )
        ]

    def read(self, numbers: Mapping[str, int]) -> int:
        """The masks of all propositions that hold where the numbers are these.

        A number above its bound counts as the bound. Raises
        :class:`checker.model.solving.SolverLimit`.
        """
        if self._wide is None:
            self._wide = self._ask()
        literals: list[z3.Ast] = []
        for name, number in numbers.items():
            table = self._assumptions[name]
            literals += table[min(number, len(table) - 1)]
        if not self.query.holds((z3.Ast * len(literals))(*literals)):
            raise AssertionError("the facts contradict each other")
        return self.query.bits(self._wide)

    def _ask(self) -> z3.BitVecRef:
        one, zero = (z3.BitVecVal(bit, 1, self.context) for bit in (1, 0))
        bits = [z3.If(prop, one, zero) for prop in reversed(self.props)]
        wide = z3.BitVec("propositions", len(bits), self.context)
        self.query.solver.add(wide == z3.Concat(bits))
        return wide


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
