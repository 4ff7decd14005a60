"""The history of a trick: who is out of it, and what each of its bids can have been.

A bid that was not declared keeps those readings that beat what lay there and are beaten by what
followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checker.facts import Facts, facts_of
from checker.judgements import Reason
from checker.model.situation import Situation
from checker.positions import BidEntry, PassEntry, Position
from checker.questions import Rules
from checker.readings import Reading
from checker.reasons import Explainer, clause_ids
from checker.rulebook import Rulings, rulebook


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


def passed(position: Position) -> frozenset[str]:
    """The names of those who have passed in this trick."""
    return frozenset(entry.player for entry in position.trick if isinstance(entry, PassEntry))


Chain = tuple[tuple[Reading, ...], ...]
"""For each bid of the trick the readings it can have had."""


@dataclass(frozen=True)
class History:
    """The readings of every bid of a trick under every choice of the rulings left open.

    ``used`` are the options by which the question is judged: the defaults, unless only other ones
    allow the trick. ``changes`` are the other choices that allow it, smallest first.
    """

    used: Rulings
    changes: tuple[Rulings, ...]
    chains: Mapping[tuple[tuple[str, str], ...], Chain]

    def under(self, rulings: Rulings) -> Chain:
        """The readings of every bid under these options."""
        return self.chains[_key(rulings)]

    def overs(self, rulings: Rulings) -> tuple[Reading | None, ...]:
        """The readings of the bid to beat under these options; ``(None,)`` for a lead."""
        chain = self.under(rulings)
        return chain[-1] if chain else (None,)


def history(position: Position, rules: Rules) -> History:
    """What the bids of the trick can have been.

    Raises :class:`ImpossibleTrick` when no choice of unpinned rulings allows one of them.
    """
    used = rules.used
    every = [{}, *rulebook().changes(used, rulebook().bid_rulings - rules.closed)]
    facts = [facts_of(entry.cards, rules.edition.wild) for entry in bids(position)]
    chains: dict[tuple[tuple[str, str], ...], Chain] = {}
    by_clauses: dict[tuple[str, ...], Chain | None] = {}
    possible: list[dict[str, str]] = []
    for change in every:
        options = {**used, **change}
        ids = clause_ids(rulebook().in_force(options))
        if ids not in by_clauses:
            by_clauses[ids] = _chain(bids(position), facts, ids)
        chain = by_clauses[ids]
        if chain is not None:
            chains[_key(options)] = chain
            possible.append(change)
    if not possible:
        raise _impossible(position, facts, rules)
    base = {**used, **possible[0]}
    others = [{r: o for r, o in {**used, **c}.items() if base[r] != o} for c in possible[1:]]
    return History(base, tuple(sorted(others, key=len)), chains)


def _key(rulings: Rulings) -> tuple[tuple[str, str], ...]:
    return tuple((ruling, rulings[ruling]) for ruling in sorted(rulebook().bid_rulings))


def _chain(
    entries: Sequence[BidEntry], facts: Sequence[Facts], ids: tuple[str, ...]
) -> Chain | None:
    """The readings of every bid, ``None`` where one can have had none."""
    links: list[dict[Reading, list[Reading | None]]] = []
    overs: Sequence[Reading | None] = (None,)
    for entry, shown in zip(entries, facts, strict=True):
        beaten: dict[Reading, list[Reading | None]] = {}
        for over in overs:
            for reading in Situation(shown, over).legal(ids, entry.claim):
                beaten.setdefault(reading, []).append(over)
        if not beaten:
            return None
        links.append(beaten)
        in_order: list[Reading] = sorted(beaten, key=lambda reading: reading.order)
        overs = in_order
    chain: list[tuple[Reading, ...]] = []
    kept: set[Reading] = set(links[-1]) if links else set()
    for beaten in reversed(links):
        chain.append(tuple(sorted(kept, key=lambda reading: reading.order)))
        kept = {over for reading in kept for over in beaten[reading] if over is not None}
    return tuple(reversed(chain))


def _impossible(position: Position, facts: Sequence[Facts], rules: Rules) -> ImpossibleTrick:
    clauses = rulebook().in_force(rules.used)
    ids = clause_ids(clauses)
    entries = bids(position)
    numbers = range(len(entries))
    fine = next(n for n in numbers if _chain(entries[: n + 1], facts[: n + 1], ids) is None)
    before = _chain(entries[:fine], facts[:fine], ids)
    over = before[-1][0] if before else None
    explainer = Explainer(
        Situation(facts[fine], over), clauses, entries[fine].claim, rules.edition.wild
    )
    reasons = explainer.refusal()
    why = " ".join(reason.message for reason in reasons)
    places = [n for n, entry in enumerate(position.trick) if isinstance(entry, BidEntry)]
    return ImpossibleTrick(places[fine], why, reasons)
