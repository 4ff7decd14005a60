"""Builds the generated part of ``fixtures/``: the same bytes on every machine.

Every step asks the same questions in the same order, on as many processes as there are; what they
find is put together in the order in which it was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from typing import Any, TypeAlias

from checker.finding import find
from checker.goals import goals
from checker.model.symbolic import Bounds
from checker.mutants import Mutant, mutants, witness
from checker.rulebook import SELECTORS, Clause, rulebook, without_selectors
from checker.vectors.asking import Asked, Key, answered, is_fault, verdict_of
from checker.vectors.boundaries import boundaries
from checker.vectors.cases import Case, written
from checker.vectors.expecting import Body
from checker.vectors.formats import BASES, by_hand
from checker.vectors.killing import killed_by
from checker.vectors.options import groups_of, option_of
from checker.vectors.pairs import Group, first, happening, minimal, pairs_of, parting, smallest
from checker.vectors.variations import differences, variations

MOST_VARIATIONS = 25
"""So many requests one change apart from each hand-made one are looked at."""
MOST_PAIRS = 5
"""So many pairs are kept for each clause, at most."""
MOST_GROUPS = 5
"""So many requests are kept for each ruling, at most, under each of its options."""
MOST_TAKEN_OVER = 3
"""So many groups made by hand are taken over, at most, for a clause or ruling that has none."""
EVERY_BOUNDARY = 4
"""Of the requests at the edges each such one is looked at."""
TABLES_STEP = 12
"""Of the tables one change apart from a hand-made one each such one is looked at."""
MOST_EXAMPLES, EXAMPLES_FOUND = 3, 8
"""So many of the smallest examples of a goal are kept, of so many that are found."""

HUNTED = Bounds(6, 12)
"""How large the bids are among which it is asked whether a mutant can be killed at all."""

Base: TypeAlias = tuple[str, Body]


@cache
def bases() -> tuple[Base, ...]:
    """The endpoint and request of every hand-made case from which others are made."""
    return _asked(by_hand(BASES))


@cache
def twins_by_hand() -> tuple[tuple[Base, Base], ...]:
    """The twins made by hand that are a single change apart."""
    by_id = {case["id"]: case for case in by_hand(BASES)}
    pairs = [(case, by_id[case["twin"]]) for case in by_id.values() if "twin" in case]
    return tuple(
        (_asked([one])[0], _asked([other])[0])
        for one, other in pairs
        if one["id"] < other["id"] and differences(one["request"], other["request"]) == 1
    )


def _asked(cases: Iterable[Body]) -> tuple[Base, ...]:
    return tuple((c["endpoint"], c["request"]) for c in cases if c["endpoint"] != "plays")


def build(on: int = 1, say: Callable[[str], None] = lambda _: None) -> list[Body]:
    """The generated cases, on so many processes; ``say`` is told what is being done.

    Raises ``SolverLimit``: a case is never guessed, nor left out for its difficulty.
    """
    with processes(on) as each:
        chosen = Chosen()
        say(f"finding the smallest examples of {len(goals())} goals")
        for found in each(_goal, list(goals())):
            for case in chosen.unlike(found)[:MOST_EXAMPLES]:
                chosen.add([case])
        say("looking for twins")
        pairs = _best(each(_pairs, bases()), MOST_PAIRS)
        say(f"making {len(pairs)} pairs smaller")
        for group, proved in each(smallest, pairs):
            chosen.add(_pair_cases(group, proved))
        say("taking over twins made by hand where a clause has none")
        lacking = chosen.lacking(each(_parted, twins_by_hand()))
        for group, proved in each(smallest, first(lacking, MOST_TAKEN_OVER)):
            chosen.add(_pair_cases(group, proved))
        say("trying the options of rulings")
        groups = _best(each(_groups, bases()), MOST_GROUPS)
        say(f"making {len(groups)} groups smaller")
        for group, proved in each(smallest, groups):
            chosen.add(_option_cases(group, proved))
        say("taking over rulings pinned by hand where a ruling has none")
        lacking = chosen.lacking(each(_pinned, bases()))
        for group, proved in each(smallest, first(lacking, MOST_TAKEN_OVER)):
            chosen.add(_option_cases(group, proved))
        say("looking for tables that cannot be")
        for cases in each(_tables, bases()):
            for case in cases:
                chosen.add([case])
        say("going along the edges")
        for found in each(_boundary, list(boundaries())[::EVERY_BOUNDARY]):
            chosen.add([found] if found else [])
        say(f"proving how small {len(chosen.cases)} cases are, and which mutants they kill")
        bodies = each(written, chosen.cases)
        killed = {mutant for found in each(_kills, _asked(by_hand())) for mutant in found}
        killed |= {mutant for body in bodies for mutant in body["kills"]}
        alive = [mutant for mutant in mutants() if mutant.id not in killed]
        say(f"asking Z3 which of {len(alive)} mutants can be told from the rules")
        left = [m for m, can_be in zip(alive, each(_killable, alive), strict=True) if can_be]
        say(f"hunting {len(left)} mutants")
        before = len(chosen.cases)
        for found in each(_hunted, left):
            chosen.add([found] if found else [])
        return [*bodies, *each(written, chosen.cases[before:])]


@contextmanager
def processes(number: int) -> Iterator[Callable[..., list[Any]]]:
    """Something that does the same to many things, on so many processes, in their order."""
    if number < 2:
        yield lambda function, things: [function(thing) for thing in things]
        return
    with get_context("spawn").Pool(number) as pool:
        yield lambda function, things: list(pool.imap(function, things, chunksize=2))


class Chosen:
    """The cases chosen so far; no two are alike in the clauses violated and in shape."""

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self._seen: set[Key] = set()

    def unlike(self, cases: Iterable[Case]) -> list[Case]:
        """Those of the cases that are like none before them."""
        by_key: dict[Key, Case] = {}
        for case in cases:
            by_key.setdefault(case.asked.key, case)
        return [case for key, case in by_key.items() if key not in self._seen]

    def lacking(self, found: Iterable[Iterable[Group]]) -> list[Group]:
        """The groups about clauses or rulings that no case was built for yet, smallest first."""
        there = {case.built_for.partition(" ")[2] for case in self.cases}
        every = [group for groups in found for group in groups if group.about not in there]
        return sorted(every, key=lambda group: group.size)

    def add(self, cases: Sequence[Case]) -> None:
        """Add cases that belong together, unless one is like another, of them or before them."""
        keys = {case.asked.key for case in cases}
        if len(keys) == len(cases) and not keys & self._seen:
            self._seen |= keys
            self.cases += cases


def _best(found: Iterable[Sequence[Group]], most: int) -> list[Group]:
    """So many groups about each clause or ruling: the smallest first that each request makes."""
    ranked: list[tuple[int, tuple[int, int], int, Group]] = []
    for groups in found:
        ranks: Counter[str] = Counter()
        for group in groups:
            ranked.append((ranks[group.about], group.size, len(ranked), group))
            ranks[group.about] += 1
    return first((group for *_, group in sorted(ranked, key=lambda each: each[:3])), most)


# What is done in the processes.


def _goal(name: str) -> list[Case]:
    """The smallest examples of the goal, more than are wanted: some are alike."""
    goal = goals()[name]
    cases: list[Case] = []
    for example in find(goal.goal, limit=EXAMPLES_FOUND).examples:
        asked = answered(example.endpoint, example.body)
        about = tuple(dict.fromkeys(asked.reasons))
        cases.append(Case(asked, goal.title, about, f"goals {goal.id}", minimal(asked)))
    return cases


def _pairs(base: Base) -> list[Group]:
    return first(pairs_of(*base, MOST_VARIATIONS), 2)


def _parted(pair: tuple[Base, Base]) -> list[Group]:
    one, other = (answered(*base) for base in pair)
    groups = happening(one, other) if one.endpoint == "step" else parting(one, other)
    return first(groups, MOST_TAKEN_OVER)


def _pinned(base: Base) -> list[Group]:
    """For every ruling that the request pins a case under each option, if their answers differ."""
    endpoint, request = base
    groups = (
        group
        for ruling in request.get("rulings", {})
        if ruling in rulebook().rulings
        for group in groups_of(endpoint, _unpinned(request, ruling), (ruling,))
    )
    return first(groups, MOST_TAKEN_OVER)


def _groups(base: Base) -> list[Group]:
    return first(groups_of(*base), MOST_GROUPS)


def _kills(base: Base) -> tuple[str, ...]:
    return killed_by(answered(*base))


def _tables(base: Base) -> list[Case]:
    """The tables one change apart from this one that are at fault by one clause alone."""
    endpoint, request = base
    if "position" not in request:
        return []
    cases: list[Case] = []
    for other in (request, *list(variations(request))[::TABLES_STEP]):
        if is_fault(other):
            asked = answered(endpoint, other)
            if len(asked.expect["pointers"]) == len(asked.violated) == 1:
                clause = rulebook().clause(asked.violated[0])
                title = f"this table cannot be: {clause.title}"
                built_for = f"tables {clause.id}"
                case = Case(asked, title, asked.violated, built_for, minimal(asked))
                cases.append(case)
    return cases


def _boundary(tried: tuple[str, Body]) -> Case | None:
    told, request = tried
    asked = answered("judge", request)
    if asked.verdict == "fault":
        return None
    return Case(asked, told, asked.reasons, f"boundaries {told}", minimal(asked))


def _killable(mutant: Mutant) -> bool:
    """Whether some small bid, or some turn, is judged otherwise by the mutant."""
    try:
        return witness(mutant, HUNTED) is not None
    except ValueError:
        # No verdict tells it: it is one of consequences, or of the set-up.
        return bool(mutant.ruling)


def _hunted(mutant: Mutant) -> Case | None:
    """The first hand-made question that kills the mutant, asked where the clause is in force."""
    clause = rulebook().clause(mutant.clause) if mutant.clause else None
    for endpoint, base in bases():
        request = _in_force(base, clause) if clause else _unpinned(base, mutant.ruling)
        if endpoint == "judge" or not clause:
            verdict = verdict_of(request)
            asked = (
                Asked(endpoint, request, {"verdict": verdict})
                if clause
                else answered(endpoint, request)
            )
            if verdict != "fault" and killed_by(asked, (mutant.id,)):
                title = f"answered otherwise where {mutant.meaning}"
                about = (clause.id,) if clause else ()
                found = answered(endpoint, request)
                return Case(found, title, about, f"mutants {mutant.id}", minimal(found))
    return None


def _unpinned(request: Body, ruling: str) -> Body:
    """The request with this ruling left open."""
    pinned = {r: option for r, option in request.get("rulings", {}).items() if r != ruling}
    left = {key: value for key, value in request.items() if key != "rulings"}
    return {**left, "rulings": pinned} if pinned else left


def _in_force(request: Body, clause: Clause) -> Body:
    """The request with the options pinned under which the clause holds."""
    when = clause.when
    selected = {name: option for name, option in when.items() if name in SELECTORS}
    rulings = {**request.get("rulings", {}), **without_selectors(when)}
    return {**request, **selected, **({"rulings": rulings} if rulings else {})}


def rebuilt(body: Body, by_id: Mapping[str, Body]) -> Body:
    """A generated case with all worked out anew but its title, clauses and what it was built for.

    ``by_id`` are the generated cases, its twin among them.
    """
    asked = answered(body["endpoint"], body["request"])
    other = by_id[body["twin"]] if "twin" in body else None
    twin = answered(other["endpoint"], other["request"]) if other else None
    proved = minimal(asked, twin)
    about = tuple(body["clauses"])
    return written(Case(asked, body["title"], about, body["built_for"], proved, twin))


# How what is found becomes cases.


def _pair_cases(group: Group, proved: Sequence[str]) -> list[Case]:
    kept, broken = group.cases
    clause = rulebook().clause(group.about)
    words = ("happens", "does not happen") if kept.endpoint == "step" else ("kept", "broken")
    about = _abouts(group)
    return [
        Case(asked, f"{clause.title}: {word}", abouts, f"twins {clause.id}", small, other)
        for asked, other, word, abouts, small in zip(
            (kept, broken), (broken, kept), words, about, proved, strict=True
        )
    ]


def _abouts(group: Group) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses that each of the twins is about; what they share makes the difference."""
    kept, broken = group.cases
    if kept.endpoint == "step":
        return (group.about,), (group.about,)
    in_order = rulebook().clauses
    both = {group.about, *(c for c in kept.reasons if c not in broken.violated)}
    refusing = {group.about, *broken.violated}
    return tuple(c for c in in_order if c in both), tuple(c for c in in_order if c in refusing)


def _option_cases(group: Group, proved: Sequence[str]) -> list[Case]:
    ruling = rulebook().ruling(group.about)
    return [
        Case(
            asked,
            f"{ruling.id}: {ruling.meaning[option_of(asked, ruling.id)]}",
            tuple(dict.fromkeys(asked.reasons)),
            f"rulings {ruling.id}",
            small,
        )
        for asked, small in zip(group.cases, proved, strict=True)
    ]
