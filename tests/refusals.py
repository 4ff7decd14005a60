"""Refusals in words, one block each: the snapshot that people read.

``python -m tests.refusals`` writes it anew; a change of it is to be read before it is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from checker.judgements import Judgement
from checker.judging import judge
from checker.questions import ImpossibleOver
from tests.questions import Asked, a_claim, a_question, some_cards

SNAPSHOT = Path(__file__).parent / "snapshots" / "refusals.txt"
NUMBER = 240
MOST_OF_A_KIND = 14
"""So many refusals for the same clauses at most, so that all kinds are there."""


def refusals() -> Iterator[str]:
    """Different refusals, each as the question and its reasons."""
    random = Random(2)
    seen: Counter[tuple[str, ...]] = Counter()
    written = 0
    while written < NUMBER:
        asked = a_question(random, (1, 2, 2, 3, 3, 4, 4, 5, 6))
        if random.random() < 0.2:
            asked = replace(asked, claim=a_claim(random))
        if random.random() < 0.3:
            asked = replace(asked, bid=some_cards(random, random.choice((4, 5)), "water", 1))
        try:
            told = judge(asked.judge_question())
        except ImpossibleOver:
            continue
        if told.verdict != "illegal" or told.by_over:
            continue
        clauses = tuple(reason.clause.id for reason in told.reasons)
        if seen[clauses] < MOST_OF_A_KIND:
            seen[clauses] += 1
            written += 1
            yield block(asked, told)


def block(asked: Asked, told: Judgement) -> str:
    """One refusal as text."""
    lines = [f"{' '.join(asked.bid)}{said(asked.claim)}"]
    lines[0] += f"   over   {' '.join(asked.over)}{said(asked.over_claim)}" if asked.over else ""
    rules = [asked.edition, *(f"{ruling}={option}" for ruling, option in asked.pinned.items())]
    lines.append(f"  [{', '.join(rules)}]")
    lines += [f"  {reason.clause.id}: {reason.message}" for reason in told.reasons]
    return "\n".join(lines) + "\n"


def said(claim: dict[str, str | int]) -> str:
    """A claim as text."""
    return f" as {' '.join(f'{key}={part}' for key, part in claim.items())}" if claim else ""


if __name__ == "__main__":
    SNAPSHOT.write_text("\n".join(refusals()), "utf-8")
