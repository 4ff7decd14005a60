"""Cases made as small as they can be, and what is proved of how small they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from checker.vectors.asking import Asked, answered, looked
from checker.vectors.expecting import Body
from checker.vectors.variations import parts, without
from checker.wire.turns import RULES

Minimal: TypeAlias = Literal["reasons", "readings", "together", "purpose"]
"""What is proved by leaving out each of the cards and facts of a case, the rules to go by aside.

``reasons``: verdict or reasons change, or what comes about, whichever is left out. ``readings``:
these or the readings change, or the table that is left, or where the faults are. ``together``: they
change in one of the cases that it belongs to, where it is left out of all of them, or these would
no longer be one change apart. ``purpose``: they change, or the case is no longer what it was built
for.
"""
Kept: TypeAlias = Callable[[Sequence[Body]], bool]
"""Whether requests still are, all together, what they were built for."""


def smallest(cases: Sequence[Asked], keeps: Kept) -> tuple[tuple[Asked, ...], tuple[Minimal, ...]]:
    """The cases made smaller together until nothing more can go, and what is proved of each.

    Raises ``SolverLimit``.
    """
    endpoint = cases[0].endpoint
    less = _shrunk([case.request for case in cases], keeps)
    answers = tuple(answered(endpoint, request) for request in less)
    return answers, tuple(proved(answers, place, keeps) for place in range(len(answers)))


def _shrunk(requests: Sequence[Body], keeps: Kept) -> Sequence[Body]:
    """What goes may let go what stands before it: all is tried again until nothing goes."""
    before: Sequence[Body] = []
    while before != requests:
        before, place = requests, 0
        while place < len(every := _parts(requests)):
            less = _without(requests, every[place])
            if keeps(less):
                requests = less
            else:
                place += 1
    return requests


def proved(cases: Sequence[Asked], place: int, keeps: Kept) -> Minimal:
    """What is proved of the smallness of one of these cases that belong together.

    Raises ``ValueError`` where something can go, and ``SolverLimit``.
    """
    case, requests = cases[place], [case.request for case in cases]
    found = dict(_changes(case))
    idle = [pointer for pointer, changed in found.items() if changed == "nothing"]
    for pointer in idle:
        if keeps(_without(requests, pointer)):
            raise ValueError(f"{case.id}: {pointer} can be left out")
    if idle:
        return "together" if len(cases) > 1 else "purpose"
    return "readings" if "readings" in found.values() else "reasons"


def _changes(case: Asked) -> Iterator[tuple[str, Literal["reasons", "readings", "nothing"]]]:
    """What changes where each of the cards and facts is left out."""
    whole = looked(case.endpoint, case.request)
    for pointer in parts(case.request):
        if pointer.split("/")[1] not in RULES:
            less = looked(case.endpoint, without(case.request, pointer))
            if (less.shown, less.reasons) != (whole.shown, whole.reasons):
                yield pointer, "reasons"
            else:
                yield pointer, "readings" if less.rest != whole.rest else "nothing"


def _parts(requests: Sequence[Body]) -> list[str]:
    return list(dict.fromkeys(pointer for request in requests for pointer in parts(request)))


def _without(requests: Sequence[Body], pointer: str) -> list[Body]:
    return [without(request, pointer) for request in requests]
