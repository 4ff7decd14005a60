"""Question 4: what holds whatever is on the table, proved from the model that judges.

A theorem is asked of the model with everything free that its statement leaves free, the rulings
included. What tells against it is told as questions that ``judge`` answers the same way.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from checker.proofs import PROOFS
from checker.proofs.registry import Asked, Finding
from checker.rulebook import SELECTORS, Edition, Rulings, Unknown, rulebook

Standing: TypeAlias = Literal["holds", "holds-but", "fails"]


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement about the rules, and the texts about which it says something."""

    id: str
    title: str
    statement: str
    editions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proved:
    """A theorem and how it came out."""

    theorem: Theorem
    finding: Finding

    @property
    def standing(self) -> Standing:
        """Whether it holds always, but for some options that are not the usual ones, or not."""
        against = self.finding.against
        if any(not each.rulings for each in against):
            return "fails"
        return "holds-but" if against else "holds"


@cache
def theorems() -> dict[str, Theorem]:
    """Every theorem by its id, in the order of ``specs/theorems.toml``."""
    tables = tomllib.loads(files("specs").joinpath("theorems.toml").read_text("utf-8"))["theorem"]
    listed = [Theorem(**{**table, "editions": tuple(table["editions"])}) for table in tables]
    return {each.id: each for each in listed}


def about(edition: Edition, names: Collection[str] = ()) -> list[Theorem]:
    """The theorems about an edition, or those of these names, in their order.

    Raises :class:`checker.rulebook.Unknown` for a name that no theorem about the edition has.
    """
    every = {t.id: t for t in theorems().values() if edition.root in t.editions}
    for name in names:
        if name not in every:
            raise Unknown(f"theorem about {edition.id}", name, every)
    return [theorem for name, theorem in every.items() if not names or name in names]


def prove(edition: Edition, pinned: Rulings, names: Collection[str] = ()) -> Iterator[Proved]:
    """The theorems of these names, or all about the edition, one after another.

    Rulings that are not pinned are free, and so is the expansion of the printed rulebook. Raises
    :class:`checker.rulebook.Unknown` for an unknown name, ruling or option, and ``SolverLimit``.
    """
    wanted = about(edition, names)
    rulings = {name: option for name, option in pinned.items() if name not in SELECTORS}
    rulebook().rulings_used(edition, rulings, pinned.get("expansion"))
    asked = Asked(edition, pinned)
    return (Proved(theorem, PROOFS[theorem.id](asked)) for theorem in wanted)
