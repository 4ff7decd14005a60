"""The strict reader of recorded games, and their one canonical JSON form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Strict, Tag, ValidationError
from pydantic_core import ErrorDetails

from checker import notation
from checker.actions import Action, ElementAction, PassAction, WindAction
from checker.cards import Card, Element, Symbol, Wind
from checker.decks import mandates
from checker.notation import NotationError
from checker.positions import NO_MANDATE, Mood
from checker.questions import MOST_CARDS
from checker.readings import Claim
from checker.replaying import FORMAT, Expected, Move, Record, Round
from checker.rulebook import SELECTORS, rulebook
from checker.setting_up import STARTING_POINTS
from checker.wire.actions import (
    LONGEST_NAME,
    MOST_POINTS,
    AnimalIn,
    BidActionBody,
    ElementActionBody,
    MandateBody,
    NameIn,
    PassActionBody,
    PlayedAsBody,
    PointsIn,
    SymbolsActionBody,
    WindActionBody,
    WindIn,
)
from checker.wire.bodies import RulesBody
from checker.wire.cards import CardIn, Cards, ClaimBody, StrictBody
from checker.wire.normal import card_form
from checker.wire.own_decks import deck_form, read_deck
from checker.wire.positions import FEWEST_PLAYERS, MOST_PLAYERS
from checker.wire.problems import Fault, Invalid, in_words, pointer, shorten
from checker.wire.tables import mandate_form, symbols_form
from checker.wire.validating import broken_by, edition_of
from checker.wire.writing import citing

Json: TypeAlias = dict[str, Any]


MOST_ROUNDS = 200
"""The longest game that is read."""
MOST_MOVES = 1000
"""The longest round that is read."""
MOST_IN_PILE = 70
WITH_TILE = "rulebook"
"""The text that has the Panda tile and the Element cards."""


class ExpectBody(StrictBody):
    """What the record declares of a move; what is absent is not declared."""

    points: dict[NameIn, PointsIn] | None = Field(
        default=None, description="Points after the move, of some or all players."
    )
    leads: NameIn | None = Field(
        default=None, description="Who leads the next trick, or starts the next round."
    )

    def expected(self) -> Expected:
        """The declaration."""
        return Expected(dict(self.points or {}), self.leads)


class _DeclaredBody(StrictBody):
    expect: ExpectBody | None = None

    @property
    def expected(self) -> Expected:
        """What is declared of the move."""
        return self.expect.expected() if self.expect else Expected()


class BidMoveBody(BidActionBody, _DeclaredBody):
    """A bid, what its symbols are used for, and what is declared of it."""


class ElementMoveBody(ElementActionBody, _DeclaredBody):
    """An Element card played instead of a bid, and what is declared of it."""


class PassMoveBody(PassActionBody, _DeclaredBody):
    """A pass, and what is declared of it."""


class WindMoveBody(WindActionBody, _DeclaredBody):
    """A wind of the early edition, and what is declared of it."""


class SymbolsMoveBody(SymbolsActionBody, _DeclaredBody):
    """Cards played as symbols, and what is declared of it."""


_MOVES: dict[str, type[BaseModel]] = {
    "bid": BidMoveBody,
    "element": ElementMoveBody,
    "pass": PassMoveBody,
    "wind": WindMoveBody,
    "symbols": SymbolsMoveBody,
}


def _tag(value: object) -> str | None:
    """The tag of the type, spelled unlike any key that a fault may name."""
    kind = value.get("type") if isinstance(value, dict) else None
    return f"<{kind}>" if isinstance(kind, str) and kind in _MOVES else None


MoveIn: TypeAlias = Annotated[
    Annotated[BidMoveBody, Tag("<bid>")]
    | Annotated[ElementMoveBody, Tag("<element>")]
    | Annotated[PassMoveBody, Tag("<pass>")]
    | Annotated[WindMoveBody, Tag("<wind>")]
    | Annotated[SymbolsMoveBody, Tag("<symbols>")],
    Discriminator(_tag),
]
_TAGS = tuple(f"<{name}>" for name in _MOVES)


class RoundBody(StrictBody):
    """A round: who starts it, what is dealt, and every action in order."""

    starter: NameIn
    mandate: AnimalIn | None = Field(
        default=None, description="The animal of the Mandate revealed; null for none."
    )
    winds: dict[NameIn, WindIn] | None = Field(
        default=None, description="The wind that each player is dealt; early edition only."
    )
    deal: dict[NameIn, Cards]
    draw_pile: Annotated[list[CardIn], Field(max_length=MOST_IN_PILE)] = Field(
        description="The cards from the top on."
    )
    actions: Annotated[list[MoveIn], Field(max_length=MOST_MOVES)]

    def round(self) -> Round:
        """The round."""
        deal = {name: tuple(cards) for name, cards in self.deal.items()}
        moves = tuple(Move(body.action(), body.expected) for body in self.actions)
        told_none = self.mandate is None and "mandate" in self.model_fields_set
        mandate = NO_MANDATE if told_none else self.mandate
        return Round(self.starter, deal, tuple(self.draw_pile), moves, self.winds, mandate)


class RecordBody(RulesBody):
    """A recorded game of Panda Spin."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": ["mood"]},
                {"required": ["edition"], "properties": {"edition": {"const": "early"}}},
            ]
        }
    )

    format: Literal["panda-spin-game/1"]
    players: Annotated[
        list[NameIn],
        Field(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS, description="Clockwise."),
    ]
    points: dict[NameIn, PointsIn] | None = Field(
        default=None, description="Points at the start of the game, by default 1 each."
    )
    mood: Annotated[Mood, Strict(False)] | None = Field(
        default=None, description="To be left out only where the edition has no Panda tile."
    )
    suits: Annotated[
        list[Annotated[Element, Strict(False)]], Field(min_length=1, max_length=len(Element))
    ]
    elements: bool | None = Field(
        default=None,
        description="Whether Element cards are in play; by default where the edition has any.",
    )
    variant: bool = Field(
        default=False, description="Whether the variant of the expansion is played."
    )
    drawn: dict[NameIn, Annotated[Element, Strict(False)]] | None = Field(
        default=None,
        description="The Element card that each player drew to find out who starts the game; "
        "a record that has it begins with the game.",
    )
    rounds: Annotated[list[RoundBody], Field(min_length=1, max_length=MOST_ROUNDS)]

    def record(self) -> Record:
        """The record."""
        points, rules = self.points or {}, self.rules
        has_tile = rules.used["edition"] == WITH_TILE
        if has_tile and self.mood is None:
            fault = Fault("/mood", None, ACCEPTED["mood"], "this key is required")
            raise Invalid([citing(fault, "mood-chosen", rules.edition)])
        return Record(
            rules=rules,
            points={name: points.get(name, STARTING_POINTS) for name in self.players},
            mood=self.mood,
            suits=tuple(self.suits),
            elements=has_tile if self.elements is None else self.elements,
            rounds=tuple(body.round() for body in self.rounds),
            variant=self.variant,
            drawn=None if self.drawn is None else dict(self.drawn),
        )


