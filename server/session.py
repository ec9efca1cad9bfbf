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
from protocol.codec import Subprotocol, UnreadableFrameError
from protocol.codes import CLOSE_TEXTS, CloseCode, WireCode, WireError
from protocol.door import BadRequestError, decode_request
from protocol.identity import player_id
from protocol.messages import Message
from protocol.requests import AnyRequest, Hello
from server.connection import Connection
from server.gate import Door
from server.limits import FLOOD_EXCESS, HELLO_TIMEOUT_S, TokenBucket
from server.reception import Reception
from server.telemetry import InHand, in_hand
from server.version import VERSION

log = structlog.get_logger()

ENDS = {
    1002: "bad_frame",
    1007: "bad_text",
    1009: "too_big",
    1011: "no_answer_to_ping",
    1012: "stopping",
    **{code.value: code.name.lower() for code in CloseCode},
}
"""What ends a connection, by the code with which we close it."""


class Session:
    """Serves one connection until it ends."""

    def __init__(self, connection: Connection, reception: Reception) -> None:
        settings = reception.settings
        self._connection = connection
        self._reception = reception
        self._requests = reception.metrics.requests
        self._bucket = TokenBucket(settings.request_rate, settings.request_burst, _now_s())
        self._excess = 0

    async def run(self) -> str:
        """Serve until the client is gone, was closed, or the node stops; returns what ended it."""
        connection = self._connection
        try:
            async with asyncio.timeout(HELLO_TIMEOUT_S):
                while connection.player is None:
                    await self._serve(await connection.socket.recv())
            while True:
                await self._serve(await connection.socket.recv())
        except TimeoutError:
            # Awaited: when a handler returns, its connection is closed as if all were well.
            await connection.socket.close(
                CloseCode.HELLO_TIMEOUT, CLOSE_TEXTS[CloseCode.HELLO_TIMEOUT]
            )
            return ENDS[CloseCode.HELLO_TIMEOUT]
        except ConnectionClosed as end:
            return _what_ended(end)
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
        in_hand.set(None)  # or the log would name the request before
        try:
            request = decode_request(frame)
        except UnreadableFrameError as error:
            connection.close(CloseCode.UNREADABLE, str(error)[:100])
            return
        except BadRequestError as error:
            self._refuse("unknown", error.request_id, self._over_rate() or error)
            return
        in_hand.set(InHand(connection.number, request))
        limited = self._over_rate()
        if limited is not None:
            self._refuse(request.t, request.id, limited)
            return
        try:
            answer = await self._answer(request)
        except (IllegalCommand, WireError) as refusal:
            self._refuse(request.t, request.id, refusal)
        except Exception:
            log.exception("request failed")
            self._refuse(request.t, request.id, WireError(WireCode.INTERNAL))
        else:
            connection.send(answer)
            self._requests[request.t, "done"] += 1
            log.debug("request done")

    def _refuse(
        self, kind: str, request_id: str | None, refusal: IllegalCommand | WireError
    ) -> None:
        self._connection.send_error(request_id, refusal)
        self._requests[kind, refusal.code.value] += 1
        log.debug("request refused", code=refusal.code.value, connection=self._connection.number)

    async def _answer(self, request: AnyRequest) -> Message:
        connection = self._connection
        if isinstance(request, Hello):
            return self._greet(request)
        if connection.player is None:
            raise WireError(WireCode.HELLO_FIRST)
        return await self._reception.dispatcher.answer(connection, request)

    def _greet(self, request: Hello) -> Message:
        """Repeatable: the same token again is answered again."""
        connection = self._connection
        player = player_id(request.token)
        if connection.player not in (None, player):
            raise WireError(WireCode.ALREADY_GREETED)
        if player in self._reception.bans:
            connection.close(CloseCode.BANNED, CLOSE_TEXTS[CloseCode.BANNED])
            raise WireError(WireCode.BANNED)
        connection.player, connection.token = player, request.token
        return {
            "t": "welcome",
            "id": request.id,
            "player": player,
            "server": VERSION,
            "worth": self._reception.dispatcher.store.durability(),
            "now_ms": self._reception.dispatcher.store.now_ms(),
        }

    def _over_rate(self) -> WireError | None:
        """Count one request, good or bad; the refusal if it is one too many."""
        connection = self._connection
        now_s = connection.asked_s = _now_s()
        wait_ms = self._bucket.wait_ms(now_s) or connection.allowance.requests.wait_ms(now_s)
        if not wait_ms:
            self._excess = max(0, self._excess - 1)
            return None
        self._excess += 1
        if self._excess > FLOOD_EXCESS:
            connection.close(CloseCode.FLOODING, CLOSE_TEXTS[CloseCode.FLOODING])
        return WireError(WireCode.RATE_LIMITED, retry_ms=wait_ms)


async def serve_socket(socket: ServerConnection, reception: Reception) -> None:
    """The handler of a socket: close one that speaks nothing of ours, serve every other."""
    drops = reception.metrics.drops
    if socket.subprotocol is None:
        await socket.close(CloseCode.NO_SUBPROTOCOL, f"speak {' or '.join(Subprotocol)}")
        drops[ENDS[CloseCode.NO_SUBPROTOCOL]] += 1
        return
    assert isinstance(socket, Door)
    assert socket.allowance is not None  # the gate let it in
    connection = Connection(
        socket,
        Subprotocol(socket.subprotocol),
        reception.tasks,
        allowance=socket.allowance,
        now_s=_now_s(),
    )
    reception.connections.add(connection)
    end = "failed"
    try:
        end = await Session(connection, reception).run()
    finally:
        reception.connections.discard(connection)
        drops[end] += 1
        log.debug("connection ended", connection=connection.number, cause=end)


def _what_ended(end: ConnectionClosed) -> str:
    """Who closed, and why. ``lost``: without a word."""
    if end.sent is not None and not end.rcvd_then_sent:
        return ENDS.get(end.sent.code, "closed")
    return "lost" if end.rcvd is None else "left"


def _now_s() -> float:
    return asyncio.get_running_loop().time()
