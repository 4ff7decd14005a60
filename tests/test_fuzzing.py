"""Random questions: the same for a seed, of every sort; a failure is as small as it gets."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

import fixtures
from api.implementations import Program
from checker.cards import VALUE_NAMES
from checker.cases import answer, case_form, read_cases
from checker.conformance import Answer, Trouble, check, run
from checker.fuzzing import case_of, first_failure, kept, random_cases, shrunk, smaller
from checker.wire.problems import Invalid
from tests.faulty_implementation import CLAUSES
from tests.test_conformance import FAULTY, panda_spin

SCHEMA = json.loads(Path(fixtures.__file__).with_name("schema.json").read_text("utf-8"))


def right(_name: str, endpoint: str, request: object) -> Answer:
    """What this project answers."""
    return dict(answer(endpoint, request))


def test_questions_are_the_same_for_a_seed_and_of_every_sort() -> None:
    """Each is answered; every kind of Combination, verdict and flag of a bid is among them."""
    cases = list(islice(random_cases(1, {}), 150))
    assert [case.id for case in cases] == [case.id for case in islice(random_cases(1, {}), 150)]
    assert cases[0].id != next(random_cases(2, {})).id
    seen = Counter(flag for case in cases for flag in case.flags)
    seen += Counter(str(case.expect["verdict"]) for case in cases)
    seen += Counter(r.partition(" ")[0] for case in cases for r in case.expect["readings"])
    wanted = ("legal", "illegal", "undetermined", "single", "set", "run", "formation", "bomb")
    assert all(seen[sort] >= 5 for sort in (*wanted, "wild", "lead", "claim")), seen
    assert not any(case.expect.get("status") for case in cases)
    told = first_failure(run(cases[:40], right))
    assert (told.asked, told.left_out, told.failed) == (40, 0, None)


def test_rules_are_those_of_the_questions() -> None:
    """Every question is asked by the rules given; what is no rule is refused."""
    rules = {"edition": "early", "rulings": {"bomb-lead": "allowed"}}
    for case in islice(random_cases(1, rules), 20):
        assert isinstance(case.request, Mapping)
        assert {"edition": case.request["edition"], "rulings": case.request["rulings"]} == rules
        assert {"edition", "ruling-pinned"} <= {*case.flags}
    with pytest.raises(Invalid, match="edition|fault"):
        next(random_cases(1, {"edition": "late"}))


@pytest.mark.parametrize("fault", CLAUSES)
def test_each_planted_fault_is_found_and_made_small(fault: str, tmp_path: Path) -> None:
    """The case breaks the clause of the fault, is a fixture, fails again; none below it does."""
    with Program([*FAULTY, fault], timeout=30) as faulty:
        told = first_failure(run(islice(random_cases(4, {}), 600), faulty.ask))
        assert told.failed
        found = shrunk(told.failed, faulty.ask)
        again = shrunk(told.failed, faulty.ask)
        assert CLAUSES[fault] in found.at_fault
        assert again.case.request == found.case.request
        assert size(found.case.request) <= size(told.failed.case.request)
        for request in smaller(dict(found.case.request)):  # type: ignore[call-overload]
            if less := case_of(request, ""):
                outcome = check(less, faulty.ask(less.id, less.endpoint, less.request))
                assert outcome.result == "passed" or not {*outcome.at_fault} <= {*found.at_fault}
        form = case_form(kept(found))
        assert CLAUSES[fault] in form["clauses"]
        jsonschema.validate(
            {"format": "panda-spin-fixtures/1", "title": "", "cases": [form]}, SCHEMA
        )
        (read,) = read_cases(json.dumps(form).encode())
        assert check(read, faulty.ask(read.id, read.endpoint, read.request)).result == "failed"


def size(request: Any) -> tuple[int, int]:
    """How many keys, cards, values and symbols there are, and the sum of all values."""
    if isinstance(request, Mapping):
        parts = [size(part) for part in request.values()]
        return sum(n for n, _ in parts) + len(parts), sum(v for _, v in parts)
    if isinstance(request, list):
        parts = [size(part) for part in request]
        return sum(n for n, _ in parts) + len(parts), sum(v for _, v in parts)
    words = str(request).split("+")
    return len(words), sum(VALUE_NAMES.index(word) for word in words if word in VALUE_NAMES)


def test_what_is_smaller_is_less() -> None:
    """No chain of smaller questions is endless: each has fewer things, or lower values."""
    random = Random(3)
    for case in random.sample(list(islice(random_cases(3, {"edition": "early"}), 60)), 20):
        request: Any = case.request
        for less in smaller(request):
            assert size(less) < size(request), (request, less)


def test_trouble_is_made_small_unless_it_is_slow() -> None:
    """A program that ends at a wild does so at one card; one that hangs is left as it is."""
    asked: list[object] = []

    def ends(_name: str, _endpoint: str, request: object) -> Answer:
        asked.append(request)
        if isinstance(request, Mapping) and "water" in json.dumps(request["bid"]):
            return Trouble("crash", "it ended")
        return right("", "judge", request)

    told = first_failure(run(random_cases(1, {}), ends))
    assert told.failed
    assert shrunk(told.failed, ends).case.request == {"bid": ["3+water"]}

    hanging = check(told.failed.case, Trouble("hang", "no answer"))
    asked.clear()
    assert shrunk(hanging, ends) is hanging
    assert not asked


def test_the_command_prints_a_case_that_fails_again(tmp_path: Path) -> None:
    """What it prints at last is a case that conformance takes; the exit codes are told apart."""
    faulty = f"{sys.executable} -m tests.faulty_implementation wild-bomb"
    arguments = ("fuzz", "--command", faulty, "--seed", "2")
    told = panda_spin(*arguments)
    assert told.returncode == 1, told.stderr
    kept_in = tmp_path / "found.json"
    kept_in.write_text(told.stdout.splitlines()[-1], "utf-8")
    again = panda_spin("conformance", "--command", faulty, "--fixtures", str(kept_in))
    assert again.returncode == 1
    assert "1 clause of 1 broken: bomb-without-wild." in again.stdout
    none = panda_spin(*arguments, "--cases", "1", "--json")
    form = {"asked": 1, "left_out": 0, "case": None, "failure": None, "first": None}
    assert (none.returncode, json.loads(none.stdout)) == (0, form)
    assert panda_spin("fuzz", "--command", faulty, "--edition", "late").returncode == 3
