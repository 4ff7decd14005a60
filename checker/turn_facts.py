"""What a camera would see of a turn: hand, trick, symbols, piles and moods, as numbers by name.

``None`` is a number that the position does not tell. No clause is known here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from checker.actions import Action, BidAction, ElementAction, PassAction, unused_elements
from checker.cards import Card, Element, Side, Symbol, Value
from checker.fitting import Fit
from checker.mandate_facts import (
    see_mandate,
    see_rooster,
    see_symbols_alone,
    see_wind,
    victim_of,
)
from checker.model.turn import MOST
from checker.notation import write_card
from checker.positions import BidEntry, Hand, Mood, Position
from checker.readings import Kind, Reading
from checker.tricks import Chain, bids, facts_of_bid, passed
from checker.turn_view import TurnView, cards_text, counted
from checker.unknown_cards import Gone, gone_from_hands, lacks, take_from
from checker.wording import joined

NINETEEN = 19
"""The early edition's limit for points of symbols."""


def turn_view(position: Position, action: Action, wild: Symbol) -> TurnView:
    """The turn as it is seen from outside."""
    actor = action.player or position.turn or ""
    gone = gone_from_hands(position)
    view = TurnView(words={"actor": actor, "turn": position.turn or "nobody"})
    _say_who(view, position, action, actor)
    see_rooster(view, position, actor)
    see_wind(view, position, action, actor)
    left = _discard(view, position, action, actor, gone)
    if isinstance(action, BidAction):
        see_symbols_alone(view, position, action, left, gone, actor)
        left = _play(view, left, _played(action), actor, gone, alone=bool(action.symbols))
        after = _symbols(view, position, action, left, actor, gone)
        see_mandate(view, position, action, after, gone.having(_played(action)), actor)
    elif isinstance(action, ElementAction):
        _element(view, action)
        _forced(view, position, action, actor)
        left = _play(view, left, (action.card,), actor, gone)
        see_mandate(view, position, action, left, gone.having((action.card,)), actor)
    elif isinstance(action, PassAction):
        see_mandate(view, position, action, left, gone, actor)
    _trick(view, position)
    return view


def trick_numbers(chain: Chain, position: Position, wild: Symbol) -> dict[str, int | None]:
    """What the readings of the trick's bids decide: a wild that stands for an A or a 2."""
    gone = passed(position)
    found = [
        (entry.player, {_stands_high(reading, entry, wild) for reading in readings})
        for entry, readings in zip(bids(position), chain, strict=True)
    ]
    staying = [answers for player, answers in found if player not in gone]
    return {
        "ace-or-two-by-wild": _one_does([answers for _, answers in found]),
        "ace-or-two-by-wild-staying": _one_does(staying),
    }


def _one_does(found: Sequence[set[bool]]) -> int | None:
    if {True} in found:
        return 1
    return None if any(True in each for each in found) else 0


def over_numbers(over: Reading | None) -> dict[str, int | None]:
    """What one reading of the bid to beat decides."""
    different = over.length if over and over.kind in (Kind.RUN, Kind.FORMATION) else 0
    return {
        "bomb-in-trick": int(over is not None and over.kind is Kind.BOMB),
        "values-to-beat": over.count if over else 0,
        "over-three-different": int(different >= 3),
        "leads": int(over is None),
    }


def _stands_high(reading: Reading, entry: BidEntry, wild: Symbol) -> bool:
    fit = Fit(facts_of_bid(entry, wild), reading)
    return bool({Value.ACE, Value.TWO} & set(fit.open_places))


def _played(action: BidAction) -> tuple[Card, ...]:
    """All cards that leave the hand to be played."""
    return tuple(each.card for each in action.symbols) or action.cards


def _say_who(view: TurnView, position: Position, action: Action, actor: str) -> None:
    view.numbers.update(
        {
            "bids": int(isinstance(action, BidAction) and action.is_bid),
            "plays-element": int(isinstance(action, ElementAction)),
            "passes": int(isinstance(action, PassAction)),
            "out-of-turn": int(actor != position.turn),
            "has-passed": int(actor in passed(position)),
            "discards-elements": int(bool(action.discard_elements)),
        }
    )


