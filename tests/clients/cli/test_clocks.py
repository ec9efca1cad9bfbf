"""A match by the clock as lines tell it, in a time that the test moves."""

from __future__ import annotations

from typing import Any

import pytest

from clients.cli import language, notes, words
from clients.cli.look import Look
from clients.cli.scene import LINES
from clients.cli.speech import SPEECH
from engine.state import Dice, Phase
from protocol.identity import player_id
from protocol.messages import OpenRoom
from tests.clients.cli.tables import Match
from tests.clients.table import ALICE

NORMAL = "normal"
"""12 s a turn and 2 minutes a point: a bank of 10 minutes in a match to 5."""
SHORT = {"delay_ms": 2_000, "bank_per_point_ms": 40_000}


def timed(*throws: Dice, clock: object = NORMAL, look: Look = LINES, **options: Any) -> Match:
    return Match(*throws, clock=clock, look=look, **options)


def begun(*throws: Dice, **options: Any) -> Match:
    match = timed(*throws, **options)
    match.begin()
    return match


def later(match: Match, ms: int) -> list[str]:
    """What Alice is warned of while ``ms`` pass in steps of a second, nothing else happening."""
    told: list[str] = []
    for _ in range(0, ms, 1000):
        match.desk.now_ms += 1000
        told += match.tables["Alice"].warnings()
    return told


def test_the_control_stands_in_the_heading() -> None:
    match = timed((3, 1))
    assert match.take("Bo")[0] == (
        "A match to 5 with a clock (0:12 a turn and 2:00 a point): you and Alice."
    )
    match.type("Alice", "")
    match.type("Bo", "")
    heading = "Game 1, match to 5, clock 0:12 + 2:00 a point: you 0, Bo 0."
    assert heading in match.take("Alice")
    session = begun((3, 1), length=None)
    heading = "Game 1, money session, clock 0:12 + 2:00 a game: you 0, Bo 0."
    assert heading in session.type("Alice", "board")


def test_both_clocks_stand_over_every_board_as_they_are_then() -> None:
    match = begun((3, 1), (6, 5))
    over = "Time left: you 0:12 of this turn and 10:00, Bo 10:00."
    board = match.type("Alice", "board")
    assert board[board.index(over) + 1].startswith(" O ")
    match.desk.now_ms += 4_500
    assert "Time left: you 0:08 of this turn and 10:00, Bo 10:00." in match.type("Alice", "board")
    assert "Time left: you 10:00, Alice 0:08 of this turn and 10:00." in match.type("Bo", "board")
    match.desk.now_ms += 60_000
    match.forget()
    match.type("Alice", "8/5 6/5 .")
    assert "Time left: you 0:12 of this turn and 10:00, Alice 9:08." in match.take("Bo")
    match.desk.now_ms += 13_000
    clock = match.type("Alice", "clock")
    assert clock == ["Time left: you 9:08, Bo 9:59 and running."]


def test_nothing_waits_for_who_is_offline_while_a_clock_runs() -> None:
    before, during, after = timed((3, 1)), begun((3, 1)), begun((3, 1))
    after.type("Alice", "concede", "concede")
    told = []
    for match in (before, during, after):
        match.forget()
        match.cut("Bo")
        told += match.take("Alice")
    assert told == [
        "Bo is offline. The game waits.",
        "Bo is offline. The clock runs on.",
        "Bo is offline.",
    ]


def test_a_clock_that_stands_is_shown_so() -> None:
    match = timed((3, 1))
    stands = "Time left: you 10:00, Bo 10:00. The clocks are stopped."
    assert match.type("Alice", "clock") == [stands]
    match.begin()
    match.desk.now_ms += 30_000
    match.type("Bo", "resign 1")
    match.forget()
    match.type("Alice", "accept")
    match.desk.now_ms += 90_000
    over = "Time left: you 9:42, Bo 10:00. The clocks are stopped."
    assert over in match.take("Alice"), "with the board at the end of the game"
    assert match.type("Alice", "clock") == [over]


def test_without_a_clock_there_is_none() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Alice", "clock") == [words.NO_CLOCK]
    assert "clock" not in " ".join(match.type("Alice", "board"))
    assert match.tables["Alice"].warning_in_ms() is None


def test_a_player_is_warned_twice_and_only_in_the_own_turn() -> None:
    match = begun((3, 1), (6, 5), (4, 2), clock=SHORT, length=1)
    alice, bo = match.tables["Alice"], match.tables["Bo"]
    assert bo.warning_in_ms() is None
    assert alice.warning_in_ms() == 12_000, "2 s of the turn, and 10 s of the bank"
    assert later(match, 41_000) == [
        "Mind the clock: you have 0:30 left.",
        "Mind the clock: you have 0:10 left.",
    ]
    assert bo.warnings() == []
    assert alice.warning_in_ms() is None
    match.type("Alice", "8/5 6/5 .")
    match.type("Bo", "", "24/13 .")
    assert alice.warning_in_ms() is None, "each is told once in a match"
    assert later(match, 2_000) == []


