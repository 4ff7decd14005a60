"""A plain reference for a whole game of Panda Spin, printed rulebook edition, no expansion.

It is written for comparison, not for use. It decides whether an action is legal, lists the legal
actions, acts them out (tricks, showing out, rounds, the end of the game) and counts continuations.
Bids are judged by `tests.reference`; everything else stands here, each rule once, spelled out.

Positions, actions and trick entries are plain dictionaries in the shape of the wire contract. The
deck is a mapping from (element, white value) to the blue face of that card. No input is changed.

What has to be known: the whole hand of the acting player, the trick with one possible reading per
bid, all points, the mood, and how many cards the others hold. Anything else raises ValueError, as
does an illegal action in `step`.

Conventions of this module, where the contract leaves the shape open:

* A hand may be `{"count": n}` for a player who does not act. A card drawn from a pile that is only
  a number is `"unknown"`. A white bare face that is spun becomes `"unknown:blue"`, because nothing
  says what is on its other half.
* When a round is over, `turn` is None and no action is legal; `out` then holds the final order.
* Cards of a player who has passed have left the table at once (back to the hand or discarded), but
  the entries stay in `trick`, because the trick as a whole still counts for Element cards.
* Discarded cards keep the side that was up.

Readings of the rules that a text does not settle:

* A leader with nothing but Element cards may discard ALL of them and pass. The trick goes on: the
  next player in it has nothing to beat and therefore leads. If only one player is left in the
  trick, everyone else has passed, so that player wins it without having played.
* A Panda that spins and a Fire that discards may work on the same card, spun first. `fire` then
  names the card as it lies after the spin.
* Players who show out in the same trick are ordered by their last bid in it (an Element card that
  is played counts). Whoever made none, and only discarded Element cards, comes before them.
* The supply of points is never exhausted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from tests import reference
from tests.reference import ELEMENTS, SYMBOLS, VALUES, Reading

Position = Mapping[str, Any]
Action = Mapping[str, Any]
Rulings = Mapping[str, str]
Deck = Mapping[tuple[str, str], str]
Event = tuple[Any, ...]
"""What happened. The first item is the name, the second (where there is one) the player:

("discard elements", player, cards), ("bid", player, cards, reading), ("spin", player, cards),
("fire", player, cards), ("panda", player, victim, points), ("bamboo", player, points),
("element", player, card), ("draw", player, cards), ("pass", player), ("spun back", player, cards),
("discard", player, cards), ("trick won", player), ("out", player, points), ("lead", player),
("round end",), ("next starter", player), ("game end", player).

"spin" names the cards as they were, "spun back" as they come into the hand. Of the last two
exactly one follows "round end".
"""

PRINTED: Deck = {
    ("metal", "8"): "3+3+3",
    ("fire", "Q"): "A+fire",
    ("water", "K"): "7+water",
    ("water", "3"): "10+water",
    ("wood", "9"): "2+bamboo",
    ("earth", "J"): "J+J",
}
"""The blue faces that the rulebook shows; the deck in use when none is passed."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "element-lead": ("forbidden", "allowed"),
    "metal-sides": ("one-player", "trick"),
    "wood-wild": ("counts", "printed-only"),
    "earth-ignored": ("counts", "used-only"),
    "fire-discard": ("animal-only", "any-card"),
    **reference.OPTIONS,
}
"""The rulings that this reference can vary, the default first. All others have their default."""

HAND_LIMIT_OF_FIRE = 7
VALUES_FOR_WATER = 3
MOST_POINTS_FOR_OUT = 7
POINTS_THAT_END_THE_GAME = 15
CARDS_DRAWN = 2
CARDS_DEALT = 12
UNKNOWN = "unknown"
UNKNOWN_BLUE = "unknown:blue"


# --- Cards ---------------------------------------------------------------------------------------


def _value_name(text: str) -> str:
    """A value as it is written in `VALUES`; ValueError if it is none."""
    name = {"T": "10", "二": "2"}.get(text.upper(), text.upper())
    if name not in VALUES:
        raise ValueError(f"not a value: {text!r}")
    return name


