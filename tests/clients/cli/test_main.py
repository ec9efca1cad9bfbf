from __future__ import annotations

import asyncio
import io
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.cli.__main__ import main
from clients.cli.sitting import Exit
from clients.identity import Identities
from protocol.identity import format_code
from tests.clients.cli.programs import environment, run, shuanglu
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.wire import Desk


@pytest.fixture
async def desk() -> AsyncIterator[SocketDesk]:
    async with socket_desk(Desk((3, 1), (6, 5))) as served:
        yield served


def the_code(desk: SocketDesk) -> str:
    (code,) = desk.desk.rooms
    return format_code(code)


@pytest.mark.parametrize(
    "command", ["new", "join", "watch", "resume", "rooms", "bot", "play", "doctor"]
)
def test_help_has_examples_and_the_exit_codes(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == Exit.OK
    told = capsys.readouterr().out
    assert "examples:" in told
    assert "exit codes:" in told
    after_examples = told.partition("\n\nwith --json")[2] or told.partition("exit codes:")[2]
    assert all(len(line) <= 80 for line in after_examples.split("\n"))
    assert all(f"  {code.value}  " in told for code in Exit)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nwe"],
        ["new", "--points", "0"],
        ["new", "--points", "26"],
        ["new", "--money", "--points", "3"],
        ["new", "--name", "A", "--money", "--points", "5"],
        ["new", "--name", "A", "--jacoby"],
        ["new", "--name", "A", "--money", "--cube-limit", "3"],
        ["new", "--name", "A", "--clock", "0+0"],
        ["new", "--name", "A", "--clock", "601+5"],
        ["new", "--name", "A", "--clock", "12+86401"],
        ["new"],
        ["join", "not-a-code"],
        ["join", "ws://a..b/7KXQ4-MWP9C", "--name", "A"],
        ["join", "7KXQ4-MWP9C", "--server", "ftp://x"],
        ["bot"],
        ["bot", "7KXQ4-MWP9C", "--new"],
        ["identity", "import", ""],
        ["--lang", "en", "serve", "--prot", "9000"],
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.argv", ["shuanglu"])  # to be as before: the server sets it
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == Exit.USAGE
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("shuanglu")


async def test_no_server_is_exit_code_3(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.listen()
        port = other.getsockname()[1]
    program = await run(tmp_path, "watch", f"127.0.0.1:{port}/7KXQ4-MWP9C")
    assert program.process.returncode == Exit.CONNECTION
    assert "cannot reach" in program.err


async def test_a_refusal_of_the_server_is_exit_code_4(desk: SocketDesk, tmp_path: Path) -> None:
    program = await run(tmp_path, "join", f"{desk.url}/7KXQ4-MWP9C", "--name", "Bo")
    assert program.process.returncode == Exit.REFUSED
    assert "no room" in program.out


async def test_a_match_in_plain_lines(desk: SocketDesk, tmp_path: Path) -> None:
    async with shuanglu(tmp_path, "new", "--name", "Alice", "--server", desk.url) as alice:
        await alice.until("Waiting for an opponent")
        code = the_code(desk)
        assert f"shuanglu join {desk.url}/{code} --name" in alice.out
        assert f"shuanglu watch {desk.url}/{code}" in alice.out
        async with shuanglu(tmp_path, "join", f"{desk.url}/{code}", "--name", "Bo") as bo:
            await bo.until("to start game 1")
            await alice.until("to start game 1")  # or Enter would answer nothing
            alice.type("\n")
            bo.type("ready\n")
            await alice.until("You start with 3-1")
            alice.type("8/5 6/5\n\n")
            await bo.until("Alice plays 8/5 6/5.")
            bo.interrupt()
            assert await bo.ended() == Exit.OK
            assert f"Your seat is kept. Come back with: shuanglu resume {code} --name Bo" in bo.out
        await alice.until("Bo is offline")
        async with shuanglu(tmp_path, "resume", code, "--name", "Bo") as bo:
            await bo.until("Your turn")
            bo.type("roll\n")
            await alice.until("Bo rolls 6-5.")
            bo.close_input()
            assert await bo.ended() == Exit.OK
        assert "\x1b" not in alice.out + bo.out


def test_a_seat_goes_to_another_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def shuanglu_here(device: str, *arguments: str) -> int:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / device))
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert isinstance(caught.value.code, int)
        return caught.value.code

    assert shuanglu_here("first", "identity", "export") == Exit.IDENTITY
    assert shuanglu_here("first", "resume", "7KXQ4-MWP9C") == Exit.IDENTITY
    assert len(capsys.readouterr().err.splitlines()) == 2
    alice = Identities(tmp_path / "first" / "shuanglu").find_or_make("ws://127.0.0.1:1", "Alice")
    assert shuanglu_here("first", "identity", "export") == Exit.OK
    exported = capsys.readouterr()
    assert "Whoever has this line plays as Alice" in exported.err
    monkeypatch.setattr("sys.stdin", io.StringIO(exported.out))
    assert shuanglu_here("second", "identity", "import") == Exit.OK
    assert Identities(tmp_path / "second" / "shuanglu").all() == [alice]
    assert shuanglu_here("second", "identity", "import", exported.out[:40]) == Exit.IDENTITY


