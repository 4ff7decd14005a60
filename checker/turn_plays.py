"""Question 2 for a whole turn: everything a player may do at this table.

The bids come from the same search as those of a bare hand and are proved with it. Element cards and
passes are few, so each is judged by the model; so is the most that the symbols of a bid grant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from checker.actions import BidAction
from checker.cards import Side, Symbol, Value
from checker.facts import SHAPING
from checker.judgements import ActionList, Options, Other, OtherPlay, Play, PlayList, ShapedPlay
from checker.mandate_facts import victim_of
from checker.mandate_plays import MandateOptions, symbols_play, wind_plays
from checker.model.turn import MOST
from checker.model.turn_model import turn_model
from checker.other_plays import other_plays
from checker.plays import plays_over
from checker.questions import ActionsQuestion, PlaysQuestion
from checker.readings import Kind, Reading
from checker.reasons import clause_ids
from checker.rulebook import Part, rulebook
from checker.tricks import history
from checker.turn_facts import possible, turn_view
from checker.turn_verdicts import TurnVerdicts, taken_as

_PARTS: tuple[Part, ...] = ("turn", "symbols")


@dataclass(frozen=True, slots=True)
class _Room:
    """What a bid's effects depend on: its symbols, and how many cards are left in the hand."""

    symbols: tuple[Symbol, ...]
    left: int
    animals: int
    white: int
    bomb: bool


class HandNotKnown(ValueError):
    """The hand of the player whose turn it is holds cards that the position does not tell."""

    def __init__(self, player: str) -> None:
        self.player = player
        super().__init__(f"the hand of {player} is not known: its cards are needed for a list")


def list_actions(question: ActionsQuestion) -> ActionList:
    """The bids, Element cards and passes that are legal for the player whose turn it is.

    Every legal action is one of these, with more unused Element cards discarded, by others too, or
    less claimed. Raises :class:`HandNotKnown`, ``ImpossibleTrick``, ``TooManyReadings``,
    ``TooLarge`` and ``SolverLimit``.
    """
    return _Listing(question).actions()


