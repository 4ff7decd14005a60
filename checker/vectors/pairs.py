"""Twins: two cases one change apart, of which a clause lets one be, or happens in one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from checker.rulebook import rulebook
from checker.vectors.asking import Asked, Key, answered, looked, verdict_of
from checker.vectors.expecting import Body
from checker.vectors.variations import differences, parts, variations


@dataclass(frozen=True)
class Group:
    """Cases one change apart that belong together, and the clause or ruling that they are about.

    Of twins the first keeps the clause, or it happens there; the second does not.
    """

    about: str
    cases: tuple[Asked, ...]

    @property
    def size(self) -> tuple[int, int]:
        """How much there is to read; what is about one clause alone comes first."""
        last = self.cases[-1]
        return len(last.violated), sum(len(str(case.request)) for case in self.cases)

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of the cases."""
        return tuple(case.key for case in self.cases)


def pairs_of(endpoint: str, base: Body, most_variations: int) -> Iterator[Group]:
    """The pairs that a request makes with what is one change apart from it.

    So many variations are looked at, spread evenly over all of them. Raises ``SolverLimit``.
    """
    one = answered(endpoint, base)
    every = list(variations(base))
    step = max(1, len(every) // most_variations)
    wanted = {"legal": ("illegal",), "illegal": ("legal",)}.get(one.verdict, ())
    for request in every[::step]:
        apart = differences(base, request) == 1
        if apart and (endpoint == "step" or verdict_of(request) in wanted):
            other = answered(endpoint, request)
            yield from happening(one, other) if endpoint == "step" else parting(one, other)


def parting(one: Asked, other: Asked) -> Iterator[Group]:
    """The pairs for every clause that refuses one of the two where the other is legal."""
    for kept, broken in ((one, other), (other, one)):
        if (kept.verdict, broken.verdict) == ("legal", "illegal"):
            yield from (Group(clause, (kept, broken)) for clause in broken.violated)
            for clause in kept.reasons:
                if rulebook().clause(clause).force == "permission" and clause not in broken.reasons:
                    yield Group(clause, (kept, broken))


def happening(one: Asked, other: Asked) -> Iterator[Group]:
    """The pairs for every clause by which something comes about in one of the two."""
    for kept, broken in ((one, other), (other, one)):
        if kept.verdict == "legal" and broken.verdict in ("legal", "illegal"):
            for clause in dict.fromkeys(kept.happened):
                if clause not in broken.happened:
                    yield Group(clause, (kept, broken))


def shrunk(group: Group) -> Group:
    """The cases without whatever can go from all of them and leave what each of them shows.

    They stay one change apart, and as different in what is expected as they are.
    """
    endpoint = group.cases[0].endpoint
    requests, place = [case.request for case in group.cases], 0
    wanted = [looked(endpoint, request).shown for request in requests]
    while True:
        rest = [dict(parts(request)) for request in requests]
        pointers = list(rest[0])[place:]
        if not pointers:
            return Group(group.about, tuple(answered(endpoint, each) for each in requests))
        less = [each[pointers[0]] for each in rest if pointers[0] in each]
        if (
            len(less) == len(requests)
            and all(differences(less[0], other) == 1 for other in less[1:])
            and all(_shows(endpoint, each, want) for each, want in zip(less, wanted, strict=True))
            and _apart(endpoint, less, wanted) >= _apart(endpoint, requests, wanted)
        ):
            requests = less
        else:
            place += 1


Shown: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...]]


def _shows(endpoint: str, request: Body, wanted: Shown) -> bool:
    if endpoint != "plays" and verdict_of(request) != wanted[0]:
        return False
    return looked(endpoint, request).shown == wanted


def _apart(endpoint: str, requests: Sequence[Body], showing: Sequence[Shown]) -> int:
    """How many different things are expected, as far as it is not plain that all are."""
    if len(set(showing)) == len(showing):
        return len(showing)
    every = (answered(endpoint, request).expect for request in requests)
    return len({json.dumps(expect, sort_keys=True) for expect in every})


def smallest(group: Group) -> tuple[Group, tuple[str, ...]]:
    """The group made smaller, and what is proved of each of its cases."""
    less = shrunk(group)
    twins = less.cases[::-1] if len(less.cases) == 2 else ()
    if not twins:
        return less, tuple(minimal(case) for case in less.cases)
    return less, tuple(map(minimal, less.cases, twins))


def minimal(asked: Asked, twin: Asked | None = None) -> str:
    """What is proved of the smallness of a case by leaving out each of its cards and facts.

    ``reasons``: verdict or reasons change, or what comes about, whichever is left out.
    ``readings``: verdict, reasons or readings change, or the table that is left. ``with-twin``: one
    of the two cases changes in these, where it is left out of both. ``no``: something can go.
    """
    found = [_changed(asked, less) for _, less in parts(asked.request)]
    if "nothing" not in found:
        return "readings" if "readings" in found else "reasons"
    if twin is not None:
        others = dict(parts(twin.request))
        idle = (
            pointer
            for (pointer, _), changed in zip(parts(asked.request), found, strict=True)
            if changed == "nothing"
        )
        if all(p in others and _changed(twin, others[p]) != "nothing" for p in idle):
            return "with-twin"
    return "no"


def _changed(asked: Asked, request: Body) -> str:
    """What changes: ``reasons`` (or verdict, or what came about), ``readings`` or ``nothing``."""
    whole = looked(asked.endpoint, asked.request)
    if not _shows(asked.endpoint, request, whole.shown):
        return "reasons"
    less = looked(asked.endpoint, request)
    if less.reasons != whole.reasons:
        return "reasons"
    return "nothing" if less.rest == whole.rest else "readings"


def first(groups: Iterable[Group], most: int) -> list[Group]:
    """So many of the groups about each clause or ruling, in order, no two of the same shape."""
    found: dict[str, list[Group]] = {}
    seen: set[tuple[str, tuple[Key, ...]]] = set()
    for group in groups:
        same = found.setdefault(group.about, [])
        if len(same) < most and (group.about, group.keys) not in seen:
            seen.add((group.about, group.keys))
            same.append(group)
    return [group for same in found.values() for group in same]
