"""Lists of plays: proved, exact, in one order, page by page."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from random import Random

import pytest

from checker.cards import Symbol
from checker.facts import facts_of
from checker.judgements import Play, Proof, Taken
from checker.judging import judge
from checker.model.compiled import compiled, fitting
from checker.plays import Beaten, list_plays, prove_list
from checker.questions import Bid, CardsTwice, ImpossibleOver, JudgeQuestion, PlaysQuestion
from checker.readings import Claim, Kind, Reading
from checker.reasons import clause_ids
from checker.rulebook import rulebook
from checker.search import Hand
from tests.questions import cards, some_cards

HAND = ["7+water", "9", "9", "10", "10+10", "J", "Q+bamboo", "3+3+3", "3", "2", "element-wood"]
LEAD = PlaysQuestion(hand=cards(HAND))
OVER = PlaysQuestion(hand=cards(HAND), over=Bid(cards(["6", "8+water"]), Claim(length=3)))


def proof_of(question: PlaysQuestion, over: Reading | None, plays: list[Play]) -> Proof:
    """What the model says of this list of plays."""
    book = rulebook()
    ids = clause_ids(book.in_force(question.rules.used))
    model = compiled(fitting([facts_of(question.hand, Symbol.WATER)], over))
    return prove_list(model, ids, Hand(question.hand, Symbol.WATER), Beaten(over), plays)


@pytest.mark.parametrize(
    ("question", "over"),
    [(LEAD, None), (OVER, Claim(length=3))],
    ids=["lead", "answer"],
)
def test_a_planted_fault_is_found(question: PlaysQuestion, over: Claim | None) -> None:
    """A missing play, a wrong one, a wrong reading and a repeated one each spoil the proof."""
    plays = list(list_plays(question).plays)
    beaten = None if over is None else judged_over(question)
    assert proof_of(question, beaten, plays).answer == "unsat"
    for place in range(len(plays)):
        missing = plays[:place] + plays[place + 1 :]
        assert proof_of(question, beaten, missing).answer == "sat", plays[place]
    for place, play in enumerate(plays[:12]):
        other = plays[place - 1].taken.reading
        if other != play.taken.reading:
            wrong = replace(play, taken=Taken(other, ()))
            assert proof_of(question, beaten, [*plays, wrong]).answer == "sat", wrong
        assert proof_of(question, beaten, [*plays, play]).answer == "sat", play
        swapped = [*plays[:place], plays[place - 1], *plays[place + 1 :]]
        assert proof_of(question, beaten, swapped).answer == "sat", play
    for place, play in enumerate(plays[:12]):
        with_element = (*play.indexes, HAND.index("element-wood"))
        more = replace(play, indexes=with_element)
        instead = [*plays[:place], more, *plays[place + 1 :]]
        assert proof_of(question, beaten, instead).answer == "sat", play
        assert proof_of(question, beaten, [*plays, more]).answer == "sat", play
    nothing = Play((), plays[0].taken)
    assert proof_of(question, beaten, [*plays, nothing]).answer == "sat"
    alone = Play((HAND.index("Q+bamboo"), HAND.index("3")), plays[0].taken)
    assert proof_of(question, beaten, [*plays, alone]).answer == "sat"


def judged_over(question: PlaysQuestion) -> Reading:
    """The one reading of the bid to beat."""
    assert question.over is not None
    told = judge(JudgeQuestion(bid=question.over))
    (taken,) = told.readings
    return taken.reading


def test_one_order_whatever_the_order_of_cards() -> None:
    """The same faces and readings in the same order, however the hand is sorted."""
    random = Random(5)
    told = list_plays(LEAD)
    for _ in range(5):
        order = random.sample(range(len(HAND)), len(HAND))
        other = list_plays(replace(LEAD, hand=tuple(LEAD.hand[place] for place in order)))
        shown = [
            (sorted(HAND[order[i]] for i in play.indexes), play.taken.reading)
            for play in other.plays
        ]
        assert shown == [
            (sorted(HAND[i] for i in play.indexes), play.taken.reading) for play in told.plays
        ]


def test_pages_put_together_are_the_list() -> None:
    """Every page size gives the whole list, in its order; only the whole list is complete."""
    whole = list_plays(LEAD)
    for limit in (1, 7, 50):
        start: int | None = 0
        plays: list[Play] = []
        while start is not None:
            page = list_plays(replace(LEAD, limit=limit, start=start))
            assert page.complete == (limit >= whole.count)
            assert page.count == whole.count
            plays += page.plays
            start = page.next_start
        assert tuple(plays) == whole.plays


@pytest.mark.parametrize("seed", range(6))
def test_faces_count_the_ways(seed: int) -> None:
    """By faces, the multiplicities add up to the plays by cards."""
    hand = cards(some_cards(Random(seed), 11, "water"))
    by_cards = list_plays(PlaysQuestion(hand=hand))
    by_faces = list_plays(PlaysQuestion(hand=hand, by="faces"))
    assert sum(play.multiplicity for play in by_faces.plays) == by_cards.count
    assert by_faces.count == len(by_faces.plays)
    assert by_faces.complete
    assert by_cards.complete == (by_cards.next_start is None)


def test_large_lists_come_in_pages() -> None:
    """Eighteen equal cards have 523,299 plays: counted at once, listed page by page."""
    question = PlaysQuestion(hand=cards(["8"] * 18))
    told = list_plays(replace(question, limit=3))
    assert told.count == 523_299
    assert [play.indexes for play in told.plays] == [(0,), (1,), (2,)]
    assert told.next_start == 3
    assert list_plays(replace(question, by="faces")).complete
    last = list_plays(replace(question, start=523_298))
    assert [len(play.indexes) for play in last.plays] == [18]
    assert last.next_start is None


@pytest.mark.parametrize(
    ("hand", "over", "count"),
    [
        (["8"] * 40, Bid(cards(["7"] * 20), Claim(kind=Kind.SET)), comb(40, 20)),
        (["7+water+water+water"] * 40, None, 10**12),
    ],
    ids=["equal", "wilds"],
)
def test_forty_equal_cards_are_listed_one_by_one(
    hand: list[str], over: Bid | None, count: int
) -> None:
    """More plays than any memory holds: the first ones come at once, by faces all of them."""
    question = PlaysQuestion(hand=cards(hand), over=over, limit=2)
    told = list_plays(question)
    assert len(told.plays) == 2
    assert told.count > count
    far = list_plays(replace(question, start=900_000))
    assert len(far.plays) == 2
    by_faces = list_plays(replace(question, by="faces", limit=None))
    assert sum(play.multiplicity for play in by_faces.plays) == told.count


def test_forty_different_faces_of_a_value() -> None:
    """More plays than could ever be listed are counted, and the first ones come at once."""
    symbols = ["", "+fire", "+water", "+panda", "+bamboo", "+fire+panda", "+panda+bamboo"]
    faces = [
        f"{v}{s}{side}" for v in ("7", "7+7", "7+7+7") for s in symbols for side in ("", ":white")
    ]
    told = list_plays(PlaysQuestion(hand=cards(sorted(set(faces))[:40]), limit=5))
    assert told.count > 2**39
    assert len(told.plays) == 5


def test_listed_exactly_when_judged_legal() -> None:
    """Every choice of cards from a hand: its legal readings are those it is listed with."""
    random = Random(11)
    checked = 0
    while checked < 6:
        hand = cards(some_cards(random, 8, "water"))
        over = Bid(cards(some_cards(random, 2, "bamboo")))
        try:
            told = list_plays(PlaysQuestion(hand=hand, over=over))
        except ImpossibleOver:
            continue
        if told.by_over:
            continue
        checked += 1
        listed: dict[tuple[int, ...], list[Taken]] = {}
        for play in told.plays:
            listed.setdefault(play.indexes, []).append(play.taken)
        for chosen in range(1, 2 ** len(hand)):
            places = tuple(place for place in range(len(hand)) if chosen >> place & 1)
            bid = Bid(tuple(hand[place] for place in places))
            verdict = judge(JudgeQuestion(bid=bid, over=over, explain="none"))
            readings = [taken.reading for taken in verdict.readings]
            assert readings == [taken.reading for taken in listed.get(places, [])]


def test_wilds_point_into_the_hand() -> None:
    """The wild of a play names the place of its card in the hand."""
    told = list_plays(PlaysQuestion(hand=cards(["J", "9", "7+water"]), over=Bid(cards(["6", "7"]))))
    (play,) = told.plays
    assert play.indexes == (2,)
    assert [(wild.index, str(wild.stands_for)) for wild in play.taken.wilds] == [(2, "8")]


def test_a_named_card_stands_in_one_place() -> None:
    """A hand that holds a card twice, or one that lies in the bid to beat, is refused."""
    with pytest.raises(CardsTwice, match="fire-7"):
        list_plays(PlaysQuestion(hand=cards(["fire-7", "fire-7:blue"])))
    with pytest.raises(CardsTwice, match="fire-7"):
        list_plays(PlaysQuestion(hand=cards(["fire-7", "8"]), over=Bid(cards(["fire-7"]))))
