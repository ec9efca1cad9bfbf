"""Real Valkey servers for tests: one that all tests share, and ones that a test may kill.

A server listens on a unix socket in a short private folder, and on a TCP port of 127.0.0.1 if a
test needs one. It is started and stopped by its own process id only.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from server.store.binary import find_binary

START_TIMEOUT_S = 10.0


class Valkey:
    """One server process over one data folder; it can be killed and started again."""

    def __init__(self, folder: Path, *, tcp: bool = False, options: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.socket_path = folder / "s"
        self.port = free_port() if tcp else 0
        self.url = f"unix://{self.socket_path}"
        self.tcp_url = f"redis://127.0.0.1:{self.port}/0"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    def start(self, *options: str) -> None:
        """Start the process, this time with these options too, and wait until it answers."""
        self.launch(*options)
        self.wait_until(lambda: bool(self.client().ping()))

    def launch(self, *options: str) -> None:
        """Start the process; it may not listen yet, or still load its file."""
        arguments = [str(find_binary()), "--dir", str(self.folder), "--save", ""]
        arguments += ["--port", str(self.port), "--bind", "127.0.0.1"]
        arguments += ["--unixsocket", str(self.socket_path), "--unixsocketperm", "700"]
        arguments += ["--appendonly", "yes", "--appendfsync", "always"]
        arguments += [*self._options, *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(arguments, stdout=log, stderr=log)

    def client(self) -> Redis:
        """A plain blocking client, to look at the server from outside of the code under test."""
        return Redis(
            unix_socket_path=str(self.socket_path),
            retry=Retry(NoBackoff(), 0),
            single_connection_client=False,
        )

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Ask again until ``holds``, within a bound."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while True:
            try:
                if holds():
                    return
            except (RedisError, OSError):
                pass
            assert self._process is not None
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline, "the store did not get there in time"
            time.sleep(0.01)

    def freeze(self) -> None:
        """SIGSTOP: it keeps its sockets and answers nothing."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_valkey(*, tcp: bool = False, options: tuple[str, ...] = ()) -> Iterator[Valkey]:
    """A server of the caller's own, gone at the end with all that it stored."""
    folder = Path(tempfile.mkdtemp(prefix="vk"))
    server = Valkey(folder, tcp=tcp, options=options)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder)
