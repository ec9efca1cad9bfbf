"""A server as people run it: a process of its own, which a test may kill and start again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from redis.exceptions import RedisError

from server.store.address import parse_address
from server.store.link import ask_once
from tests.integration.limits import UNLIMITED
from tests.valkey import free_port

START_TIMEOUT_S = 30.0
POLL_S = 0.01


class ServerProcess:
    """``shuanglu serve`` on a data folder and a port that stay the same over restarts."""

    def __init__(self, data_dir: Path, *, host: str = "127.0.0.1", port: int | None = None) -> None:
        self.data_dir = data_dir
        self.host = host
        self.port = free_port() if port is None else port
        self.url = f"ws://{host}:{self.port}"
        self.log_path = data_dir.parent / "server.log"
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    @property
    def store_pid(self) -> int:
        """The embedded store that was started last; the file is replaced, never half written."""
        return int(self._noted_store()["pid"])

    async def store_serves_again(self, killed: int) -> None:
        """Wait until the supervisor has started another store than ``killed``, and it answers."""
        async with asyncio.timeout(START_TIMEOUT_S):
            while True:
                # Another process writes the file; between two stores there is none.
                with suppress(OSError, RedisError):
                    noted = self._noted_store()
                    if noted["pid"] != killed:
                        url = f"unix://{quote(noted['socket'])}"
                        await ask_once(parse_address(url).wire(), "PING", timeout_s=1)
                        return
                await asyncio.sleep(POLL_S)

    def _noted_store(self) -> dict[str, Any]:
        noted: dict[str, Any] = json.loads((self.data_dir / "store.json").read_text())
        return noted

    async def start(self, *prefix: str, **environment: str) -> list[str]:
        """Start it, and return the lines with which it says how to play."""
        arguments = ["-m", "server", "--host", self.host, "--port", str(self.port)]
        settings = {f"SHUANGLU_{name.upper()}": str(most) for name, most in UNLIMITED.items()}
        with self.log_path.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *prefix,
                sys.executable,
                *arguments,
                "--data-dir",
                str(self.data_dir),
                stdout=PIPE,
                stderr=log,
                env=os.environ | settings | environment,
            )
        assert self._process.stdout is not None
        lines: list[str] = []
        async with asyncio.timeout(START_TIMEOUT_S):
            while not (lines and lines[-1].startswith("Watch:")):
                line = (await self._process.stdout.readline()).decode()
                assert line, self.log_path.read_text()
                lines.append(line.rstrip())
        return lines

    def signal(self, number: int) -> None:
        """Send a signal, and do not wait."""
        os.kill(self.pid, number)

    async def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        await self.end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, and wait; returns the exit code."""
        return await self.end(signal.SIGTERM)

    async def end(self, number: int) -> int:
        """Send it a signal, and wait; returns the exit code."""
        process = self._process
        assert process is not None
        if process.returncode is None:
            # Not by Process.send_signal: before Python 3.13 it may reap a process that has just
            # ended, and asyncio then does not learn its exit code.
            with suppress(ProcessLookupError):
                self.signal(number)
        code = await process.wait()
        self._process = None
        return code

    async def close(self) -> None:
        """End it in order if it still runs."""
        if self._process is not None:
            await self.stop()
