"""``shuanglu serve``: run one node until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress

from server.app import running_node
from server.config import BadSettingError, Settings, read_settings
from server.greeting import greeting
from server.loop import allow_open_files, new_event_loop
from server.store.errors import StoreError
from server.telemetry import configure_log

EXIT_BAD_SETTING = 2
"""A setting is wrong, or what it names cannot be used: an address, a folder, a store."""


def main() -> int:
    """Run a node with the settings from the command line; returns the exit code."""
    try:
        settings = read_settings(sys.argv[1:])
        configure_log(settings.log_level, settings.log_format)
        allow_open_files(settings.max_connections)
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(_serve(settings))
    except (BadSettingError, StoreError) as error:
        return _fail(str(error))
    except OSError as error:
        # Looking a name up has numbers below 0, and its own words for them.
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else error.strerror or error
        return _fail(f"cannot listen on {settings.host} port {settings.port}: {reason}")
    return 0


async def _serve(settings: Settings) -> None:
    stop, at_once = asyncio.Event(), asyncio.Event()

    def told_to_stop() -> None:
        (at_once if stop.is_set() else stop).set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, told_to_stop)
    async with running_node(settings) as node, asyncio.TaskGroup() as tasks:
        _say(*greeting(settings, node.port, node.store.durability()))
        await stop.wait()
        _say("Stopping. Matches are kept; players come back by themselves.")
        waits = tasks.create_task(at_once.wait())
        drains = tasks.create_task(node.drain(settings.drain_seconds))
        await asyncio.wait({waits, drains}, return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
        drains.cancel()


def _say(*lines: str) -> None:
    """Print for whoever reads it; that nobody does is no reason to stop serving."""
    with suppress(OSError):
        print(*lines, sep="\n", flush=True)


def _fail(reason: str) -> int:
    print(f"shuanglu serve: {reason}", file=sys.stderr)
    return EXIT_BAD_SETTING


if __name__ == "__main__":
    sys.exit(main())
