"""``shuanglu serve``: run one node until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import sys

from server.app import running_node
from server.config import BadSettingError, Settings, read_settings
from server.greeting import greeting
from server.loop import allow_open_files, new_event_loop
from server.store.errors import StoreError
from server.telemetry import configure_log

EXIT_FAILED = 1
EXIT_USAGE = 2


def main() -> int:
    """Run a node with the settings from the command line; returns the exit code."""
    try:
        settings = read_settings(sys.argv[1:])
        configure_log(settings.log_level, settings.log_format)
        allow_open_files(settings.max_connections)
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(_serve(settings))
    except BadSettingError as error:
        return _fail(str(error), EXIT_USAGE)
    except StoreError as error:
        return _fail(str(error), EXIT_FAILED)
    except OSError as error:
        where = f"{settings.host} port {settings.port}"
        return _fail(f"cannot listen on {where}: {error.strerror or error}", EXIT_FAILED)
    return 0


async def _serve(settings: Settings) -> None:
    stop, at_once = asyncio.Event(), asyncio.Event()

    def told_to_stop() -> None:
        (at_once if stop.is_set() else stop).set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, told_to_stop)
    async with running_node(settings) as node, asyncio.TaskGroup() as tasks:
        for line in greeting(settings, node.port, node.store.durability()):
            print(line, flush=True)
        await stop.wait()
        print("Stopping. Matches are kept; players come back by themselves.", flush=True)
        waits = tasks.create_task(at_once.wait())
        drains = tasks.create_task(node.drain(settings.drain_seconds))
        await asyncio.wait({waits, drains}, return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
        drains.cancel()


def _fail(reason: str, code: int) -> int:
    print(f"shuanglu serve: {reason}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
