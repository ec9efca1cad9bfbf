"""What the port answers to plain HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.rooms import Rooms
from server.store.redis import Store
from server.version import VERSION


def http_answers(
    store: Store, rooms: Rooms
) -> Callable[[ServerConnection, Request], Response | None]:
    """The answers to requests that are no WebSocket handshakes; ``None`` lets those through."""

    def answer(_connection: ServerConnection, request: Request) -> Response | None:
        if request.path.partition("?")[0] == "/healthz":
            health = {
                "status": "ok",
                "version": VERSION,
                "acknowledged": store.durability(),
                "rooms": len(rooms),
            }
            return _response(HTTPStatus.OK, "application/json", json.dumps(health) + "\n")
        if "websocket" not in request.headers.get("Upgrade", "").lower():
            text = "This is a Shuanglu backgammon server. Connect with: shuanglu join ADDRESS\n"
            return _response(HTTPStatus.UPGRADE_REQUIRED, "text/plain; charset=utf-8", text)
        return None

    return answer


def _response(status: HTTPStatus, content_type: str, text: str) -> Response:
    body = text.encode()
    headers = Headers(
        {"Content-Type": content_type, "Content-Length": str(len(body)), "Connection": "close"}
    )
    return Response(status.value, status.phrase, headers, body)
