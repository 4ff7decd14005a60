"""A recorded game, checked move by move: a clean bill, or the first move that is wrong.

No rule of play stands here: every move goes through the referee. What is checked besides is the
record itself: that each deal is one, who starts, where a round ends, and what is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from checker.actions import Action
from checker.cards import Card, Element, Wind
from checker.decks import mandates
from checker.judgements import Judgement, Reason
from checker.model.compiled import TooLarge
from checker.positions import Mood, Position
from checker.questions import Rules, TooManyReadings, TurnQuestion
from checker.refereeing import Event, NotKnown, Stepped, Undeclared, step
from checker.rulebook import rulebook
from checker.setting_up import (
    CannotSetUp,
    SetupFault,
    deal,
    hand_faults,
    opening_faults,
    starting_player,
    which_card,
)

FORMAT = "panda-spin-game/1"
"""The name and version of the record format."""

Fault: TypeAlias = Literal[
    "illegal", "undetermined", "declared", "starter", "deal", "missing", "left-over"
]
"""What is wrong: the move, what is said of it, who starts, the deal, or the number of moves."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a record declares about a move: some points after it, and who leads next."""

    points: Mapping[str, int] = field(default_factory=dict)
    leads: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One recorded action, and what is declared of its outcome."""

    action: Action
    expected: Expected = field(default_factory=Expected)


@dataclass(frozen=True, slots=True)
class Round:
    """One recorded round: who starts, the hands as dealt, the draw pile from the top, the moves.

    ``winds`` are those dealt in the early edition, ``mandate`` is the animal revealed with the
    expansion, as in a position; both are ``None`` where they are not recorded.
    """

    starter: str
    deal: Mapping[str, tuple[Card, ...]]
    draw_pile: tuple[Card, ...]
    moves: tuple[Move, ...]
    winds: Mapping[str, Wind] | None = None
    mandate: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game; ``points`` are those at the start, by player clockwise.

    ``mood`` is ``None`` where the edition has no Panda tile; ``variant`` says that the table plays
    with the variant of the expansion. ``drawn`` are the Element cards by which the starting player
    was found, by who drew them, ``None`` where that is not recorded; a record that has them begins
    with the game.
    """

    rules: Rules
    points: Mapping[str, int]
    mood: Mood | None
    suits: tuple[Element, ...]
    elements: bool
    rounds: tuple[Round, ...]
    variant: bool = False
    drawn: Mapping[str, Element] | None = None

    @property
    def moves(self) -> int:
        """The number of all its moves."""
        return sum(len(each.moves) for each in self.rounds)


@dataclass(frozen=True, slots=True)
class Played:
    """One move as it was acted out; rounds and moves are counted from 1."""

    round: int
    move: int
    player: str
    action: Action
    events: tuple[Event, ...]
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first thing that is wrong; ``move`` is 0 for the start of a round.

    ``judgement`` is that of an action that is not legal, ``reasons`` say what is wrong in words;
    ``cited`` are those of a deal and of a starter, with the clauses that they break.
    """

    fault: Fault
    round: int
    move: int
    reasons: tuple[str, ...]
    player: str | None = None
    action: Action | None = None
    judgement: Judgement | None = None
    cited: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a record: all that was played, and a clean bill when ``wrong`` is ``None``.

    ``points`` and ``position`` are those at the end, or before the move that is wrong.
    """

    played: tuple[Played, ...]
    points: Mapping[str, int]
    position: Position | None
    winner: str | None = None
    wrong: Wrong | None = None

    @property
    def is_clean(self) -> bool:
        """Whether the whole record is in order."""
        return self.wrong is None

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return tuple(event for each in self.played for event in each.events)


def replay(record: Record, on_move: Callable[[], object] | None = None) -> Replayed:
    """Checks a record from the first deal to the end of the game.

    ``on_move`` is called after each move that is in order. Raises ``SolverLimit``.
    """
    return _Replaying(record, on_move or (lambda: None)).replayed()


class _Wrong(Exception):
    """Carries what is wrong to the end of the replay."""

    def __init__(self, wrong: Wrong) -> None:
        self.wrong = wrong
        super().__init__(wrong.fault)


