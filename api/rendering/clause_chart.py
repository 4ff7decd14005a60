"""A picture of a conformance report: every clause, and how many of its cases passed and failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

from checker.conformance import Report, Row
from checker.rulebook import rulebook

COLUMNS = 3
COLUMN_WIDTH, BAR_AT, BAR_WIDTH = 420, 232, 90
ROW_HEIGHT, HEAD, MARGIN = 16, 84, 20
COLOURS = {"passed": "#2a7f62", "failed": "#c8102e", "left out": "#c9ccd1"}
_STYLE = (
    "text{font:11px Helvetica,Arial,sans-serif;fill:#1b1f24}"
    "text.title{font-size:18px;font-weight:bold}text.part{font-weight:bold}"
    "text.broken{font-weight:bold;fill:#c8102e}text.none{fill:#80868f}"
)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a column: a clause with its cases, or the name of a part of the rules."""

    text: str
    row: Row | None = None


def clause_chart(report: Report) -> str:
    """The report as SVG, the same bytes for the same report.

    A bar is all that was asked about a clause. Of the set-up, which no action breaks, only what
    was asked stands there.
    """
    lines = list(_lines(report))
    height = -(-len(lines) // COLUMNS)
    columns = [lines[start : start + height] for start in range(0, len(lines), height)]
    wide, high = MARGIN + COLUMNS * COLUMN_WIDTH, HEAD + height * ROW_HEIGHT + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
            f'height="{high}" role="img">',
            f"<title>{_title(report)}</title>",
            f"<style>{_STYLE}</style>",
            _box(0, 0, wide, high, "#fff"),
            *_head(report),
            *(part for place, column in enumerate(columns) for part in _column(column, place)),
            "</svg>\n",
        ]
    )


def _lines(report: Report) -> Iterator[_Line]:
    rows = {row.clause: row for row in report.rows}
    clauses = [c for c in rulebook().clauses.values() if c.part != "setup" or c.id in rows]
    for part in dict.fromkeys(clause.part for clause in clauses):
        yield _Line(part.capitalize())
        for clause in clauses:
            if clause.part == part:
                yield _Line(clause.id, rows.pop(clause.id, Row(clause.id, 0, 0, 0)))
    if rows:
        yield _Line("Other cases")
    for name, row in rows.items():
        yield _Line(name or "about no clause, or no answer", row)


def _title(report: Report) -> str:
    counts = (f"{report.count(result)} {result}" for result in ("passed", "failed", "left out"))
    return f"Conformance to Panda Spin: {', '.join(counts)}"


def _head(report: Report) -> Iterator[str]:
    yield _text(MARGIN, 32, _title(report), "title")
    x = MARGIN
    for result, colour in COLOURS.items():
        yield _box(x, 48, 12, 12, colour)
        yield _text(x + 18, 58, result)
        x += 90
    broken = report.at_fault
    yield _text(x + 18, 58, f"broken: {', '.join(broken) or 'none'}", "broken" if broken else "")


def _column(lines: Sequence[_Line], place: int) -> Iterator[str]:
    x = MARGIN + place * COLUMN_WIDTH
    for number, line in enumerate(lines):
        y = HEAD + number * ROW_HEIGHT
        if line.row is None:
            yield _text(x, y + 11, line.text, "part")
        else:
            yield from _bar(line.text, line.row, x, y)


def _bar(text: str, row: Row, x: int, y: int) -> Iterator[str]:
    counts = {"passed": row.passed, "failed": row.failed, "left out": row.left_out}
    total = sum(counts.values())
    style = "broken" if row.failed else "" if total else "none"
    yield _text(x + 10, y + 11, text, style)
    yield _text(x + BAR_AT + BAR_WIDTH + 8, y + 11, _short(counts), style)
    # Whole pixels, of which none is lost: each part ends where all before it do.
    ends = [BAR_WIDTH * so_far // (total or 1) for so_far in accumulate(counts.values(), initial=0)]
    for result, start, end in zip(counts, ends, ends[1:], strict=False):
        if end > start:
            yield _box(x + BAR_AT + start, y + 2, end - start, 11, COLOURS[result])


def _short(counts: dict[str, int]) -> str:
    """The counts in few letters; a bar alone is nothing to those who see no colours."""
    if counts["failed"]:
        return f"{counts['failed']} failed, {counts['passed']} ok"
    if counts["passed"]:
        return f"{counts['passed']} ok"
    return f"{counts['left out']} left out" if counts["left out"] else "no case"


def _box(x: int, y: int, wide: int, high: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{colour}"/>'


def _text(x: int, y: int, text: str, style: str = "") -> str:
    named = f' class="{style}"' if style else ""
    return f'<text x="{x}" y="{y}"{named}>{escape(text)}</text>'
