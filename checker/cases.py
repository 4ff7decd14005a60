"""Cases: questions with their right answers, as ``fixtures/README.md`` describes them.

A case is data of anybody's making; here it is read, asked of this project's own model, and written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeAlias, get_args

from checker.judgements import Verdict
from checker.rulebook import rulebook
from checker.short_forms import Unreadable, reading_claim, reading_text, told_form
from checker.wire import strict, telling
from checker.wire.answers import ANSWERED_BY
from checker.wire.problems import BodyTooLarge, NotJson, quoted
from checker.wire.replays import OfRecord
from checker.wire.turns import RULES

Body: TypeAlias = Mapping[str, Any]

FORMAT = "panda-spin-fixtures/1"
MOST_BYTES = 64 * 1024 * 1024
"""The largest file of cases."""


class BadCases(ValueError):
    """A file that holds no cases; says where, what was got and what would be accepted."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A question, and what its answer has to be; ``expect`` is empty where that is not told.

    ``clauses`` are those that the case is about, ``pivot`` those of them that it turns on, shared
    with its twin where it has one; ``flags`` is what an implementation has to have.
    """

    id: str
    endpoint: str
    request: object
    title: str = ""
    clauses: tuple[str, ...] = ()
    pivot: tuple[str, ...] = ()
    twin: str | None = None
    flags: tuple[str, ...] = ()
    expect: Body = field(default_factory=dict)


def read_cases(data: bytes) -> list[Case]:
    """The cases of a file of fixtures, or of JSON Lines that each hold a case or its ``request``.

    Raises :class:`BadCases`, also for a clause or a verdict that there is not. Keys that are not
    known are passed over.
    """
    if not data.strip():
        raise BadCases("the file is empty; accepted: a file of fixtures, or JSON Lines")
    try:
        whole = strict.parse(data, MOST_BYTES)
    except BodyTooLarge as error:
        raise BadCases(str(error)) from None
    except NotJson as error:
        if b"\n" not in data.strip():
            raise BadCases(str(error)) from None
        return [_case(table, place) for place, table in _lines(data)]
    if not isinstance(whole, dict) or "cases" not in whole:
        return [_case(whole, "line 1")]
    if whole.get("format", FORMAT) != FORMAT or not isinstance(whole["cases"], list):
        raise BadCases(f'this is no file of cases; accepted: "format": "{FORMAT}" and "cases": []')
    return [_case(table, f"/cases/{place}") for place, table in enumerate(whole["cases"])]


def _lines(data: bytes) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            try:
                yield f"line {number}", strict.parse(line)
            except (NotJson, BodyTooLarge) as error:
                raise BadCases(f"line {number}: {error}") from None


def _case(table: object, place: str) -> Case:
    if not isinstance(table, dict) or "request" not in table:
        raise BadCases(f'{place}: no "request"; accepted: an object with "request"')
    name = str(table.get("id", place))
    at = _At(place, "" if name == place else f" ({name})")
    endpoint = table.get("endpoint", "judge")
    if endpoint not in [*ANSWERED_BY]:
        at.refuse("/endpoint", endpoint, ", ".join(ANSWERED_BY))
    named = {key: table.get(key, []) for key in ("clauses", "flags")}
    for key, names in named.items():
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            at.refuse(f"/{key}", names, "a list of names")
    expect = table.get("expect", {})
    if not isinstance(expect, dict):
        at.refuse("/expect", expect, "an object")
    for number, clause in enumerate(named["clauses"]):
        at.check_clause(f"/clauses/{number}", clause)
    _check_expected(endpoint, expect, at)
    return Case(
        id=name,
        endpoint=endpoint,
        request=table["request"],
        title=str(table.get("title", "")),
        clauses=tuple(named["clauses"]),
        pivot=tuple(named["clauses"]),
        twin=table.get("twin"),
        flags=tuple(named["flags"]),
        expect=expect,
    )


@dataclass(frozen=True, slots=True)
class _At:
    """A case that is read: where it stands, and its name in brackets if it has one."""

    place: str
    name: str

    def refuse(self, pointer: str, got: object, accepted: str) -> NoReturn:
        """Raises :class:`BadCases` for what stands there."""
        at = f"{self.place}{pointer}{self.name}"
        raise BadCases(f"{at}: got {quoted(got)}; accepted: {accepted}")

    def check_clause(self, pointer: str, name: object) -> None:
        """Raises :class:`BadCases` for a clause that does not exist."""
        if not isinstance(name, str) or name not in rulebook().clauses:
            self.refuse(pointer, name, "the id of a clause; panda-spin clauses lists them")

    def check_verdict(
        self, pointer: str, verdict: object, verdicts: Sequence[str] = get_args(Verdict)
    ) -> None:
        """Raises :class:`BadCases` for a verdict that there is not."""
        if verdict not in verdicts:
            self.refuse(pointer, verdict, ", ".join(verdicts))


def _check_expected(endpoint: str, expect: Body, at: _At) -> None:
    """Raises :class:`BadCases` for an answer that nothing can give."""
    try:
        told = told_form(endpoint, expect)
    except Unreadable as error:
        raise BadCases(f"{at.place}/expect{at.name}: {error}") from None
    if expect and not told:
        at.refuse("/expect", expect, f"what {endpoint} answers, or status; see fixtures/README.md")
    if "verdict" in told:
        verdicts = get_args(OfRecord if endpoint == "replay" else Verdict)
        at.check_verdict("/expect/verdict", told["verdict"], verdicts)
    for key, verdict in (("by_over", "verdict"), ("rulings", "verdict_otherwise")):
        for number, each in enumerate(told.get(key, ())):
            if verdict in each:
                at.check_verdict(f"/expect/{key}/{number}/{verdict}", each[verdict])
    for number, clause in enumerate(told.get("reasons", ())):
        at.check_clause(f"/expect/reasons/{number}", clause)
    for number, event in enumerate(told.get("events", ())):
        if "clause" in event:
            at.check_clause(f"/expect/events/{number}/clause", event["clause"])
    for number, clause in enumerate((told.get("wrong") or {}).get("clauses", ())):
        at.check_clause(f"/expect/wrong/clauses/{number}", clause)


def case_form(case: Case) -> dict[str, Any]:
    """The case as a file of fixtures holds it."""
    return {
        "id": case.id,
        "title": case.title,
        "endpoint": case.endpoint,
        "clauses": list(case.clauses),
        "flags": list(case.flags),
        "request": case.request,
        "expect": case.expect,
    }


def paired(cases: Iterable[Case]) -> list[Case]:
    """The cases, each of which turns on what it has in common with its twin, if that is there."""
    listed = list(cases)
    by_id = {case.id: case for case in listed}
    found: list[Case] = []
    for case in listed:
        twin = by_id.get(case.twin or "")
        shared = tuple(c for c in case.clauses if twin and c in twin.clauses)
        found.append(replace(case, pivot=shared) if shared else case)
    return found


def answer(endpoint: str, request: object) -> Body:
    """What this project's model answers: the wire body, that of a problem where it is refused.

    Raises ``SolverLimit``.
    """
    try:
        return ANSWERED_BY[endpoint](request)
    except telling.BAD_INPUT as error:
        return telling.told(error)


def as_bid(request: object, indexes: Sequence[int], reading: object) -> dict[str, Any] | None:
    """The question whether these cards of the hand may be bid as this reading.

    Nothing where the request holds no such hand, or the reading is none.
    """
    if not isinstance(request, Mapping):
        return None
    hand, claim = request.get("hand"), reading_claim(reading_text(reading))
    if not isinstance(hand, list) or claim is None or not {*indexes} <= {*range(len(hand))}:
        return None
    rest = {key: told for key, told in request.items() if key in _OF_A_BID}
    return {**rest, "bid": {"cards": [hand[index] for index in indexes], "as": claim}}


_OF_A_BID = ("over", *RULES)


def answer_line(line: bytes) -> Body:
    """The answer to a line of the protocol of ``fixtures/CONFORMANCE.md``; raises ``SolverLimit``.

    A line that cannot be read is answered as the service answers a body that cannot.
    """
    try:
        asked = strict.parse(line)
    except telling.BAD_INPUT as error:
        return {"id": None, **telling.told(error)}
    if not isinstance(asked, dict) or not asked.keys() >= {"id", "endpoint", "request"}:
        accepted = '{"id": ..., "endpoint": ..., "request": {...}}'
        return {"id": None, **telling.problem(400, f"a question is {accepted}")}
    if asked["endpoint"] not in [*ANSWERED_BY]:
        return {"id": asked["id"], "unsupported": True}
    return {"id": asked["id"], **answer(asked["endpoint"], asked["request"])}
