"""What the definitions demand of the facts, derived from the model as plain numbers.

The model is asked once for all readings at a few hundred settings of the facts; for each reading
the answers are one row: how often each value may be shown, how many values there may be, and how
many values and wilds together there must be. The search works from these rows. They hold no rule
of their own: :func:`differs` asks the model whether any facts tell them apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

import z3

from checker.cards import VALUES
from checker.facts import NATURAL
from checker.model.compiled import ClauseIds, Compiled
from checker.model.logic import Prop, every, no, settled, some
from checker.model.solving import Query, asts
from checker.model.symbolic import MOST_CARDS_COUNTED
from checker.readings import Reading


@dataclass(frozen=True, slots=True)
class Row:
    """The facts that make a reading well-formed.

    ``most[v]`` bounds how often each value is shown; values and wild symbols together are at least
    ``filled``. How many values there may be can depend on how many cards there are: ``by_cards``
    holds the least and the most for one card, two, and so on, the last for any number beyond.
    ``with_element_cards`` says whether Element cards may be among the cards.
    """

    reading: Reading
    most: tuple[int, ...]
    by_cards: tuple[tuple[int, int], ...]
    filled: int
    with_element_cards: bool

    @property
    def most_values(self) -> int:
        """The most values there may be on any number of cards."""
        return max(most for _, most in self.by_cards)

    @property
    def counts_cards(self) -> bool:
        """Whether it matters how many cards there are."""
        return len(self.by_cards) > 1

    def admits(self, values: int, together: int, cards: int) -> bool:
        """Whether so many values, values and wilds, and cards make the reading."""
        least, most = self.by_cards[min(cards, len(self.by_cards)) - 1]
        return least <= values <= most and together >= self.filled


_NONE = (1, 0)
"""No number of values at all."""


class ModelChanged(RuntimeError):
    """A reading whose demands on the facts are not of the form of a :class:`Row`."""


def table(model: Compiled, clause_ids: ClauseIds) -> tuple[Row, ...]:
    """A row for each reading that some facts within the bounds make well-formed, in their order.

    ``clause_ids`` are the definitions in force. Raises :class:`ModelChanged` when the model cannot
    be put that way.
    """
    key = ("table", clause_ids)
    if key not in model.derived:
        model.derived[key] = tuple(_rows(model, clause_ids))
    rows: tuple[Row, ...] = model.derived[key]
    return rows


def _rows(model: Compiled, clause_ids: ClauseIds) -> Iterator[Row]:
    bounds = model.bounds
    base = dict.fromkeys(bounds.most(), 0) | {"cards": 1}
    nothing = model.read(base)
    once = [model.read(base | {name: 1}) & ~nothing for name in NATURAL]
    all_once = model.read(base | dict.fromkeys(NATURAL, 1))
    often = [
        model.read(base | dict.fromkeys(NATURAL, times)) & ~all_once
        for times in range(2, bounds.naturals + 1)
    ]
    most = bounds.values
    counted = any(mask & model.about("card-count") for mask in model.masks(clause_ids))
    values = [
        [
            model.read(base | {"values": n, "values-and-wilds": most, "card-count": cards})
            for n in range(most + 1)
        ]
        for cards in range(1, MOST_CARDS_COUNTED + 1 if counted else 2)
    ]
    together = [model.read(base | {"values": most, "values-and-wilds": n}) for n in range(most + 1)]
    element = model.read(base | {"element-cards": 1}) & ~nothing
    always_values = reduce(and_, (read for reads in values for read in reads))
    always_together = reduce(and_, together)
    for reading, mask in zip(model.readings, model.masks(clause_ids), strict=True):
        if mask & always_values & always_together:
            continue
        times = next((n for n, read in enumerate(often, 1) if mask & read), bounds.naturals)
        shown = tuple(0 if mask & read else times for read in once)
        fine = [
            [n for n, read in enumerate(reads) if not mask & read & ~always_values]
            for reads in values
        ]
        filled = [n for n, read in enumerate(together) if not mask & read & ~always_together]
        if not any(fine) or not filled:
            continue
        if any(each and each != list(range(each[0], each[-1] + 1)) for each in fine):
            raise ModelChanged(f"{reading}: the numbers of values allowed have gaps")
        if filled[-1] != bounds.values:
            raise ModelChanged(f"{reading}: more values and wilds are not allowed")
        if filled != list(range(filled[0], filled[-1] + 1)):
            raise ModelChanged(f"{reading}: the numbers of values and wilds allowed have gaps")
        by_cards = tuple((each[0], each[-1]) if each else _NONE for each in fine)
        if len(set(by_cards)) == 1:
            by_cards = by_cards[:1]
        yield Row(reading, shown, by_cards, filled[0], not mask & element)


def differs(model: Compiled, clause_ids: ClauseIds, rows: Sequence[Row]) -> Reading | None:
    """A reading on which these rows and the model differ for some facts, ``None`` if none does.

    Asks about all facts of at least one card, none of them twice, wilds beside a value, and every
    reading, with or without a row, at once.
    """
    facts = model.facts
    by_reading = {row.reading: row for row in rows}

    def counted(row: Row, cards: int) -> Prop:
        least, most = row.by_cards[cards - 1]
        last = cards == len(row.by_cards)
        return every(
            facts.plays_cards(cards),
            True if last else no(facts.plays_cards(cards + 1)),
            facts.values(least),
            no(facts.values(most + 1)),
        )

    def demanded(row: Row | None) -> z3.BoolRef | bool:
        if row is None:
            return False
        no_element_card = True if row.with_element_cards else no(facts.holds_an_element_card)
        meets = every(
            no_element_card,
            *(no(facts.shows(v, most + 1)) for v, most in zip(VALUES, row.most, strict=True)),
            some(*(counted(row, cards) for cards in range(1, len(row.by_cards) + 1))),
            facts.values_and_wilds(row.filled),
        )
        return settled(meets)

    query = Query(model.context)
    query.solver.add(facts.in_order())
    differences = [
        z3.Xor(model.legality(place, clause_ids), demanded(by_reading.get(reading)))
        for place, reading in enumerate(model.readings)
    ]
    names = [z3.Bool(f"differs-{place}", model.context) for place in range(len(differences))]
    query.solver.add([n == d for n, d in zip(names, differences, strict=True)])
    query.solver.add(z3.Or(names))
    # There is a card, counted as one of at least one.
    query.solver.add([settled(facts.plays_a_card), settled(facts.plays_cards(1))])
    query.solver.add([settled(no(facts.repeats_a_card))])
    # Whatever a hand holds that shows a wild shows a value as well.
    query.solver.add(z3.Implies(settled(facts.values_and_wilds(1)), settled(facts.values(1))))
    if not query.holds(asts([])):
        return None
    found = query.solver.model()
    return next(
        reading
        for reading, name in zip(model.readings, names, strict=True)
        if z3.is_true(found.eval(name))
    )
