"""Whether a goal holds of an example: every condition asked of the checker itself, one by one.

This is what an example is verified by, whoever proposed it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from checker.cards import Card, Symbol, Value
from checker.conditions import (
    AllOf,
    AnyOf,
    By,
    Cards,
    Condition,
    DecidedBy,
    Differ,
    EveryPlay,
    Not,
    Over,
    Plays,
    Readings,
    Says,
    Settled,
    Shape,
    SomePlay,
    SomeReading,
    Turn,
    Violates,
    With,
    is_of,
)
from checker.facts import facts_of
from checker.goal_terms import shape
from checker.judgements import Judgement, PlayList
from checker.judging import judge
from checker.overs import over_readings
from checker.plays import list_plays
from checker.questions import Bid, Explain, ImpossibleOver, JudgeQuestion, PlaysQuestion, Rules
from checker.readings import Claim, Kind, Reading


class Case(ABC):
    """An example whose conditions can be asked."""

    @abstractmethod
    def judged(self, rules: Rules, explain: Explain = "none") -> Judgement | None:
        """The verdict by these rules; ``None`` where it cannot be by them."""

    def cards(self, of: str) -> Sequence[Card]:
        """The cards of the bid, or of the hand."""
        raise AssertionError(f"no {of} here")

    def values_shown(self) -> int:
        """How many values the cards of the bid show."""
        return sum(card.up.count for card in self.cards("bid") if card.up)

    def over(self, rules: Rules) -> Sequence[Reading | None]:
        """The readings of the bid to beat."""
        raise AssertionError("no bid to beat here")

    def numbers(self, rules: Rules) -> Sequence[Mapping[str, int | None]]:
        """The numbers of the turn, for each reading of the bid over each of the bid to beat."""
        raise AssertionError("no turn here")

    def changed(self, position: Mapping[str, Any], action: Mapping[str, Any]) -> Case:
        """The case with these keys instead of its own."""
        raise AssertionError("no turn here")

    def plays(self, rules: Rules) -> tuple[int, Sequence[Case]]:
        """The number of legal bids, and one case for each that shows other faces."""
        raise AssertionError("no hand here")


@dataclass(frozen=True)
class BidCase(Case):
    """A bid over a bid to beat, or a lead."""

    question: JudgeQuestion

    @property
    def declared(self) -> Reading:
        """The reading that the bid is declared as, in full."""
        return Reading(*cast(tuple[Kind, int, int, Value], self.question.bid.claim))

    def beside(self, over: Bid | None) -> BidCase:
        """The same bid over another bid to beat."""
        return BidCase(replace(self.question, over=over))

    def judged(self, rules: Rules, explain: Explain = "none") -> Judgement | None:
        try:
            return judge(replace(self.question, rules=rules, explain=explain))
        except ImpossibleOver:
            return None

    def cards(self, of: str) -> Sequence[Card]:
        return self.question.bid.cards if of == "bid" else super().cards(of)

    def over(self, rules: Rules) -> Sequence[Reading | None]:
        overs = over_readings(self.question.over, rules)
        return overs.under(overs.used)


@dataclass(frozen=True)
class HandCase(Case):
    """A hand over a bid to beat, or to lead."""

    question: PlaysQuestion
    _lists: dict[str, PlayList] = field(default_factory=dict)

    def judged(self, rules: Rules, explain: Explain = "none") -> Judgement | None:
        raise AssertionError("a hand has no verdict")

    def cards(self, of: str) -> Sequence[Card]:
        return self.question.hand if of == "hand" else super().cards(of)

    def over(self, rules: Rules) -> Sequence[Reading | None]:
        return BidCase(JudgeQuestion(Bid(()), self.question.over)).over(rules)

    def listed(self, rules: Rules) -> PlayList:
        """The legal bids by faces, proved to be all."""
        key = f"{rules.edition.id} {sorted(rules.used.items())}"
        if key not in self._lists:
            told = list_plays(replace(self.question, rules=rules, by="faces"))
            assert told.complete, "the list is not proved"
            self._lists[key] = told
        return self._lists[key]

    def plays(self, rules: Rules) -> tuple[int, Sequence[BidCase]]:
        told = self.listed(rules)
        number = sum(play.multiplicity for play in told.plays)
        return number, [self.play(p.indexes, p.taken.reading, rules) for p in told.plays]

    def play(self, indexes: Sequence[int], reading: Reading, rules: Rules) -> BidCase:
        """The bid of these cards of the hand, declared as this reading."""
        claim = Claim(reading.kind, reading.width, reading.length, reading.top)
        bid = Bid(tuple(self.question.hand[index] for index in indexes), claim)
        return BidCase(JudgeQuestion(bid, self.question.over, rules=rules))


def holds(condition: Condition, case: Case, rules: Rules) -> bool:
    """Whether the condition holds of the case by these rules; raises as the judging does."""
    match condition:
        case AllOf(those):
            return all(holds(each, case, rules) for each in those)
        case AnyOf(those):
            return any(holds(each, case, rules) for each in those)
        case Not(that):
            return not holds(that, case, rules)
        case By(options, that):
            return holds(that, case, options.over(rules))
        case With(position, action, that):
            return holds(that, case.changed(position, action), rules)
        case Cards():
            return _shown(condition, case.cards(condition.of), rules.edition.wild)
        case Over(shape):
            return all(is_of(over, shape) for over in case.over(rules))
        case Turn(numbers):
            return all(
                (number := told[name]) is not None and span.holds(number)
                for told in case.numbers(rules)
                for name, span in numbers
            )
        case Plays(number):
            return number.holds(case.plays(rules)[0])
        case SomePlay(that):
            return any(holds(that, play, rules) for play in case.plays(rules)[1])
        case EveryPlay(that):
            return all(holds(that, play, rules) for play in case.plays(rules)[1])
    return _judged(condition, case, rules)


def _judged(condition: Condition, case: Case, rules: Rules) -> bool:
    """Whether a condition about verdicts holds."""
    if isinstance(condition, Differ):
        here, there = (case.judged(each.over(rules)) for each in (condition.one, condition.other))
        return here is not None and there is not None and _answer(here) != _answer(there)
    told = case.judged(rules, "all" if isinstance(condition, Violates) else "none")
    if told is None:
        return False
    match condition:
        case Says(verdict):
            return told.verdict == verdict
        case Readings(number):
            return number.holds(len(told.readings))
        case SomeReading(shape):
            return any(_is_shaped(t.reading, shape, case, rules) for t in told.readings)
        case Violates(clauses):
            return set(clauses) in [set(repair) for repair in told.repairs or ()]
        case DecidedBy(ruling):
            return any(change.change.keys() == {ruling} for change in told.changes)
        case Settled(settled):
            return told.settled is settled
    raise AssertionError(condition)


def _answer(told: Judgement) -> tuple[str, tuple[Reading, ...]]:
    return told.verdict, tuple(taken.reading for taken in told.readings)


def _is_shaped(reading: Reading, wanted: Shape, case: Case, rules: Rules) -> bool:
    return (
        wanted.may_be(reading)
        and wanted.wilds.holds(reading.count - case.values_shown())
        and all(wanted.is_against(reading, over) for over in case.over(rules))
    )


def _shown(wanted: Cards, cards: Sequence[Card], wild: Symbol) -> bool:
    facts, shapes = facts_of(cards, wild), [shape(card) for card in cards]
    return (
        wanted.cards.holds(facts.cards)
        and wanted.values.holds(facts.values)
        and wanted.wilds.holds(facts.wilds)
        and all(span.holds(facts.naturals[value]) for value, span in wanted.shows)
        and all(span.holds(shapes.count(name)) for name, span in wanted.faces)
    )
