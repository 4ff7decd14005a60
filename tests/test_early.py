"""The early edition: rounds played by the referee and by the reference side by side."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from checker.cards import Element, Wind
from checker.notation import write_card
from checker.questions import Rules
from checker.rulebook import rulebook
from checker.setting_up import CannotSetUp, cards_in_play, new_game, suits_in_play
from checker.status import faults
from checker.wire import answers
from tests.random_rounds import Round, some_options
from tests.reference_early import WINDS
from tests.reference_game import CONSEQUENCE_OPTIONS, EARLY_OPTIONS, OPTIONS, deal
from tests.rounds import DECK, NAMES, compared, shown_position

ROUNDS = int(os.environ.get("PANDA_SPIN_ROUNDS", "40"))
"""So many rounds are played in one run of all tests."""


def test_rounds_are_those_of_the_reference() -> None:
    """Every verdict, every table and every event is that of the reference, whatever is pinned."""
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        random = Random(f"early {number}")
        pinned = some_options(random, EARLY_OPTIONS, 0.7)
        pinned |= some_options(random, CONSEQUENCE_OPTIONS, 0.15)
        pinned |= some_options(random, OPTIONS, 0.15)
        played = Round(random, "early", pinned)
        played.play(tries=2)
        seen += played.seen
    missing = HAPPENING - seen.keys()
    assert not missing, f"never happened: {sorted(missing)}"


@pytest.mark.parametrize("players", range(2, 6))
def test_a_new_game(players: int) -> None:
    """Eleven cards, one point and a wind each, as the reference deals."""
    suits = list(Element)[: suits_in_play(players)]
    shuffled = cards_in_play(DECK, suits, elements=False)
    Random(players).shuffle(shuffled)
    names, winds = NAMES[:players], [*WINDS, ""]
    held = {name: Wind(wind) for name, wind in zip(names, winds, strict=False) if wind}
    position = new_game(names, shuffled, "B", edition="early", winds=held)
    cards = [write_card(card) for card in shuffled]
    written = deal(dict.fromkeys(names, 1), cards, "B", "", edition="early", winds=winds)
    assert shown_position(position) == compared(written)
    assert not faults(position, Rules(rulebook().edition("early")))


def test_all_faults_of_an_early_deal_are_named() -> None:
    """Element cards, a wind twice, one of a stranger, and too few; and winds in the rulebook."""
    shuffled = cards_in_play(DECK, list(Element)[:3])
    with pytest.raises(CannotSetUp) as raised:
        new_game(["A", "B"], shuffled, "A", edition="early", winds={"Z": Wind.EAST})
    clauses = [fault.clause for fault in raised.value.faults]
    assert clauses == ["no-element-cards", None, "wind-dealt"]
    twice = {"A": Wind.EAST, "B": Wind.EAST}
    with pytest.raises(CannotSetUp, match="the east wind is dealt twice"):
        new_game(["A", "B"], shuffled[:-3], "A", edition="early", winds=twice)
    with pytest.raises(CannotSetUp, match="no winds"):
        new_game(["A", "B"], shuffled, "A", winds=twice)


def wind_asked(**more: Any) -> dict[str, Any]:
    """A player with the east wind, over a Run of three."""
    players = [{"name": "A", "hand": ["3"], "wind": "east"}, {"name": "B"}, {"name": "C"}]
    trick = [{"player": "C", "cards": ["7", "8", "9"]}]
    position = {"players": players, "turn": "A", "trick": trick}
    action = {"type": "wind", "wind": "east", **more}
    return {"position": position, "action": action, "edition": "early"}


def test_a_condition_that_is_not_printed_is_missing() -> None:
    """The verdict is open and says what would decide it; nothing claims that it is met."""
    answer = answers.judge(wind_asked())
    assert answer["verdict"] == "undetermined"
    assert answer["missing"] == ["the condition of the east wind (condition_met)"]
    assert [reason["clause"] for reason in answer["reasons"]] == ["wind-condition"]
    assert answers.judge(wind_asked(condition_met=True))["verdict"] == "legal"
    assert answers.judge(wind_asked(condition_met=False))["verdict"] == "illegal"


def test_what_comes_from_the_rulebook_is_marked() -> None:
    """Only what the early text says itself is cited without a fallback."""
    position = wind_asked()["position"] | {"trick": []}
    action = {"type": "bid", "cards": ["4"]}
    body = {"position": position, "action": action, "edition": "early"}
    (reason,) = answers.judge(body)["reasons"]
    assert reason["clause"] == "cards-held"
    assert (reason["source"], reason["fallback"]) == ("rulebook", True)
    (reason,) = answers.judge(wind_asked(condition_met=False))["reasons"]
    assert (reason["source"], reason.get("fallback")) == ("early", None)


HAPPENING = {
    *("wind-played", "wind-discards", "wind-draws", "wind-stays-in", "wind-leaves-trick"),
    *("panda-steals-points", "bamboo-brings-points", "show-out-uncapped", "twenty-wins"),
    *("white-cards-return", "blue-cards-go", "winner-discards", "round-ends"),
}
"""What happens somewhere."""


def test_winds_of_a_trick_are_looked_at() -> None:
    """South on a Single, a wind that starts the trick, and one that is played twice cannot be."""

    def clauses(*trick: dict[str, Any]) -> list[str | None]:
        players = [{"name": "A"}, {"name": "B"}]
        position = {"players": players, "turn": "A", "trick": list(trick)}
        found = answers.status({"edition": "early", "position": position})
        return [fault["clause"] for fault in found["faults"]]

    south = {"player": "B", "wind": "south"}
    single, run = {"player": "A", "cards": ["3"]}, {"player": "A", "cards": ["3", "4", "5"]}
    assert clauses(run, south) == []
    assert clauses(single, south) == ["wind-south"]
    assert clauses({"player": "B", "wind": "east"}) == ["wind-answers"]
    higher = {"player": "A", "cards": ["6", "7", "8"]}
    assert clauses(run, south, higher, south) == ["wind-dealt"]
