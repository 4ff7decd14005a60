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
from itertools import chain, islice
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
from checker.vectors.purposes import is_example_of, purpose
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
MOST_TRIED = 12
"""So many pairs are tried, at most, for a clause whose smallest ones are all like others."""
EVERY_BOUNDARY = 3
"""Of the requests at the edges each such one is looked at."""
TABLES_STEP = 12
"""Of the tables one change apart from a hand-made one each such one is looked at."""
MOST_EXAMPLES, EXAMPLES_FOUND = 3, 8
"""So many of the smallest examples of a goal are kept, of so many that are found."""

HUNTED = Bounds(6, 12)
"""How large the bids are among which it is asked whether a mutant can be killed at all."""

Base: TypeAlias = tuple[str, Body]
Say: TypeAlias = Callable[[str], None]
Each: TypeAlias = Callable[..., list[Any]]
"""Does the same to many things, in their order."""


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


def build(on: int = 1, say: Say = lambda _: None) -> list[Body]:
    """The generated cases, on so many processes; ``say`` is told what is being done.

    Raises ``SolverLimit``: a case is never guessed, nor left out for its difficulty.
    """
    with processes(on) as each:
        chosen = Chosen()
        for choose in (_choose_options, _choose_twins, _choose_examples, _choose_edges):
            choose(chosen, each, say)
        say(f"asking which mutants {len(chosen.cases)} cases kill")
        bodies = each(written, chosen.cases)
        killed = {mutant for found in each(_kills, _asked(by_hand())) for mutant in found}
        killed |= {mutant for body in bodies for mutant in body["kills"]}
        alive = [mutant for mutant in mutants() if mutant.id not in killed]
        say(f"asking Z3 which of {len(alive)} mutants can be told from the rules")
        left = [m for m, can_be in zip(alive, each(_killable, alive), strict=True) if can_be]
        say(f"hunting {len(left)} mutants")
        for found in each(_hunted, left):
            chosen.add([found] if found else [])
        return [*bodies, *each(written, chosen.cases[len(bodies) :])]


def _choose_twins(chosen: Chosen, each: Each, say: Say) -> None:
    """Twins for every clause, those made by hand where others are alike or there are none."""
    say("looking for twins")
    found = each(_pairs, bases())
    pairs = _best(found, MOST_PAIRS)
    there = {pair.about for pair in pairs}
    handmade = [pair for parted in each(_parted, twins_by_hand()) for pair in parted]
    # Nothing else is about these, so they come before others that may be like them.
    pairs = [*_best([[p for p in handmade if p.about not in there]], MOST_TAKEN_OVER), *pairs]
    say(f"making {len(pairs)} pairs smaller")
    for twins in each(_twins, _scarce_first(pairs)):
        chosen.add(twins)
    lacking = first(chosen.lacking(handmade), MOST_TAKEN_OVER)
    for twins in each(_twins, _scarce_first(lacking)):
        chosen.add(twins)
    lacking = first(chosen.lacking(chain.from_iterable(found)), MOST_TRIED)
    for group, twins in zip(lacking, each(_twins, lacking), strict=True):
        if chosen.lacking([group]):
            chosen.add(twins)
    for case in chosen.cases:
        if case.twin:
            for group in chosen.lacking(_parting(case.asked, case.twin)):
                chosen.use(case, f"twins {group.about}", group.about)
                chosen.use(chosen.case(case.twin.id), f"twins {group.about}", group.about)


def _choose_options(chosen: Chosen, each: Each, say: Say) -> None:
    """The options of every ruling, as pinned by hand where others are alike or there are none."""
    say("trying the options of rulings")
    groups = _best(each(_groups, bases()), MOST_GROUPS)
    say(f"making {len(groups)} groups smaller")
    for options in each(_options, _scarce_first(groups)):
        chosen.add(options)
    pinned = [group for found in each(_pinned, bases()) for group in found]
    for options in each(_options, first(chosen.lacking(pinned), MOST_TAKEN_OVER)):
        chosen.add(options)


def _choose_examples(chosen: Chosen, each: Each, say: Say) -> None:
    """The smallest examples of every goal that has any."""
    found = [goal.id for goal in goals().values() if goal.expect == "found"]
    say(f"finding the smallest examples of {len(found)} goals")
    without: list[str] = []
    for goal, cases in zip(found, each(_goal, found), strict=True):
        added = list(islice((case for case in cases if chosen.add([case])), MOST_EXAMPLES))
        without += [] if added else [goal]
    for goal in without:
        # All that were found are like cases that are there: one of these may be an example itself.
        known = (case for case in chosen.cases if is_example_of(goal, case.asked))
        if case := next(known, None):
            chosen.use(case, f"goals {goal}")


def _choose_edges(chosen: Chosen, each: Each, say: Say) -> None:
    """Tables that just cannot be, and bids as wide, long, high or low as they can be."""
    say("looking for tables that cannot be")
    for case in each(_table, _unlike(each(_at_fault, bases()))):
        chosen.add([case])
    say("going along the edges")
    for found in each(_boundary, list(boundaries())[::EVERY_BOUNDARY]):
        chosen.add([found] if found else [])


@contextmanager
def processes(number: int) -> Iterator[Each]:
    """Something that does the same to many things, on so many processes, in their order."""
    if number < 2:
        yield lambda function, things: [function(thing) for thing in things]
        return
    with get_context("spawn").Pool(number) as pool:
        yield lambda function, things: list(pool.imap(function, things, chunksize=2))


