"""The deck that a body means: one of the specs, by its id, or one that the caller brings.

It is read before the rest of the body, because the cards in it are named after it. Read, it is the
context in which the body is validated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

from pydantic import Field, PlainValidator, ValidationInfo

from checker.cards import VALUES, Element, Face
from checker.decks import DECK_IDS, AnimalKey, Deck, animal_name, deck, own_deck, shape
from checker.notation import (
    ACCEPTED_ELEMENTS,
    ACCEPTED_VALUES,
    MOST_CHARACTERS,
    NotationError,
    read_animal,
    read_face,
)
from checker.rulebook import Edition, rulebook
from checker.wire.cards import StrictBody
from checker.wire.normal import blue_form
from checker.wire.problems import Fault, pointer, shorten

Json: TypeAlias = dict[str, Any]

OWN = "own"
"""What an own deck without a name is called."""
LONGEST_ID, LONGEST_TITLE = 64, 200


class OwnDeckBody(StrictBody):
    """A deck that the caller brings: the blue face of every card of each suit that it has."""

    id: Annotated[str, Field(min_length=1, max_length=LONGEST_ID)] = Field(
        default=OWN, description="A name for it, that of no known deck."
    )
    title: Annotated[str, Field(max_length=LONGEST_TITLE)] = ""
    blue: dict[str, str] = Field(
        description='Blue faces by the name of the card, such as {"metal-8": "3+3+3"}; all '
        f"{len(VALUES)} of a suit, within the structure that the edition gives it."
    )


ACCEPTED_DECK = f"{', '.join(DECK_IDS)}, or an own deck: an object with blue, and id and title"
ACCEPTED = {
    "id": f"a name of 1 to {LONGEST_ID} characters that is none of {', '.join(DECK_IDS)}",
    "title": f"a text of at most {LONGEST_TITLE} characters",
    "blue": f'an object such as {{"metal-8": "3+3+3"}} with all {len(VALUES)} cards of each suit '
    f"that is in play: {ACCEPTED_ELEMENTS}",
}
"""What each key of an own deck accepts."""
_LENGTHS = {"id": range(1, LONGEST_ID + 1), "title": range(LONGEST_TITLE + 1)}


def _taken_over(value: object, info: ValidationInfo[Deck]) -> Deck | None:
    return None if value is None else info.context


KnownIn: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": list(DECK_IDS)})]
DeckIn: TypeAlias = Annotated[
    Deck | None,
    PlainValidator(_taken_over, json_schema_input_type=KnownIn | OwnDeckBody | None),
]
"""The deck as it was read beforehand."""


def _edition(body: Json) -> Edition:
    """The edition that a body names, or its preset; the printed rulebook where it names none."""
    book, preset, edition = rulebook(), body.get("preset"), body.get("edition")
    if "edition" not in body and isinstance(preset, str) and preset in book.presets:
        edition = book.preset(preset).edition
    known = isinstance(edition, str) and edition in book.editions
    return book.edition(str(edition) if known else "rulebook")


def read_deck(body: object) -> tuple[Deck, list[Fault]]:
    """The deck that the body means, and all that is wrong with it.

    One that is wrong is replaced by that of the edition, so that cards can be read all the same.
    """
    given = body if isinstance(body, dict) else {}
    usual = deck(_edition(given).deck)
    named = given.get("deck")
    if named is None:
        return usual, []
    if isinstance(named, str) and named in DECK_IDS:
        return deck(named), []
    if not isinstance(named, dict):
        told = "neither the id of a known deck nor an own deck"
        return usual, [Fault("/deck", shorten(named), ACCEPTED_DECK, told)]
    faults = [*_labels(named), *_blue(named, _suits_in_play(given), usual)]
    if faults:
        return usual, faults
    faces = {read_animal(name): read_face(text) for name, text in named["blue"].items()}
    return own_deck(faces, usual, named.get("id", OWN), named.get("title", "")), []


def deck_form(used: Deck) -> str | Json:
    """The deck as a body may hold it."""
    if not used.own:
        return used.id
    title = {"title": used.title} if used.title else {}
    return {"id": used.id, **title, "blue": blue_form(used)}


def _suits_in_play(body: Json) -> list[Element]:
    """The suits that a position or a record says are in play, as far as they can be read."""
    position = body.get("position")
    listed = (position if isinstance(position, dict) else body).get("suits")
    return [suit for suit in Element if suit in listed] if isinstance(listed, list) else []


def _labels(given: Json) -> Iterator[Fault]:
    """What is wrong with the name and the title, and keys that there are not."""
    keys = tuple(OwnDeckBody.model_fields)
    for key, value in given.items():
        at = pointer(("deck", key))
        if key not in keys:
            yield Fault(at, shorten(value), f"the keys {', '.join(keys)}", "no such key")
        elif key == "id" and value in DECK_IDS:
            told = "a known deck is called so; an own one needs a name of its own"
            yield Fault(at, value, ACCEPTED[key], told)
        elif key != "blue" and not (isinstance(value, str) and len(value) in _LENGTHS[key]):
            yield Fault(at, shorten(value), ACCEPTED[key], "this is not accepted here")


def _blue(given: Json, in_play: list[Element], usual: Deck) -> Iterator[Fault]:
    """What is wrong with the faces: every card of each suit of the deck has one, of its suit."""
    at, blue = pointer(("deck", "blue")), given.get("blue")
    if not isinstance(blue, dict):
        told = "an object of faces is wanted" if "blue" in given else "this key is required"
        yield Fault(at, shorten(blue), ACCEPTED["blue"], told)
        return
    seen: dict[AnimalKey, str] = {}
    for name, text in blue.items():
        here = pointer(("deck", "blue", name))
        try:
            key = read_animal(name)
        except NotationError as error:
            yield Fault(here, shorten(name), error.accepted, "there is no such Animal card")
            continue
        if key in seen:
            told = f"{animal_name(*key)} stands here twice, the first time as {seen[key]}"
            yield Fault(here, shorten(name), "every card once", told)
            continue
        seen[key] = name
        if told := _misfit(key[0], text, usual):
            yield Fault(here, shorten(text), _faces_of(key[0], usual), told)
    suits = {element for element, _ in seen}
    for key in ((suit, value) for suit in Element if suit in suits for value in VALUES):
        if key not in seen:
            here = pointer(("deck", "blue", animal_name(*key)))
            yield Fault(here, None, _faces_of(key[0], usual), "this card has no blue face")
    absent = [suit for suit in in_play if suit not in suits]
    if absent or not blue:
        told = f"in play, but not in this deck: {', '.join(absent)}" if absent else "no card"
        yield Fault(at, shorten(blue), ACCEPTED["blue"], told)


def _misfit(element: Element, text: object, usual: Deck) -> str:
    """Why this is no blue face of that suit; nothing where it is one."""
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        return "this is no face"
    try:
        face: Face = read_face(text)
    except NotationError as error:
        part = shorten(error.got)
        return f"{part!r} is not accepted" if part == text else f"{part!r} in it is not accepted"
    if shape(face) not in usual.structure[element]:
        return f"the blue side of a card of {element} does not look like this"
    return ""


def _faces_of(element: Element, usual: Deck) -> str:
    return f"a face {' or '.join(usual.structure[element])}, v being a value: {ACCEPTED_VALUES}"
