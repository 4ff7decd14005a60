"""Bodies to questions: aliases, defaults, and every fault at once."""

from __future__ import annotations

from typing import Any

import pytest

from checker.cards import Card, Element, Face, Side, Symbol, Value
from checker.questions import MOST_CARDS, Bid, JudgeQuestion, PlaysQuestion
from checker.readings import NO_CLAIM, Claim, Kind
from checker.rulebook import rulebook
from checker.wire import answers
from checker.wire.bodies import JudgeBody, PlaysBody, RulesBody
from checker.wire.cursors import write_cursor
from checker.wire.normal import decision_id, judge_form, plays_form
from checker.wire.problems import MOST_FAULTS, Fault, Invalid
from checker.wire.records import read_record
from checker.wire.validating import read_body

SEVEN = Card(Face(Value.SEVEN))


def judge_question(**body: object) -> JudgeQuestion:
    return read_body(JudgeBody, body).question()


def plays_question(**body: object) -> PlaysQuestion:
    return read_body(PlaysBody, body).question()


def faults(model: type[RulesBody], body: object) -> tuple[Fault, ...]:
    with pytest.raises(Invalid) as caught:
        read_body(model, body)
    return caught.value.faults


def test_a_list_and_an_object_are_the_same_bid() -> None:
    listed, spelled = judge_question(bid=["7"]), judge_question(bid={"cards": ["7"]})
    assert listed == spelled
    assert listed.bid == Bid((SEVEN,), NO_CLAIM)
    assert (listed.over, listed.hand, listed.explain) == (None, None, "reasons")


def test_aliases_are_resolved() -> None:
    question = judge_question(
        bid={"cards": ["t", "二", "7+WATER", "METAL-8:Blue"], "as": {"kind": "run", "top": "T"}},
        over={"cards": ["7"], "as": {}},
    )
    assert question.bid.claim == Claim(kind=Kind.RUN, top=Value.TEN)
    assert question.over == Bid((SEVEN,))
    assert [str(card.up.value) for card in question.bid.cards if card.up] == ["10", "2", "7", "3"]


def test_a_card_may_be_spelled_out() -> None:
    body = {"element": "Water", "white": "K", "blue": "7+water", "side": "blue"}
    seven = Face(Value.SEVEN, 1, (Symbol.WATER,))
    assert judge_question(bid=[body]).bid.cards == (
        Card(up=seven, under=Face(Value.KING), element=Element.WATER, side=Side.BLUE),
    )
    del body["side"]
    assert judge_question(bid=[body]).bid.cards == (
        Card(up=Face(Value.KING), under=seven, element=Element.WATER),
    )


def test_a_named_card_belongs_to_the_deck_in_use() -> None:
    fourth = ["water-4:blue"]
    rulebook, early = judge_question(bid=fourth), judge_question(bid=fourth, edition="early")
    assert early.bid.cards[0].up == Face(Value.QUEEN, 2)
    assert rulebook.bid.cards != early.bid.cards
    assert judge_question(bid=fourth, deck="early").bid == early.bid


def test_null_is_the_same_as_absent() -> None:
    nulls = dict.fromkeys(("over", "hand", "expansion", "deck"))
    assert judge_question(bid=["7"], **nulls) == judge_question(bid=["7"])
    assert plays_question(hand=["7"], over=None, limit=None, cursor=None) == plays_question(
        hand=["7"]
    )


def test_as_many_cards_as_may_be() -> None:
    assert len(judge_question(bid=["7"] * MOST_CARDS).bid.cards) == MOST_CARDS


CARD = '"metal-8"'
EDITIONS = "rulebook, early"
KINDS = "single, set, run, formation, bomb"
VALUES = "3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A, 2"

