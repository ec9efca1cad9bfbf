"""The event loop of a node: uvloop where it can be had, which halves the cost of an action."""

from __future__ import annotations

import asyncio
import importlib.util


def new_event_loop() -> asyncio.AbstractEventLoop:
    """A new event loop of the fastest kind at hand."""
    if importlib.util.find_spec("uvloop") is None:
        return asyncio.new_event_loop()
    import uvloop  # noqa: PLC0415  (not installable on every platform)

    return uvloop.new_event_loop()
