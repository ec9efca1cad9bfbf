"""Keep a Redis busy with an endless script until a line comes on standard input.

``python -m tests.server.store.hog SOCKET`` prints ``BUSY`` once others are answered so.
"""

from __future__ import annotations

import socket
import sys

import hiredis


def ask(*args: bytes) -> socket.socket:
    link = socket.socket(socket.AF_UNIX)
    link.connect(sys.argv[1])
    link.sendall(hiredis.pack_command(args))  # type: ignore[arg-type]  # its stub says 1-tuple
    return link


def main() -> None:
    with ask(b"EVAL", b"while true do end", b"0"):
        busy = False
        while not busy:
            with ask(b"GET", b"x") as link:
                busy = link.recv(99).startswith(b"-BUSY")
        sys.stdout.write("BUSY\n")
        sys.stdout.flush()
        sys.stdin.readline()
        with ask(b"SCRIPT", b"KILL") as link:
            link.recv(99)


if __name__ == "__main__":
    main()
