"""Who is away, who is back, and what may be claimed: over real sockets, in a time that is moved."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import GameClaimed
from engine.seat import Seat
from engine.state import Away, Phase
from protocol.record import check_log
from tests.integration.absent import (
    FIVE_MINUTES_MS,
    claim,
    comes_back,
    events,
    goes_offline,
    opening,
    passes,
    told,
)
from tests.integration.moved_time import STEP_MS, MovedNodes


async def test_a_game_is_claimed_after_five_minutes_of_absence(nodes: MovedNodes) -> None:
    alice, bo = await opening(nodes)
    refused = await claim(alice)
    assert (refused["t"], refused["code"]) == ("error", "not_away")
    noted = await goes_offline(nodes, bo, alice)
    assert noted["absence"]["claim_at_ms"] == noted["at_ms"] + FIVE_MINUTES_MS
    assert "claim" in noted["allowed"]["white"]
    early = await claim(alice)
    assert (early["code"], early["details"]) == ("claim_too_early", {"seconds": 300})
    await passes(nodes, FIVE_MINUTES_MS - STEP_MS)
    assert (await claim(alice))["details"] == {"seconds": STEP_MS // 1000}
    await passes(nodes, STEP_MS)
    assert (await claim(alice))["t"] == "ok"
    view = await alice.see(Phase.GAME_OVER)
    assert (view.state.score.white, view.state.score.black) == (2, 0)
    page = await alice.get("log", room=alice.room, from_=1, to=500)
    assert GameClaimed(seat=Seat.WHITE) in check_log(alice.room, page["events"])


async def test_who_is_back_before_the_claim_has_nothing_to_fear(nodes: MovedNodes) -> None:
    """Case 24: the opponent looks at the claim, which could be made, and it is gone."""
    alice, bo = await opening(nodes)
    await goes_offline(nodes, bo, alice)
    await passes(nodes, FIVE_MINUTES_MS)
    asked_at = alice.view.seq
    bo = await comes_back(nodes, bo)
    late = await alice.ask("claim", room=alice.room, at=asked_at)
    assert (late["t"], late["code"]) == ("error", "not_away")
    assert (await claim(alice))["code"] == "not_away"
    await bo.act("roll")
    assert (await events(alice))[-2:] == ["seat_back", "rolled"]


async def test_being_shown_the_room_is_being_back(nodes: MovedNodes) -> None:
    """The kind around case 24: by another door, and at the node of the opponent."""
    alice, bo = await opening(nodes)
    for door in ("resume", "join", "watch"):
        await goes_offline(nodes, bo, alice)
        again = await nodes.serving[0].client("Bo", token=bo.token)
        named = {} if door == "resume" else {"name": "Bo"}
        await again.get(door, room=bo.room, **named)
        shown = [one for one in again.messages if one["t"] == "room"][-1]
        assert shown["state"]["away"] == {"white": "here", "black": "here"}
        assert (await claim(alice))["code"] == "not_away"
        bo = again


async def test_closing_one_of_two_tabs_is_not_leaving(nodes: MovedNodes) -> None:
    """Case 21, with a tab at each node, closed with and without a word."""
    alice, bo = await opening(nodes)
    for said in (False, True):
        tab = await comes_back(nodes, bo, at=0)
        if said:
            await tab.get("leave", room=bo.room)
        await tab.socket.close()
        await passes(nodes, 60_000)
    assert not {"seat_absent", "seat_left"} & {*await events(alice)}


async def test_looking_elsewhere_leaves_no_seat(nodes: MovedNodes) -> None:
    """Case 26: own rooms, the lobby, results, the log, and another room on the same connection."""
    alice, bo = await opening(nodes)
    room = bo.room
    for look in ("rooms", "lobby", "results"):
        await bo.get(look)
    await bo.get("log", room=room, from_=1, to=10)
    await bo.get("create", name="Bo", length=1)
    await passes(nodes, 60_000)
    assert not {"seat_absent", "seat_left"} & {*await events(alice)}


async def test_who_leaves_on_purpose_is_told_apart_from_who_is_lost(nodes: MovedNodes) -> None:
    alice, bo = await opening(nodes)
    await bo.get("leave", room=bo.room)
    left = await told(alice, "seat_left")
    assert left["absence"]["claim_at_ms"] == left["at_ms"] + FIVE_MINUTES_MS
    assert alice.view.state.away.black is Away.LEFT
    await comes_back(nodes, bo)
    back = await told(alice, "seat_back")
    assert back["event"] == {"type": "seat_back", "seat": "black"}


async def test_when_both_have_left_the_match_is_saved_for_both(nodes: MovedNodes) -> None:
    alice, bo = await opening(nodes)
    await bo.get("leave", room=bo.room)
    await told(alice, "seat_left")
    await alice.get("leave", room=alice.room)
    for player in (alice, bo):
        listed = (await player.get("rooms"))["rooms"]
        assert [(one["room"], one["saved"]) for one in listed] == [(player.room, True)]
    await passes(nodes, 2 * FIVE_MINUTES_MS)
    alice = await comes_back(nodes, alice)
    await passes(nodes, 2 * FIVE_MINUTES_MS)
    assert (await claim(alice))["code"] == "match_saved"
    await comes_back(nodes, bo)
    await told(alice, "seat_back")
    assert not alice.view.state.saved


async def test_when_both_are_lost_nothing_runs(nodes: MovedNodes) -> None:
    """Case 23, for those who play without a clock."""
    alice, bo = await opening(nodes)
    await goes_offline(nodes, bo, alice)
    await passes(nodes, 100_000)
    watcher = await nodes.serving[0].client("Cleo")
    await watcher.get("watch", room=alice.room, name="Cleo")
    await goes_offline(nodes, alice, watcher)
    await passes(nodes, 2 * FIVE_MINUTES_MS)
    alice = await comes_back(nodes, alice)
    assert (await claim(alice))["details"] == {"seconds": 190}


async def test_reconnecting_gives_no_new_five_minutes(nodes: MovedNodes) -> None:
    """Case 22, for those who play without a clock."""
    alice, bo = await opening(nodes)
    for spent_s in (0, 120, 240):
        noted = await goes_offline(nodes, bo, alice)
        left_ms = max(FIVE_MINUTES_MS - spent_s * 1000, 60_000)
        assert noted["absence"]["claim_at_ms"] == noted["at_ms"] + left_ms
        await passes(nodes, 120_000)
        bo = await comes_back(nodes, bo)


async def test_time_in_which_no_node_served_is_not_absence(nodes: MovedNodes) -> None:
    alice, bo = await opening(nodes)
    await goes_offline(nodes, bo, alice)
    await passes(nodes, 100_000)
    for number in (0, 1):
        await nodes.stop(number)
    nodes.time.move(FIVE_MINUTES_MS)
    await nodes.start(0)
    alice = await comes_back(nodes, alice, at=0)
    assert (await claim(alice))["details"]["seconds"] == pytest.approx(200, abs=2)


async def test_who_was_away_unseen_has_not_waited(nodes: MovedNodes) -> None:
    """The node on which Alice waited is gone before it can say that she is: nobody noted it."""
    alice, bo = await opening(nodes)
    await goes_offline(nodes, bo, alice)
    await passes(nodes, 100_000)
    await nodes.stop(0)
    await nodes.pass_by(2 * FIVE_MINUTES_MS)
    alice = await comes_back(nodes, alice)
    assert (await claim(alice))["details"]["seconds"] == pytest.approx(200, abs=16)


async def test_what_was_noted_survives_the_node_that_noted_it(nodes: MovedNodes) -> None:
    alice, bo = await opening(nodes)
    noted = await goes_offline(nodes, bo, alice)
    await nodes.stop(0)
    alice = await comes_back(nodes, alice)
    shown = [one for one in alice.messages if one["t"] == "room"][-1]
    assert shown["absence"]["claim_at_ms"] == noted["absence"]["claim_at_ms"]
    await passes(nodes, FIVE_MINUTES_MS)
    assert (await claim(alice))["t"] == "ok"


@pytest.mark.parametrize(
    ("options", "code"),
    [({"claim_minutes": None}, "no_claims"), ({"clock": "slow"}, "clock_decides")],
)
async def test_nothing_is_claimed_where_that_was_agreed(
    nodes: MovedNodes, options: dict[str, Any], code: str
) -> None:
    alice, bo = await opening(nodes, **options)
    await bo.get("leave", room=bo.room)
    left = await told(alice, "seat_left")
    assert "claim" not in left["allowed"]["white"]
    assert (await claim(alice))["code"] == code


async def test_nobody_is_noted_before_the_second_player_or_after_the_match(
    nodes: MovedNodes,
) -> None:
    host = await nodes.serving[0].client("Alice")
    await host.get("create", name="Alice", length=5)
    await host.get("leave", room=host.room)
    await passes(nodes, 60_000)
    alice, bo = await opening(nodes)
    await bo.act("concede")
    await bo.get("leave", room=bo.room)
    await passes(nodes, 60_000)
    assert (await events(alice))[-1] != "seat_left"
    host = await comes_back(nodes, host)
    assert await events(host) == ["room_created"]


async def test_who_stays_away_is_known_by_it_in_the_next_match(nodes: MovedNodes) -> None:
    alice, bo = await opening(nodes, length=1)
    await goes_offline(nodes, bo, alice)
    await passes(nodes, FIVE_MINUTES_MS)
    assert (await claim(alice))["t"] == "ok"
    await alice.see(Phase.MATCH_OVER)
    host = await nodes.serving[0].client("Cleo")
    room = (await host.get("create", name="Cleo", length=1))["room"]
    again = await nodes.serving[1].client("Bo", token=bo.token)
    await again.get("join", room=room, name="Bo")
    known = await host.until(
        lambda one: one["t"] == "presence" and bool(one["presence"]["standings"]["black"])
    )
    assert known["presence"]["standings"] == {
        "white": {"finished": 0, "abandoned": 0},
        "black": {"finished": 1, "abandoned": 1},
    }