@dataclass(frozen=True, slots=True)
class _Unused:
    """The cards that a player discards unused: which are not in the hand, and what is left of it.

    ``lacking`` says whether any is not, ``None`` where the position does not tell.
    """

    player: str
    not_held: tuple[Card, ...]
    left: Hand
    lacking: int | None


def _discard(view: TurnView, position: Position, action: Action, actor: str, gone: Gone) -> Hand:
    """The hand that is left when the unused Element cards, of others as well, have gone."""
    unused = _unused(position, action, actor, gone)
    sure = [each for each in unused if each.lacking]
    untold = [_hand_of(each.player) for each in unused if each.lacking is None]
    lacking = 1 if sure else None if untold else 0
    cards = [card for _, given_up in unused_elements(action, actor) for card in given_up]
    animals = [card for card in cards if not card.is_element_card]
    left = unused[0].left
    size = left.size
    # Somebody who acts and discards nothing keeps a card, however many there are.
    kept = bool(size if size is not None else not action.discard_elements)
    view.numbers["discards-animal-card"] = int(bool(animals))
    view.set("discards-not-held", lacking, joined(untold, "and"))
    view.set("keeps-card", 1 if kept else 0 if size is not None else None, _hand_of(actor))
    view.set("hand-size", size, _hand_of(actor))
    view.words["discards_not_held"] = cards_text([card for each in sure for card in each.not_held])
    view.words["not_holding"] = joined([f"{each.player}'s" for each in sure], "or")
    view.words["animals_discarded"] = cards_text(animals)
    view.words["hand_size"] = "unknown" if size is None else counted(size, "card")
    return left


def _unused(position: Position, action: Action, actor: str, gone: Gone) -> list[_Unused]:
    """What each player discards; an Element card that is played or has gone before is not held."""
    found: list[_Unused] = []
    seen = [action.card] if isinstance(action, ElementAction) else []
    for name, cards in unused_elements(action, actor):
        once: list[Card] = []
        again: list[Card] = []
        for card in cards:
            (again if card.is_element_card and card in seen else once).append(card)
            seen.append(card)
        hand = position.player(name).hand
        left, absent = take_from(hand, once)
        lacking = 1 if again else lacks(absent, hand, gone)
        found.append(_Unused(name, (*absent, *again), left, lacking))
    return found


def _forced(view: TurnView, position: Position, action: ElementAction, actor: str) -> None:
    """Who discards before a forced pass, and who of them does not have to pass."""
    names = [name for name, _ in action.forced_discards]
    unforced = [name for name in names if name in {actor, *position.out, *passed(position)}]
    view.numbers["forced-discards"] = int(bool(names))
    view.numbers["unforced-discards"] = int(bool(unforced))
    view.words["forced"] = joined(names, "and")
    view.words["unforced"] = joined(unforced, "or")


def _play(
    view: TurnView, hand: Hand, played: Sequence[Card], actor: str, gone: Gone, alone: bool = False
) -> Hand:
    """The hand that is left when these cards are played; of symbols alone it is said elsewhere."""
    left, not_held = take_from(hand, played)
    view.set("cards-not-held", 0 if alone else lacks(not_held, hand, gone), _hand_of(actor))
    view.words["not_held"] = cards_text(not_held)
    return left


def _element(view: TurnView, action: ElementAction) -> None:
    view.numbers["element-is-animal"] = int(not action.card.is_element_card)
    for element in Element:
        of_it = action.card.is_element_card and action.card.element is element
        view.numbers[f"element-{element}"] = int(of_it)
    view.words["element_card"] = write_card(action.card)


