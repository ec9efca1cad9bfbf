"""``shuanglu serve``: run one node until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import sys

from server.app import running_node
from server.config import BadSettingError, Settings, read_settings
from server.greeting import greeting
from server.loop import new_event_loop
from server.store.errors import StoreError
from server.telemetry import configure_log

EXIT_FAILED = 1
EXIT_USAGE = 2


def main() -> int:
    """Run a node with the settings from the command line; returns the exit code."""
    try:
        settings = read_settings(sys.argv[1:])
    except BadSettingError as error:
        return _fail(str(error), EXIT_USAGE)
    configure_log()
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(_serve(settings))
    except StoreError as error:
        return _fail(str(error), EXIT_FAILED)
    except OSError as error:
        where = f"{settings.host} port {settings.port}"
        return _fail(f"cannot listen on {where}: {error.strerror or error}", EXIT_FAILED)
    return 0


async def _serve(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with running_node(settings) as node:
        for line in greeting(settings, node.port, node.store.durability()):
            print(line, flush=True)
        await stop.wait()
        print("Stopping. Matches are kept; players come back by themselves.", flush=True)


def _fail(reason: str, code: int) -> int:
    print(f"shuanglu serve: {reason}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
