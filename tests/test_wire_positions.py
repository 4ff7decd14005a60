"""The long form of a judgement: its bodies, its faults, its answers."""

from __future__ import annotations

from typing import Any

import pytest

from checker import turns
from checker.actions import BidAction, ElementAction, PassAction
from checker.cards import Card, Element, Face, Symbol, Value
from checker.judgements import Judgement
from checker.model.compiled import TooLarge
from checker.positions import BidEntry, Hand, Mood, PassEntry
from checker.questions import TurnQuestion
from checker.tricks import ImpossibleTrick
from checker.wire import answers
from checker.wire.bodies import TurnBody
from checker.wire.problems import Invalid
from checker.wire.validating import read_body

SEVEN = Card(Face(Value.SEVEN))
SEATS: list[dict[str, Any]] = [{"name": "A"}, {"name": "B"}]


def told(question: TurnQuestion) -> Judgement:
    return Judgement("legal", True, (), (), (), (), question.rules.used)


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "judge_turn", told)


def body(action: object = None, **position: object) -> dict[str, Any]:
    table = {"players": SEATS, "turn": "A", "trick": [], **position}
    return {"position": table, "action": action or {"type": "pass"}}


def question(asked: dict[str, Any]) -> TurnQuestion:
    return read_body(TurnBody, asked).question()


def faults(asked: object) -> list[tuple[str, object]]:
    with pytest.raises(Invalid) as caught:
        answers.judge(asked)
    return [(fault.pointer, fault.got) for fault in caught.value.faults]


def test_a_position_is_read() -> None:
    read = question(
        body(
            players=[
                {"name": "A", "hand": ["7", "unknown"], "points": 3},
                {"name": "B", "hand": {"count": 4}},
                {"name": "C"},
            ],
            trick=[
                {"player": "B", "cards": ["7"], "used": {"panda": 1, "water": 0}},
                {"player": "C", "pass": True},
            ],
            draw_pile=["7"],
            suits=["Fire"],
            mood="spin",
            variant=False,
            mandate=None,
        )
    ).position
    hands = [player.hand for player in read.players]
    assert hands == [Hand((SEVEN,), 1), Hand((), 4), Hand(unknown=None)]
    assert read.trick == (
        BidEntry("B", (SEVEN,), used=((Symbol.PANDA, 1),)),
        PassEntry("C"),
    )
    assert (read.draw_pile, read.suits, read.mood) == ((SEVEN,), (Element.FIRE,), Mood.SPIN)
    assert (read.discard, read.elements, read.out) == (None, None, ())


def test_actions_are_read() -> None:
    spelled = {"type": "bid", "cards": ["7"], "panda": 1, "from": ["B"], "fire": ["7"]}
    read = question(body(spelled)).action
    assert read == BidAction((SEVEN,), panda=1, taken_from=("B",), fire=(SEVEN,))
    assert question(body({"type": "pass", "player": "B"})).action == PassAction((), "B")
    element = question(body({"type": "element", "card": "7"})).action
    assert element == ElementAction(SEVEN)
    forced = {"C": ["7"], "A": [], "B": ["7"]}
    told = question(body({"type": "element", "card": "7", "forced_discards": forced})).action
    assert told == ElementAction(SEVEN, forced_discards=(("B", (SEVEN,)), ("C", (SEVEN,))))


def forced(discards: Any) -> dict[str, Any]:
    """An Element card, and what others discard before they pass for it."""
    return {"type": "element", "card": "element-fire", "forced_discards": discards}


