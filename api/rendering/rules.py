"""What the rulebook holds: clauses, rulings, editions and presets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from api.rendering.layout import Lines, bullets, columns, indented, sections
from api.rendering.words import Body, counted, pins

FEW = 10
"""Up to so many entries are shown in full, more as a list."""


def clause_list(found: Sequence[Body]) -> RenderableType:
    """The clauses: in full when they are few, else one line each under their sections."""
    if len(found) <= FEW:
        return sections(*map(_clause, found))
    grouped = [list(_titles(section, group)) for section, group in groupby(found, key=_section)]
    return sections(*grouped, [Text(f"{counted(len(found), 'clause')}.")])


def _clause(each: Body) -> Lines:
    yield Text(each["title"], "bold")
    yield indented(Text(each["rule"]))
    if each.get("when"):
        yield indented(Text(f"Only under {' and '.join(pins(each['when']))}."))
    yield indented(Text(f"({'; '.join((each['id'], *_places(each)))})", "dim"))


def _titles(section: str, group: Iterable[Body]) -> Lines:
    yield Text(section, "bold")
    table = columns()
    table.add_column(min_width=24, no_wrap=True)
    table.add_column()
    for each in group:
        table.add_row(each["id"], each["title"])
    yield indented(table)


def _places(each: Body) -> list[str]:
    return [f"{source['source']}: {source['section']}" for source in each["sources"]]


def _section(each: Body) -> str:
    return _places(each)[0]


def ruling_list(found: Sequence[Body]) -> RenderableType:
    """The rulings: the question, its options with the default first, and why it is open."""
    return sections(*map(_ruling, found))


def _ruling(each: Body) -> Lines:
    yield Text.assemble((each["question"], "bold"), (f" ({each['id']})", "dim"))
    yield bullets(
        Text(f"{option}: {each['meaning'][option]}" + (" (default)" if place == 0 else ""))
        for place, option in enumerate(each["options"])
    )
    yield indented(Text(each["why"], "dim"))


def edition_list(found: Sequence[Body]) -> RenderableType:
    """The editions: what each is called, what is wild, and what it settles for itself."""
    return sections(*map(_edition, found))


def _edition(each: Body) -> Lines:
    yield Text.assemble((each["title"], "bold"), (f" ({each['id']})", "dim"))
    yield indented(Text(f"Wild: {each['wild']}. Deck: {each['deck']}."))
    if each.get("based_on"):
        yield indented(Text(f"What it does not say is taken from {each['based_on']}."))
    if each.get("rulings"):
        yield indented(Text(f"Unless told otherwise: {', '.join(pins(each['rulings']))}."))
    for ruling, place in each.get("sources", {}).items():
        yield indented(Text(f"({ruling}; {place['source']}: {place['section']})", "dim"))


def preset_list(found: Sequence[Body]) -> RenderableType:
    """The presets: the text and the options that each pins, and why."""
    return sections(*map(_preset, found))


def _preset(each: Body) -> Lines:
    yield Text.assemble((each["title"], "bold"), (f" ({each['id']})", "dim"))
    expansion = f" with {each['expansion']}" if each["expansion"] else ""
    yield indented(Text(f"Edition: {each['edition']}{expansion}."))
    if each["rulings"]:
        yield bullets(map(Text, pins(each["rulings"])))
    yield indented(Text(each["why"], "dim"))
