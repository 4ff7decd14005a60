"""Presets: house rules by name, which stand for what they pin and for nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from api.app import make_app
from api.cli import main
from checker.rulebook import rulebook
from checker.wire import answers
from checker.wire.problems import Invalid

FOUR: dict[str, Any] = {"bid": ["9"] * 4, "over": ["8"] * 4}
NAMES = list(rulebook().presets)


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_can_be_used(name: str) -> None:
    """Each names an edition, an expansion, rulings and options that there are."""
    preset, book = rulebook().preset(name), rulebook()
    used = book.rulings_used(book.edition(preset.edition), preset.rulings, preset.expansion)
    assert preset.rulings.items() <= used.items()
    assert preset.title
    assert preset.why


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_is_what_it_stands_for(name: str) -> None:
    """The answer and its id are those of the same rules spelled out; only the name is added."""
    preset = rulebook().preset(name)
    spelled = {
        "edition": preset.edition,
        "expansion": preset.expansion,
        "rulings": dict(preset.rulings),
    }
    named, plain = answers.judge({**FOUR, "preset": name}), answers.judge({**FOUR, **spelled})
    assert named["decided_by"].pop("preset") == name
    assert "preset" not in plain["decided_by"]
    assert named == plain


def test_explicit_keys_win() -> None:
    """An edition, an expansion or an option beside a preset goes before its own."""
    body = {**FOUR, "preset": "strict", "rulings": {"natural-four": "either"}, "edition": "early"}
    decided = answers.judge(body)["decided_by"]
    assert decided["edition"] == "early"
    assert decided["rulings"]["natural-four"] == "either"
    assert decided["rulings"]["formation-shape"] == "same-shape"


def test_cards_are_those_of_the_presets_deck() -> None:
    """Named cards are read with the deck of the edition that the preset names."""
    told = answers.judge({"bid": ["water-4:blue"], "preset": "early"})
    assert told["decided_by"]["deck"] == "early"
    assert [reading["top"] for reading in told["readings"]] == ["Q"]


@pytest.mark.parametrize("ask", [answers.judge, answers.plays, answers.dispute])
def test_an_unknown_preset_is_a_fault(ask: Any) -> None:
    """It is refused like any other name, with the ones that are known."""
    with pytest.raises(Invalid) as caught:
        ask({"bid": ["7"], "preset": "loose"} if ask is not answers.plays else {"preset": "loose"})
    fault = next(f for f in caught.value.faults if f.pointer == "/preset")
    assert fault.got == "loose"
    assert "strict" in fault.accepted


def test_over_http() -> None:
    """All presets, one, and none of that name."""
    client = make_app().test_client()
    every = client.get("/v1/presets").get_json()["presets"]
    assert [each["id"] for each in every] == NAMES
    assert client.get("/v1/presets/strict").get_json() in every
    assert client.get("/v1/presets/loose").status_code == 404


def test_on_the_command_line() -> None:
    """``presets`` lists them; ``--preset`` judges by one and says so."""
    run = CliRunner().invoke
    assert "natural-four=bomb-only" in run(main, ["presets", "strict"]).output
    assert json.loads(run(main, ["presets", "--json"]).output)["presets"]
    assert run(main, ["presets", "loose"]).exit_code == 3
    judged = run(main, ["judge", "9 9 9 9", "--over", "8 8 8 8", "--preset", "strict"]).output
    assert "Decided by the preset strict, edition rulebook." in judged
