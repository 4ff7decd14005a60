"""The rulings about what follows: rounds played by the referee and the reference side by side."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

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


HAPPENING = {
    *("empty-hand-skipped", "element-draws-two", "element-draws-unless-out"),
    *("short-pile-reshuffled", "fire-burns-card", "panda-turns-card", "panda-moves-points"),
}
"""What happens somewhere."""
