"""What another implementation answers, compared with the cases: passed, failed or left out.

How an implementation is reached is not known here; a case goes in, its answer or a trouble comes
back. Which clauses a wrong answer breaks is told by the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from checker.cases import Body, Case, answer, as_bid
from checker.rulebook import rulebook
from checker.short_forms import (
    Difference,
    Unreadable,
    clauses_of,
    differences,
    reading_claim,
    short_form,
)

Result: TypeAlias = Literal["passed", "failed", "left out"]
Sort: TypeAlias = Literal["hang", "crash", "garbage", "not asked"]
MOST_TROUBLES = 20
"""After so many troubles in a row an implementation is not asked any more."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """No answer came, or one that cannot be read; ``sort`` says which, ``detail`` what happened.

    ``stderr`` is the end of what the program wrote there.
    """

    sort: Sort
    detail: str
    stderr: str = ""


Answer: TypeAlias = dict[str, Any] | Trouble


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case.

    ``got`` is the answer as fixtures write it, ``at_fault`` the clauses that a wrong answer breaks,
    in rulebook order: the fewest that it lets us tell, and none where there is no answer.
    """

    case: Case
    result: Result
    differences: tuple[Difference, ...] = ()
    got: Body | None = None
    trouble: Trouble | None = None
    at_fault: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """The cases about one clause, ``None`` for those about none and for failures without an answer.

    A failed case counts for the clauses at fault, one that passed or was left out for all it is
    about.
    """

    clause: str | None
    passed: int
    failed: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Report:
    """All outcomes, and how many there are for each clause, in rulebook order."""

    outcomes: tuple[Outcome, ...]
    rows: tuple[Row, ...]

    def count(self, result: Result) -> int:
        """How many cases came out so."""
        return sum(outcome.result == result for outcome in self.outcomes)

    @property
    def conforms(self) -> bool:
        """Whether something was compared, and nothing failed."""
        return self.count("failed") == 0 < self.count("passed")

    @property
    def at_fault(self) -> tuple[str, ...]:
        """The clauses that failed cases show to be broken, in rulebook order."""
        return tuple(row.clause for row in self.rows if row.clause and row.failed)


def run(
    cases: Iterable[Case], ask: Callable[[str, str, object], Answer], without: Collection[str] = ()
) -> Iterator[Outcome]:
    """The outcome of each case, asked one after the other; raises ``SolverLimit``.

    Left out are those with a flag ``without`` which the implementation is. After
    ``MOST_TROUBLES`` in a row the rest fails unasked.
    """
    troubles = 0
    for case in cases:
        if {*case.flags} & {*without}:
            yield Outcome(case, "left out")
        elif troubles >= MOST_TROUBLES:
            yield Outcome(case, "failed", trouble=_NOT_ASKED)
        else:
            outcome = check(case, ask(case.id, case.endpoint, case.request))
            troubles = troubles + 1 if outcome.trouble else 0
            yield outcome


_NOT_ASKED = Trouble("not asked", f"not asked, after {MOST_TROUBLES} troubles in a row")


def check(case: Case, told: Answer) -> Outcome:
    """What comes of the case where this is the answer; raises ``SolverLimit``."""
    if isinstance(told, Trouble):
        return Outcome(case, "failed", trouble=told)
    if told.get("unsupported") is True:
        return Outcome(case, "left out")
    try:
        got = short_form(case.endpoint, told)
    except Unreadable as error:
        trouble = Trouble("garbage", f"the answer cannot be read: {error}")
        return Outcome(case, "failed", trouble=trouble)
    found = differences(case.expect, got)
    if not found:
        return Outcome(case, "passed", got=got)
    return Outcome(case, "failed", found, got, at_fault=_at_fault(case, got, found))


def report(outcomes: Iterable[Outcome]) -> Report:
    """The outcomes by clause."""
    told = tuple(outcomes)
    counts: Counter[tuple[str | None, Result]] = Counter()
    for each in told:
        about = each.at_fault if each.result == "failed" else each.case.clauses
        counts.update((clause, each.result) for clause in about or (None,))
    rows = tuple(
        Row(clause, *(counts[clause, result] for result in ("passed", "failed", "left out")))
        for clause in _in_order({clause for clause, _ in counts})
    )
    return Report(told, rows)


def _in_order(names: Iterable[str | None]) -> list[str | None]:
    """In rulebook order, then what the rulebook does not know, then what is about no clause."""
    known = rulebook().clauses
    after = len(known)

    def place(name: str | None) -> tuple[bool, int, str]:
        return name is None, known[name].order if name and name in known else after, name or ""

    return sorted(names, key=place)


# Which clauses a wrong answer breaks.


def _at_fault(case: Case, got: Body, found: tuple[Difference, ...]) -> tuple[str, ...]:
    """The clauses that the answer breaks: what forbids the wrong part of it, else what it cites.

    Where neither is told, those that the case turns on.
    """
    broken = _let_through(case, got) or _said_wrongly(case, got, found)
    return _named(broken & rulebook().clauses.keys() or set(case.pivot))


