"""The expansion: when a mandate may be activated, with what, and what each animal does.

Part of the plain reference for a whole game (`tests.reference_game` describes all of it).

Readings of the rules that the text does not settle:

* Without the expansion, or with no mandate revealed (`"mandate": None`), activating one is illegal;
  a position that does not say which is revealed leaves it undetermined. `mandate_used` that is
  absent means not used.
* The hand from which a card is discarded to activate is the one left after the symbols have worked:
  a card spun or burnt by them is not there (or not white) any more.
* What is claimed as `drawn` or `top` has to be what lies on a known pile. By bid, `drawn` and
  `card` are claims of something that does not happen, and illegal.
* Where the drawn card is not known and the action needs it (a discard or put that the hand does not
  hold), the verdict is undetermined.
* Rat: without `put` the drawn card goes back. The ruling rat-what binds the card that is swapped;
  an Element card that was drawn may always go back. Without a pile there is nothing to put.
  What is put on the pile enters a hand white side up later, as all drawn cards do.
* Snake: what cannot be flipped (no card drawn, an Element card known to be drawn) may not be
  claimed to be.
* Monkey: "seat-before" is the neighbour against the clock, also one who has passed or shown out.
  `keep` that is absent means given back. Without `top`, a card kept from a hand of several is
  unknown, and so is the rest of that hand.
* Rabbit: none to three cards.
* Horse: `take` is always named, as the card lies in the bid.
* The bid before, for Panda and Monkey, is the last one laid, also where the Dragon withdrew it; so
  is it for the conditions of Element cards other than the Water card.
* Goat and Ox: see `tests.reference`. A bid that claims one of them and does not need it is judged
  by that one's demand alone.
* `once-per-method` only matters in the middle of a Rooster's turn, because an action activates one.
  The ways used before in that turn are read from the player's last entries.
* A pass in the middle of a Rooster's turn leaves no entry; Element cards may be given up with it.
* The Dragon's player passes like anybody; if that leaves one player, that one wins the trick.
* Under `passed-cards=count` a card that the Horse took still counts in the bid it was part of.
* In the middle of a Rooster's turn a player without cards still has to end the turn by passing,
  also where such players are jumped over otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.reference import Reading
from tests.reference_flow import (
    discard,
    draw,
    leave_trick,
    lying,
    monkey_victim,
    move_on,
    take_from_pile,
    take_in,
    win_at_once,
)
from tests.reference_table import (
    UNKNOWN,
    Event,
    Missing,
    Position,
    Table,
    animal_of,
    canonical,
    face_of,
    is_bid,
    is_element,
    is_white_animal,
    lacking,
    laid_in,
    side_of,
    spun,
    turned_white,
    without,
)

Mandate = Mapping[str, Any]

ANIMALS = {
    "rat": "3",
    "snake": "4",
    "rooster": "5",
    "rabbit": "6",
    "monkey": "7",
    "dog": "8",
    "pig": "9",
    "goat": "10",
    "tiger": "Q",
    "horse": "K",
    "ox": "A",
    "dragon": "2",
}
"""The animals with a mandate, and the white value that each of them is on. The J has none."""

ONLY_ANSWERING = ("monkey", "goat", "tiger", "horse", "ox", "dragon")
ONLY_LEADING = ("rabbit",)
MOST_FOR_RABBIT = 3
POINTS_OF_DOG = 2
POINTS_OF_DRAGON = 3


def features(card: str, animal: str | None, table: Table) -> bool:
    """Whether a card shows this animal, white side up."""
    if animal not in ANIMALS or not is_white_animal(card):
        return False
    return ANIMALS[animal] in face_of(card, table.deck).split("+")


# --- The Rooster's turn --------------------------------------------------------------------------


def pending_faults(position: Position) -> list[str]:
    """Why a position cannot be in the middle of a Rooster's turn; empty if it is not or can be."""
    if not position.get("mandate_used"):
        return []
    faults: list[str] = []
    if position.get("mandate", "rooster") != "rooster":
        faults.append("only the Rooster lets a turn go on after its mandate was used")
    trick = position.get("trick") or []
    if not trick or not is_bid(trick[-1]) or animal_of(trick[-1]) != "rooster":
        faults.append("the last entry of the trick is no bid with the Rooster")
    elif trick[-1]["player"] != position["turn"]:
        faults.append("the turn is not that of the last bidder")
    return faults


