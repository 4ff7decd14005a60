"""What went wrong as a problem body of RFC 9457, the same through both doors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from http import HTTPStatus
from typing import TypeAlias, cast

from checker.model.solving import SolverLimit
from checker.wire.problems import BodyTooLarge, Fault, Invalid, NotJson
from checker.wire.shapes import FaultForm, ProblemForm

Refusal: TypeAlias = NotJson | BodyTooLarge | Invalid | SolverLimit
"""What the rules authority raises instead of an answer."""
BAD_INPUT = (NotJson, BodyTooLarge, Invalid)
"""The refusals that the asker can mend."""


def problem(status: int, detail: str, faults: Sequence[Fault] = ()) -> ProblemForm:
    """The problem of that status, with its faults where there are any."""
    form: ProblemForm = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
    }
    if faults:
        form["errors"] = [_fault(fault) for fault in faults]
    return form


def _fault(fault: Fault) -> FaultForm:
    """The fault without the keys of a citation, where it cites nothing."""
    cited = ("clause", "source", "section")
    told = asdict(fault).items()
    return cast(FaultForm, {k: v for k, v in told if v is not None or k not in cited})


def told(refusal: Refusal) -> ProblemForm:
    """The problem that tells a refusal."""
    match refusal:
        case Invalid():
            return problem(422, _counted(refusal), refusal.faults)
        case BodyTooLarge():
            return problem(413, str(refusal))
        case NotJson():
            return problem(400, str(refusal))
        case SolverLimit():
            return problem(503, str(refusal))


def _counted(invalid: Invalid) -> str:
    listed = len(invalid.faults)
    kept = f", of which the first {listed} are listed" if listed < invalid.count else ""
    return f"the body has {'1 fault' if invalid.count == 1 else f'{invalid.count} faults'}{kept}"
