"""What a player may do on a turn but bid: play an Element card, or pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations

from checker.actions import Action, ElementAction, PassAction
from checker.cards import Card, canonical_key
from checker.judgements import OtherPlay
from checker.positions import Position
from checker.questions import Rules
from checker.tricks import History
from checker.turn_verdicts import TurnTold, TurnVerdicts


def other_plays(
    position: Position, player: str, rules: Rules, past: History | None = None
) -> Iterator[OtherPlay]:
    """The Element cards and passes that are legal for this player, each judged by the model.

    Each stands there once for every smallest set of unused Element cards to discard before. One
    that cannot be decided stands there too, and says in ``missing`` what would decide it.
    """

    def judged(
        action: Callable[[tuple[Card, ...]], Action], discards: tuple[Card, ...]
    ) -> TurnTold:
        return TurnVerdicts(position, action(discards), rules, past).told()

    hand = position.player(player).hand.cards
    elements = sorted((card for card in hand if card.is_element_card), key=canonical_key)
    for card in elements:
        rest = [other for other in elements if other is not card]
        play = partial(ElementAction, card, player=player)
        yield from _fewest(card, rest, partial(judged, play))
    leave = partial(PassAction, player=player)
    yield from _fewest(None, elements, partial(judged, leave))


def _fewest(
    card: Card | None, others: Sequence[Card], judged: Callable[[tuple[Card, ...]], TurnTold]
) -> Iterator[OtherPlay]:
    """The play with each smallest set of other cards discarded with which it is not illegal."""
    legal: list[set[Card]] = []
    open_ones: list[set[Card]] = []
    for number in range(len(others) + 1):
        for discards in combinations(others, number):
            if any(fewer <= set(discards) for fewer in legal):
                continue
            told = judged(discards)
            if told.verdict == "legal":
                legal.append(set(discards))
            elif told.verdict == "illegal" or any(few <= set(discards) for few in open_ones):
                continue
            else:
                open_ones.append(set(discards))
            yield OtherPlay(card, discards, told.missing)
