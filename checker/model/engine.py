"""Which solver decides."""

from __future__ import annotations

from functools import cache

import z3


@cache
def engine() -> str:
    """Its name and version, as ``z3 4.13.0``."""
    return f"z3 {z3.get_version_string()}"
