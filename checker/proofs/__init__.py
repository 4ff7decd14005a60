"""The theorems, one function each: what is asked of the model, and how the answer is shown."""

from checker.proofs import bearing, beating, bids, derived, rulings, turns
from checker.proofs.registry import PROOFS

__all__ = ["PROOFS", "beating", "bearing", "bids", "derived", "rulings", "turns"]