@cache
def _canonical(card: str) -> str:
    """The one way in which this module writes a card; ValueError if it cannot be read.

    A side is only written where it is not the usual one.
    """
    body, colon, side = card.partition(":")
    side = {"orange": "white"}.get(side.lower(), side.lower())
    if colon and side not in ("white", "blue"):
        raise ValueError(f"not a side: {card!r}")
    lower = body.lower()
    if lower == UNKNOWN:
        return UNKNOWN_BLUE if side == "blue" else UNKNOWN
    if "-" in body:
        first, _, second = lower.partition("-")
        if first == "element":
            if second not in ELEMENTS or colon:
                raise ValueError(f"not an Element card: {card!r}")
            return lower
        if first not in ELEMENTS:
            raise ValueError(f"not an element: {card!r}")
        name = f"{first}-{_value_name(second)}"
        return f"{name}:blue" if side == "blue" else name
    reference.readings([body])
    parts = [
        part.lower() if part.lower() in SYMBOLS else _value_name(part) for part in body.split("+")
    ]
    usual = "white" if len(parts) == 1 else "blue"
    face = "+".join(parts)
    return face if side in ("", usual) else f"{face}:{side}"


def _is_element(card: str) -> bool:
    """Whether this is an Element card."""
    return card.startswith("element-")


def _is_named(card: str) -> bool:
    """Whether this is an Animal card of the deck, called by its name."""
    return "-" in card and not _is_element(card)


def _side(card: str) -> str:
    """The side of an Animal card that is up."""
    body, _, side = card.partition(":")
    if side:
        return side
    return "blue" if "+" in body else "white"


def _is_white_animal(card: str) -> bool:
    """Whether this is an Animal card with its white side up."""
    return not _is_element(card) and _side(card) == "white"


def _face(card: str, deck: Deck) -> str:
    """What the upper half of an Animal card shows."""
    body, _, side = card.partition(":")
    if not _is_named(card):
        return body
    if side != "blue":
        return body.partition("-")[2]
    element, _, value = body.partition("-")
    if (element, value) not in deck:
        raise ValueError(f"the deck does not say what is on the blue side of {body}")
    return deck[element, value]


def _symbols(cards: Sequence[str], deck: Deck) -> Counter[str]:
    """How often each symbol is on these Animal cards."""
    parts = [part for card in cards for part in _face(card, deck).split("+")]
    return Counter(part for part in parts if part in SYMBOLS)


def _printed_values(cards: Sequence[str], deck: Deck) -> list[str]:
    """The values printed on these Animal cards, symbols left out."""
    parts = [part for card in cards for part in _face(card, deck).split("+")]
    return [part for part in parts if part not in SYMBOLS]


def _spun(card: str) -> str:
    """A white Animal card after it was spun to blue."""
    return f"{card}:blue" if _is_named(card) else UNKNOWN_BLUE


def _lacking(wanted: Sequence[str], held: Sequence[str]) -> list[str]:
    """The wanted cards that are not held, or not that often."""
    return list((Counter(wanted) - Counter(held)).elements())


def _without(held: Sequence[str], taken: Sequence[str]) -> list[str]:
    """The held cards that remain, in their order, when some are taken away."""
    rest = list(held)
    for card in taken:
        rest.remove(card)
    return rest


