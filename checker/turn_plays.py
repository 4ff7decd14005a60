"""Question 2 for a whole turn: everything a player may do at this table.

The bids come from the same search as those of a bare hand and are proved with it. Element cards and
passes are few, so each is judged by the model; so is the most that the symbols of a bid grant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from checker.actions import Action, BidAction, ElementAction, PassAction
from checker.cards import Card, Side, Symbol, canonical_key
from checker.judgements import ActionList, Options, OtherPlay, Play, PlayList
from checker.model.turn import MOST, turn_model
from checker.plays import plays_over
from checker.questions import ActionsQuestion, PlaysQuestion, TurnQuestion
from checker.readings import Kind
from checker.reasons import clause_ids
from checker.rulebook import Part, rulebook
from checker.tricks import bids, history
from checker.turn_facts import turn_view
from checker.turns import judge_turn

_PARTS: tuple[Part, ...] = ("turn", "symbols")


class HandNotKnown(ValueError):
    """The hand of the player whose turn it is holds cards that the position does not tell."""

    def __init__(self, player: str) -> None:
        self.player = player
        super().__init__(f"the hand of {player} is not known: its cards are needed for a list")


def list_actions(question: ActionsQuestion) -> ActionList:
    """The bids, Element cards and passes that are legal for the player whose turn it is.

    Every legal action is one of these, with more unused Element cards discarded or less claimed.
    Raises :class:`HandNotKnown`, ``ImpossibleTrick``, ``TooManyReadings``, ``TooLarge`` and
    ``SolverLimit``.
    """
    return _Listing(question).actions()


class _Listing:
    def __init__(self, question: ActionsQuestion) -> None:
        self.position, self.rules = question.position, question.rules
        self.question = question
        player = self.position.player(self.position.turn or "")
        if not player.hand.is_known:
            raise HandNotKnown(player.name)
        self.hand = player.hand.cards
        self.past = history(self.position, self.rules)
        self.in_force = frozenset(clause_ids(rulebook().in_force(self.past.used, _PARTS), _PARTS))
        self._grants: dict[tuple[object, ...], Options] = {}

    def actions(self) -> ActionList:
        asked = PlaysQuestion(
            hand=self.hand,
            rules=self.rules,
            by=self.question.by,
            limit=self.question.limit,
            start=self.question.start,
        )
        used = self.past.used
        last = bids(self.position)[-1].cards if bids(self.position) else ()
        listed = plays_over(asked, self.past.overs(used), last, used)
        return ActionList(
            bids=listed,
            options=self._options_of(listed),
            others=tuple(self._others()),
            options_by_over=tuple(self._options_of(under) for _, under in listed.by_over),
        )

    def _options_of(self, listed: PlayList) -> tuple[Options, ...]:
        return tuple(self._options(play) for play in listed.plays)

    def _options(self, play: Play) -> Options:
        """The most of each effect that the model grants this bid; the same for the same symbols."""
        cards = [self.hand[place] for place in play.indexes]
        symbols = [symbol for card in cards if card.up for symbol in card.up.symbols]
        if not symbols:
            return Options()
        left = [c for place, c in enumerate(self.hand) if place not in set(play.indexes)]
        animals = [card for card in left if not card.is_element_card]
        white = sum(card.side is Side.WHITE for card in animals)
        bomb = play.taken.reading.kind is Kind.BOMB
        key = (tuple(sorted(symbols)), len(left), len(animals), white, bomb)
        if key not in self._grants:
            self._grants[key] = self._granted(symbols, len(left), len(animals), white, bomb)
        return self._grants[key]

    def _granted(
        self, symbols: list[Symbol], left: int, animals: int, white: int, bomb: bool
    ) -> Options:
        view = turn_view(self.position, BidAction(()), self.rules.edition.wild)
        counts = {f"{symbol}-symbols": symbols.count(symbol) for symbol in Symbol}
        known = dict.fromkeys(MOST, 0) | {n: v or 0 for n, v in view.numbers.items()}
        numbers = known | {n: v for n, v in counts.items() if n in MOST} | {"is-bomb": int(bomb)}

        def most(claim: str, bound: int, **flags: int) -> int:
            """The largest claim that breaks no clause; what breaks one breaks it for more, too."""
            granted = 0
            while granted < bound:
                asked = numbers | flags | {claim: granted + 1}
                if turn_model().read(asked)[1] & self.in_force:
                    break
                granted += 1
            return granted

        victim = bids(self.position)[-1].player if bids(self.position) else None
        panda = most("panda-points", len(symbols))
        fire = most("fire-cards", min(len(symbols), animals))
        if fire == animals < min(len(symbols), left):
            fire = most("fire-cards", min(len(symbols), left), **{"fire-discards-element": 1})
        return Options(
            fire=max(fire, most("fire-cards", min(len(symbols), animals))),
            spin=most("panda-spins", min(len(symbols), white)),
            panda=panda,
            victim=victim if panda else None,
            bamboo=most("bamboo-points", len(symbols)),
        )

    def _others(self) -> Iterator[OtherPlay]:
        elements = sorted((c for c in self.hand if c.is_element_card), key=canonical_key)
        for card in elements:
            rest = [other for other in elements if other is not card]
            for discards in self._fewest(rest, partial(ElementAction, card)):
                yield OtherPlay(card, discards)
        for discards in self._fewest(elements, PassAction):
            yield OtherPlay(None, discards)

    def _fewest(
        self, cards: list[Card], action: Callable[[tuple[Card, ...]], Action]
    ) -> Iterator[tuple[Card, ...]]:
        """The smallest sets of cards to discard with which the action is legal."""
        found: list[set[Card]] = []
        for number in range(len(cards) + 1):
            for discards in combinations(cards, number):
                enough = any(fewer <= set(discards) for fewer in found)
                if not enough and self._legal(action(discards)):
                    found.append(set(discards))
                    yield discards

    def _legal(self, action: Action) -> bool:
        asked = TurnQuestion(self.position, action, self.rules, explain="none")
        return judge_turn(asked).verdict == "legal"
