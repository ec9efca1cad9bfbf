"""Where a table meets a person or a program: how lines come in and how things are shown.

Here are what all faces have in common, plain streams, and one JSON object on each line for
programs. The faces for a terminal are in ``terminal.py`` (lines) and ``screen/``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TextIO

from clients import notices as nt
from clients.cli.refused import RefusedError
from clients.transport import LinkDown, LinkUp, Report

OnLine = Callable[[str], None]

MAX_LINE_BYTES = 64 * 1024
MAX_LINES_WAITING = 100
"""Lines read ahead from a stream; after these the reading thread waits, and so does the writer."""


class Face(Protocol):
    """What a sitting needs of a face."""

    def report(self, report: Report, lines: list[str]) -> None:
        """Something came in; ``lines`` tell it to a person."""

    def remind(self, lines: list[str]) -> None:
        """Time has passed, and a person has to know."""

    def reply(self, lines: list[str]) -> None:
        """The answer to a line that was typed."""

    def refuse(self, refusal: RefusedError) -> None:
        """A line that was typed is refused."""

    async def read(self, on_line: OnLine) -> None:
        """Hands over each line until there are no more, or until ``close``."""

    def close(self) -> None:
        """Makes ``read`` return."""


class StreamFace:
    """Lines from a file descriptor, lines to a stream; no prompt, no escape sequences."""

    def __init__(self, source: int, out: TextIO) -> None:
        self._source = source
        self._out = out
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(MAX_LINES_WAITING)

    def report(self, report: Report, lines: list[str]) -> None:
        """Shows ``lines``."""
        del report
        self.reply(lines)

    def remind(self, lines: list[str]) -> None:
        """Shows ``lines``."""
        self.reply(lines)

    def reply(self, lines: list[str]) -> None:
        """Shows ``lines``."""
        if lines:
            print("\n".join(lines), file=self._out, flush=True)

    def refuse(self, refusal: RefusedError) -> None:
        """Shows why."""
        self.reply([str(refusal)])

    async def read(self, on_line: OnLine) -> None:
        """Reads to the end of the stream, or until ``close``."""
        loop = asyncio.get_running_loop()
        # A thread, because not everything that can be standard input can be polled; a daemon on
        # the bare descriptor, because a read cannot be interrupted and nobody waits for it.
        reader = threading.Thread(target=self._read_all, args=(loop,), daemon=True)
        reader.start()
        while (line := await self._lines.get()) is not None:
            self._room.release()
            on_line(line)

    def close(self) -> None:
        """Ends ``read``."""
        self._lines.put_nowait(None)

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # closed by the other end; loop is gone
            for line in _lines_of(self._source):
                self._room.acquire()
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
            loop.call_soon_threadsafe(self._lines.put_nowait, None)


def _lines_of(source: int) -> Iterable[str]:
    """Decoded lines; what is longer than a line may be is left out up to its end."""
    kept = b""
    while chunk := os.read(source, 4096):
        *whole, kept = (kept + chunk).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace")
        kept = kept[-MAX_LINE_BYTES:]
    if kept:
        yield kept.decode("utf-8", "replace")


class JsonFace(StreamFace):
    """NDJSON out: each message of the server once and in order, and what the client adds."""

    def report(self, report: Report, lines: list[str]) -> None:
        """Writes the message itself; the lines are for people."""
        del lines
        self._write(plain_report(report))

    def remind(self, lines: list[str]) -> None:
        """Says nothing: a program has the deadlines."""

    def reply(self, lines: list[str]) -> None:
        """Writes what a text command answered."""
        if lines:
            self._write({"t": "text", "lines": lines})

    def refuse(self, refusal: RefusedError) -> None:
        """Writes why."""
        self._write({"t": "refused", "code": str(refusal.code), "text": str(refusal)})

    def _write(self, plain: dict[str, Any]) -> None:
        print(json.dumps(plain), file=self._out, flush=True)


def plain_report(report: Report) -> dict[str, Any]:
    """A report as a JSON object: the server's message, or one of the client's own."""
    match report:
        case nt.Refused():
            return {
                "t": "error",
                "id": None if report.request is None else report.request.id,
                "code": report.code,
                "text": report.text,
                "details": report.details,
            }
        case nt.Resumed():
            return {"t": "resumed", "room": report.room, "seq": report.view.seq}
        case nt.Held():
            return {
                "t": "held",
                "id": report.request.id,
                "code": report.code,
                "delay_ms": report.delay_ms,
            }
        case nt.Unfollowed():
            return {
                "t": "unfollowed",
                "room": report.room,
                "code": report.code,
                "text": report.text,
            }
        case nt.DiceDoubted():
            return {"t": "dice_doubted", "room": report.room, "doubt": report.doubt.value}
        case nt.DiceChecked():
            checked = report.checked
            return {
                "t": "dice_checked",
                "room": report.room,
                "game": checked.game,
                "throws": checked.throws,
            }
        case LinkUp():
            return {"t": "link", "up": True}
        case LinkDown():
            return {
                "t": "link",
                "up": False,
                "reason": report.reason,
                "retry_s": round(report.retry_s, 3),
            }
        case _:
            return dict(report.message)
