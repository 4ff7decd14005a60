"""A plain reference for the bid rules of Panda Spin: combinations and beating, nothing else.

It is written for comparison, not for use: short, slow and obvious. It shares no code, no data and
no method with the rules authority, so that both can be asked the same question and their answers
compared.

Method: spell out every combination that the size of the group allows as the values it consists
of, and compare those values with the values that the cards show. Whatever the combination has
more than the cards must be covered by wilds; the cards may never show more than the combination.

Known limits: bare faces and Element cards only (no cards of a deck by name), no positions. Of the
early edition its wild symbol, the defaults of its rulings and its Bombs differ here. Of the
expansion only what shapes a bid is here: the Goat, the Ox, and the bids of nothing but Waters.

Readings of the rules that a text does not settle:

* Early, Bombs of four or more cards: fewer than four cards that show four equal values are no Bomb,
  so that `bomb-only` does not keep them from being a Set.
* The Goat, `formations-too`: everything that `cross-kind` allows, and Formations on top of it. A
  Formation never shrinks back into a Set or a Run.
* The Ox: identical values are the same values, each as often. As Bombs are never tied, these values
  fix the kind, and the ruling ox-kind changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product

Reading = tuple[str, int, int, str]
"""Kind, width (how often each value), length (how many values in a row), top value."""

Claim = Mapping[str, str | int]
"""Any of the keys kind, width, length and top."""

LEGAL = "legal"
ILLEGAL = "illegal"
UNDETERMINED = "undetermined"

VALUES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""All values, ascending. Inside this module a value is its place in this list."""

TWO = VALUES.index("2")
SYMBOLS = ("water", "fire", "panda", "bamboo")
SIDES = ("white", "blue", "orange")
ELEMENTS = ("fire", "metal", "water", "earth", "wood")
KINDS = ("single", "set", "run", "formation", "bomb")

WILD_SYMBOL = {"rulebook": "water", "early": "fire"}

OPTIONS = {
    "formation-shape": ("same-count", "same-shape"),
    "natural-four": ("either", "bomb-only"),
    "bomb-lead": ("allowed", "forbidden"),
}

DEFAULTS = {
    "rulebook": {
        "formation-shape": "same-count",
        "natural-four": "either",
        "bomb-lead": "allowed",
    },
    "early": {
        "formation-shape": "same-shape",
        "natural-four": "bomb-only",
        "bomb-lead": "forbidden",
    },
}


SPECIAL_OPTIONS = {
    "early-bomb-size": ("cards", "values"),
    "early-bomb-answer": ("higher", "any"),
    "goat-kinds": ("single-to-set-or-run", "cross-kind", "formations-too"),
    "ox-kind": ("same-kind", "any-kind"),
    "wild-single": ("allowed", "forbidden"),
}
"""Rulings that only the early edition or the expansion raises, the default first.

Where nothing is pinned, `judge`, `settled` and `plays` count a Bomb by its values, as the rulebook
does.
"""

UNPINNED = {
    **{ruling: options[0] for ruling, options in SPECIAL_OPTIONS.items()},
    "early-bomb-size": "values",
}

WAYS = ("beat", "goat", "ox")
"""How a bid answers: it beats, has one value more (Goat), or has identical values (Ox)."""

CARDS_OF_A_BOMB = 4


@dataclass(frozen=True)
class Judgement:
    """The answer to one question about a bid.

    `readings` are those under which the bid is legal against at least one reading of the bid to
    beat. `by_over` holds the verdict and the legal readings for each reading of the bid to beat;
    it is empty for a lead.
    """

    verdict: str
    readings: frozenset[Reading]
    by_over: dict[Reading, tuple[str, frozenset[Reading]]]


# --- Cards ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Face:
    """What one card shows. An Element card shows no value at all (`copies` is 0)."""

    value: int
    copies: int
    symbols: tuple[str, ...]


def _value(text: str) -> int:
    """The place of a written value in `VALUES`; ValueError if it is none."""
    name = {"T": "10", "二": "2"}.get(text.upper(), text.upper())
    if name not in VALUES:
        raise ValueError(f"not a value: {text!r}")
    return VALUES.index(name)