# Reading


def read_record(body: object) -> Record:
    """The record in a JSON value; raises ``Invalid`` with every fault of it."""
    deck, wrong = read_deck(body)
    wrong += [*_strangers(body), *_suits_twice(body)]
    try:
        read = RecordBody.model_validate(body, context=deck)
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise Invalid([*wrong, *(_fault(each, body) for each in details)]) from None
    if wrong:
        raise Invalid(wrong)
    return read.record()


def _strangers(body: Any) -> Iterator[Fault]:
    """Names that stand twice, and names of nobody who plays."""
    players = body.get("players") if isinstance(body, dict) else None
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        return
    for place, name in enumerate(players):
        if name in players[:place]:
            told = f"{shorten(name)} is the name of two players"
            yield Fault(pointer(("players", place)), shorten(name), "a name of its own", told)
    accepted = f"the name of a player: {', '.join(str(shorten(n)) for n in dict.fromkeys(players))}"
    for steps, name in _names(body):
        if isinstance(name, str) and name not in players:
            told = f"no player is called {shorten(name)}"
            yield Fault(pointer(steps), shorten(name), accepted, told)
    for number, each in enumerate(_items(body, "rounds")):
        deal = each.get("deal") if isinstance(each, dict) else None
        if not isinstance(deal, dict):
            continue
        for name in players:
            if name not in deal:
                at = pointer(("rounds", number, "deal", name))
                yield Fault(at, None, ACCEPTED["cards"], "this player is dealt nothing")


