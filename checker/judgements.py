"""What is answered: verdicts, readings, reasons, changes of rulings, alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from checker.cards import Card, Value, Wind
from checker.readings import Reading
from checker.rulebook import Clause, Rulings

Verdict: TypeAlias = Literal["legal", "illegal", "undetermined"]


@dataclass(frozen=True, slots=True)
class Wild:
    """One wild symbol: the place of its card, and what it stands for (``None``: ignored)."""

    index: int
    stands_for: Value | None


@dataclass(frozen=True, slots=True)
class Taken:
    """Cards taken as a reading, and what each of their wild symbols stands for.

    The lowest missing value goes to the first wild in canonical order of the cards.
    """

    reading: Reading
    wilds: tuple[Wild, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause, and the sentence that says what it means for this bid."""

    clause: Clause
    message: str


@dataclass(frozen=True, slots=True)
class Change:
    """Options of unpinned rulings under which the verdict is another one."""

    change: Rulings
    verdict: Verdict
    readings: tuple[Taken, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal play near to a refused one; wild indexes point into ``cards``.

    An Element card is not taken as anything, nor is a pass, which has no cards; before either the
    ``discards`` have to go.
    """

    cards: tuple[Card, ...]
    taken: Taken | None
    added: tuple[Card, ...]
    removed: tuple[Card, ...]
    discards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class UnderOver:
    """The answer if the bid to beat is this reading."""

    over: Taken
    verdict: Verdict
    readings: tuple[Taken, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a trace: what one clause says of the reading that is explained, if there is one.

    ``None`` is what the position does not tell.
    """

    clause: Clause
    reading: Reading | None
    applies: bool | None
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to "does this bid beat that one".

    ``by_over`` holds one answer for each reading of the bid to beat where it has several.
    ``conflicts`` and ``repairs`` (with ``explain="all"``) are all minimal sets of clause ids that
    together forbid the bid, and all minimal sets without which it would be allowed. ``trace`` is
    filled with ``explain="trace"``. ``missing`` names what would decide an undetermined verdict.
    """

    verdict: Verdict
    settled: bool
    readings: tuple[Taken, ...]
    reasons: tuple[Reason, ...]
    changes: tuple[Change, ...]
    alternatives: tuple[Alternative, ...]
    rulings: Rulings
    by_over: tuple[UnderOver, ...] = ()
    missing: tuple[str, ...] = ()
    conflicts: tuple[tuple[str, ...], ...] | None = None
    repairs: tuple[tuple[str, ...], ...] | None = None
    trace: tuple[Step, ...] | None = None
    certificate: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play: ascending places in the hand, how it is taken, and how often it occurs.

    ``multiplicity`` is the number of ways to choose the cards when faces are counted once, else 1.
    Wild indexes point into the hand.
    """

    indexes: tuple[int, ...]
    taken: Taken
    multiplicity: int = 1


@dataclass(frozen=True, slots=True)
class Proof:
    """What was asked of the model about a list, and what it answered.

    ``proved`` is true only where Z3 found no play on which the list and the model differ.
    """

    proved: bool
    asked: str
    answer: Literal["unsat", "sat", "not asked"]


@dataclass(frozen=True, slots=True)
class MandateOption:
    """The Mandate that a bid may activate: by the bid itself, or by discarding one of ``discards``.

    ``takes`` are the cards that the Horse may take, ``most`` how many the Rabbit may discard.
    ``missing`` names what would tell whether more is possible.
    """

    animal: str
    by_bid: bool = False
    discards: tuple[Card, ...] = ()
    takes: tuple[Card, ...] = ()
    most: int = 0
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """What the symbols of a bid grant, described once: how much of each may be claimed at most.

    ``fire`` cards of the hand that is left may be discarded, ``spin`` white ones spun, ``panda``
    points taken from ``victim``, ``bamboo`` points from the supply. Where the position does not
    tell how much is granted, it is the least, and ``missing`` names what is not told.
    """

    fire: int = 0
    spin: int = 0
    panda: int = 0
    victim: str | None = None
    bamboo: int = 0
    missing: tuple[str, ...] = ()
    mandate: MandateOption | None = None


@dataclass(frozen=True, slots=True)
class OtherPlay:
    """An Element card (``None``: a pass) that may be played once these others are discarded.

    ``discards`` are as few as will do; more unused Element cards may go as well. Where the position
    does not tell whether it is legal, ``missing`` names what would decide it.
    """

    card: Card | None
    discards: tuple[Card, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WindPlay:
    """A wind that may be played; ``missing`` as in :class:`OtherPlay`."""

    wind: Wind
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolsPlay:
    """Cards of which any may be played as symbols, in the variant of the expansion.

    ``waters[n]`` are the readings that n + 1 of them make when they are played as Water; the others
    work as symbols and are discarded.
    """

    cards: tuple[Card, ...]
    waters: tuple[tuple[Reading, ...], ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapedPlay:
    """A bid that is legal only with the Mandate of the Goat or the Ox, and its options."""

    play: Play
    options: Options


Other: TypeAlias = OtherPlay | WindPlay | SymbolsPlay | ShapedPlay


@dataclass(frozen=True, slots=True)
class ActionList:
    """What a player may do: bids with their options, then all else.

    That is bids that only a Mandate allows, Element cards, winds, symbols and passes.

    ``bids`` is the list of bids over the bid to beat, ``options`` stand beside its plays;
    ``options_by_over`` beside those of each list in ``bids.by_over``. ``undetermined`` are Element
    cards and passes of which the position does not tell whether they are legal.
    """

    bids: PlayList
    options: tuple[Options, ...]
    others: tuple[Other, ...]
    undetermined: tuple[Other, ...] = ()
    shaped_proof: Proof | None = None
    options_by_over: tuple[tuple[Options, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayList:
    """Legal plays of a hand in their one order.

    ``count`` is the number of all legal plays. ``complete`` is true only when all are listed here
    and proved to be all; ``next_start`` is where the next page starts, if there is one. Where the
    bid to beat has several readings, the lists stand in ``by_over`` and this one is empty.
    """

    plays: tuple[Play, ...]
    count: int
    complete: bool
    proof: Proof
    next_start: int | None
    rulings: Rulings
    by_over: tuple[tuple[Taken, PlayList], ...] = ()
