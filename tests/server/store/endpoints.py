"""Endpoints and routes as the store makes them, for tests of what is below it."""

from __future__ import annotations

from server.store.address import parse_address
from server.store.link import Endpoint, opened
from server.store.routes import OneServer


def endpoint_at(url: str) -> Endpoint:
    """The one server at ``url``."""
    address = parse_address(url)
    return Endpoint(address.name, lambda: opened(address.wire()))


def routes_to(url: str) -> OneServer:
    """Two pipes to the one server at ``url``."""
    return OneServer(parse_address(url), 2, lambda: None)
