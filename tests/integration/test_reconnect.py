"""Coming back: cases 19, 29, 31 and 32."""

from __future__ import annotations

from typing import Any

from engine.seat import Seat
from tests.integration.node import Client, LocalNode, View, loaded_dice, node


async def back(local: LocalNode, gone: Client) -> Client:
    """The same person on a new connection that knows what the old one knew."""
    client = await local.client(gone.name, token=gone.token)
    view = gone.view
    client.views[gone.room] = View(view.state, view.head, view.you, view.allowed, view.hops)
    return client


def kinds(messages: list[dict[str, Any]]) -> list[str]:
    """The kinds of messages, without presence, which comes whenever it comes."""
    return [one["t"] for one in messages if one["t"] != "presence"]


async def test_a_short_gap_is_filled_with_the_missed_events() -> None:
    async with node(throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        await bo.socket.close()
        await alice.act("play", steps=[[8, 5], [6, 5]])

        returned = await back(local, bo)
        await returned.get("resume", room=room, after=bo.view.seq, head=bo.view.head.hex())

        assert kinds(returned.messages) == ["welcome", "event", "ok"]
        assert returned.view.state == alice.view.state
        assert "roll" in returned.view.allowed["black"]


async def test_nothing_missed_is_nothing_sent() -> None:
    async with node() as local:
        _alice, bo, room = await local.players()

        returned = await back(local, bo)
        answer = await returned.get("resume", room=room, after=bo.view.seq, head=bo.view.head.hex())

        assert kinds(returned.messages) == ["welcome", "ok"]
        assert answer["seq"] == bo.view.seq


async def test_who_has_seen_another_chain_gets_the_room_and_is_told_why() -> None:
    """The store lost what this client has seen, while this node was not there to notice."""
    async with node() as local:
        _alice, bo, room = await local.players()
        newest, head = bo.view.seq, bo.view.head.hex()

        for after, seen, how in ((newest, "0" * 32, 1), (newest + 7, head, 2), (1, head, 3)):
            returned = await local.client("Bo", token=bo.token)
            await returned.get("resume", room=room, after=after, head=seen)

            assert kinds(returned.messages) == ["welcome", "room", "ok"]
            whole = next(one for one in returned.messages if one["t"] == "room")
            assert whole["reason"] == "rolled_back"
            assert returned.view.state == bo.view.state
            assert local.node.metrics.resumes == {"rolled_back": how}
        assert local.node.metrics.rollbacks == 0  # nothing was lost that this node had


async def test_a_long_gap_ends_with_the_same_view() -> None:
    """Case 32: a client that missed hundreds of events is as well off as one that missed none."""
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await local.players()
        for number in range(80):
            await alice.act("resign", win=2)
            await alice.act("withdraw")
            if number % 8 == 0:
                await alice.get("say", room=room, text=f"line {number}")
        assert alice.view.seq == 166

        short, long = await back(local, bo), await local.client("Bo", token=bo.token)
        await short.get("resume", room=room, after=6, head=bo.view.head.hex())
        await long.get("resume", room=room)

        assert short.view.state == long.view.state == alice.view.state
        assert short.view.allowed == long.view.allowed


async def test_a_gap_of_five_thousand_events_gets_the_whole_room() -> None:
    """Case 32 at its largest: far more than a page."""
    async with node() as local:
        alice, bo, room = await local.players()
        for _ in range(2_500):
            await alice.act("resign", win=2)
            await alice.act("withdraw")

        returned = await back(local, bo)
        await returned.get("resume", room=room, after=bo.view.seq, head=bo.view.head.hex())

        assert kinds(returned.messages) == ["welcome", "room", "ok"]
        whole = next(one for one in returned.messages if one["t"] == "room")
        assert whole["reason"] == "entered"
        assert returned.view.state == alice.view.state


async def test_a_resume_works_while_the_old_socket_still_lives() -> None:
    """Case 29."""
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await local.players()
        second = await local.client("Bo", token=bo.token)
        await second.get("resume", room=room)

        await alice.act("play", steps=[[8, 5], [6, 5]])
        await second.see(alice.view.seq)

        assert second.view.you is Seat.BLACK


async def test_a_play_sent_again_after_the_resume_is_applied_once() -> None:
    """Case 31: the first sending was stored, only its answer was lost."""
    async with node(throw=loaded_dice((3, 1), (6, 5))) as local:
        alice, bo, room = await local.players()
        at = alice.view.seq
        play = {"room": room, "at": at, "steps": [[8, 5], [6, 5]], "id": "my-play-001"}
        await alice.send("play", **play)
        await bo.see(at + 1)
        await alice.socket.close()

        returned = await back(local, alice)
        await returned.get("resume", room=room, after=at, head=alice.view.head.hex())
        answer = await returned.get("play", **play)

        log = (await bo.get("log", room=room, from_=1, to=100))["events"]
        assert answer["seq"] == at + 1
        assert [one["event"]["type"] for one in log].count("played") == 1
        assert log[at]["cause"] == "my-play-001"


async def test_asking_again_never_changes_dice() -> None:
    """Case 19."""
    async with node(throw=loaded_dice((3, 1), (6, 5), (1, 2), (1, 2))) as local:
        alice, bo, room = await local.players()
        await bo.see((await alice.act("play", steps=[[8, 5], [6, 5]]))["seq"])
        roll = {"room": room, "at": bo.view.seq, "id": "my-roll-001"}
        first = await bo.get("roll", **roll)

        again = await bo.get("roll", **roll)
        returned = await local.client("Bo", token=bo.token)
        await returned.get("resume", room=room)
        later = await returned.get("roll", **roll)

        assert first == again == later
        assert returned.view.state.dice == (6, 5)


async def test_both_players_gone_and_back_find_the_same_dice_and_double() -> None:
    """Case 23, as far as it needs no clock."""
    async with node(throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await local.players()
        await bo.see((await alice.act("play", steps=[[8, 5], [6, 5]]))["seq"])
        await bo.act("double")
        await alice.see(bo.view.seq)
        await alice.socket.close()
        await bo.socket.close()

        alice_back = await local.client("Alice", token=alice.token)
        bo_back = await local.client("Bo", token=bo.token)
        await alice_back.get("resume", room=room)
        await bo_back.get("resume", room=room)
        taken = await alice_back.act("take")
        await bo_back.see(taken["seq"])

        assert bo_back.view.state.cube.value == 2
        assert bo_back.view.state.cube.owner is Seat.WHITE
