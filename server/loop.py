"""The event loop of a node, and how many sockets its process may have.

uvloop is used where it can be had: it halves the cost of an action.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys

import structlog

SPARE_FILES = 200
"""Open files besides the sockets of clients: the store's connections, libraries, the log."""

log = structlog.get_logger()


def new_event_loop() -> asyncio.AbstractEventLoop:
    """A new event loop of the fastest kind at hand."""
    if importlib.util.find_spec("uvloop") is None:
        return asyncio.new_event_loop()
    import uvloop  # noqa: PLC0415  (not installable on every platform)

    return uvloop.new_event_loop()


def allow_open_files(connections: int) -> None:
    """Raise this process's own limit of open files, as far as it may, so that all get in."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (not on every platform)

    wanted = connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        may = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (may, hard))
        if may < wanted:
            log.warning("fewer open files than --max-connections needs", limit=may, wanted=wanted)
