"""Become the store process: ask to be ended with the server, then execute the program given.

Run as a file by ``embedded.py``, with the server's process id and the program's command line as
arguments. A launcher instead of ``preexec_fn``, which may deadlock where threads run. It must
import nothing but the standard library.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(server_pid: int, command: list[str]) -> None:
    """Execute ``command``; on Linux it gets SIGTERM, a clean shutdown, when the server dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != server_pid:  # it died before the request stood
            sys.exit(1)
    os.umask(0o077)  # what the store writes is for this user alone
    os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
