"""The nearest legal plays to a refused bid, from the same cards or from the hand."""

from __future__ import annotations

from collections.abc import Sequence

from checker.cards import Card, Symbol, canonical_key
from checker.facts import facts_of
from checker.fitting import take
from checker.judgements import Alternative
from checker.model.compiled import compiled, fitting
from checker.model.table import Row
from checker.plays import rows_over
from checker.readings import Reading
from checker.rulebook import Clause
from checker.search import Choice, Hand

MOST_ALTERNATIVES = 5
MOST_STEPS = 100_000
"""The search for alternatives takes no more steps than this, however large the hand is."""


def nearest_plays(
    bid: Sequence[Card],
    hand: Sequence[Card] | None,
    overs: Sequence[Reading | None],
    clauses: tuple[Clause, ...],
    wild: Symbol,
    elsewhere: Sequence[Card] = (),
) -> tuple[Alternative, ...]:
    """At most five legal plays of the cards of the bid and the hand, nearest first.

    The distance is the number of cards added and removed; then come fewer cards added, and the
    order of readings. Cards that lie ``elsewhere`` too are left out. Raises ``SolverLimit``.
    """
    pool, spare = _pool(bid, hand or (), elsewhere)
    cards = Hand([card for card, _ in pool], wild)
    model = compiled(fitting([facts_of(cards.cards, wild)], overs[0]))
    rows = [row for row in rows_over(model, clauses, overs) if cards.fillable(row)]
    in_bid = cards.choice_of([place for place, (_, is_bid) in enumerate(pool) if is_bid])
    found = _Nearest(cards, in_bid).among(rows)
    return tuple(_alternative(cards, pool, spare, row, choice) for row, choice in found)


def _pool(
    bid: Sequence[Card], hand: Sequence[Card], elsewhere: Sequence[Card]
) -> tuple[list[tuple[Card, bool]], list[Card]]:
    """The cards of the bid and the others of the hand, each with whether it is in the bid.

    Then the cards of the bid that cannot be played, since they stand in another place as well.
    """
    names = {card.name for card in elsewhere if card.name}
    others = list(hand)
    pool: list[tuple[Card, bool]] = []
    spare: list[Card] = []
    for card in bid:
        if card in others:
            others.remove(card)
        if card.name in names:
            spare.append(card)
        else:
            pool.append((card, True))
        if card.name:
            names.add(card.name)
    pool += [(card, False) for card in others if card.name not in names]
    return pool, spare


class _Nearest:
    """Branch and bound over the choices of a hand by their distance from the bid's own choice."""

    def __init__(self, hand: Hand, in_bid: Choice) -> None:
        self.hand, self.in_bid = hand, in_bid
        self.bid_size = sum(in_bid)
        self.steps = 0
        self.best: list[tuple[int, int, int, Row, Choice]] = []

    def among(self, rows: Sequence[Row]) -> list[tuple[Row, Choice]]:
        """The nearest choices among those that are exactly one of these rows' readings.

        The rows that can be nearest come first, so that the farther ones are soon too far.
        """
        bounded = [(self._least_distance(row), order, row) for order, row in enumerate(rows)]
        for least, order, row in sorted(bounded, key=lambda entry: entry[:2]):
            if self._too_far(least):
                break
            self._row(order, row)
        return [(row, choice) for *_, row, choice in self.best]

    def _least_distance(self, row: Row) -> int:
        """No choice of this row is nearer: what must go, and what must come to fill it."""
        groups = [self.hand.groups[place] for place in self.hand.path(row)]
        inside = [self.in_bid[place] for place in self.hand.path(row)]
        filled = sum(n * (g.count + g.wilds) for n, g in zip(inside, groups, strict=True))
        widest = max((g.count + g.wilds for g in groups), default=1)
        return self.bid_size - sum(inside) + max(0, -(-(row.filled - filled) // widest))

    def _row(self, order: int, row: Row) -> None:
        path = self.hand.path(row)
        to_come = self.hand.to_come(row, path)
        outside = self.bid_size - sum(self.in_bid[place] for place in path)
        numbers = [0] * len(self.hand.groups)

        def extend(depth: int, distance: int, values: int, together: int, left: int) -> None:
            if self.steps >= MOST_STEPS or self._too_far(distance):
                return
            self.steps += 1
            if depth == len(path):
                if row.admits(values, together, sum(numbers)):
                    self._keep(distance, order, row, tuple(numbers))
                return
            place = path[depth]
            group = self.hand.groups[place]
            if self.hand.opens_value(place):
                left = row.most[group.value or 0]
            room = min(left, row.most_values - values)
            reachable = self.hand.most_together(place, room) + to_come[depth]
            if together + reachable < row.filled:
                return
            most = min(group.copies, room // group.count) if group.count else group.copies
            wanted = self.in_bid[place]
            for number in sorted(range(most + 1), key=lambda n: (abs(n - wanted), n)):
                numbers[place] = number
                shown = number * group.count
                extend(
                    depth + 1,
                    distance + abs(number - wanted),
                    values + shown,
                    together + shown + number * group.wilds,
                    left - shown,
                )
            numbers[place] = 0

        extend(0, outside, 0, 0, 0)

    def _too_far(self, distance: int) -> bool:
        return len(self.best) == MOST_ALTERNATIVES and distance > self.best[-1][0]

    def _keep(self, distance: int, order: int, row: Row, choice: Choice) -> None:
        added = sum(max(0, n - b) for n, b in zip(choice, self.in_bid, strict=True))
        self.best.append((distance, added, order, row, choice))
        self.best.sort(key=lambda entry: (*entry[:3], entry[4]))
        del self.best[MOST_ALTERNATIVES:]


def _alternative(
    hand: Hand,
    pool: Sequence[tuple[Card, bool]],
    spare: Sequence[Card],
    row: Row,
    choice: Choice,
) -> Alternative:
    """The choice as cards: those of the bid are taken first, then the others."""
    places: list[int] = []
    for group, number in zip(hand.groups, choice, strict=True):
        bid_first = sorted(group.places, key=lambda place: not pool[place][1])
        places += bid_first[:number]
    taken_up = set(places)
    cards = [hand.cards[place] for place in places]
    added = [pool[place][0] for place in places if not pool[place][1]]
    left = [card for place, (card, is_bid) in enumerate(pool) if is_bid and place not in taken_up]
    removed = sorted([*left, *spare], key=canonical_key)
    taken = take(row.reading, cards, facts_of(cards, hand.wild))
    return Alternative(tuple(cards), taken, tuple(added), tuple(removed))
