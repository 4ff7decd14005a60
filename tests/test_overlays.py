"""Overlays: editions that an FAQ or an erratum adds as data. The ones here are made up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli import main
from checker.judging import judge
from checker.overlays import BadOverlay
from checker.questions import Bid, JudgeQuestion, Rules
from checker.readings import Claim, Kind
from checker.rulebook import OVERLAY, Edition, load, overlaid, rulebook
from checker.wire.writing import reason_form
from tests.questions import cards

FAQ = """
[[edition]]
id = "made-up-faq"
title = "Made-up FAQ"
based_on = "rulebook"

[edition.differs]
formation-shape = "same-shape"

[edition.rulings]
natural-four = "bomb-only"

[edition.sources]
formation-shape = "Answer 4"
natural-four = "Answer 3"
"""
PAIRS, TRIPLES = ["10", "10", "9", "9", "8", "8"], ["7", "7", "7", "6", "6", "6"]
SHAPES = JudgeQuestion(Bid(cards(PAIRS)), Bid(cards(TRIPLES)))


@pytest.fixture
def faq(tmp_path: Path) -> Path:
    """A file with the FAQ."""
    path = tmp_path / "faq.toml"
    path.write_text(FAQ, "utf-8")
    return path


def edition(path: Path) -> Edition:
    """The one edition of the overlay."""
    (found,) = overlaid(path, rulebook().editions, rulebook().rulings).values()
    return found


def by(question: JudgeQuestion, text: Edition) -> JudgeQuestion:
    """The question by this edition."""
    return replace(question, rules=Rules(text))


def test_a_copy_of_the_specs_can_hold_one(tmp_path: Path) -> None:
    """An edition that is appended to a copy of the specs is one like any other."""
    folder = tmp_path / "specs"
    copytree(str(files("specs")), folder)
    with (folder / "editions.toml").open("a", encoding="utf-8") as text:
        text.write(FAQ)
    book = load(folder)
    found = book.edition("made-up-faq")
    assert found.rulings == {"natural-four": "bomb-only", "formation-shape": "same-shape"}
    assert (found.wild, found.deck) == ("water", "rulebook")
    assert book.version != rulebook().version
    assert judge(by(SHAPES, found)).verdict == "illegal"


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        *((n, True) for n in ("rulings.toml", "clauses/02-beat.toml", "decks/early.toml")),
        *((n, True) for n in ("decks/rulebook.toml", "animals.toml", "suits.toml")),
        *((n, False) for n in ("presets.toml", "sentences/early.toml", "decks.md")),
    ],
)
def test_the_version_covers_what_an_answer_depends_on(
    tmp_path: Path, name: str, counts: bool
) -> None:
    """Any change of a data file that decides gives another one, a change of any other does not."""
    folder = tmp_path / "specs"
    copytree(str(files("specs")), folder)
    with (folder / name).open("a", encoding="utf-8") as text:
        text.write("# changed\n")
    assert (load(folder).version != rulebook().version) is counts


def test_it_is_cited_for_what_it_decides(faq: Path) -> None:
    """A clause that holds by its option cites it; any other the text that it is laid over."""
    text = edition(faq)
    (reason,) = judge(by(SHAPES, text)).reasons
    form = reason_form(reason, text)
    assert (form["source"], form["section"]) == ("made-up-faq", "Answer 4")
    assert "fallback" not in form
    lower = JudgeQuestion(Bid(cards(["4"])), Bid(cards(["5"])))
    (reason,) = judge(by(lower, text)).reasons
    assert reason_form(reason, text)["source"] == "rulebook"


def test_what_it_settles_is_settled(faq: Path) -> None:
    """What it says is no open question, what it only assumes is."""
    assert judge(by(SHAPES, edition(faq))).settled
    claimed = Bid(cards(["9+9", "9+9"]), Claim(kind=Kind.SET))
    four = JudgeQuestion(claimed, Bid(cards(["8+8", "8", "8+water"]), Claim(width=4)))
    told = judge(by(four, edition(faq)))
    assert [dict(change.change) for change in told.changes] == [{"natural-four": "either"}]


def test_laid_over_the_early_text(tmp_path: Path) -> None:
    """What it does not say is that of the text below: wild, deck, options and what is settled."""
    path = tmp_path / "errata.toml"
    path.write_text('[[edition]]\nid = "errata"\ntitle = "x"\nbased_on = "early"\n', "utf-8")
    text, early = edition(path), rulebook().edition("early")
    assert (text.wild, text.deck, text.root) == (early.wild, early.deck, "early")
    assert (text.rulings, text.settles) == (early.rulings, early.settles)
    assert text.lineage == ("errata", "early", "rulebook")


def test_all_faults_at_once(tmp_path: Path) -> None:
    """A file that cannot be used says everything that is wrong with it."""
    path = tmp_path / "bad.toml"
    path.write_text(
        '[[edition]]\nid = "early"\ncolour = "red"\nbased_on = "late"\n'
        '[edition.differs]\nnatural-four = "both"\nnatural-five = "either"\n',
        "utf-8",
    )
    with pytest.raises(BadOverlay) as caught:
        overlaid(path, rulebook().editions, rulebook().rulings)
    told = str(caught.value)
    for part in ("'colour'", "title: got None", "'early'", "'late'", "'both'", "'natural-five'"):
        assert part in told
    assert "no source" in told


@pytest.mark.parametrize("text", ["", "[edition]\n", "edition = 3", "[[edition", "[[clause]]\n"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    """Nothing but TOML with tables of editions is an overlay."""
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadOverlay):
        overlaid(path, rulebook().editions, rulebook().rulings)
    assert CliRunner().invoke(main, ["changes", "--overlay", str(path)]).exit_code == 3


def program(overlay: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command with the overlay in its environment."""
    start = "from api.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", start, *words],
        env={**os.environ, OVERLAY: str(overlay)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_names_it(faq: Path) -> None:
    """Every command then knows the edition, and a dispute has its rows."""
    told = program(faq, "dispute", "10 10 9 9 8 8", "--over", "7 7 7 6 6 6", "--json")
    rows = json.loads(told.stdout)["rows"]
    (row,) = [row for row in rows if row["edition"] == "made-up-faq" and not row["options"]]
    assert row["verdict"] == "illegal"
    assert (row["because"][0]["source"], row["because"][0]["section"]) == (
        "made-up-faq",
        "Answer 4",
    )
    assert program(faq.parent / "missing.toml", "rulings").returncode == 3


def case(name: str, *bid: str, over: str, **more: Any) -> dict[str, Any]:
    """A fixture that asks whether one bid beats another."""
    request = {"bid": list(bid), "over": over.split(), **more}
    return {"id": name, "endpoint": "judge", "request": request}


def test_which_verdicts_it_changes(faq: Path, tmp_path: Path) -> None:
    """One line for each changed answer: before, after and the clause; then how many."""
    path = tmp_path / "cases.json"
    cases = [
        case("shape", *PAIRS, over=" ".join(TRIPLES)),
        case("pair", "6+6", over="5 5"),
        case("pinned", *["9"] * 4, over="8 8 8 8", rulings={"natural-four": "either"}),
        case("unread", "joker", over="5"),
        case("other-text", *["9"] * 4, over="8 8 8 8", edition="early"),
        {"id": "plays", "endpoint": "plays", "request": {"hand": ["9"] * 4}},
    ]
    path.write_text(json.dumps({"cases": cases}), "utf-8")
    result = CliRunner().invoke(main, ["changes", "--overlay", str(faq), str(path)])
    assert result.exit_code == 4
    assert result.output.splitlines() == [
        "shape: legal as formation 2x3 10 -> illegal (formation-same-shape)",
        "plays: 16 plays -> 15 plays (natural-four-bomb-only)",
        "",
        "2 answers of 4 changed by made-up-faq.",
    ]


def test_nothing_changes(faq: Path, tmp_path: Path) -> None:
    """Exit code 0 where all answers stay, 3 for a file that holds no cases."""
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": [case("pair", "6+6", over="5 5")]}), "utf-8")
    words = ["changes", "--overlay", str(faq), str(path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    path.write_text("{}", "utf-8")
    assert CliRunner().invoke(main, words).exit_code == 3


def test_all_fixtures_by_default(faq: Path) -> None:
    """The fixtures of the package are asked, and the known pairs for these rulings change."""
    result = CliRunner().invoke(main, ["changes", "--overlay", str(faq), "--json"])
    changed = {each["id"] for each in json.loads(result.output)["changed"]}
    assert {"formation-other-shape", "four-naturals"} <= changed
