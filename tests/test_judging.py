"""Judgements: the same in any order of cards, process and thread; minimal, cited, re-checked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from checker.judgements import Judgement
from checker.judging import judge
from checker.questions import Bid, CardsTwice, ImpossibleOver, JudgeQuestion, Rules
from checker.readings import Claim, Kind, Reading
from checker.rulebook import rulebook
from checker.wire import answers
from checker.wire.dumping import dump
from tests.certified import checked
from tests.questions import Asked, a_question, cards, some_cards
from tests.refusals import NUMBER, SNAPSHOT, refusals

SIZES = (1, 2, 3, 4, 5, 6)


def judged(random: Random) -> tuple[Asked, Judgement]:
    """A question that has an answer, and the answer."""
    while True:
        asked = a_question(random, SIZES)
        try:
            return asked, judge(asked.judge_question())
        except ImpossibleOver:
            continue


def wire(asked: Asked, **more: object) -> dict[str, Any]:
    """The question as a wire body."""
    body: dict[str, Any] = {
        "bid": {"cards": asked.bid, "as": asked.claim},
        "edition": asked.edition,
        "rulings": asked.pinned,
        **more,
    }
    if asked.over is not None:
        body["over"] = {"cards": asked.over, "as": asked.over_claim}
    return body


def without_indexes(value: Any) -> Any:
    """The answer without the places of cards, which follow the request."""
    if isinstance(value, dict):
        return {k: without_indexes(v) for k, v in value.items() if k not in ("index", "indexes")}
    if isinstance(value, list):
        return [without_indexes(entry) for entry in value]
    return value


def test_order_of_cards_does_not_matter() -> None:
    """Any order of the cards gives the same answer, explanations and id included."""
    random = Random(3)
    for _ in range(300):
        asked, _ = judged(random)
        mixed = replace(
            asked,
            bid=random.sample(asked.bid, len(asked.bid)),
            over=asked.over and random.sample(asked.over, len(asked.over)),
        )
        one, other = (
            answers.judge(wire(each, explain="all", hand=each.bid)) for each in (asked, mixed)
        )
        assert without_indexes(one) == without_indexes(other), asked


@pytest.mark.parametrize("hash_seed", ["0", "1", "77"])
def test_every_process_answers_the_same_bytes(hash_seed: str) -> None:
    """Another process with another hash seed writes the same bytes."""
    random = Random(4)
    bodies = [wire(judged(random)[0], explain="all", certificate=i < 2) for i in range(40)]
    program = (
        "import json, sys\n"
        "from checker.wire import answers\n"
        "from checker.wire.dumping import dump\n"
        "for body in reversed(json.load(sys.stdin)): print(dump(answers.judge(body)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(bodies),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONUTF8": "1"},
    )
    assert run.stdout.splitlines()[::-1] == [dump(answers.judge(body)) for body in bodies]


def test_every_thread_has_its_own_model() -> None:
    """Questions judged on several threads at once have the answers they have alone."""
    random = Random(6)
    asked = [judged(random) for _ in range(120)]
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda pair: judge(pair[0].judge_question()), asked))
    assert told == [answer for _, answer in asked]


def test_refusals_read_as_they_were_read() -> None:
    """Hundreds of refusals in words, word for word as in the snapshot that was read."""
    blocks = list(refusals())
    assert len(blocks) == NUMBER >= 200
    assert "\n".join(blocks) == SNAPSHOT.read_text("utf-8")


def test_conflicts_and_repairs_are_all_the_minimal_ones() -> None:
    """Against the definition: every set of clauses is tried on the violations of every reading."""
    random = Random(8)
    tried = 0
    while tried < 60:
        asked, told = judged(random)
        if told.verdict != "illegal" or told.by_over:
            continue
        tried += 1
        told = judge(replace(asked.judge_question(), explain="all"))
        assert told.conflicts
        assert told.repairs
        clauses = sorted({c for ids in told.repairs for c in ids})
        for conflict in told.conflicts:
            assert all(set(conflict) & set(repair) for repair in told.repairs), asked
            for left_out in conflict:
                fewer = set(conflict) - {left_out}
                assert not all(fewer & set(repair) for repair in told.repairs), asked
        every = chain.from_iterable(combinations(clauses, n) for n in range(1, 4))
        hitting = [set(ids) for ids in every if all(set(ids) & set(r) for r in told.repairs)]
        minimal = [ids for ids in hitting if not any(other < ids for other in hitting)]
        assert sorted(map(sorted, minimal)) == sorted(
            sorted(ids) for ids in told.conflicts if len(ids) <= 3
        )
        for one, other in combinations(told.repairs, 2):
            assert not set(one) <= set(other)
            assert not set(other) <= set(one)


def test_a_refusal_on_the_second_level_is_a_minimal_conflict() -> None:
    """Where the cards make a combination, the reasons are one conflict, the definitions held."""
    random = Random(9)
    tried = 0
    while tried < 60:
        asked, told = judged(random)
        beating = {r.clause.id for r in told.reasons if r.clause.part == "beating"}
        if told.verdict != "illegal" or told.by_over or not beating:
            continue
        tried += 1
        told = judge(replace(asked.judge_question(), explain="all"))
        assert told.repairs is not None
        held = [set(r) for r in told.repairs if all(part(c) == "beating" for c in r)]
        assert held
        assert all(beating & repair for repair in held), asked
        for left_out in beating:
            assert not all((beating - {left_out}) & repair for repair in held), asked


def part(clause_id: str) -> str:
    """The part that a clause belongs to."""
    return rulebook().clause(clause_id).part


def test_certificates_are_checked_by_another_solver() -> None:
    """A plain solver that knows nothing of this project gives the expected answers."""
    random = Random(10)
    for _ in range(25):
        asked, told = judged(random)
        text = judge(replace(asked.judge_question(), certificate=True)).certificate
        assert text is not None
        expected, found = checked(text)
        assert found == expected, asked
        verdicts = {"sat": "legal", "unsat": "illegal"}
        assert told.verdict == (verdicts[found[0]] if len(set(found)) == 1 else "undetermined")


def test_the_trace_says_what_every_clause_says() -> None:
    """A trace names each constraint in force once; a legal reading breaks none."""
    question = JudgeQuestion(Bid(cards(["7+water", "9"])), explain="trace")
    trace = judge(question).trace
    assert trace is not None
    assert {step.reading for step in trace} == {Reading(Kind.RUN, 1, 3, cards(["9"])[0].up.value)}  # type: ignore[union-attr]
    assert all(step.holds for step in trace)
    used = question.rules.used
    formalised = [c for c in rulebook().in_force(used) if c.formalised]
    assert [step.clause for step in trace] == formalised


def test_a_history_that_only_another_option_allows() -> None:
    """An unpinned option that the bid to beat shows to be in use is the one that is used."""
    four_as_set = Bid(cards(["8", "8", "8", "8"]), Claim(kind=Kind.SET))
    early = rulebook().edition("early")
    nines = Bid(cards(["9", "9", "9", "9+fire"]), Claim(width=4))
    told = judge(JudgeQuestion(nines, four_as_set, rules=Rules(early)))
    assert told.rulings["natural-four"] == "either"
    assert told.verdict == "legal"
    with pytest.raises(ImpossibleOver):
        judge(JudgeQuestion(nines, four_as_set, rules=Rules(early, {"natural-four": "bomb-only"})))


def test_named_cards_stand_in_one_place() -> None:
    """Twice in a bid is a refusal; twice on the table is an impossible question."""
    twice = judge(JudgeQuestion(Bid(cards(["fire-7", "fire-7"]))))
    assert [reason.clause.id for reason in twice.reasons] == ["card-once"]
    with pytest.raises(CardsTwice):
        judge(JudgeQuestion(Bid(cards(["8"])), Bid(cards(["fire-7", "fire-7"]))))
    with pytest.raises(CardsTwice):
        judge(JudgeQuestion(Bid(cards(["8"])), hand=cards(["8", "fire-7", "fire-7:blue"])))


@pytest.mark.parametrize(
    ("body", "clauses"),
    [
        ({"bid": {"cards": ["7", "7"], "as": {"kind": "bomb", "width": w}}}, ["wild-adds-value"])
        for w in (4, 6, 7, 8, 12, 13, 25, 60, 61, 121, 160)
    ]
    + [
        ({"bid": {"cards": ["7", "9"], "as": {"width": 150}}}, ["wild-adds-value"]),
        ({"bid": {"cards": ["7", "9"], "as": {"length": 13}}}, []),
        ({"bid": {"cards": ["7"], "as": {"width": 8, "top": "K"}}, "over": ["A"] * 5}, []),
    ],
    ids=str,
)
def test_every_refusal_has_a_reason(body: dict[str, Any], clauses: list[str]) -> None:
    """However far a claim is from the cards and from any compiled shape."""
    answer = answers.judge({**body, "explain": "all"})
    assert answer["verdict"] == "illegal"
    told = [reason["clause"] for reason in answer["reasons"]]
    assert told
    assert set(clauses) <= set(told)
    assert all(answer["repairs"])


def test_reasons_over_several_readings_name_them_all() -> None:
    """What refuses the bid over each reading of the bid to beat is told, for each of them."""
    answer = answers.judge({"bid": ["9"], "over": ["7", "7+water"]})
    (reason,) = answer["reasons"]
    assert reason["clause"] == "beat-same-kind"
    assert "a Set 7 7:" in reason["message"]
    assert "a Set 7 7 7:" in reason["message"]


def test_a_card_left_out_of_an_alternative_is_named() -> None:
    """Of a card that stands in the bid twice, one is played and the other removed."""
    (near,) = answers.judge({"bid": ["metal-8", "metal-8:blue"]})["alternatives"]
    assert (near["cards"], near["removed"]) == (["metal-8"], ["metal-8:blue"])


def test_what_lets_a_bomb_beat_is_cited() -> None:
    """A legal Bomb cites the rule that makes it legal over another type."""
    answer = answers.judge({"bid": ["8"] * 4, "over": ["A", "K", "Q"]})
    assert "bomb-beats-all" in [reason["clause"] for reason in answer["reasons"]]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            {"bid": {"cards": ["9+9"], "as": {"kind": "set", "width": 1}}},
            "A Set has two or more identical values, not 1.",
        ),
        (
            {"bid": {"cards": ["9"] * 4, "as": {"kind": "bomb", "width": 3}}},
            "A Bomb has four or more identical values, not 3.",
        ),
        (
            {"bid": {"cards": ["8", "9"], "as": {"kind": "set"}}},
            "As a Set 8 8, 9 would be left over and 8 would be missing; all values of the cards "
            "must be used.",
        ),
        (
            {"bid": {"cards": ["9"] * 3, "as": {"kind": "bomb", "width": 4}}},
            "As a Bomb 9 9 9 9, 9 is missing and no wild stands in.",
        ),
        (
            {"bid": {"cards": ["9"] * 4 + ["9+water"], "as": {"kind": "bomb", "width": 6}}},
            "A Water symbol adds nothing to a Bomb, which here needs 6 9s on the cards themselves.",
        ),
    ],
    ids=str,
)
def test_the_sentence_says_what_is_at_fault(body: dict[str, Any], told: str) -> None:
    """One reason, and it is about what the bidder did."""
    assert [reason["message"] for reason in answers.judge(body)["reasons"]] == [told]


def test_an_idle_wild_is_said_to_be_ignored() -> None:
    """A legal Single with a wild says that it is ignored, and nothing of what it stands for."""
    reasons = answers.judge({"bid": ["6+water"], "over": ["5"]})["reasons"]
    assert "wild-not-single" in [reason["clause"] for reason in reasons]
    assert "wild-adds-value" not in [reason["clause"] for reason in reasons]
    assert not any("stands for ." in reason["message"] for reason in reasons)


def test_a_hand_too_large_to_search_leaves_the_verdict() -> None:
    """The bid is decided though bid and hand together are beyond every compiled size."""
    answer = answers.judge({"bid": ["3"], "over": ["2"], "hand": ["7+7+7+water"] * 40})
    assert (answer["verdict"], answer["alternatives"]) == ("illegal", [])


@pytest.mark.parametrize("seed", range(25))
def test_alternatives_are_the_first_by_distance(seed: int) -> None:
    """Against the whole list of plays: distance, then fewer added, then the order of the list."""
    random = Random(seed)
    bid = some_cards(random, random.choice((1, 2, 3)), "water", 1)
    others = some_cards(random, 6, "water", 1)
    over = ["5", "5"] if seed % 2 else ["5"]
    answer = answers.judge({"bid": bid, "over": over, "hand": [*bid, *others]})
    pool = [*bid, *others]
    listed: Any = answers.plays({"hand": pool, "over": over, "by": "faces"})["plays"]
    faces = Counter(bid)
    ranked: list[tuple[int, int, int]] = []
    for place, play in enumerate(listed):
        played = Counter(pool[index] for index in play["indexes"])
        added, removed = (played - faces).total(), (faces - played).total()
        ranked.append((added + removed, added, place))
    expected = [listed[place]["reading"] for *_, place in sorted(ranked)[:5]]
    if answer["verdict"] == "illegal":
        shapes = [{**(n["reading"] or {}), "wilds": []} for n in answer["alternatives"]]
        assert shapes == [{**reading, "wilds": []} for reading in expected]


def test_alternatives_from_a_large_hand_are_the_nearest() -> None:
    """With forty cards a play that is one card away is found."""
    random = Random(40)
    for _ in range(6):
        hand = some_cards(random, 38, "water", 4)
        near = answers.judge({"bid": ["7", "9"], "over": ["5", "5"], "hand": ["7", "9", *hand]})
        distances = [len(n["added"]) + len(n["removed"]) for n in near["alternatives"]]
        pairs = [card for card in hand if card in ("7", "9", "7+7", "9+9")]
        if "7" in pairs or "9" in pairs:
            assert distances[0] == 2


def test_alternatives_are_legal_and_nearest_first() -> None:
    """Every alternative is judged legal, and the distances ascend."""
    random = Random(12)
    for _ in range(80):
        asked, told = judged(random)
        if told.verdict == "legal":
            assert told.alternatives == ()
            continue
        hand = cards([*asked.bid, "9", "10", "10+10", "2"])
        question = replace(asked.judge_question(), hand=hand)
        near = judge(question).alternatives
        distances = [len(n.added) + len(n.removed) for n in near]
        assert distances == sorted(distances)
        for each in near:
            again = judge(replace(question, bid=Bid(each.cards), explain="none"))
            assert each.taken is not None
            assert each.taken.reading in [t.reading for t in again.readings], asked