@cache
def _face(text: str) -> _Face:
    """Read one card as written; ValueError if it is neither a bare face nor an Element card."""
    lower = text.lower()
    if lower in [f"element-{element}" for element in ELEMENTS]:
        return _Face(-1, 0, ())
    face, colon, side = lower.partition(":")
    if colon and side not in SIDES:
        raise ValueError(f"not a side: {text!r}")
    parts = face.split("+")
    symbols = [part for part in parts if part in SYMBOLS]
    values = [_value(part) for part in parts if part not in SYMBOLS]
    if parts[len(values) :] != symbols:
        raise ValueError(f"values come before symbols: {text!r}")
    if not 1 <= len(values) <= 3 or len(set(values)) != 1:
        raise ValueError(f"a face shows one to three equal values: {text!r}")
    return _Face(values[0], len(values), tuple(symbols))


# --- Combinations --------------------------------------------------------------------------------


def _combinations(fewest: int, most: int) -> Iterator[tuple[str, int, int, int]]:
    """Every combination of `fewest` to `most` values, as kind, width, length, top."""
    for count in range(fewest, most + 1):
        for top in range(len(VALUES)):
            if count == 1:
                yield "single", 1, 1, top
            if count >= 2:
                yield "set", count, 1, top
            if count >= 4:
                yield "bomb", count, 1, top
            for length in range(2, 6):
                if count % length or top == TWO or top - length + 1 < 0:
                    continue
                width = count // length
                if width == 1:
                    yield "run", 1, length, top
                if width >= 2:
                    yield "formation", width, length, top


def _readings(
    naturals: Counter[int], wilds: int, natural_four: str, enough_for_bomb: bool = True
) -> frozenset[Reading]:
    """Everything that the printed values `naturals` and up to `wilds` wilds can be taken as.

    `enough_for_bomb` says whether there are as many cards as a Bomb needs.
    """
    found: set[Reading] = set()
    total = sum(naturals.values())
    if total == 0:
        return frozenset()
    lowest, highest = min(naturals), max(naturals)
    for kind, width, length, top in _combinations(total, total + wilds):
        bottom = top - length + 1
        if lowest < bottom or highest > top:
            continue
        wanted = Counter(dict.fromkeys(range(bottom, top + 1), width))
        if naturals - wanted:
            continue
        used = sum((wanted - naturals).values())
        if used > wilds:
            continue
        if kind in ("single", "bomb") and used > 0:
            continue
        if kind == "bomb" and not enough_for_bomb:
            continue
        could_be_bomb = width >= 4 and used == 0 and enough_for_bomb
        if kind == "set" and could_be_bomb and natural_four == "bomb-only":
            continue
        found.add((kind, width, length, VALUES[top]))
    return frozenset(found)


def _enough_for_bomb(cards: int, edition: str, bomb_size: str) -> bool:
    """Whether this many cards can be a Bomb; only early, and by ruling, are cards counted."""
    return edition != "early" or bomb_size == "values" or cards >= CARDS_OF_A_BOMB


def readings(
    faces: Sequence[str],
    *,
    edition: str = "rulebook",
    natural_four: str | None = None,
    bomb_size: str = "values",
) -> frozenset[Reading]:
    """All readings that the definitions of the combinations allow for these cards.

    Empty for no cards and for cards that hold an Element card. `natural_four` is the option of
    the ruling of that name, by default the edition's, `bomb_size` that of early-bomb-size. Raises
    ValueError for an unknown face, edition or option.
    """
    if bomb_size not in SPECIAL_OPTIONS["early-bomb-size"]:
        raise ValueError(f"not an option of early-bomb-size: {bomb_size!r}")
    pinned = {} if natural_four is None else {"natural-four": natural_four}
    ruling = _all_rulings(edition, pinned)["natural-four"]
    cards = [_face(text) for text in faces]
    if any(card.copies == 0 for card in cards):
        return frozenset()
    naturals: Counter[int] = Counter()
    wilds = 0
    for card in cards:
        naturals[card.value] += card.copies
        wilds += card.symbols.count(WILD_SYMBOL[edition])
    return _readings(naturals, wilds, ruling, _enough_for_bomb(len(cards), edition, bomb_size))


def wild_readings(wilds: int, wild_single: str = "allowed") -> frozenset[Reading]:
    """What exactly this many wilds, and nothing beside them, can be taken as in the variant."""
    return frozenset(
        (kind, width, length, VALUES[top])
        for kind, width, length, top in _combinations(wilds, wilds)
        if kind != "bomb" and not (kind == "single" and wild_single == "forbidden")
    )


