from __future__ import annotations

import pytest

from clients.address import parse_server
from server.config import read_settings
from server.greeting import greeting


@pytest.mark.parametrize(
    ("host", "shown"),
    [("192.0.2.1", "192.0.2.1"), ("play.example", "play.example"), ("::1", "[::1]")],
)
def test_the_address_that_is_shown_is_one_that_clients_read(host: str, shown: str) -> None:
    lines = greeting(read_settings(["--host", host]), 9000, "safe")
    server = f"ws://{shown}:9000"
    assert lines[0].endswith(f" serves {server}")
    assert f"--server {server} " in lines[2]
    assert parse_server(server) == server


@pytest.mark.parametrize(
    ("host", "own", "other"), [("0.0.0.0", "127.0.0.1", "["), ("::", "[::1]", ".")]
)
def test_only_addresses_that_are_listened_on_are_shown(host: str, own: str, other: str) -> None:
    """Who listens on ``::`` does not listen on any address of IPv4."""
    lines = greeting(read_settings(["--host", host]), 9000, "safe")
    servers = [line.split()[-1] for line in lines if line.split()[-1].startswith("ws://")]
    assert servers[-1] == f"ws://{own}:9000"
    assert not any(other in server for server in servers)
