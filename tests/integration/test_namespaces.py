"""Server and clients on three hosts: ``shuanglu`` as people run it, over a network."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.integration.namespaces import Hosts, three_hosts, why_not
from tests.integration.process import ServerProcess

PATIENCE_S = 120.0
REASON = why_not()

pytestmark = pytest.mark.skipif(REASON is not None, reason=str(REASON))


@asynccontextmanager
async def shuanglu(
    hosts: Hosts, client: int, home: Path, *arguments: str
) -> AsyncIterator[Process]:
    """The command on a client's host, in a home of its own."""
    process = await asyncio.create_subprocess_exec(
        *hosts.prefix(hosts.clients[client]),
        sys.executable,
        "-m",
        "clients.cli",
        *arguments,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env=os.environ | {"HOME": str(home), "XDG_CONFIG_HOME": str(home)},
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def first_line_with(process: Process, wanted: str) -> str:
    """The first line of output that contains ``wanted``."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        while True:
            line = (await process.stdout.readline()).decode()
            assert line, f"the output ended without {wanted!r}"
            if wanted in line:
                return line


async def test_a_match_is_played_between_hosts_and_survives_a_pulled_cable(
    tmp_path: Path,
) -> None:
    with three_hosts() as hosts:
        server = ServerProcess(tmp_path / "data", host="0.0.0.0", port=8765)
        lines = await server.start(*hosts.prefix(hosts.server))
        urls = [f"ws://{address}:8765" for address in hosts.server_addresses]
        try:
            async with shuanglu(
                hosts, 0, tmp_path / "a", "bot", "--new", "--points", "3", "--server", urls[0]
            ) as host:
                announced = await first_line_with(host, urls[0])
                code = next(word for word in announced.split() if urls[0] in word).split("/")[-1]
                address = f"{urls[1]}/{code}"
                watching = shuanglu(hosts, 1, tmp_path / "w", "watch", address, "--json")
                joining = shuanglu(hosts, 1, tmp_path / "b", "bot", address)
                async with watching as watcher:
                    await first_line_with(watcher, '"t": "room"')
                    async with joining as guest:
                        await first_line_with(watcher, '"game_started"')
                        hosts.pull_cable(1, plugged=False)
                        hosts.pull_cable(1, plugged=True)
                        async with asyncio.timeout(PATIENCE_S):
                            codes = await asyncio.gather(host.wait(), guest.wait())
                    ended = json.loads(await first_line_with(watcher, '"match_ended"'))
        finally:
            await server.close()

    assert list(codes) == [0, 0]
    assert find(ended, "match_ended")
    for url in urls:
        assert url in " ".join(lines), "the server names the addresses to give away"


def find(plain: Any, word: str) -> bool:
    """Whether ``word`` is a value anywhere in ``plain``."""
    if isinstance(plain, dict):
        return any(find(value, word) for value in plain.values())
    if isinstance(plain, list):
        return any(find(value, word) for value in plain)
    return bool(plain == word)