def is_pending(table: Table) -> bool:
    """Whether a player is in the middle of a Rooster's turn."""
    return bool(table.position.get("mandate_used"))


def second_bid_faults(table: Table, is_bomb: bool, is_element_card: bool) -> list[str]:
    """Why this may not be the second bid of a Rooster's turn."""
    if is_pending(table) and table.rulings["rooster-second"] == "no-bomb-no-element":
        if is_bomb:
            return ["the second bid of the Rooster is no Bomb"]
        if is_element_card:
            return ["the second bid of the Rooster is no Element card"]
    return []


def _ways_used(table: Table, name: str) -> list[str]:
    """In which ways this player has activated the mandate in the turn that is going on."""
    ways: list[str] = []
    for entry in reversed(table.position["trick"]):
        if entry["player"] != name or animal_of(entry) != "rooster":
            break
        ways.append(entry["mandate"]["by"])
    return ways


# --- Legality ------------------------------------------------------------------------------------


def _activation_faults(
    table: Table, name: str, mandate: Mandate, laid: Sequence[str], reading: Reading
) -> list[str]:
    """Why a mandate may not be activated with this bid at all, whatever is discarded."""
    animal, by = mandate["animal"], mandate["by"]
    faults: list[str] = []
    if "mandate" not in table.position:
        faults.append(Missing("which mandate is revealed"))
    elif table.position["mandate"] != animal:
        faults.append("this mandate is not revealed")
    if is_pending(table):
        again = table.rulings["mandate-count"] == "once-per-method"
        if not again or by in _ways_used(table, name):
            faults.append("the mandate was used in this turn")
    if reading[0] == "bomb":
        faults.append("a mandate does not go with a Bomb")
    answering = table.reading_to_beat() is not None
    if animal in ONLY_ANSWERING and not answering:
        faults.append("this mandate only goes with a bid that answers")
    if animal in ONLY_LEADING and answering:
        faults.append("this mandate only goes with the first bid of a trick")
    if by == "bid" and not any(features(card, animal, table) for card in laid):
        faults.append("no card of the bid shows the animal, white side up")
    if by == "bid" and ("drawn" in mandate or "card" in mandate):
        faults.append("nothing is drawn or discarded to activate by a bid")
    return faults


class _Cards:
    """The hand and the pile while a mandate is judged, as far as they are known.

    `there` is whether a card lies on the pile, None where that is not known.
    """

    def __init__(self, hand: Sequence[str], pile: list[str] | int | None) -> None:
        self.hand = list(hand)
        self.pile = list(pile) if isinstance(pile, list) else pile

    @property
    def there(self) -> bool | None:
        return None if self.pile is None else self.pile not in (0, [])

    def drawn(self, claimed: str | None, faults: list[str]) -> str | None:
        """Take the top card off the pile; None where there is none. The claim must fit."""
        if self.there is False:
            if claimed is not None:
                faults.append("there is no card to draw")
            return None
        known = UNKNOWN
        if isinstance(self.pile, list):
            known = turned_white(self.pile.pop(0))
        elif self.pile is not None:
            self.pile -= 1
        if claimed is None:
            return known
        if known not in (UNKNOWN, canonical(claimed)):
            faults.append("another card lies on the pile")
        return canonical(claimed)

    def miss(self, cards: Sequence[str]) -> list[str]:
        """Faults for cards that the hand does not hold; one unknown card may be each of them."""
        lacks = len(lacking(cards, self.hand))
        if lacks == 0:
            return []
        if lacks <= self.hand.count(UNKNOWN):
            return [Missing("which card was drawn")]
        return ["a card is not in the hand"]


