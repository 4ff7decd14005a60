"""Every response that is no success, as a problem of RFC 9457; never HTML."""

from __future__ import annotations

from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from checker.model.solving import SolverLimit
from checker.rulebook import Unknown
from checker.wire import telling
from checker.wire.dumping import dump
from checker.wire.problems import BodyTooLarge
from checker.wire.shapes import ProblemForm
from checker.wire.strict import MOST_BYTES

PROBLEM_JSON = "application/problem+json"


def problem(status: int, detail: str) -> Response:
    """The response that tells a problem."""
    return problem_response(telling.problem(status, detail))


def problem_response(form: ProblemForm) -> Response:
    """The response that carries the problem."""
    return Response(dump(form), form["status"], content_type=PROBLEM_JSON)


def register_problems(app: Flask) -> None:
    """Makes the app answer every error with a problem."""
    for refusal in (*telling.BAD_INPUT, SolverLimit):
        app.register_error_handler(refusal, lambda error: problem_response(telling.told(error)))
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(Unknown, lambda error: problem(404, str(error)))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _too_large(_error: Exception) -> Response:
    return problem_response(telling.told(BodyTooLarge(MOST_BYTES)))


def _http(error: HTTPException) -> Response:
    response = problem(error.code or 500, error.description or "")
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted({*(error.valid_methods or ()), "OPTIONS"}))
    return response


def _unexpected(error: Exception) -> Response:
    current_app.logger.error("a request failed", exc_info=error)
    return problem(500, "the service failed; this says nothing about the question")
