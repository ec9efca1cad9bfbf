"""``shuanglu serve``: run one node until it is told to stop."""

from __future__ import annotations

import asyncio
import shutil
import signal
import socket
import sys
from pathlib import Path

from server.app import running_node
from server.config import BadSettingError, Settings, read_settings
from server.loop import new_event_loop
from server.store.errors import StoreError
from server.telemetry import configure_log
from server.version import VERSION

EXIT_FAILED = 1
EXIT_USAGE = 2
EVERYWHERE = ("0.0.0.0", "::", "*")


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
        for line in _greeting(settings, node.port, node.store.durability()):
            print(line, flush=True)
        await stop.wait()
        print("Stopping. Matches are kept; players come back by themselves.", flush=True)


def _greeting(settings: Settings, port: int, worth: str) -> list[str]:
    """What somebody who has just started a server wants to know."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    command = _command()
    server = "" if (host, port) == ("127.0.0.1", 8765) else f" --server ws://{host}:{port}"
    kept = settings.data_dir if settings.redis is None else "Redis"
    lines = [
        f"Shuanglu {VERSION} serves ws://{host}:{port}; matches are kept in {kept} ({worth}).",
        f"Play:  {command} new --points 5 --name YOU{server}   (then send on the line it prints)",
        f"Alone: {command} bot CODE{server}   (in a second terminal: a bot joins your match)",
        f"Watch: {command} watch CODE{server}   (in any number of terminals)",
    ]
    if settings.host in EVERYWHERE:
        lines += [f"Others reach it at ws://{address}:{port}" for address in _addresses()]
    return lines


def _command() -> str:
    """How this installation's ``shuanglu`` is called from the folder one is in."""
    if found := shutil.which("shuanglu"):
        beside = Path(sys.executable).with_name("shuanglu")
        if Path(found).resolve() == beside.resolve() or not beside.exists():
            return "shuanglu"
    script = Path(sys.executable).with_name("shuanglu")
    if not script.exists():
        return f"{sys.executable} -m clients.cli"
    here = Path.cwd()
    return str(script.relative_to(here) if script.is_relative_to(here) else script)


def _addresses() -> list[str]:
    """This machine's addresses that others may use. Nothing is sent to find them."""
    found = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; picks the outward route
            found.add(str(probe.getsockname()[0]))
        except OSError:
            pass  # no route outward
    return sorted(one for one in found if not one.startswith("127.") and ":" not in one)


def _fail(reason: str, code: int) -> int:
    print(f"shuanglu serve: {reason}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
