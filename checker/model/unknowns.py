"""What is free where nothing is fixed: options of rulings, readings, and facts known in part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

import z3

from checker.cards import VALUES
from checker.facts import over_measures
from checker.model import clauses as _clauses  # noqa: F401  (registers every clause)
from checker.model.logic import Constraint, Prop, every, no, settled, some
from checker.model.registry import FORMALISED
from checker.model.solving import Query, asts
from checker.model.symbolic import Bounds, SymbolicFacts
from checker.model.turn import MOST, TURN_FORMALISED, TurnFacts
from checker.readings import Kind, Reading
from checker.rulebook import SELECTORS, Clause, Edition, Part, Rulings, rulebook

Shape: TypeAlias = tuple[Kind, int, int]
Held: TypeAlias = list[z3.BoolRef]
Group = TypeVar("Group")

NONE, WITH = SELECTORS["expansion"]


class Options:
    """The options of all rulings that a text leaves open, each free unless it is pinned.

    The printed rulebook leaves open as well whether the expansion is played. ``whose`` tells
    several choices apart.
    """

    def __init__(self, query: Query, edition: Edition, pinned: Rulings, whose: str = "") -> None:
        self.choices = choices(edition, pinned)
        self._usual = {"expansion": NONE, **edition.rulings}
        self._literals: dict[str, dict[str, z3.BoolRef]] = {}
        for name, options in self.choices.items():
            if len(options) > 1:
                literals = {o: z3.Bool(f"{whose}{name}={o}", query.ctx) for o in options}
                self._literals[name] = literals
                query.solver.add(z3.Or(list(literals.values())))
                for place, one in enumerate(options):
                    query.solver.add(
                        [z3.Not(z3.And(literals[one], literals[o])) for o in options[:place]]
                    )

    def takes(self, name: str, option: str) -> Prop:
        """This option is taken."""
        known = self.choices[name]
        return self._literals[name][option] if len(known) > 1 else known[0] == option

    def taken(self, options: Rulings) -> Prop:
        """All of these options are taken."""
        return every(*(self.takes(name, option) for name, option in options.items()))

    def in_force(self, clause: Clause) -> Prop:
        """The clause holds under the options taken."""
        return self.taken(clause.when)

    def none_of(self, choices: Iterable[Rulings]) -> list[Prop]:
        """None of these choices is taken."""
        return [no(self.taken(options)) for options in choices]

    def as_in(self, other: Options, but: str) -> list[Prop]:
        """Both choices are the same, one ruling aside."""
        pairs = (
            (self.takes(name, option), other.takes(name, option))
            for name, options in self.choices.items()
            for option in options
            if name != but
        )
        return [same for one, another in pairs for same in alike(one, another)]

    def usual(self) -> list[z3.BoolRef]:
        """For each free ruling, that it has the option which the text takes by itself."""
        return [
            literals[self._usual.get(name, self.choices[name][0])]
            for name, literals in self._literals.items()
        ]

    def told(self, query: Query) -> dict[str, str]:
        """The options of the answer that was found, where they are not the usual ones."""
        model = query.solver.model()
        found = {
            name: option
            for name, literals in self._literals.items()
            for option, literal in literals.items()
            if z3.is_true(model.eval(literal, model_completion=True))
        }
        pinned = {name: o[0] for name, o in self.choices.items() if len(o) == 1}
        told = {**pinned, **found}
        return {n: o for n, o in told.items() if o != self._usual.get(n, _first(n)) and n in found}


def _first(name: str) -> str:
    return SELECTORS[name][0] if name in SELECTORS else rulebook().rulings[name].options[0]


def choices(edition: Edition, pinned: Rulings) -> dict[str, tuple[str, ...]]:
    """For each ruling and selector the options there are to choose from; pinned ones have one."""
    printed = edition.root == SELECTORS["edition"][0]
    found: dict[str, tuple[str, ...]] = {
        "edition": (edition.root,),
        "expansion": SELECTORS["expansion"] if printed else (NONE,),
    }
    if "expansion" in pinned:
        found["expansion"] = (pinned["expansion"],)
    for ruling in rulebook().rulings.values():
        raised = ruling.only in (None, edition.root, *found["expansion"])
        pins = (pinned[ruling.id],) if ruling.id in pinned else ruling.options
        found[ruling.id] = pins if raised else ruling.options[:1]
    return found


def clauses_of(parts: Iterable[Part]) -> list[Clause]:
    """Every clause of these parts that the model has, in force or not, in rulebook order."""
    formalised = FORMALISED.keys() | TURN_FORMALISED.keys()
    wanted = set(parts)
    return [c for c in rulebook().clauses.values() if c.part in wanted and c.id in formalised]


def alike(one: Prop, other: Prop) -> list[Prop]:
    """What makes both true or both false."""
    return [some(no(one), other), some(one, no(other))]


def broken(constraint: Constraint | None) -> Prop:
    """The clause that says this is violated."""
    return every(constraint.applies, no(every(*constraint.demands))) if constraint else False


class PartlyKnown(SymbolicFacts):
    """The facts of a bid and of the bid to beat, some of which are known."""

    def __init__(self, bounds: Bounds, ctx: z3.Context, known: Mapping[str, int], whose: str = ""):
        super().__init__(bounds, ctx, whose)
        self.known = known

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name is at least ``number``."""
        if name in self.known:
            return self.known[name] >= number
        return super().at_least(name, number)


