"""Perft: the tables, counted by the model and by the reference."""

from __future__ import annotations

import json
from typing import Any

import pytest

from checker.perft import divide, perft
from tests.perft_tables import FILE, text
from tests.test_turns import asked

CASES = [pytest.param(case, id=case["id"]) for case in json.loads(FILE.read_text("utf-8"))["cases"]]


@pytest.mark.parametrize("case", CASES)
def test_the_model_counts_what_the_table_says(case: dict[str, Any]) -> None:
    """Every depth of the table, play by play for the first turn."""
    question = asked(case["position"], case["rulings"])
    for depth, nodes in enumerate(case["nodes"], 1):
        assert perft(question.position, question.rules, depth) == nodes, depth
    parts = list(divide(question.position, question.rules, 2))
    assert sum(part.nodes for part in parts) == case["nodes"][1]
    assert len(parts) == case["nodes"][0]


def test_the_reference_counts_the_same() -> None:
    """The tables are those that the reference counts, written anew byte for byte."""
    assert len(CASES) >= 30
    assert text() == FILE.read_text("utf-8")
