"""Cases that differ in nothing but the option of a ruling that is pinned, and in the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.rulebook import rulebook
from checker.vectors.asking import Asked, answered
from checker.vectors.expecting import Body
from checker.vectors.pairs import Group


def groups_of(endpoint: str, base: Body, rulings: Iterable[str] | None = None) -> Iterator[Group]:
    """For every ruling that changes the answer to a request a case under each of its options.

    Of these ``rulings``, or of those that the answer says may change it.

    Raises ``SolverLimit``.
    """
    asked = answered(endpoint, base)
    for ruling in _of_interest(asked) if rulings is None else rulings:
        cases = under_each_option(asked, ruling)
        if len({str(told(asked)) for asked in cases}) > 1:
            yield Group(ruling, cases)


def under_each_option(asked: Asked, ruling: str) -> tuple[Asked, ...]:
    """The question under each option of the ruling, in their order; raises ``SolverLimit``."""
    pinned = asked.request.get("rulings", {})
    return tuple(
        answered(asked.endpoint, {**asked.request, "rulings": {**pinned, ruling: option}})
        for option in rulebook().ruling(ruling).options
    )


def by_ruling(asked: Asked) -> dict[str, dict[str, str]]:
    """The verdict under each option of each ruling that decides it, where it is not pinned."""
    if asked.endpoint != "judge":
        return {}
    return {
        group.about: {option_of(case, group.about): case.verdict for case in group.cases}
        for group in groups_of(asked.endpoint, asked.request)
    }


def option_of(asked: Asked, ruling: str) -> str:
    """The option of the ruling that the case pins."""
    return str(asked.request["rulings"][ruling])


def told(asked: Asked) -> Body:
    """What is expected, but for what it says of the rulings left open."""
    return {k: v for k, v in asked.expect.items() if k not in ("settled", "rulings", "reasons")}


def _of_interest(asked: Asked) -> Iterator[str]:
    """The rulings that may change the answer: of a judgement, those that it names itself."""
    pinned = asked.request.get("rulings", {})
    if asked.endpoint == "step":
        yield from (ruling for ruling in rulebook().rulings if ruling not in pinned)
        return
    changes = (each["change"] for each in asked.expect.get("rulings", ()))
    yield from dict.fromkeys(next(iter(change)) for change in changes if len(change) == 1)
