"""The whole way from the body of ``POST /v1/find`` to its answer, and the library as it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from checker.finding import MOST_EXAMPLES, find
from checker.goals import NamedGoal, goals, named
from checker.rulebook import rulebook
from checker.wire.goal_shapes import BlamedForm, FindAnswer, GoalForm, NamedGoalForm
from checker.wire.goals import read_goal
from checker.wire.problems import Fault, Invalid, pointer, shorten
from checker.wire.writing import cited

MOST_SEED = 999_999_999
KEYS = ("goal", "limit", "seed")


def answer(body: object, progress: Callable[[int], object] = id) -> FindAnswer:
    """The answer to the body of ``POST /v1/find``.

    ``progress`` as for :func:`checker.finding.find`. Raises ``Invalid`` with every fault of the
    body, and ``SolverLimit``.
    """
    form, limit, seed = _read(body)
    goal = read_goal(form, ("goal",))
    try:
        found = find(goal, limit=limit, seed=seed, progress=progress)
    except Invalid as error:
        raise Invalid([_of_sketch(fault) for fault in error.faults]) from None
    rules = goal.rules.edition or "rulebook"
    blamed = found.impossible
    return {
        "goal": form,
        "examples": [{"endpoint": e.endpoint, "body": e.body} for e in found.examples],
        "impossible": None if blamed is None else [_blamed(c, rules) for c in blamed],
        "bounds": found.bounds,
        "exhausted": found.exhausted,
    }


def listed() -> list[NamedGoalForm]:
    """Every named goal."""
    return [_form(each) for each in goals().values()]


def one(name: str) -> NamedGoalForm:
    """The named goal of that id; raises :class:`checker.rulebook.Unknown`."""
    return _form(named(name))


def _form(each: NamedGoal) -> NamedGoalForm:
    return {
        "id": each.id,
        "title": each.title,
        "statement": each.statement,
        "expect": each.expect,
        "goal": cast(GoalForm, each.form),
    }


def _read(body: object) -> tuple[GoalForm, int, int]:
    """The goal as JSON, the limit and the seed; raises ``Invalid``."""
    if not isinstance(body, dict):
        accepted = f"an object with the keys {', '.join(KEYS)}"
        raise Invalid([Fault("", shorten(body), accepted, "this is no object")])
    faults = [
        Fault(pointer([key]), shorten(value), f"the keys {', '.join(KEYS)}", "no such key")
        for key, value in body.items()
        if key not in KEYS
    ]
    limit, seed = body.get("limit", 1), body.get("seed", 0)
    for key, number, least, most in (
        ("limit", limit, 1, MOST_EXAMPLES),
        ("seed", seed, 0, MOST_SEED),
    ):
        if type(number) is not int or not least <= number <= most:
            accepted = f"a number from {least} to {most}"
            faults.append(Fault(pointer([key]), shorten(number), accepted, "not such a number"))
    goal: Any = body.get("goal")
    faults += _faults(goal, "goal" in body)
    if faults:
        raise Invalid(faults)
    return cast(GoalForm, goals()[goal].form if isinstance(goal, str) else goal), limit, seed


def _faults(goal: Any, given: bool) -> Iterator[Fault]:
    """What is wrong with the goal, named or written out."""
    accepted = "an object, or the name of a goal: GET /v1/goals and panda-spin find list them"
    if not given:
        yield Fault("/goal", None, accepted, "this key is required")
    elif isinstance(goal, str):
        if goal not in goals():
            yield Fault("/goal", shorten(goal), accepted, f"no goal is called {shorten(goal)!r}")
    else:
        try:
            read_goal(goal, ("goal",))
        except Invalid as error:
            yield from error.faults


def _of_sketch(fault: Fault) -> Fault:
    """A fault of the first filling, as one of the goal that sketches it."""
    detail = f"no way to fill the sketch can be; of the first one: {fault.detail}"
    return Fault("/goal", fault.got, fault.accepted, f"{detail} (at {fault.pointer})")


def _blamed(clause_id: str, edition: str) -> BlamedForm:
    clause = rulebook().clause(clause_id)
    source, section = cited(clause, rulebook().edition(edition))
    return {"clause": clause_id, "title": clause.title, "source": source, "section": section}
