"""Redis over TCP with TLS, as a user who may do no more than is needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.store.errors import StoreError
from server.store.redis import Store, open_store
from tests.integration.certificates import Authority, needs_openssl
from tests.integration.node import node
from tests.integration.permissions import documented_permissions
from tests.integration.playing import playing
from tests.proxy import Proxy
from tests.valkey import Valkey

PASSWORD = "pass word:/@?%"
QUOTED = "pass%20word%3A%2F%40%3F%25"

pytestmark = needs_openssl


def admit(server: Valkey, *permissions: str) -> None:
    """Let a user with the documented permissions in, and with these, and nobody else."""
    granted = (*documented_permissions(), *permissions, f">{PASSWORD}")
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "shuanglu", *granted)
        client.execute_command("ACL", "SETUSER", "default", "off")


@pytest.fixture
def restricted(own_valkey: Valkey) -> Valkey:
    """A server that knows nobody but a user with the documented permissions."""
    admit(own_valkey)
    return own_valkey


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@asynccontextmanager
async def tls_in_front_of(
    server: Valkey, authority: Authority, names: str = "IP:127.0.0.1"
) -> AsyncIterator[int]:
    """A port of 127.0.0.1 that speaks TLS for ``server``."""
    proxy = Proxy(server.socket_path)
    context = authority.server_context(names)
    listening = await asyncio.start_server(proxy.handle, "127.0.0.1", 0, ssl=context)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        proxy.cut()
        await listening.wait_closed()


def url_of(port: int, authority: Authority, *, user: str = "", client: bool = True) -> str:
    options = [f"ssl_ca_certs={authority.certificate}"]
    if client:
        certificate, key = authority.sign("client", "DNS:client")
        options += [f"ssl_certfile={certificate}", f"ssl_keyfile={key}"]
    return f"rediss://{user}127.0.0.1:{port}/0?{'&'.join(options)}"


async def refusal(url: str) -> str:
    store = Store(url, on_message=lambda _r, _m: None, on_confirmed=lambda _r: None)
    with pytest.raises(StoreError) as caught:
        async with open_store(store):
            pass
    return str(caught.value)


async def test_a_match_over_tls_as_a_user_with_only_what_is_needed(
    restricted: Valkey, authority: Authority
) -> None:
    async with tls_in_front_of(restricted, authority) as port:
        url = url_of(port, authority, user=f"shuanglu:{QUOTED}@")
        async with node(redis=url) as first, node(redis=url) as second:
            async with playing(first.url, second.url) as match:
                await match.goes_on(40)
            assert await match.check() >= 40
            assert match.rollbacks == 0


async def test_a_match_over_tcp_and_over_a_unix_socket_with_a_password(
    restricted: Valkey,
) -> None:
    tcp = f"redis://shuanglu:{QUOTED}@127.0.0.1:{restricted.port}/0"
    unix = f"unix://shuanglu:{QUOTED}@{restricted.socket_path}"
    async with node(redis=tcp) as first, node(redis=unix) as second:
        async with playing(first.url, second.url) as match:
            await match.goes_on(40)
        await match.check()


async def test_a_wrong_password_is_one_line_without_it(restricted: Valkey) -> None:
    said = await refusal(f"redis://shuanglu:hush@127.0.0.1:{restricted.port}")
    assert "invalid username-password pair" in said.lower()
    assert "hush" not in said


@pytest.mark.parametrize("missing", ["info", "spublish", "ssubscribe", "time"])
async def test_a_user_who_may_do_too_little_is_found_out_at_the_start(
    own_valkey: Valkey, missing: str
) -> None:
    admit(own_valkey, f"-{missing}")
    said = await refusal(f"redis://shuanglu:{QUOTED}@127.0.0.1:{own_valkey.port}")
    assert f"no permissions to run the '{missing}' command" in said


@pytest.mark.parametrize(
    ("names", "client", "reason"),
    [
        ("DNS:elsewhere.example", True, "certificate"),
        ("IP:127.0.0.1", False, ""),
    ],
)
async def test_tls_that_cannot_be_trusted_is_one_line(
    own_valkey: Valkey, authority: Authority, names: str, client: bool, reason: str
) -> None:
    async with tls_in_front_of(own_valkey, authority, names) as port:
        said = await refusal(url_of(port, authority, client=client))
    assert f"rediss://127.0.0.1:{port}/0 cannot be used" in said
    assert reason in said
    assert "\n" not in said


async def test_an_unknown_authority_is_not_trusted(
    own_valkey: Valkey, authority: Authority
) -> None:
    async with tls_in_front_of(own_valkey, authority) as port:
        said = await refusal(f"rediss://127.0.0.1:{port}/0")
    assert "certificate" in said
