"""Finding bids: the smallest ones of which a goal holds, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from checker.conditions import BidGoal, Most
from checker.goal_checks import BidCase, holds
from checker.goal_frames import Frame, dealt
from checker.goal_terms import Terms
from checker.model.compiled import ClauseIds
from checker.model.logic import no
from checker.model.proposing import Proposal, Proposer
from checker.questions import Bid, JudgeQuestion

MOST = Most(cards=8, values=12)
"""How far is looked where the goal does not say."""
FEW = 4
"""Up to so many cards are looked through first, by a smaller query."""


@dataclass(frozen=True)
class BidSearch:
    """One goal about a bid, looked for within one bound."""

    goal: BidGoal
    seed: int = 0

    @cached_property
    def frame(self) -> Frame:
        """What examples are made of."""
        return Frame(self.goal, self.goal.most or MOST, self.seed)

    @property
    def bounds(self) -> str:
        """How far is looked, in words."""
        return self.frame.bounds("bids")

    def found(self) -> Iterator[JudgeQuestion]:
        """The bids of which the goal holds, the smallest first; raises ``SolverLimit``."""
        done, most = 0, self.frame.most.cards
        for cards in sorted({min(FEW, most), most}):
            with self.frame.proposer(cards).asking() as proposer:
                proposer.require(
                    Terms(proposer, self.frame.cards).of(self.goal.that, self.frame.rules)
                )
                proposer.require(proposer.total(done + 1))
                if cards < most:
                    proposer.require(no(proposer.total(cards + 1)))
                for proposal in proposer.smallest():
                    yield self._question(proposal, cards)
            done = cards

    def impossible(self) -> ClauseIds | None:
        """Clauses that leave no such bid, none of them to be spared.

        ``None`` where there is one, or they would leave one with twice as many cards and values, so
        that the bounds have a part in it; no clause where there is none whatever the clauses say.
        """
        with self._asking(self.frame) as proposer:
            needed = proposer.needed(self.frame.clauses)
        if needed is None:
            return None
        with self._asking(self._wider) as proposer:
            return None if proposer.can_be(needed) else needed

    @cached_property
    def _wider(self) -> Frame:
        """Where it is seen whether the bounds or the clauses leave no bid."""
        cards, values = self.frame.most.cards, self.frame.most.values
        return Frame(self.goal, Most(2 * cards, 2 * values), self.seed)

    @contextmanager
    def _asking(self, frame: Frame) -> Iterator[Proposer]:
        """What proposes bids within the frame of which the goal holds, whichever clauses hold."""
        with frame.proposer(frame.most.cards, selectable=True).asking() as proposer:
            proposer.require(Terms(proposer, frame.cards).of(self.goal.that, frame.rules))
            yield proposer

    def _question(self, proposal: Proposal, cards: int) -> JudgeQuestion:
        """The bid that is proposed, once the checker itself has said that it is one."""
        bid = Bid(dealt(self.frame.cards, proposal.cards))
        over = self.frame.overs(cards)[proposal.over][1]
        question = JudgeQuestion(bid, over, rules=self.frame.rules)
        assert holds(self.goal.that, BidCase(question), self.frame.rules), "proposed and not so"
        return question