# --- Beating -------------------------------------------------------------------------------------


def beats(reading: Reading, over_reading: Reading, *, formation_shape: str) -> bool:
    """Whether a bid taken as `reading` beats a bid taken as `over_reading`."""
    if formation_shape not in OPTIONS["formation-shape"]:
        raise ValueError(f"not an option of formation-shape: {formation_shape!r}")
    kind, width, length, top = reading
    over_kind, over_width, over_length, over_top = over_reading
    higher = VALUES.index(top) > VALUES.index(over_top)
    if kind == "bomb" and over_kind == "bomb":
        return width > over_width or (width == over_width and higher)
    if kind == "bomb":
        return True
    if kind != over_kind or width * length != over_width * over_length:
        return False
    if kind == "formation" and formation_shape == "same-shape" and width != over_width:
        return False
    return higher


def grows(reading: Reading, over_reading: Reading, *, goat_kinds: str) -> bool:
    """Whether a bid taken as `reading` is what the Goat makes of a bid taken as `over_reading`."""
    kind, width, length, _ = reading
    over_kind, over_width, over_length, _ = over_reading
    if "bomb" in (kind, over_kind) or width * length != over_width * over_length + 1:
        return False
    steps = {("single", "set"), ("single", "run"), ("set", "set"), ("run", "run")}
    if goat_kinds in ("cross-kind", "formations-too"):
        steps |= {("set", "run"), ("run", "set")}
    if goat_kinds == "formations-too":
        steps |= {("set", "formation"), ("run", "formation"), ("formation", "formation")}
    return (over_kind, kind) in steps


def ties(reading: Reading, over_reading: Reading, *, ox_kind: str) -> bool:
    """Whether a bid taken as `reading` has the values of a bid taken as `over_reading`."""
    kind, width, length, top = reading
    over_kind, over_width, over_length, over_top = over_reading
    if "bomb" in (kind, over_kind) or (ox_kind == "same-kind" and kind != over_kind):
        return False
    return (width, length, top) == (over_width, over_length, over_top)


def _allowed(
    reading: Reading,
    over_reading: Reading | None,
    rulings: Mapping[str, str],
    edition: str,
    way: str = "beat",
) -> bool:
    """Whether a bid taken as `reading` may be led (nothing to beat) or answers `over_reading`."""
    if over_reading is None:
        bomb = reading[0] == "bomb"
        return way == "beat" and not (bomb and rulings["bomb-lead"] == "forbidden")
    if way == "goat":
        return grows(reading, over_reading, goat_kinds=rulings["goat-kinds"])
    if way == "ox":
        return ties(reading, over_reading, ox_kind=rulings["ox-kind"])
    bombs = reading[0] == over_reading[0] == "bomb"
    if bombs and edition == "early" and rulings["early-bomb-answer"] == "any":
        return True
    return beats(reading, over_reading, formation_shape=rulings["formation-shape"])


# --- Questions -----------------------------------------------------------------------------------


def _all_rulings(edition: str, pinned: Mapping[str, str] | None) -> dict[str, str]:
    """The pinned rulings, and the edition's defaults for the others."""
    if edition not in DEFAULTS:
        raise ValueError(f"not an edition: {edition!r}")
    known = {**OPTIONS, **SPECIAL_OPTIONS}
    for ruling, option in (pinned or {}).items():
        if ruling not in known:
            raise ValueError(f"not a ruling: {ruling!r}")
        if option not in known[ruling]:
            raise ValueError(f"not an option of {ruling}: {option!r}")
    return {**UNPINNED, **DEFAULTS[edition], **(pinned or {})}


def _claimed(possible: frozenset[Reading], claim: Claim | None) -> frozenset[Reading]:
    """Those of the possible readings that the claim fits."""
    wanted = dict(claim or {})
    for key in wanted:
        if key not in ("kind", "width", "length", "top"):
            raise ValueError(f"not part of a claim: {key!r}")
    if "kind" in wanted and wanted["kind"] not in KINDS:
        raise ValueError(f"not a kind: {wanted['kind']!r}")
    if "top" in wanted:
        wanted["top"] = VALUES[_value(str(wanted["top"]))]
    return frozenset(
        (kind, width, length, top)
        for kind, width, length, top in possible
        if wanted.get("kind", kind) == kind
        and wanted.get("width", width) == width
        and wanted.get("length", length) == length
        and wanted.get("top", top) == top
    )


