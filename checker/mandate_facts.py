"""What a camera would see of winds, Mandates and cards played as symbols, as numbers by name.

``None`` is a number that the position does not tell. No clause is known here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from checker.actions import Action, BidAction, ElementAction, Mandate, PassAction, WindAction
from checker.cards import Card, Side, Wind
from checker.decks import features, mandates
from checker.notation import write_card
from checker.positions import NO_MANDATE, BidEntry, Hand, Player, Position
from checker.tricks import bids
from checker.turn_view import TurnView, cards_text, counted
from checker.unknown_cards import Gone, lacks, take_from

DRAWN = "the card drawn (mandate.drawn)"
"""What is missing where a verdict hangs on it."""


def see_wind(view: TurnView, position: Position, action: Action, actor: str) -> None:
    """The wind that is played, and what the table says of its condition."""
    if not isinstance(action, WindAction):
        return
    held = position.player(actor).winds
    view.numbers["plays-wind"] = 1
    view.numbers["plays-south"] = int(action.wind is Wind.SOUTH)
    view.set("holds-wind", None if held is None else action.wind in held, f"the wind of {actor}")
    where = f"the condition of the {action.wind} wind (condition_met)"
    view.set("condition-met", action.condition_met, where)
    view.words["wind"] = action.wind.value


def see_rooster(view: TurnView, position: Position, actor: str) -> None:
    """Whether the turn goes on after a Rooster, and who else bid before."""
    view.numbers["after-rooster"] = int(after_rooster(position, actor))
    others = [entry for entry in bids(position) if entry.player != actor]
    view.numbers["somebody-else-before"] = int(bool(others))


def after_rooster(position: Position, actor: str) -> bool:
    """Whether this player has just bid with a Rooster and may go on."""
    last = position.trick[-1] if position.trick else None
    if not position.mandate_used or not isinstance(last, BidEntry):
        return False
    return last.player == actor and last.mandate is not None and last.mandate.animal == "rooster"


def victim_of(position: Position, actor: str) -> str | None:
    """The player of the bid before: after a Rooster, the last other bidder."""
    before = [entry.player for entry in bids(position)]
    if after_rooster(position, actor):
        before = [name for name in before if name != actor]
    return before[-1] if before else None


def see_symbols_alone(
    view: TurnView, position: Position, action: BidAction, hand: Hand, gone: Gone, actor: str
) -> None:
    """Cards that are played as symbols, in the variant of the expansion."""
    if not action.symbols:
        return
    cards = [each.card for each in action.symbols]
    _, absent = take_from(hand, cards)
    animal = position.mandate
    amiss = [card for card in cards if animal is None or not features(card, animal)]
    # An animal that nobody told may be any that all the cards show.
    unknown = animal is None and any(all(features(c, a) for c in cards) for a in mandates())
    view.numbers["plays-symbols"] = 1
    view.set("variant-played", position.variant, "whether the variant is played (variant)")
    view.numbers["has-bid"] = int(any(entry.player == actor for entry in bids(position)))
    view.set("symbol-cards-amiss", None if unknown else bool(amiss), "position.mandate")
    view.set("symbol-cards-not-held", lacks(absent, hand, gone), f"the hand of {actor}")
    view.words["cards_at_fault"] = cards_text(absent or amiss)
    view.words["animal"] = _animal_text(animal)


def see_mandate(
    view: TurnView,
    position: Position,
    action: BidAction | ElementAction | PassAction,
    left: Hand,
    gone: Gone,
    actor: str,
) -> None:
    """The Mandate that is claimed; ``left`` is the hand after what is played and its symbols."""
    mandate = action.mandate
    bid = action.cards if isinstance(action, BidAction) else ()
    view.numbers["mandate-used"] = int(position.mandate_used)
    if mandate is None:
        return
    revealed = position.mandate
    view.numbers.update(
        {
            "claims-mandate": 1,
            "by-bid": int(mandate.by == "bid"),
            "by-discard": int(mandate.by == "discard"),
            f"animal-{mandate.animal}": 1,
            "mandate-used-this-way": int(mandate.by in _ways_used(position, actor)),
            "bid-shows-animal": int(any(features(card, mandate.animal) for card in bid)),
        }
    )
    is_it = None if revealed is None else revealed == mandate.animal
    view.set("animal-revealed", is_it, "position.mandate")
    view.words.update(
        {
            "animal": _animal_text(mandate.animal),
            "revealed": _animal_text(revealed),
            "discarded": _card_text(mandate.card),
            "put": _card_text(mandate.put),
            "taken": _card_text(mandate.take),
            "rabbit_cards": counted(len(mandate.discards), "card"),
        }
    )
    _Activation(view, position, mandate, actor, gone).see(left)


@dataclass(frozen=True)
class _Pile:
    """The draw pile from the top on: its known cards, or how many there are, or nothing known."""

    cards: tuple[Card, ...] | int | None

    @property
    def has_cards(self) -> bool | None:
        if self.cards is None:
            return None
        return bool(self.cards)

    @property
    def top(self) -> Card | None:
        """The top card White side up, where it is known."""
        return _white(self.cards[0]) if isinstance(self.cards, tuple) and self.cards else None

    def without_top(self) -> _Pile:
        if isinstance(self.cards, tuple):
            return _Pile(self.cards[1:])
        return _Pile(None if self.cards is None else max(0, self.cards - 1))

    def contradicts(self, told: Card | None) -> bool:
        """Whether a card cannot be the top one that it is said to be."""
        if told is None:
            return False
        top = self.top
        return self.has_cards is False or (top is not None and not same_card(top, told))


def _white(card: Card) -> Card:
    """The card White side up, as it is drawn; what is not known of it stays unknown."""
    if card.side is Side.WHITE or card.is_element_card:
        return card
    return replace(card, up=card.under, under=card.up, side=Side.WHITE, stand_in=False)


def same_card(card: Card, other: Card) -> bool:
    """Whether two cards are told as the same one, whichever side is up and however it is known."""
    if card.name and other.name:
        return card.name == other.name
    return replace(card, stand_in=False) == replace(other, stand_in=False)


@dataclass(frozen=True)
class _Activation:
    """A Mandate being activated and used, as far as the position tells it."""

    view: TurnView
    position: Position
    mandate: Mandate
    actor: str
    gone: Gone

    def see(self, left: Hand) -> None:
        mandate = self.mandate
        pile = _Pile(self.position.draw_pile)
        wrong = mandate.by == "bid" and (mandate.drawn is not None or mandate.card is not None)
        hand, needs_card = left, False
        if mandate.by == "discard":
            wrong = wrong or pile.contradicts(mandate.drawn)
            hand = self._discard(left, pile)
            pile = pile.without_top()
        wrong = wrong or _claims_of_others(mandate)
        if mandate.animal in ("rat", "snake"):
            wrong = wrong or pile.contradicts(mandate.top)
        match mandate.animal:
            case "rat":
                needs_card = mandate.put is not None
                wrong = wrong or (mandate.put is not None and pile.has_cards is False)
                self._rat(hand, pile)
            case "snake":
                needs_card = mandate.flip
                wrong = wrong or (mandate.flip and self._cannot_flip(pile))
            case "rabbit":
                self._rabbit(hand)
            case "monkey":
                wrong = wrong or self._monkey()
            case "horse":
                self._horse()
        unsure = needs_card and pile.has_cards is None and not wrong
        self.view.set("told-wrongly", None if unsure else wrong, "position.draw_pile")

    def _discard(self, left: Hand, pile: _Pile) -> Hand:
        """The hand after a card was drawn and one discarded."""
        mandate, numbers = self.mandate, self.view.numbers
        shows = mandate.card is not None and features(mandate.card, mandate.animal)
        numbers["discard-shows-animal"] = int(shows)
        self.view.set("pile-has-cards", pile.has_cards, "position.draw_pile")
        discarded = [mandate.card] if mandate.card is not None else []
        _, absent = take_from(left, discarded)
        at_hand = lacks(absent, left, self.gone)
        drawn = with_drawn(left, pile.top or mandate.drawn, pile.has_cards)
        after, absent = take_from(drawn, discarded)
        where = DRAWN if left.is_known else f"the hand of {self.actor}"
        self.view.set("discard-at-hand", None if at_hand is None else not at_hand, where)
        missing = lacks(absent, drawn, self.gone)
        self.view.set("discard-at-hand-or-drawn", None if missing is None else not missing, where)
        return after

    def _rat(self, hand: Hand, pile: _Pile) -> None:
        put = self.mandate.put
        drawn = pile.top or self.mandate.top
        if put is None or (drawn is not None and same_card(put, drawn)):
            self.view.numbers["put-at-hand"] = 1
            return
        self.view.numbers["puts-element"] = int(put.is_element_card)
        after = with_drawn(hand, drawn, pile.has_cards)
        _, absent = take_from(after, [put])
        missing = lacks(absent, after, self.gone)
        self.view.set("put-at-hand", None if missing is None else not missing, DRAWN)

    def _cannot_flip(self, pile: _Pile) -> bool:
        drawn = pile.top or self.mandate.top
        return pile.has_cards is False or (drawn is not None and drawn.is_element_card)

    def _rabbit(self, hand: Hand) -> None:
        cards = self.mandate.discards
        _, absent = take_from(hand, cards)
        where = DRAWN if self.mandate.by == "discard" else f"the hand of {self.actor}"
        self.view.numbers["rabbit-cards"] = len(cards)
        self.view.numbers["rabbit-discards-element"] = int(any(c.is_element_card for c in cards))
        self.view.set("rabbit-not-held", lacks(absent, hand, self.gone), where)
        self.view.words["rabbit_not_held"] = cards_text(absent)

    def _monkey(self) -> bool:
        """What the two victims hold that the Monkey may have; whether one cannot hold the card."""
        before = [entry.player for entry in bids(self.position)]
        seat = self.position.after(self.actor)[-1]
        bidder = self.position.player(before[-1]) if before else None
        self._holds("bidder-before-holds", bidder)
        self._holds("seat-before-holds", seat)
        self.view.words["victim"] = bidder.name if bidder else "nobody"
        self.view.words["seat_before"] = seat.name
        told = self.mandate.top
        if told is None:
            return False
        victims = [player for player in (bidder, seat) if player is not None]
        return all(self._cannot_hold(player, told) for player in victims)

    def _cannot_hold(self, player: Player, card: Card) -> bool:
        _, absent = take_from(player.hand, [card])
        return bool(absent) and player.hand.is_known

    def _holds(self, name: str, player: Player | None) -> None:
        size = player.hand.size if player else 0
        where = f"the hand of {player.name}" if player else ""
        self.view.set(name, None if size is None else size > 0, where)

    def _horse(self) -> None:
        take, last = self.mandate.take, bids(self.position)[-1:]
        lies = take is not None and any(take in entry.cards for entry in last)
        self.view.numbers["taken-lies-there"] = int(lies)
        self.view.numbers["taken-is-white"] = int(take is not None and take.side is Side.WHITE)


_OWN: dict[str, tuple[str, ...]] = {
    "rat": ("top", "put"),
    "snake": ("top", "flip"),
    "rabbit": ("discards",),
    "monkey": ("top", "keep"),
    "horse": ("take",),
}
"""What is told of each animal's effect."""


