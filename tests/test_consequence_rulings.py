"""The rulings about what follows: rounds played by the referee and the reference side by side."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

from checker.wire import answers
from tests.random_rounds import Round, some_options
from tests.reference_game import CONSEQUENCE_OPTIONS, OPTIONS

ROUNDS = int(os.environ.get("PANDA_SPIN_ROUNDS", "60"))
"""So many rounds are played in one run of all tests."""


def test_rounds_are_those_of_the_reference() -> None:
    """Every verdict, every table and every event is that of the reference, whatever is pinned."""
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        random = Random(f"consequences {number}")
        pinned = some_options(random, CONSEQUENCE_OPTIONS, 0.7)
        pinned |= some_options(random, OPTIONS, 0.2)
        played = Round(random, "rulebook", pinned)
        played.play(tries=2)
        seen += played.seen
    missing = HAPPENING - seen.keys()
    assert not missing, f"never happened: {sorted(missing)}"


def test_who_leads_with_an_element_card_has_started_the_trick() -> None:
    """Of equal hands the first one after the leader, who is out and passed nothing."""
    players: list[dict[str, Any]] = [{"name": "A", "hand": ["element-fire"], "points": 1}]
    players += [{"name": name, "hand": ["3", "4"], "points": 1} for name in "BC"]
    pinned = {"element-lead": "allowed", "most-cards-tie": "from-last-leader"}
    body = {
        "position": {"players": players, "turn": "A", "trick": [], "draw_pile": 0, "discard": []},
        "action": {"type": "element", "card": "element-fire"},
        "rulings": pinned,
    }
    assert answers.step(body)["position"]["turn"] == "B"


HAPPENING = {
    *("empty-hand-skipped", "element-draws-two", "element-draws-unless-out"),
    *("short-pile-reshuffled", "fire-burns-card", "panda-turns-card", "panda-moves-points"),
}
"""What happens somewhere."""
