"""The clauses, one file per part of the rulebook, one function per clause."""

from checker.model.clauses import (
    beat,
    combinations,
    elements,
    general,
    mandate_bids,
    mandates,
    symbols,
    turn,
    variant,
    water,
    winds,
)

__all__ = [
    "beat",
    "combinations",
    "elements",
    "general",
    "mandate_bids",
    "mandates",
    "symbols",
    "turn",
    "variant",
    "water",
    "winds",
]
