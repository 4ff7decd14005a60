"""The expansion: Mandates and the variant, against the reference and in positions.

Random rounds, a different animal in each, are judged and acted out on both sides; what the checker
says of them besides must hold together: explanations, certificates, and that the positions can be.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from checker.wire import answers
from checker.wire.problems import Invalid
from tests import reference
from tests.certified import checked
from tests.mandate_rounds import (
    EXPANSION,
    a_round,
    acted_out,
    events_of,
    hidden,
    mandate_rulings,
    plain_events,
    shape,
    verdict,
    verdict_whatever_is_revealed,
)
from tests.reference_mandate import ANIMALS
from tests.test_turn_reasons import CERTIFIED

Body = dict[str, Any]


def body(position: Body, action: Body, rulings: dict[str, str], explain: str = "none") -> Body:
    question = {"position": position, "action": action, "rulings": rulings}
    return {**question, "expansion": EXPANSION, "explain": explain}


def told(question: Body) -> Any:
    """What the checker says; a bid that has to be declared to be acted out is only judged."""
    try:
        return answers.step(question)
    except Invalid as error:
        if [fault.pointer for fault in error.faults] != ["/action/as"]:
            raise
        return answers.judge(question)


def expected(question: Body) -> str:
    """The verdict of the reference."""
    position, action, rulings = (question[key] for key in ("position", "action", "rulings"))
    judged = verdict if "mandate" in position else verdict_whatever_is_revealed
    return judged(position, action, rulings)


def outcome(question: Body) -> tuple[Body, list[tuple[Any, ...]]] | None:
    """What comes of a legal action by the reference, ``None`` where it cannot say so."""
    position, action, rulings = (question[key] for key in ("position", "action", "rulings"))
    if "mandate" not in position:
        return None
    try:
        after, events = acted_out(position, action, rulings)
    except ValueError as error:
        if "say how the bid" in str(error) or "draw pile" in str(error):
            return None
        raise
    return shape(after, position), plain_events(events)


@pytest.mark.parametrize("animal", ANIMALS)
def test_rounds_go_as_in_the_reference(animal: str) -> None:
    """The same verdicts, events and positions, also where less is known of the table."""
    seen: Counter[str] = Counter()
    for seed in range(2):
        random = Random(f"{animal} {seed}")
        rulings = mandate_rulings(random)
        for position, action in a_round(random, animal, rulings):
            shown = hidden(random, position) if random.random() < 0.3 else position
            question = body(shown, action, rulings)
            answer = told(question)
            assert answer["verdict"] == expected(question), question
            seen[answer["verdict"]] += 1
            comes = outcome(question) if answer["verdict"] == reference.LEGAL else None
            if comes is not None and "events" in answer:
                named = action.get("mandate", {}).get("animal")
                after = shape(answer["position"], shown)
                assert (after, events_of(answer["events"], named)) == comes, question
    assert seen[reference.LEGAL]
    assert seen[reference.ILLEGAL]


def test_explanations_and_certificates_of_rounds() -> None:
    """Every verdict is explained in every way, and proved; what is refused has its reasons."""
    asked = 0
    for seed, animal in enumerate(ANIMALS):
        random = Random(seed)
        rulings = mandate_rulings(random)
        for place, (position, action) in enumerate(a_round(random, animal, rulings)):
            if place % 9 or place > 40:
                continue
            shown = hidden(random, position) if place % 2 else position
            question = body(shown, action, rulings, random.choice(("reasons", "all", "trace")))
            answer = answers.judge({**question, "certificate": True})
            if answer["verdict"] == reference.ILLEGAL:
                assert answer["reasons"], question
            proof, found = checked(answer["certificate"])
            assert proof == found, question
            if "by_over" not in answer:
                assert answer["verdict"] == CERTIFIED[tuple(found)], question
            asked += 1
    assert asked > 30


def test_positions_of_rounds_can_be() -> None:
    """No position of a round is at fault, also in the middle of a Rooster's turn."""
    going_on = 0
    for seed, animal in enumerate(["rooster"] * 4 + ["horse", "dragon", "monkey"]):
        random = Random(seed)
        rulings = mandate_rulings(random)
        for position, _ in a_round(random, animal, rulings):
            asked = {"position": position, "rulings": rulings, "expansion": EXPANSION}
            assert answers.status(asked)["ok"], asked
            going_on += bool(position.get("mandate_used"))
    assert going_on


# Positions that cannot be.

SEATS = [{"name": name, "hand": {"count": 5}, "points": 3} for name in "ABC"]


def laid(player: str, *cards: str, **more: object) -> Body:
    return {"player": player, "cards": list(cards), **more}


def by_bid(animal: str, **more: object) -> Body:
    return {"animal": animal, "by": "bid", **more}


def at_fault(trick: list[Body], **more: Any) -> list[tuple[str, str | None]]:
    """The pointers and clauses of all that cannot be about this position of A's turn."""
    rest = {key: value for key, value in more.items() if key in ("expansion", "rulings")}
    table = {key: value for key, value in more.items() if key not in rest}
    position = {"players": SEATS, "turn": "A", "trick": trick, **table}
    told = answers.status({"position": position, "expansion": EXPANSION, **rest})
    return [(fault["pointer"], fault["clause"]) for fault in told["faults"]]


