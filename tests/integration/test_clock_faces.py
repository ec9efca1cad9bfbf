"""Clocks before people at terminals: seconds that pass, what that costs, and a flag that falls."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.address import room_address
from engine.state import MatchEnd, Phase
from tests.clients.cli.programs import shuanglu
from tests.clients.cli.screen.ptys import Screen, screen
from tests.integration.node import Client, LocalNode, loaded_dice, node
from tests.integration.terminals import TMUX, tmux

MAX_BYTES_A_SECOND = 60
TICKS = 3
WATCHED_S = 2.3
"""Not a wait for something: so long nothing is to be written."""
SHOWS_CURSOR = b"\x1b[?25h"
RED = re.compile(rb"\x1b\[0;31;1m|\x1b\[0;1;31m")
FALLS_SOON = {"delay_ms": 2_000, "bank_per_point_ms": 2_000}
COUNTED = re.compile(r"Alice 0 +(low (?:\(\d\) )?\d:\d\d)")
COUNTDOWN = ("low (2) 0:02", "low (1) 0:02", "low 0:02", "low 0:01", "low 0:00")
LONG = {"delay_ms": 0, "bank_per_point_ms": 600_000}
LOW = {"delay_ms": 0, "bank_per_point_ms": 25_000}
WARNS_SOON = {"delay_ms": 0, "bank_per_point_ms": 11_500}


@pytest.fixture
async def local() -> AsyncIterator[LocalNode]:
    """The first throw of black, who is at the terminal, is the higher one."""
    async with node(throw=loaded_dice((1, 3))) as running:
        yield running


async def room_of_bo(local: LocalNode, clock: dict[str, int]) -> tuple[Client, str]:
    """Bo, and where to join a match to 1 with him."""
    bo = await local.client("Bo")
    room = (await bo.get("create", name="Bo", length=1, clock=clock))["room"]
    return bo, room_address(local.url, room)


async def begin(bo: Client) -> None:
    """Bo starts the game once his opponent is ready."""
    await bo.until(lambda message: message.get("event", {}).get("type") == "seat_ready")
    await bo.act("ready")


async def all_drawn(alice: Screen, bo: Client, word: str) -> None:
    """Waits until what Bo has been told is on the screen: what he says now comes after it."""
    await bo.get("say", room=bo.room, text=word)
    await alice.until(word.encode())
    await alice.until(lambda out: out.endswith(SHOWS_CURSOR))


@pytest.mark.skipif(TMUX is None, reason="tmux is not installed")
async def test_the_clock_counts_down_on_the_screen_and_the_flag_falls(
    local: LocalNode, tmp_path: Path
) -> None:
    bo, address = await room_of_bo(local, FALLS_SOON)
    with tmux() as desk:
        alice = desk.open("alice", tmp_path, (80, 24), "join", address, "--name", "Alice")
        await alice.until("The clocks are stopped.")
        await alice.until("ready>")
        alice.press("Enter")
        await begin(bo)
        shown: list[str] = []

        def is_over(screen: str) -> bool:
            counted = COUNTED.search(screen)
            if counted is not None and "Your turn." in screen and counted[1] not in shown:
                shown.append(counted[1])
            return "You run out of time." in screen

        await alice.until(is_over)
        # A busy machine may leave one out, but none comes twice or in another order.
        assert [time for time in COUNTDOWN if time in shown] == shown
        assert len(shown) >= 3
        await alice.until("Bo wins the match on time.")
        await alice.until("The clocks are stopped.")
    view = await bo.see(Phase.MATCH_OVER)
    assert view.state.match_result is not None
    assert view.state.match_result.end is MatchEnd.TIME


async def test_a_second_writes_little_and_a_clock_that_stands_nothing(
    local: LocalNode, tmp_path: Path
) -> None:
    bo, address = await room_of_bo(local, LONG)
    async with screen(tmp_path, "join", address, "--name", "Alice") as alice:
        await alice.until(b"ready>")
        alice.press(b"\r")
        await begin(bo)
        await all_drawn(alice, bo, "first word")
        began_s, alice.out = time.monotonic(), b""
        await alice.until(lambda out: out.count(SHOWS_CURSOR) >= TICKS)
        assert time.monotonic() - began_s > TICKS - 1
        *ticks, _ = alice.out.split(SHOWS_CURSOR)
        assert max(map(len, ticks)) + len(SHOWS_CURSOR) < MAX_BYTES_A_SECOND, ticks
        await bo.act("concede")
        await all_drawn(alice, bo, "last word")
        alice.out = b""
        await asyncio.sleep(WATCHED_S)
        assert alice.out == b""


@pytest.mark.parametrize("without", ["", "1"])
async def test_little_time_is_red_unless_no_colour_is_wanted(
    without: str, local: LocalNode, tmp_path: Path
) -> None:
    _, address = await room_of_bo(local, LOW)
    async with screen(tmp_path, "join", address, "--name", "Alice", NO_COLOR=without) as alice:
        await alice.until(b"ready>")
        shown = await alice.until(b"low 0:25")
        assert (RED.search(shown) is None) is bool(without), shown


async def test_a_warning_in_lines_leaves_alone_what_is_typed(
    local: LocalNode, tmp_path: Path
) -> None:
    bo, address = await room_of_bo(local, WARNS_SOON)
    join = ("join", address, "--name", "Alice", "--plain")
    async with shuanglu(tmp_path, *join, terminal=True) as alice:
        await alice.until("ready>")
        alice.type("\r")
        await begin(bo)
        await alice.until("move>")
        alice.type("say hel")
        await alice.until("Mind the clock: you have 0:10 left.")
        alice.type("lo\r")
        said = await bo.until(lambda message: message["t"] == "chat")
        assert said["line"]["text"] == "hello"
        assert alice.out.count("Mind the clock") == 1
