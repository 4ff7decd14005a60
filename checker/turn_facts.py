"""What a camera would see of a turn: hand, trick, symbols, piles and moods, as numbers by name.

``None`` is a number that the position does not tell. No clause is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from checker.actions import Action, BidAction, ElementAction, PassAction
from checker.cards import Card, Element, Side, Symbol, Value
from checker.facts import facts_of
from checker.fitting import Fit
from checker.model.turn import MOST
from checker.notation import write_card
from checker.positions import BidEntry, Hand, Mood, Position
from checker.readings import Reading
from checker.tricks import Chain, bids, passed


@dataclass(frozen=True)
class TurnView:
    """The numbers of a turn, what would tell those that are unknown, and the words for sentences.

    ``numbers`` hold everything but what depends on the readings of the trick and of the bid.
    """

    numbers: dict[str, int | None]
    missing: dict[str, str]
    words: dict[str, str]


def turn_view(position: Position, action: Action, wild: Symbol) -> TurnView:
    """The turn as it is seen from outside."""
    actor = action.player or position.turn or ""
    hand = position.player(actor).hand
    gone = _not_in_hand(position)
    view = TurnView({}, {}, {"actor": actor, "turn": position.turn or "nobody"})
    _say_who(view, position, action, actor)
    left = _discard(view, hand, action, actor, gone)
    if isinstance(action, BidAction):
        left = _play(view, left, action.cards, actor, gone)
        _symbols(view, position, action, left, actor, gone)
    elif isinstance(action, ElementAction):
        _element(view, action)
        _play(view, left, (action.card,), actor, gone)
    _trick(view, position)
    return view


def trick_numbers(chain: Chain, position: Position, wild: Symbol) -> dict[str, int | None]:
    """What the readings of the trick's bids decide: a wild that stands for an A or a 2."""
    found = [
        {_stands_high(reading, entry, wild) for reading in readings}
        for entry, readings in zip(bids(position), chain, strict=True)
    ]
    if {True} in found:
        return {"ace-or-two-by-wild": 1}
    return {"ace-or-two-by-wild": None if any(True in each for each in found) else 0}


def over_numbers(over: Reading | None) -> dict[str, int | None]:
    """What one reading of the bid to beat decides."""
    bomb = over is not None and over.kind.value == "bomb"
    return {
        "bomb-in-trick": int(bomb),
        "values-to-beat": over.count if over else 0,
    }


def _stands_high(reading: Reading, entry: BidEntry, wild: Symbol) -> bool:
    fit = Fit(facts_of(entry.cards, wild), reading)
    return bool({Value.ACE, Value.TWO} & set(fit.open_places))


def _say_who(view: TurnView, position: Position, action: Action, actor: str) -> None:
    view.numbers.update(
        {
            "bids": int(isinstance(action, BidAction)),
            "plays-element": int(isinstance(action, ElementAction)),
            "passes": int(isinstance(action, PassAction)),
            "out-of-turn": int(actor != position.turn),
            "has-passed": int(actor in passed(position)),
            "leads": int(not bids(position)),
        }
    )


def _discard(view: TurnView, hand: Hand, action: Action, actor: str, gone: _Gone) -> Hand:
    """The hand that is left when the unused Element cards have gone."""
    again = _used_again(action)
    once = [c for n, c in enumerate(action.discard_elements) if n not in again]
    left, not_held = _take(hand, once)
    not_held += [action.discard_elements[n] for n in again]
    animals = [card for card in action.discard_elements if not card.is_element_card]
    where = _hand_of(actor)
    size = left.size
    # Somebody who acts and discards nothing keeps a card, however many there are.
    kept = bool(size if size is not None else not action.discard_elements)
    numbers = view.numbers
    numbers["discards-animal-card"] = int(bool(animals))
    _set(view, "discards-not-held", 1 if again else _flag(not_held, hand, gone), where)
    _set(view, "keeps-card", 1 if kept else 0 if size is not None else None, where)
    _set(view, "hand-size", size, where)
    view.words["discards_not_held"] = _cards(not_held)
    view.words["animals_discarded"] = _cards(animals)
    view.words["hand_size"] = "unknown" if size is None else _counted(size, "card")
    return left