def _suits_twice(body: Any) -> Iterator[Fault]:
    """Elements that stand twice among the suits in play."""
    suits = _items(body, "suits") if isinstance(body, dict) else ()
    for place, suit in enumerate(suits):
        if isinstance(suit, str) and suit in suits[:place]:
            told = f"{shorten(suit)} stands there twice"
            yield Fault(pointer(("suits", place)), shorten(suit), "every element once", told)


def _names(body: Json) -> Iterator[tuple[Sequence[str | int], object]]:
    """Every place where a player is named."""
    for key in ("points", "drawn"):
        yield from (((key, name), name) for name in _items(body, key, dict))
    for number, each in enumerate(_items(body, "rounds")):
        if not isinstance(each, dict):
            continue
        at = ("rounds", number)
        yield (*at, "starter"), each.get("starter")
        yield from (((*at, "deal", name), name) for name in _items(each, "deal", dict))
        yield from (((*at, "winds", name), name) for name in _items(each, "winds", dict))
        for place, move in enumerate(_items(each, "actions")):
            if isinstance(move, dict):
                yield from _names_of_move(move, (*at, "actions", place))


def _names_of_move(
    move: Json, at: tuple[str | int, ...]
) -> Iterator[tuple[Sequence[str | int], object]]:
    yield (*at, "player"), move.get("player")
    yield from (((*at, "from", place), n) for place, n in enumerate(_items(move, "from")))
    forced = _items(move, "forced_discards", dict)
    yield from (((*at, "forced_discards", name), name) for name in forced)
    expect = move.get("expect")
    if isinstance(expect, dict):
        yield (*at, "expect", "leads"), expect.get("leads")
        listed = _items(expect, "points", dict)
        yield from (((*at, "expect", "points", name), name) for name in listed)


def _items(body: Json, key: str, kind: type = list) -> Any:
    """What stands there, where it is a list (or an object) at all."""
    value = body.get(key)
    return value if isinstance(value, kind) else ()


def _aliases(model: type[BaseModel]) -> list[str]:
    """The keys of the object, as they are spelled in a record."""
    return [each.alias or name for name, each in model.model_fields.items()]


_NAME = f"a name of 1 to {LONGEST_NAME} characters"
_COUNT = f"a whole number from 0 to {MOST_POINTS}"
_CARD = f'{notation.ACCEPTED_CARD}, or {{"element", "white", "blue", "side"}}'
ACCEPTED = {
    "format": FORMAT,
    "preset": ", ".join(rulebook().presets),
    "edition": ", ".join(rulebook().editions),
    "expansion": f"null, {SELECTORS['expansion'][1]}",
    "rulings": f"an object of options, by ruling: {', '.join(rulebook().rulings)}",
    "players": f"a list of {FEWEST_PLAYERS} to {MOST_PLAYERS} different names, clockwise",
    "points": f"an object with {_COUNT} by name",
    "mood": ", ".join(Mood),
    "suits": f"a list of elements: {', '.join(Element)}",
    **dict.fromkeys(("elements", "variant", "condition_met", "flip", "keep"), "true, false"),
    "rounds": f"a list of 1 to {MOST_ROUNDS} rounds",
    "starter": _NAME,
    "deal": "an object with the cards dealt to each player, by name",
    "draw_pile": f"a list of at most {MOST_IN_PILE} cards, the top one first",
    "actions": f"a list of at most {MOST_MOVES} actions",
    "player": _NAME,
    "leads": _NAME,
    "type": ", ".join(_MOVES),
    "card": _CARD,
    **dict.fromkeys(
        ("cards", "discard_elements", "fire", "spin"), f"a list of at most {MOST_CARDS} cards"
    ),
    "forced_discards": "an object with lists of Element cards, by the name of who discards them",
    **dict.fromkeys(("panda", "bamboo"), _COUNT),
    "from": f"a list of at most {MOST_CARDS} names",
    "as": "an object with any of kind, width, length, top",
    "mandate": f"an object with any of {', '.join(_aliases(MandateBody))}",
    "animal": ", ".join(mandates()),
    "by": "bid, discard",
    "discard": f"a list of at most {MOST_CARDS} cards",
    "use": f'a list of 1 to {MOST_CARDS} objects {{"card", "as"}}',
    "winds": f"an object with a wind by name: {', '.join(Wind)}",
    "wind": ", ".join(Wind),
    "expect": "an object with any of points, leads",
}
"""What each key accepts."""
_KEYS: dict[str, type[BaseModel]] = {
    "as": ClaimBody,
    "expect": ExpectBody,
    "mandate": MandateBody,
}
_LISTED = {
    "players": _NAME,
    "from": _NAME,
    "suits": f"an element: {', '.join(Element)}",
    "rounds": f"an object with {', '.join(RoundBody.model_fields)}",
    "use": 'an object {"card", "as"}',
    "actions": f"an object with type ({', '.join(_MOVES)}), and what belongs to it",
}
"""What the entries of each list accept that is no list of cards."""