# --- The table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A position as this module works on it: an own copy, cards written in the one way.

    `readings` are those of the bids in the trick, in order.
    """

    position: dict[str, Any]
    rulings: dict[str, str]
    deck: Deck
    readings: list[Reading]

    def player(self, name: str) -> dict[str, Any]:
        """The player of this name."""
        for player in self.position["players"]:
            if player["name"] == name:
                found: dict[str, Any] = player
                return found
        raise ValueError(f"nobody is called {name!r}")

    def names(self) -> list[str]:
        """All players, clockwise."""
        return [player["name"] for player in self.position["players"]]

    def clockwise_after(self, name: str) -> list[str]:
        """All other players, clockwise from the one who follows `name`."""
        names = self.names()
        place = names.index(name)
        return names[place + 1 :] + names[:place]

    def bids(self) -> list[dict[str, Any]]:
        """The entries of the trick that are bids."""
        return [entry for entry in self.position["trick"] if "cards" in entry]

    def cards_of(self, name: str) -> list[str]:
        """All cards that this player has played to the trick, in order."""
        return [card for bid in self.bids() if bid["player"] == name for card in bid["cards"]]

    def has_passed(self, name: str) -> bool:
        """Whether this player has passed in this trick."""
        return any(
            entry["player"] == name and entry.get("pass") for entry in self.position["trick"]
        )

    def in_the_trick(self) -> list[str]:
        """The players who are neither out nor have passed, clockwise."""
        out = self.position["out"]
        return [name for name in self.names() if name not in out and not self.has_passed(name)]

    def known_hand(self, name: str) -> list[str]:
        """The hand of a player, who must be known to hold these cards."""
        hand = self.player(name)["hand"]
        if not isinstance(hand, list) or any(card.startswith(UNKNOWN) for card in hand):
            raise ValueError(f"the hand of {name} is not known")
        return list(hand)

    def hand_size(self, name: str) -> int:
        """How many cards a player holds."""
        hand = self.player(name)["hand"]
        return len(hand) if isinstance(hand, list) else int(hand["count"])

    def bid_rulings(self) -> dict[str, str]:
        """The rulings that the reference for bids asks for."""
        return {ruling: self.rulings[ruling] for ruling in reference.OPTIONS}


@lru_cache(maxsize=200_000)
def _legal_readings(
    faces: tuple[str, ...],
    claim: tuple[tuple[str, str | int], ...],
    over: tuple[str, ...] | None,
    over_reading: Reading | None,
    rulings: tuple[tuple[str, str], ...],
) -> tuple[Reading, ...]:
    """The readings under which these faces, claimed like this, may be led or beat that bid."""
    over_claim = None if over_reading is None else _as_claim(over_reading)
    judged = reference.judge(
        faces, over, claim=dict(claim), over_claim=over_claim, rulings=dict(rulings)
    )
    return tuple(sorted(judged.readings))


def _as_claim(reading: Reading) -> dict[str, str | int]:
    """A reading in the shape of the wire."""
    kind, width, length, top = reading
    return {"kind": kind, "width": width, "length": length, "top": top}


def _answers(
    cards: Sequence[str],
    claim: Mapping[str, Any] | None,
    over: Sequence[str] | None,
    over_reading: Reading | None,
    rulings: Mapping[str, str],
    deck: Deck,
) -> tuple[Reading, ...]:
    """The readings under which these cards, claimed like this, may be led or beat that bid."""
    keys = ("kind", "width", "length", "top")
    claimed = tuple((key, claim[key]) for key in keys if key in claim) if claim else ()
    faces = tuple(_face(card, deck) for card in cards)
    over_faces = None if over is None else tuple(_face(card, deck) for card in over)
    return _legal_readings(faces, claimed, over_faces, over_reading, tuple(sorted(rulings.items())))


def _trick_readings(
    bids: Sequence[Mapping[str, Any]], rulings: Mapping[str, str], deck: Deck
) -> list[Reading]:
    """The readings of the bids of a trick; ValueError if there are none or several ways."""
    chains: list[list[Reading]] = [[]]
    previous: list[str] | None = None
    for bid in bids:
        longer: list[list[Reading]] = []
        for chain in chains:
            over_reading = chain[-1] if chain else None
            found = _answers(bid["cards"], bid.get("as"), previous, over_reading, rulings, deck)
            longer.extend([*chain, reading] for reading in found)
        chains = longer
        previous = bid["cards"]
    if not chains:
        raise ValueError("the bids of the trick do not follow on each other")
    if len(chains) > 1:
        raise ValueError("the bids of the trick can be taken in several ways")
    return chains[0]


def _copied(value: Any) -> Any:
    """A copy of anything made of lists and mappings that shares nothing with it."""
    if isinstance(value, Mapping):
        return {key: _copied(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(inner) for inner in value]
    return value


def _table(position: Position, rulings: Rulings | None, deck: Deck | None) -> _Table:
    """A table of its own for this position."""
    for ruling, option in (rulings or {}).items():
        if option not in OPTIONS.get(ruling, ()):
            raise ValueError(f"not supported: {ruling}={option}")
    ruled = {ruling: options[0] for ruling, options in OPTIONS.items()} | dict(rulings or {})
    copy: dict[str, Any] = _copied(position)
    for player in copy["players"]:
        if isinstance(player["hand"], list):
            player["hand"] = [_canonical(card) for card in player["hand"]]
    copy.setdefault("trick", [])
    for entry in copy["trick"]:
        if "cards" in entry:
            entry["cards"] = [_canonical(card) for card in entry["cards"]]
    copy["discard"] = [_canonical(card) for card in copy.get("discard") or []]
    if isinstance(copy.get("draw_pile"), list):
        copy["draw_pile"] = [_canonical(card) for card in copy["draw_pile"]]
    copy["out"] = copy.get("out") or []
    shown = PRINTED if deck is None else deck
    table = _Table(copy, ruled, shown, [])
    table.readings.extend(_trick_readings(table.bids(), table.bid_rulings(), shown))
    return table


def _list(action: Action, key: str) -> list[str]:
    """The cards that an action lists under a key, none if it does not."""
    return [_canonical(card) for card in action.get(key) or []]


def _actor(table: _Table, action: Action) -> str:
    """Who acts: the player whom the action names, otherwise whose turn it is."""
    name: str = action.get("player") or table.position["turn"]
    if name is not None:
        table.player(name)
    return name


# --- Legality ------------------------------------------------------------------------------------


def _turn_faults(table: _Table, name: str) -> list[str]:
    """Why this player may not act at all."""
    if table.position["turn"] is None:
        return ["the round is over"]
    faults: list[str] = []
    if table.position["turn"] != name:
        faults.append("it is another player's turn")
    if table.has_passed(name):
        faults.append("the player has passed in this trick")
    if name in table.position["out"]:
        faults.append("the player is out of this round")
    return faults


def _discard_faults(discarded: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Why these cards may not be discarded unused before the turn."""
    faults: list[str] = []
    if any(not _is_element(card) for card in discarded):
        faults.append("only Element cards may be discarded unused")
    if _lacking(discarded, hand):
        faults.append("a card to be discarded is not in the hand")
    return faults


