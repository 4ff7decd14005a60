"""A plain reference for the bid rules of Panda Spin: combinations and beating, nothing else.

It is written for comparison, not for use: short, slow and obvious. It shares no code, no data and
no method with the rules authority, so that both can be asked the same question and their answers
compared.

Method: spell out every combination that the size of the group allows as the values it consists
of, and compare those values with the values that the cards show. Whatever the combination has
more than the cards must be covered by wilds; the cards may never show more than the combination.

Known limits: bare faces and Element cards only (no cards of a deck by name), no positions, no
expansion. Of the early edition only its wild symbol and the defaults of its rulings differ here.
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


def _readings(naturals: Counter[int], wilds: int, natural_four: str) -> frozenset[Reading]:
    """Everything that the printed values `naturals` and up to `wilds` wilds can be taken as."""
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
        if kind == "set" and width >= 4 and used == 0 and natural_four == "bomb-only":
            continue
        found.add((kind, width, length, VALUES[top]))
    return frozenset(found)


def readings(
    faces: Sequence[str], *, edition: str = "rulebook", natural_four: str | None = None
) -> frozenset[Reading]:
    """All readings that the definitions of the combinations allow for these cards.

    Empty for no cards and for cards that hold an Element card. `natural_four` is the option of
    the ruling of that name, by default the edition's. Raises ValueError for an unknown face,
    edition or option.
    """
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
    return _readings(naturals, wilds, ruling)


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


def _allowed(reading: Reading, over_reading: Reading | None, rulings: Mapping[str, str]) -> bool:
    """Whether a bid taken as `reading` may be led (nothing to beat) or beats `over_reading`."""
    if over_reading is None:
        return not (reading[0] == "bomb" and rulings["bomb-lead"] == "forbidden")
    return beats(reading, over_reading, formation_shape=rulings["formation-shape"])


# --- Questions -----------------------------------------------------------------------------------


def _all_rulings(edition: str, pinned: Mapping[str, str] | None) -> dict[str, str]:
    """The pinned rulings, and the edition's defaults for the others."""
    if edition not in DEFAULTS:
        raise ValueError(f"not an edition: {edition!r}")
    for ruling, option in (pinned or {}).items():
        if ruling not in OPTIONS:
            raise ValueError(f"not a ruling: {ruling!r}")
        if option not in OPTIONS[ruling]:
            raise ValueError(f"not an option of {ruling}: {option!r}")
    return {**DEFAULTS[edition], **(pinned or {})}


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


def _over_readings(
    over: Sequence[str] | None, over_claim: Claim | None, edition: str, natural_four: str
) -> frozenset[Reading] | None:
    """The readings of the bid to beat; None when there is none, ValueError when it has none."""
    if over is None:
        if over_claim is not None:
            raise ValueError("a claim about the bid to beat, but no bid to beat")
        return None
    possible = readings(over, edition=edition, natural_four=natural_four)
    if not possible:
        raise ValueError(f"the bid to beat is no combination: {list(over)!r}")
    fitting = _claimed(possible, over_claim)
    if not fitting:
        raise ValueError(f"the bid to beat is not what is claimed: {list(over)!r}, {over_claim!r}")
    return fitting


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
    over_readings = _over_readings(over, over_claim, edition, ruled["natural-four"])
    possible = _claimed(readings(bid, edition=edition, natural_four=ruled["natural-four"]), claim)
    if over_readings is None:
        legal = frozenset(reading for reading in possible if _allowed(reading, None, ruled))
        return Judgement(LEGAL if legal else ILLEGAL, legal, {})
    by_over: dict[Reading, tuple[str, frozenset[Reading]]] = {}
    for over_reading in over_readings:
        legal = frozenset(reading for reading in possible if _allowed(reading, over_reading, ruled))
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
            _over_readings(over, over_claim, edition, ruled["natural-four"])
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
    over_readings = _over_readings(over, over_claim, edition, ruled["natural-four"])
    if over_readings is not None and len(over_readings) > 1:
        raise ValueError(f"the bid to beat has several readings: {sorted(over_readings)!r}")
    over_reading = None if over_readings is None else next(iter(over_readings))

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

    known: dict[tuple[frozenset[tuple[int, int]], int], list[Reading]] = {}
    found: set[tuple[tuple[int, ...], Reading]] = set()
    for selection in _selections(groups):
        naturals: Counter[int] = Counter()
        wild_total = 0
        for (value, copies, wilds, _), taken in selection:
            naturals[value] += copies * taken
            wild_total += wilds * taken
        shown = (frozenset(naturals.items()), wild_total)
        if shown not in known:
            known[shown] = [
                reading
                for reading in _readings(naturals, wild_total, ruled["natural-four"])
                if _allowed(reading, over_reading, ruled)
            ]
        if not known[shown]:
            continue
        choices = (combinations(indexes, taken) for (_, _, _, indexes), taken in selection)
        for chosen in product(*choices):
            cards = tuple(sorted(chain.from_iterable(chosen)))
            found.update((cards, reading) for reading in known[shown])
    return frozenset(found)
