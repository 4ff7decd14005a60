"""The consequences of an action: the table after it, and what happened, in order.

Whether the action is legal is for `checker.turns` alone; here stands only what comes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from checker.actions import BidAction, ElementAction, PassAction, WindAction
from checker.cards import Symbol
from checker.courses import Course
from checker.events import Event, NotKnown
from checker.hands import with_spun, without_cards
from checker.judgements import Judgement
from checker.mandate_facts import after_rooster, victim_of
from checker.mandates import act_mandate
from checker.positions import BidEntry, PassEntry, Position, WindEntry
from checker.questions import TurnQuestion
from checker.readings import Claim, Reading
from checker.tables import Table, last_bidder
from checker.tricks import facts_of_bid
from checker.turn_facts import payers
from checker.turns import judge_turn
from checker.wording import joined, reading_text

__all__ = ["Event", "NotKnown", "Stepped", "Undeclared", "step"]

CARDS_DRAWN = 2
"""How many cards an Element card draws, and a wind."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """What came of an action.

    An illegal or undetermined one changes nothing: ``position`` is the one before, ``events`` are
    empty, and ``judgement`` says why. When the round is over ``position.turn`` is ``None`` and
    ``next_starter`` or ``winner`` is named.
    """

    judgement: Judgement
    position: Position
    events: tuple[Event, ...] = ()
    next_starter: str | None = None
    winner: str | None = None


class Undeclared(ValueError):
    """A legal bid that can be taken in several ways; ``readings`` are those to choose from."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = tuple(readings)
        ways = joined([reading_text(reading) for reading in readings], "or")
        super().__init__(f"declare how the bid is taken (as): {ways}")


def step(question: TurnQuestion) -> Stepped:
    """Acts out an action; never touches its input.

    Raises :class:`Undeclared` for a legal bid with several readings, :class:`NotKnown` where the
    position does not tell what the consequences depend on, and what ``judge_turn`` raises.
    """
    judgement = judge_turn(question)
    if judgement.verdict != "legal":
        return Stepped(judgement, question.position)
    action = question.action
    table = Table(question.position, question.rules, judgement.rulings)
    table = table.having(draw_pile=table.pile())
    course = Course(table, action.player or question.position.turn or "")
    course.give_up(course.actor, action.discard_elements)
    match action:
        case BidAction():
            readings = [taken.reading for taken in judgement.readings]
            if action.is_bid and len(readings) != 1:
                raise Undeclared(readings)
            _bid(course, action, readings[0] if readings else None)
        case ElementAction():
            _element(course, action)
        case WindAction():
            _wind(course, action)
        case PassAction():
            _pass(course, action)
    ended = {event.name: event.player for event in course.events}
    return Stepped(
        judgement,
        course.position,
        tuple(course.events),
        next_starter=ended.get("next-starter"),
        winner=ended.get("game-end"),
    )


def _pass(course: Course, action: PassAction) -> None:
    actor = course.actor
    if after_rooster(course.position, actor):
        course.say("end-turn", "rooster-ends-turn", actor)
    else:
        course.pass_out(actor, "pass-leaves-trick", discards=action.discard_elements)
    course.move_on()


def _wind(course: Course, action: WindAction) -> None:
    """Plays the wind; the bid before it stays, and so may its player."""
    actor, wind = course.actor, action.wind
    course.table = course.table.without_wind(actor, wind)
    course.say("wind", "wind-played", actor, word=wind.value)
    cards = [each.card for each in course.table.lying(actor)]
    course.discard(actor, cards, "wind-discards")
    course.table = course.table.laying(WindEntry(actor, wind))
    course.draw(actor, CARDS_DRAWN, "wind-draws")
    course.say("stays", course.table.clause("wind-stays-in", "wind-leaves-trick"), actor)
    course.move_on()


