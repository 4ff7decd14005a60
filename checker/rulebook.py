"""Loads ``specs/``: clauses, rulings and editions, as frozen data.

The sentences live in the TOML files; nothing here decides anything.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import product
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from checker.cards import Symbol

Part = Literal[
    "setup",
    "bid",
    "definition",
    "beating",
    "turn",
    "element",
    "wind",
    "symbols",
    "mandate",
    "variant",
    "consequence",
]
BID_PARTS: tuple[Part, ...] = ("bid", "definition", "beating")
"""What a bid and the bid to beat are judged by, without the table around them."""
Force = Literal["setup", "constraint", "permission", "consequence"]
Rulings = Mapping[str, str]
SELECTORS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"edition": ("rulebook", "early"), "expansion": ("none", "mandate-of-heaven")}
)
"""What stands beside the rulings among the options a question is judged by, and its choices."""
Entry = TypeVar("Entry")
WithId = TypeVar("WithId", "Clause", "Ruling", "Edition")


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """One rule of a text.

    ``sections`` maps each text that says it to the section where it stands. ``force`` is
    ``permission`` for a rule that allows and so forbids nothing, ``consequence`` for one that says
    what an action brings about, ``setup`` for one about what is on the table, which no action can
    break. ``part`` says what it is about: the ``setup``, the ``bid`` as such, the ``definition`` of
    a Combination, ``beating``, ... ``when`` names the options of rulings and of selectors under
    which alone it holds. ``broken`` and ``kept`` are the templates of the sentences used in
    explanations, ``told`` of what is told when it happens; a clause ``about_wilds`` goes without
    saying unless the cards show a wild symbol, or the reading uses one.
    """

    id: str
    title: str
    sections: Mapping[str, str]
    force: Force
    part: Part
    rule: str
    broken: str
    kept: str
    told: str
    about_wilds: Literal["", "shown", "used"]
    when: Rulings
    order: int

    @property
    def formalised(self) -> bool:
        """Whether the model has a function for it: every constraint, and what may carry a bid."""
        return self.force == "constraint" or bool(self.kept)

    def holds_under(self, rulings: Rulings) -> bool:
        """Whether the clause is in force under these options."""
        return all(rulings[ruling] == option for ruling, option in self.when.items())


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """A question that the texts leave open, or on which two editions differ.

    ``unsettles`` is false where the texts SAY different things: such a ruling may be pinned, but
    it never makes a verdict unsettled. ``only`` is the one text that raises the question, if it is
    not the printed rulebook; ``asked_with`` is what has to be played for it to come up, if
    anything: a Mandate of that animal, or ``symbols``.
    """

    id: str
    question: str
    options: tuple[str, ...]
    meaning: Mapping[str, str]
    unsettles: bool
    why: str
    sources: tuple[str, ...]
    only: Literal["early", "mandate-of-heaven"] | None = None
    asked_with: str | None = None

    def raised_under(self, used: Rulings) -> bool:
        """Whether the texts that these options select leave the question open."""
        return self.only in (None, used["edition"], used["expansion"])


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One rules text: what is wild in it and which options it takes unless told otherwise."""

    id: str
    title: str
    wild: Symbol
    deck: str
    based_on: str | None
    covers: tuple[str, ...]
    rulings: Rulings


class Unknown(LookupError):
    """A name that ``specs/`` does not hold.

    ``what`` is the sort of name, ``got`` the name, ``accepted`` the names there are.
    """

    def __init__(self, what: str, got: str, accepted: Iterable[str]) -> None:
        self.what = what
        self.got = got
        self.accepted = tuple(accepted)
        super().__init__(f"unknown {what} {got!r}; accepted: {', '.join(self.accepted)}")


