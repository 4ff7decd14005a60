"""The README shows what is really printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
NAMES_OF_VERSIONS = (
    (r'"rulings":\{"[^}]*\}', '"rulings":{"RULING":"OPTION"}'),
    (r'"specs":"[0-9a-f]+"', '"specs":"SPECS"'),
    (r'"engine":"[^"]+"', '"engine":"ENGINE"'),
    (r'"decision_id":"[0-9a-f]+"', '"decision_id":"DECISION"'),
)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_console(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows a command is its output, but for names of versions and the list of options."""
    monkeypatch.chdir(README.parent)
    command, _, expected = block.partition("\n")
    prompt, program, *arguments = shlex.split(command)
    assert (prompt, program) == ("$", "panda-spin")
    printed = CliRunner().invoke(main, arguments).output
    for pattern, name in NAMES_OF_VERSIONS:
        printed = re.sub(pattern, name, printed)
    assert printed == expected


def test_there_are_blocks() -> None:
    """The pattern above finds what it is meant to find."""
    assert len(BLOCKS) >= 4
