"""How a value becomes a response: compact JSON, keys as they stand, the same bytes every time."""

from __future__ import annotations

import json

from flask import Response

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def compact(value: object) -> str:
    """The value as JSON without a needless byte."""
    return _ENCODER.encode(value)


def json_response(value: object) -> Response:
    """The response that carries the value."""
    return Response(compact(value), content_type="application/json")
