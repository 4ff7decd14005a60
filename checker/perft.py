"""Perft: how many legal plays there are from a position, and how many ways to go on.

Counted are bids (cards and reading, symbols and Mandates unused), Element cards and passes (each
once for every smallest set of Element cards to discard before), and winds. Draws come from a known
pile, so a play leads to
one position. A round that ends has no continuation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from checker.actions import Action, BidAction, ElementAction, PassAction, WindAction
from checker.judgements import OtherPlay, WindPlay
from checker.positions import Position
from checker.questions import ActionsQuestion, Rules, TurnQuestion
from checker.readings import Claim
from checker.refereeing import step
from checker.turn_plays import list_actions

MOST_WAYS = 1_000_000
"""So many ways are counted unless more are asked for."""


class TooManyWays(ValueError):
    """There are more ways to go on than the ``most`` that were to be counted."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"there are more than {most:,} ways to play on")


@dataclass
class Tally:
    """The ways counted so far; each change of the number is told to ``on_count``."""

    most: int = MOST_WAYS
    on_count: Callable[[int], object] = lambda _ways: None
    ways: int = 0

    def count(self) -> None:
        """Counts one more; raises :class:`TooManyWays` beyond the most."""
        self.ways += 1
        if self.ways > self.most:
            raise TooManyWays(self.most)
        self.on_count(self.ways)


@dataclass(frozen=True, slots=True)
class Divided:
    """A play of the first turn and the number of ways to go on after it."""

    action: Action
    nodes: int


def plays(position: Position, rules: Rules) -> Iterator[Action]:
    """Every counted play of the player whose turn it is, in the order of their list.

    Raises :class:`checker.turn_plays.HandNotKnown`.
    """
    if position.turn is None:
        return
    hand = position.player(position.turn).hand.cards
    start: int | None = 0
    while start is not None:
        listed = list_actions(ActionsQuestion(position, rules, start=start))
        for play in listed.bids.plays:
            reading = play.taken.reading
            claim = Claim(reading.kind, reading.width, reading.length, reading.top)
            yield BidAction(tuple(hand[place] for place in play.indexes), claim)
        start = listed.bids.next_start
    for other in listed.others:
        if isinstance(other, WindPlay):
            yield WindAction(other.wind)
            continue
        if not isinstance(other, OtherPlay):
            continue
        if other.card is None:
            yield PassAction(other.discards)
        else:
            yield ElementAction(other.card, other.discards)


def perft(position: Position, rules: Rules, depth: int, tally: Tally | None = None) -> int:
    """The number of ways to play ``depth`` turns on from the position.

    Every hand and the draw pile have to be known. Raises ``ValueError`` for a depth below 1, and
    :class:`TooManyWays` beyond what the tally is to count.
    """
    return sum(divided.nodes for divided in divide(position, rules, depth, tally))


def divide(
    position: Position, rules: Rules, depth: int, tally: Tally | None = None
) -> Iterator[Divided]:
    """The plays of the first turn, each with the number of ways to go on; raises as `perft`."""
    if depth < 1:
        raise ValueError(f"a depth of at least 1, not {depth}")
    # No count hangs on points; only the end of a round would ask for them.
    players = tuple(replace(each, points=each.points or 0) for each in position.players)
    position = replace(position, players=players)
    tally = tally or Tally()
    for action in plays(position, rules):
        if depth == 1:
            tally.count()
            yield Divided(action, 1)
        else:
            after = step(TurnQuestion(position, action, rules, explain="none")).position
            yield Divided(action, perft(after, rules, depth - 1, tally))