BAD: list[tuple[dict[str, Any], str, object, str]] = [
    ({"bid": "7"}, "/bid", "7", "at most 40 cards"),
    ({"bid": None}, "/bid", None, "at most 40 cards"),
    ({"bid": {}}, "/bid/cards", None, "at most 40 cards"),
    ({"bid": {"cards": "7"}}, "/bid/cards", "7", "at most 40 cards"),
    ({"bid": {"cards": ["7"], "claim": {}}}, "/bid/claim", "{}", "cards, as"),
    ({"bid": ["7"] * 41}, "/bid", None, "at most 40 cards"),
    ({"bid": [7]}, "/bid/0", 7, CARD),
    ({"bid": ["7", None]}, "/bid/1", None, CARD),
    ({"bid": [["7"]]}, "/bid/0", '["7"]', CARD),
    ({"bid": [""]}, "/bid/0", "", CARD),
    ({"bid": ["7" * 65]}, "/bid/0", "7" * 65, CARD),
    ({"bid": ["7" * 900]}, "/bid/0", "7" * 79 + "…", CARD),
    ({"bid": ["panda"]}, "/bid/0", "panda", CARD),
    ({"bid": [" 7"]}, "/bid/0", " 7", CARD),
    ({"bid": ["fyre-8"]}, "/bid/0", "fyre-8", "fire, metal, water, earth, wood"),
    ({"bid": ["fire-1"]}, "/bid/0", "fire-1", VALUES),
    ({"bid": ["7:up"]}, "/bid/0", "7:up", "white, blue"),
    ({"bid": ["7+8"]}, "/bid/0", "7+8", "equal values"),
    ({"bid": ["7+wind"]}, "/bid/0", "7+wind", "water, fire, panda, bamboo"),
    ({"bid": ["element-gold"]}, "/bid/0", "element-gold", "fire, metal, water, earth, wood"),
    ({"bid": [{"white": "7", "blue": "7"}]}, "/bid/0/element", None, "fire, metal, water"),
    ({"bid": [{"element": "fire", "white": "7"}]}, "/bid/0/blue", None, '"7+water"'),
    ({"bid": [{"element": "x", "white": "7", "blue": "7"}]}, "/bid/0/element", "x", "wood"),
    ({"bid": [{"element": "fire", "white": 7, "blue": "7"}]}, "/bid/0/white", 7, '"7+water"'),
    (
        {"bid": [{"element": "fire", "white": "7", "blue": "7", "side": "up"}]},
        "/bid/0/side",
        "up",
        "white, blue",
    ),
    (
        {"bid": [{"element": "fire", "white": "7", "blue": "7", "name": "x"}]},
        "/bid/0/name",
        "x",
        "element, white, blue, side",
    ),
    ({"over": {"cards": ["5"], "as": {"kind": "Set"}}}, "/over/as/kind", "Set", KINDS),
    ({"over": {"cards": ["5"], "as": {"kind": "pair"}}}, "/over/as/kind", "pair", KINDS),
    ({"over": {"cards": ["5"], "as": {"width": 0}}}, "/over/as/width", 0, "from 1 to 160"),
    ({"over": {"cards": ["5"], "as": {"width": 161}}}, "/over/as/width", 161, "from 1 to 160"),
    ({"over": {"cards": ["5"], "as": {"width": 1.0}}}, "/over/as/width", 1.0, "from 1 to 160"),
    ({"over": {"cards": ["5"], "as": {"length": 14}}}, "/over/as/length", 14, "from 1 to 13"),
    ({"over": {"cards": ["5"], "as": {"length": True}}}, "/over/as/length", True, "from 1 to 13"),
    ({"over": {"cards": ["5"], "as": {"top": "1"}}}, "/over/as/top", "1", VALUES),
    ({"over": {"cards": ["5"], "as": {"top": 7}}}, "/over/as/top", 7, VALUES),
    ({"over": {"cards": ["5"], "as": {"suit": 1}}}, "/over/as/suit", 1, "kind, width"),
    ({"over": {"cards": ["5"], "as": "set"}}, "/over/as", "set", "kind, width, length, top"),
    ({"over": False}, "/over", False, "null for a lead"),
    ({"hand": "7"}, "/hand", "7", "at most 40 cards"),
    ({"hand": {"cards": []}}, "/hand", '{"cards":[]}', "at most 40 cards"),
    ({"edition": "Rulebook"}, "/edition", "Rulebook", EDITIONS),
    ({"edition": None}, "/edition", None, EDITIONS),
    ({"expansion": "mandate"}, "/expansion", "mandate", "null, mandate-of-heaven"),
    ({"rulings": {"x": "y"}}, "/rulings/x", "y", "formation-shape, natural-four, bomb-lead"),
    ({"rulings": {"bomb-lead": "x"}}, "/rulings/bomb-lead", "x", "allowed, forbidden"),
    ({"rulings": {"bomb-lead": None}}, "/rulings/bomb-lead", None, "allowed, forbidden"),
    ({"rulings": []}, "/rulings", "[]", "formation-shape"),
    ({"deck": "mine"}, "/deck", "mine", "early, rulebook"),
    ({"explain": "everything"}, "/explain", "everything", "none, reasons, all, trace"),
    ({"certificate": "yes"}, "/certificate", "yes", "true, false"),
    ({"Bid": ["7"]}, "/Bid", '["7"]', "bid, over, hand"),
    ({"a/b~": 1}, "/a~1b~0", 1, "bid, over, hand"),
    ({"limit": 1}, "/limit", 1, "bid, over, hand"),
]


