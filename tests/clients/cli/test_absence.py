"""An opponent who stays away, as lines tell it, in a time that the test moves."""

from __future__ import annotations

from datetime import datetime

import pytest

from clients.cli import notes, words
from clients.outbox import MAX_WAITING
from engine import commands as cmd
from engine.match import Context, apply
from engine.seat import Seat
from engine.state import Away
from protocol.messages import MyRoom, Presence, Standings
from tests.clients.cli.tables import Match

FIVE_MINUTES_MS = 300_000


def waiting() -> Match:
    """Alice has played, and Bo is to roll."""
    match = Match((3, 1), (6, 5))
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    match.take("Alice")
    return match


def mark(match: Match, seat: Seat, away: Away) -> list[str]:
    """The server notes that the player is away or back; what Alice is told."""
    room = match.desk.rooms[match.room]
    command = cmd.MarkSeat(seat=seat, away=away)
    room.happen(apply(room.state, command, Context()), None, None)
    match.settle()
    return match.take("Alice")


def clock_time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%H:%M:%S")


@pytest.mark.parametrize("away", [Away.LOST, Away.LEFT])
def test_who_waits_is_told_from_when_on_the_game_can_be_claimed(away: Away) -> None:
    match = waiting()
    told = mark(match, Seat.BLACK, away)
    left = ["Bo leaves the room; the seat stays taken."] * (away is Away.LEFT)
    assert told == [
        *left,
        f"Bo is away on their turn. From {clock_time(match.desk.now_ms + FIVE_MINUTES_MS)} on: "
        "claim, to win this game. Or wait; or save the match, which then waits for both of you.",
    ]


def test_who_waits_is_told_once_that_the_time_has_come() -> None:
    match = waiting()
    mark(match, Seat.BLACK, Away.LOST)
    table = match.tables["Alice"]
    assert table.warning_in_ms() == FIVE_MINUTES_MS
    assert table.warnings() == []
    match.desk.now_ms += FIVE_MINUTES_MS
    assert table.warning_in_ms() == 0
    assert table.warnings() == ["Bo has been away too long: claim wins this game."]
    assert table.warning_in_ms() is None
    assert table.warnings() == []


def test_a_return_takes_it_back() -> None:
    match = waiting()
    mark(match, Seat.BLACK, Away.LOST)
    mark(match, Seat.BLACK, Away.HERE)
    match.desk.now_ms += FIVE_MINUTES_MS
    assert match.tables["Alice"].warnings() == []
    assert match.type("Alice", "claim") == [
        "Your opponent does not count as away: nothing is to be claimed.",
    ]


def test_time_in_which_nobody_waited_is_told_with_the_new_time() -> None:
    """There is no clock here on which anybody could get something back."""
    match = waiting()
    mark(match, Seat.BLACK, Away.LOST)
    match.desk.now_ms += 200_000
    match.desk.credit(200_000)
    match.settle()
    told = match.take("Alice")
    assert told[0] == (
        "3:20 does not count as absence: nobody was waiting, or the server was away."
    )
    assert f"From {clock_time(match.desk.now_ms + FIVE_MINUTES_MS)} on: claim" in told[1]


def test_whoever_quits_may_go_though_much_waits_for_a_server_that_is_away() -> None:
    match = waiting()
    match.cut("Alice")
    told = match.type("Alice", *["say hello"] * (MAX_WAITING + 1))
    full = f"{MAX_WAITING} requests wait for an answer already"
    assert told == [*[words.SENT_LATER] * MAX_WAITING, full]
    match.type("Alice", "quit")
    assert match.tables["Alice"].leaving


def test_who_comes_and_goes_is_no_move() -> None:
    """A connection that breaks again and again must not push the moves out of their log."""
    match = waiting()
    for away in (Away.LOST, Away.HERE, Away.LEFT, Away.HERE, Away.LOST):
        mark(match, Seat.BLACK, away)
    match.type("Alice", "claim")
    assert match.type("Alice", "log")[:3] == [
        "Game 1",
        "  1. You 3-1: 8/5 6/5",
        "     You claim the game: the opponent was away too long.",
    ]


def test_a_claim_wins_the_game() -> None:
    match = waiting()
    mark(match, Seat.BLACK, Away.LOST)
    told = match.type("Alice", "claim")
    assert "You claim the game: the opponent was away too long." in told
    assert "You win a gammon: 2 points. Score: you 2, Bo 0." in told


def test_a_saved_match_is_told_and_nobody_is_late_in_it() -> None:
    match = waiting()
    mark(match, Seat.BLACK, Away.LEFT)
    mark(match, Seat.WHITE, Away.LEFT)
    told = mark(match, Seat.WHITE, Away.HERE)
    match.desk.now_ms += 10 * FIVE_MINUTES_MS
    assert match.tables["Alice"].warnings() == []
    assert told == []
    assert match.type("Alice", "claim") == [
        "The match is saved: nobody is late before both of you are back."
    ]


def test_a_saved_match_in_the_list_of_ones_own() -> None:
    room: MyRoom = {
        "room": "7KXQ4MWP9C",
        "you": "white",
        "opponent": "Bo",
        "length": 5,
        "variant": "standard",
        "white": 2,
        "black": 1,
        "phase": "to_roll",
        "turn": "black",
        "at_ms": 1_767_225_600_000,
        "saved": True,
    }
    day = datetime.fromtimestamp(1_767_225_600).astimezone().strftime("%Y-%m-%d %H:%M")
    assert notes.my_rooms("ws://here", "Ann", [room])[1] == (
        f"  7KXQ4-MWP9C  match to 5 with Bo, 2-1, Bo's turn, saved {day}"
    )
    assert "saved" not in notes.my_rooms("ws://here", "Ann", [{**room, "saved": False}])[1]


def test_who_has_stayed_away_from_matches_is_told_once() -> None:
    match = Match((3, 1))
    match.take("Alice")
    room = match.desk.rooms[match.room]
    for abandoned, told in (
        (0, []),
        (
            2,
            [
                "Of the last matches of Bo, 14 in all, 2 had a game that was claimed because Bo "
                "stayed away."
            ],
        ),
        (2, []),
    ):
        standings: Standings = {
            "white": None,
            "black": {"finished": 14, "abandoned": abandoned},
        }
        presence: Presence = {**room.presence(), "standings": standings}
        for member in room.members.values():
            member.tell({"t": "presence", "room": room.code, "presence": presence})
        match.settle()
        assert match.take("Alice") == told