def _discard_to_activate(table: Table, mandate: Mandate, cards: _Cards) -> list[str]:
    """Draw, then discard the animal; faults of doing so."""
    faults: list[str] = []
    if table.rulings["draw-empty"] == "forbidden" and not cards.there:
        nothing = "the draw pile has no card to draw"
        faults.append(nothing if cards.there is False else Missing("the draw pile"))
    drawn = cards.drawn(mandate.get("drawn"), faults)
    if mandate.get("card") is None:
        return [*faults, "say which card is discarded"]
    card = canonical(mandate["card"])
    if not features(card, mandate["animal"], table):
        faults.append("the discarded card does not show the animal, white side up")
    if table.rulings["discard-drawn"] == "yes" and drawn is not None:
        cards.hand.append(drawn)
        drawn = None
    faults += cards.miss([card])
    if card in cards.hand:
        cards.hand.remove(card)
    if drawn is not None:
        cards.hand.append(drawn)
    return faults


def mandate_faults(
    table: Table,
    name: str,
    mandate: Mandate,
    laid: Sequence[str],
    reading: Reading,
    rest: Sequence[str],
) -> list[str]:
    """Why this mandate may not be activated with this bid.

    `laid` are the cards of the bid, `rest` is the hand after its symbols have worked.
    """
    if mandate["animal"] not in ANIMALS or mandate["by"] not in ("bid", "discard"):
        raise ValueError(f"not a mandate: {dict(mandate)!r}")
    if not table.expansion:
        return ["there are no mandates without the expansion"]
    faults = _activation_faults(table, name, mandate, laid, reading)
    cards = _Cards(rest, table.position.get("draw_pile"))
    if mandate["by"] == "discard":
        faults += _discard_to_activate(table, mandate, cards)
    animal = mandate["animal"]
    if animal == "rat":
        faults += _rat_faults(table, mandate, cards)
    elif animal == "snake":
        faults += _snake_faults(mandate, cards)
    elif animal == "rabbit":
        faults += _rabbit_faults(table, mandate, cards)
    elif animal == "monkey":
        faults += _monkey_faults(table, name, mandate)
    elif animal == "tiger":
        single = reading[0] == "single"
        same = table.rulings["tiger-value"] == "one-distinct-value" and reading[2] == 1
        if not (single or same):
            faults.append("the Tiger goes with a single value")
    elif animal == "horse":
        faults += _horse_faults(table, mandate)
    return faults


def _rat_faults(table: Table, mandate: Mandate, cards: _Cards) -> list[str]:
    """The card put back comes from the hand or is the one drawn."""
    faults: list[str] = []
    there = cards.there
    top = cards.drawn(mandate.get("top"), faults)
    if mandate.get("put") is None:
        return faults
    put = canonical(mandate["put"])
    if top is None:
        return [*faults, "there is no card to swap with"]
    if there is None:
        faults.append(Missing("the draw pile"))
    if put == top != UNKNOWN:
        return faults
    if put not in cards.hand:
        return [*faults, *_Cards([*cards.hand, top], None).miss([put])]
    if table.rulings["rat-what"] == "animal-only" and is_element(put):
        faults.append("the Rat swaps Animal cards only")
    return faults


def _snake_faults(mandate: Mandate, cards: _Cards) -> list[str]:
    """Only an Animal card that was drawn is flipped."""
    faults: list[str] = []
    there = cards.there
    top = cards.drawn(mandate.get("top"), faults)
    if mandate.get("flip"):
        if top is None:
            faults.append("there is no card to flip")
        elif is_element(top):
            faults.append("an Element card is not flipped")
        elif there is None:
            faults.append(Missing("the draw pile"))
    return faults


def _rabbit_faults(table: Table, mandate: Mandate, cards: _Cards) -> list[str]:
    """Up to three cards of the hand are discarded."""
    chosen = [canonical(card) for card in mandate.get("discard") or []]
    faults = cards.miss(chosen)
    if len(chosen) > MOST_FOR_RABBIT:
        faults.append("the Rabbit discards three cards at most")
    if table.rulings["rabbit-what"] == "animal-only" and any(is_element(card) for card in chosen):
        faults.append("the Rabbit discards Animal cards only")
    return faults