def test_a_seat_goes_to_the_new_address_of_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A token is never sent to a server that it was not made for, unless its owner says so."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    identities = Identities(tmp_path / "shuanglu")
    old = identities.find_or_make("ws://127.0.0.1:1", "Alice")
    identities.remember(old, "7KXQ4MWP9C")

    def shuanglu_here(*arguments: str) -> int:
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert isinstance(caught.value.code, int)
        return caught.value.code

    moved = "ws://127.0.0.1:2"
    assert shuanglu_here("resume", "7KXQ4-MWP9C", "--server", moved) == Exit.IDENTITY
    assert "your seat in 7KXQ4-MWP9C is at ws://127.0.0.1:1" in capsys.readouterr().err
    assert shuanglu_here("identity", "export") == Exit.OK
    line = capsys.readouterr().out.strip()
    assert shuanglu_here("identity", "import", line, "--server", moved) == Exit.OK
    seated = identities.with_room("7KXQ4MWP9C", moved)
    assert [one.token for one in seated] == [old.token]


async def test_a_folder_that_cannot_be_written_keeps_nobody_from_the_seat(
    desk: SocketDesk, tmp_path: Path
) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    last = tmp_path / ".config" / "shuanglu" / "last"
    last.unlink()
    last.mkdir()
    alice = await run(tmp_path, "resume", the_code(desk))
    assert "Waiting for an opponent" in alice.out
    assert "Your seat is kept." in alice.out
    assert "cannot write" in alice.err
    assert alice.process.returncode == Exit.OK


async def test_lists_of_matches(desk: SocketDesk, tmp_path: Path) -> None:
    await run(tmp_path, "new", "--name", "Al\u00efce", "--open", "--server", desk.url)
    listed = await run(tmp_path / "other", "rooms", "--server", desk.url)
    assert f"shuanglu join {desk.url}/{the_code(desk)}   Al\u00efce, match to 5" in listed.out
    as_json = await run(tmp_path, "rooms", "--json")
    assert [message["t"] for message in as_json.messages] == ["room", "open"]
    only_one = await run(tmp_path, "resume")
    assert "Waiting for an opponent" in only_one.out
    await run(tmp_path, "resume", given="cancel\n")
    nothing = await run(tmp_path, "resume")
    assert "You have no match" in nothing.out
    stranger = await run(tmp_path, "rooms", "--name", "Bo")
    assert stranger.process.returncode == Exit.IDENTITY
    assert f"only Al\u00efce at {desk.url}" in stranger.err


async def test_a_damaged_identity_is_named_and_hides_no_way_back(
    desk: SocketDesk, tmp_path: Path
) -> None:
    folder = tmp_path / ".config" / "shuanglu" / "identities"
    folder.mkdir(parents=True)
    (folder / "damaged.json").write_text("{")
    alice = await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    assert f"shuanglu resume {the_code(desk)} --name Alice" in alice.out
    assert alice.process.returncode == Exit.OK
    rooms = await run(tmp_path, "rooms", "--server", desk.url)
    assert "damaged.json is no identity" in rooms.err


