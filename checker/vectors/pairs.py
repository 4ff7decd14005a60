"""Twins: two cases one change apart, of which a clause lets one be, or happens in one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checker.rulebook import rulebook
from checker.vectors.asking import Asked, Key, answered, is_doubtful, verdict_of
from checker.vectors.expecting import Body
from checker.vectors.variations import differences, variations


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
        apart = differences(base, request) == 1 and not is_doubtful(request)
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
