"""The room in Redis: its log and snapshot, its chat, who is there, and the lists of rooms.

The store knows bytes, sequence numbers and heads; it never looks into an entry or a snapshot.
Appends ask until Redis gives a definite answer; everything else is bounded in time and raises
``Unavailable``. Names of keys are in ``keys.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

from redis.exceptions import RedisError

from server.store import keys
from server.store.address import Kind, parse_address
from server.store.append import Append, Moved, Won, compare_and_append
from server.store.background import alongside
from server.store.clock import StoreClock
from server.store.cluster import Cluster
from server.store.errors import ClockAhead, StoreError, Unavailable
from server.store.inspection import inspect
from server.store.lists import RoomLists
from server.store.pace import REAL, Pace
from server.store.patience import ask_for_a_while, passing_reason
from server.store.pipe import Arg
from server.store.routes import OneServer
from server.store.script import Script
from server.store.stored import HEAD_FIELDS, STATE_FIELDS, Head, Stored, read_heads, read_state
from server.store.subscriber import Subscriber

__all__ = ["Append", "Moved", "Store", "Stored", "Won", "open_store"]

PIPES = 8
"""To each server: see ``trunk.py``."""
CHECK = "check"
"""No room has this code: it is too short."""
RETENTION_MS = 30 * 24 * 60 * 60 * 1000
HERE_RETENTION_MS = 60_000
CHAT_LINES = 100
# A long log is read in pieces, so that other rooms' answers get in between.
READ_PAGE = 500

# Nodes beat every second; a slow one, or a store that is replaced, is no downtime.
BEAT_GAP_MS = 5_000
GAPS_KEPT = 500

_CHAT = Script("chat.lua")
_BEAT = Script("beat.lua")


class Store(RoomLists):
    """All rooms in one Redis, or a cluster; ``run`` must be running.

    Args:
        url: what ``address.py`` reads.
        on_message: called with room and message for subscribed rooms; must not block or raise.
        on_confirmed: called with a room whose subscription stands again after a reconnect: what
            was published in between is lost, so read it. Must not block or raise.
        retention_ms: how long a room is kept after its last event.
        allow_eviction: accept a Redis that may evict live rooms.
        pipes: over how many connections to a server rooms are spread.
        pace: how time goes by; only a test gives another one.

    Raises:
        StoreError: the URL is not a Redis URL.
    """

    def __init__(
        self,
        url: str,
        *,
        on_message: Callable[[str, bytes], None],
        on_confirmed: Callable[[str], None],
        retention_ms: int = RETENTION_MS,
        allow_eviction: bool = False,
        pipes: int = PIPES,
        pace: Pace = REAL,
    ) -> None:
        address = parse_address(url)
        self.name = address.name
        self._kind = address.kind
        self.pace = pace
        self._clock = StoreClock(pace)
        lead = Cluster if address.kind is Kind.CLUSTER else OneServer
        super().__init__(lead(address, pipes, self._clock.measure_soon), retention_ms)
        self._subscriber = Subscriber(self._routes, on_message, on_confirmed)
        self._allow_eviction = allow_eviction
        self._durability = "not known yet"
        self._asked_again = 0

    async def run(self) -> None:
        """Keep all connections up until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._routes.run())
            group.create_task(self._subscriber.run())
            group.create_task(self._clock.run(self._routes.pipes))

    async def check(self) -> None:
        """Reach Redis, refuse it if it is unfit, and read its clock.

        Raises:
            StoreError: it cannot be reached, or cannot or may not hold matches; one clear line.
        """
        routes = self._routes
        try:
            self._durability = await inspect(
                routes, self._kind, allow_eviction=self._allow_eviction
            )
            # A user who may not publish and listen is better found out now.
            await self._ask(CHECK, "SPUBLISH", keys.channel(CHECK), "")
            await self._subscriber.subscribe(CHECK)
            self._subscriber.unsubscribe(CHECK)
            await self._clock.measure(*routes.pipes())
        except (StoreError, RedisError) as error:
            raise StoreError(f"the store at {self.name} cannot be used: {error}") from error

    @property
    def asked_again(self) -> int:
        """How many appends had to be asked again, since their outcome was unknown."""
        return self._asked_again

    def durability(self) -> str:
        """What an acknowledged append is worth, as found by ``check``."""
        return self._durability

    def now_ms(self) -> int:
        """The store's clock in milliseconds since 1970, without asking it.

        Raises:
            Unavailable: it was never read yet.
        """
        return self._clock.now_ms()

    # The log

    async def append(self, append: Append) -> Won | Moved:
        """Compare and append; asks until Redis says how it ended (see ``append.py``).

        Raises:
            ClockAhead: ``at_ms`` is more than a second ahead of the store's clock.
            StoreError: Redis refuses for a reason that does not pass.
        """
        try:
            return await compare_and_append(
                self._routes,
                append,
                retention_ms=self.retention_ms,
                ahead_ms=self._clock.ahead_ms(),
                on_unknown=self._count_asked_again,
            )
        except ClockAhead:
            self._clock.measure_soon()
            raise

    async def load(self, room: str) -> Stored | None:
        """The end of the room's log and its snapshot, or None if there is no such room.

        Raises:
            UnknownVersion: a newer release wrote it.
        """
        answer = await self._ask(room, "HMGET", keys.state_key(room), *STATE_FIELDS)
        return read_state(room, answer)

    async def read(self, room: str, first: int, last: int) -> list[tuple[int, bytes]]:
        """Entries ``first`` to ``last``, both included, with their seq, as far as they exist."""
        key = keys.log_key(room)
        entries: list[tuple[int, bytes]] = []
        for start in range(first, last + 1, READ_PAGE):
            end = min(start + READ_PAGE - 1, last)
            page = await self._ask(room, "XRANGE", key, f"{start}-0", f"{end}-0")
            entries += [(int(seq_id.partition(b"-")[0]), pair[1]) for seq_id, pair in page]
            if len(page) <= end - start:
                break
        return entries

    async def head(self, room: str) -> Head | None:
        """Seq and head of the room, or None if there is no such room."""
        seq, head = await self._ask(room, "HMGET", keys.state_key(room), *HEAD_FIELDS)
        return None if seq is None else (int(seq), head)

    async def heads(self, rooms: Sequence[str]) -> list[Head | Unavailable | None]:
        """Seq and head of each room, by one pipelined read that is not repeated.

        Returns:
            None where there is no such room, ``Unavailable`` where its server does not answer.

        Raises:
            Unavailable: no server answers.
        """
        asked = (
            self._routes.send(room, "HMGET", keys.state_key(room), *HEAD_FIELDS) for room in rooms
        )
        return read_heads(await asyncio.gather(*asked, return_exceptions=True))

    # Beside the log

    async def beat(self) -> list[tuple[int, int]]:
        """Note that this node serves.

        Returns:
            The times in which no node did, oldest first, in ms; older ones than rooms are kept
            are forgotten.
        """
        args = (BEAT_GAP_MS, self.retention_ms, GAPS_KEPT, self._clock.ahead_ms())
        gaps = await ask_for_a_while(
            lambda: _BEAT.run(self._routes, keys.BEAT, (keys.BEAT, keys.GAPS), args)
        )
        pairs = (gap.decode().split("-") for gap in gaps)
        return [(int(begin), int(end)) for begin, end in pairs]

    async def say(self, room: str, line_id: str, line: bytes, *, gallery: bool = False) -> bool:
        """Add a line to the room's chat and publish it, once per ``line_id``.

        What spectators say is kept apart in the ``gallery``: neither drives out the other.

        Returns:
            Whether it was added now; False if it was among the last lines already.
        """
        args = (line_id, line, CHAT_LINES, self.retention_ms, keys.channel(room))
        added = await ask_for_a_while(
            lambda: _CHAT.run(self._routes, room, (_chat_key(room, gallery=gallery),), args)
        )
        return bool(added)

    async def chat(self, room: str, count: int = 50, *, gallery: bool = False) -> list[bytes]:
        """The last lines of the room's players, or of its ``gallery``, oldest first."""
        newest = ("+", "-", "COUNT", count)
        key = _chat_key(room, gallery=gallery)
        entries = await self._ask(room, "XREVRANGE", key, *newest)
        return [fields[3] for _, fields in reversed(entries)]

    async def here_set(self, room: str, fields: Mapping[str, bytes]) -> None:
        """Write who is connected, by field; all goes a minute after the last write."""
        key = keys.here_key(room)
        pairs: list[Arg] = [part for pair in fields.items() for part in pair]
        await self._ask_all(room, ("HSET", key, *pairs), ("PEXPIRE", key, HERE_RETENTION_MS))

    async def here_remove(self, room: str, field: str) -> None:
        """Remove what ``here_set`` wrote under ``field``."""
        await self._ask(room, "HDEL", keys.here_key(room), field)

    async def here(self, room: str) -> dict[str, bytes]:
        """All connections of the room, from all nodes, stale ones too."""
        flat = await self._ask(room, "HGETALL", keys.here_key(room))
        return {name.decode(): value for name, value in zip(flat[::2], flat[1::2], strict=True)}

    async def publish(self, room: str, message: bytes) -> None:
        """Send a message to the subscribers that are there now; asked once, never repeated."""
        try:
            await self._routes.send(room, "SPUBLISH", keys.channel(room), message)
        except RedisError as error:
            raise Unavailable(passing_reason(error)) from error

    async def subscribe(self, room: str) -> None:
        """Listen to the room; returns when Redis has confirmed it."""
        await self._subscriber.subscribe(room)

    def unsubscribe(self, room: str) -> None:
        """Stop listening to the room."""
        self._subscriber.unsubscribe(room)

    def silence(self) -> None:
        """Call ``on_message`` and ``on_confirmed`` no more: the owner is about to end."""
        self._subscriber.silence()

    def _count_asked_again(self) -> None:
        self._asked_again += 1


@asynccontextmanager
async def open_store(store: Store) -> AsyncIterator[Store]:
    """Run ``store`` and check it, for as long as the body lasts.

    Raises:
        StoreError: as ``Store.check``.
    """
    async with alongside(store.run()):
        await store.check()
        yield store


def _chat_key(room: str, *, gallery: bool) -> str:
    return keys.gallery_key(room) if gallery else keys.chat_key(room)
