"""What one visitor, or one address, cannot do to the others. See ``docs/security.md``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol as Offered

from protocol.codec import Subprotocol
from protocol.codes import CloseCode
from server import app, bans, connection, gate, sweep
from tests.integration.http import get, handshake
from tests.integration.node import PATIENCE_S, Client, node
from tests.integration.quiet import nothing_wrong
from tests.integration.table import closed, table


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with nothing_wrong(caplog):
        yield


# Connections


async def test_an_address_has_so_many_connections_and_is_told_when_it_wants_more() -> None:
    async with table(connections_per_address=4) as play:  # two are the players'
        more = [await play.local.client(f"More {n}") for n in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await play.local.connect()
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["Retry-After"] == "10"
        await more[0].socket.close()
        await play.local.client("Again")
        await play.plays_on()


async def test_far_over_the_bound_a_connection_is_not_even_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who opens many and says nothing fills nothing: others with their own address get in."""
    monkeypatch.setattr(gate, "UNHEARD", 2)
    async with table(connections_per_address=4, trusted_proxy="127.0.0.2") as play:
        silent = [await asyncio.open_connection("127.0.0.1", play.local.port) for _ in range(20)]
        cut = 0
        for reader, _ in silent[4:]:
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(1), PATIENCE_S) == b""
            cut += 1
        assert cut == 16
        assert len(play.local.node.gate) == 6
        for _, writer in silent:
            writer.close()
        await play.plays_on()


async def test_a_full_node_says_so() -> None:
    async with table(max_connections=2) as play:
        with pytest.raises(InvalidStatus) as refused:
            await play.local.connect()
        assert refused.value.response.status_code == 503
        await play.plays_on()


async def test_new_connections_of_an_address_come_at_a_rate() -> None:
    async with node(connections_per_minute=6) as local:  # two at once
        for _ in range(2):
            assert (await handshake(local.port)).status == 101
        page = await handshake(local.port)
        assert page.status == 429
        assert 1 <= int(page.headers["retry-after"]) <= 10


async def test_who_begins_no_handshake_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "HANDSHAKE_TIMEOUT_S", 0.1)
    async with table() as play:
        for said in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", play.local.port)
            writer.write(said)
            assert await asyncio.wait_for(reader.read(), PATIENCE_S) == b""
            writer.close()
        await play.plays_on()


async def test_who_has_nothing_to_do_is_closed_and_who_watches_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweep, "MOST_S", 0.05)
    async with table(idle_seconds=0.3) as play:
        watcher, idle = await play.local.client("Cleo"), await play.local.client("Idle")
        await watcher.get("watch", room=play.room, name="Cleo")
        assert (await closed(idle.socket))[0] == CloseCode.IDLE
        await watcher.get("lobby")
        await play.plays_on()


# Proxies


async def test_behind_a_trusted_proxy_each_client_has_its_own_bound() -> None:
    async with node(connections_per_address=1, trusted_proxy="127.0.0.0/8") as local:
        first = ("X-Forwarded-For", "203.0.113.1")
        offered = Offered(Subprotocol.JSON)
        async with connect(local.url, subprotocols=[offered], additional_headers=[first]):
            assert (await handshake(local.port, first)).status == 429
            spoofed = ("X-Forwarded-For", "198.51.100.7, 203.0.113.1")
            assert (await handshake(local.port, spoofed)).status == 429
            other = ("X-Forwarded-For", "203.0.113.2")
            assert (await handshake(local.port, other)).status == 101


async def test_from_anybody_else_the_header_is_not_believed() -> None:
    async with node(connections_per_address=1) as local:
        await local.client("Alice")
        claimed = ("X-Forwarded-For", "203.0.113.2")
        assert (await handshake(local.port, claimed)).status == 429


# Browsers


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1", 101),  # the page that this server itself shows
        ("http://127.0.0.1:80", 101),
        ("https://play.example", 101),
        ("https://evil.example", 403),
        ("http://127.0.0.1:81", 403),
        ("http://play.example", 403),
        ("null", 403),
        ("", 403),
        ("http://[", 403),
        ("http://127.0.0.1:99999", 403),
    ],
)
async def test_only_pages_of_allowed_origins_may_connect(origin: str, status: int) -> None:
    async with node(allowed_origin="https://play.example") as local:
        assert (await handshake(local.port, ("Origin", origin))).status == status


async def test_any_origin_may_be_allowed_and_two_are_none() -> None:
    evil = ("Origin", "https://evil.example")
    async with node(allowed_origin="*") as local:
        assert (await handshake(local.port, evil)).status == 101
        assert (await handshake(local.port, evil, evil)).status == 400


# Requests


async def test_the_connections_of_an_address_share_its_requests() -> None:
    async with node(requests_per_minute=300) as local:  # ten at once
        clients = [await local.client(f"Client {n}") for n in range(4)]
        codes = [(await client.ask("lobby")).get("code") for _ in range(4) for client in clients]
        assert codes.count(None) < 10
        assert codes.count("rate_limited") > 5