def _monkey_faults(table: Table, name: str, mandate: Mandate) -> list[str]:
    """The victim holds a card, and that card where it is told."""
    bids = table.bids()
    victim = monkey_victim(table, name, bids[-1]["player"] if bids else None)
    if victim is None:
        return ["nobody has bid before"]
    if table.hand_size(victim) == 0:
        return ["the Monkey's victim holds no card"]
    hand = table.player(victim)["hand"]
    if mandate.get("top") is None or not isinstance(hand, list):
        return []
    top = canonical(mandate["top"])
    if top in hand:
        return []
    if any(card.startswith(UNKNOWN) for card in hand):
        return [Missing(f"the hand of {victim}")]
    return ["the Monkey's victim does not hold this card"]


def _horse_faults(table: Table, mandate: Mandate) -> list[str]:
    """The card taken lies in the bid to beat."""
    if mandate.get("take") is None:
        return ["say which card the Horse takes"]
    take, over = canonical(mandate["take"]), table.to_beat()
    if over is None:
        return []
    lies = [card for card, _ in lying(table, over["player"])]
    if take not in laid_in(over) or take not in lies:
        return ["the card to be taken does not lie in the bid before"]
    if table.rulings["horse-side"] == "white-only" and side_of(take) == "blue":
        return ["the Horse takes white cards only"]
    return []


# --- Consequences --------------------------------------------------------------------------------


def _known(card: str, told: str | None) -> str:
    """A drawn card, as told where the pile does not show it."""
    return canonical(told) if card == UNKNOWN and told is not None else card


def _draw_told(table: Table, name: str, told: str | None, events: list[Event]) -> list[str]:
    """Draw one card into a known hand, if there is one."""
    drawn = [_known(card, told) for card in take_from_pile(table, 1)]
    take_in(table, name, drawn)
    events.append(("draw", name, tuple(drawn)))
    return drawn


def _score(table: Table, name: str, points: int, events: list[Event]) -> None:
    """Take points from the supply."""
    table.player(name)["points"] += points
    events.append(("score", name, points))


def _throw(table: Table, name: str, cards: Sequence[str], events: list[Event]) -> None:
    """Discard cards from a known hand."""
    table.player(name)["hand"] = without(table.player(name)["hand"], cards)
    discard(table, name, cards, events)


def _act_rat(table: Table, name: str, mandate: Mandate, events: list[Event]) -> None:
    """Draw the top card, then put it or another card face down on the pile."""
    taken = take_from_pile(table, 1)
    if not taken:
        return
    drawn = _known(taken[0], mandate.get("top"))
    put = drawn if mandate.get("put") is None else canonical(mandate["put"])
    if put != drawn:
        table.player(name)["hand"] = [*without(table.player(name)["hand"], [put]), drawn]
    pile = table.position["draw_pile"]
    lies = turned_white(put)
    table.position["draw_pile"] = [lies, *pile] if isinstance(pile, list) else pile + 1
    events.append(("swap", name, drawn, put))


def _act_monkey(
    table: Table, name: str, mandate: Mandate, before: str | None, events: list[Event]
) -> None:
    """See a card of the victim, and keep it or not."""
    victim = str(monkey_victim(table, name, before))
    if not mandate.get("keep"):
        events.append(("monkey", name, victim, None))
        return
    player = table.player(victim)
    hand = player["hand"]
    told = mandate.get("top")
    if isinstance(hand, list) and told is None and len(hand) == 1:
        told = hand[0]
    card = UNKNOWN if told is None else canonical(told)
    if isinstance(hand, list) and told is not None:
        player["hand"] = without(hand, [card])
    else:
        player["hand"] = {"count": table.hand_size(victim) - 1}
    take_in(table, name, [card])
    events.append(("monkey", name, victim, card))


def _act_pig(table: Table, name: str, events: list[Event]) -> None:
    """Each other player draws a card."""
    still, out = table.in_the_trick(), table.position["out"]
    for other in table.clockwise_after(name):
        if other in still or (table.rulings["pig-who"] == "not-shown-out" and other not in out):
            draw(table, other, 1, events)


