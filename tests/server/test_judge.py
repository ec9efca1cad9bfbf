from __future__ import annotations

import pytest

from engine.errors import Code, IllegalCommand
from engine.seat import Seat
from engine.state import Cube, Phase, Rules
from protocol import requests as rq
from protocol.codes import WireCode, WireError
from server.dice import DiceCup
from server.judge import judge_create, judge_game_request, judge_join
from server.ledger import Draft, Ledger
from tests.server.matches import (
    ALICE,
    BO,
    NOW_MS,
    ROOM,
    asked,
    opened,
    seated,
    settled,
    throws,
)


def roll_request(ledger: Ledger, request_id: str = "roll-001") -> rq.Roll:
    return rq.Roll(id=request_id, room=ROOM, at=ledger.seq)


def played(ledger: Ledger) -> Ledger:
    """White has played its opening 3-1; black is to roll."""
    request = rq.Play(id="play-001", room=ROOM, at=ledger.seq, steps=[(8, 5), (6, 5)])
    return asked(ledger, Seat.WHITE, request)


def test_the_second_ready_starts_the_game_and_throws_until_the_dice_differ() -> None:
    ledger = asked(seated(), Seat.WHITE, rq.Ready(id="ready-01", room=ROOM, at=2))
    judge = judge_game_request(
        BO.id,
        rq.Ready(id="ready-02", room=ROOM, at=ledger.seq),
        DiceCup(throws((4, 4), (2, 2), (6, 2))),
    )

    draft = judge(ledger, NOW_MS)

    assert isinstance(draft, Draft)
    assert [stage.record.entry.event["type"] for stage in draft.stages] == [
        "seat_ready",
        "game_started",
        "opening_tied",
        "opening_tied",
        "opening_thrown",
    ]
    assert [stage.record.entry.by for stage in draft.stages] == [Seat.BLACK] * 2 + [None] * 3
    assert draft.after.state.on_roll is Seat.WHITE
    assert draft.last_caused == draft.before.seq + 2


def test_a_money_session_with_all_its_options() -> None:
    """An automatic double from the opening, then a beaver, a raccoon and its take."""
    rules = Rules(length=None, jacoby=True, beavers=True, automatic_doubles=1)
    ledger = asked(seated(rules), Seat.WHITE, rq.Ready(id="ready-01", room=ROOM, at=2))
    ready = rq.Ready(id="ready-02", room=ROOM, at=ledger.seq)
    ledger = asked(ledger, Seat.BLACK, ready, (4, 4), (2, 2), (3, 1))
    assert ledger.state.cube == Cube(value=2)
    ledger = played(ledger)
    seq = ledger.seq
    requests: tuple[rq.AnyGameRequest, ...] = (
        rq.Double(id="double-1", room=ROOM, at=seq),
        rq.Beaver(id="beaver-1", room=ROOM, at=seq + 1),
        rq.Raccoon(id="raccoon1", room=ROOM, at=seq + 2),
        rq.Take(id="take-001", room=ROOM, at=seq + 3),
    )
    for seat, request in zip([Seat.BLACK, Seat.WHITE] * 2, requests, strict=True):
        assert ledger.state.to_act is seat
        ledger = asked(ledger, seat, request)
    assert ledger.state.cube == Cube(value=16, owner=Seat.WHITE)


def test_a_repeated_request_is_answered_from_memory_and_rolls_nothing() -> None:
    before = played(opened())
    request = roll_request(before)
    after = asked(before, Seat.BLACK, request, (6, 5))

    again = judge_game_request(BO.id, request, DiceCup(throws()))(after, NOW_MS)

    assert again == after.seq


def test_a_request_that_is_judged_again_keeps_its_dice() -> None:
    before = played(opened())
    judge = judge_game_request(BO.id, roll_request(before), DiceCup(throws((6, 5))))
    first = judge(before, NOW_MS)
    assert isinstance(first, Draft)
    moved_on = asked(
        before, Seat.WHITE, rq.Remove(id="remove-1", room=ROOM, at=before.seq, player="c" * 32)
    )

    second = judge(moved_on, NOW_MS)

    assert isinstance(second, Draft)
    assert second.after.state.dice == first.after.state.dice == (6, 5)