class _Replaying:
    """One record on its way: the table as it stands, and what was played so far."""

    def __init__(self, record: Record, on_move: Callable[[], object]) -> None:
        self.record, self.on_move = record, on_move
        self.points = dict(record.points)
        self.position: Position | None = None
        self.played: list[Played] = []
        self.starter: str | None = None
        self.winner: str | None = None

    def replayed(self) -> Replayed:
        wrong: Wrong | None = None
        try:
            self._game()
        except _Wrong as error:
            wrong = error.wrong
        return Replayed(tuple(self.played), self.points, self.position, self.winner, wrong)

    def _game(self) -> None:
        rounds = self.record.rounds
        for number, each in enumerate(rounds, 1):
            if self.winner is not None:
                told = f"The game is over, won by {self.winner}; {len(rounds)} rounds are recorded."
                raise _Wrong(Wrong("left-over", number, 0, (told,)))
            self._round(number, each)
        if self.winner is None:
            last = len(rounds)
            raise _Wrong(Wrong("missing", last + 1, 0, ("The game is not over yet.",)))

    def _round(self, number: int, recorded: Round) -> None:
        dealt, faults = _dealt(self.record, recorded, self.points, again=number > 1)
        if number == 1:
            faults += self._opening_faults()
        faults += self._mandate_faults(number, recorded.mandate)
        if dealt is None or faults:
            raise _Wrong(_of_start("deal", number, faults))
        if wrong := list(self._starter_faults(number, recorded.starter)):
            raise _Wrong(_of_start("starter", number, wrong, recorded.starter))
        self.position = dealt
        for place, move in enumerate(recorded.moves, 1):
            if self.position.turn is None:
                left = len(recorded.moves) - place + 1
                told = f"The round is over; {left} more recorded."
                raise _Wrong(Wrong("left-over", number, place, (told,), None, move.action))
            self._move(number, place, move)
        if self.position.turn is not None:
            told = f"The round is not over yet: it is the turn of {self.position.turn}."
            turn = self.position.turn
            raise _Wrong(Wrong("missing", number, len(recorded.moves) + 1, (told,), turn))

    def _opening_faults(self) -> list[SetupFault]:
        """What is wrong with how the game begins, where the record says it."""
        record = self.record
        if record.drawn is None:
            return []
        edition = record.rules.used["edition"]
        return opening_faults(record.points, record.drawn, record.suits, edition)

    def _starter_faults(self, number: int, starter: str) -> Iterator[SetupFault]:
        """Another starter than the round before says, or in the first one the cards drawn."""
        if self.starter not in (None, starter):
            told = f"{self.starter} starts this round, not {starter}"
            yield SetupFault(told, "fewest-points-start")
        elif number == 1 and self.record.drawn:
            highest = starting_player(self.record.drawn)
            if highest != starter:
                told = f"{highest} drew the highest number and starts, not {starter}"
                yield SetupFault(told, "starter-by-number")

    def _mandate_faults(self, number: int, mandate: str | None) -> Iterator[SetupFault]:
        """What is wrong with the Mandate of a round; none comes again before all were revealed."""
        if self.record.variant and self.record.rules.expansion is None:
            told = "the variant is played, but the game is recorded without the expansion"
            yield SetupFault(told, "variant-needs-expansion")
        if not mandate:
            if self.record.rules.expansion and mandate is not None and number <= len(mandates()):
                yield SetupFault(
                    "no Mandate is revealed, though there are more", "mandate-revealed"
                )
            return
        if self.record.rules.expansion is None:
            told = "a Mandate is revealed, but the game is recorded without the expansion"
            yield SetupFault(told, "mandate-needs-expansion")
        if mandate not in mandates():
            told = f"the {mandate} has no Mandate; accepted: {', '.join(mandates())}"
            yield SetupFault(told, "mandate-animals")
        before = [each.mandate for each in self.record.rounds[: number - 1]]
        if mandate in before and len(before) < len(mandates()):
            first, named = before.index(mandate) + 1, mandate.capitalize()
            told = f"the Mandate of the {named} was revealed in round {first} already"
            yield SetupFault(told, "mandate-revealed")

    def _move(self, number: int, place: int, move: Move) -> None:
        assert self.position is not None
        player = move.action.player or self.position.turn or ""
        wrong = Wrong("illegal", number, place, (), player, move.action)
        stepped = self._step(self.position, move.action, wrong)
        self.position = stepped.position
        self.points = {each.name: each.points or 0 for each in stepped.position.players}
        self.starter, self.winner = stepped.next_starter, stepped.winner
        played = Played(number, place, player, move.action, stepped.events, self.points)
        self.played.append(played)
        if reasons := tuple(_differing(move.expected, self.points, _leader(stepped))):
            raise _Wrong(replace(wrong, fault="declared", reasons=reasons))
        self.on_move()

    def _step(self, position: Position, action: Action, wrong: Wrong) -> Stepped:
        """What comes of a legal action; only one that is not legal is explained."""
        question = TurnQuestion(position, action, self.record.rules, "none")
        try:
            stepped = step(question)
            if stepped.judgement.verdict == "legal":
                return stepped
            judgement = step(replace(question, explain="reasons")).judgement
        except (NotKnown, TooLarge, TooManyReadings, Undeclared) as error:
            raise _Wrong(replace(wrong, fault="undetermined", reasons=(str(error),))) from None
        undetermined = judgement.verdict == "undetermined"
        told = tuple(reason.message for reason in judgement.reasons)
        if undetermined:
            told = (*told, *(f"Not known: {name}." for name in judgement.missing))
        fault: Fault = "undetermined" if undetermined else "illegal"
        raise _Wrong(replace(wrong, fault=fault, reasons=told, judgement=judgement))


