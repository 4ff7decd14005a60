"""What the contract names but this version does not read, so that it is refused by name."""

from __future__ import annotations

from typing import Annotated, NoReturn, TypeAlias

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

LATER = "later"
"""The type of the errors that tell of it; their context may name the ``key`` below."""


def refuse_later(key: str = "") -> NoReturn:
    """Refuses the value as not yet supported, or the one at that key of it."""
    raise PydanticCustomError(LATER, "not supported by this version", {"key": key})


def _absent(value: object) -> object:
    return value if value is None else refuse_later()


def _off(value: object) -> object:
    return value if value is None or value is False else refuse_later()


Later: TypeAlias = Annotated[None, BeforeValidator(_absent)]
"""Only null is read."""
LaterSwitch: TypeAlias = Annotated[bool | None, BeforeValidator(_off)]
"""Only null and false are read."""
