"""The history of a trick: who is out of it, and what each of its bids can have been.

A bid that was not declared keeps those readings that beat what lay there and are beaten by what
followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from checker.actions import Action, BidAction, Mandate
from checker.cards import Card, Symbol
from checker.facts import SHAPING, Facts, facts_of, waters_alone
from checker.judgements import Reason
from checker.model.situation import Situation
from checker.positions import BidEntry, PassEntry, Position, WindEntry, taken_away
from checker.questions import Rules
from checker.readings import NO_CLAIM, Kind, Reading
from checker.reasons import Explainer, clause_ids
from checker.rulebook import Rulings, rulebook
from checker.wording import joined


class ImpossibleTrick(ValueError):
    """A bid of the trick that cannot have been made; ``entry`` is its place in the trick.

    ``reasons`` are the clauses that refuse it, and ``why`` is what they say.
    """

    def __init__(self, entry: int, why: str, reasons: tuple[Reason, ...] = ()) -> None:
        self.entry, self.why, self.reasons = entry, why, reasons
        super().__init__(f"entry {entry} of the trick cannot have been made: {why}")


def bids(position: Position) -> list[BidEntry]:
    """The bids of the trick, in order."""
    return [entry for entry in position.trick if isinstance(entry, BidEntry)]


def standing_bid(position: Position, rulings: Rulings) -> BidEntry | None:
    """The bid to beat, ``None`` where there is none: a Dragon may have withdrawn its own."""
    standing = [entry for entry in bids(position) if not _withdrawn(entry, rulings)]
    return standing[-1] if standing else None


def cards_in_trick(position: Position) -> list[Card]:
    """The cards of the bids that lie there: not of who has passed, nor what a Horse has taken."""
    taken, gone = taken_away(position), passed(position)
    return [
        card
        for place, entry in enumerate(position.trick)
        if isinstance(entry, BidEntry) and entry.player not in gone
        for number, card in enumerate(entry.cards)
        if (place, number) not in taken
    ]


def passed(position: Position) -> frozenset[str]:
    """The names of those who have passed in this trick."""
    return frozenset(entry.player for entry in position.trick if isinstance(entry, PassEntry))


def left_trick(position: Position, rulings: Rulings) -> frozenset[str]:
    """The names of those who are out of this trick: by a pass, or by a wind where that is so."""
    winds = (entry.player for entry in position.trick if isinstance(entry, WindEntry))
    return passed(position) | (frozenset(winds) if rulings[WIND_STAYS] == "is-out" else frozenset())


def facts_of_bid(entry: BidEntry | BidAction, wild: Symbol) -> Facts:
    """The facts of the cards bid; those played as Waters show no value."""
    return waters_alone(entry.cards, wild) if entry.symbols else facts_of(entry.cards, wild)


def shaped_by(mandate: Mandate | None) -> str:
    """The animal whose Mandate says how the bid answers, if one does."""
    return mandate.animal if mandate and mandate.animal in SHAPING else ""


WIND_STAYS, DRAGON_BID = "early-wind-stays", "dragon-bid"
"""The rulings that say who is in a trick and what there is to beat."""

Chain = tuple[tuple[Reading, ...], ...]
"""For each bid of the trick the readings it can have had."""


@dataclass(frozen=True)
class History:
    """The readings of every bid of a trick under every choice of the rulings left open.

    ``used`` are the options by which the question is judged: the defaults, unless only other ones
    allow the trick. ``changes`` are the other choices that allow it, smallest first.
    """

    position: Position
    used: Rulings
    changes: tuple[Rulings, ...]
    chains: Mapping[tuple[tuple[str, str], ...], Chain]

    def under(self, rulings: Rulings) -> Chain:
        """The readings of every bid under these options."""
        return self.chains[_key(rulings)]

    def overs(self, rulings: Rulings) -> tuple[Reading | None, ...]:
        """The readings of the bid to beat under these options; ``(None,)`` for a lead."""
        standing = [
            readings
            for entry, readings in zip(bids(self.position), self.under(rulings), strict=True)
            if not _withdrawn(entry, rulings)
        ]
        return standing[-1] if standing else (None,)

    def over(self, rulings: Rulings) -> BidEntry | None:
        """The bid to beat under these options."""
        return standing_bid(self.position, rulings)


def played(position: Position, action: Action | None = None) -> frozenset[str]:
    """The animals whose Mandates are played, and ``symbols`` where cards are played as such."""
    bid: list[BidEntry | BidAction] = [*bids(position)]
    if isinstance(action, BidAction):
        bid.append(action)
    animals = {each.mandate.animal for each in bid if each.mandate}
    return frozenset(animals | ({"symbols"} if any(each.symbols for each in bid) else set()))


def choices(position: Position, rules: Rules, action: Action | None = None) -> list[dict[str, str]]:
    """The changes of unpinned rulings that tell what the bids can have been, none coming first."""
    free = rulebook().bid_rulings | {DRAGON_BID}
    return [{}, *rulebook().changes(rules.used, free - rules.closed, played(position, action))]


def history(position: Position, rules: Rules, action: Action | None = None) -> History:
    """What the bids of the trick can have been; ``action`` may raise rulings of its own.

    Raises :class:`ImpossibleTrick` when no choice of unpinned rulings allows one of them.
    """
    used = rules.used
    every = choices(position, rules, action)
    facts = [facts_of_bid(entry, rules.edition.wild) for entry in bids(position)]
    chains: dict[tuple[tuple[str, str], ...], Chain] = {}
    by_clauses: dict[tuple[tuple[str, ...], str], Chain | None] = {}
    possible: list[dict[str, str]] = []
    for change in every:
        options = {**used, **change}
        ids = clause_ids(rulebook().in_force(options))
        asked_of = (ids, options[DRAGON_BID])
        if asked_of not in by_clauses:
            by_clauses[asked_of] = _chain(bids(position), facts, ids, options)
        chain = by_clauses[asked_of]
        if chain is not None:
            chains[_key(options)] = chain
            possible.append(change)
    if not possible:
        raise _impossible(position, facts, rules)
    _check_used(position, facts, chains.values())
    base = {**used, **possible[0]}
    others = [{r: o for r, o in {**used, **c}.items() if base[r] != o} for c in possible[1:]]
    return History(position, base, tuple(sorted(others, key=len)), chains)


def _key(rulings: Rulings) -> tuple[tuple[str, str], ...]:
    asked = sorted(rulebook().bid_rulings | {DRAGON_BID})
    return tuple((ruling, rulings[ruling]) for ruling in asked)


def _withdrawn(entry: BidEntry, rulings: Rulings) -> bool:
    by_dragon = entry.mandate is not None and entry.mandate.animal == "dragon"
    return by_dragon and rulings[DRAGON_BID] == "withdrawn"


def _uses_as_told(entry: BidEntry, shown: Facts, reading: Reading) -> bool:
    """Whether the reading needs as many wilds as are counted; a wild Fire may discard as well."""
    counted = dict(entry.used or ()).get(shown.wild, 0)
    spare = shown.wilds if shown.wild is Symbol.FIRE else 0
    return counted - spare <= reading.count - shown.values <= counted


def _check_used(position: Position, facts: Sequence[Facts], chains: Iterable[Chain]) -> None:
    """Raises :class:`ImpossibleTrick` for wilds that a bid, as it is declared, cannot have used."""
    places = [n for n, entry in enumerate(position.trick) if isinstance(entry, BidEntry)]
    chains = list(chains)
    for number, (entry, shown) in enumerate(zip(bids(position), facts, strict=True)):
        counted = dict(entry.used or ()).get(shown.wild, 0)
        readings = [reading for chain in chains for reading in chain[number]]
        fits = any(_uses_as_told(entry, shown, reading) for reading in readings)
        if not counted or entry.claim == NO_CLAIM or fits:
            continue
        single = all(reading.kind is Kind.SINGLE for reading in readings)
        clause = rulebook().clause("wild-not-single" if single else "wild-adds-value")
        needed = joined(sorted({str(r.count - shown.values) for r in readings}), "or")
        why = f"{shown.wild.capitalize()} is used {counted} times, but as declared it is {needed}."
        raise ImpossibleTrick(places[number], why, (Reason(clause, why),))


def _chain(
    entries: Sequence[BidEntry], facts: Sequence[Facts], ids: tuple[str, ...], rulings: Rulings
) -> Chain | None:
    """The readings of every bid, ``None`` where one can have had none.

    Those that use the wilds that are counted, as long as some remain.
    """
    narrow = _linked(entries, facts, ids, rulings, narrow=True)
    return narrow or _linked(entries, facts, ids, rulings, narrow=False)


def _linked(
    entries: Sequence[BidEntry],
    facts: Sequence[Facts],
    ids: tuple[str, ...],
    rulings: Rulings,
    *,
    narrow: bool,
) -> Chain | None:
    beats: list[dict[Reading, list[Reading | None]]] = []
    answered: list[int | None] = []
    standing: int | None = None
    for place, (entry, shown) in enumerate(zip(entries, facts, strict=True)):
        overs: Sequence[Reading | None] = (None,) if standing is None else list(beats[standing])
        beaten: dict[Reading, list[Reading | None]] = {}
        for over in overs:
            situation = Situation(shown, over, shaped_by(entry.mandate))
            for reading in situation.legal(ids, entry.claim):
                beaten.setdefault(reading, []).append(over)
        if not beaten:
            return None
        told = {r: b for r, b in beaten.items() if _uses_as_told(entry, shown, r)}
        if narrow and entry.used is not None and told:
            beaten = told
        beats.append({r: beaten[r] for r in sorted(beaten, key=lambda reading: reading.order)})
        answered.append(standing)
        if not _withdrawn(entry, rulings):
            standing = place
    kept: list[set[Reading]] = [set(links) for links in beats]
    for place in reversed(range(len(entries))):
        before = answered[place]
        if before is not None:
            kept[before] &= {o for r in kept[place] for o in beats[place][r] if o is not None}
    return tuple(tuple(r for r in links if r in k) for links, k in zip(beats, kept, strict=True))


def _impossible(position: Position, facts: Sequence[Facts], rules: Rules) -> ImpossibleTrick:
    used = rules.used
    clauses = rulebook().in_force(used)
    ids = clause_ids(clauses)
    entries = bids(position)
    numbers = range(len(entries))
    first = next(n for n in numbers if _chain(entries[: n + 1], facts[: n + 1], ids, used) is None)
    before = _chain(entries[:first], facts[:first], ids, used)
    standing = [n for n in range(first) if not _withdrawn(entries[n], used)]
    over = before[standing[-1]][0] if before and standing else None
    entry = entries[first]
    situation = Situation(facts[first], over, shaped_by(entry.mandate))
    explainer = Explainer(situation, clauses, entry.claim, rules.edition.wild)
    reasons = explainer.refusal()
    why = " ".join(reason.message for reason in reasons)
    places = [n for n, each in enumerate(position.trick) if isinstance(each, BidEntry)]
    return ImpossibleTrick(places[first], why, reasons)
