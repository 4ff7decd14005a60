"""What a Mandate does, once the bid that activates it lies in the trick."""

from __future__ import annotations

from checker.actions import BidAction, Mandate
from checker.cards import Card
from checker.courses import Course
from checker.events import NotKnown
from checker.hands import white_side_up, with_spun, without_cards
from checker.positions import Hand

POINTS_OF_DOG, POINTS_BESIDE_DOG, POINTS_OF_DRAGON = 2, 1, 3
_SAID_AT_ONCE = {"goat": "goat-shapes", "ox": "ox-ties", "rooster": "rooster-plays-again"}


def act_mandate(course: Course, action: BidAction, before: str | None) -> None:
    """Activates the Mandate, lets the animal work and ends the turn, if it does not go on.

    ``before`` is the player of the bid before, for the animals that need one.
    """
    mandate = action.mandate
    assert mandate is not None
    actor, animal = course.actor, mandate.animal
    clause = _SAID_AT_ONCE.get(animal, "mandate-activated")
    if animal == "dragon":
        clause = course.table.clause("dragon-bid-stands", "dragon-bid-withdrawn")
    course.say("mandate", clause, actor, word=animal)
    if mandate.by == "discard":
        _draw_and_discard(course, mandate)
    _WORKS.get(animal, _does_nothing)(course, mandate, before or actor)
    match animal:
        case "tiger":
            course.win_at_once("tiger-makes-pass", "tiger-wins")
        case "rooster":
            course.table = course.table.having(mandate_used=True)
        case _:
            course.move_on()


def _draw_and_discard(course: Course, mandate: Mandate) -> None:
    actor, card = course.actor, mandate.card
    assert card is not None
    course.draw(actor, 1, "mandate-draw", told=mandate.drawn, word=mandate.animal)
    _make_known(course, actor, card)
    course.drop(actor, (card,))
    course.say("discard", "mandate-discard-goes", actor, cards=(card,), word=mandate.animal)


def _make_known(course: Course, name: str, card: Card) -> None:
    """A card that the hand does not show is one of its unknown ones."""

    def named(hand: Hand) -> Hand:
        if card in hand.cards or not hand.unknown:
            return hand
        return Hand((*hand.cards, card), hand.unknown - 1)

    course.table = course.table.with_hand(name, named)


def _does_nothing(_course: Course, _mandate: Mandate, _before: str) -> None:
    """The Goat, the Ox, the Rooster and the Tiger do no more than they have done."""


def _rat(course: Course, mandate: Mandate, _before: str) -> None:
    actor = course.actor
    drawn = course.draw(actor, 1, "rat-draws", told=mandate.top, into_hand=False)
    if not drawn:
        return
    (top,) = drawn
    put = mandate.put
    if put is None or put == top:
        course.table = course.table.putting(top)
    else:
        course.take(actor, drawn)
        _make_known(course, actor, put)
        course.table = course.table.with_hand(actor, lambda hand: without_cards(hand, (put,)))
        course.table = course.table.putting(white_side_up(put, course.table.deck))
    course.say("swap", "rat-puts-back", actor, cards=(put or top,))


def _snake(course: Course, mandate: Mandate, _before: str) -> None:
    actor = course.actor
    drawn = course.draw(actor, 1, "snake-draws", told=mandate.top)
    if not mandate.flip or not drawn:
        return
    (card,) = drawn
    if card is not None:
        known, deck = (card,), course.table.deck
        course.table = course.table.with_hand(actor, lambda hand: with_spun(hand, known, deck))
    course.say("spin", "snake-flips", actor, cards=drawn)


def _rabbit(course: Course, mandate: Mandate, _before: str) -> None:
    for card in mandate.discards:
        _make_known(course, course.actor, card)
    if mandate.discards:
        course.drop(course.actor, mandate.discards)
        course.say("discard", "rabbit-discards", course.actor, cards=mandate.discards)


def _monkey(course: Course, mandate: Mandate, before: str) -> None:
    actor, table = course.actor, course.table
    victim = course.victim(actor, before) or before
    hand = table.hand(victim)
    card = mandate.top
    if card is None and hand.is_known and len(hand.cards) == 1:
        card = hand.cards[0]
    if card is None and hand.is_known and mandate.keep:
        raise NotKnown(f"the card taken of {victim} (mandate.top)", victim, "hand")
    course.say("sees", "monkey-sees", actor, other=victim, cards=(card,))
    if not mandate.keep:
        course.say("monkey", "monkey-returns", actor, other=victim, cards=(card,))
        return
    if card is not None:
        _make_known(course, victim, card)
        course.table = course.table.with_hand(victim, lambda held: without_cards(held, (card,)))
    else:
        course.table = course.table.with_hand(victim, _one_less)
    course.take(actor, (card,))
    course.say("monkey", "monkey-keeps", actor, other=victim, cards=(card,))


def _one_less(hand: Hand) -> Hand:
    """The hand after one of its cards, nobody knows which, has left it."""
    if hand.unknown is None:
        return hand
    return Hand((), len(hand.cards) + hand.unknown - 1)


def _dog(course: Course, _mandate: Mandate, _before: str) -> None:
    course.score(course.actor, POINTS_OF_DOG, "dog-scores")
    still = course.table.still_in()
    for player in course.position.after(course.actor):
        if player.name in still:
            course.score(player.name, POINTS_BESIDE_DOG, "dog-others-score", course.actor)


def _pig(course: Course, _mandate: Mandate, _before: str) -> None:
    clause = course.table.clause("pig-draws", "pig-draws-in-trick")
    names = [player.name for player in course.position.after(course.actor)]
    drawing = [name for name in names if name not in course.position.out]
    if clause == "pig-draws-in-trick":
        drawing = [name for name in names if name in course.table.still_in()]
    for name in drawing:
        course.draw(name, 1, clause, other=course.actor)


def _horse(course: Course, mandate: Mandate, before: str) -> None:
    assert mandate.take is not None
    card = white_side_up(mandate.take, course.table.deck)
    course.take(course.actor, (card,))
    course.say("take", "horse-takes-card", course.actor, other=before, cards=(mandate.take,))


def _dragon(course: Course, _mandate: Mandate, _before: str) -> None:
    course.score(course.actor, POINTS_OF_DRAGON, "dragon-scores")
    course.pass_out(course.actor, "dragon-passes")


_WORKS = {
    "rat": _rat,
    "snake": _snake,
    "rabbit": _rabbit,
    "monkey": _monkey,
    "dog": _dog,
    "pig": _pig,
    "horse": _horse,
    "dragon": _dragon,
}
