"""Printing the record of a match, while it is played and after."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from clients.cli.export import fetch_log, written
from clients.cli.players import UsageError, guest
from clients.cli.query import QuestionRefusedError
from clients.cli.sitting import Exit
from engine.events import Event, MatchStarted, RematchAsked
from engine.record.mat_reader import parse_mat
from engine.record.sgf_reader import parse_sgf
from engine.record.text_reader import parse_text
from engine.seat import Seat
from engine.state import Rules
from protocol.identity import format_code
from protocol.record import parse_json
from tests.clients.cli.programs import run
from tests.clients.desk_room import DeskRoom
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.wire import Desk
from tests.engine.record.carried import carried
from tests.engine.record.played import whole_match

CODE = "7KXQ4MWP9C"
MATCH = whole_match(3, Rules(length=5))


@pytest.fixture
async def desk() -> AsyncIterator[SocketDesk]:
    async with socket_desk(Desk()) as served:
        yield served


def room_with(events: Sequence[Event]) -> DeskRoom:
    room = DeskRoom(code=CODE)
    for event in events:
        room.append([event], cause="a-request-id", by=Seat.WHITE)
    return room


async def test_a_match_in_every_format(desk: SocketDesk, tmp_path: Path) -> None:
    desk.desk.rooms[CODE] = room_with(MATCH)
    address = f"{desk.url}/{format_code(CODE)}"
    everything = carried(MATCH, everything=True)
    for form, parse in (("mat", parse_mat), ("sgf", parse_sgf), ("txt", parse_text)):
        program = await run(tmp_path, "export", address, "--format", form)
        assert (program.process.returncode, program.err) == (Exit.OK, "")
        told = carried(parse(program.out.encode()), everything=form == "txt")
        assert told == (everything if form == "txt" else carried(MATCH, everything=False))
    program = await run(tmp_path, "export", address, "--format", "json")
    assert len(parse_json(program.out.encode())[1]) == len(MATCH)


async def test_a_match_that_is_going_on(desk: SocketDesk, tmp_path: Path) -> None:
    """It is the .mat file that gnubg reads, unless something else is asked for."""
    desk.desk.rooms[CODE] = room_with(MATCH[:40])
    program = await run(tmp_path, "export", format_code(CODE), "--server", desk.url)
    assert carried(parse_mat(program.out.encode()), everything=False) == carried(
        MATCH[:40], everything=False
    )


async def test_a_long_log_comes_in_pages(desk: SocketDesk) -> None:
    events = whole_match(2, Rules(length=25))
    desk.desk.rooms[CODE] = room_with(events)
    assert len(events) > 500
    async with asyncio.timeout(10):
        log = await fetch_log(guest(desk.url), CODE)
    assert [message["seq"] for message in log] == list(range(1, len(events) + 1))


async def test_there_is_no_such_room(desk: SocketDesk, tmp_path: Path) -> None:
    program = await run(tmp_path, "export", f"{desk.url}/{format_code(CODE)}")
    assert program.process.returncode == Exit.REFUSED
    assert len(program.err.splitlines()) == 1
    assert program.out == ""


def test_the_newest_match_that_has_begun_unless_one_is_named() -> None:
    again = [RematchAsked(seat=seat) for seat in Seat] + [MatchStarted(number=2)]
    room = room_with([*MATCH, *again])
    log = [room.event(seq, newest=False) for seq in range(1, room.seq + 1)]
    assert written(CODE, log, "txt", None) == written(CODE, log, "txt", 1)
    with pytest.raises(UsageError, match="no game has begun"):
        written(CODE, log, "txt", 2)
    with pytest.raises(UsageError, match="match 3: this room has had 2"):
        written(CODE, log, "txt", 3)
    assert written(CODE, log, "json", 3)


async def test_an_exported_log_is_written_anew_without_a_server(tmp_path: Path) -> None:
    room = room_with(MATCH)
    log = [room.event(seq, newest=False) for seq in range(1, room.seq + 1)]
    path = tmp_path / "match.json"
    path.write_text(written(CODE, log, "json", None), encoding="utf-8")
    for form in ("mat", "json"):
        program = await run(tmp_path, "export", str(path), "--format", form)
        assert (program.process.returncode, program.err) == (Exit.OK, "")
        assert program.out == written(CODE, log, form, None)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (None, "cannot read"),
        (b"", "it is no log of a room"),
        (b"\xff\xfe{\0", "it is no log of a room"),
        (b" " * 20_000_000, "the file is too long: 16 MB is the most"),
    ],
    ids=["missing", "empty", "utf-16", "long"],
)
async def test_a_file_that_is_no_log_is_refused_in_one_line(
    data: bytes | None, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    if data is not None:
        path.write_bytes(data)
    program = await run(tmp_path, "export", str(path))
    assert program.process.returncode in (Exit.USAGE, Exit.REFUSED)
    assert problem in program.err
    assert len(program.err.splitlines()) == 1
    assert program.out == ""


def test_a_log_that_was_tampered_with_is_not_written() -> None:
    room = room_with(MATCH[:30])
    log = [room.event(seq, newest=False) for seq in range(1, room.seq + 1)]
    log[9]["event"] = dict(log[9]["event"], dice=[6, 6])
    with pytest.raises(QuestionRefusedError, match="event 10: the chain is broken"):
        written(CODE, log, "mat", None)
