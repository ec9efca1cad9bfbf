"""Who hears whom: the players' chat, the spectators' beside it, and rooms that want neither."""

from __future__ import annotations

import msgpack

from engine.state import Phase
from protocol.phrases import PHRASES
from tests.integration.node import Client, LocalNode, Plain, node, two_nodes
from tests.server.store.rooms import listening_store
from tests.valkey import Valkey


async def watcher(local: LocalNode, room: str, name: str) -> Client:
    """Somebody who watches the room."""
    client = await local.client(name)
    await client.get("watch", room=room, name=name)
    return client


async def line(client: Client) -> Plain:
    """The next line that this client hears."""
    message = await client.until(lambda one: one["t"] == "chat")
    found: Plain = message["line"]
    return found


def texts(client: Client) -> list[str]:
    """All that this client has read, from its first view on."""
    read: list[str] = []
    for message in client.messages:
        if message["t"] == "room":
            read += [one["text"] for one in message["chat"]]
        elif message["t"] == "chat":
            read.append(message["line"]["text"])
    return read


async def all_heard(*clients: Client) -> None:
    """What was sent to them before now has come."""
    for client in clients:
        await client.get("rooms")


async def test_players_read_the_spectators_only_after_the_match() -> None:
    async with node() as local:
        alice, bo, room = await local.players(length=1)
        cy, dee = await watcher(local, room, "Cy"), await watcher(local, room, "Dee")

        await cy.get("say", room=room, text="He should run now")
        heard = await line(dee)
        await alice.get("say", room=room, text="hello")
        assert (await line(bo))["text"] == "hello", "and not what Cy said before"
        tablet = await local.client("Alice", token=alice.token)
        await tablet.get("resume", room=room)
        late = await watcher(local, room, "Eve")
        await all_heard(alice, bo, tablet)

        assert (heard["seat"], heard["name"]) == (None, "Cy")
        assert heard["player"] != ""
        assert texts(late) == ["He should run now", "hello"]
        for player in (alice, bo, tablet):
            assert texts(player) == ["hello"]

        await alice.act("concede")
        await all_heard(alice, bo, tablet)
        for player in (alice, bo, tablet):
            assert texts(player) == ["hello", "He should run now"]
        await dee.get("say", room=room, text="a close one")
        assert (await line(bo))["text"] == "a close one"


async def test_after_a_rematch_has_begun_the_spectators_are_apart_again() -> None:
    async with node() as local:
        alice, bo, room = await local.players(length=1)
        cy = await watcher(local, room, "Cy")
        await bo.see((await alice.act("concede"))["seq"])
        await bo.see((await alice.act("rematch"))["seq"])
        await cy.see((await bo.act("rematch"))["seq"])

        await cy.get("say", room=room, text="run!")
        await all_heard(alice, bo)

        assert "run!" not in texts(alice) + texts(bo)


async def test_both_chats_cross_nodes_and_neither_drives_out_the_other(valkey: Valkey) -> None:
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice = await first.client("Alice")
        room = (await alice.get("create", name="Alice", length=1))["room"]
        bo = await second.client("Bo")
        await bo.get("join", room=room, name="Bo")
        cy, dee = await watcher(first, room, "Cy"), await watcher(second, room, "Dee")

        await alice.get("say", room=room, text="good luck")
        for number in range(101):
            await cy.get("say", room=room, text=f"line {number}")
        await dee.until(lambda one: one["t"] == "chat" and one["line"]["text"] == "line 100")
        eve = await watcher(second, room, "Eve")
        await all_heard(bo)
        await alice.see((await bo.get("log", room=room, from_=1, to=9))["last"])
        await alice.act("cancel")
        await bo.until(lambda one: one["t"] == "chat" and one["line"]["text"] == "line 100")

        assert texts(bo).index("line 100") > texts(bo).index("good luck")
        assert "good luck" in texts(eve)


async def test_a_quick_phrase_comes_with_its_id_and_in_english() -> None:
    async with node() as local:
        alice, bo, room = await local.players()
        await alice.get("phrase", room=room, phrase="luck")
        heard = await line(bo)
        assert (heard["phrase"], heard["text"]) == ("luck", PHRASES["luck"])


async def test_a_room_without_chat_has_none_for_anybody() -> None:
    async with node() as local:
        alice, _, room = await local.players(chat=False)
        cy = await watcher(local, room, "Cy")
        for client in (alice, cy):
            assert (await client.ask("say", room=room, text="hi"))["code"] == "chat_off"
            said = await client.ask("phrase", room=room, phrase="luck")
            assert said["code"] == "chat_off"


async def test_a_room_without_spectators_lets_nobody_watch_but_its_players() -> None:
    async with node() as local:
        alice, _, room = await local.players(watch="none")
        cy = await local.client("Cy")
        assert (await cy.ask("watch", room=room, name="Cy"))["code"] == "no_spectators"
        assert (await cy.ask("log", room=room, from_=1, to=9))["code"] == "no_spectators"
        tablet = await local.client("Alice", token=alice.token)
        await tablet.get("watch", room=room, name="Alice")
        assert tablet.view.you is alice.view.you


async def test_the_lobby_shows_matches_to_watch_while_they_are_played(valkey: Valkey) -> None:
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice = await first.client("Alice")
        created = await alice.get("create", name="Alice", length=1, watch="all")
        await first.players(length=1)  # with the code only
        bo, cy = await second.client("Bo"), await second.client("Cy")

        assert (await cy.get("lobby"))["played"] == [], "nobody plays there yet"
        await bo.get("join", room=created["room"], name="Bo")
        (shown,) = (await cy.get("lobby"))["played"]
        await alice.see(bo.view.seq)
        await bo.see((await alice.act("ready"))["seq"])
        await bo.act("ready")
        await alice.see(Phase.TO_PLAY)
        await bo.see((await alice.act("concede"))["seq"])
        over = await cy.get("lobby")
        await bo.see((await alice.act("rematch"))["seq"])
        await bo.act("rematch")
        again = await cy.get("lobby")

        assert (shown["room"], shown["white"], shown["black"]) == (created["room"], "Alice", "Bo")
        assert over["played"] == []
        assert [one["room"] for one in again["played"]] == [created["room"]]


async def test_lines_that_an_older_server_kept_are_read(valkey: Valkey) -> None:
    async with node(redis=valkey.url) as local:
        alice, _, room = await local.players()
        old = {"id": "white:1", "at_ms": 1, "seat": "white", "name": "Alice", "text": "as before"}
        async with listening_store(valkey.url) as (store, _):
            await store.say(room, "white:1", msgpack.packb({"k": "chat", "line": old}))
        assert (await line(alice)) == old
