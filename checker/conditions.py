"""The goal language: what has to hold of the examples that ``find`` looks for.

A goal is about one bid, about all bids of a hand, or about a whole turn. Its condition is a tree of
the small classes below; ``specs/goals.md`` tells what each means, and how it is written as JSON.
No rule is known here: what a condition says of rules is asked of the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from checker.cards import Symbol, Value
from checker.judgements import Verdict
from checker.questions import Rules
from checker.readings import Kind, Reading
from checker.rulebook import rulebook

How: TypeAlias = Literal["less", "same", "more"]
FACES = ("v", "v+v", "v+v+v", *(f"v+{symbol}" for symbol in Symbol), "element")
"""The shapes of faces that may be counted; the last is that of an Element card."""


@dataclass(frozen=True, slots=True)
class Span:
    """A number from ``least`` to ``most``, both included; without a ``most`` it has no end."""

    least: int = 0
    most: int | None = None

    def holds(self, number: int) -> bool:
        """Whether the number lies in it."""
        return self.least <= number and (self.most is None or number <= self.most)


@dataclass(frozen=True, slots=True)
class Against:
    """A number that is less than, the same as, or more than that of the bid to beat."""

    how: How

    def holds(self, number: int, over: int) -> bool:
        """Whether the number is so, beside that of the bid to beat."""
        return {"less": number < over, "same": number == over, "more": number > over}[self.how]


Number: TypeAlias = Span | Against


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that decide, as far as they are named; the rest is that of what stands around."""

    edition: str | None = None
    expansion: str | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)

    def over(self, rules: Rules) -> Rules:
        """These rules, with what is named instead; another edition is taken as it is."""
        if self.edition and self.edition != rules.edition.id:
            rules = Rules(rulebook().edition(self.edition))
        pinned = {**rules.pinned, **self.rulings}
        return replace(rules, pinned=pinned, expansion=self.expansion or rules.expansion)


@dataclass(frozen=True, slots=True)
class Cards:
    """What some cards show: of the ``bid``, or of the ``hand``.

    ``cards``, ``values`` and ``wilds`` are numbers of them, ``shows`` how often a value is shown,
    ``faces`` how many cards have a face of this shape (``v+v``, ``v+water``, ``element``).
    """

    of: Literal["bid", "hand"]
    cards: Span = Span()
    values: Span = Span()
    wilds: Span = Span()
    shows: tuple[tuple[Value, Span], ...] = ()
    faces: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """What a reading is: its kind, and its numbers; ``wilds`` are the values that wilds stand for.

    The ``top`` is counted from 0, which is the 3.
    """

    kind: Kind | None = None
    width: Number = Span()
    length: Number = Span()
    top: Number = Span()
    count: Number = Span()
    wilds: Span = Span()

    def may_be(self, reading: Reading) -> bool:
        """Whether the reading is so by itself, whatever it answers, wilds left out."""
        spans = ((n, own) for n, own, _ in self._beside(reading, None) if isinstance(n, Span))
        return self.kind in (None, reading.kind) and all(n.holds(own) for n, own in spans)

    @property
    def is_relative(self) -> bool:
        """Whether some number is beside that of the bid to beat."""
        return any(isinstance(getattr(self, name), Against) for name in NUMBERS)

    def is_against(self, reading: Reading, over: Reading | None) -> bool:
        """Whether the reading is so beside the bid to beat; beside none it is not."""
        return all(
            over is not None and number.holds(own, to_beat)
            for number, own, to_beat in self._beside(reading, over)
            if isinstance(number, Against)
        )

    def _beside(self, reading: Reading, over: Reading | None) -> Iterator[tuple[Number, int, int]]:
        for name in NUMBERS:
            yield getattr(self, name), getattr(reading, name), getattr(over, name, 0)


NUMBERS = ("width", "length", "top", "count")
"""What is counted of a reading."""


def is_of(over: Reading | None, shape: Shape | None) -> bool:
    """Whether the bid to beat is of this shape; without a shape there is none to beat."""
    if over is None or shape is None:
        return over is None and shape is None
    return shape.may_be(over)


@dataclass(frozen=True, slots=True)
class Over:
    """The bid to beat is taken as such a reading; without a shape there is none: a lead."""

    shape: Shape | None


@dataclass(frozen=True, slots=True)
class Says:
    """The verdict is this one."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Readings:
    """The number of readings under which it is legal."""

    number: Span


@dataclass(frozen=True, slots=True)
class SomeReading:
    """It is legal under some reading of this shape."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Violates:
    """It is illegal, legal without these clauses, and still illegal without fewer of them."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecidedBy:
    """Some other option of this ruling, and nothing else, changes the verdict."""

    ruling: str


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether no combination of the rulings left open changes the verdict."""

    settled: bool


@dataclass(frozen=True, slots=True)
class Differ:
    """By these two sets of rules it is not legal under the same readings, or not alike legal."""

    one: Options
    other: Options


@dataclass(frozen=True, slots=True)
class Turn:
    """Numbers of the turn, by the names of ``checker.model.turn``."""

    numbers: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Plays:
    """The number of legal bids of the hand."""

    number: Span


@dataclass(frozen=True, slots=True)
class SomePlay:
    """Some legal bid of the hand is so; every bid is declared as what it is played as."""

    that: Condition


@dataclass(frozen=True, slots=True)
class EveryPlay:
    """Every legal bid of the hand is so."""

    that: Condition


@dataclass(frozen=True, slots=True)
class By:
    """It is so by these rules."""

    rules: Options
    that: Condition


@dataclass(frozen=True, slots=True)
class With:
    """It is so with these keys of the position and of the action instead of their own."""

    position: Mapping[str, Any]
    action: Mapping[str, Any]
    that: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """It is not so."""

    that: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of it is so."""

    those: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some of it is so."""

    those: tuple[Condition, ...]


Condition: TypeAlias = (
    Cards
    | Over
    | Says
    | Readings
    | SomeReading
    | Violates
    | DecidedBy
    | Settled
    | Differ
    | Turn
    | Plays
    | SomePlay
    | EveryPlay
    | By
    | With
    | Not
    | AllOf
    | AnyOf
)


@dataclass(frozen=True, slots=True)
class Most:
    """How far to look: cards in the bid or the hand, and values and wilds on them together.

    The bid to beat has at most so many values, too.
    """

    cards: int
    values: int


@dataclass(frozen=True, slots=True)
class BidGoal:
    """A bid over a bid to beat, or a lead; without ``most`` as far as ``find`` looks by itself."""

    that: Condition
    rules: Options = field(default_factory=Options)
    most: Most | None = None


@dataclass(frozen=True, slots=True)
class HandGoal:
    """A hand over a bid to beat, or to lead."""

    that: Condition
    rules: Options = field(default_factory=Options)
    most: Most | None = None


@dataclass(frozen=True, slots=True)
class TurnGoal:
    """An action at a position, both in wire form with open places, see ``checker.sketches``."""

    that: Condition
    position: Mapping[str, Any]
    action: Mapping[str, Any]
    rules: Options = field(default_factory=Options)


Goal: TypeAlias = BidGoal | HandGoal | TurnGoal
