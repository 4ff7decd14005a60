"""The order of bids: the pairs of an independent reference, and a drawing of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner

from api.cli import main
from api.rendering.orders import drawing
from checker.model.compiled import TooLarge
from checker.order import MOST_VALUES, Order
from checker.proof_forms import order_form
from checker.questions import Rules
from checker.readings import Kind
from checker.rulebook import Rulings, rulebook
from tests import reference
from tests.questions import plain

SVG = "{http://www.w3.org/2000/svg}"


def order(edition: str = "rulebook", pinned: Rulings | None = None, most: int = 8) -> Order:
    """The order by this text."""
    return Order(Rules(rulebook().edition(edition), pinned or {}), most)


@pytest.mark.parametrize("edition", ["rulebook", "early"])
@pytest.mark.parametrize("shape", ["same-count", "same-shape"])
def test_the_order_is_that_of_the_reference(edition: str, shape: str) -> None:
    """Pair by pair; from the fewest arrows all others follow, and none of them is too many."""
    told = order(edition, {"formation-shape": shape})
    expected = {
        (bid, over)
        for bid in told.bids
        for over in told.bids
        if reference.beats(plain(bid), plain(over), formation_shape=shape)
    }
    assert set(told.graph.edges) == expected
    assert told.is_transitive
    assert (told.cycle, told.tangled) == ((), ())
    assert set(networkx.transitive_closure_dag(told.least).edges) == expected
    for arrow in list(told.least.edges):
        fewer = told.least.copy()
        fewer.remove_edge(*arrow)
        assert not networkx.has_path(fewer, *arrow)
    (best,) = told.unbeaten
    assert (best.kind, best.count, best.top) == (Kind.BOMB, 8, max(b.top for b in told.bids))
    assert all(told.graph.has_edge(more, less) for less, more in pairwise(told.longest_chain))
    assert len(told.longest_chain) == len(networkx.dag_longest_path(told.graph))


def test_bombs_that_beat_any_bomb_are_no_order() -> None:
    """The circle is shown, and who is in one; all else is ordered as before."""
    told = order("early", {"early-bomb-answer": "any"})
    assert set(told.tangled) == {bid for bid in told.bids if bid.kind is Kind.BOMB}
    circle = [*told.cycle, told.cycle[0]]
    assert all(told.graph.has_edge(one, other) for one, other in pairwise(circle))
    assert (told.longest_chain, told.unbeaten) == ((), ())
    assert "This is no order: 65 bids go round in circles" in drawing(order_form(told), "early")


@pytest.mark.parametrize(
    "pinned", [{}, {"formation-shape": "same-shape"}, {"early-bomb-answer": "any"}], ids=str
)
def test_every_bid_and_every_arrow_is_drawn(pinned: dict[str, str]) -> None:
    """A box for each bid, none over another, and from each that is beaten something leads on."""
    told = order("early", pinned)
    root = ElementTree.fromstring(drawing(order_form(told), "<early> & others"))
    assert root.findtext(f"{SVG}title") == "Who beats whom: <early> & others"
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    boxes = [b for b in root.iter(f"{SVG}rect") if b.attrib["width"] == "60"]
    places = {(float(box.attrib["x"]), float(box.attrib["y"])) for box in boxes}
    assert len(places) == len(boxes) == len(told.bids)
    assert all(0 < x < width - 60 and 0 < y < height - 24 for x, y in places)
    labels = [text.text for text in root.iter(f"{SVG}text") if "middle" in text.get("class", "")]
    assert len(labels) == len(told.bids)
    paths = [path.attrib["d"] for path in root.iter(f"{SVG}path")]
    starts = {found.groups() for d in paths if (found := re.match(r"M([\d.]+) ([\d.]+)", d))}
    right_of = {(f"{x + 60:g}", f"{y + 12:g}") for x, y in places}
    beaten = [bid for bid in told.bids if told.least.in_degree(bid)]
    assert len(starts & right_of) == len(beaten)


def test_the_same_order_is_drawn_by_the_same_bytes_in_any_process() -> None:
    """Whatever the seed of the hashes is."""
    told = subprocess.run(
        [sys.executable, "-c", "from tests import test_order; print(test_order.told_and_drawn())"],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == told_and_drawn()


def told_and_drawn() -> str:
    """All that is said of one order, in short."""
    told = order_form(order(most=6))
    return sha256((json.dumps(told) + drawing(told, "rulebook")).encode()).hexdigest()


def test_order_is_typed(tmp_path: Path) -> None:
    """Words, a drawing, the wire form; and bids that are too large."""
    run, path = CliRunner().invoke, tmp_path / "order.svg"
    told = run(main, ["order", "--most", "4", "--svg", str(path)])
    assert told.exit_code == 0
    assert "The longest trick has 26 bids, from a Single 3 to a Bomb of four 2s." in told.output
    assert path.read_text("utf-8").startswith("<svg ")
    told = run(main, ["order", "--most", "2", "--json"])
    assert json.loads(told.output)["acyclic"]
    for wrong in ("0", "200", "many"):
        told = run(main, ["order", "--most", wrong])
        assert told.exit_code == 3
        accepted = f"a whole number from 1 to {MOST_VALUES}"
        assert f"got '{wrong}'; accepted: {accepted}" in told.output
    with pytest.raises(TooLarge):
        order(most=MOST_VALUES + 1)