class _Listing:
    def __init__(self, question: ActionsQuestion) -> None:
        self.position, self.rules = question.position, question.rules
        self.question = question
        player = self.position.player(self.position.turn or "")
        if not player.hand.is_known:
            raise HandNotKnown(player.name)
        self.player, self.hand = player.name, player.hand.cards
        self.past = history(self.position, self.rules)
        self.in_force = frozenset(clause_ids(rulebook().in_force(self.past.used, _PARTS), _PARTS))
        self._grants: dict[_Room, Options] = {}
        self.mandates = MandateOptions(self.position, self.player, self.hand, self.rules, self.past)

    def actions(self) -> ActionList:
        asked = PlaysQuestion(
            hand=self.hand,
            rules=self.rules,
            by=self.question.by,
            limit=self.question.limit,
            start=self.question.start,
        )
        used = self.past.used
        over = self.past.over(used)
        last = over.cards if over else ()
        overs = self.past.overs(used)
        listed = plays_over(asked, overs, last, used, but=self._refused_kinds())
        shaped = self._shaped(listed)
        table = (self.position, self.player)
        others: list[Other] = [
            *self._shaped_plays(listed, shaped),
            *other_plays(*table, self.rules, self.past),
            *wind_plays(*table, self.rules, self.past),
            *symbols_play(*table, self.hand, self.rules, self.past),
        ]
        others.sort(key=lambda play: isinstance(play, OtherPlay) and play.card is None)
        return ActionList(
            bids=listed,
            options=self._options_of(listed),
            others=tuple(play for play in others if not _missing(play)),
            undetermined=tuple(play for play in others if _missing(play)),
            shaped_proof=shaped.proof if shaped else None,
            options_by_over=tuple(self._options_of(under) for _, under in listed.by_over),
        )

    def _refused_kinds(self) -> list[Kind]:
        """The kinds that the turn forbids whatever is played: a Bomb after a Rooster, by ruling."""
        plain = TurnVerdicts(self.position, BidAction(()), self.rules, self.past)
        numbers = {n: v or 0 for n, v in plain.numbers(None, self.past.used).items()}
        samples = {Kind.BOMB: Reading(Kind.BOMB, 4, 1, Value.THREE)}
        return [
            kind
            for kind, reading in samples.items()
            if turn_model().read(taken_as(numbers, reading))[1]
            & self.in_force - turn_model().read(taken_as(numbers, None))[1]
        ]

    def _shaped(self, listed: PlayList) -> PlayList | None:
        """The bids that the Goat or the Ox allows, where one is revealed."""
        animal = self.position.mandate
        if not self.rules.expansion or animal not in SHAPING or listed.by_over:
            return None
        used = self.past.used
        asked = PlaysQuestion(hand=self.hand, rules=self.rules, by=self.question.by)
        return plays_over(asked, self.past.overs(used), (), used, shaped_by=animal)

    def _shaped_plays(self, listed: PlayList, shaped: PlayList | None) -> Iterator[ShapedPlay]:
        """Those of them with which the Mandate may be activated."""
        for play in shaped.plays if shaped else ():
            options = self._options(play)
            if options.mandate is not None:
                yield ShapedPlay(play, options)

    def _options_of(self, listed: PlayList) -> tuple[Options, ...]:
        return tuple(self._options(play) for play in listed.plays)

    def _options(self, play: Play) -> Options:
        """The most of each effect that the model grants this bid; the same for the same symbols."""
        cards = [self.hand[place] for place in play.indexes]
        symbols = [symbol for card in cards if card.up for symbol in card.up.symbols]
        mandate = self.mandates.option(cards, play.taken.reading)
        if not symbols:
            return Options(mandate=mandate)
        left = [c for place, c in enumerate(self.hand) if place not in set(play.indexes)]
        animals = [card for card in left if not card.is_element_card]
        white = sum(card.side is Side.WHITE for card in animals)
        bomb = play.taken.reading.kind is Kind.BOMB
        room = _Room(tuple(sorted(symbols)), len(left), len(animals), white, bomb)
        if room not in self._grants:
            self._grants[room] = self._granted(room)
        return replace(self._grants[room], mandate=mandate)

    def _granted(self, room: _Room) -> Options:
        """What is granted whatever the position does not tell, and what of that matters."""
        view = turn_view(self.position, BidAction(()), self.rules.edition.wild)
        told = {name: number for name, number in view.numbers.items() if number is not None}
        counts = {f"{symbol}-symbols": room.symbols.count(symbol) for symbol in Symbol}
        known = dict.fromkeys(MOST, 0) | told | {n: v for n, v in counts.items() if n in MOST}
        known["is-bomb"] = int(room.bomb)
        unknown = [name for name, number in view.numbers.items() if number is None]
        extremes = [{name: possible(name)[end] for name in unknown} for end in (0, 1)]
        matters = [
            name
            for name in unknown
            if any(self._differ(known | extreme, name, room) for extreme in extremes)
        ]
        granted = [
            self._most(known | dict(zip(matters, case, strict=True)), room)
            for case in product(*(possible(name) for name in matters))
        ]
        least = Options(
            fire=min(options.fire for options in granted),
            spin=min(options.spin for options in granted),
            panda=min(options.panda for options in granted),
            bamboo=min(options.bamboo for options in granted),
        )
        last = victim_of(self.position, self.player)
        return replace(
            least,
            victim=last if least.panda else None,
            missing=tuple(view.missing[name] for name in matters),
        )

    def _differ(self, numbers: dict[str, int], name: str, room: _Room) -> bool:
        """Whether the number of that name makes a difference to what is granted."""
        return len({self._most(numbers | {name: end}, room) for end in possible(name)}) > 1

    def _most(self, numbers: dict[str, int], room: _Room) -> Options:
        """The largest claims that break no clause; what breaks one breaks it for more, too."""

        def most(claim: str, bound: int, **flags: int) -> int:
            granted = 0
            while granted < bound:
                asked = numbers | flags | {claim: granted + 1}
                if turn_model().read(asked)[1] & self.in_force:
                    break
                granted += 1
            return granted

        symbols = len(room.symbols)
        elements = {"fire-discards-element": 1}
        return Options(
            fire=max(
                most("fire-cards", min(symbols, room.animals)),
                most("fire-cards", min(symbols, room.left), **elements),
            ),
            spin=most("panda-spins", min(symbols, room.white)),
            panda=most("panda-points", symbols),
            bamboo=most("bamboo-points", symbols),
        )


def _missing(play: Other) -> tuple[str, ...]:
    """What would decide whether it is legal, where the position does not tell."""
    if not isinstance(play, ShapedPlay):
        return play.missing
    option = play.options.mandate
    return option.missing if option and not option.by_bid and not option.discards else ()
