"""Test vectors for other implementations, and what they cover."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.options import Whole, options
from api.program import refusals

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMATS = ("json", "jsonl", "pytest", "jest")
"""As ``checker.vectors.formats`` has them, which is loaded only where it is used."""


@click.group()
def fixtures() -> None:
    """Test vectors for other implementations, and what they cover.

    fixtures/README.md describes the cases.
    """


out_option = options(
    click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("panda-spin-fixtures"),
        show_default=True,
        help="The folder to write to; it is made if it is not there.",
    ),
    click.option(
        "--processes",
        type=Whole(1, 64),
        default=lambda: os.cpu_count() or 1,
        show_default="as many as there are processors",
    ),
)


@fixtures.command()
@out_option
@click.option("--format", "form", type=click.Choice(FORMATS), default="json", show_default=True)
@click.option(
    "--shipped",
    is_flag=True,
    help="Write the cases that come with this version, which are the same, instead of building.",
)
def build(out: Path, processes: int, form: Any, *, shipped: bool) -> None:
    """Build the generated cases: the same bytes on every machine.

    As json the generated cases, file by file; as jsonl all cases, those made by hand first; as
    pytest or jest the same with a test to fill in. Takes minutes, unless --shipped.

    \b
    panda-spin fixtures build --format pytest --shipped --out my-tests
    """
    with refusals(as_json=False):
        from checker.vectors import building, formats

        if shipped:
            cases = formats.shipped()
        else:
            cases = building.build(processes, lambda told: click.echo(told, err=True))
        _write(out, formats.texts(cases, form))


@fixtures.command()
@out_option
def matrix(out: Path, processes: int) -> None:
    """Say of every clause what it has: a function, words, cases on both sides, dead mutants.

    Counts the cases that come with this version. What is written is what specs/coverage holds.
    """
    with refusals(as_json=False):
        from checker.vectors import covering, formats

        cases = [*formats.by_hand(), *formats.shipped()]
        _write(out, covering.texts(covering.mutant_rows(cases, processes), cases))


def _write(out: Path, texts: Mapping[str, str]) -> None:
    """Writes the files, and says of each how large it is and what it hashes to."""
    import hashlib

    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (out / name).write_bytes(text.encode())
    except OSError as error:
        raise click.UsageError(
            f"--out {out}: {error.strerror}; accepted: a folder that can be written to"
        ) from None
    for name, text in texts.items():
        data = text.encode()
        digest = hashlib.sha256(data).hexdigest()[:16]
        click.echo(f"{out / name}  {len(data):,} bytes  sha256 {digest}...")
