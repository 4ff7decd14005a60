"""The library of named goals: ``specs/goals/*.toml``, each with what it says and what it finds."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from checker.conditions import Goal
from checker.rulebook import Unknown
from checker.wire.goals import read_goal

Expect: TypeAlias = Literal["found", "impossible", "none"]


@dataclass(frozen=True, slots=True)
class NamedGoal:
    """A goal of the library.

    ``form`` is the goal as JSON. ``expect`` says what comes of it: it is ``found``, ``impossible``
    because of some clauses, or there is ``none`` within the bounds.
    """

    id: str
    title: str
    statement: str
    expect: Expect
    form: Mapping[str, Any]
    goal: Goal


@cache
def goals() -> Mapping[str, NamedGoal]:
    """Every named goal by its id, in the order of the files of ``specs/goals`` and within them.

    Raises ``Invalid`` for one that is no goal.
    """
    return MappingProxyType({each.id: each for each in _read()})


def named(name: str) -> NamedGoal:
    """The goal of that id; raises :class:`checker.rulebook.Unknown`."""
    if name not in goals():
        raise Unknown("goal", name, goals())
    return goals()[name]


def _read() -> Iterator[NamedGoal]:
    folder = files("specs").joinpath("goals")
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        for entry in tomllib.loads(file.read_text("utf-8"))["goal"]:
            form = json.loads(entry.pop("goal"))
            yield NamedGoal(**entry, form=form, goal=read_goal(form))
