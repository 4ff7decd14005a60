"""Positions that cannot be, and some that look so and can."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from checker.cards import Element
from checker.decks import own_deck
from checker.positions import Player, Position
from checker.questions import Rules
from checker.rulebook import rulebook
from checker.setting_up import CannotSetUp, SetupFault, deal
from checker.status import faults
from checker.wire import answers, telling
from checker.wire.bodies import StatusBody
from checker.wire.problems import Invalid
from checker.wire.validating import read_body
from tests.turns import positions, some_rulings

SEATS = [{"name": name, "hand": {"count": 5}} for name in "ABC"]
UNSEEN = [{"name": name} for name in "ABC"]
FOUR = [{"name": name} for name in "ABCD"]
THREE = ["wood", "earth", "metal"]


def bid(player: str, *cards: str, **more: object) -> dict[str, Any]:
    return {"player": player, "cards": list(cards), **more}


def leaves(player: str) -> dict[str, Any]:
    return {"player": player, "pass": True}


def hands(*cards: object) -> list[dict[str, Any]]:
    return [{"name": name, "hand": hand} for name, hand in zip("ABC", cards, strict=False)]


def points(*each: int | None) -> list[dict[str, Any]]:
    return [{"name": n, "points": p} for n, p in zip("ABC", each, strict=False) if p is not None]


def a_body(rulings: dict[str, str] | None = None, **position: object) -> dict[str, Any]:
    table = {"players": SEATS, "turn": "A", **position}
    return {"position": table, "rulings": rulings or {}}


def found(**position: Any) -> list[tuple[tuple[object, ...], str | None]]:
    question = read_body(StatusBody, a_body(**position)).question()
    return [(fault.steps, fault.clause) for fault in faults(question.position, question.rules)]


SINGLE = {"as": {"kind": "single"}}
STUCK = {"lead-without-animals": "stuck"}
DISCARD = {"lead-without-animals": "discard-and-pass"}
LEAD_PASS = "leader-with-animals-plays"
Found = list[tuple[tuple[object, ...], str | None]]
IMPOSSIBLE: list[tuple[dict[str, Any], Found]] = [
    # Names and lists
    ({"players": [{"name": "A"}, {"name": "A"}]}, [(("players", 1, "name"), None)]),
    ({"suits": ["fire", *THREE, "Fire"], "players": FOUR}, [(("suits", 4), None)]),
    ({"turn": "D"}, [(("turn",), None)]),
    ({"players": UNSEEN, "out": ["B", "D"]}, [(("out", 1), None)]),
    ({"players": UNSEEN, "out": ["B", "B"]}, [(("out", 1), None)]),
    ({"trick": [bid("D", "7")]}, [(("trick", 0, "player"), None)]),
    # The course of the trick
    ({"trick": [bid("A", "7"), bid("C", "8")]}, [(("trick", 1, "player"), "own-turn")]),
    (
        {"trick": [bid("B", "7"), bid("B", "8")], "turn": "C"},
        [(("trick", 1, "player"), "own-turn")],
    ),
    (
        {"trick": [bid("A", "3"), leaves("B"), bid("C", "4"), bid("A", "5"), bid("B", "6")]},
        [(("trick", 4, "player"), "pass-is-final"), (("turn",), "own-turn")],
    ),
    (
        {"trick": [bid("B", "7"), leaves("C"), leaves("A"), bid("B", "8")], "turn": None},
        [(("trick", 3), "last-in-trick-wins")],
    ),
    ({"trick": [leaves("C")]}, [(("trick", 0), LEAD_PASS)]),
    (
        {"trick": [leaves("B"), leaves("C")], "turn": None}
        | {"players": hands(["7"], [], {"count": 2})},
        [(("trick", 1), LEAD_PASS)],
    ),
    (
        {"trick": [leaves("C")], "players": UNSEEN, "elements": False},
        [(("trick", 0), LEAD_PASS)],
    ),
    (
        {"trick": [leaves("C")], "players": UNSEEN, "rulings": STUCK},
        [(("trick", 0), "leader-plays")],
    ),
    # Whose turn it is
    ({"players": UNSEEN, "out": ["A"]}, [(("turn",), "out-without-cards")]),
    ({"players": UNSEEN, "out": ["B", "C"]}, [(("turn",), "round-ends")]),
    (
        {"players": UNSEEN, "out": ["B", "C"], "trick": [bid("C", "9")]},
        [(("turn",), "round-ends")],
    ),
    ({"trick": [bid("A", "7"), leaves("B")]}, [(("turn",), "own-turn")]),
    # Whatever the others hold: nobody answers the own bid.
    ({"players": UNSEEN, "trick": [bid("A", "7")]}, [(("turn",), "own-turn")]),
    (
        {"trick": [bid("B", "7"), leaves("C"), leaves("A")], "turn": "A"},
        [(("turn",), "pass-is-final")],
    ),
    (
        {"trick": [bid("B", "7"), leaves("C"), leaves("A")], "turn": "B"},
        [(("turn",), "last-in-trick-wins")],
    ),
    # Hands and points
    ({"out": ["B"]}, [(("players", 1, "hand"), "out-without-cards")]),
    (
        {"players": hands(["7"], ["8", "unknown"], {"count": 1}), "out": ["B"]},
        [(("players", 1, "hand"), "out-without-cards")],
    ),
    (
        {"players": hands(["7"], [], {"count": 0}), "trick": [bid("C", "7")]},
        [(("players", 1, "hand"), "out-without-cards")],
    ),
    ({"players": points(60, 45, 1)}, [(("players", 2, "points"), "point-supply")]),
    ({"players": points(106, 5)}, [(("players", 0, "points"), "point-supply")]),
    # Cards
    (
        {"players": hands(["fire-7"], ["fire-7:blue"])},
        [(("players", 1, "hand", 0), "card-once")],
    ),
    (
        {"players": hands(["fire-7"]) + SEATS[1:], "discard": ["fire-7"]},
        [(("discard", 0), "card-once")],
    ),
    ({"draw_pile": ["fire-7", "fire-7"]}, [(("draw_pile", 1), "card-once")]),
    (
        {"draw_pile": ["element-fire"], "discard": ["element-fire"]},
        [(("discard", 0), "deck-cards")],
    ),
    (
        {"discard": ["fire-7"], "trick": [bid("C", "fire-7")]},
        [(("trick", 0, "cards", 0), "card-once")],
    ),
    (
        {"trick": [bid("C", "7", "element-fire")]},
        [(("trick", 0, "cards", 1), "animal-cards-only")],
    ),
    (
        {"players": UNSEEN, "suits": THREE, "discard": ["fire-7", "wood-7"]},
        [(("discard", 0), "suits-in-play")],
    ),
    (
        {"elements": False, "discard": ["element-fire", "fire-7"]},
        [(("discard", 0), "elements-left-out")],
    ),
    ({"suits": THREE, "draw_pile": 28}, [((), "suits-in-play")]),
    ({"suits": ["wood", "earth"], "players": UNSEEN}, [(("suits",), "suits-in-play")]),
    ({"suits": [*THREE, "fire"], "players": UNSEEN}, [(("suits",), "suits-in-play")]),
    ({"suits": THREE[:2], "players": UNSEEN[:2]}, [(("suits",), "suits-in-play")]),
    ({"draw_pile": 56}, [((), "deck-cards")]),
    ({"draw_pile": 51, "elements": False}, [((), "deck-cards")]),
    ({"draw_pile": 54, "trick": [bid("C", "7", "7")]}, [((), "deck-cards")]),
    # Cards of who has passed
    (
        {"trick": [bid("B", "fire-7", **SINGLE), leaves("C"), bid("A", "9"), leaves("B")]}
        | {"turn": None, "discard": ["fire-7"]},
        [(("discard", 0), "card-once")],
    ),
    (
        {"trick": [bid("B", "fire-7:blue", **SINGLE), leaves("C"), bid("A", "9"), leaves("B")]}
        | {"turn": None, "players": hands(["8"], ["fire-7"], ["9"])},
        [(("players", 1, "hand", 0), "card-once")],
    ),
    (
        {"trick": [bid("B", "7", **SINGLE), leaves("C"), bid("A", "9"), leaves("B")]}
        | {"turn": None, "players": hands(["8"], [], ["9"])},
        [(("players", 1, "hand"), "card-once")],
    ),
    # Symbols used
    (
        {"trick": [bid("C", "7+fire", used={"fire": 2})]},
        [(("trick", 0, "used", "fire"), "fire-discards")],
    ),
    (
        {"trick": [bid("C", "7+water", "7", used={"water": 2, "bamboo": 1})]},
        [
            (("trick", 0, "used", "water"), "wild-adds-value"),
            (("trick", 0, "used", "bamboo"), "bamboo-points"),
        ],
    ),
    (
        {"trick": [bid("C", "7", used={"panda": 1})], "mood": "spin"},
        [(("trick", 0, "used", "panda"), "panda-spin")],
    ),
    (
        {"trick": [bid("C", "7", used={"panda": 1})]},
        [(("trick", 0, "used", "panda"), "panda-hungry")],
    ),
    (
        {"trick": [bid("C", "7+panda", used={"panda": 1})], "mood": "hungry"},
        [(("trick", 0, "used", "panda"), "panda-victim")],
    ),
    (
        {
            "trick": [
                bid("C", "7+fire", "7", "7", "7", used={"fire": 1}, **{"as": {"kind": "bomb"}})
            ]
        },
        [(("trick", 0, "used"), "bomb-grants-nothing")],
    ),
    # Several at once
    (
        {"turn": "D", "out": ["E"], "suits": ["wood"], "discard": ["fire-7", "fire-7"]},
        [
            (("out", 0), None),
            (("turn",), None),
            (("discard", 1), "card-once"),
            (("discard", 0), "suits-in-play"),
            (("discard", 1), "suits-in-play"),
            ((), "suits-in-play"),
            (("suits",), "suits-in-play"),
        ],
    ),
]


@pytest.mark.parametrize(("position", "told"), IMPOSSIBLE)
def test_what_cannot_be_is_named_with_its_clause(position: dict[str, Any], told: Found) -> None:
    assert found(**position) == told


@pytest.mark.parametrize("number", [1, 6])
def test_too_few_and_too_many_players(number: int) -> None:
    """A body with so many is refused before; a library may be asked all the same."""
    players = tuple(Player(name) for name in "ABCDEF"[:number])
    told = [(fault.steps, fault.clause) for fault in faults(Position(players, None))]
    assert told == [(("players",), "players-two-to-five")]


def test_a_deck_of_ones_own_may_be_played_with_other_suits() -> None:
    position = Position((Player("A"), Player("B")), None, suits=tuple(Element))
    printed = Rules()
    own = replace(printed, named_deck=own_deck({}, printed.deck))
    assert [fault.steps for fault in faults(position, printed)] == [("suits",)]
    assert faults(position, own) == []


POSSIBLE: list[dict[str, Any]] = [
    {},
    {"turn": None},
    {"trick": [leaves("C")], "players": UNSEEN},
    {"trick": [leaves("C")], "players": hands(["7"], ["8"], [])},
    {"trick": [leaves("C")], "players": UNSEEN, "rulings": DISCARD},
    {"trick": [bid("B", "7"), leaves("C")]},
    {"trick": [bid("A", "7"), leaves("B"), bid("C", "8")]},
    {"trick": [bid("A", "7"), leaves("B"), bid("C", "8"), bid("A", "9")], "turn": "C"},
    {"trick": [bid("A", "7"), bid("C", "8")], "out": ["B"], "players": UNSEEN},
    {"trick": [bid("A", "7"), bid("B", "8"), bid("C", "9")], "out": ["B"], "players": UNSEEN},
    {"trick": [bid("C", "7"), leaves("B")], "out": ["C", "A"], "turn": None, "players": UNSEEN},
    {"trick": [bid("B", "7"), leaves("C")], "out": ["B"], "players": UNSEEN},
    {"trick": [bid("B", "7"), leaves("C"), leaves("A")], "turn": None},
    # The last cards lie in the trick, or were Element cards discarded unused.
    {"trick": [bid("B", "7"), leaves("C")], "players": hands(["8"], [], {"count": 0})},
    {"players": hands(["8"], [], {"count": 3}), "out": ["B"]},
    {"out": ["B", "C"], "turn": None, "players": UNSEEN},
    {"players": points(60, 45, 0)},
    {"discard": ["7", "7"], "trick": [bid("C", "7")]},
    {"trick": [bid("B", "fire-7"), bid("C", "8"), bid("A", "9"), leaves("B")], "turn": "C"}
    | {"discard": ["fire-7"]},
    {"players": UNSEEN, "suits": THREE, "draw_pile": 0, "discard": ["7"]},
    {"players": UNSEEN, "suits": THREE, "draw_pile": 0},
    {"suits": THREE, "draw_pile": 27, "discard": [], "elements": True},
    {"players": UNSEEN[:2], "suits": THREE},
    {"players": FOUR, "suits": [*THREE, "fire"]},
    {"draw_pile": 55},
    {"trick": [bid("C", "7+fire+panda", used={"fire": 1, "panda": 1})], "mood": "spin"},
    {"trick": [bid("C", "7+panda", used={"panda": 1})]},
    {"trick": [bid("B", "6"), bid("C", "7+panda", used={"panda": 1})], "mood": "hungry"},
    {"trick": [bid("C", "7+fire", "7", "7", "7", used={"fire": 1})]},
]


@pytest.mark.parametrize("position", POSSIBLE)
def test_what_can_be_has_no_fault(position: dict[str, Any]) -> None:
    assert found(**position) == []


SET_UP_ONLY = {
    *("one-element-card-each", "upper-half-counts", "one-point-each", "mood-chosen"),
    *("starter-by-number", "twelve-dealt", "white-side-up", "draw-pile-face-down", "eleven-dealt"),
    *("wind-dealt", "all-shuffled-again", "mandate-revealed", "mandate-animals"),
}
"""What is done before anybody plays, which no table shows to have been done otherwise."""


def test_every_clause_of_the_set_up_is_cited_and_none_is_formalised() -> None:
    cited = {clause for _, told in IMPOSSIBLE for _, clause in told} | {"players-two-to-five"}
    of_part = [c for c in rulebook().clauses.values() if c.part == "setup"]
    assert {c.id for c in of_part} - cited == SET_UP_ONLY
    for clause in of_part:
        assert (clause.force, clause.formalised) == ("setup", False)
    assert not any(c.force == "setup" for c in rulebook().clauses.values() if c not in of_part)


def test_whoever_was_jumped_over_may_have_drawn_since() -> None:
    """A Pig gives a card to a player without any, whose turn has passed by before."""
    rules = {"expansion": "mandate-of-heaven", "rulings": {"empty-hand-turn": "out-at-once"}}
    hands = {"A": ["3", "element-fire"], "B": [], "C": ["9", "8", "7"]}
    before: dict[str, Any] = {
        "players": [{"name": name, "hand": hand, "points": 1} for name, hand in hands.items()],
        "turn": "C",
        "trick": [
            {"player": name, "cards": [card]} for name, card in zip("BCA", "578", strict=True)
        ],
        "draw_pile": ["element-wood", "5"],
        "mood": "hungry",
        "mandate": "pig",
    }
    pig = {"type": "bid", "cards": ["9"], "mandate": {"animal": "pig"}}
    after = answers.step({"position": before, "action": pig, **rules})["position"]
    assert after["players"][1]["hand"]
    assert answers.status({"position": after, **rules})["ok"]
    without = {**after, "trick": [*after["trick"][:3], {"player": "C", "cards": ["9"]}]}
    told = answers.status({"position": without, **rules})["faults"]
    assert [(fault["pointer"], fault["clause"]) for fault in told] == [
        ("/position/trick/3/player", "own-turn")
    ]


@pytest.mark.parametrize("edition", ["rulebook", "early"])
def test_what_a_body_cannot_hold_cites_the_set_up(edition: str) -> None:
    """Six players, and a Mandate of no animal, are refused before the table is looked at."""
    seats = [{"name": name, "hand": ["3"]} for name in "ABCDEF"]
    body = {"position": {"players": seats, "turn": "A", "mandate": "cat"}, "edition": edition}
    with pytest.raises(Invalid) as raised:
        answers.status(body)
    cited = [(f.pointer, f.clause, f.section) for f in raised.value.faults]
    assert cited == [
        ("/position/mandate", "mandate-animals", "Animal Power Effects"),
        ("/position/players", "players-two-to-five", "Setup"),
    ]


def test_a_set_up_cites_the_same_clauses() -> None:
    with pytest.raises(CannotSetUp) as six:
        deal(dict.fromkeys("ABCDEF", 1), [], "Z")
    assert six.value.faults == (
        SetupFault("6 cannot play; accepted: 2 to 5", "players-two-to-five"),
        SetupFault("Z starts, but does not play"),
    )
    with pytest.raises(CannotSetUp) as two:
        deal(dict.fromkeys("AB", 1), [], "A")
    assert [fault.clause for fault in two.value.faults] == ["suits-in-play"]


def test_the_answer_names_clause_and_section_and_goes_by_place() -> None:
    trick = [bid("B", "6", "9"), bid("C", "element-fire")]
    answer = answers.status(a_body(trick=trick, turn="D", suits=["fire", "fire", *THREE[:2]]))
    named = [(f["pointer"], f["clause"], f["source"], f["section"]) for f in answer["faults"]]
    general = "Course of Play: Play cards - General rules"
    assert named == [
        ("/position/suits/1", None, None, None),
        ("/position/trick/0", "use-all-values", "rulebook", general),
        ("/position/trick/1/cards/0", "animal-cards-only", "rulebook", general),
        ("/position/turn", None, None, None),
    ]


def test_a_card_at_fault_is_not_told_again_with_its_bid() -> None:
    answer = answers.status(a_body(trick=[bid("C", "7", "element-fire")]))
    assert [f["pointer"] for f in answer["faults"]] == ["/position/trick/0/cards/1"]


def test_a_bid_of_no_cards_is_at_fault() -> None:
    answer = answers.status(a_body(trick=[bid("C")]))
    told = [(f["pointer"], f["clause"]) for f in answer["faults"]]
    assert told == [("/position/trick/0", "play-cards")]


def test_the_early_text_leaves_the_set_up_to_the_rulebook() -> None:
    answer = answers.status({**a_body(draw_pile=99), "edition": "early"})
    (fault,) = answer["faults"]
    assert (fault["source"], fault["section"]) == ("rulebook", "Components")


def test_a_refused_question_cites_the_clause_as_well() -> None:
    asked = {**a_body(discard=["fire-7", "fire-7"], turn="D"), "action": {"type": "pass"}}
    with pytest.raises(Invalid) as caught:
        answers.judge(asked)
    errors: list[Any] = list(telling.told(caught.value)["errors"])
    first, second = errors
    cited = {"clause": "card-once", "source": "rulebook", "section": "Components"}
    assert {key: first[key] for key in cited} == cited
    assert list(second) == ["pointer", "got", "accepted", "detail"]


def test_a_trick_too_large_to_judge_hides_no_fault() -> None:
    large = bid("C", *["7+7+7+water+water+water"] * 40)
    with pytest.raises(Invalid) as caught:
        answers.status(a_body(trick=[large], out=["D"]))
    pointers = [fault.pointer for fault in caught.value.faults]
    assert "/position/out/0" in pointers
    assert "/position/trick/0/cards" in pointers


def test_random_rounds_have_no_fault() -> None:
    random = Random(11)
    for _ in range(6):
        rulings = some_rulings(random)
        for position in positions(random, rulings):
            answer = answers.status({"position": position, "rulings": rulings})
            assert answer["ok"], (position, rulings, answer["faults"])


@pytest.mark.parametrize(
    ("cards", "claim", "counted", "clause"),
    [
        (["7+water"], "single", {"water": 1}, "wild-not-single"),
        (["8+8+water", "9+9"], "set", {}, "use-all-values"),
        (["8+8+water", "9+water"], "formation", {"water": 2}, "wild-adds-value"),
        (["8+8+water", "9+water"], "formation", {}, None),
        (["7+water"], "single", {"water": 0}, None),
    ],
)
def test_wilds_counted_otherwise_than_declared(
    cards: list[str], claim: str, counted: dict[str, int], clause: str | None
) -> None:
    """A count above 0 has to agree with what the bid is declared as; one left out need not."""
    trick = [bid("C", *cards, used=counted, **{"as": {"kind": claim}})]
    told = [(f["pointer"], f["clause"]) for f in answers.status(a_body(trick=trick))["faults"]]
    assert told == ([("/position/trick/0", clause)] if clause else [])