BAD: list[tuple[dict[str, Any], list[tuple[str, object]]]] = [
    ({"bid": ["7"], **body()}, [("/bid", '["7"]')]),
    ({}, [("/bid", None)]),
    ({"position": body()["position"]}, [("/action", None)]),
    ({"action": {"type": "pass"}}, [("/position", None)]),
    (body({"type": "wind"}), [("/action/wind", None)]),
    (body({"type": "wind", "wind": "up"}), [("/action/wind", "up")]),
    (body({"type": "symbols", "use": [{"card": "7"}]}), [("/action/use/0/as", None)]),
    (
        body({"type": "bid", "cards": ["7"], "mandate": {"animal": "cat", "by": "luck"}}),
        [("/action/mandate/animal", "cat"), ("/action/mandate/by", "luck")],
    ),
    (body({"type": "fly"}), [("/action/type", "fly")]),
    (body({"cards": []}), [("/action/type", None)]),
    ({**body(), "action": 7}, [("/action", 7)]),
    (body({"type": "pass", "mandate": {}}), [("/action/mandate/animal", None)]),
    (body({"type": "pass", "cards": []}), [("/action/cards", "[]")]),
    (body({"type": "bid"}), [("/action/cards", None)]),
    (body({"type": "element", "card": ["7"]}), [("/action/card", '["7"]')]),
    (body(forced(["B"])), [("/action/forced_discards", '["B"]')]),
    (body(forced({"B": "7"})), [("/action/forced_discards/B", "7")]),
    (body(forced({"B": ["7", "x"]})), [("/action/forced_discards/B/1", "x")]),
    (
        body(forced({"from": ["x"]})),
        [("/action/forced_discards/from", "from"), ("/action/forced_discards/from/0", "x")],
    ),
    (body(forced({"": ["7"]})), [("/action/forced_discards/", "")]),
    (body(forced({"D": ["7"]})), [("/action/forced_discards/D", "D")]),
    (body(forced({"D": []})), [("/action/forced_discards/D", "D")]),
    (body({"type": "pass", "forced_discards": {}}), [("/action/forced_discards", "{}")]),
    (body({"type": "bid", "cards": ["7"], "panda": -1}), [("/action/panda", -1)]),
    (body({"type": "bid", "cards": ["7"], "from": ["D"]}), [("/action/from/0", "D")]),
    (body({"type": "pass", "player": "D"}), [("/action/player", "D")]),
    (body(trick=[{"player": "B", "wind": "up"}]), [("/position/trick/0/wind", "up")]),
    (body(trick=[{"player": "B", "symbols": []}]), [("/position/trick/0/symbols", "[]")]),
    (body(trick=[{"player": "B", "wind": "north"}]), [("/position/trick/0", "north")]),
    (body(trick=[{"player": "B"}]), [("/position/trick/0/cards", None)]),
    (body(trick=[{"player": "B", "pass": 1}]), [("/position/trick/0/pass", 1)]),
    (body(trick=[7]), [("/position/trick/0", 7)]),
    (body(variant=1), [("/position/variant", 1)]),
    (body(mandate_used="no"), [("/position/mandate_used", "no")]),
    (body(mandate="panda"), [("/position/mandate", "panda")]),
    (body(mood="sad"), [("/position/mood", "sad")]),
    (body(suits=["gold"]), [("/position/suits/0", "gold")]),
    (body(draw_pile=-1), [("/position/draw_pile", -1)]),
    (body(draw_pile="many"), [("/position/draw_pile", "many")]),
    (body(draw_pile=["x"]), [("/position/draw_pile/0", "x")]),
    (body(players=[{"name": "A"}]), [("/position/players", '[{"name":"A"}]')]),
    (body(players=[{"name": ""}, {"name": "B"}]), [("/position/players/0/name", "")]),
    (
        body(players=[{"name": "A", "hand": ["x"]}, {"name": "B", "hand": {"size": 1}}]),
        [
            ("/position/players/0/hand/0", "x"),
            ("/position/players/1/hand/count", None),
            ("/position/players/1/hand/size", 1),
        ],
    ),
    (
        body(
            players=[{"name": "A", "hand": ["unknown", "fire-7", "fire-7"], "points": 0}, SEATS[1]],
            turn="D",
        ),
        [("/position/players/0/hand/2", "fire-7"), ("/position/turn", "D")],
    ),
    (body({"type": "fly"}, turn="D"), [("/action/type", "fly"), ("/position/turn", "D")]),
]


@pytest.mark.parametrize(("asked", "found"), BAD)
def test_faults_name_their_place(asked: dict[str, Any], found: list[Any]) -> None:
    assert faults(asked) == found


def test_what_the_engine_refuses_is_a_fault_of_the_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(_: TurnQuestion) -> Judgement:
        raise ImpossibleTrick(0, "it beats nothing.")

    def large(_: TurnQuestion) -> Judgement:
        raise TooLarge("values", 99, 24)

    asked = body({"type": "bid", "cards": ["7"]}, trick=[{"player": "B", "cards": ["7+7"]}])
    monkeypatch.setattr(turns, "judge_turn", impossible)
    assert [at for at, _ in faults(asked)] == ["/position/trick/0"]
    monkeypatch.setattr(turns, "judge_turn", large)
    assert [at for at, _ in faults(asked)] == ["/position/trick/0/cards"]


def test_an_answer_has_the_same_shape_and_one_id() -> None:
    def answer(hand: list[str], **more: object) -> Any:
        seats = [{"name": "A", "hand": hand}, SEATS[1]]
        return answers.judge(body({"type": "pass", **more}, players=seats))

    first = answer(["7", "wood-3:blue"])
    assert (first["verdict"], first["stand_ins"]) == ("legal", ["wood-3"])
    assert first["decision_id"] == answer(["wood-3:blue", "7"], player="A")["decision_id"]
    assert first["decision_id"] != answer(["7", "wood-3"])["decision_id"]
