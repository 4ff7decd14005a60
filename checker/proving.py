"""Question 4: what holds whatever is on the table, proved from the model that judges.

A theorem is asked of the model with everything free that its statement leaves free, the rulings
included. What tells against it is told as questions that ``judge`` answers the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from checker.proofs import PROOFS
from checker.proofs.registry import Asked, Finding
from checker.rulebook import SELECTORS, Edition, Rulings, rulebook
from checker.theorems import Theorem, theorems_about

Standing: TypeAlias = Literal["holds", "holds-but", "fails"]


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


def raised(edition: Edition, expansion: str | None = None) -> tuple[str, ...]:
    """The rulings that a text raises, in their order: some option of them may decide.

    Where no expansion is named it is free, as for :func:`prove`.
    """
    expansions = (expansion,) if expansion else SELECTORS["expansion"]
    if edition.root != SELECTORS["edition"][0]:
        expansions = SELECTORS["expansion"][:1]
    selected = [{"edition": edition.root, "expansion": each} for each in expansions]
    return tuple(r.id for r in rulebook().rulings.values() if any(map(r.raised_under, selected)))


def prove(edition: Edition, pinned: Rulings, names: Collection[str] = ()) -> Iterator[Proved]:
    """The theorems of these names, or all about the edition, one after another.

    Rulings that are not pinned are free, and so is the expansion of the printed rulebook. Raises
    :class:`checker.rulebook.Unknown` for an unknown name, ruling or option, and ``SolverLimit``.
    """
    wanted = theorems_about(edition, names)
    rulings = {name: option for name, option in pinned.items() if name not in SELECTORS}
    rulebook().rulings_used(edition, rulings, pinned.get("expansion"))
    asked = Asked(edition, pinned)
    return (Proved(theorem, PROOFS[theorem.id](asked)) for theorem in wanted)
