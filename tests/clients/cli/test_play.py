from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.cli import notes
from clients.cli.sitting import Exit
from protocol.identity import format_code
from tests.clients.cli.programs import run, shuanglu
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.wire import Desk


@pytest.fixture
async def desk() -> AsyncIterator[SocketDesk]:
    async with socket_desk(Desk((3, 1))) as served:
        yield served


async def test_nobody_has_anything_to_come_back_to(tmp_path: Path) -> None:
    alone = await run(tmp_path)
    assert alone.process.returncode == Exit.OK
    assert alone.out == notes.HOW_TO_BEGIN + "\n"


async def test_unfinished_matches_are_listed(desk: SocketDesk, tmp_path: Path) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    (code,) = desk.desk.rooms
    listed = await run(tmp_path, "play")
    assert f"Your matches at {desk.url}, Alice:" in listed.out
    assert f"  1  {format_code(code)}  match to 5 with nobody yet, 0-0" in listed.out


async def test_a_match_is_chosen_by_its_number(desk: SocketDesk, tmp_path: Path) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    async with shuanglu(tmp_path, "play", "--plain", terminal=True) as alice:
        await alice.until(notes.WHICH_ROOM)
        alice.type("7\n")
        await alice.until(lambda out: out.count(notes.WHICH_ROOM) == 2)
        alice.type("1\n")
        await alice.until("Waiting for an opponent")


async def test_a_server_that_is_away_does_not_hide_the_others(
    desk: SocketDesk, tmp_path: Path
) -> None:
    async with socket_desk(Desk()) as short_lived:
        await run(tmp_path, "new", "--name", "Bo", "--server", short_lived.url)
    unknown = await run(tmp_path, "play")
    assert unknown.process.returncode == Exit.CONNECTION
    assert notes.HOW_TO_BEGIN not in unknown.out
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    listed = await run(tmp_path, "play")
    assert f"Bo: cannot reach {short_lived.url}" in listed.out
    assert f"Your matches at {desk.url}, Alice:" in listed.out


async def test_the_doctor_measures_the_server(desk: SocketDesk, tmp_path: Path) -> None:
    told = await run(tmp_path, "doctor", "--server", desk.url)
    assert told.process.returncode == Exit.OK
    for part in (
        "shuanglu ",
        "Python ",
        "prompt-toolkit 3",
        notes.DOCTOR_NO_TERMINAL,
        "answers in",
    ):
        assert part in told.out


async def test_the_doctor_tells_of_damaged_files_and_goes_on(
    desk: SocketDesk, tmp_path: Path
) -> None:
    kept = tmp_path / ".config" / "shuanglu"
    (kept / "identities").mkdir(parents=True)
    (kept / "settings.toml").write_text(f'server = "{desk.url}"\n')
    (kept / "identities" / "damaged.json").write_text("{")
    told = await run(tmp_path, "doctor")
    assert "damaged.json is no identity" in told.out
    assert f"server       {desk.url}" in told.out
    assert "answers in" in told.out
    assert told.process.returncode == Exit.IDENTITY
    (kept / "settings.toml").write_text("bell = 1\n")
    told = await run(tmp_path, "doctor", "--server", desk.url)
    assert "settings.toml: bell cannot have this value." in told.out
    assert "answers in" in told.out


async def test_the_doctor_without_a_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    told = await run(tmp_path, "doctor", "--server", f"127.0.0.1:{port}")
    assert told.process.returncode == Exit.CONNECTION
    assert "cannot reach" in told.out


async def test_a_program_gets_the_list_as_json(desk: SocketDesk, tmp_path: Path) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    listed = await run(tmp_path, "play", "--json")
    (message,) = listed.messages
    assert message["t"] == "room"
    assert message["server"] == desk.url
    assert message["phase"] == "seating"
