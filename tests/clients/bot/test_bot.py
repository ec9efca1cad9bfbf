from __future__ import annotations

import asyncio
import random

import pytest

from clients.bot.bot import Bot, BotError, NewRoom
from clients.bot.whim import Temper
from engine.state import MatchEnd
from protocol.codec import Subprotocol
from protocol.codes import WireCode, WireError
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.table import ALICE, BO, CY

LIVELY = Temper(double=0.3, resign=0.1)


def bot(desk: SocketDesk, token: str, place: NewRoom | str, seed: int) -> Bot:
    return Bot(
        desk.url,
        token=token,
        name=f"Bot {seed}",
        place=place,
        chance=random.Random(seed),
        temper=LIVELY,
        subprotocol=Subprotocol.JSON if seed % 2 else Subprotocol.MSGPACK,
    )


async def match(desk: SocketDesk, seed: int) -> tuple[Bot, Bot]:
    """Plays one match to its end."""
    host = bot(desk, ALICE, NewRoom(length=3), seed)
    async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
        first = tasks.create_task(host.run())
        await host.entered.wait()
        guest = bot(desk, BO, host.room, seed + 1)
        second = tasks.create_task(guest.run())
    assert first.result() == second.result()
    assert first.result().end is MatchEnd.POINTS
    return host, guest


@pytest.mark.parametrize("seed", range(4))
async def test_a_match_is_played_to_its_end(seed: int) -> None:
    async with socket_desk() as desk:
        host, guest = await match(desk, seed)
        assert host.view is not None
        assert guest.view is not None
        assert host.view.state == guest.view.state == desk.desk.rooms[host.room].state


async def test_cut_lines_and_refusals_change_nothing() -> None:
    chance = random.Random(1)

    def events(desk: SocketDesk) -> int:
        return sum(room.seq for room in desk.desk.rooms.values())

    async def trouble(desk: SocketDesk) -> None:
        for wanted in range(15, 10_000, 15):
            await desk.until(lambda wanted=wanted: events(desk) >= wanted)  # type: ignore[misc]
            match chance.randrange(3):
                case 0:
                    desk.cut_all()
                case 1:
                    desk.lose_answers()
                    await asyncio.sleep(0)
                    desk.cut_all()
                case _:
                    desk.desk.refuse.append(WireError(WireCode.RATE_LIMITED, retry_ms=1))

    async with socket_desk() as desk:
        troubling = asyncio.ensure_future(trouble(desk))
        host, _ = await match(desk, 11)
        troubling.cancel()
        assert desk.connections > 2
        assert host.view is not None
        assert host.view.state == desk.desk.rooms[host.room].state


async def test_a_room_that_is_not_there() -> None:
    async with socket_desk() as desk:
        with pytest.raises(BotError, match="no room") as caught:
            await bot(desk, CY, "23456789AB", 1).run()
        assert caught.value.code == "unknown_room"
