"""How theorems came out, and the order of bids, in wire form.

No time is told: the same question has the same bytes.
"""

from __future__ import annotations

from typing import Any

from checker.model.engine import engine
from checker.order import Order
from checker.proofs.registry import Shown
from checker.proving import Proved
from checker.rulebook import Edition, Rulings, rulebook
from checker.wire.writing import reading_form


def proved_form(proved: Proved) -> dict[str, Any]:
    """How a theorem came out, with all that tells against it and all that it rests on."""
    finding = proved.finding
    return {
        "theorem": proved.theorem.id,
        "standing": proved.standing,
        "bounds": finding.bounds,
        "against": [
            {
                "rulings": dict(each.rulings),
                "says": each.says,
                "shown_by": [_shown(shown) for shown in each.shown],
            }
            for each in finding.against
        ],
        "remarks": list(finding.remarks),
        "witnesses": [_shown(shown) for shown in finding.witnesses],
    }


def proofs_form(edition: Edition, pinned: Rulings, proved: list[Proved]) -> dict[str, Any]:
    """All that was proved, and by which rules."""
    return {
        "edition": edition.id,
        "pinned": dict(pinned),
        "proved": [proved_form(each) for each in proved],
        "specs": rulebook().version,
        "engine": engine(),
    }


def order_form(order: Order) -> dict[str, Any]:
    """The order of bids; pairs are places in ``bids``, the winner first.

    ``least`` are the fewest pairs from which all others follow.
    """
    place = {bid: number for number, bid in enumerate(order.bids)}
    used, book = order.rules.used, rulebook()
    return {
        "edition": order.rules.edition.id,
        "rulings": {
            ruling.id: used[ruling.id]
            for ruling in book.rulings.values()
            if ruling.id in book.bid_rulings and not ruling.asked_with and ruling.raised_under(used)
        },
        "most_values": order.most_values,
        "pairs": order.graph.number_of_edges(),
        "acyclic": not order.cycle,
        "transitive": order.is_transitive,
        "cycle": [place[bid] for bid in order.cycle],
        "tangled": [place[bid] for bid in order.tangled],
        "longest_chain": [place[bid] for bid in order.longest_chain],
        "unbeaten": [place[bid] for bid in order.unbeaten],
        "beaten_by_bombs_alone": [place[bid] for bid in order.beaten_by_bombs_alone],
        "least": [[place[winner], place[loser]] for winner, loser in order.least.edges],
        "bids": [reading_form(bid) for bid in order.bids],
        "specs": rulebook().version,
        "engine": engine(),
    }


def _shown(shown: Shown) -> dict[str, Any]:
    return {
        "says": shown.says,
        "endpoint": shown.endpoint,
        "body": shown.body,
        "verdict": shown.verdict,
        "clauses": list(shown.reasons),
    }
