"""What the port answers to plain HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.addresses import is_within
from server.config import Settings
from server.gate import Door, Gate, RefusedError
from server.health import Health
from server.metrics import CONTENT_TYPE, Metrics
from server.rooms import Rooms
from server.store.redis import Store
from server.version import VERSION

TEXT = "text/plain; charset=utf-8"
JSON = "application/json"


class Web:
    """The pages of a node, and the gate before its WebSocket."""

    def __init__(
        self,
        *,
        settings: Settings,
        gate: Gate,
        health: Health,
        metrics: Metrics,
        store: Store,
        rooms: Rooms,
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._health = health
        self._metrics = metrics
        self._store = store
        self._rooms = rooms
        self._pages: dict[str, Callable[[Door, Request], Response]] = {
            "/healthz": self._healthz,
            "/readyz": self._readyz,
            "/metrics": self._render_metrics,
        }

    def answer(self, door: ServerConnection, request: Request) -> Response | None:
        """The answer to ``request``; ``None`` lets it through to become a WebSocket."""
        assert isinstance(door, Door)
        page = self._pages.get(request.path.partition("?")[0])
        if page is not None:
            return page(door, request)
        if not _wants_websocket(request):
            text = "This is a Shuanglu backgammon server. Connect with: shuanglu join ADDRESS\n"
            return _response(HTTPStatus.UPGRADE_REQUIRED, TEXT, text)
        try:
            self._gate.admit(door, request)
        except RefusedError as refusal:
            response = _response(refusal.status, TEXT, f"{refusal}\n")
            if refusal.retry_s:
                response.headers["Retry-After"] = str(refusal.retry_s)
            return response
        return None

    def _healthz(self, _door: Door, _request: Request) -> Response:
        """Whether the process works; a store that is away is no reason to restart it."""
        health = {
            "status": "ok",
            "version": VERSION,
            "acknowledged": self._store.durability(),
            "rooms": len(self._rooms),
        }
        return _response(HTTPStatus.OK, JSON, json.dumps(health) + "\n")

    def _readyz(self, _door: Door, _request: Request) -> Response:
        """Whether new visitors should come here."""
        health = self._health
        status = HTTPStatus.OK if health.ready else HTTPStatus.SERVICE_UNAVAILABLE
        body = {"ready": health.ready, "draining": health.draining, "store": health.store_answers}
        return _response(status, JSON, json.dumps(body) + "\n")

    def _render_metrics(self, door: Door, request: Request) -> Response:
        """For those who run the server only."""
        address = self._gate.address_of(door, request)
        if not is_within(address, self._settings.metrics_from):
            return _response(HTTPStatus.FORBIDDEN, TEXT, "Not from your address.\n")
        return _response(HTTPStatus.OK, CONTENT_TYPE, self._metrics.render())


def _wants_websocket(request: Request) -> bool:
    return any("websocket" in one.lower() for one in request.headers.get_all("Upgrade"))


def _response(status: HTTPStatus, content_type: str, text: str) -> Response:
    body = text.encode()
    headers = Headers(
        {"Content-Type": content_type, "Content-Length": str(len(body)), "Connection": "close"}
    )
    return Response(status.value, status.phrase, headers, body)