def test_a_request_of_somebody_without_a_seat_is_refused() -> None:
    ledger = played(opened())
    judge = judge_game_request("c" * 32, roll_request(ledger), DiceCup(throws()))

    with pytest.raises(WireError) as refused:
        judge(ledger, NOW_MS)

    assert refused.value.code is WireCode.NOT_A_PLAYER


def test_a_decision_made_before_the_question_changed_is_stale() -> None:
    before = played(opened())
    seen = before.seq
    rolled = asked(before, Seat.BLACK, roll_request(before), (6, 5))
    second_roll = rq.Roll(id="roll-002", room=ROOM, at=seen)

    with pytest.raises(WireError) as refused:
        judge_game_request(BO.id, second_roll, DiceCup(throws()))(rolled, NOW_MS)

    assert refused.value.code is WireCode.STALE


def test_what_the_opponent_does_in_between_makes_a_resignation_no_older() -> None:
    before = played(opened())
    rolled = asked(before, Seat.BLACK, roll_request(before), (6, 5))
    resign = rq.Resign(id="resign-1", room=ROOM, at=before.seq, win=2)

    offered = asked(rolled, Seat.WHITE, resign)

    assert offered.state.resignation is not None


def test_a_request_about_a_moment_that_is_not_in_the_log_is_stale() -> None:
    """Its sender saw events that the store has lost since: it meant another match."""
    ledger = asked(seated(), Seat.WHITE, rq.Ready(id="ready-01", room=ROOM, at=2))
    with pytest.raises(WireError) as caught:
        asked(ledger, Seat.BLACK, rq.Ready(id="ready-02", room=ROOM, at=ledger.seq + 1))
    assert caught.value.code is WireCode.STALE


def test_an_accept_meant_for_an_earlier_offer_is_stale() -> None:
    ledger = played(opened())
    first = asked(ledger, Seat.WHITE, rq.Resign(id="resign-1", room=ROOM, at=ledger.seq, win=3))
    second = asked(first, Seat.WHITE, rq.Resign(id="resign-2", room=ROOM, at=first.seq, win=2))
    accept = rq.Accept(id="accept-1", room=ROOM, at=first.seq)

    with pytest.raises(WireError) as refused:
        judge_game_request(BO.id, accept, DiceCup(throws()))(second, NOW_MS)

    assert refused.value.code is WireCode.STALE


def test_the_rules_refuse_by_their_own_codes() -> None:
    ledger = played(opened())

    with pytest.raises(IllegalCommand) as refused:
        judge_game_request(ALICE.id, roll_request(ledger), DiceCup())(ledger, NOW_MS)

    assert refused.value.code is Code.NOT_YOUR_TURN


def test_joining_twice_takes_one_seat() -> None:
    ledger = seated()

    assert judge_join(BO, "join-0002", DiceCup(throws()))(ledger, NOW_MS) == ledger.seq


def test_the_creator_who_opens_the_own_link_is_not_seated_twice() -> None:
    """Case 33."""
    draft = judge_create(ALICE, Rules(), "create-1")(Ledger.empty(ROOM), NOW_MS)
    assert isinstance(draft, Draft)

    assert judge_join(ALICE, "join-0001", DiceCup(throws()))(draft.after, NOW_MS) == draft.after.seq
    assert draft.after.state.phase is Phase.SEATING


def test_creating_again_meets_the_own_room() -> None:
    ledger = seated()

    assert judge_create(ALICE, Rules(), "create-1")(ledger, NOW_MS) == ledger.seq


def test_who_was_removed_cannot_take_the_free_seat() -> None:
    created = settled(Ledger.empty(ROOM), judge_create(ALICE, Rules(), "create-1"))
    remove = rq.Remove(id="remove-1", room=ROOM, at=created.seq, player=BO.id)
    without_bo = asked(created, Seat.WHITE, remove)
    with pytest.raises(WireError) as refused:
        judge_join(BO, "join-0001", DiceCup(throws()))(without_bo, NOW_MS)
    assert refused.value.code is WireCode.REMOVED