def _claims_of_others(mandate: Mandate) -> bool:
    """Whether something is told that only another animal does."""
    told = {name for names in _OWN.values() for name in names if getattr(mandate, name)}
    return not told <= set(_OWN.get(mandate.animal, ()))


def with_drawn(hand: Hand, drawn: Card | None, there: bool | None) -> Hand:
    """The hand with one more card, known or not, if there is one to draw."""
    if there is False:
        return hand
    if drawn is not None:
        return replace(hand, cards=(*hand.cards, drawn))
    return replace(hand, unknown=None if hand.unknown is None else hand.unknown + 1)


def _ways_used(position: Position, actor: str) -> set[str]:
    """The ways in which this player has activated the Mandate in the turn that goes on."""
    ways: set[str] = set()
    for entry in reversed(position.trick if position.mandate_used else ()):
        rooster = isinstance(entry, BidEntry) and entry.mandate is not None
        if entry.player != actor or not rooster or not isinstance(entry, BidEntry):
            break
        assert entry.mandate is not None
        ways.add(entry.mandate.by)
    return ways


def _animal_text(animal: str | None) -> str:
    if animal is None:
        return "unknown"
    return "none" if animal == NO_MANDATE else animal.capitalize()


def _card_text(card: Card | None) -> str:
    return "no card" if card is None else write_card(card)
