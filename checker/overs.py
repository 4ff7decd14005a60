"""The bid to beat: what it can be taken as, and whether it can lie there at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.cards import Card
from checker.facts import cards_standing_twice, facts_of
from checker.model.situation import Situation
from checker.questions import Bid, CardsTwice, ImpossibleOver, Rules
from checker.readings import NO_CLAIM, Reading
from checker.reasons import Explainer, clause_ids
from checker.rulebook import Rulings, rulebook


def check_places(over: Bid | None, hand: Sequence[Card] | None) -> None:
    """Raises ``CardsTwice`` when a named card stands twice in the bid to beat and the hand."""
    for fault in places_at_fault(over, hand):
        raise fault


def places_at_fault(over: Bid | None, hand: Sequence[Card] | None) -> list[CardsTwice]:
    """Each place that holds a card which stands elsewhere already."""
    over_cards = over.cards if over else ()
    in_over = cards_standing_twice(over_cards)
    in_hand = [n for n in cards_standing_twice([*over_cards, *(hand or ())]) if n not in in_over]
    faults = (CardsTwice(in_over, "over"), CardsTwice(in_hand, "hand"))
    return [fault for fault in faults if fault.names]


@dataclass(frozen=True)
class OverReadings:
    """The readings of the bid to beat under every choice of the rulings left open.

    ``used`` are the options by which the question is judged: the defaults, unless only other ones
    allow the bid to beat. ``changes`` are the other choices that allow it, smallest first.
    """

    used: Rulings
    changes: tuple[Rulings, ...]
    _readings: dict[tuple[tuple[str, str], ...], tuple[Reading | None, ...]]

    def under(self, rulings: Rulings) -> tuple[Reading | None, ...]:
        """The readings under these options; ``(None,)`` for a lead."""
        return self._readings[tuple(sorted(rulings.items()))]


def choices(rules: Rules) -> list[dict[str, str]]:
    """The changes of unpinned rulings that tell what a bid can be, none coming first."""
    return [{}, *rulebook().changes(rules.used, rulebook().bid_rulings - rules.closed)]


def over_readings(over: Bid | None, rules: Rules) -> OverReadings:
    """What the bid to beat can be taken as; raises ``ImpossibleOver`` when it cannot lie there."""
    used = rules.used
    every = choices(rules)
    if over is None:
        readings = {_key({**used, **change}): (None,) for change in every}
        return OverReadings(used, tuple(every[1:]), dict(readings))
    if not over.cards:
        raise ImpossibleOver("It holds no card.", "at least one card, or nothing for a lead")
    situation = Situation(facts_of(over.cards, rules.edition.wild), None)
    found: dict[tuple[tuple[str, str], ...], tuple[Reading | None, ...]] = {}
    possible: list[dict[str, str]] = []
    for change in every:
        options = {**used, **change}
        ids = clause_ids(rulebook().in_force(options), ("bid", "definition"))
        if taken := situation.legal(ids, over.claim):
            found[_key(options)] = tuple(taken)
            possible.append(change)
    if not possible:
        raise _impossible(over, situation, rules)
    base = {**used, **possible[0]}
    others = [{r: o for r, o in {**used, **c}.items() if base[r] != o} for c in possible[1:]]
    return OverReadings(base, tuple(sorted(others, key=len)), found)


def _key(rulings: Rulings) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(rulings.items()))


def _impossible(over: Bid, situation: Situation, rules: Rules) -> ImpossibleOver:
    clauses = rulebook().in_force(rules.used)
    refused = Explainer(situation, clauses, over.claim, rules.edition.wild).refusal()
    why = " ".join(reason.message for reason in refused)
    possible = situation.legal(clause_ids(clauses, ("bid", "definition")))
    if over.claim == NO_CLAIM or not possible:
        return ImpossibleOver(why, "cards that make a Single, Set, Run, Formation or Bomb")
    fitting = "; ".join(f"{r.kind} {r.width}x{r.length} {r.top}" for r in possible)
    return ImpossibleOver(why, f"a claim that fits the cards: {fitting}", claimed=True)
