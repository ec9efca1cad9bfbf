"""Rooms as tests write them: a chain of made-up entries, and a store that records what it hears."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.store.redis import Append, Store, open_store

WAIT_S = 15.0


def append_to(
    store: Store, room: str, head: bytes, seq: int, *entries: bytes, secret: bytes = b""
) -> Append:
    """The append that adds ``entries`` after ``seq``, where the chain ended with ``head``."""
    new_head = head
    for entry in entries:
        new_head = hashlib.sha256(new_head + entry).digest()[:16]
    return Append(
        room=room,
        expected=head,
        first=seq + 1,
        entries=entries,
        head=new_head,
        snapshot=b"snapshot after " + entries[-1],
        at_ms=store.now_ms(),
        message=b"message of " + entries[-1],
        secret=secret,
    )


class Heard:
    """What a store has called back with, and a way to wait for it."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.confirmed: list[str] = []
        self._changed = asyncio.Event()

    def on_message(self, room: str, message: bytes) -> None:
        self.messages.append((room, message))
        self._changed.set()

    def on_confirmed(self, room: str) -> None:
        self.confirmed.append(room)
        self._changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not holds():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def listening_store(url: str) -> AsyncIterator[tuple[Store, Heard]]:
    """A checked, running store and what it hears."""
    heard = Heard()
    store = Store(url, on_message=heard.on_message, on_confirmed=heard.on_confirmed)
    async with open_store(store):
        yield store, heard