def _symbols(
    view: TurnView, position: Position, action: BidAction, left: Hand, actor: str, gone: Gone
) -> Hand:
    """The symbols of the bid and what is claimed for them; the hand that is left after it."""
    shown = _shown(action)
    points = action.points_taken
    spun, not_there = take_from(left, action.spin)
    not_white = [c for c in action.spin if c.is_element_card or c.side is not Side.WHITE]
    turned = tuple(_spun(card) for card in action.spin)
    after_spins = replace(spun, cards=(*spun.cards, *turned))
    after, fire_gone = take_from(after_spins, action.fire)
    played = gone.having(_played(action))
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
        }
    )
    view.set("fire-not-held", lacks(fire_gone, after_spins, played), where)
    view.set("spins-at-fault", 1 if not_white else lacks(not_there, left, played), where)
    hungry = None if position.mood is None else position.mood is Mood.HUNGRY
    view.set("hungry", hungry, "position.mood")
    _victims(view, position, action, actor)
    _points(view, position, action, actor)
    _at_most(view, position, shown, spun, after_spins, actor)
    view.words.update(
        {
            "fire_symbols": counted(shown.count(Symbol.FIRE), "Fire symbol"),
            "fire_cards": counted(len(action.fire), "card"),
            "fire_not_held": cards_text(fire_gone),
            "panda_symbols": counted(shown.count(Symbol.PANDA), "Panda symbol"),
            "panda_points": counted(points, "point"),
            "spins": counted(len(action.spin), "card"),
            "spins_at_fault": cards_text([*not_white, *not_there]),
            "mood": position.mood.value if position.mood else "unknown",
            "bamboo_symbols": counted(shown.count(Symbol.BAMBOO), "Bamboo symbol"),
            "bamboo_points": counted(action.bamboo, "point"),
        }
    )
    return after


def _shown(action: BidAction) -> list[Symbol]:
    """The symbols on the cards, or those that they are played as."""
    if action.symbols:
        return [each.symbol for each in action.symbols if each.symbol is not Symbol.WATER]
    return [symbol for card in action.cards if card.up for symbol in card.up.symbols]


def _victims(view: TurnView, position: Position, action: BidAction, actor: str) -> None:
    """From whom points are taken: the player of the bid before, or, early, whoever is named."""
    before, named = victim_of(position, actor), action.taken_from
    last = bids(position)[-1].player if bids(position) else None
    points = action.points_taken
    victim = position.player(before).points if before else 0
    view.numbers.update(
        {
            "somebody-before": int(last is not None),
            "wrong-victim": int(any(name != last for name in named)),
            "wrong-other-victim": int(any(name != before for name in named)),
            "victims-miscounted": int(len(named) not in (0, 1, points)),
            "victims-unnamed": int(len(named) not in (1, points)),
            "takes-from-oneself": int(actor in named),
        }
    )
    view.set("victim-points", victim, f"the points of {before}")
    taken = {name: named.count(name) if len(named) == points else points for name in named}
    unknown = [name for name in taken if position.player(name).points is None]
    short = [name for name, number in taken.items() if (_held(position, name) or 0) < number]
    surely = [name for name in short if name not in unknown]
    lacking = 1 if surely else None if unknown else 0
    view.set("victims-lack-points", lacking, f"the points of {unknown[0] if unknown else ''}")
    wrong = [name for name in dict.fromkeys(named) if name != last]
    pays, untold = _one_choice(position, actor, 0 if named else points)
    view.set("one-choice-pays", pays, f"the points of {untold}")
    view.words["victim"] = before or "nobody: this bid starts the trick"
    view.words["victims_at_fault"] = " and ".join(surely or wrong) or "nobody"


def payers(position: Position, actor: str, points: int) -> dict[str, int | None]:
    """What each opponent can give of so many points, clockwise; ``None`` where that is unknown."""
    others = position.after(actor)
    return {p.name: None if p.points is None else min(p.points, points) for p in others}


def _one_choice(position: Position, actor: str, points: int) -> tuple[bool | None, str]:
    """Whether the opponents can give the points in one way only, and who has to be asked."""
    given = payers(position, actor, points)
    untold = [name for name, number in given.items() if number is None]
    together = sum(number or 0 for number in given.values())
    if not points or together > points or not untold:
        return together == points > 0, ""
    return None, untold[0]


