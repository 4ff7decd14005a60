"""Decks: what each is, and every card with both of its sides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from api.rendering.layout import Lines, columns, indented, sections
from api.rendering.words import Body, counted


def deck_list(found: Sequence[Body]) -> RenderableType:
    """The decks: card by card where it is one, else a line or two each."""
    if len(found) > 1:
        return sections(*map(_deck, found))
    suits = groupby(found[0]["cards"], key=lambda card: card["element"])
    return sections(_deck(found[0]), *(_suit(list(cards)) for _, cards in suits))


def _deck(each: Body) -> Lines:
    yield Text.assemble((each["title"], "bold"), (f" ({each['id']})", "dim"))
    cards, elements = counted(len(each["cards"]), "Animal card"), len(each["element_cards"])
    yield indented(Text(f"{cards}, {counted(elements, 'Element card')}."))
    known = sum(card["known"] for card in each["cards"])
    yield indented(Text(f"Of the Blue sides {known} are printed in a source; the rest stand in."))


def _suit(cards: Sequence[Body]) -> Lines:
    yield Text(f"{cards[0]['element'].capitalize()} ({cards[0]['colour']})", "bold")
    table = columns()
    for card in cards:
        source = card["source"] if card["known"] else "stand-in"
        animal = card["animal"]["animal"] or ""
        sides = (card["white"]["face"], card["blue"]["face"])
        table.add_row(card["name"], *sides, animal, Text(source or "", "dim"))
    yield indented(table)
