"""Loads ``specs/``: clauses, rulings, editions and presets, as frozen data.

The sentences live in the TOML files; nothing here decides anything. A file of further editions may
be laid over them, see ``checker.overlays``.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from checker.cards import Symbol
from checker.overlays import read_tables

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
WithId = TypeVar("WithId", "Clause", "Ruling", "Edition", "Preset")
OVERLAY = "PANDA_SPIN_OVERLAY"
"""The environment variable that names a file of editions to lay over those of ``specs``."""


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
    """One rules text: what is wild in it and which options it takes unless told otherwise.

    ``lineage`` is the edition and the texts it is based on, nearest first. What it ``settles`` it
    says itself, so that no verdict by it is unsettled there. ``sources`` are the edition and the
    section to cite for an option, where a text laid over another decides it.
    """

    id: str
    title: str
    wild: Symbol
    deck: str
    lineage: tuple[str, ...]
    covers: tuple[str, ...]
    rulings: Rulings
    settles: frozenset[str]
    sources: Mapping[str, tuple[str, str]]

    @property
    def based_on(self) -> str | None:
        """The text that is asked where this one says nothing."""
        return self.lineage[1] if len(self.lineage) > 1 else None

    @property
    def root(self) -> str:
        """The text that clauses know it by: its own, or that of what it is laid over."""
        roots = SELECTORS["edition"]
        return next((text for text in self.lineage if text in roots), roots[0])


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """House rules: an edition, an expansion and options that are pinned together."""

    id: str
    title: str
    edition: str
    expansion: str | None
    rulings: Rulings
    why: str


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
    """Everything that ``specs/`` says, by id, in rulebook order.

    ``version`` is a hash of all data that an answer depends on, the decks and animals as well.
    """

    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    editions: Mapping[str, Edition]
    presets: Mapping[str, Preset]
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

    def preset(self, name: str) -> Preset:
        """The preset of that id; raises :class:`Unknown`."""
        return _look_up("preset", self.presets, name)

    @cached_property
    def bid_rulings(self) -> frozenset[str]:
        """The rulings that can unsettle how a bid is judged."""
        of_bids = (c.id for c in self.clauses.values() if c.part in BID_PARTS)
        return frozenset(self.asked_by(of_bids))

    def in_force(self, rulings: Rulings, parts: tuple[Part, ...] = BID_PARTS) -> tuple[Clause, ...]:
        """The clauses of these parts that hold under these options, in rulebook order."""
        return _in_force(self, frozenset(rulings.items()), parts)

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
        selected = {"edition": edition.root, "expansion": expansion}
        wanted = {**edition.rulings, **pinned}
        options = {
            r.id: wanted.get(r.id, r.options[0]) if r.raised_under(selected) else r.options[0]
            for r in self.rulings.values()
        }
        return {**options, **selected}

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
    book: Rulebook, options: frozenset[tuple[str, str]], parts: tuple[Part, ...]
) -> tuple[Clause, ...]:
    of_parts = (clause for clause in book.clauses.values() if clause.part in parts)
    return tuple(clause for clause in of_parts if clause.holds_under(dict(options)))


def _look_up(what: str, table: Mapping[str, Entry], name: str) -> Entry:
    if name not in table:
        raise Unknown(what, name, table)
    return table[name]


@cache
def rulebook() -> Rulebook:
    """The rulebook of this project with what is laid over it, read once."""
    overlay = os.environ.get(OVERLAY)
    return load(files("specs"), Path(overlay) if overlay else None)


_DECIDING = ("animals.toml", "editions.toml", "rulings.toml", "suits.toml")
"""The files, besides clauses and decks, that an answer depends on."""


def _texts_in(specs: Traversable, folder: str) -> dict[str, str]:
    """The data files of a folder by their names under ``specs``, sorted."""
    entries = sorted(specs.joinpath(folder).iterdir(), key=lambda entry: entry.name)
    data = [entry for entry in entries if entry.name.endswith(".toml")]
    return {f"{folder}/{entry.name}": entry.read_text("utf-8") for entry in data}


def load(specs: Traversable, overlay: Path | None = None) -> Rulebook:
    """The rulebook that a folder like ``specs`` holds; raises ``BadOverlay`` for the overlay."""
    texts = {name: specs.joinpath(name).read_text("utf-8") for name in _DECIDING}
    texts |= _texts_in(specs, "clauses") | _texts_in(specs, "decks")
    clause_tables = [
        table
        for name, text in texts.items()
        if name.startswith("clauses/")
        for table in tomllib.loads(text)["clause"]
    ]
    rulings = _by_id(_ruling(t) for t in tomllib.loads(texts["rulings.toml"])["ruling"])
    editions: dict[str, Edition] = {}
    for table in tomllib.loads(texts["editions.toml"])["edition"]:
        editions |= {table["id"]: read_edition(table, editions)}
    if overlay:
        editions |= overlaid(overlay, editions, rulings)
        texts["overlay"] = overlay.read_text("utf-8")
    digest = hashlib.sha256("\0".join(f"{n}\0{t}" for n, t in sorted(texts.items())).encode())
    # A preset cannot change an answer that does not name it.
    presets = tomllib.loads(specs.joinpath("presets.toml").read_text("utf-8"))["preset"]
    return Rulebook(
        clauses=_by_id(_clause(table, order) for order, table in enumerate(clause_tables)),
        rulings=rulings,
        editions=MappingProxyType(editions),
        presets=_by_id(_preset(table) for table in presets),
        version=digest.hexdigest()[:16],
    )


def overlaid(
    path: Path, editions: Mapping[str, Edition], rulings: Mapping[str, Ruling]
) -> dict[str, Edition]:
    """The editions of an overlay, by id; raises :class:`checker.overlays.BadOverlay`."""
    options = {ruling.id: ruling.options for ruling in rulings.values()}
    found: dict[str, Edition] = {}
    for table in read_tables(path, editions, options):
        found[table["id"]] = read_edition(table, {**editions, **found})
    return found


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


def read_edition(table: Mapping[str, Any], editions: Mapping[str, Edition]) -> Edition:
    """The edition of a table of the specs; what it does not say is that of what it is based on."""
    base = editions.get(table.get("based_on", ""))
    says, sources = table.get("differs", {}), table.get("sources", {})
    return Edition(
        id=table["id"],
        title=table["title"],
        wild=Symbol(table["wild"]) if "wild" in table or not base else base.wild,
        deck=table["deck"] if "deck" in table or not base else base.deck,
        lineage=(table["id"], *(base.lineage if base else ())),
        covers=tuple(table["covers"] if "covers" in table or not base else base.covers),
        rulings={**(base.rulings if base else {}), **table.get("rulings", {}), **says},
        settles=frozenset(says) | (base.settles if base else frozenset()),
        sources={
            **(base.sources if base else {}),
            **{ruling: (table["id"], section) for ruling, section in sources.items()},
        },
    )


def _preset(table: dict[str, Any]) -> Preset:
    none = SELECTORS["expansion"][0]
    expansion = None if table["expansion"] == none else table["expansion"]
    return Preset(**{**table, "expansion": expansion})
