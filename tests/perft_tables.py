"""The perft tables of ``fixtures/perft``: positions and how many ways there are to go on.

``python -m tests.perft_tables`` writes them anew, byte for byte the same, as the reference counts
them; the test beside it counts them by the model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import fixtures
from tests import reference_game as game
from tests.turns import DECK, positions, some_rulings

FILE = Path(fixtures.__file__).parent / "perft" / "positions.json"
POSITIONS = 32
DEPTH = 3
MOST_NODES = 4_000
"""Positions with more continuations than this are left out, so that any counter is done soon."""


def tables() -> Iterator[dict[str, Any]]:
    """Positions of random rounds, few cards and many, each with its counts to the depth."""
    random, found = Random(7), 0
    while found < POSITIONS:
        rulings = some_rulings(random)
        listed = list(positions(random, rulings))
        for position in random.sample(listed, min(3, len(listed))):
            nodes = counts(position, rulings)
            if nodes and found < POSITIONS:
                found += 1
                players = len(position["players"])
                title = f"{players} players, {'a lead' if not position['trick'] else 'an answer'}"
                yield {
                    "id": f"perft-{found}",
                    "title": title,
                    "rulings": rulings,
                    "position": position,
                    "nodes": nodes,
                }


def counts(position: dict[str, Any], rulings: dict[str, str]) -> list[int]:
    """The number of continuations to each depth; nothing where they are too many or too few."""
    nodes: list[int] = []
    for depth in range(1, DEPTH + 1):
        if nodes and nodes[-1] * 8 > MOST_NODES:
            break
        nodes.append(game.perft(position, depth, rulings, DECK))
    return nodes if len(nodes) > 1 and nodes[-1] <= MOST_NODES else []


def text() -> str:
    """The file."""
    cases = ",\n".join(f"    {json.dumps(case, ensure_ascii=False)}" for case in tables())
    return (
        '{\n  "format": "panda-spin-perft/1",\n'
        '  "title": "How many ways are there to go on from here?",\n'
        f'  "cases": [\n{cases}\n  ]\n}}\n'
    )


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