def _points_taken(action: Action) -> int:
    """How many points an action takes from the player before: as said, else one per name."""
    said = action.get("panda")
    return len(action.get("from") or []) if said is None else int(said)


def _effect_faults(
    table: _Table, action: Action, reading: Reading, rest: Sequence[str]
) -> list[str]:
    """What an action does with its symbols that they do not grant.

    `rest` is the hand after the played cards have left it.
    """
    played = _list(action, "cards")
    symbols = Counter[str]() if reading[0] == "bomb" else _symbols(played, table.deck)
    mood = table.position.get("mood")
    faults: list[str] = []

    bamboo = int(action.get("bamboo") or 0)
    if bamboo < 0 or bamboo > symbols["bamboo"]:
        faults.append("not as many Bamboo symbols")

    taken, victims = _points_taken(action), list(action.get("from") or [])
    if taken < 0 or taken > symbols["panda"]:
        faults.append("not as many Panda symbols to take points")
    if taken != 0 or victims:
        if mood != "hungry":
            faults.append("only a hungry Panda takes points")
        if not table.bids():
            faults.append("nobody has bid before")
        else:
            before = table.bids()[-1]["player"]
            if any(victim != before for victim in victims):
                faults.append("points come from the player who bid right before")
            if taken > table.player(before)["points"]:
                faults.append("the player who bid right before has not as many points")
        if len(victims) not in (0, 1, taken):
            faults.append("not as many points as players to take them from")

    spin = _list(action, "spin")
    if spin and mood != "spin":
        faults.append("only a spin Panda spins cards")
    if len(spin) > symbols["panda"]:
        faults.append("not as many Panda symbols to spin cards")
    if not all(_is_white_animal(card) for card in spin):
        faults.append("only white sides are spun to blue")
    if _lacking(spin, rest):
        faults.append("a card to be spun is not in the hand")
        spin = []

    fire = _list(action, "fire")
    if len(fire) > symbols["fire"]:
        faults.append("not as many Fire symbols")
    if table.rulings["fire-discard"] == "animal-only" and any(_is_element(card) for card in fire):
        faults.append("a Fire symbol discards Animal cards only")
    if _lacking(fire, [*_without(rest, spin), *(_spun(card) for card in spin)]):
        faults.append("a card to be discarded by Fire is not in the hand")
    return faults


