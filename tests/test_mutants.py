"""Mutants: what is judged quickly on plain numbers is what a model compiled of the mutant says."""

from __future__ import annotations

import re
from random import Random

import pytest

from checker.cards import VALUES
from checker.facts import facts_of, measures, reading_numbers
from checker.model.compiled import Compiled
from checker.model.equivalence import seen_together, told_apart, turn_told_apart
from checker.model.mutants import (
    KnownTurn,
    faulty_turn,
    mutated,
    mutated_turn,
    mutations,
    nearly_legal,
    violation,
)
from checker.model.registry import FORMALISED
from checker.model.symbolic import Bounds
from checker.model.turn import MOST, TURN_FORMALISED
from checker.model.turn_model import TurnModel
from checker.mutants import kills, mutants
from checker.overs import over_readings
from checker.questions import Bid, ImpossibleOver, JudgeQuestion
from checker.readings import KINDS, Reading
from checker.reasons import clause_ids
from checker.rulebook import rulebook
from checker.turn_verdicts import TurnVerdicts
from checker.vectors.asking import is_fault
from checker.vectors.formats import by_hand
from checker.wire.bodies import StepBody
from checker.wire.validating import read_body
from tests.questions import a_question, cards

SMALL = Bounds(6, 12)
OF_BIDS = [mutation for mutation in mutations() if mutation.clause in FORMALISED]
OF_TURNS = [mutation for mutation in mutations() if mutation.clause in TURN_FORMALISED]


def test_every_clause_has_mutants() -> None:
    """Of every clause that is formalised, and of what others bring about; each has its own id."""
    ids = [mutant.id for mutant in mutants()]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]+:[a-z0-9+-]+", each) for each in ids)
    of = {mutant.clause for mutant in mutants()}
    without = {clause.id for clause in rulebook().clauses.values()} - of
    assert {rulebook().clause(c).force for c in without} <= {"permission"}
    assert not without & (FORMALISED.keys() | TURN_FORMALISED.keys())


def test_a_bid_is_judged_as_by_the_recompiled_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """For random mutants and bids, the same readings are legal."""
    random = Random(6)
    asked: list[JudgeQuestion] = []
    while len(asked) < 120:
        question = a_question(random, (1, 2, 3, 4)).judge_question()
        try:
            over_readings(question.over, question.rules)
        except ImpossibleOver:
            continue
        asked.append(question)
    differing = 0
    for mutation in random.sample(OF_BIDS, 10):
        expected = []
        for question in asked:
            overs = over_readings(question.over, question.rules)
            ids = clause_ids(rulebook().in_force(overs.used))
            facts = facts_of(question.bid.cards, question.rules.edition.wild)
            over = overs.under(overs.used)[0]
            near = nearly_legal(measures(facts, over), ids, question.bid.claim)
            legal = near.legal_by(mutation) if mutation.clause in ids else near.legal
            differing += legal != near.legal
            expected.append((facts, over, ids, question.bid.claim, legal))
        with monkeypatch.context() as patched:
            patched.setitem(FORMALISED, mutation.clause, mutated(mutation))
            model = Compiled(SMALL)
        for facts, over, ids, claim, legal in expected:
            most = max(facts.values + facts.wilds, over.count if over else 0)
            # At its bound a compiled number cannot be seen as one more.
            if most < SMALL.values and max(facts.naturals) < SMALL.naturals:
                told = model.legal(model.situation(facts, over), ids, claim)
                assert told == [r for r in legal if r in model.place], (mutation, facts, over)
    assert differing > 50


def test_a_turn_is_judged_as_by_the_recompiled_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """For random mutants and numbers of a turn, the same clauses are violated."""
    random = Random(7)
    true = TurnModel()
    asked = [
        {
            name: random.choice((0, 0, 0, 1, min(most, 2), min(most, 8)))
            for name, most in MOST.items()
        }
        for _ in range(40)
    ]
    differing = 0
    for mutation in random.sample(OF_TURNS, 8):
        with monkeypatch.context() as patched:
            patched.setitem(TURN_FORMALISED, mutation.clause, mutated_turn(mutation))
            model = TurnModel()
        for numbers in asked:
            right, wrong = true.read(numbers)[1], model.read(numbers)[1]
            assert faulty_turn(right, mutation, numbers) == wrong
            differing += right != wrong
    assert differing > 20


def test_a_question_kills_what_it_turns_on() -> None:
    """A pair one too low kills the mutant that takes it for higher, and no definition's."""
    question = JudgeQuestion(Bid(cards(["6", "6"])), Bid(cards(["6", "6"])))
    killed = kills(question)
    assert {"beat-higher:removed", "beat-higher:top+1", "beat-higher:over-top-1"} <= set(killed)
    assert "beat-higher:top-1" not in killed
    assert "run-length:removed" not in killed
    assert kills(question, {"beat-higher:removed"}) == ("beat-higher:removed",)


def test_what_goes_together_does_at_every_table() -> None:
    """Of every hand-made turn that is answered, whichever way the bid is taken."""
    tables = 0
    for case in by_hand():
        if "position" not in case["request"] or case["endpoint"] == "plays":
            continue
        if is_fault(case["request"]):
            continue
        question = read_body(StepBody, case["request"]).question()
        asked = TurnVerdicts(question.position, question.action, question.rules)
        numbers = asked.numbers(asked.overs[0], asked.used)
        for kind in (None, *(KINDS if asked.is_bid else ())):
            told = reading_numbers(Reading(kind, 1, 1, VALUES[0]) if kind else None)
            known = {n: 1 if number is None else number for n, number in numbers.items()}
            assert seen_together(KnownTurn({**known, **told})), case["id"]
        tables += 1
    assert tables > 300


def test_z3_tells_mutants_apart_by_facts_that_cards_can_show() -> None:
    """A witness is one on which they say otherwise; a Single always shows its value."""
    by_id = {f"{m.clause}:{m.operator}": m for m in mutations()}
    assert told_apart(by_id["wild-not-single:removed"], ("single-one-value",), (), SMALL) is None
    found = told_apart(
        by_id["run-without-two:removed"], ("run-length", "run-consecutive"), (), SMALL
    )
    assert found is not None
    mutation = by_id["wind-held:removed"]
    numbers = turn_told_apart(mutation, ())
    assert numbers is not None
    assert (
        faulty_turn(frozenset({"wind-held"}), mutation, {**dict.fromkeys(MOST, 0), **numbers})
        == set()
    )
    assert violation(None) is False
