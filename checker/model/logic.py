"""Small logic over Z3 Booleans and plain ones, folded as it is built.

Every function takes plain ``bool`` and Z3 Booleans alike, so that a clause reads the same
whether a part of it is known or symbolic.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import z3

Prop: TypeAlias = bool | z3.BoolRef


def every(*props: Prop) -> Prop:
    """True when all hold; true of nothing."""
    open_ones = [p for p in props if p is not True]
    if any(p is False for p in open_ones):
        return False
    if not open_ones:
        return True
    return open_ones[0] if len(open_ones) == 1 else z3.And(open_ones)


def some(*props: Prop) -> Prop:
    """True when at least one holds; false of nothing."""
    open_ones = [p for p in props if p is not False]
    if any(p is True for p in open_ones):
        return True
    if not open_ones:
        return False
    return open_ones[0] if len(open_ones) == 1 else z3.Or(open_ones)


def no(prop: Prop) -> Prop:
    """True when it does not hold."""
    return not prop if isinstance(prop, bool) else z3.Not(prop)


class Constraint(NamedTuple):
    """What one clause asks of one reading: where ``applies`` holds, all ``demands`` must hold."""

    applies: Prop
    demands: tuple[Prop, ...]


def demand(*demands: Prop, when: Prop = True) -> Constraint:
    """The constraint that all ``demands`` hold ``when`` it applies."""
    return Constraint(when, demands)
