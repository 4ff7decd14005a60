"""The two doors to the checker: the HTTP API and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app() -> Flask:
    """The WSGI application."""
    # Imported here, so that the command line starts without Flask.
    from api.app import make_app

    return make_app()
