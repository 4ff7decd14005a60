"""Goals as they stand in JSON, read strictly: every fault at once, each with its place.

``specs/goals.md`` tells what each key means. What is accepted where something else stands is told
by the same words as elsewhere: names by the specs, numbers by their bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from checker.cards import Value
from checker.conditions import (
    FACES,
    Against,
    AllOf,
    AnyOf,
    BidGoal,
    By,
    Cards,
    Condition,
    DecidedBy,
    Differ,
    EveryPlay,
    Goal,
    HandGoal,
    How,
    Most,
    Not,
    Number,
    Options,
    Over,
    Plays,
    Readings,
    Says,
    Settled,
    Shape,
    SomePlay,
    SomeReading,
    Span,
    Turn,
    TurnGoal,
    Violates,
    With,
)
from checker.judgements import Verdict
from checker.model.turn import MOST as TURN_NUMBERS
from checker.notation import ACCEPTED_VALUES, NotationError, read_value
from checker.questions import MOST_CARDS as MOST_CARDS_HELD
from checker.readings import Kind
from checker.rulebook import SELECTORS, rulebook
from checker.sketches import MOST_FILLINGS, SOME, count
from checker.wire.bodies import EXPANDED
from checker.wire.problems import Fault, Invalid, in_words, pointer, shorten

Steps: TypeAlias = tuple[str | int, ...]
Named = TypeVar("Named")
Read = TypeVar("Read")

About: TypeAlias = Literal["bid", "hand", "turn"]
ABOUT: tuple[About, ...] = get_args(About)
MOST_NUMBER = 1_000_000
MOST_CARDS, MOST_VALUES = 12, 24
"""The farthest that a goal may have ``find`` look."""
SPAN = 'a number, or {"least": n, "most": n}'
BESIDE: tuple[How, ...] = get_args(How)


@dataclass(frozen=True)
class _Reader:
    """Reads one goal about such a thing; what cannot be read is a fault, and stands for nothing."""

    about: About = "bid"
    faults: list[Fault] = field(default_factory=list)

    @property
    def verdicts(self) -> Sequence[Verdict]:
        """The verdicts there are: what a bid has to beat is declared, so none is undetermined."""
        return _VERDICTS if self.about == "turn" else ("legal", "illegal")

    def refuse(self, at: Steps, got: object, accepted: str, detail: str) -> None:
        self.faults.append(Fault(pointer(at), shorten(got), accepted, detail))

    # The small parts.

    def table(self, at: Steps, got: object, keys: Iterable[str], what: str) -> Mapping[str, Any]:
        """An object with no other keys than these."""
        accepted = f"{what}: an object with the keys {', '.join(keys)}"
        if not isinstance(got, dict):
            self.refuse(at, got, accepted, f"{in_words(got)} is not accepted here")
            return {}
        for key in got:
            if key not in keys:
                self.refuse((*at, key), got[key], f"the keys {', '.join(keys)}", "no such key")
        return {key: value for key, value in got.items() if key in keys}

    def one_of(self, at: Steps, got: object, names: Iterable[Named], default: Named) -> Named:
        """One of these names."""
        for name in names:
            if type(got) is str and got == name:
                return name
        self.refuse(at, got, ", ".join(map(str, names)), f"{in_words(got)} is not accepted here")
        return default

    def each(self, at: Steps, got: object, read: Callable[[Steps, Any], Read]) -> tuple[Read, ...]:
        """A list of at least one such thing."""
        if not isinstance(got, list) or not got:
            self.refuse(at, got, "a list of at least one", f"{in_words(got)} is not accepted here")
            return ()
        return tuple(read((*at, place), entry) for place, entry in enumerate(got))

    def number(self, at: Steps, got: object, most: int = MOST_NUMBER, least: int = 0) -> int:
        """A number within these bounds."""
        if type(got) is int and least <= got <= most:
            return got
        detail = "a number is required" if got is None else f"{in_words(got)} is not accepted here"
        self.refuse(at, got, f"a number from {least} to {most}", detail)
        return least

    def span(self, at: Steps, got: object, read: Callable[[Steps, Any], int] | None = None) -> Span:
        """A number, or from one to another."""
        read = read or self.number
        if not isinstance(got, dict):
            exactly = read(at, got)
            return Span(exactly, exactly)
        found = self.table(at, got, ("least", "most"), SPAN)
        least = read((*at, "least"), found["least"]) if "least" in found else 0
        most = read((*at, "most"), found["most"]) if "most" in found else None
        if most is not None and most < least:
            self.refuse((*at, "most"), found["most"], "at least the least", "below the least")
        return Span(least, most)

    def beside(
        self, at: Steps, got: object, read: Callable[[Steps, Any], int] | None = None
    ) -> Number:
        """A span, or a word for how it is beside the number of the bid to beat."""
        if isinstance(got, str) and got in BESIDE:
            return Against(self.one_of(at, got, BESIDE, BESIDE[0]))
        return self.span(at, got, read)

    def value(self, at: Steps, got: object) -> Value:
        """A value of a card."""
        try:
            return read_value(got if isinstance(got, str) else "")
        except NotationError:
            self.refuse(at, got, f"a value: {ACCEPTED_VALUES}", f"{in_words(got)} is no value")
            return Value.THREE

    def top(self, at: Steps, got: object) -> int:
        """The place of a value."""
        return int(self.value(at, got))

    def flag(self, at: Steps, got: object) -> bool:
        """True or false."""
        if not isinstance(got, bool):
            self.refuse(at, got, "true, false", f"{in_words(got)} is not accepted here")
        return got is True

    # The parts of a condition.

    def options(self, at: Steps, got: object, more: Sequence[str] = ()) -> Options:
        """Rules, as far as they are named."""
        found = self.table(at, got, (*_RULES, *more), "rules")
        rulings: dict[str, str] = {}
        if "rulings" in found:
            ids = rulebook().rulings
            named = self.table((*at, "rulings"), found["rulings"], ids, "rulings")
            for name, option in named.items():
                options = ids[name].options
                rulings[name] = self.one_of((*at, "rulings", name), option, options, options[0])
        edition = expansion = None
        if "edition" in found:
            edition = self.one_of((*at, "edition"), found["edition"], rulebook().editions, "")
        if "expansion" in found:
            names = SELECTORS["expansion"][1:]
            expansion = self.one_of((*at, "expansion"), found["expansion"], names, names[0])
        if expansion and edition not in (None, EXPANDED):
            detail = f"the expansion does not go with the edition {edition}"
            self.refuse((*at, "expansion"), expansion, "null", detail)
        return Options(edition, expansion, rulings)

    def shape(self, at: Steps, got: object) -> Shape:
        """What a reading is."""
        keys = ("kind", "width", "length", "top", "count", "wilds")
        found = self.table(at, got, keys, "a reading")
        read: dict[str, Any] = {}
        for key, value in found.items():
            here = (*at, key)
            match key:
                case "kind":
                    read[key] = self.one_of(here, value, tuple(Kind), Kind.SINGLE)
                case "wilds":
                    read[key] = self.span(here, value)
                case "top":
                    read[key] = self.beside(here, value, self.top)
                case _:
                    read[key] = self.beside(here, value)
        return Shape(**read)

    def over(self, at: Steps, got: object) -> Over:
        """The bid to beat, or none."""
        if got is None:
            return Over(None)
        shape = self.shape(at, got)
        if shape.is_relative or shape.wilds != Span():
            self.refuse(at, got, "kind, width, length, top and count, as numbers", _ABSOLUTE)
        return Over(shape)

    def shown(self, of: Literal["bid", "hand"], at: Steps, got: object) -> Cards:
        """What the cards of the bid, or of the hand, show."""
        keys = ("cards", "values", "wilds", "shows", "faces")
        found = self.table(at, got, keys, "what cards show")
        spans = {k: self.span((*at, k), found[k]) for k in keys[:3] if k in found}
        shows = self.table((*at, "shows"), found.get("shows", {}), _VALUES, "values")
        faces = self.table((*at, "faces"), found.get("faces", {}), FACES, "faces")
        return Cards(
            of,
            **spans,
            shows=tuple((read_value(v), self.span((*at, "shows", v), n)) for v, n in shows.items()),
            faces=tuple((face, self.span((*at, "faces", face), n)) for face, n in faces.items()),
        )

    def turn(self, at: Steps, got: object) -> Turn:
        """Numbers of the turn."""
        found = self.table(at, got, TURN_NUMBERS, "numbers of the turn")
        return Turn(tuple((name, self.span((*at, name), span)) for name, span in found.items()))

    def clause(self, at: Steps, got: object) -> str:
        """The id of a clause."""
        return self.one_of(at, got, rulebook().clauses, "")

    def differ(self, at: Steps, got: object) -> Differ:
        """Two sets of rules."""
        found = self.each(at, got, self.options)
        if len(found) != 2:
            self.refuse(at, got, "a list of two sets of rules", f"{len(found)} of them")
            return Differ(Options(), Options())
        return Differ(*found)

    def by(self, at: Steps, got: object) -> By:
        """A condition by other rules."""
        options = self.options(at, got, ("that",))
        return By(options, self.that(at, got))

    def changed(self, at: Steps, got: object) -> With:
        """A condition of the turn with other keys."""
        found = self.table(at, got, ("position", "action", "that"), "with")
        position, action = (
            self.mapping((*at, key), found.get(key, {})) for key in ("position", "action")
        )
        return With(position, action, self.that(at, got))

    def mapping(self, at: Steps, got: object) -> Mapping[str, Any]:
        """Any object."""
        if isinstance(got, dict):
            return got
        self.refuse(at, got, "an object", f"{in_words(got)} is not accepted here")
        return {}

    def that(self, at: Steps, got: object) -> Condition:
        """The condition under ``that``, which is required."""
        if isinstance(got, dict) and "that" in got:
            return self.condition((*at, "that"), got["that"])
        if isinstance(got, dict):
            self.refuse((*at, "that"), None, "a condition", "this key is required")
        return AllOf(())

    def condition(self, at: Steps, got: object) -> Condition:
        """A condition: an object with one key, that says what it is."""
        keys = {key: read for key, (read, of) in _CONDITIONS.items() if self.about in of}
        accepted = f"an object with one of the keys {', '.join(keys)}"
        if not isinstance(got, dict) or len(got) != 1:
            self.refuse(at, got, accepted, "a condition is an object with one key")
            return AllOf(())
        ((key, value),) = got.items()
        if key not in keys:
            about = "no such condition" if key not in _CONDITIONS else f"not of a {self.about}"
            self.refuse((*at, key), value, accepted, about)
            return AllOf(())
        return keys[key](self, (*at, key), value)

    def play(self, at: Steps, got: object) -> Condition:
        """A condition of a bid of the hand."""
        return replace(self, about="bid").condition(at, got)

    def sketch(self, at: Steps, got: object) -> None:
        """Refuses what is no open place among what looks like one."""
        if isinstance(got, list):
            for place, entry in enumerate(got):
                self.sketch((*at, place), entry)
        elif isinstance(got, dict) and "any" in got:
            found = self.table(at, got, ("any",), "an open place")
            self.each((*at, "any"), found["any"], self.sketch)
        elif isinstance(got, dict) and "some" in got:
            found = self.table(at, got, SOME, "an open place")
            self.each((*at, "some"), found["some"], self.sketch)
            least = self.number((*at, "at_least"), found.get("at_least", 0), MOST_CARDS_HELD)
            self.number((*at, "at_most"), found.get("at_most"), MOST_CARDS_HELD, least)
        elif isinstance(got, dict):
            for key, value in got.items():
                self.sketch((*at, key), value)

    # The whole.

    def goal(self, got: object) -> Goal:
        """The goal."""
        found = self.table((), got, _GOAL, "a goal")
        if not isinstance(got, dict):
            return BidGoal(AllOf(()))
        if "about" not in found:
            self.refuse(("about",), None, ", ".join(ABOUT), "this key is required")
        about = self.one_of(("about",), found.get("about", "bid"), ABOUT, "bid")
        rules = self.options((), {key: found[key] for key in _RULES if key in found})
        that = replace(self, about=about).that((), got)
        if about == "turn":
            for key in ("position", "action"):
                if key not in found:
                    self.refuse((key,), None, "an object, with open places", "this key is required")
            position, action = (
                self.mapping((k,), found.get(k, {})) for k in ("position", "action")
            )
            if "most" in found:
                self.refuse(("most",), found["most"], "no such key", "a sketch bounds itself")
            self.sketched(position, action)
            return TurnGoal(that, position, action, rules)
        for key in ("position", "action"):
            if key in found:
                self.refuse((key,), found[key], '"about": "turn"', "only a turn has this key")
        kind = BidGoal if about == "bid" else HandGoal
        return kind(that, rules, self.most(found["most"]) if "most" in found else None)

    def sketched(self, position: Any, action: Any) -> None:
        """Refuses open places that are none, and more ways to fill them than are looked through."""
        before = len(self.faults)
        self.sketch(("position",), position)
        self.sketch(("action",), action)
        if len(self.faults) == before and (ways := count(position) * count(action)) > MOST_FILLINGS:
            accepted = f"at most {MOST_FILLINGS} ways to fill the sketch"
            self.refuse(("position",), position, accepted, f"there are {ways}")

    def most(self, got: object) -> Most:
        """How far to look."""
        found = self.table(("most",), got, ("cards", "values"), "how far to look")
        cards = self.number(("most", "cards"), found.get("cards"), MOST_CARDS, 1)
        values = self.number(("most", "values"), found.get("values"), MOST_VALUES, 1)
        return Most(cards, values)


def read_goal(got: object, at: Steps = ()) -> Goal:
    """The goal that this JSON value is; ``at`` is where it stands in its body.

    Raises ``Invalid`` with every fault.
    """
    reader = _Reader()
    goal = reader.goal(got)
    if not reader.faults:
        return goal
    place = pointer(at)
    raise Invalid([replace(fault, pointer=place + fault.pointer) for fault in reader.faults])


_ABSOLUTE = "the bid to beat is not beside another one, and shows no wilds"
_VALUES = tuple(map(str, Value))
_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_RULINGS = tuple(rulebook().rulings)
_RULES = ("edition", "expansion", "rulings")
_GOAL = ("about", *_RULES, "most", "position", "action", "that")
_Read: TypeAlias = Callable[[_Reader, Steps, Any], Condition]
_JUDGED: tuple[About, ...] = ("bid", "turn")
_LISTED: tuple[About, ...] = ("hand",)
_CONDITIONS: dict[str, tuple[_Read, tuple[About, ...]]] = {
    "all": (lambda r, at, got: AllOf(r.each(at, got, r.condition)), ABOUT),
    "any": (lambda r, at, got: AnyOf(r.each(at, got, r.condition)), ABOUT),
    "not": (lambda r, at, got: Not(r.condition(at, got)), ABOUT),
    "by": (_Reader.by, ABOUT),
    "with": (_Reader.changed, ("turn",)),
    "bid": (lambda r, at, got: r.shown("bid", at, got), _JUDGED),
    "hand": (lambda r, at, got: r.shown("hand", at, got), _LISTED),
    "over": (_Reader.over, ABOUT),
    "verdict": (lambda r, at, got: Says(r.one_of(at, got, r.verdicts, "legal")), _JUDGED),
    "readings": (lambda r, at, got: Readings(r.span(at, got)), _JUDGED),
    "reading": (lambda r, at, got: SomeReading(r.shape(at, got)), _JUDGED),
    "violates": (
        lambda r, at, got: Violates(tuple(dict.fromkeys(r.each(at, got, r.clause)))),
        _JUDGED,
    ),
    "decided_by": (lambda r, at, got: DecidedBy(r.one_of(at, got, _RULINGS, "")), _JUDGED),
    "settled": (lambda r, at, got: Settled(r.flag(at, got)), _JUDGED),
    "differ": (_Reader.differ, _JUDGED),
    "turn": (_Reader.turn, ("turn",)),
    "plays": (lambda r, at, got: Plays(r.span(at, got)), _LISTED),
    "some_play": (lambda r, at, got: SomePlay(r.play(at, got)), _LISTED),
    "every_play": (lambda r, at, got: EveryPlay(r.play(at, got)), _LISTED),
}
"""What a condition may be, by its one key, and what it may be said of."""
