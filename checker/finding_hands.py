"""Finding hands: the smallest ones of whose legal bids a goal holds.

What has to be so of some bid is proposed by the model together with the hand. What has to be so of
every bid is looked at in the proved list of bids; a bid that is not so is learned from: no hand
that holds its cards will do, over any bid that it beats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from checker.conditions import (
    AllOf,
    AnyOf,
    Cards,
    Condition,
    EveryPlay,
    HandGoal,
    Most,
    Not,
    Plays,
    SomePlay,
    SomeReading,
)
from checker.goal_checks import BidCase, HandCase, holds
from checker.goal_frames import Frame, dealt
from checker.goal_terms import Terms, conjuncts, parts
from checker.model.compiled import ClauseIds
from checker.model.logic import every, no
from checker.model.proposing import Beaten, Proposal, Proposer
from checker.model.solving import SolverLimit
from checker.questions import Bid, PlaysQuestion, Rules
from checker.reasons import clause_ids
from checker.rulebook import rulebook

MOST = Most(cards=6, values=12)
"""How far is looked where the goal does not say."""


MOST_PROPOSED = 1_000
"""The most hands that are proposed for one question."""


class SearchLimit(SolverLimit):
    """So many hands were proposed that no more are looked at; this says nothing about the goal."""

    def __init__(self) -> None:
        RuntimeError.__init__(
            self, f"{MOST_PROPOSED} hands were looked at and there are more; this is no answer"
        )


@dataclass(frozen=True)
class HandSearch:
    """One goal about a hand, looked for within one bound."""

    goal: HandGoal
    seed: int = 0
    progress: Callable[[int], object] = id
    """Told how many hands were proposed so far."""

    @cached_property
    def frame(self) -> Frame:
        """What examples are made of."""
        return Frame(self.goal, self.goal.most or MOST, self.seed)

    @property
    def bounds(self) -> str:
        """How far is looked, in words."""
        return self.frame.bounds("hands")

    def found(self) -> Iterator[PlaysQuestion]:
        """The hands of which the goal holds, the smallest first; raises ``SolverLimit``."""
        known: dict[Proposal, bool] = {}
        with self._asking() as proposer:

            def accepts(proposal: Proposal) -> bool:
                if proposal not in known:
                    self.progress(len(known) + 1)
                    if len(known) == MOST_PROPOSED:
                        raise SearchLimit
                    known[proposal] = self._is_so(proposer, proposal)
                return known[proposal]

            for proposal in proposer.smallest(accepts):
                yield self._question(proposal)

    def impossible(self) -> ClauseIds | None:
        """Clauses because of which no hand can be so, none of them to be spared.

        ``None`` where it takes a list of bids to see that there is none.
        """
        with self._asking(selectable=True) as proposer:
            return proposer.needed(self.frame.clauses)

    @contextmanager
    def _asking(self, *, selectable: bool = False) -> Iterator[Proposer]:
        """What proposes hands of which the goal may hold."""
        frame = self.frame
        bids = any(isinstance(condition, SomePlay) for condition, _ in self._conditions)
        proposer = frame.proposer(frame.most.cards, held=True, bids=bids, selectable=selectable)
        with proposer.asking():
            proposer.require(Terms(proposer, frame.cards).of_hand(self._conditions))
            yield proposer

    @cached_property
    def _conditions(self) -> Sequence[tuple[Condition, Rules]]:
        return list(conjuncts(self.goal.that, self.frame.rules))

    @cached_property
    def _overs(self) -> Sequence[tuple[Beaten, Bid | None]]:
        return self.frame.overs(self.frame.most.cards)

    def _question(self, proposal: Proposal) -> PlaysQuestion:
        hand = dealt(self.frame.cards, proposal.cards)
        return PlaysQuestion(hand, self._overs[proposal.over][1], self.frame.rules)

    # Learning.

    def _is_so(self, proposer: Proposer, proposal: Proposal) -> bool:
        """Whether the goal holds of the hand; if not, it and others like it are ruled out."""
        case = HandCase(self._question(proposal))
        if holds(self.goal.that, case, self.frame.rules):
            return True
        proposer.rule_out(proposal)
        for condition, rules in self._conditions:
            self._learn(proposer, proposal, case, condition, rules)
        return False

    def _learn(
        self,
        proposer: Proposer,
        proposal: Proposal,
        case: HandCase,
        condition: Condition,
        rules: Rules,
    ) -> None:
        """Adds what a condition that does not hold of this hand says of other hands."""
        match condition:
            case EveryPlay(that):
                for play in case.plays(rules)[1]:
                    if not holds(that, play, rules):
                        self._never(proposer, play, that, rules)
            case Plays(number) if number.most == 0:
                for play in case.plays(rules)[1]:
                    self._never(proposer, play, AnyOf(()), rules)
            case Plays(number) if number.most is not None and case.plays(rules)[0] > number.most:
                these = proposer.over_in({proposal.over})
                proposer.require(no(every(these, proposer.holding(proposal.cards))))
            case Plays(number) if case.plays(rules)[0] < (number.least or 0):
                these = proposer.over_in({proposal.over})
                proposer.require(no(every(these, proposer.within(proposal.cards))))

    def _never(self, proposer: Proposer, play: BidCase, that: Condition, rules: Rules) -> None:
        """No hand holds the cards of this bid over what it beats without being so."""
        beats = self._beats(play, rules)
        places = {place for place in beats if not self._so(play, place, that, rules)}
        numbers = [play.question.bid.cards.count(card) for card in self.frame.cards]
        proposer.require(no(every(proposer.over_in(places), proposer.holding(numbers))))

    def _beats(self, play: BidCase, rules: Rules) -> Iterator[int]:
        """The places of the bids to beat over which the bid is legal as it is declared."""
        place = self.frame.model.place[play.declared]
        mask = self.frame.model.masks(clause_ids(rulebook().in_force(rules.used)))[place]
        for number, (over, _) in enumerate(self._overs):
            if not mask & self.frame.model.read_over(over.reading):
                yield number

    def _so(self, play: BidCase, place: int, that: Condition, rules: Rules) -> bool:
        """The condition holds of the bid over the bid to beat at this place as well."""
        if all(_alone(part) for part in parts(that)):
            return False
        return holds(that, play.beside(self._overs[place][1]), rules)


def _alone(condition: Condition) -> bool:
    """Whether the bid to beat makes no difference to a condition of a declared legal bid."""
    match condition:
        case SomeReading(shape):
            return not shape.is_relative
    return isinstance(condition, Cards | Not | AllOf | AnyOf)