async def test_an_address_creates_so_many_rooms() -> None:
    async with node(rooms_per_minute=2) as local:
        first, second = await local.client("Alice"), await local.client("Bo")
        request = {"name": "Alice", "length": 3, "id": "the-first-room"}
        made = await first.get("create", **request)
        await second.get("create", name="Bo", length=3)
        refused = await second.ask("create", name="Bo", length=3)
        assert refused["code"] == "rate_limited"
        assert refused["details"]["retry_ms"] > 1000
        assert await first.get("create", **request) == made  # asked again it is no new room


async def test_chat_comes_at_a_rate() -> None:
    async with node(chat_per_minute=6) as local:  # two at once
        white, black, room = await local.players(ready=False)
        codes = [(await white.ask("say", room=room, text=f"{n}")).get("code") for n in range(4)]
        assert codes == [None, None, "rate_limited", "rate_limited"]
        await black.act("ready")


async def test_codes_that_are_tried_are_counted_against_the_address() -> None:
    """However they are tried; who has a good code already plays on."""
    async with table(guesses_per_minute=5) as play:
        stranger = await play.local.client("Mallory")
        asked = ("watch", "join", "resume", "log", "leave", "preview", "watch")
        codes = [await _try(stranger, t, n) for n, t in enumerate(asked)]
        assert codes == ["unknown_room"] * 5 + ["rate_limited"] * 2
        # The limit hides whether the code would have been a good one.
        refused = await stranger.ask("watch", room=play.room, name="Mallory")
        assert refused["code"] == "rate_limited"
        await play.plays_on()


async def _try(client: Client, t: str, number: int) -> str:
    fields: dict[str, object] = {"room": f"ABCDEFGH{number + 2}2"}
    if t in ("watch", "join"):
        fields["name"] = "Mallory"
    elif t == "log":
        fields |= {"from": 1, "to": 1}
    elif t == "preview":
        fields["steps"] = []
    return str((await client.ask(t, **fields))["code"])


@pytest.mark.parametrize("opening", ["[", '{"a":'])
async def test_nesting_is_bounded(opening: str) -> None:
    async with table() as play:
        client = await play.local.client("Mallory")
        await client.socket.send(opening * (16_000 // len(opening)))
        assert (await closed(client.socket))[0] == CloseCode.UNREADABLE
        await play.plays_on()


# Slow readers


async def test_case_3_who_stops_reading_is_closed_at_the_bound_and_resumes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It asks for much and reads nothing; everybody else plays on, and it comes back."""
    monkeypatch.setattr(connection, "MAX_WRITE_BUFFER_BYTES", 64 * 1024)
    async with table() as play:
        slow = await play.local.client("Bo", token=play.black.token)
        await slow.get("resume", room=play.room)
        seen = slow.view
        slow.socket.transport.pause_reading()
        async with asyncio.timeout(PATIENCE_S):
            while not any(one.closing for one in play.local.node.connections):
                await slow.send("log", room=play.room, from_=1, to=500)
                await asyncio.sleep(0)
        await play.plays_on()  # before the slow one has noticed anything
        slow.socket.transport.abort()
        await play.plays_on()

        back = await play.local.client("Bo", token=play.black.token)
        back.views[play.room] = seen
        answer = await back.get("resume", room=play.room, after=seen.seq, head=seen.head.hex())
        assert back.view.seq == answer["seq"] == play.white.view.seq
        assert back.view.state == play.white.view.state
        assert play.local.node.metrics.drops["too_slow"] == 1


# Players


async def test_a_banned_player_is_sent_away_and_not_let_in_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bans, "READ_EVERY_S", 0.05)
    async with table() as play:
        rude = await play.local.client("Mallory")
        (player,) = [one.player_id for one in play.local.node.connections if not one.rooms]
        await play.local.node.store.ban(player)
        assert (await closed(rude.socket))[0] == CloseCode.BANNED
        socket = await play.local.connect()
        await socket.send(json.dumps({"t": "hello", "id": "hello-again", "token": rude.token}))
        assert json.loads(await socket.recv())["code"] == "banned"
        assert (await closed(socket))[0] == CloseCode.BANNED
        await play.plays_on()

        await play.local.node.store.unban(player)
        async with asyncio.timeout(PATIENCE_S):
            while player in play.local.node.bans:  # noqa: ASYNC110  (it is read every so often)
                await asyncio.sleep(0.01)
        await play.local.client("Mallory", token=rude.token)


async def test_a_stranger_gets_no_page_but_those_there_are() -> None:
    async with node() as local:
        for path in ("/", "/../../etc/passwd", "/admin", "/metrics/x", "/healthz/.."):
            assert (await get(local.port, path)).status == 426
