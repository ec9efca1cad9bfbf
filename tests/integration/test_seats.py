"""Who may sit where and do what: cases 27, 28, 30 and 33, and what lists say about it."""

from __future__ import annotations

import asyncio

from engine.seat import Seat
from protocol.identity import new_token, player_id
from tests.integration.node import loaded_dice, node


async def test_a_code_never_gives_a_seat_that_is_taken() -> None:
    """Case 27: the same name is not the same person."""
    async with node() as local:
        alice, bo, room = await local.players(ready=False)
        stranger = await local.client(bo.name)

        refused = await stranger.ask("join", room=room, name=bo.name)

        assert refused["code"] == "room_full"
        assert stranger.views == {}
        assert (await stranger.get("rooms"))["rooms"] == []
        assert alice.view.state.seats.black is not None
        assert alice.view.state.seats.black.id == player_id(bo.token)


async def test_a_resume_with_another_token_changes_nothing() -> None:
    """Case 28."""
    async with node() as local:
        alice, _bo, room = await local.players()
        stranger = await local.client("Bo")

        refused = await stranger.ask("resume", room=room)
        second = await local.client("Alice", token=alice.token)
        await second.get("resume", room=room)

        assert refused["code"] == "not_a_player"
        assert second.view.you is Seat.WHITE


async def test_the_creator_who_opens_the_own_link_keeps_the_one_seat() -> None:
    """Case 33."""
    async with node() as local:
        alice = await local.client("Alice")
        room = (await alice.get("create", name="Alice", length=3))["room"]

        await alice.get("join", room=room, name="Alice")

        assert alice.view.you is Seat.WHITE
        assert alice.view.state.seats.black is None


async def test_a_create_that_is_sent_twice_makes_one_room() -> None:
    async with node() as local:
        alice = await local.client("Alice")
        first = await alice.get("create", id="my-create-1", name="Alice", length=3)
        again = await local.client("Alice", token=alice.token)

        second = await again.get("create", id="my-create-1", name="Alice", length=3)

        assert second == first
        assert len((await alice.get("rooms"))["rooms"]) == 1


async def test_both_devices_of_a_player_see_everything_and_either_may_act() -> None:
    """Cases 21 and 30: nothing happens twice, nobody is thrown out, closing one is not leaving."""
    async with node(throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        laptop = await local.client("Alice", token=alice.token)
        await laptop.get("resume", room=room)

        played = await laptop.act("play", steps=[[8, 5], [6, 5]])
        await alice.see(played["seq"])
        refused = await alice.ask("play", room=room, at=alice.view.seq, steps=[[8, 5], [6, 5]])
        await laptop.socket.close()
        await bo.see(played["seq"])
        rolled = await bo.act("roll")
        await alice.see(rolled["seq"])

        assert refused["code"] == "not_your_turn"
        assert alice.view.state.dice == (6, 5)
        told = [one["presence"] for one in bo.messages if one["t"] == "presence"]
        assert all(presence["white"] for presence in told), "closing one device is not leaving"


async def test_two_requests_at_once_from_two_devices_are_one_roll() -> None:
    async with node(throw=loaded_dice((3, 1), (6, 5), (2, 1))) as local:
        alice, bo, room = await local.players()
        await bo.see((await alice.act("play", steps=[[8, 5], [6, 5]]))["seq"])
        tablet = await local.client("Bo", token=bo.token)
        await tablet.get("resume", room=room)

        answers = await asyncio.gather(
            *(one.ask("roll", room=room, at=bo.view.seq) for one in (bo, tablet))
        )

        assert sorted(answer["t"] for answer in answers) == ["error", "ok"]
        assert {answer.get("code") for answer in answers} == {None, "stale"}
        assert bo.view.state.dice == (6, 5)


async def test_my_rooms_lists_what_waits_for_me() -> None:
    async with node(throw=loaded_dice((1, 3))) as local:
        alice, bo, room = await local.players(length=7)

        mine = (await alice.get("rooms"))["rooms"]
        his = (await bo.get("rooms"))["rooms"]

        expected = {
            "room": room,
            "you": "white",
            "opponent": "Bo",
            "length": 7,
            "variant": "standard",
            "clock": None,
            "white": 0,
            "black": 0,
            "phase": "to_play",
            "turn": "black",
            "at_ms": alice.messages[-2]["at_ms"],
            "saved": False,
        }
        assert mine == [expected]
        assert his == [expected | {"you": "black", "opponent": "Alice"}]


async def test_the_lobby_lists_open_rooms_until_somebody_sits_down() -> None:
    async with node() as local:
        alice, bo = await local.client("Alice"), await local.client("Bo")
        hidden = await alice.get("create", name="Alice", length=3)
        listed = await alice.get("create", name="Alice", length=5, listed=True)

        before = (await bo.get("lobby"))["rooms"]
        await bo.get("join", room=listed["room"], name="Bo")
        after = (await bo.get("lobby"))["rooms"]

        assert [one["room"] for one in before] == [listed["room"]]
        assert before[0]["name"] == "Alice"
        assert hidden["room"] not in str(before)
        assert after == []


async def test_a_cancelled_room_takes_nobody_and_leaves_the_lobby() -> None:
    async with node() as local:
        alice, bo = await local.client("Alice"), await local.client("Bo")
        room = (await alice.get("create", name="Alice", length=3, listed=True))["room"]

        await alice.act("cancel")
        refused = await bo.ask("join", room=room, name="Bo")

        assert refused["code"] == "cancelled"
        assert (await bo.get("lobby"))["rooms"] == []


async def test_unknown_rooms_and_rooms_not_entered_are_told_apart() -> None:
    async with node() as local:
        _alice, _bo, room = await local.players()
        cy = await local.client("Cy")

        unknown = await cy.ask("watch", room="2222222222", name="Cy")
        outside = await cy.ask("roll", room=room, at=0)

        assert unknown["code"] == "unknown_room"
        assert outside["code"] == "not_in_room"


async def test_a_left_room_sends_nothing_more_and_keeps_the_seat() -> None:
    async with node(throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        await bo.get("leave", room=room)
        seen = len(bo.messages)
        await alice.act("play", steps=[[8, 5], [6, 5]])

        nothing = await bo.get("lobby")
        await bo.get("resume", room=room)

        assert bo.messages[seen] == nothing
        assert bo.view.you is Seat.BLACK
        assert bo.view.state.on_roll is Seat.BLACK


async def test_a_connection_follows_a_bounded_number_of_rooms() -> None:
    async with node() as local:
        alice = await local.client("Alice")
        rooms = [(await alice.get("create", name="A", length=1))["room"] for _ in range(16)]

        refused = await alice.ask("create", name="A", length=1)
        await alice.get("leave", room=rooms[0])
        await alice.get("create", name="A", length=1)

        assert refused["code"] == "too_many_rooms"


async def test_a_token_is_the_person() -> None:
    async with node() as local:
        token = new_token()
        alice = await local.client("Alice", token=token)

        again = await alice.get("hello", token=token)
        other = await alice.ask("hello", token=new_token())

        assert again["player"] == player_id(token)
        assert other["code"] == "already_greeted"
