"""The life of one connection: hello, then requests one after the other, each answered once.

A client's requests are served in their order, so a flood of one client waits in its own socket and
nowhere else. Whatever a request does, its connection and everybody else's go on.
"""

from __future__ import annotations

import asyncio

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from engine.errors import IllegalCommand
from protocol.codec import BadRequestError, Subprotocol, UnreadableFrameError, decode_request
from protocol.codes import CloseCode, WireCode, WireError
from protocol.identity import player_id
from protocol.requests import AnyRequest, Hello
from server.config import Settings
from server.connection import Connection
from server.dispatch import Dispatcher
from server.limits import FLOOD_EXCESS, HELLO_TIMEOUT_S, TokenBucket
from server.tasks import Tasks
from server.version import VERSION

log = structlog.get_logger()


class Session:
    """Serves one connection until it ends."""

    def __init__(self, connection: Connection, dispatcher: Dispatcher, settings: Settings) -> None:
        self._connection = connection
        self._dispatcher = dispatcher
        self._bucket = TokenBucket(settings.request_rate, settings.request_burst, _now_s())
        self._excess = 0

    async def run(self) -> None:
        """Serve until the client is gone, was closed, or the node stops."""
        connection = self._connection
        try:
            async with asyncio.timeout(HELLO_TIMEOUT_S):
                while connection.player is None:
                    await self._serve(await connection.socket.recv())
            while True:
                await self._serve(await connection.socket.recv())
        except TimeoutError:
            # Awaited: when a handler returns, its connection is closed as if all were well.
            await connection.socket.close(CloseCode.HELLO_TIMEOUT, "say hello first")
        except ConnectionClosed:
            pass
        except Exception:
            log.exception("connection failed")  # websockets closes it with 1011
            raise
        finally:
            for room in list(connection.rooms.values()):
                room.leave(connection)

    async def _serve(self, frame: bytes | str) -> None:
        connection = self._connection
        if connection.closing:
            return  # it was read ahead
        if isinstance(frame, str) is not (connection.subprotocol is Subprotocol.JSON):
            connection.close(CloseCode.WRONG_FRAME_TYPE, f"this is {connection.subprotocol}")
            return
        try:
            request = decode_request(frame)
        except UnreadableFrameError as error:
            connection.close(CloseCode.UNREADABLE, str(error)[:100])
            return
        except BadRequestError as error:
            connection.send_error(error.request_id, self._over_rate() or error)
            return
        limited = self._over_rate()
        if limited is not None:
            connection.send_error(request.id, limited)
            return
        try:
            await self._answer(request)
        except (IllegalCommand, WireError) as refusal:
            connection.send_error(request.id, refusal)
        except Exception:
            log.exception("request failed", request=request.id, kind=request.t)
            connection.send_error(request.id, WireError(WireCode.INTERNAL))

    async def _answer(self, request: AnyRequest) -> None:
        connection = self._connection
        if isinstance(request, Hello):
            self._greet(request)
        elif connection.player is None:
            raise WireError(WireCode.HELLO_FIRST)
        else:
            connection.send(await self._dispatcher.answer(connection, request))

    def _greet(self, request: Hello) -> None:
        """Repeatable: the same token again is answered again."""
        connection = self._connection
        player = player_id(request.token)
        if connection.player not in (None, player):
            raise WireError(WireCode.ALREADY_GREETED)
        connection.player, connection.token = player, request.token
        connection.send(
            {
                "t": "welcome",
                "id": request.id,
                "player": player,
                "server": VERSION,
                "worth": self._dispatcher.store.durability(),
            }
        )

    def _over_rate(self) -> WireError | None:
        """Count one request, good or bad; the refusal if it is one too many."""
        wait_ms = self._bucket.wait_ms(_now_s())
        if not wait_ms:
            self._excess = max(0, self._excess - 1)
            return None
        self._excess += 1
        if self._excess > FLOOD_EXCESS:
            self._connection.close(CloseCode.FLOODING, "too many requests")
        return WireError(WireCode.RATE_LIMITED, retry_ms=wait_ms)


async def serve_socket(
    socket: ServerConnection,
    dispatcher: Dispatcher,
    settings: Settings,
    tasks: Tasks,
) -> None:
    """The handler of a socket: close one that speaks nothing of ours, serve every other."""
    if socket.subprotocol is None:
        await socket.close(CloseCode.NO_SUBPROTOCOL, f"speak {' or '.join(Subprotocol)}")
        return
    connection = Connection(socket, Subprotocol(socket.subprotocol), tasks)
    await Session(connection, dispatcher, settings).run()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