ROOSTER = [laid("C", "4"), laid("A", "5", mandate=by_bid("rooster"))]
USED = "/position/mandate_used"


@pytest.mark.parametrize(
    ("trick", "more", "faults"),
    [
        (ROOSTER, {"mandate_used": True, "mandate": "rooster"}, []),
        (ROOSTER, {"mandate_used": True}, []),
        (ROOSTER, {"turn": "B"}, []),
        (ROOSTER, {}, [("/position/turn", "own-turn")]),
        (
            ROOSTER,
            {"mandate_used": True, "turn": "B"},
            [(USED, "rooster-plays-again")],
        ),
        ([*ROOSTER, laid("A", "6")], {"turn": "B"}, []),
        (
            [*ROOSTER, laid("A", "6")],
            {"mandate_used": True, "turn": "B"},
            [(USED, "rooster-plays-again")],
        ),
        ([], {"mandate_used": True}, [(USED, "rooster-plays-again")]),
        (
            [laid("C", "4")],
            {"mandate_used": True, "expansion": None},
            [(USED, "mandate-needs-expansion")],
        ),
        (
            ROOSTER,
            {"turn": "B", "mandate": "dog"},
            [("/position/trick/1", "mandate-in-play")],
        ),
        (
            [laid("C", "4"), laid("A", "6", mandate=by_bid("rooster"))],
            {"turn": "B"},
            [("/position/trick/1", "mandate-bid-shows")],
        ),
        (
            [*ROOSTER, laid("A", "5+5", "5", mandate=by_bid("rooster"))],
            {"turn": "B"},
            [("/position/trick/2", "beat-same-kind")],
        ),
        # The Dragon's pass follows its bid.
        (
            [
                laid("C", "A"),
                laid("A", "2", mandate=by_bid("dragon")),
                {"player": "A", "pass": True},
            ],
            {"turn": "B"},
            [],
        ),
        (
            [laid("C", "A"), laid("A", "2", mandate=by_bid("dragon"))],
            {"turn": "B"},
            [("/position/turn", "dragon-passes")],
        ),
        (
            [laid("C", "2", mandate=by_bid("dragon")), {"player": "C", "pass": True}],
            {},
            [("/position/trick/0", "mandate-answers")],
        ),
        # Cards played as symbols.
        (
            [laid("B", "9"), {"player": "C", "symbols": [{"card": "K", "as": "water"}]}],
            {"mandate": "horse", "variant": True},
            [],
        ),
        (
            [laid("B", "9"), {"player": "C", "symbols": [{"card": "K", "as": "bamboo"}]}],
            {"mandate": "horse", "variant": True},
            [],
        ),
        (
            [laid("B", "9"), {"player": "C", "symbols": [{"card": "K", "as": "bamboo"}]}],
            {"mandate": "horse", "variant": False},
            [("/position/trick/1", "variant-in-play")],
        ),
        (
            [laid("B", "9"), {"player": "C", "symbols": [{"card": "Q", "as": "fire"}]}],
            {"mandate": "horse", "variant": True},
            [("/position/trick/1", "variant-cards")],
        ),
    ],
)
def test_status(
    trick: list[Body], more: dict[str, Any], faults: list[tuple[str, str | None]]
) -> None:
    """What cannot be of Roosters, Dragons and symbols, with the clause that it breaks."""
    assert at_fault(trick, **more) == faults


def test_a_card_that_the_horse_took_is_in_one_place() -> None:
    """It stands in the trick as it was bid, and in the hand or in a later bid."""
    trick = [
        laid("B", "fire-9", "wood-9"),
        laid("C", "wood-K", "metal-K", mandate=by_bid("horse", take="fire-9")),
    ]
    held = [*SEATS[:2], {"name": "C", "hand": ["fire-9"], "points": 3}]
    assert at_fault(trick, players=held) == []
    twice = [{"name": "A", "hand": ["wood-9"], "points": 3}, *held[1:]]
    assert at_fault(trick, players=twice) == [("/position/trick/0/cards/1", "card-once")]


@pytest.mark.parametrize("animal", ANIMALS)
@pytest.mark.parametrize("by", [{"by": "bid"}, {"by": "discard", "card": "9"}])
def test_no_mandate_without_a_bid(animal: str, by: Body) -> None:
    """An Element card and a pass are legal, and no longer so with whatever Mandate is claimed."""
    position = {
        "players": [{"name": "A", "hand": ["element-metal", "9"]}, {"name": "B"}],
        "turn": "A",
        "trick": [{"player": "B", "cards": ["8", "8:blue"]}],
        "mandate": animal,
    }
    ids: set[str] = set()
    for action in ({"type": "element", "card": "element-metal"}, {"type": "pass"}):
        plain = answers.judge(body(position, action, {}))
        claimed = answers.judge(body(position, {**action, "mandate": {"animal": animal, **by}}, {}))
        assert (plain["verdict"], claimed["verdict"]) == ("legal", "illegal")
        ids |= {plain["decision_id"], claimed["decision_id"]}
    assert len(ids) == 4
