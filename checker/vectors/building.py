"""Builds the generated part of ``fixtures/``: the same bytes on every machine.

Every step asks the same questions in the same order, on as many processes as there are; what they
find is put together in the order in which it was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
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
from checker.vectors.options import groups_of, option_of, under_each_option
from checker.vectors.pairs import Group, first, happening, pairs_of, parting
from checker.vectors.purposes import purpose
from checker.vectors.shrinking import proved, smallest
from checker.vectors.variations import differences, variations

MOST_VARIATIONS = 25
"""So many requests one change apart from each hand-made one are looked at."""
MOST_PAIRS = 5
"""So many pairs are kept for each clause, at most."""
MOST_GROUPS = 5
"""So many requests are kept for each ruling, at most, under each of its options."""
MOST_TAKEN_OVER = 3
"""So many groups made by hand are taken over, at most, for a clause or ruling that has none."""
EVERY_BOUNDARY = 3
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
        for found in each(_goal, [goal.id for goal in goals().values() if goal.expect == "found"]):
            for case in chosen.unlike(found)[:MOST_EXAMPLES]:
                chosen.add([case])
        say("looking for twins")
        pairs = _best(each(_pairs, bases()), MOST_PAIRS)
        say(f"making {len(pairs)} pairs smaller")
        for twins in each(_twins, pairs):
            chosen.add(twins)
        say("taking over twins made by hand where a clause has none")
        lacking = chosen.lacking(each(_parted, twins_by_hand()))
        for twins in each(_twins, first(lacking, MOST_TAKEN_OVER)):
            chosen.add(twins)
        say("trying the options of rulings")
        groups = _best(each(_groups, bases()), MOST_GROUPS)
        say(f"making {len(groups)} groups smaller")
        for options in each(_options, groups):
            chosen.add(options)
        say("taking over rulings pinned by hand where a ruling has none")
        lacking = chosen.lacking(each(_pinned, bases()))
        for options in each(_options, first(lacking, MOST_TAKEN_OVER)):
            chosen.add(options)
        say("looking for tables that cannot be")
        for case in each(_table, _unlike(each(_at_fault, bases()))):
            chosen.add([case])
        say("going along the edges")
        for found in each(_boundary, list(boundaries())[::EVERY_BOUNDARY]):
            chosen.add([found] if found else [])
        say(f"asking which mutants {len(chosen.cases)} cases kill")
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


def _unlike(found: Iterable[Iterable[Asked]]) -> list[Asked]:
    """Of cases that are alike the smallest one."""
    by_key: dict[Key, Asked] = {}
    for asked in sorted((a for each in found for a in each), key=lambda a: len(str(a.request))):
        by_key.setdefault(asked.key, asked)
    return list(by_key.values())


# What is done in the processes.


def _goal(name: str) -> list[Case]:
    """The smallest examples of the goal, more than are wanted: some are alike."""
    goal = goals()[name]
    cases: list[Case] = []
    for example in find(goal.goal, limit=EXAMPLES_FOUND).examples:
        asked = answered(example.endpoint, example.body)
        cases.append(_small(asked, goal.title, f"goals {goal.id}"))
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


def _at_fault(base: Base) -> list[Asked]:
    """The tables one change apart from this one that are at fault by one clause alone."""
    endpoint, request = base
    if "position" not in request:
        return []
    near = (request, *list(variations(request))[::TABLES_STEP])
    asked = [answered(endpoint, other) for other in near if is_fault(other)]
    return [each for each in asked if len(each.expect["pointers"]) == len(each.violated) == 1]


def _table(asked: Asked) -> Case:
    (clause,) = asked.violated
    title = f"this table cannot be: {rulebook().clause(clause).title}"
    return _small(asked, title, f"tables {clause}")


def _boundary(tried: tuple[str, Body]) -> Case | None:
    told, request = tried
    asked = answered("judge", request)
    if asked.verdict == "fault":
        return None
    case = _small(asked, told, f"boundaries {told}")
    return case if case.minimal != "purpose" else None


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
                case = _small(answered(endpoint, request), title, f"mutants {mutant.id}")
                return replace(case, clauses=(clause.id,) if clause else ())
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

    ``by_id`` are the generated cases, its twin among them. Raises ``ValueError`` for a case from
    which something can go.
    """
    endpoint, built_for = body["endpoint"], body["built_for"]
    file, _, name = built_for.partition(" ")
    asked = answered(endpoint, body["request"])
    group, twin = [asked], None
    if file == "twins":
        twin = answered(endpoint, by_id[body["twin"]]["request"])
        group.append(twin)
    elif file == "rulings":
        group = list(under_each_option(asked, name))
    small = proved(group, group.index(asked), purpose(built_for, group))
    return written(Case(asked, body["title"], tuple(body["clauses"]), built_for, small, twin))


# How what is found becomes cases.


def _small(asked: Asked, title: str, built_for: str) -> Case:
    """The case made smaller, as far as it still is what it was built for."""
    ((less,), (small,)) = smallest([asked], purpose(built_for, [asked]))
    about = less.violated if less.verdict == "fault" else tuple(dict.fromkeys(less.reasons))
    return Case(less, title, about, built_for, small)


def _twins(group: Group) -> list[Case]:
    """The pair made smaller."""
    clause = rulebook().clause(group.about)
    built_for = f"twins {clause.id}"
    pair, small = smallest(group.cases, purpose(built_for, group.cases))
    words = ("happens", "does not happen") if pair[0].endpoint == "step" else ("kept", "broken")
    about = _abouts(clause.id, *pair)
    return [
        Case(asked, f"{clause.title}: {words[n]}", about[n], built_for, small[n], pair[1 - n])
        for n, asked in enumerate(pair)
    ]


def _abouts(clause: str, kept: Asked, broken: Asked) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses that each of the twins is about; what they share makes the difference."""
    if kept.endpoint == "step":
        return (clause,), (clause,)
    in_order = rulebook().clauses
    both = {clause, *(c for c in kept.reasons if c not in broken.violated)}
    refusing = {clause, *broken.violated}
    return tuple(c for c in in_order if c in both), tuple(c for c in in_order if c in refusing)


def _options(group: Group) -> list[Case]:
    """The question made smaller, under each option."""
    ruling = rulebook().ruling(group.about)
    built_for = f"rulings {ruling.id}"
    cases, small = smallest(group.cases, purpose(built_for, group.cases))
    return [
        Case(
            asked,
            f"{ruling.id}: {ruling.meaning[option_of(asked, ruling.id)]}",
            tuple(dict.fromkeys(asked.reasons)),
            built_for,
            small[n],
        )
        for n, asked in enumerate(cases)
    ]