def _bid_readings(table: _Table, action: Action) -> tuple[Reading, ...]:
    """The readings under which a bid is legal as a combination, whatever its symbols do."""
    bids = table.bids()
    return _answers(
        _list(action, "cards"),
        action.get("as"),
        bids[-1]["cards"] if bids else None,
        table.readings[-1] if bids else None,
        table.bid_rulings(),
        table.deck,
    )


def _bid_faults(table: _Table, name: str, action: Action) -> list[str]:
    """Why this player may not make this bid."""
    hand, discarded = table.known_hand(name), _list(action, "discard_elements")
    cards = _list(action, "cards")
    faults = _discard_faults(discarded, hand)
    if any(_is_element(card) for card in cards):
        faults.append("an Element card is no part of a bid")
    if _lacking([*discarded, *cards], hand):
        faults.append("a card is not in the hand, or not that often")
    if faults:
        return faults
    found = _bid_readings(table, action)
    if not found:
        return ["no combination as claimed, or none that may be led or beats the bid before"]
    rest = _without(hand, [*discarded, *cards])
    return min((_effect_faults(table, action, reading, rest) for reading in found), key=len)


def _reading_values(reading: Reading) -> list[str]:
    """The different values of a combination, ascending, those of wilds among them."""
    _, _, length, top = reading
    place = VALUES.index(top)
    return list(VALUES[place - length + 1 : place + 1])


def _condition_met(table: _Table, card: str, hand_size: int) -> bool:
    """Whether the condition on an Element card is fulfilled.

    `hand_size` counts the hand with this card, after Element cards were discarded unused.
    """
    bids, readings = table.bids(), table.readings
    played = [card for bid in bids for card in bid["cards"]]
    if card == "element-metal":
        if table.rulings["metal-sides"] == "trick":
            return {_side(card) for card in played} == {"white", "blue"}
        return any(
            {_side(card) for card in table.cards_of(name)} == {"white", "blue"}
            for name in table.names()
        )
    if card == "element-wood":
        values = _printed_values(played, table.deck)
        if table.rulings["wood-wild"] == "counts":
            values += [value for reading in readings for value in _reading_values(reading)]
        return "A" in values or "2" in values
    if card == "element-water":
        return bool(readings) and readings[-1][1] * readings[-1][2] >= VALUES_FOR_WATER
    if card == "element-fire":
        return hand_size <= HAND_LIMIT_OF_FIRE
    if card == "element-earth":
        if table.rulings["earth-ignored"] == "used-only":
            return any((bid.get("used") or {}).get("panda", 0) > 0 for bid in bids)
        return _symbols(played, table.deck)["panda"] > 0
    raise ValueError(f"not an Element card: {card!r}")


def _element_faults(table: _Table, name: str, action: Action) -> list[str]:
    """Why this player may not play this Element card."""
    hand, discarded = table.known_hand(name), _list(action, "discard_elements")
    card = _canonical(action["card"])
    faults = _discard_faults(discarded, hand)
    if not _is_element(card):
        return [*faults, "not an Element card"]
    if _lacking([*discarded, card], hand):
        return [*faults, "the Element card is not in the hand"]
    if not table.bids() and table.rulings["element-lead"] == "forbidden":
        faults.append("an Element card opens no trick")
    if any(reading[0] == "bomb" for reading in table.readings):
        faults.append("an Element card does not beat a Bomb")
    if not _condition_met(table, card, len(hand) - len(discarded)):
        faults.append("the condition on the Element card is not fulfilled")
    return faults


def _pass_faults(table: _Table, name: str, action: Action) -> list[str]:
    """Why this player may not pass."""
    hand, discarded = table.known_hand(name), _list(action, "discard_elements")
    faults = _discard_faults(discarded, hand)
    if table.bids():
        return faults
    if any(not _is_element(card) for card in hand):
        faults.append("the leader must play")
    elif _lacking(hand, discarded):
        faults.append("a leader passes only after discarding all Element cards")
    return faults


def _faults(table: _Table, action: Action) -> list[str]:
    """Why an action is illegal at this table."""
    name = _actor(table, action)
    faults = _turn_faults(table, name)
    if faults:
        return faults
    if action["type"] == "bid":
        return _bid_faults(table, name, action)
    if action["type"] == "element":
        return _element_faults(table, name, action)
    if action["type"] == "pass":
        return _pass_faults(table, name, action)
    raise ValueError(f"not a type of action: {action['type']!r}")


