"""What is one change apart from a request: one value, one key, or one element of a list.

The changes are blind: which of them matter, and how, is for the model to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from checker.cards import VALUE_NAMES, Element, Symbol, Wind
from checker.decks import mandates
from checker.vectors.expecting import Body

ELEMENT_CARDS = tuple(f"element-{element}" for element in Element)
_CHOICES: dict[str, tuple[str, ...]] = {
    "mood": ("hungry", "spin"),
    "by": ("bid", "discard"),
    "as": tuple(symbol.value for symbol in Symbol),
    "wind": tuple(wind.value for wind in Wind),
    "animal": tuple(mandates()),
    "kind": ("single", "set", "run", "formation", "bomb"),
    "top": VALUE_NAMES,
}
_NAMES = ("turn", "player")
_NAMED = ("from", "out")
_ADDED: dict[str, tuple[Any, ...]] = {
    "panda": (1,),
    "bamboo": (1,),
    "condition_met": (True, False),
    "variant": (True,),
    "mandate_used": (True,),
}
"""What may be put where it is not, in an action or a position."""


def variations(request: Body) -> Iterator[Body]:
    """Every request that one change of the table, the bid or the action makes of this one.

    In a fixed order. The rules to go by stay as they are. Some cannot be answered.
    """
    for key in ("bid", "over", "position", "action"):
        if key in request:
            yield from ({**request, key: value} for value in _changed(key, request[key], request))
    if "over" in request:
        yield {key: value for key, value in request.items() if key != "over"}


def parts(request: Mapping[str, Any]) -> list[str]:
    """The pointer to every card and fact of a request."""
    return list(_parts(request))


def without(request: Body, part: str) -> Body:
    """The request without what the pointer leads to: the same where it leads to nothing."""
    return cast(Body, _without(request, part.split("/")[1:]))


def _parts(value: Any) -> Iterator[str]:
    """The pointer from here to everything in the value, a thing before what is in it."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for step, within in inner:
        yield f"/{step}"
        yield from (f"/{step}{steps}" for steps in _parts(within))


def _without(value: Any, steps: Sequence[str]) -> Any:
    step, *more = steps
    if isinstance(value, dict) and step in value:
        if more:
            return {**value, step: _without(value[step], more)}
        return {key: inner for key, inner in value.items() if key != step}
    if isinstance(value, list) and step.isdigit() and int(step) < len(value):
        place = int(step)
        inner = [_without(value[place], more)] if more else []
        return [*value[:place], *inner, *value[place + 1 :]]
    return value


def _changed(key: str, value: Any, request: Body) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from dict.fromkeys(n for n in (value + 1, value - 1, 0, 20) if n >= 0 and n != value)
    elif isinstance(value, str):
        yield from _strings(key, value, request)
    elif isinstance(value, list):
        yield from _lists(key, value, request)
    elif isinstance(value, dict):
        yield from _objects(key, value, request)


def _objects(key: str, value: Body, request: Body) -> Iterator[Body]:
    if key == "forced_discards":
        yield from _forced_changed(value, request)
        return
    for name, inner in value.items():
        yield {k: v for k, v in value.items() if k != name}
        yield from ({**value, name: other} for other in _changed(name, inner, request))
    if key in ("action", "position"):
        for name, others in _added(key, value, request):
            if name not in value:
                yield from ({**value, name: other} for other in others)


def _added(key: str, value: Body, request: Body) -> Iterator[tuple[str, Sequence[Any]]]:
    if key == "position":
        yield "variant", _ADDED["variant"]
        yield "mandate_used", _ADDED["mandate_used"]
        return
    hand = _hand(request)
    yield "player", [name for name in _names(request) if name != request["position"].get("turn")]
    yield "discard_elements", [[card] for card in (*hand, "element-earth")]
    if value.get("type") == "element":
        yield "forced_discards", list(_forced(request))
    if value.get("type") == "bid":
        for name in ("panda", "bamboo"):
            yield name, _ADDED[name]
        for name in ("fire", "spin"):
            yield name, [[card] for card in (*hand, "3")]
    if value.get("type") == "wind":
        yield "condition_met", _ADDED["condition_met"]


