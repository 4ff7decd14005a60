"""The texts, sentence by sentence: each is accounted for, and every rule stands somewhere."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import specs
from checker.rulebook import SELECTORS, rulebook

FOLDER = Path(specs.__file__).parent
TEXTS = ("rulebook", "early", "mandate-of-heaven")
NO_RULE = {
    "component": "what lies in the box or how it looks",
    "contents": "title and list of chapters",
    "credit": "who made it",
    "example": "an example or the caption of a picture",
    "flavour": "what is told for the mood",
    "summary": "the head of a list whose entries say the rules",
    "term": "a word is introduced",
    "tip": "advice that binds nobody",
}
"""What a sentence can be that says no rule."""
NAMED_NOWHERE: dict[str, str] = {}
"""Clauses and rulings that no sentence says or leaves open, and the reason."""
KEYS = {"section", "ordinal", "clauses", "rulings", "no_rule", "about", "repeats", "contradicts"}
Row = dict[str, Any]


def rows(text: str) -> list[Row]:
    """The sentences of a text, in its order."""
    found: list[Row] = tomllib.loads((FOLDER / "sentences" / f"{text}.toml").read_text("utf-8"))[
        "sentence"
    ]
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_no_row_is_empty(text: str) -> None:
    """A sentence says rules or leaves questions open, or it is said what it is instead."""
    for row in rows(text):
        assert row.keys() <= KEYS, row
        says = bool(row.get("clauses") or row.get("rulings"))
        assert says != ("no_rule" in row), row
        assert ("about" in row) == ("no_rule" in row), row
        assert row.get("no_rule", "tip") in NO_RULE, row


@pytest.mark.parametrize("text", TEXTS)
def test_ordinals_count_the_sentences(text: str) -> None:
    """In each section, which stands in one piece, the sentences are numbered from 1."""
    numbers: dict[str, list[int]] = defaultdict(list)
    sections: list[str] = []
    for row in rows(text):
        numbers[row["section"]].append(row["ordinal"])
        if not sections or sections[-1] != row["section"]:
            sections.append(row["section"])
    assert len(sections) == len(numbers)
    for section, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), section


@pytest.mark.parametrize("text", TEXTS)
def test_ids_exist(text: str) -> None:
    """What a sentence refers to is there, and named once."""
    book = rulebook()
    sections = {row["section"] for row in rows(text)}
    for row in rows(text):
        clauses, rulings = row.get("clauses", []), row.get("rulings", [])
        assert set(clauses) <= book.clauses.keys(), row
        assert set(rulings) <= book.rulings.keys(), row
        assert len(set(clauses)) == len(clauses), row
        assert row.get("repeats", row["section"]) in sections, row
        assert row.get("contradicts", "fire-discard") in book.rulings, row


def test_every_rule_stands_somewhere() -> None:
    """Each clause and each ruling is referred to by a sentence, or the reason is given."""
    book = rulebook()
    named = {
        name
        for text in TEXTS
        for row in rows(text)
        for name in (*row.get("clauses", ()), *row.get("rulings", ()))
    }
    assert {*book.clauses, *book.rulings} - named == NAMED_NOWHERE.keys()


@pytest.mark.parametrize("text", TEXTS)
def test_a_clause_stands_in_the_texts_it_cites(text: str) -> None:
    """A text that a clause cites has a sentence that says it."""
    said = {name for row in rows(text) for name in row.get("clauses", ())}
    assert {c.id for c in rulebook().clauses.values() if text in c.sections} <= said


def test_options_that_clauses_name_exist() -> None:
    """``when`` names rulings and selectors, and options that they have."""
    book = rulebook()
    for each in book.clauses.values():
        for name, option in each.when.items():
            accepted = SELECTORS[name] if name in SELECTORS else book.ruling(name).options
            assert option in accepted, each.id


def test_every_option_has_a_meaning() -> None:
    """A ruling has two options or more, each explained, the first one with a reason."""
    for ruling in rulebook().rulings.values():
        assert len(ruling.options) >= 2
        assert tuple(ruling.meaning) == ruling.options, ruling.id
        assert ruling.why, ruling.id
        assert ruling.sources, ruling.id


def test_questions_that_are_not_raised() -> None:
    """What the texts in use do not raise has its first option, and nothing changes it."""
    book = rulebook()
    pinned = {"early-bomb-size": "values", "tiger-value": "one-distinct-value"}
    printed, early = book.edition("rulebook"), book.edition("early")

    used = book.rulings_used(printed, pinned)
    assert (used["edition"], used["expansion"]) == ("rulebook", "none")
    assert (used["early-bomb-size"], used["tiger-value"]) == ("cards", "single")
    assert book.changes(used, pinned) == ()

    used = book.rulings_used(printed, pinned, "mandate-of-heaven")
    assert (used["early-bomb-size"], used["tiger-value"]) == ("cards", "one-distinct-value")
    assert book.changes(used, pinned) == ({"tiger-value": "single"},)

    used = book.rulings_used(early, pinned)
    assert (used["edition"], used["early-bomb-size"]) == ("early", "values")
    assert book.changes(used, pinned) == ({"early-bomb-size": "cards"},)


def test_selectors_are_no_rulings() -> None:
    """A clause may name the edition; that is no question that could be answered otherwise."""
    book = rulebook()
    assert not SELECTORS.keys() & book.rulings.keys()
    assert book.asked_by(["element-water", "mandate-in-play"]) == set()


def test_presets() -> None:
    """A preset names texts, rulings and options that there are and that it raises."""
    presets = tomllib.loads((FOLDER / "presets.toml").read_text("utf-8"))["preset"]
    assert len({preset["id"] for preset in presets}) == len(presets)
    for preset in presets:
        assert preset.keys() == {"id", "title", "edition", "expansion", "rulings", "why"}, preset
        used = rulebook().rulings_used(
            rulebook().edition(preset["edition"]), preset["rulings"], preset["expansion"]
        )
        assert preset["rulings"].items() <= used.items(), preset["id"]
