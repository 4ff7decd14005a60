"""How another implementation did, in words: the count, the clauses it breaks, failures in full."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from rich.console import RenderableType
from rich.text import Text

from api.rendering.layout import Lines, columns, indented, sections
from api.rendering.questions import headline
from api.rendering.words import counted
from checker.conformance import Outcome, Report, Row
from checker.rulebook import rulebook

NO_CLAUSE = "(none)"
"""The row of cases about no clause, and of failures without an answer."""
LONGEST = 600
"""So many characters of a value are shown; with ``--json`` all of it is."""


def conformance(report: Report, *, shown: int, every: bool) -> RenderableType:
    """The first failures of each clause in full, then the clauses, then the count."""
    return sections(
        *(failure(outcome) for outcome in first_failures(report, shown)),
        _rows(report.rows, every=every),
        _conclusion(report),
    )


def first_failures(report: Report, most: int) -> list[Outcome]:
    """Up to so many failures: those first that show a clause which none before them shows."""
    failed = [outcome for outcome in report.outcomes if outcome.result == "failed"]
    seen: set[object] = set()
    fresh: list[Outcome] = []
    for outcome in failed:
        shows = {*outcome.at_fault, outcome.trouble.sort if outcome.trouble else None}
        if shows - seen:
            fresh.append(outcome)
            seen |= shows
    again = [outcome for outcome in failed if outcome not in fresh]
    return [*fresh, *again][:most]


def failure(outcome: Outcome) -> Lines:
    """The case, what was expected and what came, and the rules that are broken."""
    case = outcome.case
    named = f" ({case.id}, {case.endpoint})"
    yield Text.assemble(("FAILED: ", "bold red"), (case.title or "a case", "bold"), (named, "dim"))
    yield indented(_told(outcome))
    for clause in outcome.at_fault:
        yield indented(_cited(clause, case.request))


def _told(outcome: Outcome) -> RenderableType:
    table = columns()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    if asked := _in_words(outcome):
        table.add_row("asked", asked)
    table.add_row("request", shown(outcome.case.request))
    for difference in outcome.differences:
        table.add_row("expected", Text(f"{difference.what}: {shown(difference.expected)}"))
        table.add_row("got", Text(f"{difference.what}: {shown(difference.got)}", "red"))
    if outcome.trouble:
        table.add_row("expected", shown(outcome.case.expect))
        table.add_row("got", Text(f"no answer: {outcome.trouble.detail}", "red"))
    if outcome.trouble and outcome.trouble.stderr:
        table.add_row("stderr", Text(printable(outcome.trouble.stderr)))
    return table


def _in_words(outcome: Outcome) -> str:
    """The question as a sentence, of a bid or an action that has a verdict."""
    request = outcome.case.request
    if "verdict" not in outcome.case.expect or not isinstance(request, Mapping):
        return ""
    if outcome.case.endpoint == "replay":
        return "whether the recorded game goes by the rules"
    return headline(request, "undetermined").plain.partition(": ")[2]


def _cited(name: str, request: object) -> RenderableType:
    """The rule that is broken, its symbol that of the edition that was asked, and its place."""
    clause, editions = rulebook().clauses.get(name), rulebook().editions
    if clause is None:
        return Text(f"({name})", "dim")
    asked = request.get("edition") if isinstance(request, Mapping) else None
    wild = editions.get(str(asked), editions["rulebook"]).wild
    rule = clause.rule.format_map({"wild": wild.capitalize()})
    text, section = next(iter(clause.sections.items()))
    return Text.assemble(("rule: ", "bold"), rule, (f" ({name}; {text}: {section})", "dim"))


def _rows(rows: Iterable[Row], *, every: bool) -> Lines:
    listed = [row for row in rows if every or row.failed]
    if listed:
        table = columns()
        table.show_header = True
        table.add_column("Clause", header_style="bold", no_wrap=True)
        for title in ("Passed", "Failed", "Left out"):
            table.add_column(title, header_style="bold", justify="right")
        for row in listed:
            counts = (row.passed, row.failed, row.left_out)
            style = "bold red" if row.failed else ""
            table.add_row(row.clause or NO_CLAUSE, *map(str, counts), style=style)
        yield table


def _conclusion(report: Report) -> Lines:
    counts = f"{report.count('passed')} passed, {report.count('failed')} failed"
    cases = counted(len(report.outcomes), "case")
    yield Text(f"{cases}: {counts}, {report.count('left out')} left out.")
    rows = [row for row in report.rows if row.clause]
    asked = sum(row.passed + row.failed > 0 for row in rows)
    if broken := report.at_fault:
        told = f"{counted(len(broken), 'clause')} of {asked} broken: {', '.join(broken)}."
        yield Text(told, "bold red")
    elif report.conforms:
        yield Text(f"Nothing is wrong: {counted(asked, 'clause')} kept.", "bold green")
    elif not report.count("failed"):
        yield Text("Nothing was compared: every case was left out.", "bold red")


def shown(value: object) -> str:
    """A value as JSON, cut where it is long; no control character of it reaches a terminal."""
    if isinstance(value, str):
        return printable(value)
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def printable(text: str) -> str:
    """The text without what would move the cursor or colour a terminal.

    >>> printable("one\\ntwo\\x1b[31m")
    'one\\ntwo?[31m'
    """
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
