"""The Flask application: its routes, and nothing that decides."""

from __future__ import annotations

from importlib.resources import files

from flask import Flask, Response, request
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    MethodNotAllowed,
    UnsupportedMediaType,
)

from api.problems import register_problems
from api.responses import json_response
from checker import find_answers
from checker.wire import answers, strict, texts

DOCS_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)
"""The documentation page, whose script stands in the page, may speak to this host only."""


def make_app() -> Flask:
    """The application, with every route and every problem registered."""
    app = Flask(__name__, static_folder=None)
    # One byte more than is allowed: a stream of unknown length is cut off there without a word, and
    # the byte too many tells that there was more.
    app.config["MAX_CONTENT_LENGTH"] = strict.MOST_BYTES + 1
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    # A redirect to the other spelling of an address would be HTML.
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    register_problems(app)
    _register_routes(app)
    _register_docs(app)
    app.before_request(_preflight)
    app.after_request(_harden)
    return app


def _register_routes(app: Flask) -> None:
    app.add_url_rule("/v1/judge", view_func=judge, methods=["POST"])
    app.add_url_rule("/v1/plays", view_func=plays, methods=["POST"])
    app.add_url_rule("/v1/step", view_func=step, methods=["POST"])
    app.add_url_rule("/v1/status", view_func=status, methods=["POST"])
    app.add_url_rule("/v1/replay", view_func=replay, methods=["POST"])
    app.add_url_rule("/v1/dispute", view_func=dispute, methods=["POST"])
    app.add_url_rule("/v1/find", view_func=find, methods=["POST"])
    app.add_url_rule("/v1/goals", view_func=goals)
    app.add_url_rule("/v1/goals/<name>", view_func=goal)
    app.add_url_rule("/v1/clauses", view_func=clauses)
    app.add_url_rule("/v1/clauses/<name>", view_func=clause)
    app.add_url_rule("/v1/rulings", view_func=rulings)
    app.add_url_rule("/v1/rulings/<name>", view_func=ruling)
    app.add_url_rule("/v1/editions", view_func=editions)
    app.add_url_rule("/v1/editions/<name>", view_func=edition)
    app.add_url_rule("/v1/presets", view_func=presets)
    app.add_url_rule("/v1/presets/<name>", view_func=preset)
    app.add_url_rule("/v1/theorems", view_func=theorems)
    app.add_url_rule("/v1/theorems/<name>", view_func=theorem)
    app.add_url_rule("/v1/decks", view_func=decks)
    app.add_url_rule("/v1/decks/<name>", view_func=deck)
    app.add_url_rule("/healthz", view_func=healthz)
    app.add_url_rule("/openapi.json", view_func=openapi)


def _register_docs(app: Flask) -> None:
    # A fixed redirect address keeps the Host header of a request out of the page, and without a
    # validator the page asks no other host.
    config = {"validatorUrl": None, "oauth2RedirectUrl": "/docs/oauth2-redirect.html"}
    title = "Panda Spin rules"
    docs = get_swaggerui_blueprint("/docs", "/openapi.json", {**config, "app_name": title})
    app.register_blueprint(docs)


def judge() -> Response:
    """Whether a bid beats another, and why."""
    return json_response(answers.judge(_body()))


def plays() -> Response:
    """What can be played from a hand, or done at a table."""
    return json_response(answers.plays(_body()))


def step() -> Response:
    """What comes of an action at a table."""
    return json_response(answers.step(_body()))


def status() -> Response:
    """What cannot be about a position."""
    return json_response(answers.status(_body()))


def replay() -> Response:
    """What came of a recorded game."""
    return json_response(answers.replay(_body()))


def dispute() -> Response:
    """The same question by every edition and every option that matters, side by side."""
    return json_response(answers.dispute(_body()))


def find() -> Response:
    """The smallest examples of a goal, or the clauses that leave none."""
    return json_response(find_answers.answer(_body()))


def goals() -> Response:
    """Every named goal."""
    return json_response({"goals": find_answers.listed()})


def goal(name: str) -> Response:
    """One named goal."""
    return json_response(find_answers.one(name))


def clauses() -> Response:
    """Every clause, in rulebook order."""
    return json_response({"clauses": texts.clauses()})


def clause(name: str) -> Response:
    """One clause."""
    return json_response(texts.clause(name))


def rulings() -> Response:
    """Every ruling."""
    return json_response({"rulings": texts.rulings()})


def ruling(name: str) -> Response:
    """One ruling."""
    return json_response(texts.ruling(name))


def editions() -> Response:
    """Every edition."""
    return json_response({"editions": texts.editions()})


def edition(name: str) -> Response:
    """One edition."""
    return json_response(texts.edition(name))


def presets() -> Response:
    """Every preset."""
    return json_response({"presets": texts.presets()})


def preset(name: str) -> Response:
    """One preset."""
    return json_response(texts.preset(name))


def theorems() -> Response:
    """Everything that is proved about the rules."""
    return json_response({"theorems": texts.theorems()})


def theorem(name: str) -> Response:
    """One theorem."""
    return json_response(texts.theorem(name))


def decks() -> Response:
    """Every known deck."""
    return json_response({"decks": texts.decks()})


def deck(name: str) -> Response:
    """One deck, card by card."""
    return json_response(texts.deck(name))


def healthz() -> Response:
    """Whether the process answers."""
    return json_response({"status": "ok"})


def openapi() -> Response:
    """The description of this API, as it is published in ``specs``."""
    text = files("specs").joinpath("openapi.json").read_text("utf-8")
    return Response(text, content_type="application/json")


def _body() -> object:
    """The JSON value of the request; the limit on its size holds before anything is read."""
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("the body must be application/json")
    try:
        body = request.get_data(cache=False)
    except HTTPException:
        raise
    except Exception:
        # Each server has its own exceptions for a body that breaks off or is chunked wrongly.
        raise BadRequest("the body cannot be read as HTTP") from None
    return strict.parse(body)


def _preflight() -> Response | None:
    """The answer to ``OPTIONS`` of any address there is: what a page elsewhere may send."""
    refused = request.routing_exception
    if request.method != "OPTIONS" or not isinstance(refused, MethodNotAllowed):
        return None
    methods = ", ".join(sorted({*(refused.valid_methods or ()), "OPTIONS"}))
    headers = {
        "Allow": methods,
        "Access-Control-Allow-Methods": methods,
        "Access-Control-Allow-Headers": "Content-Type",
    }
    return Response(status=204, headers=headers)


def _harden(response: Response) -> Response:
    # Any page may read any answer: there are no cookies and no credentials, and nothing is kept.
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.mimetype == "text/html":
        response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response
