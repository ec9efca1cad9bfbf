"""What a room owes is judged by the copy that stands when it is known what is owed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from engine.seat import Seat
from engine.state import Phase, Rules, TimeControl
from protocol import requests as rq
from protocol.codes import WireCode, WireError
from server.appends import stored_ledger
from server.beats import Beats
from server.deadlines import GRACE_MS
from server.judge import judge_create, judge_game_request, judge_join
from server.ledger import Ledger
from server.metrics import Metrics
from server.room import Room
from server.store.redis import Store, open_store
from server.surroundings import Surroundings
from server.tasks import Tasks
from tests.integration.moved_time import MovedTime
from tests.server.matches import ALICE, BO, PLAYERS, ROOM
from tests.valkey import Valkey

CLOCK = TimeControl(delay_ms=2_000, bank_per_point_ms=3_000)


class Beating(Beats):
    """Beats during whose answer something else happens."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.sent, self.answered = asyncio.Event(), asyncio.Event()

    async def freshen(self) -> None:
        """Beat, and wait until the test lets the answer in."""
        self.sent.set()
        await self.answered.wait()
        await super().beat()


def around(store: Store, beats: Beats, group: asyncio.TaskGroup) -> Surroundings:
    return Surroundings(
        store=store,
        beats=beats,
        tasks=Tasks(group),
        node="node",
        metrics=Metrics(),
        throw=lambda: (3, 1),
    )


async def asked(room: Room, seat: Seat, kind: type[rq.AnyGameRequest], **fields: Any) -> int:
    """The seq that a request of ``seat`` leads to, made at what the room's copy shows."""
    request = kind(id=f"{kind.__name__}-{seat}", room=ROOM, at=room.ledger.seq, **fields)
    return await room.submit(judge_game_request(PLAYERS[seat].id, request, room.dice_cup()))


async def refused(asking: Coroutine[None, None, int]) -> WireCode:
    """Why what is asked is refused."""
    with pytest.raises(WireError) as refusal:
        await asking
    return refusal.value.code


async def opened(room: Room) -> None:
    """Alice has 3-1 to play, her clock running."""
    await room.submit(judge_create(ALICE, Rules(length=1, clock=CLOCK), "create-1"))
    await room.submit(judge_join(BO, "join-0001", room.dice_cup()))
    for seat in Seat:
        await asked(room, seat, rq.Ready)
    assert room.ledger.state.phase is Phase.TO_PLAY


async def test_a_play_that_another_node_stored_meanwhile_is_in_time(own_valkey: Valkey) -> None:
    """This node has not heard of it, and asks the store first whether nobody had served."""
    time = MovedTime()
    store = Store(
        own_valkey.url, on_message=lambda _r, _m: None, on_confirmed=lambda _r: None, pace=time
    )
    async with open_store(store), asyncio.TaskGroup() as group:
        hers = Room(Ledger.empty(ROOM), around(store, Beats(store), group))
        await opened(hers)
        stored = await store.load(ROOM)
        assert stored is not None
        beating = Beating(store)
        his = Room(stored_ledger(ROOM, stored), around(store, beating, group))
        clock = hers.ledger.clock
        assert clock is not None
        assert clock.deadline_ms is not None
        time.move(clock.deadline_ms - store.now_ms() - 1)
        played = await asked(hers, Seat.WHITE, rq.Play, steps=[(8, 5), (6, 5)])
        time.move(1 + GRACE_MS)
        resigning = group.create_task(refused(asked(his, Seat.BLACK, rq.Resign, win=3)))
        await beating.sent.wait()
        records = await store.read(ROOM, his.ledger.seq + 1, played)
        his.adopt(his.ledger.seq + 1, [record for _, record in records])
        beating.answered.set()
        assert await resigning is WireCode.STALE, "by the play: it is no fault of a clock"
        assert his.ledger.seq == hers.ledger.seq == played
        for room in (hers, his):
            room.retire()
