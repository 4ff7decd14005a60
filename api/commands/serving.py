"""The same questions over HTTP."""

from __future__ import annotations

import click

from api.options import Whole


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=Whole(0, 65535))
@click.option("--workers", default=2, show_default=True, type=Whole(min=1))
def serve(host: str, port: int, workers: int) -> None:
    """Answer the same questions over HTTP."""
    from api import serving

    serving.serve(host, port, workers)