@pytest.mark.parametrize(("change", "pointer", "got", "accepted"), BAD)
def test_a_fault_names_place_and_remedy(
    change: dict[str, Any], pointer: str, got: object, accepted: str
) -> None:
    (fault,) = faults(JudgeBody, {"bid": ["7"], **change})
    assert fault.pointer == pointer
    assert accepted in fault.accepted
    if len(change.get("bid") or ()) <= MOST_CARDS:
        assert (fault.got, type(fault.got)) == (got, type(got))


BAD_PLAYS: list[tuple[dict[str, Any], str, object, str]] = [
    ({"limit": 0}, "/limit", 0, "from 1 to 10000"),
    ({"limit": 10_001}, "/limit", 10_001, "from 1 to 10000"),
    ({"limit": "5"}, "/limit", "5", "from 1 to 10000"),
    ({"by": "colour"}, "/by", "colour", "cards, faces"),
    ({"cursor": 3}, "/cursor", 3, "the cursor of an answer"),
    ({"cursor": ""}, "/cursor", "", "the cursor of an answer"),
    ({"cursor": "二"}, "/cursor", "二", "the cursor of an answer"),
    ({"cursor": "AAAA"}, "/cursor", "AAAA", "the cursor of an answer"),
    ({"explain": "all"}, "/explain", "all", "hand, over"),
    ({"hand": {"cards": ["7"]}}, "/hand", '{"cards":["7"]}', "at most 40 cards"),
]


@pytest.mark.parametrize(("change", "pointer", "got", "accepted"), BAD_PLAYS)
def test_a_fault_of_plays_names_place_and_remedy(
    change: dict[str, Any], pointer: str, got: object, accepted: str
) -> None:
    (fault,) = faults(PlaysBody, {"hand": ["7"], **change})
    assert (fault.pointer, fault.got) == (pointer, got)
    assert accepted in fault.accepted


@pytest.mark.parametrize("body", [None, True, 7, "bid", [], [{}]])
def test_a_body_is_an_object(body: object) -> None:
    (fault,) = faults(JudgeBody, body)
    assert (fault.pointer, fault.accepted) == ("", "a JSON object")


@pytest.mark.parametrize(
    ("got", "said"), [([], "an empty list"), ([7], "a list"), ({}, "an object"), ("[]", "'[]'")]
)
def test_a_list_is_told_from_the_string_that_holds_it(got: object, said: str) -> None:
    """Of a body of either sort: ``got`` has the same text for both, the detail says which it is."""
    (fault,) = faults(JudgeBody, {"bid": ["7"], "edition": got})
    assert fault.detail == f"{said} is not accepted here"
    with pytest.raises(Invalid) as caught:
        read_record({"edition": got})
    assert f"{said} is not accepted here" in [f.detail for f in caught.value.faults]