def _all_readings(
    faces: Sequence[str], edition: str, rulings: Mapping[str, str]
) -> frozenset[Reading]:
    """All readings of these cards under these rulings."""
    return readings(
        faces,
        edition=edition,
        natural_four=rulings["natural-four"],
        bomb_size=rulings["early-bomb-size"],
    )


def _over_readings(
    over: Sequence[str] | None,
    over_claim: Claim | None,
    edition: str,
    rulings: Mapping[str, str],
) -> frozenset[Reading] | None:
    """The readings of the bid to beat; None when there is none, ValueError when it has none."""
    if over is None:
        if over_claim is not None:
            raise ValueError("a claim about the bid to beat, but no bid to beat")
        return None
    possible = _all_readings(over, edition, rulings)
    if not possible:
        raise ValueError(f"the bid to beat is no combination: {list(over)!r}")
    fitting = _claimed(possible, over_claim)
    if not fitting:
        raise ValueError(f"the bid to beat is not what is claimed: {list(over)!r}, {over_claim!r}")
    return fitting


def answers(
    faces: Sequence[str],
    over_reading: Reading | None,
    *,
    claim: Claim | None = None,
    edition: str = "rulebook",
    rulings: Mapping[str, str] | None = None,
    way: str = "beat",
) -> frozenset[Reading]:
    """The readings under which these cards may be led, or answer a bid taken as `over_reading`."""
    ruled = _all_rulings(edition, rulings)
    possible = _claimed(_all_readings(faces, edition, ruled), claim)
    return frozenset(
        reading for reading in possible if _allowed(reading, over_reading, ruled, edition, way)
    )


def wild_answers(
    wilds: int,
    over_reading: Reading | None,
    *,
    claim: Claim | None = None,
    rulings: Mapping[str, str] | None = None,
    way: str = "beat",
) -> frozenset[Reading]:
    """The readings under which exactly this many wilds answer a bid taken as `over_reading`."""
    ruled = _all_rulings("rulebook", rulings)
    possible = _claimed(wild_readings(wilds, ruled["wild-single"]), claim)
    return frozenset(
        reading for reading in possible if _allowed(reading, over_reading, ruled, "rulebook", way)
    )


def judge(
    bid: Sequence[str],
    over: Sequence[str] | None = None,
    *,
    claim: Claim | None = None,
    over_claim: Claim | None = None,
    edition: str = "rulebook",
    rulings: Mapping[str, str] | None = None,
) -> Judgement:
    """Whether `bid` may be led (no `over`) or may answer `over`.

    Undetermined when `over` has several readings and they give different verdicts. Raises
    ValueError when `over` is empty, has no reading or does not fit its claim, and for unknown
    faces, editions, rulings and claims.
    """
    ruled = _all_rulings(edition, rulings)
    over_readings = _over_readings(over, over_claim, edition, ruled)
    if over_readings is None:
        legal = answers(bid, None, claim=claim, edition=edition, rulings=rulings)
        return Judgement(LEGAL if legal else ILLEGAL, legal, {})
    by_over: dict[Reading, tuple[str, frozenset[Reading]]] = {}
    for over_reading in over_readings:
        legal = answers(bid, over_reading, claim=claim, edition=edition, rulings=rulings)
        by_over[over_reading] = (LEGAL if legal else ILLEGAL, legal)
    verdicts = {verdict for verdict, _ in by_over.values()}
    union = frozenset(chain.from_iterable(legal for _, legal in by_over.values()))
    return Judgement(verdicts.pop() if len(verdicts) == 1 else UNDETERMINED, union, by_over)