def _accepted(steps: Sequence[str | int]) -> str:
    match steps:
        case ():
            return "a JSON object"
        case (*_, "forced_discards", str(name)):
            return ACCEPTED["discard_elements"] if 1 <= len(name) <= LONGEST_NAME else _NAME
        case (*_, "forced_discards", str(), int()):
            return _CARD
        case (*_, "rulings", str(ruling)):
            return ", ".join(rulebook().ruling(ruling).options)
        case (*_, "points", str()):
            return f"a name that plays, with {_COUNT}"
        case ("drawn",):
            return f"an object with an element by name: {', '.join(Element)}"
        case ("drawn", str()):
            return f"an element: {', '.join(Element)}"
        case ("rounds", int(), "mandate"):
            return f"null, {', '.join(mandates())}"
        case (*_, "winds", str()):
            return ", ".join(Wind)
        case (*_, "use", int(), "as"):
            return ", ".join(Symbol)
        case (*_, "deal", str()):
            return ACCEPTED["cards"]
        case (*_, "as", str(key)):
            return f"what a claim says of its {key}"
        case (*_, str(key), int()):
            return _LISTED.get(key, _CARD)
        case (*_, str(key)):
            return ACCEPTED.get(key, _CARD)
    return _CARD


def _fault(error: ErrorDetails, body: Any) -> Fault:
    """What is wrong there, with the clause of the set-up that it breaks, if it breaks one."""
    clause = broken_by(error, _steps(error["loc"], body))
    return citing(_uncited(error, body), clause, edition_of(body))


def _uncited(error: ErrorDetails, body: Any) -> Fault:
    steps, got = _steps(error["loc"], body), error["input"]
    at, kind = pointer(steps), error["type"]
    if kind == "missing":
        return Fault(at, None, _accepted(steps), "this key is required")
    if kind == "extra_forbidden":
        told = "no ruling has this id" if steps[:-1] == ("rulings",) else "no such key"
        keys = f"the keys {_keys(steps[:-1], body)}"
        return Fault(at, shorten(got), keys, told)
    if kind == "union_tag_not_found":
        if isinstance(got, dict):
            told = "no such type" if "type" in got else "this key is required"
            found = shorten(got.get("type"))
            return Fault(f"{at}/type", found, ACCEPTED["type"], told)
        return Fault(at, shorten(got), _accepted(steps), "this is no action")
    if kind in ("too_long", "too_short"):
        limits = error["ctx"]
        told = "too long" if kind == "too_long" else "too short"
        counted = limits.get("actual_length", len(got))
        return Fault(at, shorten(got), _accepted(steps), f"{told}: {counted} entries")
    if kind == "value_error":
        cause = error["ctx"]["error"]
        if isinstance(cause, NotationError):
            part = shorten(cause.got)
            within = "" if part == got else " in it"
            told = f"{part!r}{within} is not accepted"
            return Fault(at, shorten(got), cause.accepted, told)
        return Fault(at, shorten(got), _accepted(steps), str(cause))
    return Fault(at, shorten(got), _accepted(steps), f"{in_words(got)} is not accepted here")


def _keys(steps: Sequence[str | int], body: Any) -> str:
    """The keys of the object at the end of these steps."""
    model: type[BaseModel] = RecordBody
    match steps:
        case ("rulings",):
            return ", ".join(rulebook().rulings)
        case (*_, "as" | "expect" | "mandate" as key):
            model = _KEYS[str(key)]
        case (_, _, "actions", int()):
            here = body
            for step in steps:
                here = here[step]
            model = _MOVES[here["type"]]
        case (*_, "use", int()):
            model = PlayedAsBody
        case ("rounds", int()):
            model = RoundBody
        case (_, *_):
            return "element, white, blue, side"
    return ", ".join(_aliases(model))


