"""The log: one line for each event, on standard error, without secrets.

While a request is served, every line that is written on its behalf names it, also one from deep
inside the store: what is in hand is part of the context that tasks inherit.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal, TextIO, cast

import structlog
from structlog.typing import Processor

from protocol.requests import AnyRequest, RoomRequest


@dataclass(frozen=True, slots=True)
class InHand:
    """The request that is being served, and the number of its connection."""

    connection: int
    request: AnyRequest


class StandardError:
    """Standard error, if somebody still reads it: that nobody does must not end a match."""

    def write(self, text: str) -> None:
        """Write, if that is possible."""
        with suppress(OSError, ValueError):  # a pipe that is broken, a file that is closed
            sys.stderr.write(text)

    def flush(self) -> None:
        """Flush, if that is possible."""
        with suppress(OSError, ValueError):
            sys.stderr.flush()


in_hand: ContextVar[InHand | None] = ContextVar("in_hand", default=None)


def configure_log(level: str = "info", form: Literal["text", "json"] = "text") -> None:
    """Set up the log of this process, and that of the libraries it uses."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _name_what_is_in_hand,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _renderer(form),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, StandardError())),
        cache_logger_on_first_use=True,
    )
    # websockets logs every opened and closed connection, and each port scanner, as an error.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)


def _renderer(form: Literal["text", "json"]) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    return structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])


def _name_what_is_in_hand(
    _logger: object, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Add the ids of the request, never its content: it may be a secret."""
    now = in_hand.get()
    if now is not None:
        line.setdefault("connection", now.connection)
        line.setdefault("request", now.request.id)
        line.setdefault("kind", now.request.t)
        if isinstance(now.request, RoomRequest):
            line.setdefault("room", now.request.room)
    return line
