"""A JSON value to a typed body, or to the list of all its faults."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from checker import notation
from checker.cards import Symbol, Wind
from checker.decks import mandates
from checker.notation import NotationError
from checker.positions import Mood
from checker.questions import MOST_CARDS, MOST_PILED, MOST_PLAYS, By, Explain
from checker.readings import KINDS, MOST_LENGTH
from checker.rulebook import SELECTORS, Edition, rulebook
from checker.wire.actions import (
    ACTION_TYPES,
    LONGEST_NAME,
    MOST_POINTS,
    BidActionBody,
    ElementActionBody,
    MandateBody,
    PassActionBody,
    PlayedAsBody,
    SymbolsActionBody,
    WindActionBody,
)
from checker.wire.bodies import (
    ActionsBody,
    DisputeBody,
    DisputeTurnBody,
    JudgeBody,
    PlaysBody,
    RulesBody,
    TurnBody,
)
from checker.wire.cards import MOST_WIDTH, BidBody, CardBody, ClaimBody, StrictBody
from checker.wire.cursors import ACCEPTED_CURSOR
from checker.wire.own_decks import read_deck
from checker.wire.positions import (
    FEWEST_PLAYERS,
    MOST_ENTRIES,
    MOST_PLAYERS,
    PlayerBody,
    PositionBody,
    entry_model,
)
from checker.wire.problems import Fault, Got, Invalid, in_words, pointer, shorten
from checker.wire.writing import citing

SHORT_FORM, LONG_FORM = ("bid", "over", "hand"), ("position", "action")
"""The keys of the two forms in which a judgement is asked for."""
TURN_BODIES = (TurnBody, DisputeTurnBody)
"""The bodies that come in the long form where others come in the short one."""
ACCEPTED_PLAYS = "either hand, with over if wanted, or position"
ACCEPTED_FORMS = (
    "either bid, with over and hand if wanted, or position and action, which go together"
)

TAGS = ("<bid>", "<element>", "<pass>", "<wind>", "<symbols>", "<list>", "<count>")
"""What the bodies that have alternatives tag them with."""

Steps: TypeAlias = tuple[str | int, ...]
BodyOf = TypeVar("BodyOf", bound=RulesBody)


def read_body(model: type[BodyOf], body: object) -> BodyOf:
    """The typed body; raises :class:`checker.wire.problems.Invalid` with every fault of it."""
    deck, wrong = read_deck(body)
    try:
        read = model.model_validate(body, context=deck)
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise Invalid([*wrong, *(_fault(detail, model, body) for detail in details)]) from None
    if wrong:
        raise Invalid(wrong)
    return read


def judge_model(body: object) -> type[JudgeBody] | type[TurnBody]:
    """The form in which the body asks for a judgement; the short one where it does not say."""
    long = isinstance(body, dict) and any(key in body for key in LONG_FORM)
    return TurnBody if long else JudgeBody


def dispute_model(body: object) -> type[DisputeBody] | type[DisputeTurnBody]:
    """The form in which the body asks for a dispute, as for a judgement."""
    return DisputeTurnBody if judge_model(body) is TurnBody else DisputeBody


def plays_model(body: object) -> type[PlaysBody] | type[ActionsBody]:
    """The form in which the body asks for plays; the short one where it does not say."""
    return ActionsBody if isinstance(body, dict) and "position" in body else PlaysBody


def _aliases(model: type[BaseModel]) -> list[str]:
    """The keys of the object, as they are spelled on the wire."""
    return [field.alias or name for name, field in model.model_fields.items()]


_CARD = f'{notation.ACCEPTED_CARD}, or {{"element", "white", "blue", "side"}}'
_NAME = f"a name of 1 to {LONGEST_NAME} characters"
_COUNT = f"a whole number from 0 to {MOST_POINTS}"
_PLAYED_AS = 'objects {"card", "as": a symbol}'

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
    "preset": ", ".join(rulebook().presets),
    "edition": ", ".join(rulebook().editions),
    "expansion": f"null, {SELECTORS['expansion'][1]}",
    "rulings": f"an object of options, by ruling: {', '.join(rulebook().rulings)}",
    "explain": ", ".join(get_args(Explain)),
    "certificate": "true, false",
    "limit": f"a whole number from 1 to {MOST_PLAYS}",
    "cursor": ACCEPTED_CURSOR,
    "by": ", ".join(get_args(By)),
    "position": f"an object with the keys {', '.join(_aliases(PositionBody))}",
    "action": "an object with type, and what belongs to it",
    "players": f"a list of {FEWEST_PLAYERS} to {MOST_PLAYERS} players, clockwise",
    "name": _NAME,
    "points": _COUNT,
    "count": _COUNT,
    "turn": f"{_NAME}; null when the round is over",
    "player": _NAME,
    "trick": f"a list of at most {MOST_ENTRIES} bids and passes",
    "draw_pile": f"{_COUNT}, or a list of at most {MOST_PILED} cards",
    "discard": f"a list of at most {MOST_PILED} cards",
    "suits": f"a list of elements: {notation.ACCEPTED_ELEMENTS}",
    "elements": "true, false",
    "mood": ", ".join(Mood),
    "out": f"a list of at most {MOST_PLAYERS} names",
    "used": f"an object with any of {', '.join(Symbol)}",
    "pass": "true",
    "type": ", ".join(ACTION_TYPES),
    "card": _CARD,
    "discard_elements": f"a list of at most {MOST_CARDS} cards",
    "forced_discards": "an object with lists of Element cards, by the name of who discards them",
    "fire": f"a list of at most {MOST_CARDS} cards",
    "spin": f"a list of at most {MOST_CARDS} cards",
    "panda": _COUNT,
    "bamboo": _COUNT,
    "from": f"a list of at most {MOST_CARDS} names",
    "wind": ", ".join(Wind),
    "condition_met": "true, false",
    "use": f"a list of 1 to {MOST_CARDS} {_PLAYED_AS}",
    "symbols": f"a list of 1 to {MOST_CARDS} {_PLAYED_AS}",
    "mandate": f"an object with {', '.join(_aliases(MandateBody))}",
    "animal": ", ".join(mandates()),
    **dict.fromkeys(("drawn", "top", "put", "take"), _CARD),
    **dict.fromkeys(("mandate_used", "variant", "flip", "keep"), "true, false"),
}
"""What each key accepts."""
_ENTRIES = {
    "players": f"a player: an object with {', '.join(_aliases(PlayerBody))}",
    "trick": 'a bid, {"player", "cards", "as", "used", "mandate"}, {"player", "pass": true}, '
    '{"player", "wind"} or {"player", "symbols", "as"}',
    "use": 'an object {"card", "as": a symbol}',
    "symbols": 'an object {"card", "as": a symbol}',
    "suits": f"an element: {notation.ACCEPTED_ELEMENTS}",
    "out": _NAME,
    "from": _NAME,
}
"""What the entries of each list accept that is no list of cards."""
_THINGS: dict[object, str] = {
    "players": "players",
    "trick": "entries",
    "suits": "elements",
    "out": "names",
    "from": "names",
    "use": "cards",
    "symbols": "cards",
}
_ACTIONS: dict[object, type[StrictBody]] = {
    "bid": BidActionBody,
    "element": ElementActionBody,
    "pass": PassActionBody,
    "wind": WindActionBody,
    "symbols": SymbolsActionBody,
}


def _accepted(steps: Steps) -> str:
    """What would be accepted at the end of these steps."""
    match steps:
        case ():
            return "a JSON object"
        case (*_, "rulings", str(ruling)):
            return ", ".join(rulebook().ruling(ruling).options)
        case ("action", "forced_discards", str(name)):
            return ACCEPTED["discard_elements"] if 1 <= len(name) <= LONGEST_NAME else _NAME
        case ("action", "forced_discards", str(), int()):
            return _CARD
        case (*_, "used", str()):
            return _COUNT
        case ("position", "mandate"):
            return f"null, {', '.join(mandates())}"
        case ("position", "players", int(), "wind"):
            return f"null, {', '.join(Wind)}"
        case (*_, "mandate", "by"):
            return "bid, discard"
        case (*_, "mandate", "discard"):
            return f"a list of at most {MOST_CARDS} cards"
        case (*_, "use" | "symbols", int(), "as"):
            return ", ".join(Symbol)
        case ("position", "players", int(), "hand"):
            return f'a list of at most {MOST_CARDS} cards, or {{"count": n}}'
        case ("position", "players", int(), "hand", int()):
            return f'{_CARD}, or "unknown"'
        case (*_, str(key), int()):
            return _ENTRIES.get(key, _CARD)
        case (*_, str(key)):
            return ACCEPTED[key]
    raise AssertionError(steps)


def _keys(steps: Steps, model: type[RulesBody], body: Any) -> str:
    """The keys of the object at the end of these steps."""
    match steps:
        case (*_, "rulings"):
            return ", ".join(rulebook().rulings)
        case ("position", "players", int(), "hand"):
            return "count"
        case (*_, "used"):
            return ", ".join(Symbol)
    return ", ".join(_aliases(_model_at(steps, model, body)))


def _model_at(steps: Steps, model: type[RulesBody], body: Any) -> type[BaseModel]:
    """The typed body of the object at the end of these steps."""
    match steps:
        case ():
            return model
        case (*_, "as"):
            return ClaimBody
        case (*_, "mandate"):
            return MandateBody
        case (*_, "use" | "symbols", int()):
            return PlayedAsBody
        case ("position",):
            return PositionBody
        case ("position", "players", int()):
            return PlayerBody
        case ("position", "trick", int(place)):
            return entry_model(body["position"]["trick"][place])
        case ("action",):
            return _ACTIONS[body["action"]["type"]]
        case (*_, int()) | (*_, "card"):
            return CardBody
    return BidBody


def _fault(error: ErrorDetails, model: type[RulesBody], body: object) -> Fault:
    """What is wrong there, with the clause of the set-up that it breaks, if it breaks one."""
    clause = broken_by(error, _steps_taken(error["loc"], body))
    return citing(_uncited(error, model, body), clause, edition_of(body))


def broken_by(error: ErrorDetails, steps: Steps) -> str | None:
    """The clause of the set-up that is broken by what stands at the end of these steps."""
    if error["type"] in ("too_long", "too_short") and steps[-1:] == ("players",):
        return "players-two-to-five"
    if error["type"] == "literal_error" and isinstance(error["input"], str):
        of_a_mandate = steps[-1:] == ("mandate",) or steps[-2:] == ("mandate", "animal")
        return "mandate-animals" if of_a_mandate else None
    return None


def edition_of(body: object) -> Edition:
    """The edition of the body, as far as it can be read."""
    named = body.get("edition") if isinstance(body, dict) else None
    known = isinstance(named, str) and named in rulebook().editions
    return rulebook().edition(str(named) if known else SELECTORS["edition"][0])


def _uncited(error: ErrorDetails, model: type[RulesBody], body: object) -> Fault:
    steps, got = _steps_taken(error["loc"], body), error["input"]
    if key := error.get("ctx", {}).get("key"):
        steps, got = (*steps, key), got[key]
    at = pointer(steps)
    match error["type"]:
        case "missing" | "union_tag_not_found" if _lacks(error, got):
            missing = steps if error["type"] == "missing" else (*steps, "type")
            return Fault(pointer(missing), None, *_required(missing, model, body))
        case "extra_forbidden":
            return _unknown_key(steps, shorten(got), model, body)
        case "too_long" | "too_short":
            return Fault(at, shorten(got), _accepted(steps), _length(error, steps))
        case "value_error":
            return _value_fault(at, got, _accepted(steps), error["ctx"]["error"])
    return Fault(at, shorten(got), _accepted(steps), f"{in_words(got)} is not accepted here")


def _required(steps: Steps, model: type[RulesBody], body: Any) -> tuple[str, str]:
    """What is accepted at a key that is missing, and what is said of it."""
    short = any(key in body for key in SHORT_FORM)
    if issubclass(model, JudgeBody) and steps == ("bid",) and not short:
        return f"{ACCEPTED['bid']}; {ACCEPTED_FORMS}", "neither a bid nor position and action"
    if model in TURN_BODIES and steps in (("position",), ("action",)):
        return f"{_accepted(steps)}; {ACCEPTED_FORMS}", "position and action go together"
    if model is PlaysBody and steps == ("hand",):
        return f"{ACCEPTED['hand']}; {ACCEPTED_PLAYS}", "neither a hand nor a position"
    return _accepted(steps), "this key is required"


def _lacks(error: ErrorDetails, got: object) -> bool:
    """Whether a key is missing: that of the error, or the type of an action."""
    return error["type"] == "missing" or isinstance(got, dict)


def _length(error: ErrorDetails, steps: Steps) -> str:
    """How a list is too long or too short."""
    limits, things = error["ctx"], _THINGS.get(steps[-1], "cards")
    things = "cards" if "forced_discards" in steps else things
    if error["type"] == "too_long":
        return f"more than {limits['max_length']} {things}"
    return f"fewer than {limits['min_length']} {things}"


def _value_fault(at: str, got: object, accepted: str, error: ValueError) -> Fault:
    if isinstance(error, NotationError):
        part = shorten(error.got)
        detail = f"{part!r} is not accepted" if part == got else f"{part!r} in it is not accepted"
        return Fault(at, shorten(got), error.accepted, detail)
    return Fault(at, shorten(got), accepted, str(error))


def _unknown_key(steps: Steps, got: Got, model: type[RulesBody], body: object) -> Fault:
    at, key = pointer(steps), shorten(steps[-1])
    if model in TURN_BODIES and len(steps) == 1 and steps[0] in SHORT_FORM:
        detail = f"{key} does not go together with position and action"
        return Fault(at, got, ACCEPTED_FORMS, detail)
    if model is ActionsBody and len(steps) == 1 and steps[0] in ("hand", "over"):
        return Fault(at, got, ACCEPTED_PLAYS, f"{key} does not go together with position")
    detail = "no ruling has this id" if steps[:-1] == ("rulings",) else "no such key"
    return Fault(at, got, f"the keys {_keys(steps[:-1], model, body)}", detail)


def _steps_taken(loc: Steps, body: object) -> Steps:
    """The steps that exist in the body: a list of cards given for a bid has no key ``cards``."""
    steps: list[str | int] = []
    here: Any = body
    for step in loc:
        if _is_no_key(step, here):
            continue
        steps.append(step)
        if isinstance(here, dict):
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
    return tuple(steps)


def _is_no_key(step: str | int, here: Any) -> bool:
    """Whether the step only names what a value was taken as."""
    if isinstance(here, dict):
        return step in (*TAGS, "[key]") and step not in here
    return isinstance(step, str)
