"""An implementation that is wrong on purpose in three places, to see whether they are found.

It speaks the protocol of ``fixtures/CONFORMANCE.md`` and is the reference for bids, but that

1. a wild counts in a Bomb (``wild-bomb``),
2. an equal highest value is enough for a Run (``equal-run``),
3. a Formation may hold a 2 (``formation-two``).

Named as arguments, it is wrong in those places alone. It knows bare faces bid by the printed
rulebook; everything else is ``unsupported``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests import reference

CLAUSES = {
    "wild-bomb": "bomb-without-wild",
    "equal-run": "beat-higher",
    "formation-two": "formation-without-two",
}
"""The planted faults, each with the clause that it breaks."""
KNOWN = {"bid", "over", "rulings"}
planted = {*CLAUSES}
right_readings, right_beats = reference._readings, reference.beats


def readings(naturals: Counter[int], wilds: int, *more: Any) -> frozenset[reference.Reading]:
    """The readings, among them Bombs with wilds and Formations up to the 2."""
    found = set(right_readings(naturals, wilds, *more))
    if "wild-bomb" in planted:
        found |= {("bomb", width, 1, top) for k, width, _, top in found if k == "set" and width > 3}
    if "formation-two" in planted and reference.TWO in naturals and len(naturals) > 1:
        # As the same cards would be read one value lower, where the rules allow it.
        lower = Counter({value - 1: times for value, times in naturals.items()})
        below = right_readings(lower, wilds, *more)
        found |= {(k, w, n, "2") for k, w, n, top in below if k == "formation" and top == "A"}
    return frozenset(found)


def beats(reading: reference.Reading, over: reference.Reading, *, formation_shape: str) -> bool:
    """Whether the one beats the other, a Run with the same top too."""
    if "equal-run" in planted and reading[0] == "run" and reading == over:
        return True
    return right_beats(reading, over, formation_shape=formation_shape)


def answer(endpoint: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question about bids; everything else is not supported."""
    if endpoint != "judge" or not KNOWN.issuperset(request):
        return {"unsupported": True}
    (bid, claim), (over, over_claim) = parts(request["bid"]), parts(request.get("over"))
    try:
        told = reference.judge(
            bid or [],
            over,
            claim=claim,
            over_claim=over_claim,
            rulings=request.get("rulings"),
        )
    except (TypeError, ValueError):
        return {"unsupported": True}
    return {"verdict": told.verdict, "readings": sorted(map(text, told.readings))}


def parts(bid: Any) -> tuple[list[str] | None, dict[str, Any] | None]:
    """The cards of a bid, and what is claimed of it."""
    if isinstance(bid, Mapping):
        return bid["cards"], bid.get("as")
    return bid, None


def text(reading: reference.Reading) -> str:
    """A reading as fixtures write it."""
    kind, width, length, top = reading
    return f"{kind} {width}x{length} {top}"


def main() -> None:
    """Answers a question a line."""
    planted.intersection_update(sys.argv[1:] or CLAUSES)
    vars(reference).update(_readings=readings, beats=beats)
    for line in sys.stdin:
        asked = json.loads(line)
        told = answer(asked["endpoint"], asked["request"])
        print(json.dumps({"id": asked["id"], **told}), flush=True)


if __name__ == "__main__":
    main()
