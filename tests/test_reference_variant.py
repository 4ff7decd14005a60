"""Tests of the plain reference: the variant of the expansion, both options of its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from tests import reference
from tests import reference_game as game
from tests.reference_positions import PASS, Position, bid, by, element, hand, passed, points, table

EXPANSION = "mandate-of-heaven"
SET = {"kind": "set"}


def legal(position: Position, action: dict[str, Any], **rulings: str) -> bool:
    """Whether an action is legal in the variant; rulings are written with underscores."""
    return game.legal(position, action, named(rulings), expansion=EXPANSION)


def step(
    position: Position, action: dict[str, Any], **rulings: str
) -> tuple[Position, list[game.Event]]:
    """Act out an action in the variant."""
    return game.step(position, action, named(rulings), expansion=EXPANSION)


def named(rulings: dict[str, str]) -> dict[str, str]:
    """Rulings by the names they have."""
    return {ruling.replace("_", "-"): option for ruling, option in rulings.items()}


def symbols(uses: str, **more: Any) -> dict[str, Any]:
    """Symbols alone as an action, written as card=symbol."""
    use = [dict(zip(("card", "as"), one.split("="), strict=True)) for one in uses.split()]
    return {"type": "symbols", "use": use, **more}


def at(animal: str, mine: str, *trick: dict[str, Any], **more: Any) -> Position:
    """A table for the variant: A has these cards, B and C hold two each."""
    return table(
        {"A": mine, "B": "4 4", "C": "5 5"}, trick, mandate=animal, **{"variant": True, **more}
    )


def test_horse_as_bamboo() -> None:
    """A white Horse as Bamboo brings a point and is discarded; the play is a pass."""
    position = at("horse", "K", by("C", "2"))
    after, events = step(position, symbols("K=bamboo", bamboo=1))
    assert points(after)["A"] == 4
    assert after["discard"] == ["K"]
    assert after["trick"][-1] == {"player": "A", "symbols": [{"card": "K", "as": "bamboo"}]}
    assert after["turn"] == "B"
    assert [event[0] for event in events] == ["symbols", "bamboo", "discard", "pass"]
    won, events = step(after, PASS)
    assert ("out", "A", 2) in events
    assert won["out"] == ["A"]


def test_two_dogs_as_two_kings() -> None:
    """Two Dogs as Waters are two Ks over two Qs; the next player has to beat that."""
    position = at("dog", "8 8 9", by("C", "Q Q"))
    kings = symbols("8=water 8=water", **{"as": {"kind": "set", "top": "K"}})
    assert legal(position, kings)
    after, _ = step(position, kings)
    assert after["trick"][-1]["as"] == {"kind": "set", "width": 2, "length": 1, "top": "K"}
    assert after["turn"] == "B"
    assert hand(after, "A") == ["9"]
    aces = {**after, "players": [*after["players"]]}
    aces["players"][1] = {**aces["players"][1], "hand": ["A", "A", "Q", "Q"]}
    assert legal(aces, bid("A A"))
    assert not legal(aces, bid("Q Q"))
    with pytest.raises(ValueError, match="several ways"):
        step(position, symbols("8=water 8=water"))


def test_the_variant_must_be_played() -> None:
    """Only with the expansion, the variant and its animal, to answer, before any own bid."""
    action = symbols("8=bamboo", bamboo=1)
    good = at("dog", "8 9", by("C", "Q"))
    assert legal(good, action)
    assert not legal({**good, "variant": False}, action)
    assert not game.legal(good, action)
    assert not legal({**good, "mandate": "pig"}, action)
    assert not legal({**good, "trick": []}, action)
    assert not legal({**good, "trick": [by("A", "3"), by("C", "Q")]}, action)
    assert not legal(good, {**action, "use": []})
    assert not legal(good, symbols("8=bamboo 8=bamboo"))
    with pytest.raises(ValueError, match="not a symbol"):
        legal(good, symbols("8=metal"))
    unknown = {key: value for key, value in good.items() if key != "mandate"}
    answer = game.verdict(unknown, action, expansion=EXPANSION)
    assert answer == (reference.UNDETERMINED, ["which mandate is revealed"])


def test_only_white_mandated_cards() -> None:
    """A blue card, even with this value, and another animal are no symbols alone."""
    position = at("dog", "8 8:blue 8+water 9", by("C", "Q"))
    for cards in ("8:blue=bamboo", "8+water=bamboo", "9=bamboo", "8=bamboo 9=fire"):
        assert not legal(position, symbols(cards))


def test_effects_of_symbols() -> None:
    """As many effects as symbols: Fire discards, the Panda takes or spins, less may be claimed."""
    position = at("dog", "8 8 9 fire-7", by("C", "Q"))
    assert legal(position, symbols("8=fire 8=panda", fire=["9"], panda=1, **{"from": ["C"]}))
    assert legal(position, symbols("8=fire 8=panda"))
    assert not legal(position, symbols("8=fire", fire=["9", "fire-7"]))
    assert not legal(position, symbols("8=fire", panda=1))
    assert not legal(position, symbols("8=fire", fire=["8", "8"]))
    assert not legal(position, symbols("8=panda", spin=["fire-7"]))
    spin = {**position, "mood": "spin"}
    after, _ = step(spin, symbols("8=panda 8=fire", spin=["fire-7"], fire=["9"]))
    assert hand(after, "A") == ["fire-7:blue"]
    assert after["discard"] == ["9", "8", "8"]
    partial = symbols("8=bamboo 8=bamboo", bamboo=1)
    assert legal(position, partial)
    assert not legal(position, partial, symbols_partial="all-or-none")


def test_waters_answer_like_any_bid() -> None:
    """Exactly as many values as Waters, never a Bomb; a reading needs a Water."""
    over_run = at("dog", "8 8 8 8", by("C", "4 5"))
    run = {"kind": "run", "top": "9"}
    assert legal(over_run, symbols("8=water 8=water", **{"as": run}))
    assert not legal(over_run, symbols("8=water 8=water", **{"as": {"kind": "run", "top": "5"}}))
    assert not legal(over_run, symbols("8=water 8=water", **{"as": SET}))
    assert not legal(over_run, symbols("8=water 8=water 8=water"))
    assert not legal(over_run, symbols("8=water 8=water 8=water 8=water"))
    assert legal(over_run, symbols("8=water 8=water 8=bamboo", bamboo=1, **{"as": run}))
    assert not legal(over_run, symbols("8=bamboo", **{"as": run}))
    kinds = {reading[0] for reading in reference.wild_readings(4)}
    assert kinds == {"set", "run", "formation"}


def test_wild_single() -> None:
    """One Water is a Single, or nothing at all."""
    position = at("dog", "8 9", by("C", "K"))
    ace = symbols("8=water", **{"as": {"kind": "single", "top": "A"}})
    assert legal(position, ace)
    assert not legal(position, ace, wild_single="forbidden")


def test_variant_side() -> None:
    """Waters count as white and come back, or as blue and are discarded."""
    trick = [by("C", "Q")]
    position = at("dog", "fire-8 9", *trick)
    ace = symbols("fire-8=water", **{"as": {"top": "A"}})
    for option, back in (("white", ["9", "fire-8:blue"]), ("blue", ["9"])):
        after, _ = step(position, ace, variant_side=option)
        after, _ = step(after, PASS, variant_side=option)
        after["players"][2]["hand"] = ["2", "3"]
        after, _ = step(after, bid("2"), variant_side=option)
        after, _ = step(after, PASS, variant_side=option)
        assert hand(after, "A") == back


def test_variant_side_metal() -> None:
    """For the Metal card the Waters show the side that the ruling says."""
    water = {"player": "C", "symbols": [{"card": "8", "as": "water"}], "as": {"top": "K"}}
    trick = [by("B", "7"), water, by("B", "A"), by("C", "2+bamboo")]
    position = at("dog", "9 element-metal", *trick)
    assert legal(position, element("metal"))
    assert not legal(position, element("metal"), variant_side="blue")


def test_waters_show_no_values() -> None:
    """The Ox as Water that stands for an A is an A only if wilds count."""
    water = {"player": "C", "symbols": [{"card": "A", "as": "water"}], "as": {"top": "A"}}
    position = at("ox", "9 element-wood", by("B", "7"), water)
    assert legal(position, element("wood"))
    assert not legal(position, element("wood"), wood_wild="printed-only")


def test_variant_mandate() -> None:
    """Symbols alone do not activate the mandate, or do so by their bid."""
    position = at("dog", "8 8 9", by("C", "Q"))
    action = symbols("8=water", mandate={"animal": "dog", "by": "bid"}, **{"as": {"top": "A"}})
    assert not legal(position, action)
    assert legal(position, action, variant_mandate="allowed")
    after, _ = step(position, action, variant_mandate="allowed")
    assert points(after) == {"A": 5, "B": 4, "C": 4}
    discard = {**action, "mandate": {"animal": "dog", "by": "discard", "card": "8"}}
    assert not legal(position, discard, variant_mandate="allowed")
    no_bid = {**symbols("8=bamboo"), "mandate": action["mandate"]}
    assert not legal(position, no_bid, variant_mandate="allowed")
    goat = at("goat", "10 10 9", by("C", "A"))
    grown = symbols("10=water 10=water", mandate={"animal": "goat", "by": "bid"})
    low = {**grown, "as": {"kind": "set", "top": "3"}}
    assert legal(goat, low, variant_mandate="allowed")
    after, _ = step(goat, low, variant_mandate="allowed")
    assert after["trick"][-1]["mandate"] == {"animal": "goat", "by": "bid"}
    assert legal(after, PASS, variant_mandate="allowed")


def test_fresh_means_no_bid_of_waters_either() -> None:
    """A bid of Waters is a bid: no second play of symbols in this trick."""
    own = {"player": "A", "symbols": [{"card": "8", "as": "water"}], "as": {"top": "K"}}
    position = at("dog", "8 9", by("C", "Q"), own, passed("B"), by("C", "A"))
    assert not legal(position, symbols("8=bamboo"))


def test_listing() -> None:
    """One Dog over a K: four symbols, the Water as an A or a 2."""
    position = at("dog", "8 9", by("C", "K"))
    found = game.actions(position, expansion=EXPANSION)
    plays = [
        (action["use"][0]["as"], action.get("as", {}).get("top"))
        for action in found
        if action["type"] == "symbols"
    ]
    assert sorted(plays, key=str) == [
        ("bamboo", None),
        ("fire", None),
        ("panda", None),
        ("water", "2"),
        ("water", "A"),
    ]
    assert [action["type"] for action in found if action["type"] != "symbols"] == ["pass"]
    assert game.perft(position, 1, expansion=EXPANSION) == 6