class Seen(SymbolicFacts):
    """Facts that are all known: what a clause says of them needs no solver."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._shows_only = {}
        self._shows_at_most = {}

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name is at least ``number``."""
        return self._numbers[name] >= number


class PartlyKnownTurn(TurnFacts):
    """The facts of a turn, some of which are known."""

    def __init__(self, ctx: z3.Context, known: Mapping[str, int], whose: str = "") -> None:
        super().__init__(ctx, whose)
        self.known = known
        unknown = known.keys() - MOST.keys()
        assert not unknown, f"no numbers of a turn: {unknown}"

    def at_least(self, name: str, number: int) -> Prop:
        """The number of that name is at least ``number``."""
        if name in self.known:
            return self.known[name] >= number
        return super().at_least(name, number)


class AnyReading:
    """Some reading among these, or none (a lead) if that is wanted, unknown which one.

    ``facts`` are those of a bid over it. Shape and top are unknowns of their own, so that what is
    learned of one shape serves all tops.
    """

    def __init__(
        self,
        query: Query,
        name: str,
        readings: Sequence[Reading],
        known: Mapping[str, int],
        bounds: Bounds | None = None,
        *,
        lead: bool = False,
    ) -> None:
        self.query, self.readings = query, readings
        bounds = bounds or Bounds(1, max(reading.count for reading in readings))
        self.facts = PartlyKnown(bounds, query.ctx, known, f"{name}: ")
        self.shapes = {
            shape: z3.Bool(f"{name} is {'-'.join(map(str, shape))}", query.ctx)
            for shape in dict.fromkeys(map(shape_of, readings))
        }
        self.tops = {value: z3.Bool(f"{name} up to {value}", query.ctx) for value in VALUES}
        self.none = z3.Bool(f"{name} is none", query.ctx)
        add = query.solver.add
        add(self.facts.in_order())
        add(z3.Or([self.none, *self.shapes.values()]))
        add(z3.Or([self.none, *self.tops.values()]))
        add(z3.Implies(self.none, self._pinned(over_measures(None))) if lead else z3.Not(self.none))
        among = set(readings)
        for shape, literal in self.shapes.items():
            numbers = over_measures(Reading(*shape, VALUES[-1]))
            add(z3.Implies(literal, self._pinned(numbers, but="over-top")))
            for top in VALUES:
                if Reading(*shape, top) not in among:
                    add(z3.Or(z3.Not(literal), z3.Not(self.tops[top])))
        for top, literal in self.tops.items():
            add(z3.Implies(literal, self._pinned({"over-top": int(top)})))

    def _pinned(self, numbers: Mapping[str, int], but: str = "") -> z3.BoolRef:
        told = {n: number for n, number in numbers.items() if n != but and not n.startswith("by-")}
        return expression(every(*(self.facts.exactly(n, told[n]) for n in told)), self.query)

    def is_kind(self, kind: Kind) -> z3.BoolRef:
        """It is of this kind."""
        return z3.Or([literal for shape, literal in self.shapes.items() if shape[0] is kind])

    def is_same(self, other: AnyReading) -> z3.BoolRef:
        """Both are the same reading."""
        pairs = [(self.shapes[s], other.shapes[s]) for s in self.shapes]
        pairs += [(self.tops[t], other.tops[t]) for t in self.tops]
        return z3.And([one == another for one, another in pairs])

    def define(self, name: str, told: Mapping[Reading, Prop]) -> z3.BoolRef:
        """A proposition that is, whichever reading it is, what is told of that one."""
        defined = z3.Bool(name, self.query.ctx)
        by_shape = _grouped(told, shape_of)
        by_top = _grouped(told, lambda reading: reading.top)
        if by_shape is not None:
            parts = [([self.shapes[shape]], prop) for shape, prop in by_shape.items()]
        elif by_top is not None:
            parts = [([self.tops[top]], prop) for top, prop in by_top.items()]
        else:
            parts = [([self.shapes[shape_of(r)], self.tops[r.top]], p) for r, p in told.items()]
        for guard, prop in parts:
            known = expression(prop, self.query)
            self.query.solver.add(z3.Implies(z3.And(guard), defined == known))
        return defined

    def first(self, held: Held) -> tuple[Reading | None, Held]:
        """The first that can hold together with what is held, a lead before all; and both together.

        Raises ``SolverLimit``. Something has to be able to hold.
        """
        if holds(self.query, [*held, self.none]):
            return None, [*held, self.none]
        shape = next(s for s, lit in self.shapes.items() if holds(self.query, [*held, lit]))
        held = [*held, self.shapes[shape]]
        top = next(t for t, lit in self.tops.items() if holds(self.query, [*held, lit]))
        return Reading(*shape, top), [*held, self.tops[top]]