def test_of_two_warnings_that_were_missed_one_is_told() -> None:
    match = begun((3, 1), clock=SHORT, length=1)
    match.desk.now_ms += 37_000
    assert match.tables["Alice"].warning_in_ms() == 0
    assert match.tables["Alice"].warnings() == ["Mind the clock: you have 0:05 left."]
    assert match.tables["Alice"].warnings() == []


def test_every_game_of_a_session_has_its_own_warnings() -> None:
    match = begun((3, 1), (6, 5), clock=SHORT, length=None)
    assert len(later(match, 40_000)) == 2
    match.type("Alice", "resign 1")
    match.type("Bo", "accept", "")
    match.type("Alice", "")
    assert match.desk.rooms[match.room].state.game_number == 2
    assert match.tables["Alice"].warning_in_ms() == 12_000


def test_a_clock_that_ran_while_the_line_was_cut_is_shown_right() -> None:
    match = begun((3, 1), clock=SHORT, length=1)
    match.cut("Alice")
    match.desk.now_ms += 20_000
    assert match.type("Alice", "clock") == ["Time left: you 0:22 and running, Bo 0:40."]
    assert later(match, 1_000) == ["Mind the clock: you have 0:21 left."]
    match.reconnect("Alice")
    assert match.type("Alice", "clock") == ["Time left: you 0:21 and running, Bo 0:40."]


def test_a_flag_that_falls_is_told() -> None:
    match = begun((3, 1), clock=SHORT, length=1)
    match.desk.now_ms += 42_000
    match.desk.call_flags()
    match.settle()
    assert match.take("Alice")[:2] == ["You run out of time.", "Bo wins the match on time."]
    assert match.take("Bo")[:2] == ["Alice runs out of time.", "You win the match on time."]
    clock = match.type("Alice", "clock")
    assert clock == ["Time left: you 0:00, Bo 0:40. The clocks are stopped."]


def test_a_flag_in_a_session_costs_the_game() -> None:
    match = begun((3, 1), clock=SHORT, length=None)
    match.desk.now_ms += 42_000
    match.desk.call_flags()
    match.settle()
    told = match.take("Bo")
    assert told[0] == "Alice runs out of time."
    assert "You win a single game: 1 point. Score: you 1, Alice 0." in told
    assert match.desk.rooms[match.room].state.phase is Phase.GAME_OVER


def test_time_that_is_given_back_is_told_and_shown() -> None:
    match = begun((3, 1), clock=SHORT, length=1)
    match.desk.now_ms += 12_000
    match.desk.credit(5_000)
    match.settle()
    away = "0:05 back on the clock: the server had been away."
    assert match.take("Alice") == [f"You get {away}"]
    assert match.take("Bo") == [f"Alice gets {away}"]
    assert match.type("Alice", "clock") == ["Time left: you 0:35 and running, Bo 0:40."]


def test_it_stands_in_the_lists_of_rooms() -> None:
    match = begun((3, 1))
    row = match.desk.rooms[match.room].row_of(player_id(ALICE))
    assert row is not None
    mine = notes.my_rooms("ws://h", "Alice", [row])[-1]
    assert mine.endswith("match to 5 with Bo, 0-0, your turn, clock 0:12 + 2:00 a point")
    listed: OpenRoom = {
        "room": match.room,
        "name": "Alice",
        "chat": True,
        "watch": "link",
        "length": None,
        "variant": "standard",
        "cube": True,
        "crawford": True,
        "jacoby": False,
        "beavers": False,
        "automatic_doubles": 0,
        "cube_limit": 64,
        "clock": {"delay_ms": 12_000, "bank_per_point_ms": 120_000},
    }
    lobby = notes.open_rooms("ws://h", [listed])[-1]
    assert "Alice, money session with a clock (0:12 a turn and 2:00 a game)" in lobby


@pytest.mark.parametrize(
    ("spoken", "told"),
    [
        (
            "en",
            "Time left: you 8 seconds of this turn and 10 minutes, Bo 10 minutes.",
        ),
        ("zh", "剩余时间：你 本手 8 秒 加 10 分钟，Bo 10 分钟。"),
    ],
)
def test_it_is_spoken_when_asked(spoken: str, told: str) -> None:
    match = begun((3, 1), look=SPEECH)
    match.desk.now_ms += 4_000
    language.speak(spoken)
    try:
        assert match.type("Alice", "clock") == [told]
        assert match.type("Alice", "board")[-2] == told
    finally:
        language.speak("en")


@pytest.mark.parametrize(
    ("ms", "told"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (60_000, "1 minute"),
        (61_000, "1 minute 1 second"),
        (600_000, "10 minutes"),
        (125_000, "2 minutes 5 seconds"),
    ],
)
def test_spans_are_spoken_by_name(ms: int, told: str) -> None:
    assert words.spoken_span(ms) == told
