"""The first moves of a match over real sockets, in both subprotocols."""

from __future__ import annotations

from engine.state import Phase
from protocol.codec import Subprotocol
from tests.integration.node import loaded_dice, node


async def test_two_players_and_a_spectator_see_the_same() -> None:
    async with node(throw=loaded_dice((2, 2), (3, 1), (6, 5))) as local:
        white, black, room = await local.players(length=3)
        watcher = await local.client("Cleo", subprotocol=Subprotocol.MSGPACK)
        await watcher.get("watch", room=room, name=watcher.name)
        assert white.view.state.phase is Phase.TO_PLAY
        assert white.view.state.dice == (3, 1)
        await black.see((await white.act("play", steps=[[8, 5], [6, 5]]))["seq"])
        rolled = await black.act("roll")
        for client in (white, watcher):
            await client.see(rolled["seq"])
        assert white.view.state == black.view.state == watcher.view.state
        assert white.view.state.dice == (6, 5)
        assert white.view.head == black.view.head == watcher.view.head


async def test_a_refusal_is_a_typed_error_to_its_sender_alone() -> None:
    async with node(throw=loaded_dice((3, 1))) as local:
        white, black, room = await local.players()
        answer = await black.ask("roll", room=room, at=black.view.seq)
        assert (answer["t"], answer["code"]) == ("error", "not_your_turn")
        assert not [message for message in white.messages if message["t"] == "error"]
