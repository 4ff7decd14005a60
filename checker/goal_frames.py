"""What the examples of a goal about a bid or a hand are made of, within one bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.cards import Card
from checker.conditions import BidGoal, HandGoal, Most
from checker.goal_terms import beaten, copies, texts, vocabulary, wilds_on
from checker.model.compiled import TIERS, ClauseIds, Compiled, compiled
from checker.model.proposing import Beaten, Proposer, proposer
from checker.questions import Bid, Rules
from checker.reasons import clause_ids
from checker.rulebook import rulebook


@dataclass(frozen=True)
class Frame:
    """The rules that a goal asks, and the cards and bids to beat that examples are made of."""

    goal: BidGoal | HandGoal
    most: Most
    seed: int

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
        """The smallest compiled model that holds the bound."""
        return compiled(next(tier for tier in TIERS if self.most.values <= tier.values))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """A card of every face, in the order in which they are tried."""
        return vocabulary(self.goal.that, self.asked, self.seed)

    def overs(self, most: int) -> Sequence[tuple[Beaten, Bid | None]]:
        """What there may be to beat on up to so many cards, in the order in which it is tried."""
        found = beaten(self.model, self.asked, most, self.seed)
        return [(Beaten(reading, len(bid.cards) if bid else 0), bid) for reading, bid in found]

    def proposer(
        self, most: int, *, held: bool = False, bids: bool = True, selectable: bool = False
    ) -> Proposer:
        """What proposes examples of up to so many cards; nothing is asked of it yet."""
        sets = dict.fromkeys((self._ids(each), wilds_on(self.cards, each)) for each in self.asked)
        return proposer(
            self.model,
            copies(self.cards, self.rules.edition.wild, self.model, Most(most, self.most.values)),
            [over for over, _ in self.overs(most)],
            most,
            self.most.values,
            held=held,
            bids=bids,
            selectable=selectable,
            sets=tuple(sets) if bids else (),
        )

    @property
    def clauses(self) -> ClauseIds:
        """Every clause that is in force by some of the rules, in rulebook order."""
        in_force = {clause for each in self.asked for clause in self._ids(each)}
        return tuple(clause for clause in rulebook().clauses if clause in in_force)

    def _ids(self, rules: Rules) -> ClauseIds:
        return clause_ids(rulebook().in_force(rules.used))

    def bounds(self, what: str) -> str:
        """How far is looked, in words."""
        cards, values, naturals = self.most.cards, self.most.values, self.model.bounds.naturals
        return (
            f"{what} of up to {cards} cards, with up to {values} values and wilds and one value up "
            f"to {naturals} times, over up to {cards} values"
        )


def dealt(cards: Sequence[Card], numbers: Sequence[int]) -> tuple[Card, ...]:
    """So many cards of each face."""
    return tuple(card for card, number in zip(cards, numbers, strict=True) for _ in range(number))