async def test_json_in_and_out(desk: SocketDesk, tmp_path: Path) -> None:
    async with shuanglu(tmp_path, "new", "--name", "A", "--server", desk.url, "--json") as alice:
        await alice.until('"t": "room"')
        room = next(message for message in alice.messages if message["t"] == "room")
        bo = await run(tmp_path, "join", room["room"], "--name", "B", "--json", given="ready\n")
        assert [message["t"] for message in bo.messages][:3] == ["link", "welcome", "room"]
        alice.type('{"t": "ready"}\n')
        await alice.until("opening_thrown")
        alice.type('{"t": "play", "steps": [[8, 3]]}\n')
        await alice.until("wrong_die")
        alice.type(f'{{"t": "play", "steps": {"[" * 30_000}\n')
        await alice.until("with one of these kinds")
        alice.type('8/3\n{"t": "fly"}\n{"t": "play", "steps": [[8, 5], [6, 5]]}\npips\n')
        await alice.until('"played"')
        await alice.until('"text", "lines"')
        alice.close_input()
        assert await alice.ended() == Exit.OK
    kinds = [message["t"] for message in alice.messages]
    assert kinds.count("refused") == 3
    assert "shuanglu resume" in alice.err
    seqs = [message["seq"] for message in alice.messages if message["t"] == "event"]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


async def test_a_bot_joins(desk: SocketDesk, tmp_path: Path) -> None:
    async with shuanglu(
        tmp_path, "bot", "--new", "--points", "1", "--seed", "5", "--server", desk.url
    ) as host:
        await host.until("Match ")
        guest = await run(tmp_path, "bot", f"{desk.url}/{the_code(desk)}", "--name", "Guest")
        assert guest.process.returncode == Exit.OK
        assert await host.ended() == Exit.OK
    assert guest.out.splitlines()[-1].endswith("wins the match 1-0.")
    missing = await run(tmp_path, "bot", f"{desk.url}/7KXQ4-MWP9C")
    assert missing.process.returncode == Exit.REFUSED


async def test_output_that_nobody_reads_is_no_fault(desk: SocketDesk, tmp_path: Path) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    async with shuanglu(tmp_path, "watch", f"{desk.url}/{the_code(desk)}", "--json") as cy:
        await cy.until('"t": "room"')
        transport = cy.process._transport  # type: ignore[attr-defined]  # the only way to stdout
        transport.get_pipe_transport(1).close()
        desk.cut_all()
        assert await cy.ended() == Exit.OK
    assert "Traceback" not in cy.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "shuanglu: cannot write the output: No space left on device\n"),
        ("zh", "shuanglu: 无法写出结果：No space left on device\n"),
    ],
)
async def test_a_full_disk_is_one_line(
    desk: SocketDesk, tmp_path: Path, language: str, told: str
) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url, "--json")
    for command in (
        ["export", the_code(desk), "--format", "json"],
        ["rooms"],
        ["--version"],
        ["--help"],
    ):
        given = [sys.executable, "-m", "clients.cli", "--lang", language, *command]
        process = await asyncio.create_subprocess_exec(
            *("sh", "-c", 'exec "$@" >/dev/full', "sh", *given),
            env=environment(tmp_path, "xterm"),
            stderr=asyncio.subprocess.PIPE,
        )
        _, errors = await process.communicate()
        assert errors.decode() == told
        assert process.returncode == Exit.OUTPUT


async def test_closed_standard_streams_are_no_fault(desk: SocketDesk, tmp_path: Path) -> None:
    given = [sys.executable, "-m", "clients.cli", "watch", f"{desk.url}/7KXQ4-MWP9C"]
    process = await asyncio.create_subprocess_exec(
        *("sh", "-c", 'exec "$@" <&- >&-', "sh", *given),
        env=environment(tmp_path, "xterm"),
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await process.communicate()
    assert b"Traceback" not in told
    assert process.returncode == Exit.REFUSED
