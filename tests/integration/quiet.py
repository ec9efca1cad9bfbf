"""Nothing may be logged as an error while strangers do what they like."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from structlog.testing import capture_logs

LOUD = {"error", "critical", "exception"}
HANDSHAKES = "opening handshake failed"
"""What websockets says about a stranger who speaks no WebSocket; the server silences it."""


@contextmanager
def nothing_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No line of the level error, from us or from a library, until the block ends."""
    with capture_logs() as lines, caplog.at_level(logging.ERROR):
        yield
    ours = [line for line in lines if line["log_level"] in LOUD]
    theirs = [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.ERROR and record.getMessage() != HANDSHAKES
    ]
    assert (ours, theirs) == ([], [])
