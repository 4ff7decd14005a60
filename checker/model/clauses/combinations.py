"""Combinations: Single, Set, Run, Formation and Bomb."""

from __future__ import annotations

from checker.cards import Value
from checker.model.logic import Constraint, demand, every, no, some
from checker.model.registry import clause
from checker.model.symbolic import SymbolicFacts
from checker.readings import Kind, Reading


@clause("values-in-order")
def values_in_order(reading: Reading, _facts: SymbolicFacts) -> Constraint:
    """Nothing lies below 3."""
    return demand(reading.span.start >= Value.THREE)


@clause("single-one-value")
def single_one_value(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Single is one value."""
    if reading.kind is not Kind.SINGLE:
        return None
    return demand(reading.count == 1)


@clause("set-identical")
def set_identical(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Set is two or more identical values."""
    if reading.kind is not Kind.SET:
        return None
    return demand(reading.width >= 2, reading.length == 1)


@clause("natural-four-bomb-only")
def natural_four_bomb_only(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Set of four or more uses a wild."""
    if reading.kind is not Kind.SET or reading.count < 4:
        return None
    return demand(no(facts.values(reading.count)))


@clause("four-values-bomb-only")
def four_values_bomb_only(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Set of four values or more, on however few cards, uses a wild."""
    return natural_four_bomb_only(reading, facts)


@clause("four-cards-bomb-only")
def four_cards_bomb_only(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Set of four cards or more uses a wild."""
    if reading.kind is not Kind.SET or reading.count < 4:
        return None
    return demand(no(every(facts.values(reading.count), facts.plays_cards(4))))


@clause("run-length")
def run_length(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Run spans two to five values."""
    if reading.kind is not Kind.RUN:
        return None
    return demand(2 <= reading.length <= 5)


@clause("run-consecutive")
def run_consecutive(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Run holds each of its values once."""
    if reading.kind is not Kind.RUN:
        return None
    return demand(reading.width == 1)


@clause("run-without-two")
def run_without_two(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Run holds no 2."""
    if reading.kind is not Kind.RUN:
        return None
    return demand(Value.TWO not in reading.span)


@clause("formation-set-of-runs")
def formation_set_of_runs(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Formation holds each of its values at least twice."""
    if reading.kind is not Kind.FORMATION:
        return None
    return demand(reading.width >= 2)


@clause("formation-length")
def formation_length(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Formation spans two to five different values."""
    if reading.kind is not Kind.FORMATION:
        return None
    return demand(2 <= reading.length <= 5)


@clause("formation-without-two")
def formation_without_two(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Formation holds no 2."""
    if reading.kind is not Kind.FORMATION:
        return None
    return demand(Value.TWO not in reading.span)


@clause("bomb-four-identical")
def bomb_four_identical(reading: Reading, _facts: SymbolicFacts) -> Constraint | None:
    """A Bomb is four or more identical values."""
    if reading.kind is not Kind.BOMB:
        return None
    return demand(reading.width >= 4, reading.length == 1)


@clause("bomb-four-cards")
def bomb_four_cards(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """A Bomb lies on four cards or more."""
    if reading.kind is not Kind.BOMB:
        return None
    return demand(facts.plays_cards(4))


@clause("bomb-without-wild")
def bomb_without_wild(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """All values of a Bomb are on the cards, where wilds could add some."""
    if reading.kind is not Kind.BOMB:
        return None
    return demand(facts.values(reading.count), when=facts.values_and_wilds(reading.count))


@clause("bomb-symbols-ignored")
def bomb_symbols_ignored(reading: Reading, facts: SymbolicFacts) -> Constraint | None:
    """Nothing is asked of the wild symbols on the cards of a Bomb."""
    if reading.kind is not Kind.BOMB:
        return None
    return demand(when=facts.values_and_wilds(reading.count + 1))


@clause("bomb-only-by-bomb")
def bomb_only_by_bomb(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """Over a Bomb, only a Bomb."""
    return demand(reading.kind is Kind.BOMB, when=facts.over_is(Kind.BOMB))


@clause("bomb-over-bomb")
def bomb_over_bomb(reading: Reading, facts: SymbolicFacts) -> Constraint:
    """The answer to a Bomb has more values, or as many and a higher one."""
    more = facts.over_count_below(reading.count)
    as_many = facts.over_count_below(reading.count + 1)
    higher = facts.over_top_below(reading.top)
    return demand(some(more, as_many), some(more, higher), when=facts.over_is(Kind.BOMB))