def shape_of(reading: Reading) -> Shape:
    """All of a reading but its top."""
    return (reading.kind, reading.width, reading.length)


def _grouped(
    told: Mapping[Reading, Prop], key: Callable[[Reading], Group]
) -> dict[Group, Prop] | None:
    """The one proposition of each group, ``None`` where a group has several."""
    found: dict[Group, Prop] = {}
    for reading, prop in told.items():
        if not _same(found.setdefault(key(reading), prop), prop):
            return None
    return found


def _same(one: Prop, other: Prop) -> bool:
    if isinstance(one, z3.BoolRef) and isinstance(other, z3.BoolRef):
        return one.get_id() == other.get_id()
    return one is other


def holds(query: Query, held: Held) -> bool:
    """Whether all of this can hold; raises ``SolverLimit``."""
    return query.holds(asts(held))


def named(query: Query, props: Iterable[Prop]) -> Held:
    """A literal for each proposition, to be held."""
    literals: Held = []
    for prop in props:
        literals.append(z3.FreshBool("held", query.ctx))
        query.solver.add(literals[-1] == expression(prop, query))
    return literals


def together(query: Query, held: Held, wishes: Iterable[z3.BoolRef]) -> Held:
    """What is held, and each wish that can hold together with all before it.

    So what is shown does not hang on what the solver happens to find. Raises ``SolverLimit``.
    """
    for wish in wishes:
        if holds(query, [*held, wish]):
            held = [*held, wish]
    return held


def least(query: Query, held: Held, at_least: Sequence[z3.BoolRef]) -> tuple[int, Held]:
    """The least that a number can be together with what is held, and both together."""
    for number, literal in enumerate(at_least):
        if holds(query, [*held, z3.Not(literal)]):
            return number, [*held, *at_least[number - 1 : number], z3.Not(literal)]
    return len(at_least), [*held, *at_least[-1:]]


def expression(prop: Prop, query: Query) -> z3.BoolRef:
    """The proposition as an expression of Z3."""
    known = settled(prop)
    return known if isinstance(known, z3.BoolRef) else z3.BoolVal(known, query.ctx)
