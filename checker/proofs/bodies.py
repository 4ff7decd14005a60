"""What Z3 found as a question: numbers laid out as cards, readings as claims, in wire form."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat

from checker.cards import MOST_VALUES, VALUES, Element, Symbol
from checker.facts import natural
from checker.model.symbolic import MOST_CARDS_COUNTED
from checker.model.table import ModelChanged
from checker.model.theorems.bids import FoundBid
from checker.proofs.registry import Asked, Body, Shown
from checker.readings import Kind, Reading
from checker.rulebook import SELECTORS, Rulings, rulebook, without_selectors
from checker.wire import answers
from checker.wire.writing import reading_form

MANY = 12
"""From so many values on a bid is laid out of the fullest faces."""


def shown(says: str, body: Body, verdict: str) -> Shown:
    """The question with its answer, which has to be this verdict; raises as ``judge`` does."""
    try:
        told = answers.judge(body)
    except ModelChanged:
        # What the search for alternatives takes for granted does not hold either: none is asked.
        body = {**body, "explain": "none"}
        told = answers.judge(body)
    if told["verdict"] != verdict:
        raise AssertionError(f"judge finds {told['verdict']}, not {verdict}: {body}")
    return Shown(says, body, verdict, tuple(reason["clause"] for reason in told["reasons"]))


def found_bid(asked: Asked, found: FoundBid) -> Body:
    """The body that asks about the bid that was found."""
    wild = asked.edition.wild
    body: Body = {"bid": {"cards": cards(found.numbers, wild)}}
    if found.reading:
        body["bid"]["as"] = reading_form(found.reading)
    if found.over:
        body["over"] = combination(found.over, wild)
    return body | by_rules(asked, found.rulings)


def by_rules(asked: Asked, rulings: Rulings) -> Body:
    """The part of a body that says by which rules it is judged: all options that are not usual."""
    body: Body = (
        {} if asked.edition.id == next(iter(rulebook().editions)) else {"edition": asked.edition.id}
    )
    options = {**asked.pinned, **rulings}
    expansion = options.get("expansion", SELECTORS["expansion"][0])
    if expansion != SELECTORS["expansion"][0]:
        body["expansion"] = expansion
    if pinned := without_selectors(options):
        body["rulings"] = pinned
    return body


def combination(reading: Reading, wild: Symbol) -> Body:
    """Cards that make this reading, declared as it; a Set has a wild, which a Bomb has not."""
    with_wild = reading.kind is Kind.SET
    most = MOST_VALUES if reading.count > MANY else 1
    faces: list[str] = []
    for value in dict.fromkeys(reading.values):
        full, rest = divmod(reading.width - with_wild, most)
        stacks = [*repeat(most, full), *repeat(rest, rest > 0)]
        faces += ["+".join(repeat(str(value), times)) for times in stacks]
    if with_wild:
        faces[0] += f"+{wild}"
    return {"cards": faces, "as": reading_form(reading)}


def cards(numbers: Mapping[str, int], wild: Symbol) -> list[str]:
    """Cards that look like these numbers."""
    values = [value for value in VALUES for _ in range(numbers[natural(value)])]
    animals = numbers["card-count"] - numbers["element-cards"]
    faces = [str(value) for value in values]
    if numbers["card-count"] < MOST_CARDS_COUNTED:
        while len(faces) > animals:
            _join_two(faces)
    if numbers["repeated-cards"]:
        place = next(n for n, face in enumerate(faces) if faces.count(face) > 1)
        value = faces[place]
        faces[place] = faces[faces.index(value, place + 1)] = f"{Element.METAL}-{value}"
    if faces:
        faces[0] += f"+{wild}" * (numbers["values-and-wilds"] - numbers["values"])
    return [*faces, *repeat(f"element-{Element.METAL}", numbers["element-cards"])]


def _join_two(faces: list[str]) -> None:
    """Put two cards of one value on one face."""
    for place, face in enumerate(faces):
        for other in range(place + 1, len(faces)):
            joined = f"{face}+{faces[other]}"
            if face.split("+")[0] == faces[other] and joined.count("+") < MOST_VALUES:
                faces[place] = joined
                del faces[other]
                return
    raise AssertionError(f"no faces show this on fewer cards: {faces}")
