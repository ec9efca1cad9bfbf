"""The record of a match from a real server, while two bots play it and after."""

from __future__ import annotations

import asyncio
from pathlib import Path

from clients.bot.bot import NewRoom
from clients.bot.whim import Temper
from clients.cli.export import FORMATS, fetch_log, written
from clients.cli.players import guest
from clients.identity import Identities, Identity
from engine.evolve import replay
from engine.record.formats import FORMATS as OF_A_MATCH
from engine.state import MatchEnd
from protocol.convert import event_from_plain
from protocol.record import parse_json
from tests.clients.cli.programs import run
from tests.integration.bots import make_bot
from tests.integration.node import node

TEMPER = Temper(double=0.05, take=0.7, resign=0.0)


async def test_where_nobody_may_watch_the_players_still_have_their_record(tmp_path: Path) -> None:
    async with node() as local:
        alice, _, room = await local.players(watch="none", chat=False)
        known = Identity(server=local.url, name="Alice", token=alice.token, rooms=(room,))
        Identities(tmp_path / ".config" / "shuanglu").take_over(known, replacing=False)
        address = f"{local.url}/{room}"
        record = await run(tmp_path, "export", address)
        log = await run(tmp_path, "export", address, "--format", "json")
        stranger = await run(tmp_path / "elsewhere", "export", address)
    assert record.out.split("\n")[0] == '; [Player 1 "Alice"]'
    assert parse_json(log.out.encode())[0] == room
    assert (stranger.process.returncode, stranger.out) == (4, "")
    assert stranger.err == "shuanglu: The players of this match play without spectators.\n"


async def test_who_reads_the_record_neither_comes_back_nor_watches() -> None:
    async with node() as local:
        alice, bo, room = await local.players()
        if not any(one["presence"]["black"] for one in alice.messages if "presence" in one):
            await alice.until(lambda one: "presence" in one and one["presence"]["black"])
        await bo.get("leave", room=room)
        left = await fetch_log(Identity(server=local.url, name="Bo", token=bo.token), room)
        assert left[-1]["event"] == {"type": "seat_left", "seat": "black"}
        assert await fetch_log(guest(local.url), room) == left
        # Who is there is told when it is known, not before the answer to whoever asked last.
        await alice.until(lambda one: "presence" in one and not one["presence"]["black"])
        await alice.get("log", room=room, from_=1, to=1)
        told = [one["presence"] for one in alice.messages if one["t"] == "presence"]
        assert not any(presence["watching"] for presence in told)
        assert told[-1]["white"]
        assert not told[-1]["black"]


async def test_a_match_is_exported_while_it_is_played_and_after() -> None:
    async with node() as local:
        host = make_bot(local, NewRoom(length=3), 1, TEMPER)
        async with asyncio.TaskGroup() as players:
            players.create_task(host.run())
            await host.entered.wait()
            players.create_task(make_bot(local, host.room, 2, TEMPER).run())
            live = await fetch_log(guest(local.url), host.room)
            while not any(message["event"]["type"] == "played" for message in live):
                live = await fetch_log(guest(local.url), host.room)
        after = await fetch_log(guest(local.url), host.room)
    assert after[: len(live)] == live
    for log in (live, after):
        state = replay(event_from_plain(message["event"]) for message in log)
        assert parse_json(written(host.room, log, "json", None).encode())[1] == tuple(log)
        for form in set(FORMATS) & OF_A_MATCH.keys():
            read = replay(OF_A_MATCH[form].read(written(host.room, log, form, None).encode()))
            assert (read.score, read.game_number) == (state.score, state.game_number)
            assert (read.match_result is None) == (state.match_result is None)
    assert state.match_result is not None
    assert state.match_result.end is MatchEnd.POINTS