@dataclass(frozen=True, eq=False)
class Rulebook:
    """Everything that ``specs/`` says, by id, in rulebook order."""

    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    editions: Mapping[str, Edition]
    version: str

    def edition(self, name: str) -> Edition:
        """The edition of that id; raises :class:`Unknown`."""
        return _look_up("edition", self.editions, name)

    def clause(self, name: str) -> Clause:
        """The clause of that id; raises :class:`Unknown`."""
        return _look_up("clause", self.clauses, name)

    def ruling(self, name: str) -> Ruling:
        """The ruling of that id; raises :class:`Unknown`."""
        return _look_up("ruling", self.rulings, name)

    @cached_property
    def bid_rulings(self) -> frozenset[str]:
        """The rulings that can unsettle how a bid is judged."""
        of_bids = (c.id for c in self.clauses.values() if c.part in BID_PARTS)
        return frozenset(self.asked_by(of_bids))

    def in_force(self, rulings: Rulings, parts: tuple[Part, ...] = BID_PARTS) -> tuple[Clause, ...]:
        """The clauses of these parts that hold under these options, in rulebook order."""
        return _in_force(self, tuple(sorted(rulings.items())), parts)

    def rulings_used(
        self, edition: Edition, pinned: Rulings, expansion: str | None = None
    ) -> dict[str, str]:
        """Every ruling's option, the pinned ones before the edition's own, and both selectors.

        A question that the texts in use do not raise has its first option, whatever is pinned.
        Raises :class:`Unknown` for a ruling, an option or an expansion that does not exist.
        """
        for ruling, option in pinned.items():
            if option not in self.ruling(ruling).options:
                raise Unknown(f"option of {ruling}", option, self.ruling(ruling).options)
        expansion = expansion or SELECTORS["expansion"][0]
        if expansion not in SELECTORS["expansion"]:
            raise Unknown("expansion", expansion, SELECTORS["expansion"])
        selected = {"edition": self._root(edition), "expansion": expansion}
        wanted = {**edition.rulings, **pinned}
        options = {
            r.id: wanted.get(r.id, r.options[0]) if r.raised_under(selected) else r.options[0]
            for r in self.rulings.values()
        }
        return {**options, **selected}

    def _root(self, edition: Edition) -> str:
        """The text under an edition: its own, or that of what it is laid over."""
        while edition.id not in SELECTORS["edition"]:
            edition = self.edition(edition.based_on or SELECTORS["edition"][0])
        return edition.id

    def asked_by(self, clause_ids: Iterable[str]) -> set[str]:
        """The rulings that can unsettle a verdict and that one of these clauses depends on."""
        asked = {ruling for c in clause_ids for ruling in without_selectors(self.clause(c).when)}
        return {ruling for ruling in asked if self.ruling(ruling).unsettles}

    def changes(
        self, used: Rulings, free: Collection[str], played: Collection[str] = ()
    ) -> tuple[dict[str, str], ...]:
        """Every combination of other options of these rulings, as far as the texts raise them.

        ``played`` are the animals whose Mandates are played, and ``symbols`` where cards are played
        as such. Smallest changes first, then in the order of the rulings.
        """
        raised = [r for r in self.rulings.values() if r.raised_under(used)]
        come_up = [r for r in raised if r.asked_with is None or r.asked_with in played]
        open_ones = [r for r in come_up if r.id in free]
        choices = (
            zip(open_ones, options, strict=True)
            for options in product(*(r.options for r in open_ones))
        )
        combinations = [{r.id: o for r, o in choice if o != used[r.id]} for choice in choices]
        return tuple(sorted((c for c in combinations if c), key=len))


def without_selectors(options: Rulings) -> dict[str, str]:
    """The rulings alone among these options."""
    return {name: option for name, option in options.items() if name not in SELECTORS}


@cache
def _in_force(
    book: Rulebook, options: tuple[tuple[str, str], ...], parts: tuple[Part, ...]
) -> tuple[Clause, ...]:
    of_parts = (clause for clause in book.clauses.values() if clause.part in parts)
    return tuple(clause for clause in of_parts if clause.holds_under(dict(options)))


def _look_up(what: str, table: Mapping[str, Entry], name: str) -> Entry:
    if name not in table:
        raise Unknown(what, name, table)
    return table[name]


@cache
def rulebook() -> Rulebook:
    """The rulebook of this project, read once."""
    specs = files("specs")
    names = ("editions.toml", "rulings.toml")
    texts = {name: specs.joinpath(name).read_text("utf-8") for name in names}
    folder = specs.joinpath("clauses")
    texts |= {
        f"clauses/{entry.name}": entry.read_text("utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }
    clause_tables = [
        table
        for name, text in texts.items()
        if name.startswith("clauses/")
        for table in tomllib.loads(text)["clause"]
    ]
    digest = hashlib.sha256("\0".join(f"{n}\0{t}" for n, t in sorted(texts.items())).encode())
    return Rulebook(
        clauses=_by_id(_clause(table, order) for order, table in enumerate(clause_tables)),
        rulings=_by_id(_ruling(t) for t in tomllib.loads(texts["rulings.toml"])["ruling"]),
        editions=_by_id(_edition(t) for t in tomllib.loads(texts["editions.toml"])["edition"]),
        version=digest.hexdigest()[:16],
    )


def _by_id(entries: Iterable[WithId]) -> Mapping[str, WithId]:
    table: dict[str, WithId] = {}
    for entry in entries:
        if entry.id in table:
            raise ValueError(f"specs hold the id {entry.id!r} twice")
        table[entry.id] = entry
    return MappingProxyType(table)


def _clause(table: dict[str, Any], order: int) -> Clause:
    keys = {"section": "rulebook", "early": "early", "mandate": "mandate-of-heaven"}
    sections = {text: table.pop(key) for key, text in keys.items() if key in table}
    table = {"when": {}, "about_wilds": "", "broken": "", "kept": "", "told": "", **table}
    return Clause(sections=MappingProxyType(sections), order=order, **table)


def _ruling(table: dict[str, Any]) -> Ruling:
    lists = {"options": tuple(table["options"]), "sources": tuple(table["sources"])}
    return Ruling(**{**table, **lists})


def _edition(table: dict[str, Any]) -> Edition:
    return Edition(
        id=table["id"],
        title=table["title"],
        wild=Symbol(table["wild"]),
        deck=table["deck"],
        based_on=table.get("based_on"),
        covers=tuple(table["covers"]),
        rulings={**table.get("rulings", {}), **table.get("differs", {})},
    )
