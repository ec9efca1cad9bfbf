"""The client that ``docs/protocol.md`` shows, run as a reader would; and what the page promises."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from protocol.codec import Subprotocol
from protocol.codes import SERVICE_RESTART, CloseCode
from protocol.identity import CODE_CHARS, format_code
from protocol.limits import MAX_FRAME_BYTES, MAX_LOG_PAGE, MAX_UNANSWERED
from protocol.schema import PROTOCOL_VERSION
from server import app, limits
from server.config import Settings
from server.ledger import REMEMBERED_REQUESTS
from server.store.redis import RETENTION_MS
from tests.integration.node import PATIENCE_S, LocalNode, node

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
WORDS = " ".join(TEXT.split())


def documented_client() -> str:
    """The only Python on the page."""
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    return str(code)


@asynccontextmanager
async def running(client: Path, *arguments: str) -> AsyncIterator[Process]:
    """The client in a Python of its own, outside of this project; killed if it does not end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, client, *arguments, stdout=PIPE, stderr=PIPE, cwd=client.parent
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def ended_well(process: Process) -> None:
    """Wait for the end of a process; it must have nothing to complain about."""
    _, errors = await process.communicate()
    assert (process.returncode, errors.decode()) == (0, "")


async def test_two_of_them_play_a_match_to_its_end(tmp_path: Path) -> None:
    """Under a rate limit that they meet."""
    client = tmp_path / "client.py"
    client.write_text(documented_client(), encoding="utf-8")
    async with (
        asyncio.timeout(6 * PATIENCE_S),
        node(request_rate=400, request_burst=5) as local,
        running(client, local.url, "Ann") as ann,
    ):
        assert ann.stdout is not None
        room = (await ann.stdout.readline()).decode().strip()
        async with running(client, local.url, "Bo", room) as bo, asyncio.TaskGroup() as tasks:
            tasks.create_task(ended_well(ann))
            tasks.create_task(ended_well(bo))
        await _assert_match_over(local, room)


async def _assert_match_over(local: LocalNode, room: str) -> None:
    watcher = await local.client("Cleo")
    await watcher.get("watch", room=room, name="Cleo")
    state = watcher.view.state
    assert state.match_result is not None
    assert max(state.score.white, state.score.black) >= 1


def test_it_is_about_as_short_as_it_says() -> None:
    lines = [line for line in documented_client().splitlines() if line.strip()]
    assert len(lines) <= 40


def test_the_numbers_on_the_page_are_those_of_the_server() -> None:
    default = {name: field.default for name, field in Settings.model_fields.items()}
    for promise in (
        f"# The wire protocol, version {PROTOCOL_VERSION}",
        f"within {limits.HELLO_TIMEOUT_S} seconds",
        f"at most {limits.MAX_ROOMS_PER_CONNECTION} at once",
        f"{default['request_burst']} requests at once and {default['request_rate']:g} a second",
        f"for {limits.FLOOD_EXCESS} requests more than are served",
        f"closed with {CloseCode.FLOODING.value}",
        f"closed with {CloseCode.NO_SUBPROTOCOL.value}",
        f"a message over {MAX_FRAME_BYTES // 1024} KiB",
        f"if there are at most {MAX_LOG_PAGE} and",
        f"the last {REMEMBERED_REQUESTS} requests of each seat",
        f"have at most {MAX_UNANSWERED} unanswered",
        f"Every {app.PING_S} seconds the server sends a ping",
        f"{SERVICE_RESTART} (the server restarts",
        f"for {RETENTION_MS // 86_400_000} days after its last event",
        f"has {CODE_CHARS} letters",
        f"`{format_code('7KXQ4MWP9C')}`",
        *(f"`{one.value}`" for one in Subprotocol),
    ):
        assert promise in WORDS, promise


def test_links_to_files_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^#)]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target
