"""Two nodes on one store, with a proxy in every connection, and bots that play all the while.

    clients -- doors[0] -- nodes[0] -- store_links[0] -- store
    clients -- doors[1] -- nodes[1] -- store_links[1] -- store

Nodes and store are processes; proxies and bots are here. A *side* is 0 or 1: a door and the node
behind it.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from redis import Redis

from tests.integration.process import ServerProcess
from tests.integration.recording import Memory
from tests.integration.seating import Table, seated
from tests.proxy import Proxy, tcp_proxy_to
from tests.valkey import Valkey, running_valkey

SIDES = (0, 1)
TABLES = 3
PACE_S = 0.02
"""A bot looks at what is new for so long: the machine has to do other things as well."""
EVERYBODY = 10**6

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class World:
    """All that a fault may touch."""

    store: Valkey
    nodes: tuple[ServerProcess, ServerProcess]
    store_links: tuple[Proxy, Proxy]
    doors: tuple[Proxy, Proxy]
    tables: list[Table]

    async def ask_store(self, question: Callable[[Redis], T]) -> T:
        """Ask the store itself, on a connection that no fault touches."""

        def asked() -> T:
            with self.store.client() as client:
                return question(client)

        return await asyncio.to_thread(asked)

    async def start_node(self, side: int) -> None:
        """Start a node that does not run."""
        await self.nodes[side].start(SHUANGLU_REDIS=self.store_links[side].url)

    def drops(self, side: int) -> int:
        """How many connections the clients at this door have lost since the beginning."""
        return sum(
            memory.drops
            for table in self.tables
            for memory, at in zip(table.memories, table.sides, strict=True)
            if at == side
        )

    def log_lines(self, side: int) -> list[str]:
        """What the node has logged, over all its lives."""
        return self.nodes[side].log_path.read_text().splitlines()


@asynccontextmanager
async def world(
    chance: random.Random, *, tables: int = TABLES, memory: Callable[[], Memory] = Memory
) -> AsyncIterator[World]:
    """A world in which everybody plays for as long as the body lasts."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos")))
        store = stack.enter_context(running_valkey(tcp=True))
        nodes = ServerProcess(_made(folder / "0")), ServerProcess(_made(folder / "1"))
        store_links = [
            await stack.enter_async_context(tcp_proxy_to(store.port, scheme="redis")) for _ in SIDES
        ]
        doors = [
            await stack.enter_async_context(tcp_proxy_to(node.port, scheme="ws")) for node in nodes
        ]
        for node, link in zip(nodes, store_links, strict=True):
            stack.push_async_callback(node.close)
            await node.start(SHUANGLU_REDIS=link.url)
        urls = [door.url for door in doors]
        playing = seated(urls, chance, tables=tables, memory=memory, pace_s=PACE_S)
        seats = await stack.enter_async_context(playing)
        yield World(store, nodes, _pair(store_links), _pair(doors), seats)


def _pair(two: list[Any]) -> tuple[Any, Any]:
    first, second = two
    return first, second


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder / "data"