def test_a_preset_is_told_by_the_names_there_are() -> None:
    """No word that a command line would refuse stands among them."""
    (fault,) = faults(JudgeBody, {"bid": ["7"], "preset": "null"})
    assert fault.accepted.split(", ") == [*rulebook().presets]


def test_all_faults_are_listed_at_once_in_the_order_of_their_pointers() -> None:
    found = faults(
        JudgeBody,
        {
            "bid": ["7"] * 10 + ["x"],
            "over": {"cards": ["7", "y"], "as": {"kind": "pair", "top": "1"}},
            "hand": ["fyre-8", {"element": "x", "white": "y"}],
            "edition": "z",
            "rulings": {"x": "y", "bomb-lead": "z"},
            "deck": "x",
            "extra": 1,
        },
    )
    assert [fault.pointer for fault in found] == [
        "/bid/10",
        "/deck",
        "/edition",
        "/extra",
        "/hand/0",
        "/hand/1/blue",
        "/hand/1/element",
        "/hand/1/white",
        "/over/as/kind",
        "/over/as/top",
        "/over/cards/1",
        "/rulings/bomb-lead",
        "/rulings/x",
    ]


def test_the_list_of_faults_has_an_end() -> None:
    with pytest.raises(Invalid) as caught:
        read_body(JudgeBody, {"bid": [], **{f"key{n}": n for n in range(1000)}})
    assert len(caught.value.faults) == MOST_FAULTS
    assert caught.value.count == 1000


def test_a_cursor_belongs_to_its_question_in_any_order_of_cards() -> None:
    body = {"hand": ["7", "8"], "over": ["5"]}
    asked = plays_question(**body)
    cursor = write_cursor(3, decision_id(plays_form(asked, asked.rules.used)))
    assert plays_question(**{**body, "hand": ["8", "7"], "limit": 9}, cursor=cursor).start == 3
    for change in ({"hand": ["7", "9"]}, {"over": None}, {"by": "faces"}, {"deck": "early"}):
        with pytest.raises(Invalid) as caught:
            plays_question(**{**body, **change}, cursor=cursor)
        (fault,) = caught.value.faults
        assert (fault.pointer, fault.got) == ("/cursor", cursor)
        assert fault.detail == "the cursor belongs to another question"


def test_a_foreign_cursor_hides_no_other_fault() -> None:
    asked = plays_question(hand=["5", "6", "7"])
    cursor = write_cursor(3, decision_id(plays_form(asked, asked.rules.used)))
    with pytest.raises(Invalid) as caught:
        answers.plays({"hand": ["5", "6", "x"], "limit": 0, "cursor": cursor})
    assert [fault.pointer for fault in caught.value.faults] == ["/hand/2", "/limit"]


def test_the_decision_id_is_of_the_normal_form() -> None:
    def ident(**body: object) -> str:
        read = read_body(JudgeBody, body)
        question = read.question()
        return decision_id(judge_form(question, question.rules.used))

    plain = ident(bid=["10", "2+2"], over=["5"])
    assert len(plain) == 32
    assert plain == ident(
        bid={"cards": ["2+2:blue", "T:orange"]},
        over={"cards": ["5"], "as": {}},
        edition="rulebook",
        deck="rulebook",
        rulings={"bomb-lead": "allowed"},
        explain="all",
        certificate=True,
    )
    changes: list[dict[str, Any]] = [
        {"bid": ["10", "2"]},
        {"over": None},
        {"over": {"cards": ["5"], "as": {"kind": "single"}}},
        {"hand": ["7"]},
        {"edition": "early"},
        {"deck": "early"},
        {"rulings": {"bomb-lead": "forbidden"}},
    ]
    for change in changes:
        assert plain != ident(**{"bid": ["10", "2+2"], "over": ["5"], **change})
