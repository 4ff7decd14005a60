"""What a Mandate allows beside the plain bids: to activate it with one, and bids of its own.

Everything is judged by the model, once for all bids that are alike for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from checker.actions import BidAction, Mandate, PlayedAs, WindAction
from checker.cards import Card, Face, Side, Symbol, canonical_key
from checker.decks import features, mandates
from checker.hands import white_side_up
from checker.judgements import MandateOption, SymbolsPlay, WindPlay
from checker.positions import Position
from checker.questions import Rules
from checker.readings import Claim, Reading
from checker.tricks import History
from checker.turn_verdicts import TurnVerdicts

MOST_FOR_RABBIT = 8
"""No more cards than this are tried for the Rabbit."""


class MandateOptions:
    """What the revealed Mandate allows at one table, worked out once for bids that are alike."""

    def __init__(
        self, position: Position, player: str, hand: Sequence[Card], rules: Rules, past: History
    ) -> None:
        self.position, self.player, self.hand = position, player, tuple(hand)
        self.rules, self.past = rules, past
        self.animal = position.mandate if rules.expansion else None
        self._known: dict[tuple[object, ...], MandateOption | None] = {}

    def option(self, cards: Sequence[Card], reading: Reading) -> MandateOption | None:
        """How the Mandate may be activated with this bid, ``None`` where it may not."""
        if not self.animal:
            return None
        left = list(self.hand)
        for card in cards:
            left.remove(card)
        shows = any(features(card, self.animal) for card in cards)
        fitting = tuple(dict.fromkeys(c for c in left if features(c, self.animal)))
        key = (
            shows,
            fitting,
            reading.kind,
            reading.length,
            tuple(sorted(map(canonical_key, left))),
        )
        if key not in self._known:
            self._known[key] = self._option(tuple(cards), reading, fitting, left)
        return self._known[key]

    def _option(
        self, cards: tuple[Card, ...], reading: Reading, fitting: Sequence[Card], left: list[Card]
    ) -> MandateOption | None:
        assert self.animal
        claim = Claim(reading.kind, reading.width, reading.length, reading.top)
        bid = BidAction(cards, claim, player=self.player)
        takes = self._takes()
        needs = Mandate(self.animal, take=takes[0] if takes else None)
        ways = [
            needs,
            *(replace(needs, by="discard", card=card) for card in self._candidates(fitting)),
        ]
        told = [(way, self._told(replace(bid, mandate=way))) for way in ways]
        legal = [way for way, (verdict, _) in told if verdict == "legal"]
        missing = tuple(dict.fromkeys(name for _, (_, names) in told for name in names))
        if not legal and not missing:
            return None
        return MandateOption(
            animal=self.animal,
            by_bid=any(way.by == "bid" for way in legal),
            discards=tuple(way.card for way in legal if way.card is not None),
            takes=tuple(card for card in takes if self._may_take(bid, legal, card)),
            most=self._most(bid, legal, left),
            missing=missing,
        )

    def _candidates(self, fitting: Sequence[Card]) -> list[Card]:
        """The cards to discard: those at hand, and the one drawn, whichever it may be."""
        pile = self.position.draw_pile
        drawn: Card | None = Card(Face(mandates()[self.animal or ""], 1))
        if isinstance(pile, tuple):
            drawn = white_side_up(pile[0], self.rules.deck) if pile else None
        fits = drawn is not None and self.animal is not None and features(drawn, self.animal)
        return list(dict.fromkeys([*fitting, *([drawn] if fits and drawn is not None else [])]))

    def _told(self, action: BidAction) -> tuple[str, tuple[str, ...]]:
        told = TurnVerdicts(self.position, action, self.rules, self.past).told()
        return told.verdict, told.missing

    def _takes(self) -> list[Card]:
        """The cards that the Horse might take."""
        over = self.past.over(self.past.used)
        if self.animal != "horse" or over is None:
            return []
        cards = sorted(over.cards, key=canonical_key)
        # White ones first: they may be taken under every ruling.
        return sorted(dict.fromkeys(cards), key=lambda card: card.side is Side.BLUE)

    def _may_take(self, bid: BidAction, legal: Sequence[Mandate], card: Card) -> bool:
        tried = (replace(bid, mandate=replace(way, take=card)) for way in legal[:1])
        return any(self._told(action)[0] == "legal" for action in tried)

    def _most(self, bid: BidAction, legal: Sequence[Mandate], left: Sequence[Card]) -> int:
        """How many cards the Rabbit may discard, as far as the hand goes."""
        if self.animal != "rabbit" or not legal:
            return 0
        way, most = legal[0], 0
        animals = [card for card in left if card != way.card]
        animals.sort(key=lambda card: card.is_element_card)
        for number in range(1, min(len(animals), MOST_FOR_RABBIT) + 1):
            tried = replace(bid, mandate=replace(way, discards=tuple(animals[:number])))
            if self._told(tried)[0] != "legal":
                break
            most = number
        return most


def symbols_play(
    position: Position, player: str, hand: Sequence[Card], rules: Rules, past: History
) -> Iterator[SymbolsPlay]:
    """The cards that may be played as symbols, if any may, and what their Waters make.

    None at a table that does not say that it plays with the variant.
    """
    animal = position.mandate
    if not rules.expansion or not animal or not position.variant:
        return
    cards = tuple(sorted((c for c in hand if features(c, animal)), key=canonical_key))
    if not cards:
        return

    def played(number: int, symbol: Symbol) -> TurnVerdicts:
        symbols = tuple(PlayedAs(card, symbol) for card in cards[:number])
        water = tuple(each.card for each in symbols) if symbol is Symbol.WATER else ()
        action = BidAction(water, symbols=symbols, player=player)
        return TurnVerdicts(position, action, rules, past)

    alone = played(1, Symbol.BAMBOO).told()
    if alone.verdict == "illegal":
        return
    waters = tuple(played(n, Symbol.WATER).told().readings for n in range(1, len(cards) + 1))
    yield SymbolsPlay(cards, waters, alone.missing)


def wind_plays(position: Position, player: str, rules: Rules, past: History) -> Iterator[WindPlay]:
    """The winds that this player may play, or may be able to."""
    for wind in position.player(player).winds or ():
        told = TurnVerdicts(position, WindAction(wind, player=player), rules, past).told()
        if told.verdict != "illegal":
            yield WindPlay(wind, told.missing)
