"""Disputes side by side, and what an overlay changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from api.rendering.judgements import reason
from api.rendering.layout import Lines, bullets, columns, indented, sections
from api.rendering.questions import STYLES, headline
from api.rendering.words import Body, cards, claim, combination, counted, pins
from checker.wording import joined

_PART = {"legal": "ALL SAY LEGAL", "illegal": "ALL SAY ILLEGAL", "undetermined": "THEY PART"}


def side_by_side(question: Body, answer: Body) -> RenderableType:
    """One line for each answer, then the clauses that make the difference to the first."""
    said = headline(question, answer["verdict"]).plain.partition(": ")[2]
    return sections(
        [Text(f"{_PART[answer['verdict']]}: {said}", STYLES[answer["verdict"]])],
        _rows(question, answer["rows"]),
        *(_detail(row) for row in answer["rows"] if "detail" in row),
        *_differences(answer["rows"]),
        *_open_questions(answer["rows"]),
        _compared(answer),
    )


def _compared(answer: Body) -> Lines:
    yield Text(f"Compared with {_named(_first(answer['rows']))}.", "dim")
    if answer["stand_ins"]:
        named = cards(answer["stand_ins"])
        yield Text(f"Stand-ins, whose real faces no source shows: {named}.", "dim")


def _first(rows: Iterable[Body]) -> Body:
    """The row that the others are compared with."""
    return next(row for row in rows if row["verdict"])


def _rows(question: Body, rows: Iterable[Body]) -> Lines:
    pinned = [*pins(question.get("rulings") or {})]
    if question.get("preset"):
        pinned.insert(0, f"preset {question['preset']}")
    table = columns()
    table.show_header = True
    for title in ("Text", "Options", "Says", "Taken as"):
        table.add_column(title, header_style="bold")
    for row in rows:
        verdict = row["verdict"] or "impossible"
        options = "\n".join(pins(row["options"])) or ("as pinned" if pinned else "its own")
        ways = "\n".join(map(combination, row["readings"]))
        table.add_row(text_name(row), options, Text(verdict, STYLES.get(verdict, "dim")), ways)
    yield indented(table)
    if pinned:
        yield Text(f"Pinned throughout: {', '.join(pinned)}.", "dim")


def text_name(row: Body) -> str:
    """The edition of a row, with the expansion where it is played with."""
    return f"{row['edition']} + {row['expansion']}" if row["expansion"] else str(row["edition"])


def _named(row: Body) -> str:
    """A row in a sentence."""
    options = f" with {' and '.join(pins(row['options']))}" if row["options"] else ""
    return f"{text_name(row)}{options}"


def _detail(row: Body) -> Lines:
    yield Text(f"{_named(row)}: this cannot be. {row['detail']}")


def _differences(rows: Sequence[Body]) -> Iterator[Lines]:
    """Each clause that makes a difference once, with the rows that it sets apart."""
    first = _first(rows)
    found = [(each, _title(each, row, first), row) for row in rows for each in row["because"]]
    for (*_, title), group in groupby(sorted(found, key=_same), key=_same):
        entries = list(group)
        names = ", ".join(dict.fromkeys(_named(row) for *_, row in entries))
        yield [Text(title.replace(_NAMES, names)), bullets([reason(entries[0][0])])]


_NAMES = "{names}"
"""Where the rows stand in a title that are set apart."""


def _title(each: Body, row: Body, first: Body) -> str:
    """What the clause does to the row, or to the first one where that refuses and this does not."""
    here = each["refuses"] == "here"
    refusing, name = (row, _NAMES) if here else (first, _named(first))
    lost, lost_over = (
        joined(list(map(combination, each[key])), "or") for key in ("lost", "lost_over")
    )
    if refusing["verdict"] == "illegal":
        return f"Refused by {_NAMES}:" if here else f"Not refused by {_NAMES}:"
    if lost:
        said = f"{refusing['verdict'].capitalize()} by {name}, but not as {lost}"
    elif lost_over:
        said = f"By {name} the bid to beat is not {lost_over}"
    else:
        return f"What makes the difference to {_NAMES}:"
    return f"{said}:" if here else f"{said}, as by {_NAMES}:"


def _same(entry: tuple[Body, str, Body]) -> tuple[str, str, str, str]:
    each, title, _ = entry
    return each["refuses"], each["clause"], each["message"], title


def _open_questions(rows: Iterable[Body]) -> Iterator[Lines]:
    """Each ruling once that a difference hangs on."""
    found = {on["ruling"]: on for row in rows for each in row["because"] for on in each["hangs_on"]}
    for name, each in found.items():
        question = Text.assemble(each["question"], (f" ({name})", "dim"))
        yield [question, indented(Text(each["why"], "dim"))]


def changed(answer: Body) -> str:
    """One line for each fixture that changes, then how many do."""
    lines = [_changed(each) for each in answer["changed"]]
    editions = ", ".join(answer["editions"])
    count = f"{counted(len(lines), 'answer')} of {answer['cases']:,} changed by {editions}."
    return "\n".join([*lines, "", count] if lines else [count])


def _changed(each: Body) -> str:
    before, after = each["before"], each["after"]
    told, told_after = _told(before), _told(after)
    if told != told_after:
        clauses = ", ".join(dict.fromkeys(b["clause"] for b in each["because"]))
        return f"{each['id']}: {told} -> {told_after} ({clauses})"
    gone = ", ".join(c for c in before["reasons"] if c not in after["reasons"])
    new = ", ".join(c for c in after["reasons"] if c not in before["reasons"])
    return f"{each['id']}: {told}, for other reasons: {gone or 'none'} -> {new or 'none'}"


def _told(answer: Body) -> str:
    if "plays" in answer:
        return counted(answer["plays"], "play")
    ways = " or ".join(map(claim, answer["readings"]))
    return f"{answer['verdict'] or 'impossible'}{f' as {ways}' if ways else ''}"