def _leader(stepped: Stepped) -> str | None:
    """Who leads next, or starts the next round; ``None`` while a trick goes on."""
    if stepped.next_starter is not None:
        return stepped.next_starter
    leads = [event.player for event in stepped.events if event.name == "lead"]
    return leads[-1] if leads else None


def _differing(expected: Expected, points: Mapping[str, int], leader: str | None) -> Iterator[str]:
    """What is declared otherwise than the rules have it."""
    for name, declared in expected.points.items():
        if points[name] != declared:
            yield f"The points of {name} are {points[name]}, not {declared} as declared."
    if expected.leads not in (None, leader):
        yield f"{leader or 'Nobody'} leads next, not {expected.leads} as declared."


def _suits(suits: Sequence[Element]) -> str:
    return ", ".join(element for element in Element if element in suits)


def _of_start(
    fault: Fault, number: int, faults: Sequence[SetupFault], player: str | None = None
) -> Wrong:
    """What is wrong with the start of a round, in sentences, cited where a clause is broken."""
    told = [(f"{each.detail[:1].upper()}{each.detail[1:]}.", each.clause) for each in faults]
    cited = tuple(Reason(rulebook().clause(clause), each) for each, clause in told if clause)
    return Wrong(fault, number, 0, tuple(each for each, _ in told), player, cited=cited)


def _dealt(
    record: Record, recorded: Round, points: Mapping[str, int], *, again: bool
) -> tuple[Position | None, list[SetupFault]]:
    """The table at the start of a round, and all that keeps this from being a deal."""
    edition = record.rules.used["edition"]
    hands = {name: recorded.deal[name] for name in points}
    cards = [*(card for hand in hands.values() for card in hand), *recorded.draw_pile]
    faults = hand_faults(hands, edition)
    if strays := [which_card(c) for c in cards if c.element and c.element not in record.suits]:
        told = f"of suits that are not in play: {', '.join(strays)}"
        return None, [*faults, SetupFault(told, "suits-in-play")]
    start, mood, winds = recorded.starter, record.mood, recorded.winds
    try:
        position = deal(points, cards, start, mood, edition=edition, winds=winds, again=again)
    except CannotSetUp as error:
        return None, [*faults, *error.faults]
    if set(position.suits or ()) != set(record.suits):
        told = f"the suits dealt are {_suits(position.suits or ())}, not {_suits(record.suits)}"
        faults.append(SetupFault(told, "suits-in-play"))
    if position.elements != record.elements:
        told = "Element cards are dealt, though they are left out"
        if record.elements:
            told = "no Element cards are dealt, though they are in play"
        faults.append(SetupFault(told, "elements-left-out"))
    if record.rules.expansion is not None:
        position = replace(position, mandate=recorded.mandate, variant=record.variant)
    return position, faults
