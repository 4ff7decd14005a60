"""What the specs hold, in wire form: clauses, rulings, editions and decks."""

from __future__ import annotations

from checker.cards import VALUES, Element, Face, Side, Value
from checker.decks import DECK_IDS, Deck, animal_name, animals, suits
from checker.decks import deck as deck_of
from checker.notation import PRINTED_TWO, write_face
from checker.rulebook import Clause, Edition, Preset, Ruling, rulebook
from checker.setting_up import ELEMENT_NUMBERS, element_card
from checker.theorems import Theorem
from checker.theorems import theorem as theorem_of
from checker.theorems import theorems as every_theorem
from checker.wire.shapes import (
    AnimalCardForm,
    AnimalForm,
    ClauseForm,
    DeckForm,
    EditionForm,
    ElementCardForm,
    FaceForm,
    HalvesForm,
    PresetForm,
    RulingForm,
    TheoremForm,
)


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


def presets() -> list[PresetForm]:
    """Every preset."""
    return [_preset(entry) for entry in rulebook().presets.values()]


def preset(name: str) -> PresetForm:
    """The preset of that id; raises :class:`checker.rulebook.Unknown`."""
    return _preset(rulebook().preset(name))


def theorems() -> list[TheoremForm]:
    """Every theorem."""
    return [theorem_form(entry) for entry in every_theorem().values()]


def theorem(name: str) -> TheoremForm:
    """The theorem of that id; raises :class:`checker.rulebook.Unknown`."""
    return theorem_form(theorem_of(name))


def theorem_form(entry: Theorem) -> TheoremForm:
    """A theorem: what it states, and about which texts."""
    return {
        "id": entry.id,
        "title": entry.title,
        "statement": entry.statement,
        "editions": list(entry.editions),
    }


def decks() -> list[DeckForm]:
    """Every deck of the specs."""
    return [_deck(deck_of(name)) for name in DECK_IDS]


def deck(name: str) -> DeckForm:
    """The deck of that id; raises :class:`checker.rulebook.Unknown`."""
    return _deck(deck_of(name))


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
        "asked_with": entry.asked_with,
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
        "settles": sorted(entry.settles),
        "sources": {
            ruling: {"source": source, "section": section}
            for ruling, (source, section) in entry.sources.items()
        },
    }


def _preset(entry: Preset) -> PresetForm:
    return {
        "id": entry.id,
        "title": entry.title,
        "edition": entry.edition,
        "expansion": entry.expansion,
        "rulings": dict(entry.rulings),
        "why": entry.why,
    }


def _deck(entry: Deck) -> DeckForm:
    return {
        "id": entry.id,
        "title": entry.title,
        "editions": [e.id for e in rulebook().editions.values() if e.deck == entry.id],
        "structure": {suit.value: list(entry.structure[suit]) for suit in entry.suits},
        "cards": [_animal_card(entry, suit, value) for suit in entry.suits for value in VALUES],
        "element_cards": [_element_card(suit) for suit in entry.suits],
    }


def _animal_card(entry: Deck, suit: Element, value: Value) -> AnimalCardForm:
    blue, name = entry.blue[suit, value], animal_name(suit, value)
    up, down = str(value), write_face(blue)
    return {
        "name": name,
        "element": suit.value,
        "colour": suits()[suit].colour,
        "animal": _animal(value),
        "white": _face(Face(value)),
        "blue": _face(blue),
        "known": entry.known(suit, value),
        "source": entry.sources.get((suit, value)),
        "sides": {
            "white": _halves(name, up, down),
            "blue": _halves(f"{name}:{Side.BLUE}", down, up),
        },
    }


def _animal(value: Value) -> AnimalForm:
    told = animals()[value]
    return {
        "animal": told.animal,
        "token": told.token,
        "source": told.source,
        "inferred": told.inferred,
    }


def _face(face: Face) -> FaceForm:
    value = str(face.value)
    return {
        "face": write_face(face),
        "values": [value] * face.count,
        "printed": PRINTED_TWO if face.value is Value.TWO else value,
        "rank": face.value + 1,
        "symbols": [symbol.value for symbol in face.symbols],
    }


def _halves(card: str, upper: str, lower: str) -> HalvesForm:
    return {"card": card, "upper": upper, "lower": lower}


def _element_card(suit: Element) -> ElementCardForm:
    named = f"element-{suit}"
    clauses = [c for c in rulebook().clauses.values() if f"{c.id}-".startswith(f"{named}-")]
    return {
        "name": element_card(suit).name,
        "element": suit.value,
        "colour": suits()[suit].colour,
        "number": ELEMENT_NUMBERS[suit],
        "conditions": [{"clause": c.id, "rule": c.rule, "when": dict(c.when)} for c in clauses],
    }