def _named(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(clause for clause in _in_order(clauses) if clause)


def _let_through(case: Case, got: Body) -> set[str]:
    """The clauses that forbid what the answer wrongly allows."""
    expected = case.expect
    broken: set[str] = set()
    for reading in _added(expected.get("readings"), got.get("readings")):
        broken |= _forbidding(_declared(case.request, reading))
    for under in _added(_overs(expected), _overs(got)):
        broken |= _forbidding(_as_lead(case.request, under))
    for play in _added(*(_plays(told) for told in (expected, got))):
        broken |= _forbidding(as_bid(case.request, *play))
    if not broken and (expected.get("verdict"), got.get("verdict")) == ("illegal", "legal"):
        broken = set(expected.get("reasons", ()))
        if case.endpoint == "step":
            broken = _forbidding(case.request)
    if got.get("verdict") == "clean":
        broken |= {*_wrong_clauses(expected)}
    return broken


def _said_wrongly(case: Case, got: Body, found: tuple[Difference, ...]) -> set[str]:
    """The clauses that the answer wrongly cites; and those it fails to, where it decides alike."""
    expected = case.expect
    cited = {*_added(expected.get("reasons"), got.get("reasons"))}
    if got.get("verdict") == expected.get("verdict"):
        cited |= {*_added(got.get("reasons"), expected.get("reasons"))}
    cited |= {*_wrong_clauses(expected)} ^ {*_wrong_clauses(got)}
    for difference in found:
        if difference.what == "events":
            cited |= _events_apart(difference)
    return cited


def _wrong_clauses(told: Body) -> Collection[str]:
    """The clauses that the first wrong thing of a record breaks, as far as it is told."""
    found: Collection[str] = (told.get("wrong") or {}).get("clauses", ())
    return found


def _events_apart(difference: Difference) -> set[str]:
    """The clauses of the events that one side alone has."""
    missing = [event for event in difference.expected if event not in difference.got]
    added = [event for event in difference.got if event not in difference.expected]
    return clauses_of([*missing, *added])


def _added(expected: Collection[Any] | None, got: Collection[Any] | None) -> list[Any]:
    """What stands in ``got`` alone, where both are told."""
    if expected is None or got is None:
        return []
    return [each for each in got if each not in expected]


def _overs(told: Body) -> list[str] | None:
    return [under["over"] for under in told["by_over"]] if told.get("by_over") else None


def _plays(told: Body) -> list[tuple[tuple[int, ...], str]] | None:
    if "plays" not in told:
        return None
    bids = [play for play in told["plays"] if "reading" in play]
    return [(tuple(sorted(play["indexes"])), play["reading"]) for play in bids]


Asked: TypeAlias = Mapping[str, Any] | None


def _forbidding(request: Asked | object) -> set[str]:
    """The clauses by which the model refuses this, none where it does not."""
    if not isinstance(request, Mapping):
        return set()
    told = short_form("judge", answer("judge", {**request, "explain": "reasons"}))
    return set(told["reasons"]) if told.get("verdict") == "illegal" else set()


def _declared(request: Any, reading: str) -> Asked:
    """The same question, the bid declared to be this reading."""
    claim = reading_claim(reading)
    if claim is None:
        return None
    if "action" in request:
        return {**request, "action": {**request["action"], "as": claim}}
    return {**request, "bid": {"cards": _cards(request["bid"]), "as": claim}}


def _as_lead(request: Any, reading: str) -> Asked:
    """Whether the bid to beat can be this reading, as far as it is told by its cards alone."""
    if "over" not in request:
        return None
    rest = {key: told for key, told in request.items() if key not in ("over", "hand", "bid")}
    return _declared({**rest, "bid": _cards(request["over"])}, reading)


def _cards(bid: Any) -> Any:
    return bid["cards"] if isinstance(bid, Mapping) else bid


# Writing.


def report_form(told: Report) -> dict[str, Any]:
    """The report as JSON: the counts, a row for each clause, and every failure in full."""
    return {
        "conforms": told.conforms,
        "passed": told.count("passed"),
        "failed": told.count("failed"),
        "left_out": told.count("left out"),
        "at_fault": list(told.at_fault),
        "clauses": [
            {"clause": r.clause, "passed": r.passed, "failed": r.failed, "left_out": r.left_out}
            for r in told.rows
        ],
        "failures": [failure_form(each) for each in told.outcomes if each.result == "failed"],
    }


def failure_form(each: Outcome) -> dict[str, Any]:
    """A failure as JSON: the question, both answers and where they differ, the clauses at fault."""
    form: dict[str, Any] = {
        "id": each.case.id,
        "title": each.case.title,
        "endpoint": each.case.endpoint,
        "request": each.case.request,
        "expect": each.case.expect,
        "got": each.got,
        "differences": [
            {"what": d.what, "expected": d.expected, "got": d.got} for d in each.differences
        ],
        "at_fault": list(each.at_fault),
    }
    if each.trouble:
        form["trouble"] = asdict(each.trouble)
    return form