class Chosen:
    """The cases chosen so far; no two are alike in the clauses violated and in shape."""

    def __init__(self) -> None:
        self._by_id: dict[str, Case] = {}
        self._seen: set[Key] = set()

    @property
    def cases(self) -> list[Case]:
        """All of them, in the order in which they came."""
        return list(self._by_id.values())

    def lacking(self, groups: Iterable[Group]) -> list[Group]:
        """The groups about clauses or rulings that no case was built for yet, smallest first."""
        there = {use.partition(" ")[2] for case in self.cases for use in case.built_for}
        lacking = [group for group in groups if group.about not in there]
        return sorted(lacking, key=lambda group: group.size)

    def add(self, cases: Sequence[Case]) -> bool:
        """Adds cases that belong together, and says whether it did.

        Not where one is like another, of them or before them, or there in other words. What is
        there already is built for this as well; twins, only if they are twins there or one of them
        is new.
        """
        known = [(case, self._by_id.get(case.asked.id)) for case in cases]
        if any(same and same.asked.request != case.asked.request for case, same in known):
            return False
        new = [case for case, same in known if same is None]
        keys = {case.asked.key for case in new}
        if len(keys) < len(new) or keys & self._seen or not (new or self._are_together(cases)):
            return False
        self._seen |= keys
        for case, same in known:
            self._by_id[case.asked.id] = same.also(case) if same else case
        return True

    def case(self, name: str) -> Case:
        """The case of that id."""
        return self._by_id[name]

    def use(self, case: Case, built_for: str, *about: str) -> None:
        """Takes a case that is there as built for this as well, and as about these clauses."""
        also = replace(case, built_for=(built_for,), clauses=about or case.clauses)
        self._by_id[case.asked.id] = self._by_id[case.asked.id].also(also)

    def _are_together(self, cases: Sequence[Case]) -> bool:
        """Whether twins that are all there are each other's, or nobody's."""
        known = [self._by_id[case.asked.id] for case in cases if case.twin]
        ids = {case.asked.id for case in known}
        return all(case.twin is None or case.twin.id in ids for case in known)


def _best(found: Iterable[Sequence[Group]], most: int) -> list[Group]:
    """So many groups about each clause or ruling: the smallest first that each request makes."""
    ranked: list[tuple[int, tuple[int, int], int, Group]] = []
    for groups in found:
        ranks: Counter[str] = Counter()
        for group in groups:
            ranked.append((ranks[group.about], group.size, len(ranked), group))
            ranks[group.about] += 1
    return first((group for *_, group in sorted(ranked, key=lambda each: each[:3])), most)


def _scarce_first(groups: Sequence[Group]) -> list[Group]:
    """First what there are few groups about, which another one that is alike would leave none."""
    number = Counter(group.about for group in groups)
    return sorted(groups, key=lambda group: number[group.about])


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
    by_id: dict[str, Case] = {}
    for example in find(goal.goal, limit=EXAMPLES_FOUND).examples:
        asked = answered(example.endpoint, example.body)
        case = _small(asked, goal.title, f"goals {goal.id}")
        by_id.setdefault(case.asked.id, case)
    return list(by_id.values())


def _pairs(base: Base) -> list[Group]:
    return first(pairs_of(*base, MOST_VARIATIONS), 2)


def _parted(pair: tuple[Base, Base]) -> list[Group]:
    one, other = (answered(*base) for base in pair)
    return first(_parting(one, other), MOST_TAKEN_OVER)


def _parting(one: Asked, other: Asked) -> Iterator[Group]:
    return happening(one, other) if one.endpoint == "step" else parting(one, other)


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
    case = _small(asked, f"cards laid as a {told}", f"boundaries {told}")
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
    endpoint, uses = body["endpoint"], tuple(body["built_for"])
    file, _, name = uses[0].partition(" ")
    asked = answered(endpoint, body["request"])
    twin = answered(endpoint, by_id[body["twin"]]["request"]) if "twin" in body else None
    group = [asked]
    if file == "twins" and twin:
        group.append(twin)
    elif file == "rulings":
        group = list(under_each_option(asked, name))
    small = proved(group, group.index(asked), purpose(uses[0], group))
    return written(Case(asked, body["title"], tuple(body["clauses"]), uses, small, twin))


# How what is found becomes cases.


def _small(asked: Asked, title: str, built_for: str) -> Case:
    """The case made smaller, as far as it still is what it was built for."""
    ((less,), (small,)) = smallest([asked], purpose(built_for, [asked]))
    about = less.violated if less.verdict == "fault" else tuple(dict.fromkeys(less.reasons))
    return Case(less, title, about, (built_for,), small)


def _twins(group: Group) -> list[Case]:
    """The pair made smaller."""
    clause = rulebook().clause(group.about)
    built_for = f"twins {clause.id}"
    pair, small = smallest(group.cases, purpose(built_for, group.cases))
    words = ("happens", "does not happen") if pair[0].endpoint == "step" else ("kept", "broken")
    about = _abouts(clause.id, *pair)
    return [
        Case(asked, f"{clause.title}: {words[n]}", about[n], (built_for,), small[n], pair[1 - n])
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
            (built_for,),
            small[n],
        )
        for n, asked in enumerate(cases)
    ]
