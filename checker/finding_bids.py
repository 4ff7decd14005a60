"""Finding bids: the smallest ones of which a goal holds, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.cards import Card
from checker.conditions import BidGoal, Most
from checker.goal_checks import BidCase, holds
from checker.goal_terms import Terms, beaten, copies, texts, vocabulary
from checker.model.compiled import TIERS, ClauseIds, Compiled, compiled
from checker.model.logic import no
from checker.model.proposing import Beaten, Proposal, Proposer
from checker.questions import Bid, JudgeQuestion, Rules
from checker.reasons import clause_ids
from checker.rulebook import rulebook

MOST = Most(cards=8, values=12)
"""How far is looked where the goal does not say."""
FEW = 4
"""Up to so many cards are looked through first, by a smaller query."""


@dataclass(frozen=True)
class BidSearch:
    """One goal about a bid, looked for within one bound."""

    goal: BidGoal
    seed: int = 0

    @property
    def most(self) -> Most:
        """The bound."""
        return self.goal.most or MOST

    @property
    def bounds(self) -> str:
        """How far is looked, in words."""
        most = self.most
        return (
            f"bids of up to {most.cards} cards, with up to {most.values} values and wilds and one "
            f"value up to {self.model.bounds.naturals} times, over up to {most.cards} values"
        )

    def found(self) -> Iterator[JudgeQuestion]:
        """The bids of which the goal holds, the smallest first; raises ``SolverLimit``."""
        done = 0
        for cards in sorted({min(FEW, self.most.cards), self.most.cards}):
            proposer = self._proposer(cards)
            proposer.require(proposer.total(done + 1))
            if cards < self.most.cards:
                proposer.require(no(proposer.total(cards + 1)))
            for proposal in proposer.smallest():
                question = self._question(proposal, cards)
                assert holds(self.goal.that, BidCase(question), self.rules), "proposed and not so"
                yield question
            done = cards

    def impossible(self) -> ClauseIds | None:
        """Clauses that leave no such bid within the bounds, none of them to be spared.

        ``None`` where there is one; no clause where there is none whatever the rules say.
        """
        in_force = {c for each in self.asked for c in clause_ids(rulebook().in_force(each.used))}
        ids = tuple(c for c in rulebook().clauses if c in in_force)
        return self._proposer(self.most.cards, selectable=True).needed(ids)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the goal as a whole."""
        return self.goal.rules.over(Rules())

    @cached_property
    def asked(self) -> Sequence[Rules]:
        """All sets of rules that the goal asks."""
        return list(texts(self.goal.that, self.rules))

    @cached_property
    def model(self) -> Compiled:
        """The smallest compiled model that holds the bounds."""
        return compiled(next(tier for tier in TIERS if self.most.values <= tier.values))

    @cached_property
    def _cards(self) -> tuple[Card, ...]:
        return vocabulary(self.goal.that, self.asked, self.seed)

    def _overs(self, cards: int) -> Sequence[tuple[Beaten, Bid | None]]:
        found = beaten(self.model, self.asked, cards, self.seed)
        return [(Beaten(reading, len(bid.cards) if bid else 0), bid) for reading, bid in found]

    def _proposer(self, cards: int, *, selectable: bool = False) -> Proposer:
        most = Most(cards, self.most.values)
        proposer = Proposer(
            self.model,
            copies(self._cards, self.rules.edition.wild, self.model, most),
            [over for over, _ in self._overs(cards)],
            cards,
            selectable=selectable,
        )
        proposer.require(Terms(proposer, self._cards).of(self.goal.that, self.rules))
        return proposer

    def _question(self, proposal: Proposal, cards: int) -> JudgeQuestion:
        bid = Bid(dealt(self._cards, proposal.cards))
        return JudgeQuestion(bid, self._overs(cards)[proposal.over][1], rules=self.rules)


def dealt(cards: Sequence[Card], numbers: Sequence[int]) -> tuple[Card, ...]:
    """So many cards of each face."""
    return tuple(card for card, number in zip(cards, numbers, strict=True) for _ in range(number))
