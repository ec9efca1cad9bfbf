"""Subscriptions: confirmed when they stand, told when they stand again, quiet when they end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.store import listener as listener_module
from server.store import subscriber as subscriber_module
from server.store.background import alongside
from server.store.errors import Unavailable
from server.store.keys import channel
from server.store.subscriber import Subscriber
from tests.proxy import proxy_to
from tests.server.store.endpoints import routes_to
from tests.server.store.rooms import Heard
from tests.valkey import Valkey


@asynccontextmanager
async def open_subscriber(url: str) -> AsyncIterator[tuple[Subscriber, Heard]]:
    heard = Heard()
    subscriber = Subscriber(routes_to(url), heard.on_message, heard.on_confirmed)
    async with alongside(subscriber.run()):
        yield subscriber, heard


def publish(server: Valkey, room: str, message: bytes) -> int:
    """Publish from outside; returns how many connections got it."""
    with server.client() as client:
        return int(client.execute_command("SPUBLISH", channel(room), message))


def kill_subscribers(server: Valkey) -> None:
    with server.client() as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


async def test_a_confirmed_subscription_gets_the_next_message(valkey: Valkey) -> None:
    async with open_subscriber(valkey.url) as (subscriber, heard):
        for number in range(20):
            room = f"room{number}"
            await subscriber.subscribe(room)
            assert publish(valkey, room, b"first") == 1
            await heard.until(lambda room=room: (room, b"first") in heard.messages)  # type: ignore[misc]
        assert len(heard.messages) == 20
        assert heard.confirmed == []


async def test_an_unsubscribed_room_is_quiet(valkey: Valkey) -> None:
    async with open_subscriber(valkey.url) as (subscriber, heard):
        await subscriber.subscribe("left")
        await subscriber.subscribe("kept")
        subscriber.unsubscribe("left")
        subscriber.unsubscribe("never subscribed")
        await subscriber.subscribe("marker")  # confirmed after the unsubscription was taken
        assert publish(valkey, "left", b"x") == 0
        assert publish(valkey, "kept", b"y") == 1
        await heard.until(lambda: len(heard.messages) == 1)
        assert heard.messages == [("kept", b"y")]


async def test_leaving_and_coming_back_at_once_waits_for_its_own_confirmation(
    valkey: Valkey,
) -> None:
    async with open_subscriber(valkey.url) as (subscriber, heard):
        for number in range(50):
            first = asyncio.ensure_future(subscriber.subscribe("room"))
            await asyncio.sleep(0)
            subscriber.unsubscribe("room")
            await subscriber.subscribe("room")
            assert publish(valkey, "room", b"%d" % number) == 1
            await heard.until(lambda count=number + 1: len(heard.messages) == count)  # type: ignore[misc]
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            subscriber.unsubscribe("room")


async def test_a_killed_connection_is_replaced_and_every_room_is_told_once(
    valkey: Valkey,
) -> None:
    rooms = {f"room{number}" for number in range(1000)}
    async with open_subscriber(valkey.url) as (subscriber, heard):
        await asyncio.gather(*(subscriber.subscribe(room) for room in rooms))
        subscriber.unsubscribe("room0")
        for kills in (1, 2):
            kill_subscribers(valkey)
            await heard.until(lambda count=kills: len(heard.confirmed) == count * (len(rooms) - 1))  # type: ignore[misc]
        assert set(heard.confirmed) == rooms - {"room0"}
        assert publish(valkey, "room1", b"after") == 1
        assert publish(valkey, "room0", b"after") == 0
        await heard.until(lambda: heard.messages == [("room1", b"after")])


async def test_a_store_killed_and_restarted_is_subscribed_again(own_valkey: Valkey) -> None:
    async with open_subscriber(own_valkey.url) as (subscriber, heard):
        await subscriber.subscribe("room")
        own_valkey.kill()
        await asyncio.to_thread(own_valkey.start)
        await heard.until(lambda: heard.confirmed == ["room"])
        assert publish(own_valkey, "room", b"after") == 1
        await heard.until(lambda: heard.messages == [("room", b"after")])


async def test_a_subscription_that_nobody_confirms_is_unavailable_and_not_kept(
    own_valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriber_module, "CONFIRM_TIMEOUT_S", 0.1)
    async with open_subscriber(own_valkey.url) as (subscriber, heard):
        own_valkey.freeze()
        with pytest.raises(Unavailable, match=r"not confirmed within 0\.1 s|not connected"):
            await subscriber.subscribe("room")
        own_valkey.thaw()
        monkeypatch.setattr(subscriber_module, "CONFIRM_TIMEOUT_S", 10)
        await subscriber.subscribe("marker")
        assert publish(own_valkey, "room", b"x") == 0
        assert heard.confirmed == []


async def test_a_room_subscribed_while_the_store_is_away_is_confirmed_later(
    own_valkey: Valkey,
) -> None:
    own_valkey.kill()
    async with open_subscriber(own_valkey.url) as (subscriber, heard):
        asking = asyncio.ensure_future(subscriber.subscribe("room"))
        await asyncio.to_thread(own_valkey.start)
        await asking
        assert publish(own_valkey, "room", b"x") == 1
        assert heard.confirmed == []


async def test_a_silent_connection_is_replaced(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener_module, "PING_INTERVAL_S", 0.05)
    monkeypatch.setattr(listener_module, "SILENCE_S", 0.3)
    async with (
        proxy_to(valkey.socket_path) as proxy,
        open_subscriber(proxy.url) as (subscriber, heard),
    ):
        await subscriber.subscribe("room")
        proxy.hold()
        publish(valkey, "room", b"lost without a word")
        await proxy.until_connected(2)
        proxy.let_through()
        await heard.until(lambda: heard.confirmed != [])
        publish(valkey, "room", b"heard")
        await heard.until(lambda: heard.messages == [("room", b"heard")])


async def test_a_quiet_connection_stays(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener_module, "PING_INTERVAL_S", 0.02)
    monkeypatch.setattr(listener_module, "SILENCE_S", 0.5)
    async with (
        proxy_to(valkey.socket_path) as proxy,
        open_subscriber(proxy.url) as (subscriber, heard),
    ):
        await subscriber.subscribe("left")
        subscriber.unsubscribe("left")
        await proxy.until_replies(10)  # pings with nothing subscribed
        await subscriber.subscribe("room")
        await proxy.until_replies(proxy.replies + 40)
        assert proxy.connections == 1
        assert heard.confirmed == []