def _used_again(action: Action) -> list[int]:
    """The places of the discarded Element cards that stand there already, or are played."""
    seen = [action.card] if isinstance(action, ElementAction) else []
    again: list[int] = []
    for place, card in enumerate(action.discard_elements):
        if card.is_element_card and card in seen:
            again.append(place)
        seen.append(card)
    return again


def _play(view: TurnView, hand: Hand, played: Sequence[Card], actor: str, gone: _Gone) -> Hand:
    """The hand that is left when these cards are played."""
    left, not_held = _take(hand, played)
    _set(view, "cards-not-held", _flag(not_held, hand, gone), _hand_of(actor))
    view.words["not_held"] = _cards(not_held)
    return left


def _element(view: TurnView, action: ElementAction) -> None:
    view.numbers["element-is-animal"] = int(not action.card.is_element_card)
    for element in Element:
        of_it = action.card.is_element_card and action.card.element is element
        view.numbers[f"element-{element}"] = int(of_it)
    view.words["element_card"] = write_card(action.card)


def _symbols(
    view: TurnView, position: Position, action: BidAction, left: Hand, actor: str, gone: _Gone
) -> None:
    """The symbols of the bid and what is claimed for them."""
    shown = [symbol for card in action.cards if card.up for symbol in card.up.symbols]
    before = bids(position)[-1].player if bids(position) else None
    points, named = action.points_taken, len(action.taken_from)
    spun, not_there = _take(left, action.spin)
    not_white = [c for c in action.spin if c.is_element_card or c.side is not Side.WHITE]
    turned = tuple(_spun(card) for card in action.spin)
    after = replace(spun, cards=(*spun.cards, *turned))
    _, fire_gone = _take(after, action.fire)
    played = gone.having(action.cards)
    victim = position.player(before).points if before else 0
    where = _hand_of(actor)
    view.numbers.update(
        {
            "fire-symbols": shown.count(Symbol.FIRE),
            "fire-cards": len(action.fire),
            "fire-discards-element": int(any(card.is_element_card for card in action.fire)),
            "panda-symbols": shown.count(Symbol.PANDA),
            "panda-points": points,
            "panda-spins": len(action.spin),
            "bamboo-symbols": shown.count(Symbol.BAMBOO),
            "bamboo-points": action.bamboo,
            "somebody-before": int(before is not None),
            "wrong-victim": int(any(name != before for name in action.taken_from)),
            "victims-miscounted": int(named not in (0, 1, points)),
        }
    )
    _set(view, "fire-not-held", _flag(fire_gone, after, played), where)
    _set(view, "spins-at-fault", 1 if not_white else _flag(not_there, left, played), where)
    hungry = None if position.mood is None else int(position.mood is Mood.HUNGRY)
    _set(view, "hungry", hungry, "position.mood")
    _set(view, "victim-points", victim, f"the points of {before}")
    view.words.update(
        {
            "fire_symbols": _counted(shown.count(Symbol.FIRE), "Fire symbol"),
            "fire_cards": _counted(len(action.fire), "card"),
            "fire_not_held": _cards(fire_gone),
            "panda_symbols": _counted(shown.count(Symbol.PANDA), "Panda symbol"),
            "panda_points": _counted(points, "point"),
            "spins": _counted(len(action.spin), "card"),
            "spins_at_fault": _cards([*not_white, *not_there]),
            "mood": position.mood.value if position.mood else "unknown",
            "victim": before or "nobody: this bid starts the trick",
            "bamboo_symbols": _counted(shown.count(Symbol.BAMBOO), "Bamboo symbol"),
            "bamboo_points": _counted(action.bamboo, "point"),
        }
    )


