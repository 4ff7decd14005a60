"""What may be asked: a bid, the bid to beat, the hand, and the rules to decide by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from checker.actions import Action
from checker.cards import Card
from checker.decks import Deck, deck
from checker.positions import Position
from checker.readings import NO_CLAIM, Claim
from checker.rulebook import Edition, Rulings, rulebook

Explain: TypeAlias = Literal["none", "reasons", "all", "trace"]
By: TypeAlias = Literal["cards", "faces"]

MOST_CARDS = 40
"""The largest bid, bid to beat or hand."""
MOST_PILED = 100
"""The most cards in a pile; the largest deck has 70."""
MOST_PLAYS = 10_000
"""The most plays one answer lists; more come page by page."""
MOST_SKIPPED = 1_000_000
"""The farthest page of a list starts here."""
MOST_OVERS = 16
"""So many readings of the bid to beat are answered one by one; beyond, it has to be declared."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Cards played together, and what their player says of them."""

    cards: tuple[Card, ...]
    claim: Claim = NO_CLAIM


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a question is judged by: an edition, the rulings that the caller pins, a deck.

    ``named_deck`` is the deck that the caller names or brings, ``None`` for that of the edition;
    ``expansion`` the one that is played with, ``preset`` the name of what set them, if any did.
    """

    edition: Edition = field(default_factory=lambda: rulebook().edition("rulebook"))
    pinned: Rulings = field(default_factory=dict)
    named_deck: Deck | None = None
    expansion: str | None = None
    preset: str | None = None

    @property
    def closed(self) -> frozenset[str]:
        """The rulings that are not open: pinned by the caller, or settled by the edition."""
        return self.edition.settles | self.pinned.keys()

    @property
    def deck(self) -> Deck:
        """The deck in use."""
        return self.named_deck or deck(self.edition.deck)

    @property
    def used(self) -> dict[str, str]:
        """Every ruling's option and the selectors; raises :class:`checker.rulebook.Unknown`."""
        return rulebook().rulings_used(self.edition, self.pinned, self.expansion)


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """Does this bid beat that one? ``over`` is ``None`` for the first bid of a trick.

    ``hand`` is only looked at for alternatives. ``explain`` says how much is explained:
    nothing, the reasons, all minimal reasons and repairs, or what every clause says. Without
    ``alternatives`` no nearest plays are looked for where something is explained.
    """

    bid: Bid
    over: Bid | None = None
    hand: tuple[Card, ...] | None = None
    rules: Rules = field(default_factory=Rules)
    explain: Explain = "reasons"
    certificate: bool = False
    alternatives: bool = True


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """May this action be taken at this table?

    ``explain`` and ``alternatives`` are those of :class:`JudgeQuestion`.
    """

    position: Position
    action: Action
    rules: Rules = field(default_factory=Rules)
    explain: Explain = "reasons"
    certificate: bool = False
    alternatives: bool = True


@dataclass(frozen=True, slots=True)
class PlaysQuestion:
    """Which bids can be made from this hand?

    ``by="faces"`` counts interchangeable cards once. ``limit`` is the size of a page (``None``:
    as many as one answer lists), ``start`` the number of plays before it.
    """

    hand: tuple[Card, ...]
    over: Bid | None = None
    rules: Rules = field(default_factory=Rules)
    by: By = "cards"
    limit: int | None = None
    start: int = 0


@dataclass(frozen=True, slots=True)
class ActionsQuestion:
    """What may be done at this table, by the player whose turn it is?

    ``by``, ``limit`` and ``start`` are those of :class:`PlaysQuestion`, for the bids.
    """

    position: Position
    rules: Rules = field(default_factory=Rules)
    by: By = "cards"
    limit: int | None = None
    start: int = 0


class ImpossibleOver(ValueError):
    """The bid to beat cannot have been made: it is empty, no Combination, or not the claimed one.

    ``why`` says what is wrong with it, ``accepted`` what would be accepted, ``claimed`` that the
    fault is in the claim.
    """

    def __init__(self, why: str, accepted: str, *, claimed: bool = False) -> None:
        self.why, self.accepted, self.claimed = why, accepted, claimed
        super().__init__(f"this cannot be the bid to beat: {why} Accepted: {accepted}")


class TooManyReadings(ValueError):
    """The bid to beat has more readings than are answered one by one; say which one it is."""

    def __init__(self, number: int, most: int) -> None:
        self.number, self.most = number, most
        super().__init__(f"the bid to beat has {number} readings; declare one (at most {most})")


class CardsTwice(ValueError):
    """Named cards that would stand in two places at once; ``place`` is where the second one is."""

    def __init__(self, names: list[str], place: str) -> None:
        self.names, self.place = names, place
        super().__init__(f"in two places at once: {', '.join(names)}")
