"""Finished matches are kept once, for both players, also when their rooms are gone."""

from __future__ import annotations

import asyncio

import msgpack

from engine.state import Phase
from server.results import keep_result
from server.store import keys
from tests.integration.node import PATIENCE_S, Client, Plain, begin_across, node, two_nodes
from tests.server.store.rooms import listening_store
from tests.valkey import Valkey


async def results(client: Client, count: int) -> list[Plain]:
    """What the client has finished, once there are ``count``: they are written after the event."""
    found: list[Plain] = (await client.get("results"))["results"]
    async with asyncio.timeout(PATIENCE_S):
        while len(found) < count:
            found = (await client.get("results"))["results"]
    assert len(found) == count
    return found


async def test_both_players_see_the_match_that_they_have_finished() -> None:
    async with node() as local:
        alice, bo, room = await local.players(length=3)
        assert await results(alice, 0) == []
        await alice.act("concede")
        (hers,), (his,) = await results(alice, 1), await results(bo, 1)
        assert hers.pop("at_ms") == his.pop("at_ms")
        assert hers == {
            "room": room,
            "match": 1,
            "you": "white",
            "opponent": "Bo",
            "length": 3,
            "variant": "standard",
            "white": 0,
            "black": 0,
            "winner": "black",
            "end": "conceded",
        }
        assert his == hers | {"you": "black", "opponent": "Alice"}


async def test_a_rematch_is_a_match_of_its_own_and_a_cancelled_room_is_none() -> None:
    async with node() as local:
        alice, bo, _ = await local.players(length=1)
        await bo.see((await alice.act("concede"))["seq"])
        await alice.see((await bo.act("rematch"))["seq"])
        await alice.act("rematch")
        await bo.see(Phase.READY)
        await bo.see((await alice.act("ready"))["seq"])
        await alice.see((await bo.act("ready"))["seq"])
        await alice.see(Phase.TO_PLAY)
        await bo.see(Phase.TO_PLAY)
        await bo.act("concede")
        newest, first = await results(alice, 2)
        assert (first["match"], first["winner"]) == (1, "black")
        assert (newest["match"], newest["winner"]) == (2, "white")

        cyd = await local.client("Cyd")
        code = (await cyd.get("create", name="Cyd", length=3))["room"]
        await cyd.get("cancel", room=code, at=1)
        assert await results(cyd, 0) == []


async def test_two_nodes_that_see_the_same_end_keep_it_once(valkey: Valkey) -> None:
    async with (
        two_nodes(valkey, (3, 1)) as (first, second),
        listening_store(valkey.url) as (store, _),
    ):
        alice, bo, room = await begin_across(first, second)
        await bo.see((await alice.act("concede"))["seq"])
        await results(alice, 1)
        await results(bo, 1)
        kept = [msgpack.unpackb(entry) for entry in await store.results(100)]
        assert [entry["match"] for entry in kept if entry["room"] == room] == [1]
        (entry,) = [entry for entry in kept if entry["room"] == room]
        assert entry["head"] in {message.get("head") for message in alice.messages}

        await keep_result(store, entry | {"score": [9, 9]})
        assert (await results(alice, 1))[0]["white"] == 0, "what stands is never changed"


async def test_a_result_that_was_missed_is_kept_when_somebody_looks(valkey: Valkey) -> None:
    async with node(redis=valkey.url) as local:
        alice, bo, room = await local.players(length=3)
        await bo.see((await alice.act("concede"))["seq"])
        (entry,) = await results(alice, 1)
        async with node(redis=valkey.url) as later:
            player = bo.view.state.seats.white
            assert player is not None
            valkey.client().delete(
                keys.player_results_key(player.id), keys.player_result_times_key(player.id)
            )
            watcher = await later.client("Cy")
            assert await results(alice, 0) == []
            await watcher.get("watch", room=room, name="Cy")
            assert [one["match"] for one in await results(alice, 1)] == [entry["match"]]
