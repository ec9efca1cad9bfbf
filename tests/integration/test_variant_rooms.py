"""Rooms of every variant on a real server: opened, listed, played to the end, exported."""

from __future__ import annotations

import asyncio

import pytest

from clients.bot.bot import NewRoom
from clients.bot.whim import Temper
from clients.cli.export import fetch_log, written
from clients.cli.players import guest
from engine.evolve import replay
from engine.record.formats import FORMATS
from engine.state import MatchEnd, MatchState, Rules
from engine.variants import VARIANTS
from protocol.record import parse_json
from tests.integration.bots import make_bot
from tests.integration.log_check import check_log
from tests.integration.node import node

TEMPER = Temper(resign=0.0)


async def test_the_lobby_and_the_list_of_ones_own_rooms_say_what_is_played() -> None:
    async with node() as local:
        alice, bo = await local.client("Alice"), await local.client("Bo")
        for name in VARIANTS:
            await alice.get("create", name="Alice", length=3, variant=name, listed=True)
        await alice.get("create", name="Alice", length=3, listed=True)
        expected = sorted([*VARIANTS, "standard"])
        for client, request in ((bo, "lobby"), (alice, "rooms")):
            listed = (await client.get(request))["rooms"]
            assert sorted(room["variant"] for room in listed) == expected


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_match_starts_as_the_variant_says_and_its_record_comes_back(variant: str) -> None:
    async with node() as local:
        host = make_bot(local, NewRoom(length=2, variant=variant), 1, TEMPER)
        async with asyncio.TaskGroup() as players:
            playing = players.create_task(host.run())
            await host.entered.wait()
            players.create_task(make_bot(local, host.room, 2, TEMPER).run())
        log = await fetch_log(guest(local.url), host.room)
    assert playing.result().end is MatchEnd.POINTS
    state = check_log(host.room, log).state
    assert state.rules == Rules(length=2, variant=variant)
    assert host.view is not None
    assert host.view.state == state
    assert parse_json(written(host.room, log, "json", None).encode())[1] == tuple(log)
    for form, format_ in FORMATS.items():
        read = replay(format_.read(written(host.room, log, form, None).encode()))
        assert outcome(read) == outcome(state), form


def outcome(state: MatchState) -> tuple[object, ...]:
    return state.rules, state.score, state.game_number, state.game_result
