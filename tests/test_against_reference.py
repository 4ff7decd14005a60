"""Judge and plays against the independent reference, on many thousands of random questions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from checker.judgements import Judgement
from checker.judging import judge
from checker.plays import MOST_PROVED, list_plays
from checker.questions import ImpossibleOver
from tests import reference
from tests.questions import Asked, a_question, plain

SEEDS = st.integers(min_value=0, max_value=2**64 - 1)
BIDS_AT_ONCE = 40
BATCHES = 320
"""Four parts of 320 batches of 40 questions: 51,200 judged bids."""
LISTS = 270
"""Four parts of 270 lists: 1,080 whole lists of plays."""

Test = Callable[..., None]


def examples(number: int) -> Callable[[Test], Test]:
    """So many examples, the same ones in every run."""
    return settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )


@pytest.mark.parametrize("sizes", [(1, 2, 3), (2, 3, 4), (4, 5, 6, 7), (1, 3, 5, 8, 12, 16, 20)])
@examples(BATCHES)
@given(seed=SEEDS)
def test_judge_agrees(sizes: tuple[int, ...], seed: int) -> None:
    """The same verdict, readings, answers by reading of the bid to beat, and settledness."""
    random = Random(seed)
    for _ in range(BIDS_AT_ONCE):
        check_judged(a_question(random, sizes))


def check_judged(asked: Asked) -> None:
    """Compares one judged bid with the reference."""
    try:
        expected = reference.judge(
            asked.bid,
            asked.over,
            claim=asked.claim or None,
            over_claim=asked.over_claim or None,
            edition=asked.edition,
            rulings=asked.pinned,
        )
    except ValueError:
        check_impossible(asked)
        return
    told = judge(asked.judge_question())
    assert told.verdict == expected.verdict, asked
    assert {plain(t.reading) for t in told.readings} == expected.readings, asked
    if len(expected.by_over) > 1:
        assert by_over(told) == expected.by_over, asked
    else:
        assert told.by_over == (), asked
    settled = reference.settled(
        asked.bid,
        asked.over,
        claim=asked.claim or None,
        over_claim=asked.over_claim or None,
        edition=asked.edition,
        pinned=asked.pinned,
    )
    assert told.settled == settled, asked
    assert told.settled == (told.changes == ()), asked
    assert told.reasons, asked


def by_over(told: Judgement) -> dict[reference.Reading, tuple[str, frozenset[reference.Reading]]]:
    """The answers by reading of the bid to beat, as the reference writes them."""
    return {
        plain(under.over.reading): (
            under.verdict,
            frozenset(plain(t.reading) for t in under.readings),
        )
        for under in told.by_over
    }


def check_impossible(asked: Asked) -> None:
    """The bid to beat has no reading: an error, unless another option of a ruling allows it."""
    try:
        told = judge(asked.judge_question())
    except ImpossibleOver:
        return
    pinned = {ruling: told.rulings[ruling] for ruling in ("formation-shape", "natural-four")}
    assert told.rulings != asked.rules().used, asked
    reference.judge(
        asked.bid,
        asked.over,
        over_claim=asked.over_claim or None,
        edition=asked.edition,
        rulings={**asked.pinned, **pinned},
    )


@pytest.mark.parametrize("sizes", [(1, 2, 3, 4), (5, 6, 7), (8, 9, 10, 12), (13, 16, 20)])
@examples(LISTS)
@given(seed=SEEDS)
def test_plays_agree(sizes: tuple[int, ...], seed: int) -> None:
    """The same plays, none twice, in one order, counted, and proved to be all."""
    asked = a_question(Random(seed), sizes)
    try:
        expected = reference.plays(
            asked.bid,
            asked.over,
            over_claim=asked.over_claim or None,
            edition=asked.edition,
            rulings=asked.pinned,
        )
    except ValueError:
        return
    told = list_plays(asked.plays_question())
    listed = [(play.indexes, plain(play.taken.reading)) for play in told.plays]
    assert len(listed) == len(set(listed)), asked
    if told.next_start is not None:
        assert set(listed) <= expected, asked
        assert told.count == len(expected), asked
        return
    assert set(listed) == expected, asked
    assert told.count == len(expected), asked
    if told.proof.answer == "not asked":
        assert len(listed) > MOST_PROVED, asked
        return
    assert told.complete, asked
    assert told.proof.answer == "unsat", asked
