"""Asking Z3: one context per thread, limits on every query, and a verdict or an error.

A query that runs into a limit raises :class:`SolverLimit`. ``unknown`` is never a verdict.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import z3


@dataclass(frozen=True, slots=True)
class Limits:
    """What one query may cost.

    ``resources`` counts Z3's own steps, so running into it is the same on every machine;
    ``milliseconds`` is the safety net behind it.
    """

    resources: int = 200_000_000
    milliseconds: int = 20_000


LIMITS = Limits()


class SolverLimit(RuntimeError):
    """The solver gave no answer within its limits. This says nothing about the question."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        super().__init__(
            "the solver ran into a limit and gave no answer "
            f"({limits.resources} steps, {limits.milliseconds} ms); this is no verdict"
        )


class _PerThread(threading.local):
    context: z3.Context | None = None


_per_thread = _PerThread()


def context() -> z3.Context:
    """The Z3 context of this thread, never to be handed to another one."""
    if _per_thread.context is None:
        _per_thread.context = z3.Context()
        # Expressions in reference cycles may be freed by another thread's garbage collection.
        z3.Z3_enable_concurrent_dec_ref(_per_thread.context.ref())
    return _per_thread.context


class Query:
    """A solver over finite domains that is asked under assumptions made beforehand."""

    def __init__(self, ctx: z3.Context, limits: Limits = LIMITS) -> None:
        self.ctx = ctx
        self.limits = limits
        self.solver = z3.SolverFor("QF_FD", ctx=ctx)
        self.solver.set("rlimit", limits.resources)
        self.solver.set("timeout", limits.milliseconds)

    def holds(self, assumptions: ctypes.Array[z3.Ast]) -> bool:
        """Whether everything asserted can hold under the assumptions.

        Raises :class:`SolverLimit` when Z3 does not say.
        """
        ref, solver = self.ctx.ref(), self.solver.solver
        answer = z3.Z3_solver_check_assumptions(ref, solver, len(assumptions), assumptions)
        if answer == z3.Z3_L_UNDEF:
            raise SolverLimit(self.limits)
        return bool(answer == z3.Z3_L_TRUE)

    def bits(self, number: z3.BitVecRef) -> int:
        """The value of a bit-vector constant after :meth:`holds` was true."""
        ref = self.ctx.ref()
        model = z3.Z3_solver_get_model(ref, self.solver.solver)
        z3.Z3_model_inc_ref(ref, model)
        try:
            value = z3.Z3_model_get_const_interp(ref, model, number.decl().ast)
            return int(z3.Z3_get_numeral_binary_string(ref, value), 2)
        finally:
            z3.Z3_model_dec_ref(ref, model)


def asts(expressions: Sequence[z3.ExprRef]) -> ctypes.Array[z3.Ast]:
    """The expressions as an array that Z3 takes; they must outlive it."""
    return (z3.Ast * len(expressions))(*(e.as_ast() for e in expressions))
