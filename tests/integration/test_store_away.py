"""The store is slow, gone, or has lost something: cases 38 and 40 as far as one node shows them."""

from __future__ import annotations

import asyncio

import pytest

from engine.state import Phase
from server import rooms
from tests.integration.node import loaded_dice, node
from tests.valkey import Valkey


@pytest.fixture(autouse=True)
def _quick_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "BEAT_S", 0.2)


async def test_a_frozen_store_answers_unavailable_and_forgets_nothing(
    own_valkey: Valkey,
) -> None:
    """Case 38: nobody is dropped; the request that could not be stored is done afterwards, once."""
    async with node(redis=own_valkey.url, throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        play = {"room": room, "at": alice.view.seq, "steps": [[8, 5], [6, 5]], "id": "my-play-001"}

        own_valkey.freeze()
        try:
            refused = await alice.ask("play", **play)
        finally:
            own_valkey.thaw()
        answer = await alice.get("play", **play)
        await bo.see(answer["seq"])
        await bo.act("roll")

        assert refused["code"] == "unavailable"
        log = (await bo.get("log", room=room, from_=1, to=100))["events"]
        types = [one["event"]["type"] for one in log]
        assert types.count("played") == types.count("rolled") == 1


async def test_a_killed_store_comes_back_to_the_same_match(own_valkey: Valkey) -> None:
    async with node(redis=own_valkey.url, throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        await alice.act("play", steps=[[8, 5], [6, 5]])

        own_valkey.kill()
        await bo.see(alice.view.seq)
        rolling = asyncio.ensure_future(bo.ask("roll", room=room, at=bo.view.seq, id="my-roll-01"))
        own_valkey.start()
        await rolling
        rolled = await bo.get("roll", room=room, at=bo.view.seq, id="my-roll-01")
        await alice.see(rolled["seq"])

        assert alice.view.state.dice == (6, 5)
        assert alice.view.state == bo.view.state


async def test_events_that_the_store_lost_are_taken_back_from_everybody(
    own_valkey: Valkey,
) -> None:
    """What a fail-over to a replica that lagged does: the log ends earlier than it did."""
    async with node(redis=own_valkey.url, throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        client = own_valkey.client()
        keys = [f"room:{{{room}}}:state", f"room:{{{room}}}:log"]
        earlier = {key: client.dump(key) or b"" for key in keys}
        await alice.act("play", steps=[[8, 5], [6, 5]])
        await bo.see(alice.view.seq)

        for key, value in earlier.items():
            client.restore(key, 0, value, replace=True)
        client.close()
        for one in (alice, bo):
            await one.until(lambda message: message.get("reason") == "rolled_back")
        again = await alice.act("play", steps=[[13, 10], [24, 23]])
        await bo.see(again["seq"])

        assert again["seq"] == 7
        assert alice.view.state == bo.view.state
        assert bo.view.state.phase is Phase.TO_ROLL


async def test_a_room_that_the_store_lost_is_gone_and_says_so(own_valkey: Valkey) -> None:
    async with node(redis=own_valkey.url) as local:
        alice, _bo, room = await local.players()
        client = own_valkey.client()

        client.flushall()
        client.close()
        told = await alice.until(lambda message: message["t"] == "error")
        later = await alice.ask("roll", room=room, at=alice.view.seq)

        assert told["code"] == "unknown_room"
        assert told["id"] is None
        assert later["code"] in ("unknown_room", "not_in_room")


async def test_a_lost_message_is_found_by_the_next_beat(own_valkey: Valkey) -> None:
    """A channel can lose its last message before a silence; nothing says so."""
    async with (
        node(redis=own_valkey.url, throw=loaded_dice((3, 1))) as first,
        node(redis=own_valkey.url) as second,
    ):
        alice, _bo, room = await first.players()
        cy = await second.client("Cy")
        await cy.get("watch", room=room, name="Cy")
        second.node.store.unsubscribe(room)

        played = await alice.act("play", steps=[[8, 5], [6, 5]])
        await cy.see(played["seq"])

        assert cy.view.state == alice.view.state
