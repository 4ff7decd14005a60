"""The stored cases: questions that were made to show one clause, or one option, at work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from checker.proofs.registry import Asked, Body
from checker.rulebook import rulebook


@cache
def _stored() -> tuple[dict[str, Any], ...]:
    """Every case of the files of ``fixtures``, file by file."""
    entries = sorted(files("fixtures").iterdir(), key=lambda entry: entry.name)
    texts = (entry.read_text("utf-8") for entry in entries if entry.name.endswith(".json"))
    return tuple(case for text in texts for case in json.loads(text).get("cases", ()))


def questions(asked: Asked, endpoint: str, clause: str = "") -> Iterator[Body]:
    """What the cases ask at that endpoint, asked by this text and the options that are pinned.

    First the cases that were made for the text, then those of others; with a ``clause`` only those
    that cite it.
    """
    usual = next(iter(rulebook().editions))
    cases = [
        case["request"]
        for case in _stored()
        if case["endpoint"] == endpoint and (not clause or clause in case["clauses"])
    ]
    for own in (True, False):
        for body in cases:
            if (body.get("edition", usual) == asked.edition.id) is own:
                rulings = {**body.get("rulings", {}), **asked.pinned}
                options = {"expansion": rulings.pop("expansion", body.get("expansion"))}
                told = {**body, **options, "edition": asked.edition.id, "rulings": rulings}
                said = {key: value for key, value in told.items() if value}
                yield {k: value for k, value in said.items() if (k, value) != ("edition", usual)}