def _lists(key: str, value: list[Any], request: Body) -> Iterator[list[Any]]:
    for place, inner in enumerate(value):
        before, after = value[:place], value[place + 1 :]
        yield [*before, *after]
        yield from ([*before, other, *after] for other in _changed(key, inner, request))
    if key in ("cards", "bid", "over", "hand", "fire", "spin", "discard_elements", "discards"):
        yield from ([*value, card] for card in _more_cards(key, value, request))
    if key in _NAMED:
        yield from ([*value, name] for name in _names(request))


def _more_cards(key: str, value: Sequence[Any], request: Body) -> list[str]:
    cards = [card for card in value if isinstance(card, str)]
    like = [other for card in cards[:1] + cards[-1:] for other in (card, *_faces(card)[:2])]
    hand = [] if key in ("bid", "over", "hand") else _hand(request)
    return list(dict.fromkeys([*like, *hand, "element-earth"]))


def _strings(key: str, value: str, request: Body) -> Iterator[str]:
    if key in _NAMES or key in _NAMED:
        yield from (name for name in _names(request) if name != value)
    elif key in _CHOICES:
        yield from (other for other in _CHOICES[key] if other != value)
    elif key == "mandate":
        yield from (other for other in mandates() if other != value)
    elif key not in ("name", "type"):
        yield from _faces(value)


def _faces(card: str) -> list[str]:
    """Cards that differ from this one in a single way."""
    if card in ELEMENT_CARDS:
        return [other for other in ELEMENT_CARDS if other != card]
    face, side = card.partition(":")[::2]
    if "-" in face:
        return [face if side else f"{face}:blue"]
    value, *more = face.split("+")
    if value not in VALUE_NAMES:
        return []
    place = VALUE_NAMES.index(value)
    near = [VALUE_NAMES[n] for n in (place + 1, place - 1) if 0 <= n < len(VALUE_NAMES)]
    same = [other for other in more if other in VALUE_NAMES]
    symbols = [other for other in more if other not in VALUE_NAMES]
    moved = ["+".join([other, *[other] * len(same), *symbols]) for other in near]
    changed = [[value, *same, *symbols[1:]]] if symbols else []
    changed += [[value, *same[1:], *symbols]] if same else []
    changed += [[value, *same, *symbols, symbol] for symbol in ("water", "fire") if not symbols]
    changed += [[value, value, *same, *symbols]] if len(same) < 2 else []
    return [*moved, *("+".join(each) for each in changed)]


def _names(request: Body) -> list[str]:
    return [player["name"] for player in request.get("position", {}).get("players", ())]


def _hand(request: Body) -> list[str]:
    """The cards in the hand of the player who acts, as far as they are known."""
    turn = request.get("position", {}).get("turn")
    return _hand_of(request, request.get("action", {}).get("player", turn))


def _hand_of(request: Body, name: str) -> list[str]:
    for player in request.get("position", {}).get("players", ()):
        if player["name"] == name and isinstance(player.get("hand"), list):
            return list(dict.fromkeys(card for card in player["hand"] if isinstance(card, str)))
    return []


def _forced(request: Body) -> Iterator[Body]:
    """One card that somebody discards before a forced pass."""
    for name in _names(request):
        cards = dict.fromkeys((*_hand_of(request, name), "element-earth"))
        yield from ({name: [card]} for card in cards)


def _forced_changed(value: Body, request: Body) -> Iterator[Body]:
    """Other discards before forced passes: by others, of others, more or fewer."""
    for name, cards in value.items():
        less = {k: v for k, v in value.items() if k != name}
        yield less
        yield from ({**less, other: cards} for other in _names(request) if other not in value)
        own = {**request, "action": {**request["action"], "player": name}}
        yield from ({**value, name: each} for each in _changed("discard_elements", cards, own))
    yield from ({**value, **one} for one in _forced(request) if not one.keys() & value.keys())


def differences(one: Any, other: Any) -> int:
    """In how many things two JSON values differ: keys, elements put in, or single values."""
    if isinstance(one, dict) and isinstance(other, dict):
        shared = one.keys() & other.keys()
        return len(one.keys() ^ other.keys()) + sum(differences(one[k], other[k]) for k in shared)
    if isinstance(one, list) and isinstance(other, list):
        if len(one) == len(other):
            return sum(map(differences, one, other))
        few, many = sorted((one, other), key=len)
        missing = len(many) - len(few)
        # Elements put in at one place; whatever else differs counts on top of them.
        return missing + min(
            sum(map(differences, few, many[:place] + many[place + missing :]))
            for place in range(len(few) + 1)
        )
    return int(type(one) is not type(other) or one != other)
