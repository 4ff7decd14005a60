"""Answers: their keys, what they cite, and what the engine refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from api.openapi import schemas
from checker import judging, plays
from checker.model.compiled import TooLarge
from checker.rulebook import Unknown, rulebook
from checker.wire import answers, texts
from checker.wire.problems import Fault, Invalid
from tests import fake_engine

SIXES = {
    "kind": "set",
    "width": 2,
    "length": 1,
    "top": "6",
    "values": ["6", "6"],
    "wilds": [{"index": 0, "as": "6"}, {"index": 1, "as": None}],
}
OWN = {"element": "water", "white": "K", "blue": "7+water", "side": "blue"}


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "judge", fake_engine.judge)
    monkeypatch.setattr(plays, "list_plays", fake_engine.list_plays)


def judge(**body: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(answers.judge({"bid": ["6+6"], **body})))
    return answer


def test_a_judgement_has_its_keys_in_the_order_of_the_contract() -> None:
    assert list(judge()) == [
        "verdict",
        "settled",
        "readings",
        "reasons",
        "rulings",
        "alternatives",
        "decided_by",
        "decision_id",
        "stand_ins",
        "missing",
    ]
    assert list(judge(over=["5"], explain="all", certificate=True))[9:] == [
        "by_over",
        "missing",
        "conflicts",
        "repairs",
        "certificate",
    ]


def test_a_judgement_in_wire_form() -> None:
    answer = judge(over=["5", "5"], hand=["T", {**OWN, "element": "WATER"}], explain="trace")
    assert answer["readings"] == [SIXES]
    assert answer["reasons"] == [
        {
            "clause": "beat-higher",
            "message": "about beat-higher",
            "source": "rulebook",
            "section": "Course of Play: Beat",
        },
        {
            "clause": "bomb-lead",
            "message": "about bomb-lead",
            "source": "early",
            "section": "third paragraph",
            "fallback": True,
            "ruling": {"bomb-lead": "forbidden"},
        },
    ]
    assert answer["rulings"] == [
        {
            "change": {"formation-shape": "same-shape"},
            "verdict_otherwise": "illegal",
            "readings_otherwise": [],
        }
    ]
    assert answer["alternatives"] == [
        {"cards": ["10", OWN], "reading": SIXES, "added": ["10"], "removed": ["6+6"]}
    ]
    assert answer["by_over"] == [
        {"over": SIXES, "verdict": "legal", "readings": [SIXES], "reasons": answer["reasons"]}
    ]
    reading = {key: SIXES[key] for key in ("kind", "width", "length", "top")}
    assert answer["trace"] == [
        {"clause": "beat-higher", "reading": reading, "applies": True, "holds": False}
    ]


def test_what_decided_is_named() -> None:
    decided = judge(edition="early", rulings={"natural-four": "either"})["decided_by"]
    assert decided.pop("engine").startswith("z3 ")
    assert decided == {
        "edition": "early",
        "expansion": None,
        "rulings": {ruling.id: ruling.options[0] for ruling in rulebook().rulings.values()}
        | {
            "formation-shape": "same-shape",
            "natural-four": "either",
            "bomb-lead": "forbidden",
        },
        "deck": "early",
        "specs": rulebook().version,
    }


def test_nothing_is_explained_where_nothing_is_asked() -> None:
    answer = judge(over=["5", "5"], hand=["7"], explain="none")
    assert answer["reasons"] == answer["alternatives"] == answer["by_over"][0]["reasons"] == []


def test_stand_ins_are_named_once() -> None:
    answer = judge(
        bid=["wood-3:blue", "metal-8:blue", "7"],
        over={"cards": ["fire-4:blue"]},
        hand=["wood-3:blue", "wood-4"],
    )
    assert sorted(answer["stand_ins"]) == ["fire-4", "wood-3"]


def test_pages_of_plays() -> None:
    body = {"hand": ["T", OWN, "element-fire"], "limit": 2}
    first: Any = answers.plays(body)
    assert list(first) == [
        "plays",
        "count",
        "complete",
        "proof",
        "cursor",
        "decided_by",
        "decision_id",
        "stand_ins",
    ]
    assert first["plays"] == [
        {"cards": ["10"], "indexes": [0], "reading": SIXES},
        {"cards": [OWN], "indexes": [1], "reading": SIXES},
    ]
    assert (first["count"], first["complete"]) == (3, False)
    second: Any = answers.plays({**body, "cursor": first["cursor"]})
    assert [play["cards"] for play in second["plays"]] == [["element-fire"]]
    assert second["cursor"] is None
    assert second["decision_id"] == first["decision_id"]


def test_plays_by_faces_say_how_often_they_occur() -> None:
    answer: Any = answers.plays({"hand": ["7"], "by": "faces"})
    assert answer["plays"][0]["reading"] == SIXES
    assert answer["plays"][0]["multiplicity"] == 3


REFUSED = [
    (
        {"over": []},
        Fault(
            "/over",
            "[]",
            "at least one card, or nothing for a lead",
            "this cannot be the bid to beat: It holds no card.",
        ),
    ),
    (
        {"over": {"cards": ["5"], "as": {"kind": "set"}}},
        Fault(
            "/over/as",
            '{"kind":"set"}',
            "a claim that fits the cards: single 1x1 5",
            "this cannot be the bid to beat: A Set has two or more identical values, not 1.",
        ),
    ),
]
PLACES = [
    ({"over": ["metal-8", "7", "metal-8"]}, "/over/2"),
    ({"over": {"cards": ["metal-8", "metal-8"]}}, "/over/cards/1"),
    ({"over": ["metal-8"], "hand": ["7", "metal-8"]}, "/hand/1"),
]


def raising(error: Exception) -> Any:
    def engine(_question: object) -> None:
        raise error

    return engine


REAL_JUDGE = judging.judge


@pytest.mark.parametrize(("body", "fault"), REFUSED)
def test_an_impossible_bid_to_beat_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], fault: Fault
) -> None:
    monkeypatch.setattr(judging, "judge", REAL_JUDGE)
    with pytest.raises(Invalid) as caught:
        judge(**body)
    assert caught.value.faults == (fault,)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"bid": ["xx"], "over": []}, ["/bid/0", "/over"]),
        ({"over": [], "hand": ["metal-8", "metal-8"]}, ["/hand/1", "/over"]),
        ({"edition": "late", "over": ["5", "6+fire", "8"]}, ["/edition"]),
        ({"explain": "?", "over": ["5", "9"], "hand": ["x"]}, ["/explain", "/hand/0", "/over"]),
        ({"bid": ["x"], "a~b": 1, "over": ["5", "9", "9"]}, ["/a~0b", "/bid/0", "/over"]),
        ({"a/b": 1, "b": 2}, ["/a~1b", "/b"]),
        (
            {"bid": ["fire-77"], "over": {"cards": ["5"], "as": {"kind": "bomb"}}},
            ["/bid/0", "/over/as"],
        ),
    ],
)
def test_faults_of_the_body_and_of_the_table_are_told_at_once(
    monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], pointers: list[str]
) -> None:
    monkeypatch.setattr(judging, "judge", REAL_JUDGE)
    with pytest.raises(Invalid) as caught:
        judge(**body)
    assert [fault.pointer for fault in caught.value.faults] == pointers


@pytest.mark.parametrize(("body", "pointer"), PLACES)
def test_a_card_in_two_places_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], pointer: str
) -> None:
    monkeypatch.setattr(judging, "judge", REAL_JUDGE)
    with pytest.raises(Invalid) as caught:
        judge(**body)
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.got) == (pointer, "metal-8")


@pytest.mark.parametrize(
    ("body", "pointer"), [({"over": ["5"]}, "/bid"), ({"over": ["5+5+5"]}, "/over")]
)
def test_what_is_too_large_is_a_fault_of_the_larger_side(
    monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], pointer: str
) -> None:
    monkeypatch.setattr(judging, "judge", raising(TooLarge("values", 200, 160)))
    with pytest.raises(Invalid) as caught:
        judge(**body)
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.accepted) == (pointer, "at most 160 values")


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("clause", texts.clauses()),
        ("ruling", texts.rulings()),
        ("edition", texts.editions()),
        ("deck", texts.decks()),
    ],
)
def test_the_texts_match_their_schema(name: str, entries: list[Any]) -> None:
    validator = Draft202012Validator(schemas()[name])
    for entry in entries:
        validator.validate(entry)
        assert getattr(texts, name)(entry["id"]) == entry
    with pytest.raises(Unknown):
        getattr(texts, name)("nonsense")


def test_a_clause_tells_where_it_stands_and_when_it_holds() -> None:
    clause = texts.clause("bomb-lead")
    assert clause["sources"] == [{"source": "early", "section": "third paragraph"}]
    assert clause["when"] == {"bomb-lead": "forbidden"}