def act_mandate(
    table: Table, name: str, mandate: Mandate, before: str | None, events: list[Event]
) -> None:
    """Activate the mandate and let the animal work; the bid lies in the trick already.

    Ends the turn, except with the Rooster. `before` is who made the bid before.
    """
    animal = mandate["animal"]
    events.append(("mandate", name, animal, mandate["by"]))
    if mandate["by"] == "discard":
        _draw_told(table, name, mandate.get("drawn"), events)
        _throw(table, name, [canonical(mandate["card"])], events)
    if animal == "rat":
        _act_rat(table, name, mandate, events)
    elif animal == "snake":
        drawn = _draw_told(table, name, mandate.get("top"), events)
        if mandate.get("flip"):
            hand = table.player(name)["hand"]
            hand[-1] = spun(hand[-1])
            events.append(("spin", name, tuple(drawn)))
    elif animal == "rabbit":
        _throw(table, name, [canonical(card) for card in mandate.get("discard") or []], events)
    elif animal == "monkey":
        _act_monkey(table, name, mandate, before, events)
    elif animal == "dog":
        _score(table, name, POINTS_OF_DOG, events)
        still = table.in_the_trick()
        for other in table.clockwise_after(name):
            if other in still:
                _score(table, other, 1, events)
    elif animal == "pig":
        _act_pig(table, name, events)
    elif animal == "horse":
        take = canonical(mandate["take"])
        take_in(table, name, [turned_white(take)])
        events.append(("take", name, before, take))
    elif animal == "dragon":
        _score(table, name, POINTS_OF_DRAGON, events)
        leave_trick(table, name, events)
        table.position["trick"].append({"player": name, "pass": True})
    if animal == "tiger":
        win_at_once(table, name, events)
    elif animal == "rooster":
        table.position["mandate_used"] = True
    else:
        move_on(table, name, events)


# --- Listing -------------------------------------------------------------------------------------


def mandates(table: Table, name: str, rest: Sequence[str]) -> Iterator[dict[str, Any]]:
    """All ways to claim the revealed mandate with a bid that leaves this hand, legal or not."""
    animal = table.position.get("mandate")
    if animal is None:
        return
    pile = table.position.get("draw_pile")
    seen = [turned_white(card) for card in pile[:2]] if isinstance(pile, list) else []
    ways: list[dict[str, Any]] = [{"animal": animal, "by": "bid"}]
    for card in sorted({*rest, *seen[:1]}):
        ways.append({"animal": animal, "by": "discard", "card": card})
    for way in ways:
        drawn = seen[:1] if way["by"] == "discard" else []
        top = seen[len(drawn) : len(drawn) + 1]
        hand = [*rest, *drawn]
        if "card" in way and way["card"] in hand:
            hand.remove(way["card"])
        for needed in _needed(table, name, str(animal), hand, top):
            yield {**way, **needed}


def _needed(
    table: Table, name: str, animal: str, hand: Sequence[str], top: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """All choices that an animal asks for: each once, cards that look the same being the same."""
    if animal == "snake":
        yield {"flip": False}
        yield {"flip": True}
    elif animal == "rat":
        yield {}
        yield from ({"put": card} for card in sorted(set(hand)) if card not in top)
    elif animal == "rabbit":
        for size in range(MOST_FOR_RABBIT + 1):
            for chosen in sorted(set(combinations(sorted(hand), size))):
                yield {"discard": list(chosen)}
    elif animal == "monkey":
        yield {"keep": False}
        bids = table.bids()
        victim = monkey_victim(table, name, bids[-1]["player"] if bids else None)
        held = table.player(victim)["hand"] if victim is not None else []
        if isinstance(held, list):
            yield from ({"keep": True, "top": card} for card in sorted(set(held)))
        else:
            yield {"keep": True}
    elif animal == "horse":
        over = table.to_beat()
        for card in sorted(set(laid_in(over))) if over is not None else []:
            yield {"take": card}
    else:
        yield {}
