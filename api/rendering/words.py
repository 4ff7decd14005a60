"""Words for what every body is made of: numbers, cards, bids, claims, readings, rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

Body: TypeAlias = Mapping[str, Any]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """The number as a word up to ten, in digits beyond."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """The number and its noun: ``1 play``, ``14 plays``."""
    return f"{count:,} {noun if count == 1 else noun + 's'}"


def card(shown: object) -> str:
    """A card as it is written; one spelled out is shown by the face that is up.

    >>> card({"element": "water", "white": "K", "blue": "7+water", "side": "blue"})
    '7+water'
    """
    if isinstance(shown, Mapping):
        return str(shown.get(shown.get("side", "white"), shown.get("name", "a card")))
    return str(shown)


def cards(shown: Iterable[object]) -> str:
    """Cards side by side."""
    return " ".join(map(card, shown))


def is_element_card(shown: object) -> bool:
    """Whether this is an Element card."""
    return card(shown).lower().startswith("element-")


def bid_cards(bid: object) -> list[object]:
    """The cards of a bid, a list or an object with a claim, or those played as Water."""
    if isinstance(bid, Mapping) and "cards" not in bid:
        uses = bid.get("symbols") or bid.get("use") or ()
        return [use["card"] for use in uses if use["as"] == "water"]
    listed = bid["cards"] if isinstance(bid, Mapping) else bid
    return list(listed) if isinstance(listed, Sequence) else []


def claim(claimed: Body) -> str:
    """A claim as the command line takes it.

    >>> claim({"kind": "formation", "width": 2, "length": 3, "top": "Q"})
    'formation 2x3 Q'
    """
    shape = f"{claimed.get('width', '')}x{claimed.get('length', '')}"
    parts = (claimed.get("kind"), shape if shape != "x" else None, claimed.get("top"))
    return " ".join(str(part) for part in parts if part is not None)


def bid(given: object) -> str:
    """A bid with what its player claims of it."""
    claimed = given.get("as") if isinstance(given, Mapping) else None
    named = cards(bid_cards(given)) or "an empty bid"
    return f"{named} (as {claim(claimed)})" if claimed else named


def combination(reading: Body) -> str:
    """A reading in words, without its wilds: ``a Set of two 6s``, ``a Run 6 7 8``."""
    kind, top = str(reading["kind"]).capitalize(), reading["top"]
    if reading["kind"] == "single":
        return f"a {kind} {top}"
    if reading["kind"] in ("set", "bomb"):
        return f"a {kind} of {number(reading['width'])} {top}s"
    return f"a {kind} {' '.join(reading['values'])}"


def wilds(reading: Body, held: Sequence[object], wild: str = "water") -> str:
    """What each wild that is used stands for: ``the Water of 7+water as the 8``."""
    used = Counter(
        f"the {wild.capitalize()} of {card(held[each['index']])} as the {each['as']}"
        for each in reading.get("wilds", ())
        if each["as"] is not None
    )
    return " and ".join(
        f"{number(n)} times {words}" if n > 1 else words for words, n in used.items()
    )


def taken(reading: Body, held: Sequence[object], wild: str = "water") -> str:
    """A reading in words: ``a Run 6 7 8, the Water of 7+water as the 8``."""
    return ", ".join(filter(None, (combination(reading), wilds(reading, held, wild))))


def pins(chosen: Mapping[str, str]) -> list[str]:
    """Options of rulings as they are pinned: ``formation-shape=same-shape``."""
    return [f"{ruling}={option}" for ruling, option in chosen.items()]
