"""What the cases of somebody else's tests exercise: clauses, options of rulings, and mutants.

Every case is asked of this project's own model, and its answer alone counts: which clauses it
cites, on which options it hangs, and which rulebooks with one fault would answer otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.cases import Body, Case, answer, as_bid
from checker.mutants import Mutant, mutants
from checker.rulebook import Clause, rulebook
from checker.short_forms import Difference, clauses_of, differences, short_form
from checker.vectors.asking import Asked, answered
from checker.vectors.killing import killed_by

MOST_LISTED = 50
"""So many of the plays that a list holds count as exercised, each as what it is."""


@dataclass(frozen=True, slots=True)
class Exercised:
    """What one case exercises.

    A clause is ``accepting`` where it is cited for what is legal or for what comes about, and
    ``refusing`` where it is cited against something, or where more would be allowed without it; an
    option of a ruling decides where another one has another answer. ``unlike`` is what the case
    expects that this model does not answer, ``problem`` the body of a refusal.
    """

    case: Case
    problem: Body | None
    accepting: frozenset[str]
    refusing: frozenset[str]
    options: frozenset[tuple[str, str]]
    mutants: frozenset[str]
    unlike: tuple[Difference, ...]

    @property
    def refused(self) -> bool:
        """Whether the body has no answer."""
        return self.problem is not None

    @property
    def unanswered(self) -> bool:
        """Whether the case exercises nothing, as its body is wrong and nobody expects that.

        A table that cannot be by a clause exercises that clause.
        """
        return self.refused and not self.refusing and "status" not in self.case.expect


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """How many cases exercise a clause, ``None`` for a side that it does not have.

    A clause without any side, such as a permission that nobody cites, has no row.
    """

    clause: str
    accepting: int | None
    refusing: int | None

    @property
    def exercised(self) -> bool:
        """Whether any case is about it, on whichever side."""
        return bool(self.accepting or self.refusing)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What all the cases exercise, and how many of them each, in rulebook order.

    ``refused`` counts those whose body has no answer; ``unanswered`` are those of them that
    exercise nothing by it, ``unlike`` the other cases that expect another answer than this model
    gives.
    """

    cases: int
    refused: int
    clauses: tuple[ClauseRow, ...]
    options: tuple[tuple[str, str, int], ...]
    mutants: tuple[tuple[Mutant, int], ...]
    unanswered: tuple[Exercised, ...]
    unlike: tuple[Exercised, ...]

    @property
    def never_accepting(self) -> tuple[str, ...]:
        """The clauses that no case keeps, or brings about."""
        return tuple(row.clause for row in self.clauses if row.accepting == 0)

    @property
    def never_refusing(self) -> tuple[str, ...]:
        """The clauses that no case breaks."""
        return tuple(row.clause for row in self.clauses if row.refusing == 0)

    @property
    def never_deciding(self) -> tuple[tuple[str, str], ...]:
        """The rulings and options on which no case hangs."""
        return tuple((ruling, option) for ruling, option, number in self.options if not number)

    @property
    def surviving(self) -> tuple[Mutant, ...]:
        """The mutants that answer every case as the rules do."""
        return tuple(mutant for mutant, number in self.mutants if not number)


def exercised(case: Case) -> Exercised:
    """What the case exercises; raises ``SolverLimit``."""
    told = answer(case.endpoint, case.request)
    accepting: set[str] = set()
    refusing: set[str] = set()
    options: set[tuple[str, str]] = set(_pinned_options(case))
    killed: set[str] = set()
    accepting |= clauses_of(event for each in told.get("played", ()) for event in each["events"])
    for asked in _asked(case, told):
        cited_for, cited_against = _cited(asked)
        accepting |= cited_for
        refusing |= cited_against
        killed |= {*killed_by(asked)}
    for mutant in mutants():
        if mutant.id in killed and mutant.ruling:
            options.add((mutant.ruling, told["decided_by"]["rulings"][mutant.ruling]))
        elif mutant.id in killed and mutant.operator == "removed":
            refusing.add(mutant.clause)
    return Exercised(
        case=case,
        problem=told if "status" in told else None,
        accepting=frozenset(accepting),
        refusing=frozenset(refusing),
        options=frozenset(options),
        mutants=frozenset(killed),
        unlike=_unlike(case, told),
    )


def coverage(cases: Iterable[Exercised]) -> Coverage:
    """What these cases exercise together."""
    found = tuple(cases)
    accepting = Counter(clause for each in found for clause in each.accepting)
    refusing = Counter(clause for each in found for clause in each.refusing)
    options = Counter(option for each in found for option in each.options)
    killed = Counter(mutant for each in found for mutant in each.mutants)
    book = rulebook()
    return Coverage(
        cases=len(found),
        refused=sum(each.refused for each in found),
        clauses=tuple(
            ClauseRow(
                clause.id,
                accepting[clause.id] if _accepts(clause) else None,
                refusing[clause.id] if _refuses(clause) else None,
            )
            for clause in book.clauses.values()
            if _accepts(clause) or _refuses(clause)
        ),
        options=tuple(
            (ruling.id, option, options[ruling.id, option])
            for ruling in book.rulings.values()
            for option in ruling.options
        ),
        mutants=tuple((mutant, killed[mutant.id]) for mutant in mutants()),
        unanswered=tuple(each for each in found if each.unanswered),
        unlike=tuple(each for each in found if each.unlike and not each.unanswered),
    )


