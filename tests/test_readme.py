"""The README, and how to write a position, show what is really printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main
from checker.wire.actions import (
    BidActionBody,
    ElementActionBody,
    MandateBody,
    PassActionBody,
    SymbolsActionBody,
    WindActionBody,
)
from checker.wire.positions import (
    BidEntryBody,
    PassEntryBody,
    PlayerBody,
    PositionBody,
    SymbolsEntryBody,
    WindEntryBody,
)

FOLDER = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "specs/position.md", "specs/goals.md")
TEXTS = [FOLDER.joinpath(name).read_text("utf-8") for name in DOCUMENTS]
BLOCKS = [block for text in TEXTS for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)]
TABLES = sorted(FOLDER.joinpath("fixtures", "tables").glob("*.json"))
NAMES_OF_VERSIONS = (
    (r'"rulings":\{"[^}]*\}', '"rulings":{"RULING":"OPTION"}'),
    (r'"specs":"[0-9a-f]+"', '"specs":"SPECS"'),
    (r'"engine":"[^"]+"', '"engine":"ENGINE"'),
    (r'"decision_id":"[0-9a-f]+"', '"decision_id":"DECISION"'),
)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_console(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows a command is its output, but for names of versions and the list of options."""
    monkeypatch.chdir(FOLDER)
    command, _, expected = block.partition("\n")
    prompt, program, *arguments = shlex.split(command)
    assert (prompt, program) == ("$", "panda-spin")
    printed = CliRunner().invoke(main, arguments).output
    for pattern, name in NAMES_OF_VERSIONS:
        printed = re.sub(pattern, name, printed)
    assert printed == expected


def test_there_are_blocks() -> None:
    """The pattern above finds what it is meant to find."""
    assert len(BLOCKS) >= 9


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_tables_stand_there_as_they_are(path: Path) -> None:
    """Each file of an example is shown whole beside what comes of it."""
    assert f"```json\n{path.read_text('utf-8')}```" in TEXTS[1]


def test_own_goal_stands_there_as_it_is() -> None:
    """The file of the example is shown whole before what comes of it."""
    goal = FOLDER.joinpath("specs", "goal-example.json").read_text("utf-8")
    assert f"```json\n{goal}```" in TEXTS[2]


def test_picture_of_the_order_is_what_is_drawn(tmp_path: Path) -> None:
    """The drawing that the documents show is that of this version."""
    drawn = tmp_path / "order.svg"
    CliRunner().invoke(main, ["order", "--svg", str(drawn)], catch_exceptions=False)
    assert drawn.read_bytes() == FOLDER.joinpath("specs", "order.svg").read_bytes()


def test_every_key_of_a_position_and_of_an_action_is_told() -> None:
    """Every key that a request may hold has its line."""
    entries = (BidEntryBody, PassEntryBody, WindEntryBody, SymbolsEntryBody)
    actions = (BidActionBody, ElementActionBody, PassActionBody, WindActionBody, SymbolsActionBody)
    bodies = (PositionBody, PlayerBody, *entries, *actions, MandateBody)
    keys = {field.alias or name for b in bodies for name, field in b.model_fields.items()}
    assert {key for key in keys if f"\n| `{key}` | " not in TEXTS[1]} == set()
