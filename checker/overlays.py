"""A file of editions that is laid over those of ``specs``: an FAQ or an erratum, as data.

Here it is read and checked; what it means is the rulebook's.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Table: TypeAlias = dict[str, Any]

KEYS = ("id", "title", "based_on", "rulings", "differs", "sources")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadOverlay(ValueError):
    """An overlay that cannot be used; the message has a line for every fault."""

    def __init__(self, path: Path, faults: Collection[str]) -> None:
        self.path, self.faults = path, tuple(faults)
        super().__init__(f"{path}: {'; '.join(self.faults)}")


def read_tables(
    path: Path, editions: Collection[str], rulings: Mapping[str, tuple[str, ...]]
) -> list[Table]:
    """The tables of the overlay's editions; raises :class:`BadOverlay` with all its faults.

    ``editions`` are the ids that are taken and can be based on, ``rulings`` the options of each.
    """
    try:
        whole = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadOverlay(path, [f"cannot be read: {error.strerror}"]) from None
    except ValueError as error:
        raise BadOverlay(path, [f"is not TOML: {error}"]) from None
    tables = whole.get("edition")
    if whole.keys() != {"edition"} or not isinstance(tables, list) or not _are_tables(tables):
        got = ", ".join(whole) or "nothing"
        raise BadOverlay(path, [f"got {got}; accepted: [[edition]] tables and nothing else"])
    known = list(editions)
    faults: list[str] = []
    for place, table in enumerate(tables):
        name = table.get("id", place)
        faults += [f"edition {name}: {fault}" for fault in _faults(table, known, rulings)]
        known.append(str(name))
    if faults:
        raise BadOverlay(path, faults)
    return list(tables)


def _faults(
    table: Table, editions: Collection[str], rulings: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    for key in table.keys() - set(KEYS):
        yield f"got the key {key!r}; accepted: {', '.join(KEYS)}"
    for key in ("id", "title", "based_on"):
        if not isinstance(table.get(key), str):
            yield f"{key}: got {table.get(key)!r}; accepted: a text"
    for key in ("rulings", "differs", "sources"):
        if not _texts(table.get(key, {})):
            yield f"{key}: got {table[key]!r}; accepted: texts by the id of a ruling"
            return
    if table.get("id") in editions or not _ID.fullmatch(str(table.get("id"))):
        yield f"id: got {table.get('id')!r}; accepted: small letters and hyphens, not yet in use"
    if table.get("based_on") not in editions:
        yield f"based_on: got {table.get('based_on')!r}; accepted: {', '.join(editions)}"
    options, sources = (
        {**table.get("rulings", {}), **table.get("differs", {})},
        table.get("sources", {}),
    )
    for ruling, option in options.items():
        if ruling not in rulings:
            yield f"got the ruling {ruling!r}; accepted: {', '.join(rulings)}"
        elif option not in rulings[ruling]:
            yield f"{ruling}: got {option!r}; accepted: {', '.join(rulings[ruling])}"
    for ruling in sorted(options.keys() ^ sources.keys()):
        got = "an option and no source" if ruling in options else "a source and no option"
        yield f"{ruling}: got {got}; accepted: an option, and in sources the section that says so"


def _texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _are_tables(values: list[object]) -> bool:
    return all(isinstance(value, dict) for value in values)