def settled(
    bid: Sequence[str],
    over: Sequence[str] | None = None,
    *,
    claim: Claim | None = None,
    over_claim: Claim | None = None,
    edition: str = "rulebook",
    pinned: Mapping[str, str] | None = None,
) -> bool:
    """Whether no choice among the open rulings changes the verdict.

    Open are formation-shape and natural-four unless pinned; bomb-lead keeps its pinned or default
    option. A choice under which `over` has no (fitting) reading is left out. Raises ValueError
    when no choice remains, and for whatever `judge` finds unknown.
    """
    fixed = _all_rulings(edition, pinned)
    _claimed(readings(bid, edition=edition), claim)
    ids = ("formation-shape", "natural-four")
    verdicts: set[str] = set()
    for choice in product(*(OPTIONS[ruling] for ruling in ids)):
        ruled = {**fixed, **dict(zip(ids, choice, strict=True)), **(pinned or {})}
        try:
            _over_readings(over, over_claim, edition, ruled)
        except ValueError:
            continue
        answer = judge(
            bid, over, claim=claim, over_claim=over_claim, edition=edition, rulings=ruled
        )
        verdicts.add(answer.verdict)
    if not verdicts:
        raise ValueError("the bid to beat has no fitting reading under any of the open rulings")
    return len(verdicts) == 1


_Group = tuple[int, int, int, list[int]]
"""Cards that do the same in a bid: value, how often it is shown, wilds, indexes into the hand."""


def _selections(
    groups: list[_Group], lowest: int | None = None
) -> Iterator[list[tuple[_Group, int]]]:
    """How many cards to take of which groups (ascending by value), nothing at all included.

    Left out are only selections that no combination can hold: two values more than four places
    apart, or a 2 beside another value.
    """
    yield []
    for place, group in enumerate(groups):
        value = group[0]
        first = value if lowest is None else lowest
        if value - first > 4 or (value == TWO and first != TWO):
            return
        for taken in range(1, len(group[3]) + 1):
            for rest in _selections(groups[place + 1 :], first):
                yield [(group, taken), *rest]


def plays(
    hand: Sequence[str],
    over: Sequence[str] | None = None,
    *,
    over_claim: Claim | None = None,
    edition: str = "rulebook",
    rulings: Mapping[str, str] | None = None,
) -> frozenset[tuple[tuple[int, ...], Reading]]:
    """Every legal bid from `hand`: ascending indexes into the hand, and the reading.

    Element cards of the hand are never part of a bid. Raises ValueError as `judge` does, and
    when `over` has several readings.
    """
    ruled = _all_rulings(edition, rulings)
    over_readings = _over_readings(over, over_claim, edition, ruled)
    if over_readings is not None and len(over_readings) > 1:
        raise ValueError(f"the bid to beat has several readings: {sorted(over_readings)!r}")
    over_reading = None if over_readings is None else next(iter(over_readings))
    return plays_over(hand, over_reading, edition=edition, rulings=rulings)


def plays_over(
    hand: Sequence[str],
    over_reading: Reading | None,
    *,
    edition: str = "rulebook",
    rulings: Mapping[str, str] | None = None,
    way: str = "beat",
) -> frozenset[tuple[tuple[int, ...], Reading]]:
    """Every bid from `hand` that may be led, or answers a bid taken as `over_reading`.

    As `plays`, but the bid to beat is told by its reading alone.
    """
    ruled = _all_rulings(edition, rulings)
    alike: dict[tuple[int, int, int], list[int]] = {}
    for index, text in enumerate(hand):
        card = _face(text)
        if card.copies > 0:
            key = (card.value, card.copies, card.symbols.count(WILD_SYMBOL[edition]))
            alike.setdefault(key, []).append(index)
    groups = [
        (value, copies, wilds, alike[value, copies, wilds])
        for value, copies, wilds in sorted(alike)
    ]

    known: dict[tuple[frozenset[tuple[int, int]], int, bool], list[Reading]] = {}
    found: set[tuple[tuple[int, ...], Reading]] = set()
    for selection in _selections(groups):
        naturals: Counter[int] = Counter()
        wild_total = 0
        for (value, copies, wilds, _), taken in selection:
            naturals[value] += copies * taken
            wild_total += wilds * taken
        cards_taken = sum(taken for _, taken in selection)
        enough = _enough_for_bomb(cards_taken, edition, ruled["early-bomb-size"])
        shown = (frozenset(naturals.items()), wild_total, enough)
        if shown not in known:
            known[shown] = [
                reading
                for reading in _readings(naturals, wild_total, ruled["natural-four"], enough)
                if _allowed(reading, over_reading, ruled, edition, way)
            ]
        if not known[shown]:
            continue
        choices = (combinations(indexes, taken) for (_, _, _, indexes), taken in selection)
        for chosen in product(*choices):
            cards = tuple(sorted(chain.from_iterable(chosen)))
            found.update((cards, reading) for reading in known[shown])
    return frozenset(found)
