"""Finding turns: the smallest positions and actions of a sketch of which a goal holds.

The model is asked first whether the numbers of any such turn can satisfy its clauses. Then the
sketch is filled, the fewest entries first, and every filling is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from checker.actions import BidAction
from checker.cards import Card
from checker.conditions import Says, Span, Turn, TurnGoal
from checker.facts import reading_numbers
from checker.goal_checks import Case, holds
from checker.goal_terms import conjuncts, in_order
from checker.judgements import Judgement
from checker.model.compiled import ClauseIds
from checker.model.turn_cores import forbidding
from checker.questions import Explain, Rules, TurnQuestion
from checker.readings import Reading
from checker.reasons import clause_ids
from checker.rulebook import rulebook
from checker.sketches import count, fillings, size
from checker.turn_verdicts import TurnVerdicts, parts_of
from checker.wire.asking import rules_body
from checker.wire.bodies import TurnBody
from checker.wire.dumping import dump
from checker.wire.problems import Invalid
from checker.wire.turns import judge_turn
from checker.wire.validating import read_body

TYPES = ("bids", "plays-element", "passes", "plays-wind", "plays-symbols")
"""The numbers of a turn that say what sort of action it is."""
_Ranges = dict[str, tuple[int, int | None]]


@dataclass(frozen=True)
class TurnCase(Case):
    """An action at a position, as the body of a request."""

    position: Mapping[str, Any]
    action: Mapping[str, Any]
    _told: dict[str, Judgement | Invalid] = field(default_factory=dict)

    def body(self, rules: Rules) -> dict[str, Any]:
        """The body that asks whether it is legal by these rules."""
        table = {"position": self.position, "action": self.action}
        return {**table, **rules_body(rules)}

    def question(self, rules: Rules) -> TurnQuestion:
        """The question of the body; raises ``Invalid``."""
        return read_body(TurnBody, self.body(rules)).question()

    def judged(self, rules: Rules, explain: Explain = "none") -> Judgement | None:
        told = self.answered(rules, explain)
        return None if isinstance(told, Invalid) else told

    def answered(self, rules: Rules, explain: Explain = "none") -> Judgement | Invalid:
        """What is said of the turn, or what is wrong with it."""
        key = f"{rules.edition.id} {rules.expansion} {sorted(rules.pinned.items())} {explain}"
        if key not in self._told:
            self._told[key] = self._answered(rules, explain)
        return self._told[key]

    def _answered(self, rules: Rules, explain: Explain) -> Judgement | Invalid:
        body = self.body(rules)
        try:
            return judge_turn(replace(self.question(rules), explain=explain), body)
        except Invalid as error:
            return error

    def numbers(self, rules: Rules) -> Sequence[Mapping[str, int | None]]:
        question = self.question(rules)
        asked = TurnVerdicts(question.position, question.action, rules)
        return [each for over in asked.overs for each in _numbers(asked, over)]

    def cards(self, of: str) -> Sequence[Card]:
        action = self.question(Rules()).action
        return action.cards if of == "bid" and isinstance(action, BidAction) else ()

    def over(self, rules: Rules) -> Sequence[Reading | None]:
        question = self.question(rules)
        return TurnVerdicts(question.position, question.action, rules).overs

    def changed(self, position: Mapping[str, Any], action: Mapping[str, Any]) -> TurnCase:
        return TurnCase({**self.position, **position}, {**self.action, **action})


def _numbers(asked: TurnVerdicts, over: Reading | None) -> Iterator[Mapping[str, int | None]]:
    """The numbers of the turn, once for every reading that is legal as a bid, if there are any."""
    numbers = asked.numbers(over, asked.used)
    readings = asked.readings(over, asked.used) if asked.is_bid else []
    for reading in readings or (None,):
        yield numbers | reading_numbers(reading)


@dataclass(frozen=True)
class TurnSearch:
    """One goal about a turn, looked for in the fillings of its sketch."""

    goal: TurnGoal
    seed: int = 0
    progress: Callable[[int], object] = id

    @property
    def bounds(self) -> str:
        """How far is looked, in words."""
        if self._by_numbers is not None:
            return "no bounds: no turn whatever has such numbers"
        return f"the {self._count:,} ways to fill the sketch"

    @property
    def _count(self) -> int:
        return count(self.goal.position) * count(self.goal.action)

    def found(self) -> Iterator[TurnCase]:
        """The turns of which the goal holds, the smallest first.

        Raises ``SolverLimit``, and ``Invalid`` where no filling is a turn that can be.
        """
        if self._by_numbers is not None:
            return
        if self._first is None:
            told = self._cases[0].answered(self.rules)
            assert isinstance(told, Invalid)
            raise told
        for number, case in enumerate(self._cases, 1):
            self.progress(number)
            if self._can_be(case) and holds(self.goal.that, case, self.rules):
                yield case

    def impossible(self) -> ClauseIds | None:
        """Clauses because of which no filling is legal, none of them to be spared.

        ``None`` as well where the goal asks for more than one legal turn with certain numbers.
        """
        asked = [condition for condition, _ in conjuncts(self.goal.that, self.rules)]
        if [each for each in asked if not isinstance(each, Turn)] != [Says("legal")]:
            return None
        return self._by_numbers if self._by_numbers is not None else self._core(self._ranges())

    @cached_property
    def rules(self) -> Rules:
        """The rules of the goal as a whole."""
        return self.goal.rules.over(Rules())

    @cached_property
    def _cases(self) -> Sequence[TurnCase]:
        sketch = {"position": self.goal.position, "action": self.goal.action}
        filled = in_order(list(fillings(sketch)), self.seed, dump)
        return [TurnCase(**each) for each in sorted(filled, key=size)]

    @cached_property
    def _first(self) -> TurnCase | None:
        """The first filling that can be."""
        return next(filter(self._can_be, self._cases), None)

    def _can_be(self, case: TurnCase) -> bool:
        return isinstance(case.answered(self.rules), Judgement)

    # What the numbers alone say.

    @cached_property
    def _by_numbers(self) -> ClauseIds | None:
        """Clauses that no turn with the numbers of the goal satisfies, whatever the sketch is."""
        first = next(
            (c for c in self._cases if isinstance(c.answered(self.rules), Judgement)), None
        )
        if first is None:
            return None
        numbers = first.numbers(self.rules)[0]
        return self._core(
            {name: (number, number) for name in TYPES if (number := numbers[name]) is not None}
        )

    def _ranges(self) -> _Ranges:
        """The least and the most of each number over all fillings that can be."""
        possible = filter(self._can_be, self._cases)
        told = [numbers for case in possible for numbers in case.numbers(self.rules)]
        ranges: _Ranges = {}
        for name in told[0]:
            known = [numbers[name] for numbers in told]
            sure = [number for number in known if number is not None]
            if len(sure) == len(known):
                ranges[name] = (min(sure), max(sure))
        return ranges

    def _core(self, ranges: _Ranges) -> ClauseIds | None:
        """Clauses that are not satisfied by any numbers within these ranges and those of the goal.

        ``None`` where the goal does not ask for a legal turn, or there are such numbers.
        """
        conditions = list(conjuncts(self.goal.that, self.rules))
        for condition, _ in conditions:
            if isinstance(condition, Turn):
                ranges = ranges | {
                    name: _both(ranges.get(name), n) for name, n in condition.numbers
                }
        for condition, rules in conditions:
            if condition == Says("legal"):
                core = forbidding(ranges, self._ids(rules))
                if core is not None:
                    return core
        return None

    def _ids(self, rules: Rules) -> ClauseIds:
        assert self._first is not None
        parts = parts_of(self._first.question(self.rules).action)
        return clause_ids(rulebook().in_force(rules.used, parts), parts)


def _both(known: tuple[int, int | None] | None, span: Span) -> tuple[int, int | None]:
    """The numbers that lie in both."""
    least, most = known or (0, None)
    mosts = [each for each in (most, span.most) if each is not None]
    return max(least, span.least), min(mosts, default=None)
