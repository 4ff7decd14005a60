"""The Mandates that shape a bid, and bids of nothing but Waters: what they ask of the bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.model.logic import Constraint, Prop, demand, every, no, some
from checker.model.registry import clause
from checker.model.symbolic import SymbolicFacts
from checker.readings import Kind, Reading

_SINGLE, _SET, _RUN, _FORMATION = Kind.SINGLE, Kind.SET, Kind.RUN, Kind.FORMATION


@clause("goat-one-more")
def goat_one_more(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """By the Goat, exactly one value more."""
    return demand(facts.over_count_is(reading.count - 1), when=_answers_by(facts, "goat"))


@clause("goat-single-to-set-or-run")
def goat_single_to_set_or_run(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """By the Goat, a Single grows into a Set or Run, and these stay what they are."""
    return _grows(reading, facts, {_SET: (_SINGLE, _SET), _RUN: (_SINGLE, _RUN)})


@clause("goat-cross-kind")
def goat_cross_kind(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """By the Goat, a Single, Set or Run grows into a Set or a Run."""
    smaller = (_SINGLE, _SET, _RUN)
    return _grows(reading, facts, {_SET: smaller, _RUN: smaller})


@clause("goat-formations-too")
def goat_formations_too(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """By the Goat, all but a Bomb grows into a Set, a Run or a Formation."""
    smaller = (_SINGLE, _SET, _RUN, _FORMATION)
    return _grows(reading, facts, {_SET: smaller, _RUN: smaller, _FORMATION: smaller})


def _grows(
    reading: Reading, facts: SymbolicFacts, out_of: Mapping[Kind, Sequence[Kind]]
) -> Constraint:
    grown = some(*(facts.over_is(kind) for kind in out_of.get(reading.kind, ())))
    return demand(grown, when=_answers_by(facts, "goat"))


@clause("ox-identical")
def ox_identical(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """By the Ox, the very values of the bid to beat."""
    return demand(
        facts.over_width_is(reading.width),
        facts.over_length_is(reading.length),
        facts.over_top_is(reading.top),
        when=_answers_by(facts, "ox"),
    )


@clause("ox-same-kind")
def ox_same_kind(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """By the Ox, the type of the bid to beat."""
    return demand(facts.over_is(reading.kind), when=_answers_by(facts, "ox"))


@clause("variant-waters")
def variant_waters(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """Of a bid of Waters alone none is left out."""
    return demand(no(facts.values_and_wilds(reading.count + 1)), when=_waters_alone(facts))


@clause("variant-no-bomb")
def variant_no_bomb(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """Waters alone are no Bomb."""
    return demand(reading.kind is not Kind.BOMB, when=_waters_alone(facts))


@clause("variant-no-single")
def variant_no_single(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """A Water alone is no Single."""
    return demand(reading.kind is not Kind.SINGLE, when=_waters_alone(facts))


@clause("variant-single")
def variant_single(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """Nothing more is asked of a Water alone."""
    return demand(when=_waters_alone(facts)) if reading.kind is Kind.SINGLE else None


def _answers_by(facts: SymbolicFacts, animal: str) -> Prop:
    """There is a bid to beat, and this animal says how."""
    return every(facts.answers, facts.shaped_by(animal))


def _waters_alone(facts: SymbolicFacts) -> Prop:
    """The cards show no value and some wild symbol."""
    return every(no(facts.values(1)), facts.values_and_wilds(1))
