"""Those who watch: cases 35 and 36."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.identity import player_id
from tests.integration.node import Client, LocalNode, loaded_dice, node


async def spectator(local: LocalNode, room: str, name: str = "Cy") -> Client:
    """Somebody who watches the room."""
    watcher = await local.client(name)
    await watcher.get("watch", room=room, name=name)
    return watcher


async def test_a_spectator_in_mid_turn_gets_the_view_and_then_every_event() -> None:
    """Case 36."""
    async with node(throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        cy = await spectator(local, room)
        joined_at = cy.view.seq

        await bo.see((await alice.act("play", steps=[[8, 5], [6, 5]]))["seq"])
        rolled = await bo.act("roll")
        await cy.see(rolled["seq"])

        assert cy.view.you is None
        assert joined_at == 6
        assert cy.view.state == bo.view.state
        assert cy.view.head == bo.view.head


async def test_events_are_the_same_bytes_for_players_and_spectators() -> None:
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await local.players()
        cy = await spectator(local, room)

        played = await alice.act("play", steps=[[8, 5], [6, 5]])
        await cy.see(played["seq"])
        await bo.see(played["seq"])

        newest = [
            next(one for one in reversed(client.messages) if one["t"] == "event")
            for client in (alice, bo, cy)
        ]
        assert newest[0] == newest[1] == newest[2]
        assert newest[0]["allowed"]["black"] == ["concede", "double", "remove", "resign", "roll"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ready", {}),
        ("roll", {}),
        ("double", {}),
        ("take", {}),
        ("drop", {}),
        ("play", {"steps": [[8, 5], [6, 5]]}),
        ("resign", {"win": 1}),
        ("accept", {}),
        ("reject", {}),
        ("withdraw", {}),
        ("concede", {}),
        ("end_session", {}),
        ("rematch", {}),
        ("cancel", {}),
        ("remove", {"player": "a" * 32}),
    ],
)
async def test_no_game_command_of_a_spectator_touches_a_seat(
    kind: str, fields: dict[str, object]
) -> None:
    """Case 35."""
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, _bo, room = await local.players()
        cy = await spectator(local, room)

        refused = await cy.ask(kind, room=room, at=cy.view.seq, **fields)

        assert refused["code"] == "not_a_player"
        assert (await alice.get("log", room=room, from_=1, to=50))["last"] == 6


async def test_a_spectator_tells_players_nothing_and_previews_nothing() -> None:
    async with node(throw=loaded_dice((3, 1))) as local:
        _alice, _bo, room = await local.players()
        cy = await spectator(local, room)

        said = await cy.ask("say", room=room, text="psst: 8/5 6/5")
        previewed = await cy.ask("preview", room=room, steps=[])

        assert (said["t"], previewed["code"]) == ("ok", "not_a_player")


async def test_coming_and_going_is_told_by_number_and_name() -> None:
    async with node() as local:
        alice, _bo, room = await local.players()
        cy = await spectator(local, room)
        came = await alice.until(
            lambda one: one["t"] == "presence" and one["presence"]["watching"] == 1
        )

        await cy.socket.close()
        went = await alice.until(
            lambda one: one["t"] == "presence" and one["presence"]["watching"] == 0
        )

        assert came["presence"]["spectators"] == [{"player": player_id(cy.token), "name": "Cy"}]
        assert went["presence"]["spectators"] == []


async def test_a_removed_spectator_hears_nothing_more_and_cannot_come_back() -> None:
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await local.players()
        cy, dee = await spectator(local, room, "Cy"), await spectator(local, room, "Dee")

        removed = await alice.act("remove", player=player_id(cy.token))
        told = await cy.until(lambda one: one["t"] == "removed")
        back = await cy.ask("watch", room=room, name="Cy")
        await dee.see(removed["seq"])
        players = await alice.ask(
            "remove", room=room, at=alice.view.seq, player=player_id(bo.token)
        )

        assert told["room"] == room
        assert back["code"] == "removed"
        assert (await cy.ask("log", room=room, from_=1, to=9))["code"] == "removed"
        assert players["code"] == "not_a_spectator"


async def test_a_removed_spectator_cannot_take_a_free_seat_either() -> None:
    async with node() as local:
        alice = await local.client("Alice")
        room = (await alice.get("create", name="Alice", length=3))["room"]
        cy = await spectator(local, room)

        await alice.act("remove", player=player_id(cy.token))

        assert (await cy.ask("join", room=room, name="Cy"))["code"] == "removed"


async def test_chat_reaches_everybody_once_and_waits_for_those_who_come_later() -> None:
    async with node() as local:
        alice, bo, room = await local.players()
        cy = await spectator(local, room)

        await alice.get("say", id="my-line-01", room=room, text="Good luck! 祝你好运")
        await alice.get("say", id="my-line-01", room=room, text="Good luck! 祝你好运")
        await bo.until(lambda one: one["t"] == "chat")
        heard = await cy.until(lambda one: one["t"] == "chat")
        dee = await spectator(local, room, "Dee")

        assert heard["line"]["text"] == "Good luck! 祝你好运"
        assert (heard["line"]["seat"], heard["line"]["name"]) == ("white", "Alice")
        chats = [one for one in alice.messages if one["t"] == "chat"]
        assert [one["line"]["id"] for one in chats] == ["white:my-line-01"]
        shown = next(one for one in dee.messages if one["t"] == "room")["chat"]
        assert shown == [heard["line"]]


async def test_a_spectator_who_comes_back_gets_what_was_missed() -> None:
    """Or the whole room, and the reason, if what was seen is not in the log any more."""
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, _bo, room = await local.players()
        cy = await spectator(local, room, "Cy")
        seen = {"after": cy.view.seq, "head": cy.view.head.hex()}
        await alice.act("play", steps=[[8, 5], [6, 5]])

        for after, wanted in ((seen, ["event", "ok"]), (seen | {"head": "0" * 32}, ["room", "ok"])):
            back = await local.client("Cy", token=cy.token)
            back.views[room] = replace(cy.view)
            await back.get("watch", room=room, name="Cy", **after)

            told = [one for one in back.messages[1:] if one["t"] != "presence"]
            assert [one["t"] for one in told] == wanted
            assert told[0].get("reason", "rolled_back") == "rolled_back"
            assert back.view.state == alice.view.state
        assert local.node.metrics.resumes == {}  # these are of seats
