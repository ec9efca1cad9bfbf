"""A page of a node, asked for as a browser, a load balancer or Prometheus would."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

WEBSOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": "shuanglu.v1.json",
}
"""The headers of a handshake."""


@dataclass(frozen=True, slots=True)
class Page:
    """A status and what came with it."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The text as JSON."""
        return json.loads(self.text)

    def metric(self, line: str) -> float:
        """The number behind the line of metrics that starts so; 0 if there is none yet."""
        for one in self.text.splitlines():
            if one.startswith(f"{line} "):
                return float(one.rpartition(" ")[2])
        return 0.0


async def get(port: int, path: str, *headers: tuple[str, str]) -> Page:
    """Ask the node on this port of 127.0.0.1; a handshake's answer is read to its headers' end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in headers]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *rest = head.strip().split("\r\n")
        status = int(first.split()[1])
        fields = dict(line.lower().split(": ", 1) for line in rest)
        # By its length: a proxy keeps the connection open for another request.
        length = 0 if status == 101 else int(fields["content-length"])
        body = await reader.readexactly(length)
        return Page(status, fields, body.decode())
    finally:
        writer.close()


async def handshake(port: int, *headers: tuple[str, str]) -> Page:
    """The answer to a WebSocket handshake; the connection ends with it."""
    return await get(port, "/", *WEBSOCKET.items(), *headers)
