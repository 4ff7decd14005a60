"""What lies on the table: cards, the position, who is still in the trick, and the rulings.

Part of the plain reference for a whole game (`tests.reference_game` describes all of it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
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
("discard", player, cards), ("skip", player), ("wind", player, direction), ("trick won", player),
("out", player, points), ("lead", player), ("round end",), ("next starter", player),
("game end", player).

With the expansion also ("mandate", player, animal, way), ("swap", player, drawn, put),
("monkey", player, victim, card kept or None), ("take", player, bidder, card), ("score", player,
points), ("end turn", player) and ("symbols", player, uses, reading or None).

"spin" names the cards as they were, "spun back" as they come into the hand. Of the last two
exactly one follows "round end"; early "game end" comes alone, right after the showing out.
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
"""The rulings about who may do what in the printed rulebook, the default first."""

CONSEQUENCE_OPTIONS: dict[str, tuple[str, ...]] = {
    "passed-cards": ("count", "gone"),
    "symbols-partial": ("each", "all-or-none"),
    "symbol-order": ("players-choice", "as-listed"),
    "forced-pass-discard": ("allowed", "forbidden"),
    "empty-hand-turn": ("must-pass", "out-at-once"),
    "element-draw": ("before", "after"),
    "short-pile": ("draw-what-is-there", "reshuffle-discards"),
    "most-cards-tie": ("from-trick-winner", "from-last-leader", "from-last-to-act"),
    "last-cards-tie": ("last-bid", "hand-emptied"),
}
"""The rulings about what follows from an action, the default first."""

EARLY_OPTIONS: dict[str, tuple[str, ...]] = {
    "early-bomb-size": reference.SPECIAL_OPTIONS["early-bomb-size"],
    "early-bomb-answer": reference.SPECIAL_OPTIONS["early-bomb-answer"],
    "early-bomb-pass": ("flips", "discards"),
    "early-panda-victim": ("any-opponent", "previous-bidder"),
    "early-nineteen": ("capped-at-19", "blocked-at-19"),
    "early-wind-stays": ("stays-in", "is-out"),
}
"""The rulings that only the early edition raises, the default first."""

MANDATE_OPTIONS: dict[str, tuple[str, ...]] = {
    "tiger-value": ("single", "one-distinct-value"),
    "goat-kinds": reference.SPECIAL_OPTIONS["goat-kinds"],
    "ox-kind": reference.SPECIAL_OPTIONS["ox-kind"],
    "mandate-count": ("once", "once-per-method"),
    "discard-drawn": ("yes", "no"),
    "draw-empty": ("discard-without-drawing", "forbidden"),
    "rooster-second": ("optional-no-chain", "no-bomb-no-element"),
    "rooster-panda": ("oneself", "last-other"),
    "monkey-victim": ("previous-bidder", "seat-before"),
    "dragon-bid": ("stands", "withdrawn"),
    "pig-who": ("not-shown-out", "still-in-trick"),
    "rabbit-what": ("any-card", "animal-only"),
    "rat-what": ("any-card", "animal-only"),
    "horse-side": ("any-card", "white-only"),
    "wild-single": reference.SPECIAL_OPTIONS["wild-single"],
    "variant-mandate": ("forbidden", "allowed"),
    "variant-side": ("white", "blue"),
}
"""The rulings that only the expansion raises, the default first."""

BID_RULINGS = (*reference.OPTIONS, *reference.SPECIAL_OPTIONS)


class Missing(str):
    """Something that would have to be known to judge an action, told among its faults."""

    __slots__ = ()


EDITIONS = ("rulebook", "early")
EXPANSIONS = (None, "none", "mandate-of-heaven")
UNKNOWN = "unknown"
UNKNOWN_BLUE = "unknown:blue"


# --- Cards ---------------------------------------------------------------------------------------


def value_name(text: str) -> str:
    """A value as it is written in `VALUES`; ValueError if it is none."""
    name = {"T": "10", "二": "2"}.get(text.upper(), text.upper())
    if name not in VALUES:
        raise ValueError(f"not a value: {text!r}")
    return name


@cache
def canonical(card: str) -> str:
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
        name = f"{first}-{value_name(second)}"
        return f"{name}:blue" if side == "blue" else name
    reference.readings([body])
    parts = [
        part.lower() if part.lower() in SYMBOLS else value_name(part) for part in body.split("+")
    ]
    usual = "white" if len(parts) == 1 else "blue"
    face = "+".join(parts)
    return face if side in ("", usual) else f"{face}:{side}"


def is_element(card: str) -> bool:
    """Whether this is an Element card."""
    return card.startswith("element-")


def is_named(card: str) -> bool:
    """Whether this is an Animal card of the deck, called by its name."""
    return "-" in card and not is_element(card)


def side_of(card: str) -> str:
    """The side of an Animal card that is up."""
    body, _, side = card.partition(":")
    if side:
        return side
    return "blue" if "+" in body else "white"


def is_white_animal(card: str) -> bool:
    """Whether this is an Animal card with its white side up."""
    return not is_element(card) and side_of(card) == "white"


def face_of(card: str, deck: Deck) -> str:
    """What the upper half of an Animal card shows."""
    body, _, side = card.partition(":")
    if not is_named(card):
        return body
    if side != "blue":
        return body.partition("-")[2]
    element, _, value = body.partition("-")
    if (element, value) not in deck:
        raise ValueError(f"the deck does not say what is on the blue side of {body}")
    return deck[element, value]


def symbols(cards: Sequence[str], deck: Deck) -> Counter[str]:
    """How often each symbol is on these Animal cards."""
    parts = [part for card in cards for part in face_of(card, deck).split("+")]
    return Counter(part for part in parts if part in SYMBOLS)


def printed_values(cards: Sequence[str], deck: Deck) -> list[str]:
    """The values printed on these Animal cards, symbols left out."""
    parts = [part for card in cards for part in face_of(card, deck).split("+")]
    return [part for part in parts if part not in SYMBOLS]


def spun(card: str) -> str:
    """A white Animal card after it was spun to blue."""
    return f"{card}:blue" if is_named(card) else UNKNOWN_BLUE


def turned_white(card: str) -> str:
    """A card as it enters a hand white side up, or lies face down in the pile."""
    if is_named(card):
        return card.removesuffix(":blue")
    return UNKNOWN if side_of(card) == "blue" else card


def lacking(wanted: Sequence[str], held: Sequence[str]) -> list[str]:
    """The wanted cards that are not held, or not that often."""
    return list((Counter(wanted) - Counter(held)).elements())


def without(held: Sequence[str], taken: Sequence[str]) -> list[str]:
    """The held cards that remain, in their order, when some are taken away."""
    rest = list(held)
    for card in taken:
        rest.remove(card)
    return rest


# --- The trick -----------------------------------------------------------------------------------


def laid_in(entry: Mapping[str, Any]) -> list[str]:
    """The cards that an entry of the trick bids, none if it bids none.

    In the variant these are the cards used as Water; the others are discarded at once.
    """
    if "symbols" in entry:
        return [use["card"] for use in entry["symbols"] if use["as"] == "water"]
    return list(entry.get("cards") or [])


def is_bid(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of the trick is a bid."""
    return "cards" in entry or ("symbols" in entry and bool(laid_in(entry)))


