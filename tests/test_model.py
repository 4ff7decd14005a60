"""The model: one function a clause, one constraint each, and the table derived from it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations as combinations_of

import networkx
import pytest
import z3

from checker.cards import VALUES, Symbol, Value
from checker.facts import Facts, facts_of, measures
from checker.model.clauses import combinations
from checker.model.compiled import TIERS, TooLarge, compiled, fitting
from checker.model.logic import every, no, some
from checker.model.registry import FORMALISED, clause
from checker.model.situation import Situation
from checker.model.solving import Limits, Query, SolverLimit, asts, context
from checker.model.symbolic import Bounds
from checker.model.table import differs, table
from checker.model.turn import TURN_FORMALISED
from checker.readings import KINDS, NO_CLAIM, Kind, Reading
from checker.reasons import clause_ids
from checker.rulebook import Rulings, rulebook
from tests.questions import cards

BOTH_OPTIONS: tuple[Rulings, ...] = ({}, {"natural-four": "bomb-only"})
EXPANDED: Rulings = {"expansion": "mandate-of-heaven"}
"""The selector of the expansion, whose clauses about Waters alone no hand can meet."""
EARLY: tuple[Rulings, ...] = tuple(
    {"edition": "early", "natural-four": four, "early-bomb-size": size}
    for four in ("bomb-only", "either")
    for size in ("cards", "values")
)


def in_force(pinned: Rulings, *parts: str) -> tuple[str, ...]:
    """The ids of the clauses in force with these options, in the rulebook unless they say else."""
    book = rulebook()
    edition = book.edition(pinned.get("edition", "rulebook"))
    used = {**book.rulings_used(edition, {}), **pinned}
    return clause_ids(book.in_force(used), parts)


def test_logic_builds_what_z3_builds() -> None:
    """The short way to an expression leads to the same one."""
    a, b = (z3.Bool(name, context()) for name in "ab")
    pairs = [
        (every(a, True, b), z3.And(a, b)),
        (some(a, False, b), z3.Or(a, b)),
        (no(a), z3.Not(a)),
    ]
    for made, expected in pairs:
        assert isinstance(made, z3.BoolRef)
        assert (made.get_id(), made.sexpr()) == (expected.get_id(), expected.sexpr())


def test_every_constraint_has_one_function() -> None:
    """No formalised clause without a function, no function without a clause."""
    formalised = {c.id for c in rulebook().clauses.values() if c.formalised}
    assert set(FORMALISED) | set(TURN_FORMALISED) == formalised
    assert not set(FORMALISED) & set(TURN_FORMALISED)


def test_no_function_stands_for_two_clauses() -> None:
    """One clause, one function."""
    functions = [*FORMALISED.values(), *TURN_FORMALISED.values()]
    assert len(set(functions)) == len(functions)


def test_a_clause_is_not_formalised_twice() -> None:
    """A second function for a clause is refused."""
    with pytest.raises(ValueError, match="'set-identical' is formalised twice"):
        clause("set-identical")(combinations.single_one_value)


def test_permissions_forbid_nothing() -> None:
    """A permission says where it applies and demands nothing."""
    model = compiled(TIERS[0])
    permitted = [c.id for c in rulebook().clauses.values() if c.force == "permission"]
    for clause_id in set(permitted) & set(FORMALISED):
        assert not any(model.masks((clause_id,)))


def test_explanations_exist() -> None:
    """Every constraint says what it means when it is broken, and every clause has its own words."""
    for each in rulebook().clauses.values():
        assert each.rule, each.id
        assert each.sections, each.id
        assert bool(each.broken) == (each.force == "constraint"), each.id


@pytest.mark.parametrize("pinned", [*BOTH_OPTIONS, *EARLY, EXPANDED], ids=str)
@pytest.mark.parametrize("bounds", TIERS[:3], ids=str)
def test_table_is_the_model(bounds: Bounds, pinned: Rulings) -> None:
    """No facts within the bounds tell the derived rows from the clauses, for any reading."""
    model, ids = compiled(bounds), in_force(pinned, "bid", "definition")
    assert differs(model, ids, table(model, ids)) is None


@pytest.mark.parametrize("pinned", BOTH_OPTIONS, ids=str)
def test_every_row_is_needed_and_exact(pinned: Rulings) -> None:
    """Row by row: leaving one out, or changing a number of it, is noticed."""
    model, ids = compiled(TIERS[0]), in_force(pinned, "bid", "definition")
    rows = table(model, ids)
    for place in range(0, len(rows), 23):
        row = rows[place]
        assert differs(model, ids, [*rows[:place], *rows[place + 1 :]]) == row.reading
        wrong = [
            replace(row, filled=row.filled + 1),
            # No hand shows a wild without a value, so that a least of 0 is as good as one of 1.
            replace(row, by_cards=tuple((max(least, 1) + 1, most) for least, most in row.by_cards)),
            replace(row, by_cards=tuple((least, most - 1) for least, most in row.by_cards)),
            replace(row, most=(1,) * len(VALUES)),
            replace(row, with_element_cards=True),
        ]
        for changed in wrong:
            assert differs(model, ids, [*rows[:place], changed, *rows[place + 1 :]]) == row.reading


def test_tiers_agree() -> None:
    """A larger model gives a small bid no other reading, and the same violations."""
    ids = in_force({})
    facts = facts_of(cards(["7+water", "8", "8", "9+9"]), Symbol.WATER)
    for over in (None, Reading(Kind.FORMATION, 2, 3, Value.EIGHT)):
        small, *larger = (compiled(bounds) for bounds in TIERS)
        read = small.situation(facts, over)
        expected = small.legal(read, ids, NO_CLAIM)
        for model in larger:
            bits = model.situation(facts, over)
            assert model.legal(bits, ids, NO_CLAIM) == expected
            for reading in small.readings[::5]:
                assert model.violated(bits, model.place[reading], ids) == small.violated(
                    read, small.place[reading], ids
                ), reading


def test_situation_is_one_read() -> None:
    """Reading bid and bid to beat one by one gives what reading them at once gives."""
    model = compiled(TIERS[0])
    facts = facts_of(cards(["7+water", "8"]), Symbol.WATER)
    for over in [None, *model.readings[::11]]:
        assert model.situation(facts, over) == model.read(measures(facts, over))


def test_largest_tier_covers_a_hand_of_forty() -> None:
    """Forty cards of any face with one wild symbol fit; beyond it is a clear error."""
    forty = facts_of(cards(["7+7+7+water"] * 40), Symbol.WATER)
    assert fitting([forty], None) == TIERS[-1]
    with pytest.raises(TooLarge, match="values and wild symbols together: 161; at most 160"):
        fitting([Facts((120,) + (0,) * 12, wilds=41, cards=40)], None)


def test_running_into_a_limit_is_an_error() -> None:
    """A query that gets no answer within its limits raises; it is never a verdict."""
    pigeons, holes = range(12), range(11)
    query = Query(context(), Limits(resources=10_000))
    sits = [[z3.Bool(f"{p} sits in {h}", context()) for h in holes] for p in pigeons]
    query.solver.add([z3.Or(places) for places in sits])
    for hole in holes:
        for one, other in combinations_of(pigeons, 2):
            query.solver.add(z3.Or(z3.Not(sits[one][hole]), z3.Not(sits[other][hole])))
    with pytest.raises(SolverLimit, match="no verdict"):
        query.holds(asts([]))


def test_beating_is_a_strict_partial_order() -> None:
    """Nothing beats itself; what beats what beats a third beats the third; Bombs top all."""
    ids = in_force({}, "beating")
    model = compiled(TIERS[0])
    definitions = in_force({}, "bid", "definition")
    bids = [row.reading for row in table(model, definitions)]
    graph: networkx.DiGraph[Reading] = networkx.DiGraph()
    graph.add_nodes_from(bids)
    masks = model.masks(ids)
    for over in bids:
        read = model.read_over(over)
        graph.add_edges_from((b, over) for b in bids if not masks[model.place[b]] & read)
    assert networkx.is_directed_acyclic_graph(graph)
    assert networkx.transitive_closure_dag(graph).size() == graph.size()
    bombs = [b for b in bids if b.kind is Kind.BOMB]
    assert all(graph.has_edge(bomb, b) for bomb in bombs for b in bids if b.kind is not Kind.BOMB)
    for one in bombs:
        for other in bombs:
            assert (one == other) != (graph.has_edge(one, other) or graph.has_edge(other, one))


@pytest.mark.parametrize("bounds", TIERS[:2], ids=str)
def test_no_reading_outside_the_space_is_legal(bounds: Bounds) -> None:
    """Every other shape that the bounds hold is refused by a clause, whatever the cards are."""
    model, ids = compiled(bounds), in_force({}, "bid", "definition")
    for kind in KINDS:
        for width in range(1, bounds.values + 2):
            for length in range(1, len(VALUES) + 1):
                for top in VALUES:
                    reading = Reading(kind, width, length, top)
                    if reading not in model.place:
                        assert model.violated_within(reading, ids), reading


def test_situation_reports_a_reading_outside_the_space() -> None:
    """A shape that no compiled reading has is refused by a clause whatever the cards are."""
    situation = Situation(facts_of(cards(["7"]), Symbol.WATER), None)
    for kind in KINDS:
        reading = Reading(kind, 3, 7, VALUES[3])
        assert reading not in situation.model.place
        assert situation.violated(reading, in_force({}))
