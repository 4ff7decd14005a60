"""What a theorem is asked with and what it answers, and the functions of all theorems by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias, TypeVar

from checker.cards import VALUES, Value
from checker.decks import deck
from checker.model.compiled import TIERS
from checker.model.theorems.beating import Beating, well_formed
from checker.readings import Reading, reading_space
from checker.rulebook import Edition, Rulings

Body: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """A question that is answered as said: what it shows, its body, the verdict and its clauses.

    ``endpoint`` is ``judge``, or ``step`` where the difference lies in what comes of an action.
    """

    says: str
    body: Body
    verdict: str
    reasons: tuple[str, ...]
    endpoint: str = "judge"


@dataclass(frozen=True, slots=True)
class Against:
    """What tells against a theorem under these options; empty are the usual ones.

    ``says`` tells what was found; ``shown`` are the questions that show it.
    """

    rulings: Rulings
    says: str
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """How a theorem came out: within which bounds, what tells against it, and what it rests on.

    ``remarks`` say what is worth knowing, ``witnesses`` are examples that it promises.
    """

    bounds: str
    against: tuple[Against, ...] = ()
    remarks: tuple[str, ...] = ()
    witnesses: tuple[Shown, ...] = ()


@dataclass(frozen=True, eq=False)
class Asked:
    """The text a theorem is asked about, and the rulings that are pinned; the others are free."""

    edition: Edition
    pinned: Rulings

    @cached_property
    def combinations(self) -> tuple[Reading, ...]:
        """Every reading that all cards of the deck together can make, by some rulings."""
        naturals, wilds = self.in_deck
        made = (
            reading
            for reading in reading_space(TIERS[-1].values)
            if reading.span.start >= 0
            and sum(max(0, reading.width - naturals[VALUES[v]]) for v in reading.span) <= wilds
        )
        return tuple(well_formed(self.edition, self.pinned, made))

    @cached_property
    def in_deck(self) -> tuple[Mapping[Value, int], int]:
        """How often the deck can show each value at once, and how many wild symbols."""
        naturals = dict.fromkeys(VALUES, 0)
        wilds = 0
        for (_, white), blue in deck(self.edition.deck).blue.items():
            wilds += blue.symbols.count(self.edition.wild)
            for value in {white, blue.value}:
                naturals[value] += max(int(value == white), blue.count * (value == blue.value))
        return naturals, wilds

    @cached_property
    def beating(self) -> Beating:
        """Who beats whom among all combinations of the deck."""
        return Beating(self.edition, self.pinned, self.combinations)


Proof: TypeAlias = Callable[[Asked], Finding]
PROOFS: dict[str, Proof] = {}
"""The function of every theorem by its id; ``specs/theorems.toml`` says what each states."""


def theorem(name: str) -> Callable[[Proof], Proof]:
    """Register a function as the proof of one theorem; raises ``ValueError`` if it has one."""

    def register(function: Proof) -> Proof:
        if name in PROOFS:
            raise ValueError(f"the theorem {name!r} is proved twice")
        PROOFS[name] = function
        return function

    return register


class Found(Protocol):
    """Something that tells against a theorem under some options."""

    @property
    def rulings(self) -> Rulings:
        """The options that are not the usual ones."""


FoundOne = TypeVar("FoundOne", bound=Found)


def exceptions(ask: Callable[[Sequence[Rulings]], FoundOne | None]) -> Iterable[FoundOne]:
    """All that tells against a theorem, once for each choice of the rulings that matters.

    ``ask`` finds something beyond the choices that are known already. What holds under the usual
    options ends the search.
    """
    known: list[Rulings] = []
    while (found := ask(known)) is not None:
        yield found
        if not found.rulings:
            return
        known.append(found.rulings)
