"""The verdict on an action at a table, as far as the position tells what it hangs on.

Nothing is explained here; `checker.turn_reasons` says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from checker.actions import Action, BidAction, ElementAction, WindAction
from checker.facts import Facts, cards_standing_twice, reading_numbers
from checker.fitting import take
from checker.judgements import Change, Taken, Verdict
from checker.model.compiled import ClauseIds
from checker.model.situation import Situation
from checker.model.turn import MOST
from checker.model.turn_model import turn_model
from checker.positions import Position
from checker.questions import Rules
from checker.readings import Reading
from checker.reasons import clause_ids
from checker.rulebook import Clause, Part, Rulings, rulebook
from checker.tricks import History, cards_in_trick, facts_of_bid, history, played, shaped_by
from checker.turn_facts import over_numbers, possible, trick_numbers, turn_view
from checker.turn_view import TurnView

UNDECLARED = "how the last bid of the trick was declared (as)"
"""What is missing where a verdict depends on it."""

Numbers = Mapping[str, int]
"""Every number of a turn, by name."""


@dataclass(frozen=True, slots=True)
class TurnTold:
    """What one choice of rulings says: ``missing`` names what would decide it."""

    verdict: Verdict
    readings: tuple[Reading, ...]
    missing: tuple[str, ...]


def parts_of(action: Action) -> tuple[Part, ...]:
    """The parts of the rules, besides those about bids, that an action is judged by."""
    match action:
        case ElementAction():
            return ("turn", "element", "mandate")
        case WindAction():
            return ("turn", "wind")
        case BidAction() if action.symbols:
            return ("turn", "variant", "symbols", "mandate")
        case BidAction():
            return ("turn", "symbols", "mandate")
    return ("turn", "mandate")


class TurnVerdicts:
    """One action being judged; what several steps need is worked out once.

    ``past`` may be given where many actions are judged at one position. Raises ``ImpossibleTrick``,
    ``TooLarge`` and ``SolverLimit``.
    """

    def __init__(
        self, position: Position, action: Action, rules: Rules, past: History | None = None
    ) -> None:
        self.position, self.action, self.rules = position, action, rules
        self.history = past or history(position, rules, action)
        self.wild = rules.edition.wild
        self.parts = parts_of(action)
        self._reads: dict[tuple[int, ...], frozenset[str]] = {}

    @cached_property
    def view(self) -> TurnView:
        """The turn as a camera sees it."""
        return turn_view(self.position, self.action, self.wild)

    @cached_property
    def facts(self) -> Facts:
        """The facts of the bid; a card that lies in the trick cannot be bid again."""
        assert isinstance(self.action, BidAction)
        on_table = cards_in_trick(self.position)
        own = facts_of_bid(self.action, self.wild)
        names = {card.name for card in self.action.cards if card.name}
        again = [n for n in cards_standing_twice([*self.action.cards, *on_table]) if n in names]
        return replace(own, repeated=len(again))

    @property
    def actor(self) -> str:
        """The player who acts."""
        return self.action.player or self.position.turn or ""

    @property
    def used(self) -> Rulings:
        """The options by which the action is judged."""
        return self.history.used

    @property
    def overs(self) -> tuple[Reading | None, ...]:
        """The readings of the bid to beat under these options; ``(None,)`` for a lead."""
        return self.history.overs(self.used)

    @property
    def is_bid(self) -> bool:
        """Whether cards are bid, so that there are readings."""
        return isinstance(self.action, BidAction) and self.action.is_bid

    # Deciding.

    def told(self, rulings: Rulings | None = None) -> TurnTold:
        """The verdict under these options over every reading of the bid to beat."""
        options = self.used if rulings is None else rulings
        told = [self.told_over(over, options) for over in self.history.overs(options)]
        verdicts = {each.verdict for each in told}
        readings = {reading for each in told for reading in each.readings}
        in_order = tuple(sorted(readings, key=lambda reading: reading.order))
        if len(verdicts) == 1:
            return TurnTold(told[0].verdict, in_order, told[0].missing)
        missing = dict.fromkeys([UNDECLARED, *(name for each in told for name in each.missing)])
        return TurnTold("undetermined", in_order, tuple(missing))

    def told_over(self, over: Reading | None, rulings: Rulings) -> TurnTold:
        """The verdict over one reading of the bid to beat."""
        verdicts: set[bool] = set()
        readings: dict[Reading, None] = {}
        for numbers in self.cases(over, rulings):
            legal = self._legal(over, rulings, numbers)
            verdicts.add(bool(legal))
            readings |= dict.fromkeys(reading for reading in legal if reading is not None)
        if len(verdicts) > 1:
            missing = dict.fromkeys(self.where(name) for name in self.unknown(over, rulings))
            return TurnTold("undetermined", tuple(readings), tuple(missing))
        return TurnTold("legal" if True in verdicts else "illegal", tuple(readings), ())

    def changes(self, verdict: Verdict) -> tuple[Change, ...]:
        """The smallest changes of unpinned rulings that give another verdict than this one."""
        found: list[Change] = []
        for change in self.choices():
            if any(smaller.change.items() <= change.items() for smaller in found):
                continue
            told = self.told({**self.used, **change})
            if told.verdict != verdict:
                found.append(Change(change, told.verdict, self.taken(told.readings)))
        return tuple(found)

    def choices(self) -> list[dict[str, str]]:
        """The changes of unpinned rulings that may change anything, smallest first.

        Those are of rulings on which a clause depends that is violated somewhere.
        """
        for change in ({}, *self.history.changes):
            self.told({**self.used, **change})
        asked = set().union(*(rulebook().asked_by(violated) for violated in self._reads.values()))
        turn = rulebook().changes(
            self.used, asked - self.rules.closed, played(self.position, self.action)
        )
        of_bids = ({}, *self.history.changes)
        every = [{**bid, **more} for bid in of_bids for more in ({}, *turn)][1:]
        return sorted(every, key=len)

    def taken(self, readings: Iterable[Reading]) -> tuple[Taken, ...]:
        """The cards of the bid taken as each of these readings."""
        if not isinstance(self.action, BidAction) or not self.is_bid:
            return ()
        return tuple(take(reading, self.action.cards, self.facts) for reading in readings)

    # What the verdict is made of.

    def cases(self, over: Reading | None, rulings: Rulings) -> Iterator[Numbers]:
        """The numbers of the turn, once for every extreme of those that are unknown and matter."""
        sure = {name: number or 0 for name, number in self.numbers(over, rulings).items()}
        unknown = self.unknown(over, rulings)
        for values in product(*(possible(name) for name in unknown)):
            yield sure | dict(zip(unknown, values, strict=True))

    def numbers(self, over: Reading | None, rulings: Rulings) -> dict[str, int | None]:
        """Every number of the turn over one reading of the bid to beat, ``None`` if unknown."""
        trick = trick_numbers(self.history.under(rulings), self.position, self.wild)
        return _NOTHING | self.view.numbers | trick | over_numbers(over)

    def unknown(self, over: Reading | None, rulings: Rulings) -> list[str]:
        """The unknown numbers that some clause in force looks at here."""
        numbers = self.numbers(over, rulings)
        unknown = [name for name, number in numbers.items() if number is None]
        if not unknown:
            return []
        ids = self.turn_ids(rulings)
        sure = {name: possible(name)[0] if n is None else n for name, n in numbers.items()}
        base = self.read(sure) & ids
        return [n for n in unknown if self.read(sure | {n: possible(n)[1]}) & ids != base]

    def read(self, numbers: Numbers) -> frozenset[str]:
        """The clauses of the turn that are violated, in force or not; asked once."""
        key = tuple(numbers.values())
        if key not in self._reads:
            self._reads[key] = turn_model().read(numbers)[1]
        return self._reads[key]

    def readings(self, over: Reading | None, rulings: Rulings) -> list[Reading]:
        """The readings of the bid that are legal as a bid, whatever is claimed beside it."""
        assert isinstance(self.action, BidAction)
        return self.situation(over).legal(self.bid_ids(rulings), self.action.claim)

    def situation(self, over: Reading | None) -> Situation:
        """The bid over one reading of the bid to beat."""
        assert isinstance(self.action, BidAction)
        return Situation(self.facts, over, shaped_by(self.action.mandate))

    def bid_ids(self, rulings: Rulings) -> ClauseIds:
        """The clauses about bids in force under these options."""
        return clause_ids(rulebook().in_force(rulings))

    def turn_ids(self, rulings: Rulings) -> frozenset[str]:
        """The clauses of the turn in force under these options."""
        return frozenset(clause_ids(self.clauses(rulings), self.parts))

    def clauses(self, rulings: Rulings) -> tuple[Clause, ...]:
        """The clauses of the turn in force under these options, in rulebook order."""
        return rulebook().in_force(rulings, self.parts)

    def _legal(
        self, over: Reading | None, rulings: Rulings, numbers: Numbers
    ) -> list[Reading | None]:
        """The readings under which the action is legal; ``[None]`` for a legal one without any."""
        ids = self.turn_ids(rulings)
        if not self.is_bid:
            return [] if self.read(numbers) & ids else [None]
        readings = self.readings(over, rulings)
        return [r for r in readings if not self.read(taken_as(numbers, r)) & ids]

    def where(self, name: str) -> str:
        """What would tell an unknown number."""
        return self.view.missing.get(name, "what the wilds of the trick stand for (as)")


def taken_as(numbers: Numbers, reading: Reading | None) -> dict[str, int]:
    """The numbers of a turn where the bid is taken as this reading."""
    return {**numbers, **reading_numbers(reading)}


_NOTHING: dict[str, int | None] = dict.fromkeys(MOST, 0)
