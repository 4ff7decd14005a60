"""A JSON value to a typed body, or to the list of all its faults."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from checker import notation
from checker.decks import DECK_IDS
from checker.notation import NotationError
from checker.questions import MOST_CARDS, MOST_PLAYS, By, Explain
from checker.readings import KINDS, MOST_LENGTH
from checker.rulebook import rulebook
from checker.wire.bodies import MOST_WIDTH, CardBody, ClaimBody, RulesBody
from checker.wire.cursors import ACCEPTED_CURSOR
from checker.wire.problems import Fault, Invalid, pointer, shorten

LONG_FORM = ("position", "action")
"""The keys of the long form, which this version does not read."""

Steps: TypeAlias = tuple[str | int, ...]
BodyOf = TypeVar("BodyOf", bound=RulesBody)


def read_body(model: type[BodyOf], body: object) -> BodyOf:
    """The typed body; raises :class:`checker.wire.problems.Invalid` with every fault of it."""
    try:
        return model.model_validate(body, context=_deck_named(body))
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise Invalid(_fault(detail, model, body) for detail in details) from None


def _deck_named(body: object) -> str:
    """The deck that the body means, so that cards can be read even if other keys are at fault."""
    if not isinstance(body, dict):
        return DECK_IDS[-1]
    if body.get("deck") in DECK_IDS:
        return str(body["deck"])
    edition = body.get("edition")
    known = isinstance(edition, str) and edition in rulebook().editions
    return rulebook().edition(str(edition) if known else "rulebook").deck


ACCEPTED = {
    "bid": f'at most {MOST_CARDS} cards, or {{"cards": [...], "as": {{...}}}}',
    "over": f'null for a lead, 1 to {MOST_CARDS} cards, or {{"cards": [...], "as": {{...}}}}',
    "hand": f"a list of at most {MOST_CARDS} cards",
    "cards": f"a list of at most {MOST_CARDS} cards",
    "as": "an object with any of kind, width, length, top",
    "kind": ", ".join(KINDS),
    "width": f"a whole number from 1 to {MOST_WIDTH}",
    "length": f"a whole number from 1 to {MOST_LENGTH}",
    "top": f"a value: {notation.ACCEPTED_VALUES}",
    "element": f"an element: {notation.ACCEPTED_ELEMENTS}",
    "white": 'a face such as "7", "6+6" or "7+water": one to three equal values, then symbols',
    "blue": 'a face such as "7", "6+6" or "7+water": one to three equal values, then symbols',
    "side": f"a side: {notation.ACCEPTED_SIDES}",
    "edition": ", ".join(rulebook().editions),
    "expansion": "null: no expansion is known to this version",
    "rulings": f"an object of options, by ruling: {', '.join(rulebook().rulings)}",
    "deck": ", ".join(DECK_IDS),
    "explain": ", ".join(get_args(Explain)),
    "certificate": "true, false",
    "limit": f"a whole number from 1 to {MOST_PLAYS}",
    "cursor": ACCEPTED_CURSOR,
    "by": ", ".join(get_args(By)),
}
"""What each key accepts."""


def _accepted(steps: Steps) -> str:
    """What would be accepted at the end of these steps."""
    match steps:
        case ():
            return "a JSON object"
        case (*_, "rulings", str(ruling)):
            return ", ".join(rulebook().ruling(ruling).options)
        case (*_, int()):
            return f'{notation.ACCEPTED_CARD}, or {{"element", "white", "blue", "side"}}'
        case (*_, str(key)):
            return ACCEPTED[key]
    raise AssertionError(steps)


def _keys(steps: Steps, model: type[RulesBody]) -> str:
    """The keys of the object at the end of these steps."""
    match steps:
        case ():
            return ", ".join(model.model_fields)
        case (*_, "rulings"):
            return ", ".join(rulebook().rulings)
        case (*_, "as"):
            return ", ".join(ClaimBody.model_fields)
        case (*_, int()):
            return ", ".join(CardBody.model_fields)
    return "cards, as"


def _fault(error: ErrorDetails, model: type[RulesBody], body: object) -> Fault:
    steps = _steps_taken(error["loc"], body)
    at, got = pointer(steps), error["input"]
    match error["type"]:
        case "missing":
            return Fault(at, None, _accepted(steps), "this key is required")
        case "extra_forbidden":
            known = f"the keys {_keys(steps[:-1], model)}"
            return Fault(at, shorten(steps[-1]), known, _unknown_key(steps))
        case "too_long":
            return Fault(at, shorten(got), _accepted(steps), f"more than {MOST_CARDS} cards")
        case "value_error":
            return _value_fault(at, got, _accepted(steps), error["ctx"]["error"])
    return Fault(at, shorten(got), _accepted(steps), f"{_told(got)} is not accepted here")


def _value_fault(at: str, got: object, accepted: str, error: ValueError) -> Fault:
    if isinstance(error, NotationError):
        part = shorten(error.got)
        detail = f"{part!r} is not accepted" if part == got else f"{part!r} in it is not accepted"
        return Fault(at, shorten(got), error.accepted, detail)
    return Fault(at, shorten(got), accepted, str(error))


def _unknown_key(steps: Steps) -> str:
    if len(steps) == 1 and steps[0] in LONG_FORM:
        return "only the short form is supported by this version, not position and action"
    return "no ruling has this id" if steps[:-1] == ("rulings",) else "no such key"


def _told(value: object) -> str:
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case list():
            return "a list"
        case dict():
            return "an object"
    return repr(shorten(value))


def _steps_taken(loc: Steps, body: object) -> Steps:
    """The steps that exist in the body: a list of cards given for a bid has no key ``cards``."""
    steps: list[str | int] = []
    here: Any = body
    for step in loc:
        if isinstance(here, list) and isinstance(step, str):
            continue
        steps.append(step)
        if isinstance(here, dict):
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
    return tuple(steps)