def violations(
    position: Position, action: Action, rulings: Rulings | None = None, deck: Deck | None = None
) -> list[str]:
    """Why an action is illegal, in short words; empty if it is legal."""
    return _faults(_table(position, rulings, deck), action)


def legal(
    position: Position, action: Action, rulings: Rulings | None = None, deck: Deck | None = None
) -> bool:
    """Whether an action is legal."""
    return not violations(position, action, rulings, deck)


# --- Listing -------------------------------------------------------------------------------------


def _minimal_discards(
    table: _Table, action: Mapping[str, Any], elements: Sequence[str]
) -> Iterator[list[str]]:
    """The smallest sets of Element cards that make an action legal when discarded before it.

    Smallest means that no part of the set would do.
    """
    enough: list[set[str]] = []
    for size in range(len(elements) + 1):
        for chosen in combinations(elements, size):
            if any(smaller <= set(chosen) for smaller in enough):
                continue
            if not _faults(table, {**action, "discard_elements": list(chosen)}):
                enough.append(set(chosen))
                yield list(chosen)


def actions(
    position: Position, rulings: Rulings | None = None, deck: Deck | None = None
) -> list[dict[str, Any]]:
    """All legal actions of the player whose turn it is, effects of symbols left out.

    Bids come without discards, with their cards also as ascending `indexes` into the hand, once
    for each reading. An Element card comes once for each smallest set of other Element cards to
    discard before (mostly none), and so does the pass.
    """
    table = _table(position, rulings, deck)
    name = table.position["turn"]
    if name is None or _turn_faults(table, name):
        return []
    hand = table.known_hand(name)
    bids = table.bids()
    found = reference.plays(
        [_face(card, table.deck) for card in hand],
        [_face(card, table.deck) for card in bids[-1]["cards"]] if bids else None,
        over_claim=_as_claim(table.readings[-1]) if bids else None,
        rulings=table.bid_rulings(),
    )
    listed: list[dict[str, Any]] = [
        {
            "type": "bid",
            "indexes": list(indexes),
            "cards": [hand[index] for index in indexes],
            "as": _as_claim(reading),
        }
        for indexes, reading in sorted(found)
    ]
    elements = sorted({card for card in hand if _is_element(card)})
    for card in elements:
        play = {"type": "element", "card": card}
        others = [other for other in elements if other != card]
        for discards in _minimal_discards(table, play, others):
            listed.append({**play, "discard_elements": discards})
    for discards in _minimal_discards(table, {"type": "pass"}, elements):
        listed.append({"type": "pass", "discard_elements": discards})
    return listed


# --- Consequences --------------------------------------------------------------------------------


def _discard(table: _Table, name: str, cards: Sequence[str], events: list[Event]) -> None:
    """Put cards that a player has played onto the discard pile."""
    if cards:
        table.position["discard"].extend(cards)
        events.append(("discard", name, tuple(cards)))


def _take_back(table: _Table, name: str, cards: Sequence[str]) -> None:
    """Put cards into a hand, of which perhaps only the size is known."""
    player = table.player(name)
    if isinstance(player["hand"], list):
        player["hand"].extend(cards)
    else:
        player["hand"] = {"count": player["hand"]["count"] + len(cards)}


def _leave_trick(table: _Table, name: str, events: list[Event]) -> None:
    """A player passes: the cards played to the trick come back blue, or are discarded."""
    events.append(("pass", name))
    cards = table.cards_of(name)
    bombed = any(
        bid["player"] == name and reading[0] == "bomb"
        for bid, reading in zip(table.bids(), table.readings, strict=True)
    )
    if not cards:
        return
    if bombed or any(_side(card) == "blue" for card in cards):
        _discard(table, name, cards, events)
        return
    spun = [_spun(card) for card in cards]
    _take_back(table, name, spun)
    events.append(("spun back", name, tuple(spun)))


def _place_of_last_cards(trick: Sequence[Mapping[str, Any]], name: str) -> tuple[int, int]:
    """When a player last played cards in this trick (-1 for never), and when they passed."""
    played = [
        place
        for place, entry in enumerate(trick)
        if entry["player"] == name and ("cards" in entry or "element" in entry)
    ]
    passed = [
        place for place, entry in enumerate(trick) if entry["player"] == name and entry.get("pass")
    ]
    return max(played, default=-1), max(passed, default=-1)