def _element(course: Course, action: ElementAction) -> None:
    """Plays the Element card, draws, lets the others pass and wins the trick."""
    actor, card = course.actor, action.card
    course.table = course.table.with_hand(actor, lambda hand: without_cards(hand, (card,)))
    course.say("element", "element-played", actor, cards=(card,))
    before = course.ruled("element-draw") == "before"
    if before:
        course.draw(actor, CARDS_DRAWN, "element-draws-two")
    course.win_at_once(
        "element-makes-pass",
        "element-wins-trick",
        element=card,
        draw_after=0 if before else CARDS_DRAWN,
        discards=action.forced_discards,
    )


def _bid(course: Course, action: BidAction, reading: Reading | None) -> None:
    """Lays the bid down, lets its symbols work, then the Mandate."""
    actor, before = course.actor, last_bidder(course.position)
    played = [each.card for each in action.symbols] or action.cards
    course.table = course.table.with_hand(actor, lambda hand: without_cards(hand, played))
    if reading is not None:
        clause = "variant-bid-lies" if action.symbols else "bid-lies-in-trick"
        course.say("bid", clause, actor, cards=action.cards, reading=reading)
    _symbols(course, action)
    gone = [each.card for each in action.symbols if each.symbol is not Symbol.WATER]
    course.discard(actor, gone, "variant-cards-go")
    if reading is None:
        course.pass_out(actor, "variant-passes", entry=PassEntry(actor, action.symbols))
        course.move_on()
        return
    course.table = course.table.laying(_entry(course, action, reading))
    if action.mandate is None:
        course.move_on()
    else:
        act_mandate(course, action, before)


def _symbols(course: Course, action: BidAction) -> None:
    """The symbols work: spins, then Fire, points of a Panda, Bamboo; Fire last by ruling."""
    actor = course.actor
    if action.spin:
        deck = course.table.deck
        course.table = course.table.with_hand(
            actor, lambda hand: with_spun(hand, action.spin, deck)
        )
        course.say("spin", "panda-turns-card", actor, cards=action.spin)
    fire_last = course.ruled("symbol-order") == "as-listed"
    if not fire_last:
        _fire(course, action)
    for victim, points in _victims(course, action).items():
        course.table = course.table.with_points(victim, -points).with_points(actor, points)
        clause = course.table.clause("panda-moves-points", "panda-steals-points")
        course.say("panda", clause, actor, other=victim, points=points)
    if action.bamboo:
        course.table = course.table.with_points(actor, action.bamboo)
        course.say("bamboo", "bamboo-brings-points", actor, points=action.bamboo)
    if fire_last:
        _fire(course, action)


def _fire(course: Course, action: BidAction) -> None:
    if action.fire:
        course.drop(course.actor, action.fire)
        course.say("fire", "fire-burns-card", course.actor, cards=action.fire)


def _victims(course: Course, action: BidAction) -> Counter[str]:
    """From whom the Panda takes how many points."""
    taken = action.points_taken
    if not taken:
        return Counter()
    if len(action.taken_from) == taken:
        return Counter(action.taken_from)
    if not action.taken_from and _takes_from_anybody(course):
        # The bid is legal, so they can pay in one way only.
        given = payers(course.position, course.actor, taken)
        return Counter({name: points for name, points in given.items() if points})
    named = action.taken_from or (victim_of(course.position, course.actor) or "",)
    return Counter({named[0]: taken})


def _takes_from_anybody(course: Course) -> bool:
    early = course.table.rulings["edition"] == "early"
    return early and course.ruled("early-panda-victim") == "any-opponent"


def _entry(course: Course, action: BidAction, reading: Reading) -> BidEntry:
    """The bid as it lies in the trick, declared in full, with the symbols it used."""
    used = Counter(
        {
            Symbol.FIRE: len(action.fire),
            Symbol.PANDA: action.points_taken + len(action.spin),
            Symbol.BAMBOO: action.bamboo,
        }
    )
    wild = course.table.rules.edition.wild
    used[wild] += reading.count - facts_of_bid(action, wild).values
    claim = Claim(reading.kind, reading.width, reading.length, reading.top)
    counts = tuple((symbol, used[symbol]) for symbol in Symbol if used[symbol])
    return BidEntry(course.actor, action.cards, claim, counts, action.mandate, action.symbols)
