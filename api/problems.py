"""Every response that is no success, as a problem of RFC 9457; never HTML."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from api.responses import compact
from checker.model.solving import SolverLimit
from checker.rulebook import Unknown
from checker.wire.problems import BodyTooLarge, Fault, Invalid, NotJson
from checker.wire.shapes import FaultForm, ProblemForm
from checker.wire.strict import MOST_BYTES

PROBLEM_JSON = "application/problem+json"


def problem(status: int, detail: str, faults: Sequence[Fault] = ()) -> Response:
    """The response that tells a problem."""
    return Response(problem_text(status, detail, faults), status, content_type=PROBLEM_JSON)


def problem_text(status: int, detail: str, faults: Sequence[Fault] = ()) -> str:
    """The problem of that status as JSON."""
    form: ProblemForm = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
    }
    if faults:
        form["errors"] = [_fault(fault) for fault in faults]
    return compact(form)


def register_problems(app: Flask) -> None:
    """Makes the app answer every error with a problem."""
    app.register_error_handler(NotJson, lambda error: problem(400, str(error)))
    app.register_error_handler(Invalid, _invalid)
    app.register_error_handler(BodyTooLarge, _too_large)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(Unknown, lambda error: problem(404, str(error)))
    app.register_error_handler(SolverLimit, lambda error: problem(503, str(error)))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _invalid(error: Invalid) -> Response:
    listed = len(error.faults)
    kept = f", of which the first {listed} are listed" if listed < error.count else ""
    found = "1 fault" if error.count == 1 else f"{error.count} faults"
    return problem(422, f"the body has {found}{kept}", error.faults)


def _too_large(_error: Exception) -> Response:
    return problem(413, f"the body has more than {MOST_BYTES} bytes")


def _http(error: HTTPException) -> Response:
    response = problem(error.code or 500, error.description or "")
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    return response


def _unexpected(error: Exception) -> Response:
    current_app.logger.error("a request failed", exc_info=error)
    return problem(500, "the service failed; this says nothing about the question")


def _fault(fault: Fault) -> FaultForm:
    return {
        "pointer": fault.pointer,
        "got": fault.got,
        "accepted": fault.accepted,
        "detail": fault.detail,
    }
