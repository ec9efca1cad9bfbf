"""``shuanglu admin`` beside a node that serves, and on a folder that nobody serves."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from engine.state import MatchEnd, Phase
from protocol.identity import format_code
from server import bans
from server.admin import main
from server.presence import GONE, STALE_MS, Here, pack_here
from tests.disks import fill, small_disk_at
from tests.integration.node import node
from tests.valkey import Valkey

NOBODY = "ab" * 16


async def admin(*arguments: str) -> tuple[int, str]:
    """The exit code of the program, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server.admin", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode()


async def test_rooms_and_a_room_are_shown_as_they_are(own_valkey: Valkey) -> None:
    async with node(redis=own_valkey.url) as local:
        white, _, room = await local.players(length=3)
        code, all_rooms = await admin("--redis", own_valkey.url, "rooms")
        assert code == 0
        (line,) = all_rooms.splitlines()
        assert line.startswith(format_code(room))
        assert line.endswith("to_play  0-0 to 3  Alice - Bo")

        code, one = await admin("--redis", own_valkey.url, "room", format_code(room).lower())
        assert code == 0
        state = white.view.state
        for player in (state.seats.white, state.seats.black):
            assert player is not None
            assert one.count(f"{player.id}  {player.name}") == 2  # at the seat, and here
        assert f"{white.view.seq} events, head {white.view.head.hex()}" in one


async def test_only_those_who_are_there_are_shown_as_such(own_valkey: Valkey) -> None:
    """Not who has gone, and not whose node died without a word."""
    async with node(redis=own_valkey.url) as local:
        white, black, room = await local.players()
        store = local.node.store
        long_ago = Here(NOBODY, "Ghost", store.now_ms() - STALE_MS)
        await store.here_set(room, {"killed:1": pack_here(long_ago)})
        await black.socket.close()
        async with asyncio.timeout(20):
            while not any(field.startswith(GONE) for field in await store.here(room)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        _, one = await admin("--redis", own_valkey.url, "room", room)
        here = [line.split()[1:3] for line in one.splitlines() if line.startswith("here")]
        player = white.view.state.seats.white
        assert player is not None
        assert here == [[player.id, "Alice"]]


async def test_a_closed_room_ends_for_everybody_in_it_on_all_nodes(own_valkey: Valkey) -> None:
    async with node(redis=own_valkey.url) as first, node(redis=own_valkey.url) as second:
        white, _, room = await first.players()
        watcher = await second.client("Cleo")
        await watcher.get("watch", room=room, name="Cleo")
        assert (await admin("--redis", own_valkey.url, "close", room))[0] == 0
        for client in (white, watcher):
            view = await client.see(Phase.MATCH_OVER)
            assert view.state.match_result is not None
            assert view.state.match_result.end is MatchEnd.CLOSED
        refused = await white.ask("rematch", room=room, at=white.view.seq)
        assert refused["code"] == "cancelled"
        again = await admin("--redis", own_valkey.url, "close", room)
        assert again == (1, "shuanglu admin: This room was closed.\n")


async def test_a_banned_player_is_kept_out_until_the_ban_is_lifted(
    own_valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bans, "READ_EVERY_S", 0.05)
    async with node(redis=own_valkey.url) as local:
        await admin("--redis", own_valkey.url, "ban", NOBODY)
        assert await admin("--redis", own_valkey.url, "bans") == (0, f"{NOBODY}\n")
        await _until(lambda: NOBODY in local.node.bans)
        await admin("--redis", own_valkey.url, "unban", NOBODY)
        assert await admin("--redis", own_valkey.url, "bans") == (0, "")
        await _until(lambda: NOBODY not in local.node.bans)


async def _until(holds: object) -> None:
    assert callable(holds)
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110  (it is read every so often)
            await asyncio.sleep(0.01)


async def test_an_embedded_store_is_looked_after_and_backed_up_while_it_serves(
    tmp_path: Path,
) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    async with node(data_dir=data) as local:
        white, _, room = await local.players()
        assert format_code(room) in (await admin("--data-dir", str(data), "rooms"))[1]
        code, printed = await admin("--data-dir", str(data), "backup", str(backup))
        assert code == 0, printed
        then = (white.view.state, white.view.head)
        await white.get("concede", room=room, at=white.view.seq)  # after the backup
        code, printed = await admin("--data-dir", str(data), "backup", str(backup))
        assert code == 1
        assert printed == f"shuanglu admin: cannot back up to {backup}: File exists\n"
        inside = data / "store" / "appendonlydir" / "backup"
        code, printed = await admin("--data-dir", str(data), "backup", str(inside))
        assert code == 1
        assert printed.splitlines() == [
            f"shuanglu admin: cannot back up to {inside}: the store keeps its own files there"
        ]
        assert not inside.exists()

    assert format_code(room) in (await admin("--data-dir", str(backup), "rooms"))[1]
    async with node(data_dir=backup) as restored:
        back = await restored.client("Alice", token=white.token)
        await back.get("resume", room=room)
        assert (back.view.state, back.view.head) == then
        await back.get("concede", room=room, at=back.view.seq)


async def test_a_backup_that_does_not_fit_leaves_nothing_that_looks_like_one(
    tmp_path: Path,
) -> None:
    data, disk = tmp_path / "data", tmp_path / "disk"
    disk.mkdir()
    async with node(data_dir=data) as local:
        await local.players()
    with small_disk_at(disk, 64 * 1024):
        fill(disk / "full")
        code, printed = await admin("--data-dir", str(data), "backup", str(disk / "backup"))
        (line,) = printed.splitlines()
        assert code == 1
        assert line.startswith(f"shuanglu admin: cannot back up to {disk / 'backup'}: ")
        assert line.count("No space left on device") == 1
        assert not (disk / "backup").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["room", "ABCDE"], "is no room code"),
        (["ban", "Mallory"], "is no player's id"),
        (["resurrect"], "invalid choice"),
        ([], "required: ACTION"),
    ],
)
def test_wrong_usage_ends_with_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


async def test_what_cannot_be_done_is_one_line(valkey: Valkey, tmp_path: Path) -> None:
    redis, absent = ("--redis", valkey.url), ("--data-dir", str(tmp_path))
    for arguments, code, complaint in (
        ((*redis, "room", "7KXQ4-MWP9C"), 1, "there is no room 7KXQ4-MWP9C"),
        ((*redis, "close", "7KXQ4-MWP9C"), 1, "there is no room 7KXQ4-MWP9C"),
        ((*redis, "backup", str(tmp_path / "x")), 1, "back up your Redis with its own means"),
        ((*absent, "rooms"), 1, "no server has kept anything in"),
        (("--redis", "http://x", "rooms"), 1, "is not a Redis URL"),
        (("--redis", "", "rooms"), 1, "is not a Redis URL"),
        (("--data-dir", "", "rooms"), 2, "--data-dir: names no file or folder"),
        (("--config", str(tmp_path / "x"), "rooms"), 2, "--config: cannot read"),
    ):
        ended, printed = await admin(*arguments)
        (line,) = printed.splitlines()
        assert ended == code
        assert line.startswith("shuanglu admin: ")
        assert complaint in line


def test_the_client_only_knows_its_name() -> None:
    from clients.cli.program import SERVER_PROGRAMS  # noqa: PLC0415

    assert SERVER_PROGRAMS["admin"] == "server.admin"
