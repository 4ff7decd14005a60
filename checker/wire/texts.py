"""What the specs hold, in wire form: clauses, rulings and editions."""

from __future__ import annotations

from checker.rulebook import Clause, Edition, Ruling, rulebook
from checker.wire.shapes import ClauseForm, EditionForm, RulingForm


def clauses() -> list[ClauseForm]:
    """Every clause, in rulebook order."""
    return [_clause(entry) for entry in rulebook().clauses.values()]


def clause(name: str) -> ClauseForm:
    """The clause of that id; raises :class:`checker.rulebook.Unknown`."""
    return _clause(rulebook().clause(name))


def rulings() -> list[RulingForm]:
    """Every ruling."""
    return [_ruling(entry) for entry in rulebook().rulings.values()]


def ruling(name: str) -> RulingForm:
    """The ruling of that id; raises :class:`checker.rulebook.Unknown`."""
    return _ruling(rulebook().ruling(name))


def editions() -> list[EditionForm]:
    """Every edition."""
    return [_edition(entry) for entry in rulebook().editions.values()]


def edition(name: str) -> EditionForm:
    """The edition of that id; raises :class:`checker.rulebook.Unknown`."""
    return _edition(rulebook().edition(name))


def _clause(entry: Clause) -> ClauseForm:
    return {
        "id": entry.id,
        "title": entry.title,
        "sources": [{"source": s, "section": at} for s, at in entry.sections.items()],
        "force": entry.force,
        "part": entry.part,
        "rule": entry.rule,
        "broken": entry.broken,
        "kept": entry.kept,
        "about_wilds": entry.about_wilds,
        "when": dict(entry.when),
        "order": entry.order,
    }


def _ruling(entry: Ruling) -> RulingForm:
    return {
        "id": entry.id,
        "question": entry.question,
        "options": list(entry.options),
        "meaning": dict(entry.meaning),
        "unsettles": entry.unsettles,
        "why": entry.why,
        "sources": list(entry.sources),
        "only": entry.only,
    }


def _edition(entry: Edition) -> EditionForm:
    return {
        "id": entry.id,
        "title": entry.title,
        "wild": entry.wild.value,
        "deck": entry.deck,
        "based_on": entry.based_on,
        "covers": list(entry.covers),
        "rulings": dict(entry.rulings),
    }