def _trick(view: TurnView, position: Position) -> None:
    """Sides, values and symbols that the trick shows."""
    sides: dict[str, set[Side]] = {}
    for entry in bids(position):
        sides.setdefault(entry.player, set()).update(card.side for card in entry.cards)
    up = [card.up for entry in bids(position) for card in entry.cards if card.up]
    showing = [e for e in bids(position) if any(c.up and _PANDA in c.up.symbols for c in e.cards)]
    used = [None if e.used is None else dict(e.used).get(_PANDA, 0) for e in showing]
    known = any(used) or not any(number is None for number in used)
    view.numbers.update(
        {
            "both-sides-by-one": int(any(len(shown) == 2 for shown in sides.values())),
            "both-sides-in-trick": int(len(set().union(*sides.values())) == 2),
            "ace-or-two-shown": int(any(face.value >= Value.ACE for face in up)),
            "panda-shown": int(bool(showing)),
        }
    )
    _set(view, "panda-used", int(any(used)) if known else None, "the symbols used in the trick")


_PANDA = Symbol.PANDA


def _take(hand: Hand, cards: Iterable[Card]) -> tuple[Hand, list[Card]]:
    """The hand without these cards, and those of them that are not among its known ones."""
    left = list(hand.cards)
    known = [_as_named(card) for card in hand.cards]
    absent: list[Card] = []
    for card in cards:
        if _as_named(card) in known:
            place = known.index(_as_named(card))
            del known[place], left[place]
        else:
            absent.append(card)
    unknown = hand.unknown
    if unknown is not None:
        unknown = max(0, unknown - len(absent))
    return Hand(tuple(left), unknown), absent


def _as_named(card: Card) -> Card:
    """The card as it is told from others, however its face is known."""
    return replace(card, stand_in=False)


@dataclass(frozen=True, slots=True)
class _Gone:
    """Cards that cannot be among the unknown ones of a hand: named ones that are seen elsewhere,
    and those that are not in play."""

    names: frozenset[str]
    suits: tuple[Element, ...] | None
    elements: bool | None

    def having(self, cards: Sequence[Card]) -> _Gone:
        """The same with these cards seen as well."""
        return replace(self, names=self.names | _named(cards))

    def holds(self, cards: Sequence[Card]) -> bool:
        """Whether one of the cards is among them, or stands there twice."""
        return len(_named(cards)) < sum(bool(card.name) for card in cards) or any(
            card.name in self.names
            or (card.name and self.suits is not None and card.element not in self.suits)
            or (card.is_element_card and self.elements is False)
            for card in cards
        )


def _named(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(card.name for card in cards if card.name)


def _not_in_hand(position: Position) -> _Gone:
    """What cannot be among the unknown cards of somebody who has not passed."""
    seen = [card for player in position.players for card in player.hand.cards]
    seen += position.discard or ()
    seen += position.draw_pile if isinstance(position.draw_pile, tuple) else ()
    seen += [card for entry in bids(position) for card in entry.cards]
    return _Gone(_named(seen), position.suits, position.elements)


def _flag(absent: Sequence[Card], hand: Hand, gone: _Gone) -> int | None:
    """Whether cards are missing: unknown where unknown cards may be they."""
    if not absent:
        return 0
    if gone.holds(absent):
        return 1
    return None if hand.unknown is None or len(absent) <= hand.unknown else 1


def _set(view: TurnView, name: str, number: int | None, where: str) -> None:
    view.numbers[name] = number
    if number is None:
        view.missing[name] = where


def _spun(card: Card) -> Card:
    """The card with its other half up; what is not known of it stays unknown."""
    return replace(card, up=card.under, under=card.up, side=Side.BLUE)


def _hand_of(actor: str) -> str:
    return f"the hand of {actor}"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(write_card(card) for card in cards)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def possible(name: str) -> tuple[int, int]:
    """The extremes of an unknown number; every clause compares it with one bound or another."""
    return (0, MOST[name])


def held_of(cards: Sequence[Card], hand: Hand) -> list[Card]:
    """Those of the cards that are known to be in the hand."""
    _, absent = _take(hand, cards)
    left = list(cards)
    for card in absent:
        left.remove(card)
    return left
