"""Setting up a game and a round: suits in play, the deck, who starts, the deal.

Nothing is shuffled or drawn here; the order of the cards comes from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from checker.cards import VALUES, Card, Element, Side, Wind
from checker.decks import Deck, animal_name
from checker.notation import write_card
from checker.positions import Hand, Mood, Player, Position

PLAYERS = range(2, 6)
"""So many can play."""
CARDS_DEALT: Mapping[str, int] = {"rulebook": 12, "early": 11}
"""The cards of each player at the start of a round, by the text that is played by."""
_DEALT_BY: Mapping[str, str] = {"rulebook": "twelve-dealt", "early": "eleven-dealt"}
"""The clause that says how many they are."""
STARTING_POINTS = 1
"""The points of each player at the start of a game."""
MOST_POINTS = 105
"""The points of all players and the supply: thirty ones and fifteen fives."""
ELEMENT_NUMBERS: Mapping[Element, int] = {
    Element.METAL: 1,
    Element.WOOD: 2,
    Element.WATER: 3,
    Element.FIRE: 4,
    Element.EARTH: 5,
}
"""The number on each Element card, by which the starting player is found."""


class SetupFault(NamedTuple):
    """One thing that is wrong, and the id of the clause it breaks, if it breaks one."""

    detail: str
    clause: str | None = None


class CannotSetUp(ValueError):
    """A game that cannot be set up like this; ``faults`` says everything that is wrong."""

    def __init__(self, faults: Sequence[SetupFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.detail for fault in faults))


def suits_in_play(players: int) -> int:
    """How many suits so many players use: one each, and one more when they are two.

    >>> [suits_in_play(players) for players in PLAYERS]
    [3, 3, 4, 5]

    Raises :class:`CannotSetUp`.
    """
    if players not in PLAYERS:
        raise CannotSetUp([_so_many_cannot_play(players)])
    return players + 1 if players == 2 else players


def cards_of_suits(suits: int, *, elements: bool) -> int:
    """How many cards so many suits have, with or without their Element cards.

    >>> cards_of_suits(5, elements=True)
    70
    """
    return suits * (len(VALUES) + elements)


def starting_player(drawn: Mapping[str, Element]) -> str:
    """Of those who drew these Element cards, the one with the highest number.

    >>> starting_player({"A": Element.WOOD, "B": Element.FIRE})
    'B'
    """
    return max(drawn, key=lambda name: ELEMENT_NUMBERS[drawn[name]])


def cards_in_play(deck: Deck, suits: Sequence[Element], *, elements: bool = True) -> list[Card]:
    """The cards of these suits, White sides up, with their Element cards unless left out.

    >>> from checker.decks import deck
    >>> len(cards_in_play(deck("rulebook"), list(Element)))
    70
    """
    animals = [deck.card(suit, value) for suit in suits for value in VALUES]
    return animals + [element_card(suit) for suit in suits if elements]


def element_card(element: Element) -> Card:
    """The Element card of a suit."""
    return Card(None, name=f"element-{element}", element=element)


def deal(
    points: Mapping[str, int],
    shuffled: Sequence[Card],
    starter: str,
    mood: Mood | None = None,
    *,
    edition: str = "rulebook",
    winds: Mapping[str, Wind] | None = None,
    again: bool = False,
) -> Position:
    """The table at the start of a round: some cards for everybody, the rest is the draw pile.

    ``points`` names the players clockwise and what they have. The cards go from the top to one
    player after the other, all of a hand at a time. ``edition`` is the text that is played by,
    ``winds`` in the early one what each player is dealt apart from the hand, where that is known;
    ``again`` says that a round was played before. Raises :class:`CannotSetUp` with all that is
    wrong.
    """
    names, dealt = list(points), CARDS_DEALT[edition]
    suits = {card.element for card in shuffled if not card.is_element_card}
    shuffled_again = again and edition == "early"
    lacking = "all-shuffled-again" if shuffled_again else "draw-pile-face-down"
    faults = _faults(names, shuffled, starter, lacking)
    if edition == "early":
        faults += _early_faults(names, shuffled, winds)
    elif winds is not None:
        faults.append(SetupFault("the printed rulebook has no winds", "no-wind-cards"))
    if (total := sum(points.values())) > MOST_POINTS:
        detail = f"all together start with {total} points; accepted: at most {MOST_POINTS}"
        faults.append(SetupFault(detail, "point-supply"))
    if faults:
        raise CannotSetUp(faults)
    hands = [tuple(shuffled[dealt * n : dealt * (n + 1)]) for n in range(len(names))]
    held = {name: None if winds is None else _wind_of(winds, name) for name in names}
    return Position(
        players=tuple(
            Player(n, Hand(h), points[n], held[n]) for n, h in zip(names, hands, strict=True)
        ),
        turn=starter,
        draw_pile=tuple(shuffled[dealt * len(names) :]),
        discard=(),
        suits=tuple(element for element in Element if element in suits),
        elements=any(card.is_element_card for card in shuffled),
        mood=mood,
    )


def new_game(
    names: Sequence[str],
    shuffled: Sequence[Card],
    starter: str,
    mood: Mood | None = None,
    *,
    edition: str = "rulebook",
    winds: Mapping[str, Wind] | None = None,
) -> Position:
    """The table at the start of a game, everybody with one point; raises :class:`CannotSetUp`."""
    if len(set(names)) < len(names):
        raise CannotSetUp([SetupFault("two players have the same name")])
    points = dict.fromkeys(names, STARTING_POINTS)
    return deal(points, shuffled, starter, mood, edition=edition, winds=winds)


def hand_faults(hands: Mapping[str, Sequence[Card]], edition: str) -> list[SetupFault]:
    """Who is dealt more or fewer cards than the text has it."""
    due = CARDS_DEALT[edition]
    return [
        SetupFault(f"{name} is dealt {len(hand)} cards, not {due}", _DEALT_BY[edition])
        for name, hand in hands.items()
        if len(hand) != due
    ]


def opening_faults(
    points: Mapping[str, int], drawn: Mapping[str, Element], suits: Sequence[Element], edition: str
) -> list[SetupFault]:
    """What is wrong with the start of a game, before anything is dealt.

    ``points`` names the players and what they start with, ``drawn`` the Element card that each of
    them draws, ``suits`` are those in play.
    """
    if edition == "early":
        return [SetupFault("the early text has no Element cards to draw", "no-element-cards")]
    faults = [
        SetupFault(f"{name} starts with {number} points, not {STARTING_POINTS}", "one-point-each")
        for name, number in points.items()
        if number != STARTING_POINTS
    ]
    faults += [
        SetupFault(f"{name} draws no Element card", "starter-by-number")
        for name in points
        if name not in drawn
    ]
    for element, times in Counter(drawn.values()).items():
        if times > 1:
            detail = f"{element_card(element).name} is drawn twice"
            faults.append(SetupFault(detail, "one-element-card-each"))
        if element not in suits:
            detail = f"{element_card(element).name} is drawn, but its suit is not in play"
            faults.append(SetupFault(detail, "suits-in-play"))
    return faults


def _wind_of(winds: Mapping[str, Wind], name: str) -> tuple[Wind, ...]:
    return (winds[name],) if name in winds else ()


def _early_faults(
    names: Sequence[str], shuffled: Sequence[Card], winds: Mapping[str, Wind] | None
) -> list[SetupFault]:
    """What the early text does not deal: Element cards, and other than one wind each.

    There are four winds, so that of five players one goes without.
    """
    faults: list[SetupFault] = []
    if any(card.is_element_card for card in shuffled):
        detail = "the early text deals no Element cards"
        faults.append(SetupFault(detail, "no-element-cards"))
    if winds is None:
        return faults
    faults += [SetupFault(f"{name} has a wind, but does not play") for name in winds.keys() - names]
    twice = [wind for wind, times in Counter(winds.values()).items() if times > 1]
    faults += [SetupFault(f"the {wind} wind is dealt twice", "wind-dealt") for wind in twice]
    due = min(len(names), len(Wind))
    if len(winds) != due:
        detail = f"{len(winds)} winds are dealt; accepted: {due}, one for each player"
        faults.append(SetupFault(detail, "wind-dealt"))
    return faults


def _so_many_cannot_play(players: int) -> SetupFault:
    detail = f"{players} cannot play; accepted: {PLAYERS[0]} to {PLAYERS[-1]}"
    return SetupFault(detail, "players-two-to-five")


def _faults(
    names: Sequence[str], shuffled: Sequence[Card], starter: str, lacking: str
) -> list[SetupFault]:
    """All that is wrong with these players and cards; ``lacking`` is broken where some are not."""
    faults: list[SetupFault] = []
    if len(names) not in PLAYERS:
        faults.append(_so_many_cannot_play(len(names)))
    if starter not in names:
        faults.append(SetupFault(f"{starter} starts, but does not play"))
    if blue := [which_card(card) for card in shuffled if card.side is not Side.WHITE]:
        told = f"cards are dealt with their White sides up, not {', '.join(blue)}"
        faults.append(SetupFault(told, "white-side-up"))
    names_of_cards = Counter(map(which_card, shuffled))
    if twice := sorted(name for name, times in names_of_cards.items() if times > 1):
        faults.append(SetupFault(f"in the deck twice: {', '.join(twice)}", "deck-cards"))
    animals = {card.element for card in shuffled if not card.is_element_card}
    specials = {card.element for card in shuffled if card.is_element_card}
    faults += _lacking(shuffled, [suit for suit in Element if suit in animals], lacking)
    if bare := [which_card(card) for card in shuffled if card.up and card.element is None]:
        told = f"bare faces are dealt, and no cards: {', '.join(dict.fromkeys(bare))}"
        faults.append(SetupFault(told, "suits-in-play"))
    elif len(names) in PLAYERS and len(animals) != suits_in_play(len(names)):
        needed = suits_in_play(len(names))
        detail = f"{len(names)} players use {needed} suits, not {len(animals)}"
        faults.append(SetupFault(detail, "suits-in-play"))
    if specials - animals:
        detail = "the Element cards are those of the suits in play, or are left out"
        faults.append(SetupFault(detail, "suits-in-play"))
    if specials:
        faults += [
            SetupFault(f"{element_card(suit).name} is not there", "one-element-card-each")
            for suit in Element
            if suit in animals - specials
        ]
    return faults


def which_card(card: Card) -> str:
    """Which card it is, also where the caller spelled it out; of a bare face what it shows."""
    white = card.up if card.side is Side.WHITE else card.under
    if card.name or card.element is None or white is None:
        return card.name or write_card(card)
    return animal_name(card.element, white.value)


def _lacking(cards: Sequence[Card], suits: Sequence[Element], clause: str) -> list[SetupFault]:
    """The Animal cards of these suits that are not there, one fault for each suit."""
    there = {which_card(card) for card in cards}
    faults: list[SetupFault] = []
    for suit in suits:
        names = (animal_name(suit, value) for value in VALUES)
        if lacking := [name for name in names if name not in there]:
            detail = f"neither dealt nor in the draw pile: {', '.join(lacking)}"
            faults.append(SetupFault(detail, clause))
    return faults
