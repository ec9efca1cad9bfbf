"""Keep a Redis busy with an endless script until a line comes on standard input.

``python -m tests.server.store.hog SOCKET`` prints ``BUSY`` once others are answered so.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import hiredis


@asynccontextmanager
async def busy(path: Path) -> AsyncIterator[None]:
    """The Redis at this unix socket answers BUSY for as long as the body lasts."""
    hog = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.store.hog", str(path)), stdin=PIPE, stdout=PIPE
    )
    assert hog.stdout is not None
    try:
        assert await hog.stdout.readline() == b"BUSY\n"
        yield
    finally:
        await hog.communicate(b"enough\n")
    assert hog.returncode == 0


def ask(*args: bytes) -> socket.socket:
    """Send a command on a connection of its own; the answer is still to come."""
    link = socket.socket(socket.AF_UNIX)
    link.connect(sys.argv[1])
    link.sendall(hiredis.pack_command(args))  # type: ignore[arg-type]  # its stub says 1-tuple
    return link


def main() -> None:
    """Run the script, and kill it when told so."""
    with ask(b"EVAL", b"while true do end", b"0"):
        is_busy = False
        while not is_busy:
            with ask(b"GET", b"x") as link:
                is_busy = link.recv(99).startswith(b"-BUSY")
        sys.stdout.write("BUSY\n")
        sys.stdout.flush()
        sys.stdin.readline()
        with ask(b"SCRIPT", b"KILL") as link:
            link.recv(99)


if __name__ == "__main__":
    main()
