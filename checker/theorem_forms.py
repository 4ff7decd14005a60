"""Theorems and how they came out, in wire form, without any time: same question, same bytes."""

from __future__ import annotations

from typing import Any

from checker.model.engine import engine
from checker.proofs.registry import Shown
from checker.proving import Proved, Theorem
from checker.rulebook import Edition, Rulings, rulebook


def theorem_form(theorem: Theorem) -> dict[str, Any]:
    """A theorem: what it states, and about which texts."""
    return {
        "id": theorem.id,
        "title": theorem.title,
        "statement": theorem.statement,
        "editions": list(theorem.editions),
    }


def proved_form(proved: Proved) -> dict[str, Any]:
    """How a theorem came out, with all that tells against it and all that it rests on."""
    finding = proved.finding
    return {
        "theorem": proved.theorem.id,
        "standing": proved.standing,
        "bounds": finding.bounds,
        "against": [
            {
                "rulings": dict(each.rulings),
                "says": each.says,
                "shown_by": [_shown(shown) for shown in each.shown],
            }
            for each in finding.against
        ],
        "remarks": list(finding.remarks),
        "witnesses": [_shown(shown) for shown in finding.witnesses],
    }


def proofs_form(edition: Edition, pinned: Rulings, proved: list[Proved]) -> dict[str, Any]:
    """All that was proved, and by which rules."""
    return {
        "edition": edition.id,
        "pinned": dict(pinned),
        "proved": [proved_form(each) for each in proved],
        "specs": rulebook().version,
        "engine": engine(),
    }


def _shown(shown: Shown) -> dict[str, Any]:
    return {
        "says": shown.says,
        "endpoint": shown.endpoint,
        "body": shown.body,
        "verdict": shown.verdict,
        "clauses": list(shown.reasons),
    }
