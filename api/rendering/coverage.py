"""What cases exercise, in words: how much of everything, and what never."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from rich.console import RenderableType
from rich.text import Text

from api.rendering.conformance import printable, shown
from api.rendering.faults import fault as fault_text
from api.rendering.layout import Lines, columns, indented, sections
from api.rendering.words import counted
from checker.coverage import Coverage, Exercised
from checker.mutants import Mutant
from checker.rulebook import rulebook

MOST_TOLD = 5
"""So many cases that have no answer, or expect another one, are told."""


def coverage(found: Coverage, *, every: bool) -> RenderableType:
    """How much is exercised, then what is not; ``every`` lists all mutants that survive."""
    about = {row.clause for row in found.clauses if row.exercised}
    nothing = [row.clause for row in found.clauses if not row.exercised]
    return sections(
        [_total(found), indented(_amounts(found))],
        _clauses("No case is about", nothing, found),
        _clauses("Never kept", [c for c in found.never_accepting if c in about], found),
        _clauses("Never broken", [c for c in found.never_refusing if c in about], found),
        _options(found),
        _all_mutants(found.surviving) if every else _near_mutants(found, about),
        _unanswered(found.unanswered),
        _unlike(found.unlike),
    )


def _total(found: Coverage) -> Text:
    refused = f", {found.refused:,} with a body that has no answer" if found.refused else ""
    return Text(f"{counted(found.cases, 'case')}{refused}, which exercise", "bold")


def _amounts(found: Coverage) -> RenderableType:
    sides = [row.accepting for row in found.clauses], [row.refusing for row in found.clauses]
    table = columns()
    for _ in range(2):
        table.add_column(justify="right")
    for what, numbers in (
        ("clauses kept or brought about", sides[0]),
        ("clauses broken", sides[1]),
        ("options of rulings that decide", [number for _, _, number in found.options]),
        ("mutants that answer otherwise", [number for _, number in found.mutants]),
    ):
        counts = [number for number in numbers if number is not None]
        table.add_row(str(sum(map(bool, counts))), f"of {len(counts)}", what)
    return table


def _clauses(title: str, names: Sequence[str], found: Coverage) -> Lines:
    """The clauses by the parts of the rules, those of a whole part as their number."""
    if not names:
        return
    yield Text(title, "bold")
    table = columns()
    table.add_column(no_wrap=True)
    table.add_column()
    whole, listed = _by_part(row.clause for row in found.clauses), _by_part(names)
    for part, clauses in listed.items():
        all_of_it = len(clauses) > 1 and clauses == whole[part]
        table.add_row(part, f"all {len(clauses)}" if all_of_it else ", ".join(clauses))
    yield indented(table)


def _by_part(names: Iterable[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    for name in names:
        parts.setdefault(rulebook().clause(name).part, []).append(name)
    return parts


def _options(found: Coverage) -> Lines:
    """The rulings of which no case hangs on any option, then the options of the others."""
    never = found.never_deciding
    if not never:
        return
    yield Text("Options of rulings on which no case hangs", "bold")
    by_ruling = {ruling: [o for _, o in listed] for ruling, listed in groupby(never, itemgetter(0))}
    rulings = rulebook().rulings
    none = [
        ruling
        for ruling, options in by_ruling.items()
        if len(options) == len(rulings[ruling].options)
    ]
    if none:
        yield indented(Text(f"none at all of {', '.join(none)}"))
    for ruling, options in by_ruling.items():
        if ruling not in none:
            yield indented(Text(f"{ruling}: {', '.join(options)}"))


SURVIVING = "Mutants that answer every case as the rules do"


def _all_mutants(surviving: Sequence[Mutant]) -> Lines:
    """Every mutant, and what is wrong with it."""
    if surviving:
        yield Text(SURVIVING, "bold")
        table = columns()
        table.add_column(overflow="fold")
        table.add_column()
        for mutant in surviving:
            table.add_row(mutant.id, mutant.meaning)
        yield indented(table)


def _near_mutants(found: Coverage, about: Collection[str]) -> Lines:
    """The mutants of clauses and rulings that are exercised, and how many others there are."""
    rulings = {ruling for ruling, _, number in found.options if number}
    near = [m for m in found.surviving if m.clause in about or m.ruling in rulings]
    if found.surviving:
        yield Text(SURVIVING, "bold")
    for name, listed in groupby((m.id.partition(":") for m in near), itemgetter(0)):
        yield indented(Text(f"{name}: {', '.join(fault for _, _, fault in listed)}"))
    if hidden := len(found.surviving) - len(near):
        others = "of clauses and rulings that no case exercises"
        yield indented(Text(f"{'and ' if near else ''}{hidden} {others} (--all tells of each)"))


def _unanswered(unanswered: Sequence[Exercised]) -> Lines:
    """The cases that exercise nothing, as their bodies are wrong, and what is wrong with each."""
    if not unanswered:
        return
    title = f"{counted(len(unanswered), 'case')} without an answer, which exercise nothing"
    yield Text(title, "bold red")
    for each in unanswered[:MOST_TOLD]:
        yield indented(Text(printable(each.case.id)))
        problem = each.problem or {}
        told = [fault_text(f) for f in problem.get("errors", ())] or [str(problem.get("detail"))]
        yield from (indented(indented(Text(printable(text)))) for text in told)
    yield from _rest(unanswered)


def _rest(listed: Sequence[Exercised]) -> Lines:
    if len(listed) > MOST_TOLD:
        yield indented(Text(f"and {len(listed) - MOST_TOLD} more (--json has them all)"))


def _unlike(unlike: Sequence[Exercised]) -> Lines:
    if not unlike:
        return
    title = f"{counted(len(unlike), 'case')} with another answer than that of this model"
    yield Text(title, "bold red")
    for each in unlike[:MOST_TOLD]:
        yield indented(Text(printable(each.case.id)))
        for difference in each.unlike:
            told = f"expects {shown(difference.got)}, the model {shown(difference.expected)}"
            yield indented(indented(Text(f"{difference.what}: {told}")))
    yield from _rest(unlike)
