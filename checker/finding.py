"""Question 3: the smallest examples of a goal, or the clauses that leave none.

An example is smaller than another one when it has fewer cards, those of the bid to beat included;
of equal ones the first in the order that ``specs/goals.md`` tells is first. Every example is judged
by the checker itself before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, TypeAlias

from checker.conditions import BidGoal, Goal, HandGoal, TurnGoal
from checker.finding_bids import BidSearch
from checker.finding_hands import HandSearch
from checker.finding_turns import TurnCase, TurnSearch
from checker.goal_checks import BidCase, Case, HandCase, holds
from checker.model.compiled import ClauseIds
from checker.model.solving import SolverLimit
from checker.questions import Rules
from checker.wire.asking import judge_body, plays_body
from checker.wire.bodies import JudgeBody, PlaysBody
from checker.wire.problems import shorten
from checker.wire.validating import read_body

Endpoint: TypeAlias = Literal["judge", "plays"]
Search: TypeAlias = BidSearch | HandSearch | TurnSearch
MOST_EXAMPLES = 50
"""The most examples that one answer tells."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example: the body of a request, and the question of the product that it asks."""

    endpoint: Endpoint
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """The examples of a goal, the smallest first.

    ``impossible`` are clauses because of which there is none, none of which could be spared, in
    rulebook order; ``None`` where there are examples, or where no clauses are known to be why.
    ``bounds`` says in words how far was looked, ``exhausted`` that these are all that are there;
    otherwise there may be more.
    """

    examples: tuple[Example, ...]
    impossible: ClauseIds | None
    bounds: str
    exhausted: bool


class GoalLimit(SolverLimit):
    """The search for examples ran into a limit; this says nothing about the goal."""

    def __init__(self, limit: SolverLimit) -> None:
        easier = "fewer cards and values (most), or a goal that asks for more, are sooner looked at"
        RuntimeError.__init__(self, f"{limit}; {easier}")


def find(
    goal: Goal, *, limit: int = 1, seed: int = 0, progress: Callable[[int], object] = id
) -> Found:
    """The smallest examples of the goal, at most ``limit`` of them.

    ``seed`` is another order among examples with as many cards; 0 is the lowest values first. The
    same goal, limit and seed find the same, wherever and whenever. ``progress`` is told how many
    candidates were looked at, where they are looked at one by one. Raises :class:`GoalLimit`,
    ``Invalid`` for a sketch that no turn is of, ``TypeError`` for what is no goal, such as a name,
    and ``ValueError`` for a limit or a seed that cannot be.
    """
    if not 1 <= limit <= MOST_EXAMPLES:
        raise ValueError(f"limit: {limit}; accepted: 1 to {MOST_EXAMPLES}")
    if seed < 0:
        raise ValueError(f"seed: {seed}; accepted: 0 and above")
    try:
        return _found(goal, limit, seed, progress)
    except SolverLimit as error:
        raise GoalLimit(error) from error


def _found(goal: Goal, limit: int, seed: int, progress: Callable[[int], object]) -> Found:
    match goal:
        case BidGoal():
            bids = BidSearch(goal, seed)
            found = (Example("judge", judge_body(question)) for question in bids.found())
            return _told(found, limit, bids)
        case HandGoal():
            hands = HandSearch(goal, seed, progress)
            found = (Example("plays", plays_body(question)) for question in hands.found())
            return _told(found, limit, hands)
        case TurnGoal():
            turns = TurnSearch(goal, seed, progress)
            found = (Example("judge", case.body(turns.rules)) for case in turns.found())
            return _told(found, limit, turns)
        case _:
            raise _no_goal(goal)


def is_example(goal: Goal, body: Mapping[str, Any]) -> bool:
    """Whether the goal holds of what a body asks, wherever the body comes from.

    Raises as the judging of it does, and ``Invalid`` for a body that asks nothing of this kind.
    """
    match goal:
        case BidGoal():
            case: Case = BidCase(read_body(JudgeBody, body).question())
        case HandGoal():
            case = HandCase(read_body(PlaysBody, body).question())
        case TurnGoal():
            case = TurnCase(body["position"], body["action"])
        case _:
            raise _no_goal(goal)
    return holds(goal.that, case, goal.rules.over(Rules()))


def _no_goal(got: object) -> TypeError:
    accepted = "a BidGoal, HandGoal or TurnGoal; checker.goals.goals()[NAME].goal is a named one"
    return TypeError(f"goal: got {shorten(repr(got))}; accepted: {accepted}")


def _told(found: Iterator[Example], limit: int, search: Search) -> Found:
    examples = tuple(islice(found, limit))
    impossible = None if examples else search.impossible()
    return Found(examples, impossible, search.bounds, len(examples) < limit)
