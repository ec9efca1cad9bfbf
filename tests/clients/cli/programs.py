"""``shuanglu`` as a process of its own, with its own configuration folder."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pty
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

DEADLINE_S = 12
WHERE_IS_THE_CURSOR = b"\x1b[6n"
PROMPT_STANDS = "\x1b[?2004h"
PROMPT_IS_GONE = "\x1b[?2004l"
"""What prompt-toolkit sends when it begins to read a line, and when it ends."""


def environment(home: Path, term: str) -> dict[str, str]:
    """The environment of a user whose home is ``home``."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    root = str(Path(__file__).parents[3])
    return {**kept, "HOME": str(home), "PYTHONPATH": root, "TERM": term, "LANG": "C.UTF-8"}


class Program:
    """A running ``shuanglu``; what it prints is collected and can be waited for."""

    def __init__(self, process: asyncio.subprocess.Process, writer: int | None) -> None:
        self.process = process
        self.out = ""
        self.err = ""
        self._terminal = writer
        self._came = asyncio.Event()

    async def until(self, wanted: str | Callable[[str], bool]) -> str:
        """Waits for a text in (or a property of) what was printed."""
        condition = wanted if callable(wanted) else lambda out: wanted in out
        try:
            async with asyncio.timeout(DEADLINE_S):
                while not condition(self.out):
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came after:\n{self.out}{self.err}") from None
        return self.out

    def type(self, text: str) -> None:
        """Sends keys or lines."""
        if self._terminal is not None:
            os.write(self._terminal, text.encode())
        else:
            assert self.process.stdin is not None
            self.process.stdin.write(text.encode())

    def close_input(self) -> None:
        """The end of standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def interrupt(self) -> None:
        """Ctrl-C, to this program alone."""
        self.process.send_signal(signal.SIGINT)

    async def ended(self) -> int:
        """The exit code, once everything that it printed is here."""
        try:
            async with asyncio.timeout(DEADLINE_S):
                return await self.process.wait()
        except TimeoutError:
            raise AssertionError(f"it never ended after:\n{self.out}{self.err}") from None

    def take(self, text: str, *, error: bool) -> None:
        """More output."""
        if error:
            self.err += text
        else:
            self.out += text
        self._came.set()

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The output as NDJSON."""
        return [json.loads(line) for line in self.out.splitlines()]


@contextlib.asynccontextmanager
async def shuanglu(
    home: Path, *arguments: str, terminal: bool = False, term: str = "xterm"
) -> AsyncIterator[Program]:
    """``shuanglu ARGUMENTS`` while the block runs, in a pseudo-terminal or with pipes."""
    ours, theirs = pty.openpty() if terminal else (None, asyncio.subprocess.PIPE)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "clients.cli",
        *arguments,
        env=environment(home, term),
        stdin=theirs,
        stdout=theirs,
        stderr=asyncio.subprocess.PIPE,
    )
    program = Program(process, ours)
    async with asyncio.TaskGroup() as tasks:
        if ours is None:
            assert process.stdout is not None
            tasks.create_task(_collect(process.stdout, program, error=False))
        else:
            os.close(theirs)
            asyncio.get_running_loop().add_reader(ours, _read_terminal, ours, program)
        assert process.stderr is not None
        tasks.create_task(_collect(process.stderr, program, error=True))
        try:
            yield program
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
            if ours is not None:
                asyncio.get_running_loop().remove_reader(ours)
                os.close(ours)


async def _collect(stream: asyncio.StreamReader, program: Program, *, error: bool) -> None:
    while chunk := await stream.read(4096):
        program.take(chunk.decode(), error=error)


def _read_terminal(descriptor: int, program: Program) -> None:
    try:
        chunk = os.read(descriptor, 4096)
    except OSError:  # the other end is closed
        asyncio.get_running_loop().remove_reader(descriptor)
        return
    if WHERE_IS_THE_CURSOR in chunk:
        os.write(descriptor, b"\x1b[1;1R")
    program.take(chunk.decode(errors="replace"), error=False)


async def run(home: Path, *arguments: str, given: str = "") -> Program:
    """Runs a command to its end with ``given`` as its whole input."""
    async with shuanglu(home, *arguments) as program:
        program.type(given)
        program.close_input()
        await program.ended()
    return program
