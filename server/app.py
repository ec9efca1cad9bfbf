"""One node: store, rooms and sockets put together, and taken apart in the right order."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.typing import Subprotocol as Offered

from engine.state import Dice, MatchState
from protocol.codec import Subprotocol
from protocol.codes import CLOSE_TEXTS, SERVICE_RESTART
from protocol.convert import writer
from protocol.door import REQUEST
from protocol.limits import MAX_FRAME_BYTES
from server.config import Settings
from server.gate import Gate, doors_of
from server.metrics import Metrics
from server.node import Node, assemble
from server.session import serve_socket
from server.store.embedded import embedded_store
from server.store.pace import REAL, Pace
from server.store.redis import Store, open_store
from server.tasks import Tasks
from server.tls import tls_context

HANDSHAKE_TIMEOUT_S = 10
PING_S = 20
MAX_QUEUED_FRAMES = 8
"""Frames read ahead from a client; more wait in its socket."""
CLOSE_S = 1.0
"""How long clients may take to answer a close when the node stops; then they are cut off."""
LEFTOVERS_S = 1.0
"""How long work that is left at the end, like erasing presence, may take."""


@asynccontextmanager
async def running_node(
    settings: Settings, *, throw: Callable[[], Dice] | None = None, pace: Pace = REAL
) -> AsyncIterator[Node]:
    """A node that serves for as long as the body lasts; then it tells everybody and ends.

    ``throw`` replaces the dice that can be proved; only code in the same process can give it, and
    then the server promises nothing. ``pace`` is how time goes by, and given likewise.

    Raises:
        BadSettingError: the certificate cannot be used; one clear line.
        StoreError: the store cannot be used; one clear line.
        OSError: the address cannot be listened on.
    """
    tls = tls_context(settings)
    REQUEST.rebuild()  # or the first request of all would wait for it,
    writer(MatchState)  # and the first room for this
    async with AsyncExitStack() as stack:
        url = settings.redis
        if url is None:
            url = await stack.enter_async_context(embedded_store(settings.data_dir))
        store = Store(
            url,
            # Store and rooms need each other; no message comes before somebody subscribes.
            on_message=lambda room, message: node.rooms.on_message(room, message),  # noqa: PLW0108
            on_confirmed=lambda room: node.rooms.on_confirmed(room),  # noqa: PLW0108
            retention_ms=settings.retention_ms,
            allow_eviction=settings.allow_eviction,
            pace=pace,
        )
        await stack.enter_async_context(open_store(store))
        tasks = Tasks(await stack.enter_async_context(_leftover_group()))
        stack.callback(store.silence)  # a message would start a task that nobody owns any more
        node = assemble(settings, store, tasks, Metrics(), throw)
        stack.callback(node.rooms.retire)
        await node.bans.read()
        await node.beats.beat()  # what was missed is known before anybody is served
        for work in node.works():
            stack.callback(tasks.start_safe(work).cancel)
        server = await _listen(node, tls)
        stack.push_async_callback(_stop_serving, server, node.gate)
        yield replace(node, port=server.sockets[0].getsockname()[1])


async def _listen(node: Node, tls: ssl.SSLContext | None) -> Server:
    async def handle(socket: ServerConnection) -> None:
        await serve_socket(socket, node.reception)

    return await serve(
        handle,
        node.settings.host,
        node.settings.port,
        subprotocols=[Offered(one.value) for one in Subprotocol],
        select_subprotocol=_select_subprotocol,
        process_request=node.web.answer,
        create_connection=doors_of(node.gate),
        compression=None,  # frames are small: it costs memory and time and makes them larger
        max_size=MAX_FRAME_BYTES,
        max_queue=MAX_QUEUED_FRAMES,
        open_timeout=HANDSHAKE_TIMEOUT_S,
        ping_interval=PING_S,
        ping_timeout=PING_S,
        server_header=None,
        ssl=tls,
        ssl_handshake_timeout=None if tls is None else HANDSHAKE_TIMEOUT_S,
    )


def _select_subprotocol(_socket: ServerConnection, offered: object) -> Offered | None:
    """The one we prefer; without any the handler closes with a reason that a person can read."""
    if isinstance(offered, list | tuple):
        for one in Subprotocol:
            if one.value in offered:
                return Offered(one.value)
    return None


async def _stop_serving(server: Server, gate: Gate) -> None:
    server.close(code=SERVICE_RESTART, reason=CLOSE_TEXTS[SERVICE_RESTART])
    try:
        async with asyncio.timeout(CLOSE_S):
            await server.wait_closed()
    except TimeoutError:
        gate.cut_all()
        await server.wait_closed()


@asynccontextmanager
async def _leftover_group() -> AsyncIterator[asyncio.TaskGroup]:
    """A task group that, after its body, waits a little for its tasks and then cancels them."""
    failure: Exception | None = None
    try:
        async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as tasks:
            try:
                yield tasks
            except Exception as error:  # as it is, not wrapped in a group
                failure = error
            limit.reschedule(asyncio.get_running_loop().time() + LEFTOVERS_S)
    except TimeoutError:
        # An append whose outcome is unknown asks for ever; the client will ask again elsewhere.
        if not limit.expired():
            raise
    if failure is not None:
        raise failure
