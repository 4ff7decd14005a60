"""What a fixture expects: an answer of this checker as fixtures/README.md describes it."""

from __future__ import annotations

from typing import Any, TypeAlias

from checker.short_forms import EMPTY_UNSAID, NONE_UNSAID, short_form
from checker.wire import answers
from checker.wire.problems import Invalid

Body: TypeAlias = dict[str, Any]


def expected(endpoint: str, request: object) -> Body:
    """The ``expect`` of a case with this endpoint (judge, plays, step or replay) and request.

    Raises ``SolverLimit`` where the solver gave no answer.
    """
    try:
        told = short_form(endpoint, _answer(endpoint, request))
    except Invalid as error:
        return {"status": 422, "pointers": [fault.pointer for fault in error.faults]}
    unsaid = {key for key in EMPTY_UNSAID if not told.get(key)}
    unsaid |= {key for key in NONE_UNSAID if told.get(key) is None}
    return {key: value for key, value in told.items() if key not in unsaid}


def _answer(endpoint: str, request: object) -> Any:
    """The answer; of explanations only reasons are expected, so nothing else is asked for."""
    match endpoint:
        case "judge":
            return answers.judge(request, alternatives=False)
        case "step" if isinstance(request, dict):
            return answers.step({"explain": "none", **request})
    return answers.ANSWERED_BY[endpoint](request)