def animal_of(bid: Mapping[str, Any]) -> str:
    """The animal whose mandate a bid activates, "" for none."""
    return str((bid.get("mandate") or {}).get("animal") or "")


def is_pass(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of the trick is a pass; symbols without a Water are one."""
    return bool(entry.get("pass")) or ("symbols" in entry and not is_bid(entry))


# --- The table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A position as this module works on it: an own copy, cards written in the one way.

    `readings` are those of the bids in the trick, in order.
    """

    position: dict[str, Any]
    rulings: dict[str, str]
    deck: Deck
    readings: list[Reading]
    edition: str = "rulebook"
    expansion: bool = False

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
        return [entry for entry in self.position["trick"] if is_bid(entry)]

    def cards_of(self, name: str) -> list[str]:
        """All cards of the bids that this player has made in the trick, in order."""
        return [card for bid in self.bids() if bid["player"] == name for card in laid_in(bid)]

    def sides_of(self, bid: Mapping[str, Any]) -> list[str]:
        """Which sides the cards of a bid count as; in the variant a ruling says so."""
        if "symbols" in bid:
            return [self.rulings["variant-side"]] * len(laid_in(bid))
        return [side_of(card) for card in laid_in(bid)]

    def has_passed(self, name: str) -> bool:
        """Whether this player has passed in this trick."""
        is_out = self.rulings["early-wind-stays"] == "is-out"
        return any(
            entry["player"] == name and (is_pass(entry) or ("wind" in entry and is_out))
            for entry in self.position["trick"]
        )

    def skipped(self) -> list[str]:
        """Whom the turn has jumped over because their hand was empty (out-at-once only)."""
        if self.rulings["empty-hand-turn"] != "out-at-once" or self.position["turn"] is None:
            return []
        acted = [entry["player"] for entry in self.position["trick"]] + [self.position["turn"]]
        jumped: set[str] = set()
        for before, after in pairwise(acted):
            if before != after:
                between = self.clockwise_after(before)
                jumped.update(between[: between.index(after)])
        gone = self.position["out"]
        return [
            name
            for name in self.names()
            if name in jumped and name not in gone and not self.has_passed(name)
        ]

    def in_the_trick(self) -> list[str]:
        """The players who are neither out nor have passed (or count as passed), clockwise."""
        away = [*self.position["out"], *self.skipped()]
        return [name for name in self.names() if name not in away and not self.has_passed(name)]

    def standing(self) -> int | None:
        """The place (among the bids) of the bid to beat; None where there is none.

        By ruling the bid of a player whom the Dragon made pass is not to beat any more.
        """
        withdrawn = self.rulings["dragon-bid"] == "withdrawn"
        found: int | None = None
        for place, bid in enumerate(self.bids()):
            if not (withdrawn and animal_of(bid) == "dragon"):
                found = place
        return found

    def to_beat(self) -> dict[str, Any] | None:
        """The bid to beat."""
        place = self.standing()
        return None if place is None else self.bids()[place]

    def reading_to_beat(self) -> Reading | None:
        """How the bid to beat is taken."""
        place = self.standing()
        return None if place is None else self.readings[place]

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
        return {ruling: self.rulings[ruling] for ruling in BID_RULINGS}


@lru_cache(maxsize=200_000)
def _legal_readings(
    faces: tuple[str, ...],
    claim: tuple[tuple[str, str | int], ...],
    over_reading: Reading | None,
    rulings: tuple[tuple[str, str], ...],
    edition: str,
    way: str,
) -> tuple[Reading, ...]:
    """The readings under which these faces, claimed like this, may be led or answer that bid."""
    return tuple(
        sorted(
            reference.answers(
                faces,
                over_reading,
                claim=dict(claim),
                edition=edition,
                rulings=dict(rulings),
                way=way,
            )
        )
    )


def way_of(bid: Mapping[str, Any]) -> str:
    """How a bid answers: only the Goat and the Ox change it."""
    animal = animal_of(bid)
    return animal if animal in ("goat", "ox") else "beat"


def as_claim(reading: Reading) -> dict[str, str | int]:
    """A reading in the shape of the wire."""
    kind, width, length, top = reading
    return {"kind": kind, "width": width, "length": length, "top": top}


def answers(
    table: Table, bid: Mapping[str, Any], over_reading: Reading | None
) -> tuple[Reading, ...]:
    """The readings under which a bid, claimed as it is, may be led or answer that reading."""
    claim, rulings = bid.get("as"), table.bid_rulings()
    if "symbols" in bid:
        found = reference.wild_answers(
            len(laid_in(bid)), over_reading, claim=claim, rulings=rulings, way=way_of(bid)
        )
        return tuple(sorted(found))
    keys = ("kind", "width", "length", "top")
    claimed = tuple((key, claim[key]) for key in keys if key in claim) if claim else ()
    faces = tuple(face_of(card, table.deck) for card in bid["cards"])
    return _legal_readings(
        faces, claimed, over_reading, tuple(sorted(rulings.items())), table.edition, way_of(bid)
    )


def trick_readings(table: Table) -> list[Reading]:
    """The readings of the bids of the trick; ValueError if there are none or several ways.

    Each bid answers the one that was to beat then.
    """
    chains: list[list[Reading]] = [[]]
    bids = table.bids()
    withdrawn = table.rulings["dragon-bid"] == "withdrawn"
    to_beat: int | None = None
    for place, bid in enumerate(bids):
        longer: list[list[Reading]] = []
        for chain in chains:
            found = answers(table, bid, None if to_beat is None else chain[to_beat])
            longer.extend([*chain, reading] for reading in found)
        chains = longer
        if not (withdrawn and animal_of(bid) == "dragon"):
            to_beat = place
    if not chains:
        raise ValueError("the bids of the trick do not follow on each other")
    if len(chains) > 1:
        raise ValueError("the bids of the trick can be taken in several ways")
    return chains[0]


def copied(value: Any) -> Any:
    """A copy of anything made of lists and mappings that shares nothing with it."""
    if isinstance(value, Mapping):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [copied(inner) for inner in value]
    return value


def used_rulings(edition: str, expansion: bool, pinned: Rulings | None) -> dict[str, str]:
    """The option of every ruling: a ruling that the texts in use do not raise has its first."""
    known = {**OPTIONS, **CONSEQUENCE_OPTIONS, **EARLY_OPTIONS, **MANDATE_OPTIONS}
    ruled = {ruling: options[0] for ruling, options in known.items()}
    ruled.update(reference.DEFAULTS[edition])
    for ruling, option in (pinned or {}).items():
        if option not in known.get(ruling, ()):
            raise ValueError(f"not supported: {ruling}={option}")
        raised = (ruling not in EARLY_OPTIONS or edition == "early") and (
            ruling not in MANDATE_OPTIONS or expansion
        )
        if raised:
            ruled[ruling] = option
    return ruled


def table_of(
    position: Position,
    rulings: Rulings | None,
    deck: Deck | None,
    edition: str = "rulebook",
    expansion: str | None = None,
) -> Table:
    """A table of its own for this position."""
    if edition not in EDITIONS or expansion not in EXPANSIONS:
        raise ValueError(f"no such texts: {edition!r} with {expansion!r}")
    expanded = expansion == "mandate-of-heaven"
    if expanded and edition != "rulebook":
        raise ValueError("the expansion goes with the rulebook only")
    copy: dict[str, Any] = copied(position)
    for player in copy["players"]:
        if isinstance(player["hand"], list):
            player["hand"] = [canonical(card) for card in player["hand"]]
    copy.setdefault("trick", [])
    for entry in copy["trick"]:
        if "cards" in entry:
            entry["cards"] = [canonical(card) for card in entry["cards"]]
        for use in entry.get("symbols") or []:
            use["card"] = canonical(use["card"])
        if "take" in (entry.get("mandate") or {}):
            entry["mandate"]["take"] = canonical(entry["mandate"]["take"])
    copy["discard"] = [canonical(card) for card in copy.get("discard") or []]
    if isinstance(copy.get("draw_pile"), list):
        copy["draw_pile"] = [canonical(card) for card in copy["draw_pile"]]
    copy["out"] = copy.get("out") or []
    shown = PRINTED if deck is None else deck
    ruled = used_rulings(edition, expanded, rulings)
    table = Table(copy, ruled, shown, [], edition, expanded)
    table.readings.extend(trick_readings(table))
    return table


def cards_in(action: Action, key: str) -> list[str]:
    """The cards that an action lists under a key, none if it does not."""
    return [canonical(card) for card in action.get(key) or []]


def actor(table: Table, action: Action) -> str:
    """Who acts: the player whom the action names, otherwise whose turn it is."""
    name: str = action.get("player") or table.position["turn"]
    if name is not None:
        table.player(name)
    return name
