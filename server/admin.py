"""``shuanglu admin``: what the people who run a server can ask of its store, and do.

It speaks to the store alone, so it works whether or not a node runs, and on all of them at once. An
embedded store is reached over its socket, or started for as long as it takes.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from engine.errors import IllegalCommand
from engine.seat import Seat
from protocol.identity import format_code, parse_code
from server.closing import close_room, read_ledger
from server.config import BadSettingError, Settings, read_settings
from server.ledger import Ledger, UnknownRecordError
from server.presence import is_there, unpack_here
from server.store.backup import back_up
from server.store.embedded import embedded_store
from server.store.errors import StoreError
from server.store.folder import DataFolder
from server.store.redis import Store, open_store
from server.telemetry import configure_log

EXIT_FAILED = 1
EXIT_USAGE = 2


class AdminError(Exception):
    """It cannot be done; the text is one line."""


@dataclass(frozen=True, slots=True)
class Office:
    """The store, where it is, and the settings with which it was found."""

    settings: Settings
    url: str
    store: Store


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one thing; returns the exit code."""
    asked = _parser().parse_args(arguments)
    configure_log("error")
    try:
        flags = [
            f"--{name}={value}"
            for name in ("redis", "data-dir", "config")
            if (value := getattr(asked, name.replace("-", "_"))) is not None
        ]
        asyncio.run(_do(asked, read_settings(flags)))
    except BadSettingError as error:
        return _fail(str(error), EXIT_USAGE)
    except (AdminError, StoreError, UnknownRecordError, IllegalCommand) as error:
        return _fail(str(error), EXIT_FAILED)
    return 0


async def _do(asked: argparse.Namespace, settings: Settings) -> None:
    async with _office(settings) as office:
        await _ACTIONS[asked.action](office, asked)


@asynccontextmanager
async def _office(settings: Settings) -> AsyncIterator[Office]:
    async with AsyncExitStack() as stack:
        url = settings.redis
        if url is None:  # an empty one is a mistake, and must not act on another store
            url = await _embedded(stack, settings.data_dir)
        store = Store(
            url,
            on_message=lambda _room, _message: None,
            on_confirmed=lambda _room: None,
            retention_ms=settings.retention_ms,
            allow_eviction=True,
        )
        await stack.enter_async_context(open_store(store))
        yield Office(settings, url, store)


async def _embedded(stack: AsyncExitStack, data_dir: Path) -> str:
    """The store that a running server has on its folder, or one of our own on it."""
    folder = DataFolder(data_dir)
    if not folder.store_path.exists():
        raise AdminError(f"no server has kept anything in {data_dir}: see --data-dir and --redis")
    try:
        return await stack.enter_async_context(embedded_store(data_dir))
    except StoreError:
        noted = folder.noted()
        if noted is None:
            raise
        return f"unix://{quote(str(noted.socket))}"


async def _rooms(office: Office, _asked: argparse.Namespace) -> None:
    found = []
    async for code in office.store.every_room():
        with suppress(UnknownRecordError):  # a newer server wrote it: `room` says so
            ledger = await read_ledger(office.store, code)
            if ledger is not None:
                found.append(ledger)
    for ledger in sorted(found, key=lambda one: -one.at_ms):
        print(_line(ledger))


async def _room(office: Office, asked: argparse.Namespace) -> None:
    ledger = await read_ledger(office.store, asked.code)
    if ledger is None:
        raise AdminError(f"there is no room {format_code(asked.code)}")
    print(_line(ledger))
    state = ledger.state
    for seat in Seat:
        player = state.seats[seat]
        print(f"{seat.value:6} {'nobody' if player is None else f'{player.id}  {player.name}'}")
    for field, value in sorted((await office.store.here(asked.code)).items()):
        here = unpack_here(value)
        if is_there(field, here, office.store.now_ms()):
            print(f"here   {here.player}  {here.name}  node {field.partition(':')[0]}")
    print(f"rules  {state.rules}")
    print(f"log    {ledger.seq} events, head {ledger.head.hex()}")


async def _close(office: Office, asked: argparse.Namespace) -> None:
    seq = await close_room(office.store, asked.code)
    if seq is None:
        raise AdminError(f"there is no room {format_code(asked.code)}")
    print(f"{format_code(asked.code)} is closed by event {seq}")


async def _ban(office: Office, asked: argparse.Namespace) -> None:
    await office.store.ban(asked.player)
    print(f"{asked.player} is closed within seconds and not let in any more")


async def _unban(office: Office, asked: argparse.Namespace) -> None:
    await office.store.unban(asked.player)
    print(f"{asked.player} is let in again")


async def _bans(office: Office, _asked: argparse.Namespace) -> None:
    for player in sorted(await office.store.banned()):
        print(player)


async def _backup(office: Office, asked: argparse.Namespace) -> None:
    if office.settings.redis is not None:
        raise AdminError("back up your Redis with its own means; this is for the embedded store")
    await back_up(DataFolder(office.settings.data_dir), office.url, asked.folder)
    print(f"{asked.folder} is a data folder of its own: shuanglu serve --data-dir {asked.folder}")


_ACTIONS: dict[str, Callable[[Office, argparse.Namespace], Awaitable[None]]] = {
    "rooms": _rooms,
    "room": _room,
    "close": _close,
    "ban": _ban,
    "unban": _unban,
    "bans": _bans,
    "backup": _backup,
}


def _line(ledger: Ledger) -> str:
    """A room in one line."""
    state = ledger.state
    when = datetime.fromtimestamp(ledger.at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    names = [one.name if (one := state.seats[seat]) else "nobody" for seat in Seat]
    length = "money" if state.rules.length is None else f"to {state.rules.length}"
    score = f"{state.score.white}-{state.score.black} {length}"
    return f"{format_code(ledger.room)}  {when}  {state.phase}  {score}  {' - '.join(names)}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shuanglu admin",
        description="Look at the rooms of a server, close them, ban players, back up.",
        epilog="Settings come from the variables and the file of `shuanglu serve`, too.",
    )
    parser.add_argument("--redis", metavar="URL", help="the Redis that the server uses")
    parser.add_argument("--data-dir", metavar="FOLDER", help="the data folder of its own store")
    parser.add_argument("--config", metavar="FILE", help="the TOML file with its settings")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("rooms", help="all rooms, the newest first")
    for name, text in (("room", "one room"), ("close", "end what is played in a room")):
        actions.add_parser(name, help=text).add_argument("code", type=_code, metavar="CODE")
    for name, text in (("ban", "let a player in no more"), ("unban", "let one in again")):
        actions.add_parser(name, help=text).add_argument("player", type=_player, metavar="PLAYER")
    actions.add_parser("bans", help="who is not let in")
    backup = actions.add_parser("backup", help="copy the embedded store, also while it is in use")
    backup.add_argument("folder", type=Path, metavar="FOLDER")
    return parser


def _code(text: str) -> str:
    try:
        return parse_code(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _player(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{32}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no player's id; `room` shows them")
    return text


def _fail(reason: str, code: int) -> int:
    print(f"shuanglu admin: {reason}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
