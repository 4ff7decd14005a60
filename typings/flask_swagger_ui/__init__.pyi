from collections.abc import Mapping

from flask import Blueprint

def get_swaggerui_blueprint(
    base_url: str, api_url: str, config: Mapping[str, object] | None = ...
) -> Blueprint: ...