def _accepts(clause: Clause) -> bool:
    """Whether the clause can be cited for something: it carries a bid, or brings about."""
    return bool(clause.kept) or clause.force == "consequence"


def _refuses(clause: Clause) -> bool:
    """Whether the clause can be cited against something: an action, or what is on the table."""
    return clause.force in ("constraint", "setup")


def _asked(case: Case, told: Mapping[str, Any]) -> Iterator[Asked]:
    """The case as questions about single bids and actions: of a list, one for each play."""
    request = _as_body(case.request)
    if case.endpoint != "plays":
        yield answered(case.endpoint, request)
        return
    bids = (_played(request, play) for play in told.get("plays", ())[:MOST_LISTED])
    # Cards that are listed under several readings are one question.
    questions = [answered("judge", bid) for bid in bids if bid]
    yield from {asked.id: asked for asked in questions}.values()


def _played(request: Mapping[str, Any], play: Mapping[str, Any]) -> dict[str, Any] | None:
    """The question whether what is listed is legal, whatever the cards are declared to be."""
    if "action" in play:
        rest = {key: told for key, told in request.items() if key not in _OF_LISTS}
        return {**rest, "action": {k: v for k, v in play["action"].items() if k != "as"}}
    bid = as_bid(request, play["indexes"], play["reading"])
    return bid and {**bid, "bid": bid["bid"]["cards"]}


_OF_LISTS = ("by", "limit", "cursor")


def _as_body(request: object) -> dict[str, Any]:
    """The request, whatever it is: what is no object is refused as a body without keys is."""
    return dict(request) if isinstance(request, Mapping) else {}


def _cited(asked: Asked) -> tuple[set[str], set[str]]:
    """The clauses that are cited for what is asked, and those cited against it."""
    if asked.verdict != "legal":
        return set(), {*asked.violated} if asked.verdict != "undetermined" else set()
    judged = answered("judge", asked.request) if asked.endpoint == "step" else asked
    return {*judged.expect["reasons"], *asked.happened}, set()


def _pinned_options(case: Case) -> Iterator[tuple[str, str]]:
    """The options that the case pins, where the answer would be another one under another."""
    request, book = _as_body(case.request), rulebook()
    preset, given = book.presets.get(str(request.get("preset"))), request.get("rulings", {})
    if not isinstance(given, Mapping):
        return
    pinned = {**preset.rulings, **given} if preset else dict(given)
    true = _decided(case.endpoint, request)
    for ruling, option in pinned.items():
        options = book.rulings[ruling].options if ruling in book.rulings else ()
        others = [other for other in options if option in options and other != option]
        changed = ({**request, "rulings": {**given, ruling: other}} for other in others)
        if any(_decided(case.endpoint, body) != true for body in changed):
            yield ruling, option


def _decided(endpoint: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """What is answered, without why, and without what would be under other rulings."""
    told = short_form(endpoint, answer(endpoint, request))
    return {key: value for key, value in told.items() if key not in _NOT_DECIDED}


_NOT_DECIDED = ("settled", "reasons", "rulings")


def _unlike(case: Case, told: Mapping[str, Any]) -> tuple[Difference, ...]:
    """What the case expects and the model does not answer; nothing where it expects nothing."""
    if not case.expect:
        return ()
    return differences(short_form(case.endpoint, told), case.expect)


def coverage_form(found: Coverage) -> dict[str, Any]:
    """The coverage as JSON: what is never exercised, then the counts of everything."""
    return {
        "cases": found.cases,
        "refused": found.refused,
        "never": {
            "accepting": list(found.never_accepting),
            "refusing": list(found.never_refusing),
            "options": [f"{ruling}={option}" for ruling, option in found.never_deciding],
            "mutants": [mutant.id for mutant in found.surviving],
        },
        "clauses": [
            {"clause": r.clause, "accepting": r.accepting, "refusing": r.refusing}
            for r in found.clauses
        ],
        "rulings": [
            {"ruling": ruling, "option": option, "cases": number}
            for ruling, option, number in found.options
        ],
        "mutants": [
            {
                "mutant": mutant.id,
                "clause": mutant.clause or None,
                "ruling": mutant.ruling or None,
                "meaning": mutant.meaning,
                "cases": number,
            }
            for mutant, number in found.mutants
        ],
        "unanswered": [
            {"id": each.case.id, "request": each.case.request, "problem": each.problem}
            for each in found.unanswered
        ],
        "unlike": [
            {
                "id": each.case.id,
                "request": each.case.request,
                "differences": [
                    {"what": d.what, "expected": d.got, "answered": d.expected} for d in each.unlike
                ],
            }
            for each in found.unlike
        ],
    }
