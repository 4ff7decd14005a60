"""Tests of the plain reference: a table of judged bids, and checks by even plainer means."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from tests.reference import (
    TWO,
    VALUES,
    Claim,
    Reading,
    beats,
    judge,
    plays,
    readings,
    settled,
)


def cards(text: str) -> list[str]:
    """The cards of a row, written with spaces between them."""
    return text.split()


def written(found: frozenset[Reading]) -> list[str]:
    """Readings as the rows below write them."""
    return sorted(f"{kind} {width}x{length} {top}" for kind, width, length, top in found)


def claimed(text: str) -> Claim | None:
    """A claim written as `kind=run top=10`; nothing for an empty text."""
    claim: dict[str, str | int] = {}
    for part in text.split():
        key, _, value = part.partition("=")
        claim[key] = int(value) if key in ("width", "length") else value
    return claim or None


# bid, claim, over, claim of over, edition, rulings, verdict, all legal readings (None: unchecked)
Row = tuple[str, str, str, str, str, str, str, list[str] | None]
B, E = "rulebook", "early"
SHAPE, COUNT = "formation-shape=same-shape", "formation-shape=same-count"
ONLY, EITHER = "natural-four=bomb-only", "natural-four=either"
NO_LEAD, MAY_LEAD = "bomb-lead=forbidden", "bomb-lead=allowed"

CASES: list[Row] = [
    # The short-form cases of the shared set, by value.
    ("6+6", "", "5 5", "", B, "", "legal", ["set 2x1 6"]),
    ("6+6", "", "5 5 5", "", B, "", "illegal", []),
    ("9+9", "", "8", "", B, "", "illegal", []),
    ("2+bamboo 2", "", "2 2", "", B, "", "illegal", []),
    ("K A 2", "", "", "", B, "", "illegal", []),
    ("K A 3", "", "", "", B, "", "illegal", []),
    ("A A 2 2", "", "", "", B, "", "illegal", []),
    ("3 4 5 6 7 8", "", "", "", B, "", "illegal", []),
    ("10 10 9 9 8 8", "", "7 7 7 6 6 6", "", B, "", "legal", ["formation 2x3 10"]),
    ("10 10 9 9 8 8", "", "7 7 7 6 6 6", "", B, SHAPE, "illegal", []),
    ("3+3+3 3", "", "Q Q", "", B, "", "legal", ["bomb 4x1 3"]),
    ("2 2", "", "3+3+3 3", "kind=bomb", B, "", "illegal", []),
    ("J+J J J", "", "3+3+3 3", "kind=bomb", B, "", "legal", ["bomb 4x1 J"]),
    ("3+3+3 3 3", "", "J+J J J", "kind=bomb", B, "", "legal", ["bomb 5x1 3"]),
    ("J+J J J", "", "3+3+3 3 3", "kind=bomb", B, "", "illegal", []),
    ("10 10 10+water", "", "K K", "", B, "", "illegal", []),
    ("10 10 10+water", "", "", "", B, "", "legal", ["set 3x1 10", "set 4x1 10"]),
    ("10 10 10 10+water", "", "K K", "", B, "", "legal", ["bomb 4x1 10"]),
    ("8 8 8 8", "", "", "", B, "", "legal", ["bomb 4x1 8", "set 4x1 8"]),
    (
        "7+water",
        "",
        "",
        "",
        B,
        "",
        "legal",
        ["run 1x2 7", "run 1x2 8", "set 2x1 7", "single 1x1 7"],
    ),
    ("7+water", "", "6 7", "", B, "", "legal", ["run 1x2 8"]),
    ("7+water", "", "A", "", B, "", "illegal", []),
    ("7+water 9", "kind=run top=10", "", "", B, "", "illegal", []),
    ("7+water 9", "", "", "", B, "", "legal", ["run 1x3 9"]),
    ("J+J 10+water", "", "10 10 9 9", "", B, "", "legal", ["formation 2x2 J"]),
    ("3+3+3 9", "", "", "", B, "", "illegal", []),
    ("3+3+3", "kind=set width=2", "", "", B, "", "illegal", []),
    ("", "", "3+3+3 3", "", B, "", "illegal", []),
    ("9 9 9+water", "", "8 8 8 8", "", B, "", "undetermined", ["set 4x1 9"]),
    ("3 3 3 3", "kind=bomb", "", "", E, "", "illegal", []),
    # Singles.
    ("2", "", "A", "", B, "", "legal", ["single 1x1 2"]),
    ("2", "", "2", "", B, "", "illegal", []),
    ("3", "", "4", "", B, "", "illegal", []),
    ("10", "", "9", "", B, "", "legal", ["single 1x1 10"]),
    ("J", "", "10", "", B, "", "legal", ["single 1x1 J"]),
    ("8+water", "", "7+water", "kind=single", B, "", "legal", ["single 1x1 8"]),
    ("8+water", "kind=single width=1 length=1 top=8", "7", "", B, "", "legal", ["single 1x1 8"]),
    ("3 4 5", "", "2", "", B, "", "illegal", []),
    ("", "", "", "", B, "", "illegal", []),
    # Notation: letter case, other spellings, sides.
    ("t+WATER:blue", "kind=single", "9:orange", "", B, "", "legal", ["single 1x1 10"]),
    ("二", "top=二", "a:white", "", B, "", "legal", ["single 1x1 2"]),
    ("j+j q", "", "", "", B, "", "illegal", []),
    ("q+Q:white", "top=q", "J+j", "", B, "", "legal", ["set 2x1 Q"]),
    # Sets.
    ("2+2+2", "", "A A A", "", B, "", "legal", ["set 3x1 2"]),
    ("2+water", "", "A A", "", B, "", "legal", ["set 2x1 2"]),
    ("2+water", "", "", "", B, "", "legal", ["set 2x1 2", "single 1x1 2"]),
    (
        "5+water+water",
        "",
        "",
        "",
        B,
        "",
        "legal",
        [
            "run 1x2 5",
            "run 1x2 6",
            "run 1x3 5",
            "run 1x3 6",
            "run 1x3 7",
            "set 2x1 5",
            "set 3x1 5",
            "single 1x1 5",
        ],
    ),
    ("5+water 6+water", "kind=set", "", "", B, "", "illegal", []),
    ("9+9+9 9 9", "", "", "", B, "", "legal", ["bomb 5x1 9", "set 5x1 9"]),
    ("9+9+9 9 9", "", "", "", B, ONLY, "legal", ["bomb 5x1 9"]),
    ("9+9+9 9+water", "", "", "", B, ONLY, "legal", ["bomb 4x1 9", "set 5x1 9"]),
    ("9+9 9+water", "", "", "", B, ONLY, "legal", ["set 3x1 9", "set 4x1 9"]),
    ("9+9+9", "", "8 8 8", "", B, ONLY, "legal", ["set 3x1 9"]),
    # Runs.
    ("3 4", "", "", "", B, "", "legal", ["run 1x2 4"]),
    ("K A", "", "Q K", "", B, "", "legal", ["run 1x2 A"]),
    ("7 3 5 4 6", "", "", "", B, "", "legal", ["run 1x5 7"]),
    ("10 J Q K A", "", "9 10 J Q K", "", B, "", "legal", ["run 1x5 A"]),
    ("A 2", "", "", "", B, "", "illegal", []),
    ("2 3", "", "", "", B, "", "illegal", []),
    ("3 5", "", "", "", B, "", "illegal", []),
    ("A+water", "kind=run", "", "", B, "", "legal", ["run 1x2 A"]),
    ("3+water", "kind=run", "", "", B, "", "legal", ["run 1x2 4"]),
    ("4 5 6", "", "3 4", "", B, "", "illegal", []),
    ("3 4 5 6 7+water", "", "", "", B, "", "legal", ["run 1x5 7"]),
    ("3+water 7+water+water", "", "", "", B, "", "legal", ["run 1x5 7"]),
    ("3+water 8+water+water", "", "", "", B, "", "illegal", []),
    ("3+water 4", "length=2", "", "", B, "", "legal", ["run 1x2 4"]),
    ("2+water K", "", "", "", B, "", "illegal", []),
    # Formations.
    ("7+7+7 6+6+6", "", "", "", B, "", "legal", ["formation 3x2 7"]),
    ("7+7 6+6", "", "6 6 5 5", "", B, SHAPE, "legal", ["formation 2x2 7"]),
    ("7+7 6 5", "", "", "", B, "", "illegal", []),
    ("7+7 6+water", "", "", "", B, "", "legal", ["formation 2x2 7"]),
    (
        "7+7+water 6+water+water",
        "",
        "",
        "",
        B,
        "",
        "legal",
        ["formation 2x2 7", "formation 2x3 7", "formation 2x3 8", "formation 3x2 7"],
    ),
    ("A+A 2+water", "", "", "", B, "", "illegal", []),
    ("K K A A", "", "", "", B, "", "legal", ["formation 2x2 A"]),
    ("3+3 4+4 5+5 6+6 7+7", "", "", "", B, "", "legal", ["formation 2x5 7"]),
    ("3+3 4+4 5+5 6+6 7+7 8+8", "", "", "", B, "", "illegal", []),
    ("3+3+3 4+4+4", "", "3 3 3 3 3 3", "kind=set", B, "", "illegal", []),
    ("8+8+8 7+7+7", "", "3+3 4+4 5+5", "", B, COUNT, "legal", ["formation 3x2 8"]),
    ("8+8+8 7+7+7", "", "3+3 4+4 5+5", "", E, "", "illegal", []),
    ("8+8+8 7+7+7", "", "3+3 4+4 5+5", "", E, COUNT, "legal", ["formation 3x2 8"]),
    # Bombs.
    ("3+3+3 3", "", "2", "", B, "", "legal", ["bomb 4x1 3"]),
    ("3+3+3 3", "", "A K Q J 10", "", B, SHAPE, "legal", ["bomb 4x1 3"]),
    ("3+3+3 3", "", "3+3+3 3", "kind=bomb", B, "", "illegal", []),
    ("2+2 2+2", "", "A+A A+A", "", B, "", "legal", ["bomb 4x1 2", "set 4x1 2"]),
    ("2+2 2+2", "", "3 3 3 3 3", "", B, "", "undetermined", ["bomb 4x1 2"]),
    ("2+2 2+2", "", "3 3 3 3 3", "", B, ONLY, "illegal", []),
    (
        "7+water 7+water 7+water 7+water",
        "kind=bomb",
        "6+6 6+6",
        "kind=bomb",
        B,
        "",
        "legal",
        ["bomb 4x1 7"],
    ),
    ("7+water 7+water 7+water", "", "6+6 6+6", "kind=bomb", B, "", "illegal", []),
    ("3 3 3 3", "", "", "", B, NO_LEAD, "legal", ["set 4x1 3"]),
    ("3 3 3 3", "", "", "", E, "", "illegal", []),
    ("3 3 3 3", "", "", "", E, MAY_LEAD, "legal", ["bomb 4x1 3"]),
    ("3 3 3 3", "", "", "", E, EITHER, "legal", ["set 4x1 3"]),
    ("3 3 3 3", "", "K", "", E, "", "legal", ["bomb 4x1 3"]),
    ("4 4 4 4", "", "3 3 3 3", "", E, "", "legal", ["bomb 4x1 4"]),
    # The wild symbol of each edition.
    ("7+fire", "", "", "", B, "", "legal", ["single 1x1 7"]),
    ("7+water", "", "", "", E, "", "legal", ["single 1x1 7"]),
    ("7+fire", "", "6 7", "", E, "", "legal", ["run 1x2 8"]),
    ("7+panda+water+bamboo+fire", "width=2", "", "", B, "", "legal", ["set 2x1 7"]),
    # Several readings of the bid to beat.
    ("9", "", "7+water", "", B, "", "undetermined", ["single 1x1 9"]),
    ("6", "", "7+water", "", B, "", "illegal", []),
    (
        "9+water",
        "",
        "7+water",
        "",
        B,
        "",
        "legal",
        ["run 1x2 10", "run 1x2 9", "set 2x1 9", "single 1x1 9"],
    ),
    ("8+water", "kind=run", "7+water", "kind=run", B, "", "legal", ["run 1x2 8", "run 1x2 9"]),
    # Element cards.
    ("element-fire", "", "", "", B, "", "illegal", []),
    ("7 Element-Wood", "", "6", "", B, "", "illegal", []),
]


@pytest.mark.parametrize("row", CASES, ids=[" | ".join(row[:6]) for row in CASES])
def test_judge(row: Row) -> None:
    """Each row of the table, and each again with the cards turned round."""
    bid, claim, over, over_claim, edition, rulings, verdict, expected = row
    for step in (1, -1):
        answer = judge(
            cards(bid)[::step],
            cards(over)[::step] if over else None,
            claim=claimed(claim),
            over_claim=claimed(over_claim),
            edition=edition,
            rulings=dict(pair.split("=") for pair in rulings.split()),
        )
        assert answer.verdict == verdict
        if expected is not None:
            assert written(answer.readings) == sorted(expected)


def test_by_over() -> None:
    """Each reading of the bid to beat has its own verdict."""
    answer = judge(["9", "9", "9+water"], ["8", "8", "8", "8"])
    assert answer.by_over == {
        ("set", 4, 1, "8"): ("legal", frozenset({("set", 4, 1, "9")})),
        ("bomb", 4, 1, "8"): ("illegal", frozenset()),
    }
    assert judge(["9"]).by_over == {}


@pytest.mark.parametrize(
    ("over", "over_claim", "edition", "rulings"),
    [
        ("", "", B, ""),
        ("3 5", "", B, ""),
        ("element-fire", "", B, ""),
        ("7", "kind=set", B, ""),
        ("8 8 8 8", "kind=set", B, ONLY),
        ("8 8 8 8", "kind=set", E, ""),
        ("7+7+7", "width=2", B, ""),
        ("7", "kind=pair", B, ""),
        ("7", "size=1", B, ""),
        ("7", "", "late", ""),
        ("7", "", B, "natural-four=both"),
        ("7", "", B, "symbol-order=as-listed"),
        ("11", "", B, ""),
        ("7+8", "", B, ""),
        ("7+7+7+7", "", B, ""),
        ("water", "", B, ""),
        ("water+7", "", B, ""),
        ("7+water+7", "", B, ""),
        ("7:green", "", B, ""),
        ("7+", "", B, ""),
        ("metal-8", "", B, ""),
    ],
)
def test_refused(over: str, over_claim: str, edition: str, rulings: str) -> None:
    """Questions that have no answer raise ValueError."""
    with pytest.raises(ValueError, match="."):
        judge(
            ["2"],
            cards(over),
            over_claim=claimed(over_claim),
            edition=edition,
            rulings=dict(pair.split("=") for pair in rulings.split()),
        )


@pytest.mark.parametrize(
    ("bid", "over", "over_claim", "edition", "pinned", "expected"),
    [
        ("6+6", "5 5", "", B, "", True),
        ("10 10 9 9 8 8", "7 7 7 6 6 6", "", B, "", False),
        ("10 10 9 9 8 8", "7 7 7 6 6 6", "", B, SHAPE, True),
        ("10 10 9 9 8 8", "7 7 7 6 6 6", "", E, "", False),
        ("9 9 9 9", "", "", B, "", True),
        ("9 9 9 9", "", "", B, NO_LEAD, False),
        ("9 9 9 9", "", "", E, "", False),
        ("9 9 9 9", "", "", E, MAY_LEAD, True),
        ("9 9 9 9", "", "", E, ONLY, True),
        ("9 9 9+water", "8 8 8 8", "", B, "", False),
        ("9 9 9+water", "8 8 8 8", "kind=set", B, "", True),
        ("9 9 9+water", "8 8 8 8", "kind=bomb", B, "", True),
        ("9 9 9 9", "8 8 8+water", "", B, "", True),
    ],
)
def test_settled(
    bid: str, over: str, over_claim: str, edition: str, pinned: str, expected: bool
) -> None:
    """Whether the rulings left open matter."""
    assert expected is settled(
        cards(bid),
        cards(over) if over else None,
        over_claim=claimed(over_claim),
        edition=edition,
        pinned=dict(pair.split("=") for pair in pinned.split()),
    )


def test_settled_without_an_over_reading() -> None:
    """No choice of rulings gives the bid to beat a reading."""
    with pytest.raises(ValueError, match="."):
        settled(["9"], ["3", "5"])
    with pytest.raises(ValueError, match="."):
        settled(["9"], ["8"] * 4, over_claim={"kind": "set"}, pinned={"natural-four": "bomb-only"})


def recognised(values: tuple[int, ...], wilds_used: int, natural_four: str) -> set[Reading]:
    """What a list of values is, when `wilds_used` of them are wilds."""
    kinds: set[Reading] = set()
    distinct = sorted(set(values))
    widths = {values.count(value) for value in distinct}
    top = VALUES[distinct[-1]]
    size = len(values)
    if len(distinct) == 1:
        if size == 1 and wilds_used == 0:
            kinds.add(("single", 1, 1, top))
        if size >= 2 and (size <= 3 or wilds_used > 0 or natural_four == "either"):
            kinds.add(("set", size, 1, top))
        if size >= 4 and wilds_used == 0:
            kinds.add(("bomb", size, 1, top))
    elif (
        len(distinct) <= 5
        and TWO not in distinct
        and distinct[-1] - distinct[0] == len(distinct) - 1
        and len(widths) == 1
    ):
        width = widths.pop()
        kinds.add(("run" if width == 1 else "formation", width, len(distinct), top))
    return kinds


def every_assignment(faces: list[str], wild: str, natural_four: str) -> set[Reading]:
    """Readings by giving each wild every value, or none, in turn."""
    values: list[int] = []
    wilds = 0
    for face in faces:
        for part in face.split("+"):
            if part == wild:
                wilds += 1
            elif part in VALUES:
                values.append(VALUES.index(part))
    found: set[Reading] = set()
    for given in product([None, *range(len(VALUES))], repeat=wilds):
        used = [value for value in given if value is not None]
        if values:
            found |= recognised((*values, *used), len(used), natural_four)
    return found


def random_face(rng: random.Random, low: int, high: int, wild_share: float) -> str:
    """A face with a value between two places, sometimes doubled, tripled or with a symbol."""
    value = VALUES[rng.randint(low, high)]
    if rng.random() < wild_share:
        return value + rng.choice(["+water", "+water", "+fire", "+water+water"])
    return rng.choice([value, value, value, f"{value}+{value}", f"{value}+{value}+{value}"])


def test_every_assignment_of_wilds() -> None:
    """The readings are those found by trying every value for every wild."""
    rng = random.Random(20)
    some = 0
    for _ in range(1500):
        low = rng.randint(0, 12)
        high = min(12, low + rng.randint(0, 4))
        faces = [random_face(rng, low, high, 0.3) for _ in range(rng.randint(1, 6))]
        if sum(face.count("water") for face in faces) > 3:
            continue
        for edition, wild in (("rulebook", "water"), ("early", "fire")):
            if sum(face.count(wild) for face in faces) > 3:
                continue
            for option in ("either", "bomb-only"):
                expected = every_assignment(faces, wild, option)
                assert readings(faces, edition=edition, natural_four=option) == expected, faces
                some += bool(expected)
    assert some > 1000


@pytest.mark.parametrize("over", ["", "5", "5 5", "4 5", "4 4 5 5", "3 3 3 3"])
@pytest.mark.parametrize("edition", [B, E])
def test_plays_are_the_judged_subsets(over: str, edition: str) -> None:
    """Listed are exactly the subsets of the hand that `judge` finds legal."""
    rng = random.Random(over + edition)
    over_cards = cards(over) if over else None
    over_claim: Claim | None = {"kind": "bomb"} if over == "3 3 3 3" else None
    for _ in range(6):
        low = rng.randint(0, 8)
        hand = [random_face(rng, low, low + 4, 0.25) for _ in range(7)] + ["element-earth"]
        rng.shuffle(hand)
        expected = set()
        for size in range(1, len(hand) + 1):
            for indexes in combinations(range(len(hand)), size):
                answer = judge(
                    [hand[index] for index in indexes],
                    over_cards,
                    over_claim=over_claim,
                    edition=edition,
                )
                expected |= {(indexes, reading) for reading in answer.readings}
        assert plays(hand, over_cards, over_claim=over_claim, edition=edition) == expected


def test_plays_of_equal_cards() -> None:
    """Eighteen equal cards: every part of them is a Single, a Set, or a Set and a Bomb."""
    fours = sum(1 for bits in range(1, 1 << 18) if bits.bit_count() >= 4)
    assert len(plays(["7"] * 18)) == (1 << 18) - 1 + fours == 523_299


def test_plays_refuses_an_ambiguous_over() -> None:
    """The bid to beat must have one reading."""
    with pytest.raises(ValueError, match="."):
        plays(["2"], ["7+water"])
    assert plays(["2", "8"], ["7+water"], over_claim={"kind": "single"}) == {
        ((0,), ("single", 1, 1, "2")),
        ((1,), ("single", 1, 1, "8")),
    }
    with pytest.raises(ValueError, match="."):
        plays(["2"], [])
    assert plays([]) == frozenset()


@pytest.mark.parametrize("shape", ["same-count", "same-shape"])
def test_beats_is_a_strict_partial_order(shape: str) -> None:
    """Nothing beats itself, and beating carries over."""
    rng = random.Random(7)
    space: list[Reading] = []
    for top in VALUES:
        space.append(("single", 1, 1, top))
        for width in range(2, 7):
            space.append(("set", width, 1, top))
            if width >= 4:
                space.append(("bomb", width, 1, top))
        for length in range(2, 6):
            if top != "2" and VALUES.index(top) >= length - 1:
                space.append(("run", 1, length, top))
                space += [("formation", width, length, top) for width in (2, 3, 4, 6)]
    below = {
        one: {other for other in space if beats(one, other, formation_shape=shape)} for one in space
    }
    for one in rng.sample(space, 200):
        assert one not in below[one]
        for other in below[one]:
            assert below[other] <= below[one]
    with pytest.raises(ValueError, match="."):
        beats(space[0], space[1], formation_shape="any")
