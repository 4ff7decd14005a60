"""Small logic over Z3 Booleans, plain ones and the unknown, folded as it is built.

Every function takes all of them alike, so that a clause reads the same whether a part of it is
known, symbolic, or not to be known at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

import z3


class Unknown(Enum):
    """Neither true nor false: what depends on the cards, where no cards are looked at."""

    UNKNOWN = "unknown"


UNKNOWN: Literal[Unknown.UNKNOWN] = Unknown.UNKNOWN
Prop: TypeAlias = bool | z3.BoolRef | Unknown


def every(*props: Prop) -> Prop:
    """True when all hold; true of nothing."""
    return _folded(props, False, z3.Z3_mk_and)


def some(*props: Prop) -> Prop:
    """True when at least one holds; false of nothing."""
    return _folded(props, True, z3.Z3_mk_or)


def no(prop: Prop) -> Prop:
    """True when it does not hold."""
    if isinstance(prop, Unknown):
        return UNKNOWN
    if isinstance(prop, bool):
        return not prop
    return z3.BoolRef(z3.Z3_mk_not(prop.ctx.ref(), prop.ast), prop.ctx)


def settled(prop: Prop) -> bool | z3.BoolRef:
    """The proposition, which is not unknown; raises ``ValueError`` if it is."""
    if isinstance(prop, Unknown):
        raise ValueError("this depends on facts that nobody has looked at")
    return prop


Junction: TypeAlias = Callable[..., z3.Ast]
"""The function of Z3 that makes "and" or "or" of an array."""


def junction(make: Junction, props: Sequence[z3.BoolRef], context: z3.Context) -> z3.BoolRef:
    """The propositions, all of this context, joined by Z3 itself.

    Several times faster than ``z3.And`` and ``z3.Or``, which look at each of them first.
    """
    array = (z3.Ast * len(props))(*(p.ast for p in props))
    return z3.BoolRef(make(context.ref(), len(props), array), context)


def _folded(props: Sequence[Prop], decides: bool, make: Junction) -> Prop:
    """The propositions joined, where one that is plainly ``decides`` decides them all."""
    open_ones: list[Prop] = []
    for prop in props:
        if prop is decides:
            return decides
        if not isinstance(prop, bool):
            open_ones.append(prop)
    symbolic = [p for p in open_ones if isinstance(p, z3.BoolRef)]
    if len(symbolic) < len(open_ones):
        return UNKNOWN
    if not symbolic:
        return not decides
    return symbolic[0] if len(symbolic) == 1 else junction(make, symbolic, symbolic[0].ctx)


class Constraint(NamedTuple):
    """What one clause asks of one reading: where ``applies`` holds, all ``demands`` must hold."""

    applies: Prop
    demands: tuple[Prop, ...]


def demand(*demands: Prop, when: Prop = True) -> Constraint:
    """The constraint that all ``demands`` hold ``when`` it applies."""
    return Constraint(when, demands)
