"""One node: store, rooms and sockets put together, and taken apart in the right order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.typing import Subprotocol as Offered

from engine.state import Dice
from protocol.codec import Subprotocol
from protocol.limits import MAX_FRAME_BYTES
from server.config import Settings
from server.dice import throw_dice
from server.dispatch import Dispatcher
from server.rooms import Rooms
from server.session import serve_socket
from server.store.embedded import embedded_store
from server.store.redis import Store, open_store
from server.surroundings import Surroundings
from server.tasks import Tasks
from server.web import http_answers

HANDSHAKE_TIMEOUT_S = 10
PING_S = 20
MAX_QUEUED_FRAMES = 8
"""Frames read ahead from a client; more wait in its socket."""
SERVICE_RESTART = 1012
DRAIN_S = 2.0
"""How long work that is left at the end, like erasing presence, may take."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node that serves. ``port`` is the one it listens on."""

    port: int
    store: Store
    rooms: Rooms


@asynccontextmanager
async def running_node(
    settings: Settings, *, throw: Callable[[], Dice] = throw_dice
) -> AsyncIterator[Node]:
    """A node that serves for as long as the body lasts; then it tells everybody and ends.

    ``throw`` is where dice come from; only code in the same process can give another source.

    Raises:
        StoreError: the store cannot be used; one clear line.
        OSError: the address cannot be listened on.
    """
    async with AsyncExitStack() as stack:
        url = settings.redis
        if url is None:
            url = await stack.enter_async_context(embedded_store(settings.data_dir))
        store = Store(
            url,
            # Store and rooms need each other; no message comes before somebody subscribes.
            on_message=lambda room, message: rooms.on_message(room, message),  # noqa: PLW0108
            on_confirmed=lambda room: rooms.on_confirmed(room),  # noqa: PLW0108
            allow_eviction=settings.allow_eviction,
        )
        await stack.enter_async_context(open_store(store))
        tasks = Tasks(await stack.enter_async_context(_draining_group()))
        stack.callback(store.silence)  # a message would start a task that nobody owns any more
        around = Surroundings(store=store, tasks=tasks, node=secrets.token_hex(4), throw=throw)
        rooms = Rooms(around)
        beat = tasks.start_safe(rooms.beat())
        stack.callback(beat.cancel)
        server = await _listen(settings, Dispatcher(rooms, store), tasks)
        stack.push_async_callback(_stop_serving, server)
        yield Node(port=server.sockets[0].getsockname()[1], store=store, rooms=rooms)


async def _listen(settings: Settings, dispatcher: Dispatcher, tasks: Tasks) -> Server:
    async def handle(socket: ServerConnection) -> None:
        await serve_socket(socket, dispatcher, settings, tasks)

    return await serve(
        handle,
        settings.host,
        settings.port,
        subprotocols=[Offered(one.value) for one in Subprotocol],
        select_subprotocol=_select_subprotocol,
        process_request=http_answers(dispatcher.store, dispatcher.rooms),
        compression=None,  # frames are small: it costs memory and time and makes them larger
        max_size=MAX_FRAME_BYTES,
        max_queue=MAX_QUEUED_FRAMES,
        open_timeout=HANDSHAKE_TIMEOUT_S,
        ping_interval=PING_S,
        ping_timeout=PING_S,
        server_header=None,
    )


def _select_subprotocol(_socket: ServerConnection, offered: object) -> Offered | None:
    """The one we prefer; without any the handler closes with a reason that a person can read."""
    if isinstance(offered, list | tuple):
        for one in Subprotocol:
            if one.value in offered:
                return Offered(one.value)
    return None


async def _stop_serving(server: Server) -> None:
    server.close(code=SERVICE_RESTART, reason="service restart, retry")
    await server.wait_closed()


@asynccontextmanager
async def _draining_group() -> AsyncIterator[asyncio.TaskGroup]:
    """A task group that, after its body, waits a little for its tasks and then cancels them."""
    failure: Exception | None = None
    try:
        async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as tasks:
            try:
                yield tasks
            except Exception as error:  # as it is, not wrapped in a group
                failure = error
            limit.reschedule(asyncio.get_running_loop().time() + DRAIN_S)
    except TimeoutError:
        # An append whose outcome is unknown asks for ever; the client will ask again elsewhere.
        if not limit.expired():
            raise
    if failure is not None:
        raise failure
