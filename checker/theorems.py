"""What is proved about the rules: the statements of ``specs/theorems.toml``, as frozen data."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from checker.rulebook import Edition, Unknown


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement about the rules, and the texts about which it says something."""

    id: str
    title: str
    statement: str
    editions: tuple[str, ...]


@cache
def theorems() -> Mapping[str, Theorem]:
    """Every theorem by its id, in the order of the file."""
    tables = tomllib.loads(files("specs").joinpath("theorems.toml").read_text("utf-8"))["theorem"]
    listed = [Theorem(**{**table, "editions": tuple(table["editions"])}) for table in tables]
    return {each.id: each for each in listed}


def theorem(name: str) -> Theorem:
    """The theorem of that id; raises :class:`checker.rulebook.Unknown`."""
    if name not in theorems():
        raise Unknown("theorem", name, theorems())
    return theorems()[name]


def theorems_about(edition: Edition, names: Collection[str] = ()) -> list[Theorem]:
    """The theorems about an edition, or those of these names, in their order.

    Raises :class:`checker.rulebook.Unknown` for a name that no theorem about the edition has.
    """
    every = {each.id: each for each in theorems().values() if edition.root in each.editions}
    for name in names:
        if name not in every:
            raise Unknown(f"theorem about {edition.id}", name, every)
    return [each for each in every.values() if not names or each.id in names]
