"""How a value becomes a response: compact JSON, keys as they stand, the same bytes every time."""

from __future__ import annotations

from flask import Response

from checker.wire.dumping import body


def json_response(value: object) -> Response:
    """The response that carries the value."""
    return Response(body(value), content_type="application/json")
