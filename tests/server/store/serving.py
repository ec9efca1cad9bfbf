"""A small server process for tests to kill: an embedded store, and appends that never end.

``python -m tests.server.store.serving FOLDER`` prints ``ready``, then the seq of each append once
it is acknowledged. It continues the room that it finds. On SIGTERM or SIGINT it stops in order.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import structlog

from server.store.embedded import embedded_store
from server.store.errors import StoreError
from server.store.redis import Store, open_store
from tests.server.store.rooms import append_to

ROOM = "serving"


async def serve(folder: Path) -> None:
    asked_to_stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, asked_to_stop.set)
    async with embedded_store(folder) as url:
        store = Store(url, on_message=lambda _r, _m: None, on_confirmed=lambda _r: None)
        async with open_store(store):
            say("ready")
            stored = await store.load(ROOM)
            seq, head = (stored.seq, stored.head) if stored else (0, b"")
            while not asked_to_stop.is_set():
                append = append_to(store, ROOM, head, seq, b"entry %d" % (seq + 1))
                await store.append(append)
                seq, head = seq + 1, append.head
                say(str(seq))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    try:
        asyncio.run(serve(Path(sys.argv[1])))
    except StoreError as error:
        sys.exit(str(error))