def _next_leader(table: _Table, winner: str) -> str:
    """Who starts the next trick: the winner, or who has the most cards, clockwise on ties."""
    if table.hand_size(winner) > 0:
        return winner
    others = table.clockwise_after(winner)
    most = max(table.hand_size(name) for name in others)
    return next(name for name in others if table.hand_size(name) == most)


def _end_round(table: _Table, events: list[Event]) -> None:
    """Close the round: the game has a winner, or the next round has a starter."""
    out: list[str] = table.position["out"]
    points = {player["name"]: player["points"] for player in table.position["players"]}
    table.position["turn"] = None
    events.append(("round end",))

    def last_cards(name: str) -> int:
        return out.index(name) if name in out else len(out)

    if max(points.values()) >= POINTS_THAT_END_THE_GAME:
        ranked = sorted(points, key=lambda name: (-points[name], last_cards(name)))
        events.append(("game end", ranked[0]))
    else:
        ranked = sorted(points, key=lambda name: (points[name], last_cards(name)))
        events.append(("next starter", ranked[0]))


def _end_trick(table: _Table, winner: str, element: list[str], events: list[Event]) -> None:
    """Close the trick: discard the winner's cards, show out, say who leads or end the round."""
    events.append(("trick won", winner))
    _discard(table, winner, [*table.cards_of(winner), *element], events)
    trick, out = table.position["trick"], table.position["out"]
    shown_out = [name for name in table.names() if name not in out and table.hand_size(name) == 0]
    shown_out.sort(key=lambda name: _place_of_last_cards(trick, name))
    highest = max(table.hand_size(name) for name in table.names())
    for name in shown_out:
        points = min(highest, MOST_POINTS_FOR_OUT)
        table.player(name)["points"] += points
        events.append(("out", name, points))
    out.extend(shown_out)
    table.position["trick"] = []
    if sum(table.hand_size(name) > 0 for name in table.names()) < 2:
        _end_round(table, events)
        return
    leader = _next_leader(table, winner)
    table.position["turn"] = leader
    events.append(("lead", leader))


def _move_on(table: _Table, name: str, events: list[Event]) -> None:
    """After a bid or a pass: the trick ends when one player is left in it, else the turn moves."""
    left = table.in_the_trick()
    if len(left) == 1:
        _end_trick(table, left[0], [], events)
        return
    table.position["turn"] = next(other for other in table.clockwise_after(name) if other in left)


def _act_bid(table: _Table, name: str, action: Action, events: list[Event]) -> None:
    """Lay the bid down, then let its symbols work: spin, Fire, hungry Panda, Bamboo."""
    player, cards = table.player(name), _list(action, "cards")
    rest = _without(player["hand"], cards)
    found = [
        reading
        for reading in _bid_readings(table, action)
        if not _effect_faults(table, action, reading, rest)
    ]
    if len(found) != 1:
        raise ValueError(f"say how the bid is taken, there are several ways: {found!r}")
    reading = found[0]
    bids = table.bids()
    before = bids[-1]["player"] if bids else None
    player["hand"] = rest
    events.append(("bid", name, tuple(cards), reading))

    spin, fire = _list(action, "spin"), _list(action, "fire")
    taken, bamboo = _points_taken(action), int(action.get("bamboo") or 0)
    if spin:
        for card in spin:
            rest[rest.index(card)] = _spun(card)
        events.append(("spin", name, tuple(spin)))
    if fire:
        player["hand"] = _without(rest, fire)
        table.position["discard"].extend(fire)
        events.append(("fire", name, tuple(fire)))
    if taken:
        table.player(str(before))["points"] -= taken
        player["points"] += taken
        events.append(("panda", name, before, taken))
    if bamboo:
        player["points"] += bamboo
        events.append(("bamboo", name, bamboo))

    wilds = reading[1] * reading[2] - len(_printed_values(cards, table.deck))
    used = {"water": wilds, "fire": len(fire), "panda": taken + len(spin), "bamboo": bamboo}
    table.position["trick"].append(
        {
            "player": name,
            "cards": cards,
            "as": _as_claim(reading),
            "used": {symbol: number for symbol, number in used.items() if number > 0},
        }
    )
    table.readings.append(reading)
    _move_on(table, name, events)


