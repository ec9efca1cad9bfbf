"""Listening to the channels of rooms, over one connection that does nothing else.

Pub/sub is only a wake-up: what is published while the connection is away is gone, without an
error. So a subscription counts from its confirmation on, and every later confirmation, after a
reconnect, is told to the owner, who then reads what it missed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import hiredis
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.errors import Unavailable
from server.store.keys import channel, room_of_channel
from server.store.link import Endpoint, Link, Wire

CONFIRM_TIMEOUT_S = 3.0
PING_INTERVAL_S = 2.0
# Nothing heard for this long, not even the answer to a ping: the connection is dropped.
SILENCE_S = 6.0
MAX_CHANNELS_PER_COMMAND = 500

# One command's arguments; Redis answers (un)subscriptions one by one, in the order sent.
_Command = tuple[str, ...]


@dataclass(slots=True, eq=False)
class _Subscription:
    room: str
    confirmed: asyncio.Event = field(default_factory=asyncio.Event)
    confirmed_before: bool = False


class Subscriber:
    """Keeps a set of rooms subscribed; ``run`` must be running.

    Args:
        endpoint: where Redis is.
        on_message: called with room and message, in order. It must return at once and not raise.
        on_confirmed: called with a room whose subscription stands again after a reconnect;
            messages in between are lost. It must return at once and not raise.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        on_message: Callable[[str, bytes], None],
        on_confirmed: Callable[[str], None],
    ) -> None:
        self._link = Link(endpoint)
        self._on_message = on_message
        self._on_confirmed = on_confirmed
        self._rooms: dict[str, _Subscription] = {}
        # Both live as long as one connection. Bounded by the number of rooms.
        self._commands: deque[_Command] = deque()
        self._unconfirmed: deque[_Subscription] = deque()
        self._connected = False
        self._wake = asyncio.Event()
        self._heard_at = 0.0

    async def subscribe(self, room: str) -> None:
        """Subscribe to the room and return when Redis has confirmed it.

        Raises:
            Unavailable: not confirmed within the bound; the room is not subscribed then.
        """
        subscription = self._rooms.get(room)
        if subscription is None:
            subscription = self._rooms[room] = _Subscription(room)
            if self._connected:
                self._ask([subscription])
        try:
            async with asyncio.timeout(CONFIRM_TIMEOUT_S):
                await subscription.confirmed.wait()
        except BaseException as error:
            self.unsubscribe(room)
            if not isinstance(error, TimeoutError):
                raise  # cancelled
            reason = self._link.trouble or f"not confirmed within {CONFIRM_TIMEOUT_S:g} s"
            raise Unavailable(f"subscription failed: {reason}") from None

    def unsubscribe(self, room: str) -> None:
        """Stop listening to the room; what Redis still sends for it is dropped."""
        if self._rooms.pop(room, None) is not None and self._connected:
            self._commands.append(("SUNSUBSCRIBE", channel(room)))
            self._wake.set()

    async def run(self) -> None:
        """Keep the connection up and deliver messages until cancelled."""
        await self._link.run(self._serve)

    def _ask(self, subscriptions: list[_Subscription]) -> None:
        for start in range(0, len(subscriptions), MAX_CHANNELS_PER_COMMAND):
            some = subscriptions[start : start + MAX_CHANNELS_PER_COMMAND]
            self._unconfirmed.extend(some)
            self._commands.append(("SSUBSCRIBE", *(channel(each.room) for each in some)))
        self._wake.set()

    async def _serve(self, wire: Wire) -> None:
        self._commands.clear()
        self._unconfirmed.clear()
        for subscription in self._rooms.values():
            subscription.confirmed.clear()
        self._ask(list(self._rooms.values()))
        self._heard_at = asyncio.get_running_loop().time()
        self._connected = True
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(wire))
                group.create_task(self._write(wire))
                group.create_task(self._ping())
        finally:
            self._connected = False

    async def _write(self, wire: Wire) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            packed = []
            while self._commands:
                packed.append(hiredis.pack_command(self._commands.popleft()))  # type: ignore[arg-type]  # its stub says 1-tuple
            await wire.send_packed_command(packed, check_health=False)

    async def _read(self, wire: Wire) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            reply = await wire.read_response(True, disconnect_on_error=False)
            self._heard_at = clock()
            # A ping is answered by a plain string while nothing is subscribed.
            if isinstance(reply, list):
                self._take(reply)

    def _take(self, reply: list[Any]) -> None:
        if reply[0] == b"smessage":
            room = room_of_channel(reply[1])
            if room in self._rooms:
                self._on_message(room, reply[2])
        elif reply[0] == b"ssubscribe":
            subscription = self._unconfirmed.popleft()
            if self._rooms.get(subscription.room) is not subscription:
                return  # unsubscribed meanwhile
            subscription.confirmed.set()
            if subscription.confirmed_before:
                self._on_confirmed(subscription.room)
            subscription.confirmed_before = True

    async def _ping(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PING_INTERVAL_S)
            if clock() - self._heard_at > SILENCE_S:
                raise RedisConnectionError(f"the store was silent for {SILENCE_S:g} s")
            self._commands.append(("PING",))
            self._wake.set()
