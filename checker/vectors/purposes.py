"""What cases are built for, and whether smaller ones still are that."""

from __future__ import annotations

import json
from collections.abc import Sequence

from checker.conditions import TurnGoal
from checker.finding import is_example
from checker.goals import named
from checker.questions import ImpossibleOver, Rules
from checker.vectors.asking import Asked, answered, is_doubtful, looked, verdict_of
from checker.vectors.expecting import Body
from checker.vectors.killing import killed_by
from checker.vectors.shrinking import Kept
from checker.vectors.variations import differences
from checker.wire.asking import rules_body
from checker.wire.turns import RULES


def purpose(built_for: str, cases: Sequence[Asked]) -> Kept:
    """Whether requests still are what these cases were built for, as the cases themselves say.

    Its first word is the file that they stand in. Raises ``ValueError`` for another one.
    """
    kind, _, name = built_for.partition(" ")
    match kind:
        case "twins" | "rulings":
            return _one_change_apart(cases)
        case "goals":
            return _example(name, cases[0])
        case "boundaries":
            return _at_the_edge(cases[0])
        case "mutants":
            return _killing(name, cases[0])
        case "tables":
            return _at_fault(cases[0])
    raise ValueError(f"{built_for}: no file of that name")


def _one_change_apart(cases: Sequence[Asked]) -> Kept:
    """They show what they show, and are as different in what is expected as they are."""
    endpoint = cases[0].endpoint
    shown = [looked(endpoint, case.request).shown for case in cases]

    def apart(requests: Sequence[Body]) -> int:
        """How many different things are expected, as far as it is not plain that all are."""
        if len(set(shown)) == len(shown):
            return len(shown)
        every = (answered(endpoint, request).expect for request in requests)
        return len({json.dumps(expect, sort_keys=True) for expect in every})

    different = apart([case.request for case in cases])

    def keeps(requests: Sequence[Body]) -> bool:
        first, *others = requests
        return (
            all(differences(first, other) == 1 for other in others)
            and not any(map(is_doubtful, requests))
            and all(
                verdict_of(request) == want[0] and looked(endpoint, request).shown == want
                for request, want in zip(requests, shown, strict=True)
            )
            and apart(requests) >= different
        )

    return keeps


def _example(name: str, case: Asked) -> Kept:
    """The goal holds, and there is a card to look at."""
    goal = named(name).goal

    def keeps(requests: Sequence[Body]) -> bool:
        (request,) = requests
        if _rules(request) != _rules(case.request):
            return False
        if not all(request.get(cards, True) for cards in ("bid", "hand")):
            return False
        if answered(case.endpoint, request).verdict == "fault" or is_doubtful(request):
            return False
        try:
            return is_example(goal, request)
        except ImpossibleOver:
            return False

    return keeps


def is_example_of(name: str, asked: Asked) -> bool:
    """Whether a question about a turn is an example of the named goal, by the goal's own rules."""
    goal = named(name).goal
    if not isinstance(goal, TurnGoal) or asked.endpoint != "judge":
        return False
    if "position" not in asked.request or asked.verdict == "fault":
        return False
    by_goal = _rules(asked.request) == rules_body(goal.rules.over(Rules()))
    return by_goal and is_example(goal, asked.request)


def _at_the_edge(case: Asked) -> Kept:
    """The cards lie there as they do, and all that is told of them is the same."""
    whole = looked(case.endpoint, case.request)

    def keeps(requests: Sequence[Body]) -> bool:
        (request,) = requests
        return _undeclared(request) == _undeclared(case.request) and (
            looked(case.endpoint, request) == whole
        )

    return keeps


def _killing(mutant: str, case: Asked) -> Kept:
    """The mutant is wrong about it, and the verdict is the same."""

    def keeps(requests: Sequence[Body]) -> bool:
        less = answered(case.endpoint, requests[0])
        return (
            less.verdict == case.verdict
            and mutant in killed_by(less, (mutant,))
            and not is_doubtful(less.request)
        )

    return keeps


def _at_fault(case: Asked) -> Kept:
    """It is at fault in one place, by the same clause."""

    def keeps(requests: Sequence[Body]) -> bool:
        less = answered(case.endpoint, requests[0])
        return (
            less.verdict == "fault"
            and len(less.expect["pointers"]) == 1
            and less.violated == case.violated
        )

    return keeps


def _rules(request: Body) -> Body:
    return {key: value for key, value in request.items() if key in RULES}


def _undeclared(request: Body) -> Body:
    """The request without what is said of the bid to beat."""
    over = request.get("over")
    return {**request, "over": over.get("cards") if isinstance(over, dict) else over}