def _act_element(table: _Table, name: str, action: Action, events: list[Event]) -> None:
    """Play the Element card, draw, let the others pass, win the trick."""
    player, card = table.player(name), _canonical(action["card"])
    player["hand"].remove(card)
    events.append(("element", name, card))
    pile = table.position.get("draw_pile")
    if isinstance(pile, list):
        drawn = [white.removesuffix(":blue") if _is_named(white) else white for white in pile]
        drawn = drawn[:CARDS_DRAWN]
        table.position["draw_pile"] = pile[CARDS_DRAWN:]
    elif pile is not None:
        drawn = [UNKNOWN] * min(CARDS_DRAWN, int(pile))
        table.position["draw_pile"] = int(pile) - len(drawn)
    else:
        raise ValueError("how many cards the draw pile has is not known")
    player["hand"].extend(drawn)
    events.append(("draw", name, tuple(drawn)))
    left = table.in_the_trick()
    for other in table.clockwise_after(name):
        if other in left:
            _leave_trick(table, other, events)
    table.position["trick"].append({"player": name, "element": card})
    _end_trick(table, name, [card], events)


def step(
    position: Position, action: Action, rulings: Rulings | None = None, deck: Deck | None = None
) -> tuple[dict[str, Any], list[Event]]:
    """The position after an action and what happened, in order.

    Raises ValueError for an illegal action, and for a bid that has several legal readings.
    """
    table = _table(position, rulings, deck)
    faults = _faults(table, action)
    if faults:
        raise ValueError("illegal: " + "; ".join(faults))
    name = _actor(table, action)
    events: list[Event] = []
    discarded = _list(action, "discard_elements")
    if discarded:
        player = table.player(name)
        player["hand"] = _without(player["hand"], discarded)
        table.position["discard"].extend(discarded)
        events.append(("discard elements", name, tuple(discarded)))
    if action["type"] == "bid":
        _act_bid(table, name, action, events)
    elif action["type"] == "element":
        _act_element(table, name, action, events)
    else:
        _leave_trick(table, name, events)
        table.position["trick"].append({"player": name, "pass": True})
        _move_on(table, name, events)
    return table.position, events


# --- Counting, dealing ---------------------------------------------------------------------------


def perft(
    position: Position,
    depth: int,
    rulings: Rulings | None = None,
    deck: Deck | None = None,
) -> int:
    """How many sequences of exactly `depth` listed actions follow a fully known position.

    A sequence that the end of the round cuts short is not counted. Symbols do nothing; bids of
    equal cards from other places of the hand, and of other readings, are different.
    """
    if depth == 0:
        return 1
    listed = actions(position, rulings, deck)
    if depth == 1:
        return len(listed)
    return sum(
        perft(step(position, action, rulings, deck)[0], depth - 1, rulings, deck)
        for action in listed
    )


def suits_in_play(players: int) -> int:
    """How many suits are in a game: one for each player, but three when two play."""
    return max(players, 3)


def whole_deck(suits: Sequence[str], elements: bool = True) -> list[str]:
    """All cards of these suits, unshuffled, with or without their Element cards."""
    animals = [f"{suit}-{value}" for suit in suits for value in VALUES]
    return animals + ([f"element-{suit}" for suit in suits] if elements else [])


def deal(
    points: Mapping[str, int], shuffled: Sequence[str], starter: str, mood: str
) -> dict[str, Any]:
    """The first position of a round: twelve cards each, clockwise player by player, rest drawn.

    `points` names the players clockwise and what they have.
    """
    names = list(points)
    hands = {
        name: list(shuffled[CARDS_DEALT * place : CARDS_DEALT * (place + 1)])
        for place, name in enumerate(names)
    }
    suits = {card.partition(":")[0].split("-")[0] for card in shuffled} - {"element"}
    return {
        "players": [{"name": name, "hand": hands[name], "points": points[name]} for name in names],
        "turn": starter,
        "trick": [],
        "draw_pile": list(shuffled[CARDS_DEALT * len(names) :]),
        "discard": [],
        "suits": [element for element in ELEMENTS if element in suits],
        "elements": any(_is_element(card) for card in shuffled),
        "mood": mood,
        "out": [],
    }