def _steps(loc: Sequence[str | int], body: Any) -> tuple[str | int, ...]:
    """The steps that exist in the body, without those that only name what a value is taken as."""
    steps: list[str | int] = []
    here: Any = body
    for step in loc:
        tagged = isinstance(here, dict) and step in _TAGS and step not in here
        if tagged or step == "[key]" or (isinstance(here, list) and isinstance(step, str)):
            continue
        steps.append(step)
        if isinstance(here, dict):
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
    return tuple(steps)


# Writing


def record_form(record: Record) -> Json:
    """The canonical JSON form of a record: defaults written out, nothing empty in a move."""
    rules = record.rules
    return {
        "format": FORMAT,
        "edition": rules.edition.id,
        **({"expansion": rules.expansion} if rules.expansion else {}),
        "rulings": dict(sorted(rules.pinned.items())),
        "deck": deck_form(rules.deck),
        "players": list(record.points),
        "points": dict(record.points),
        **({"mood": record.mood.value} if record.mood else {}),
        "suits": [suit.value for suit in record.suits],
        "elements": record.elements,
        **({"variant": True} if record.variant else {}),
        **(
            {} if record.drawn is None else {"drawn": {n: e.value for n, e in record.drawn.items()}}
        ),
        "rounds": [_round_form(each, record) for each in record.rounds],
    }


def _round_form(each: Round, record: Record) -> Json:
    return {
        "starter": each.starter,
        **round_extras(each),
        "deal": {name: card_list(each.deal[name]) for name in record.points},
        "draw_pile": card_list(each.draw_pile),
        "actions": [_move_form(move) for move in each.moves],
    }


def round_extras(each: Round) -> Json:
    """The Mandate revealed and the winds dealt in a round, where they are recorded."""
    mandate = {} if each.mandate is None else {"mandate": each.mandate or None}
    winds = each.winds
    return mandate | ({} if winds is None else {"winds": {n: w.value for n, w in winds.items()}})


def _move_form(move: Move) -> Json:
    expected = move.expected
    declared = _kept({"points": dict(expected.points), "leads": expected.leads})
    return {**action_form(move.action), **_kept({"expect": declared})}


def action_form(action: Action) -> Json:
    """The wire form of an action, without what it leaves at its default."""
    who: Json = {"type": "bid", "player": action.player}
    discards = {"discard_elements": card_list(action.discard_elements)}
    if isinstance(action, WindAction):
        met = {} if action.condition_met is None else {"condition_met": action.condition_met}
        return {**_kept({**who, "type": "wind", "wind": action.wind.value, **discards}), **met}
    mandate: Json = {"mandate": action.mandate and mandate_form(action.mandate)}
    match action:
        case PassAction():
            return _kept({**who, "type": "pass", **discards, **mandate})
        case ElementAction():
            card = card_form(action.card)
            others = {name: card_list(cards) for name, cards in action.forced_discards}
            forced = {"forced_discards": others}
            return _kept({**who, "type": "element", "card": card, **discards, **forced, **mandate})
    used: Json = {
        "as": claim_form(action.claim),
        **discards,
        "fire": card_list(action.fire),
        "spin": card_list(action.spin),
        "panda": action.panda,
        "from": list(action.taken_from),
        "bamboo": action.bamboo,
        **mandate,
    }
    effects = _kept(used)
    if action.panda == 0 and action.taken_from:
        effects["panda"] = 0  # without it, each that is named would lose a point
    if action.symbols:
        played = symbols_form(action.symbols)
        return {**_kept({**who, "type": "symbols"}), "use": played, **effects}
    return {**_kept(who), "cards": card_list(action.cards), **effects}


def claim_form(claim: Claim) -> Json:
    """What a claim says."""
    return _kept(
        {
            "kind": claim.kind and claim.kind.value,
            "width": claim.width,
            "length": claim.length,
            "top": None if claim.top is None else str(claim.top),
        }
    )


def card_list(cards: Sequence[Card]) -> list[Any]:
    """The cards in their canonical spelling, in their own order."""
    return [card_form(card) for card in cards]


def _kept(form: Json) -> Json:
    """The keys that say anything."""
    return {key: value for key, value in form.items() if value not in (None, 0, [], {})}