def _points(view: TurnView, position: Position, action: BidAction, actor: str) -> None:
    """The points of the player before and after what is claimed for symbols."""
    before, claimed = _held(position, actor), action.points_taken + action.bamboo
    where = f"the points of {actor}"
    view.numbers["claims-points"] = int(claimed > 0)
    view.set("points-before", before, where)
    view.set("points-after", None if before is None else before + claimed, where)
    view.words["points_before"] = "unknown" if before is None else counted(before, "point")
    view.words["points_claimed"] = counted(claimed, "point")
    view.words["points_after"] = "unknown" if before is None else str(before + claimed)


def _at_most(
    view: TurnView,
    position: Position,
    shown: Collection[Symbol],
    spun: Hand,
    after_spins: Hand,
    actor: str,
) -> None:
    """The most that the symbols of each kind could do."""
    numbers = list(shown)
    fire, panda = numbers.count(Symbol.FIRE), numbers.count(Symbol.PANDA)
    animals = sum(not card.is_element_card for card in after_spins.cards)
    view.numbers["fire-most"] = min(fire, animals + (after_spins.unknown or 0))
    before = victim_of(position, actor)
    if position.mood is Mood.SPIN:
        taken = view.numbers["panda-spins"] or 0
        white = sum(c.side is Side.WHITE and not c.is_element_card for c in spun.cards)
        view.numbers["panda-most"] = min(panda, taken + white + (spun.unknown or 0))
    else:
        points = _held(position, before) if before else 0
        view.set(
            "panda-most", None if points is None else min(panda, points), f"the points of {before}"
        )
    view.numbers["bamboo-most"] = numbers.count(Symbol.BAMBOO)
    view.words["fire_most"] = counted(view.numbers["fire-most"] or 0, "card")
    view.words["panda_most"] = str(view.numbers["panda-most"])
    view.words["bamboo_most"] = counted(view.numbers["bamboo-most"] or 0, "point")


def _held(position: Position, name: str) -> int | None:
    return position.player(name).points


def _trick(view: TurnView, position: Position) -> None:
    """Sides, values and symbols that the trick shows, and those of players still in it."""
    gone = passed(position)
    _lies(view, bids(position), "")
    _lies(view, [entry for entry in bids(position) if entry.player not in gone], "-staying")


def _lies(view: TurnView, entries: Sequence[BidEntry], suffix: str) -> None:
    sides: dict[str, set[Side]] = {}
    for entry in entries:
        sides.setdefault(entry.player, set()).update(card.side for card in entry.cards)
    plain = [entry for entry in entries if not entry.symbols]
    up = [card.up for entry in plain for card in entry.cards if card.up]
    showing = [e for e in plain if any(c.up and _PANDA in c.up.symbols for c in e.cards)]
    used = [None if e.used is None else dict(e.used).get(_PANDA, 0) for e in showing]
    known = any(used) or not any(number is None for number in used)
    both = "both-sides-staying" if suffix else "both-sides-in-trick"
    view.numbers.update(
        {
            f"both-sides-by-one{suffix}": int(any(len(shown) == 2 for shown in sides.values())),
            both: int(len(set().union(*sides.values())) == 2),
            f"ace-or-two-shown{suffix}": int(any(face.value >= Value.ACE for face in up)),
            f"panda-shown{suffix}": int(bool(showing)),
        }
    )
    where = "the symbols used in the trick"
    view.set(f"panda-used{suffix}", any(used) if known else None, where)


_PANDA = Symbol.PANDA


def _spun(card: Card) -> Card:
    """The card with its other half up; what is not known of it stays unknown."""
    return replace(card, up=card.under, under=card.up, side=Side.BLUE)


def _hand_of(actor: str) -> str:
    return f"the hand of {actor}"


def possible(name: str) -> tuple[int, int]:
    """The extremes of an unknown number; every clause compares it with one bound or another."""
    return (0, MOST[name])


def held_of(cards: Sequence[Card], hand: Hand) -> list[Card]:
    """Those of the cards that are known to be in the hand."""
    _, absent = take_from(hand, cards)
    left = list(cards)
    for card in absent:
        left.remove(card)
    return left
