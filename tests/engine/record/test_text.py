"""Writing records as plain text."""

from __future__ import annotations

from dataclasses import replace

from engine import commands as cmd
from engine.record.text import to_text
from engine.state import Rules, Win
from tests.engine.matches import BLACK, WHITE, opened, play, resign, seated
from tests.engine.record.played import record_of
from tests.engine.record.scripts import short_game, turn

SHORT = """\
Backgammon match record

White: Ann
Black: Bob
Length: 3
Rules: cube, Crawford rule
Date: 2026-09-21

Game 1: 0-0
  1. White 31: 8/5 6/5
     Black doubles to 2
     White takes
  2. Black 52: 13/11 13/8
  3. White 64: 24/14*
  4. Black 66: no legal play
     White doubles to 4
     Black drops
White wins 2 points: single game, dropped
"""


def test_a_game() -> None:
    assert to_text(record_of(short_game().log)) == SHORT


def test_what_other_formats_lack() -> None:
    table = seated(length=None, automatic_doubles=1)
    table.both_ready()
    table.ask(cmd.ThrowOpening(), (4, 4))
    table.ask(cmd.ThrowOpening(), (2, 5))
    table.ask(resign(WHITE, Win.GAMMON))
    table.ask(play(BLACK, "13/8 13/11"))
    table.ask(resign(BLACK))
    turn(table, WHITE, (6, 3))
    table.ask(resign(WHITE))
    table.ask(cmd.AcceptResignation(seat=BLACK))
    table.ask(cmd.EndSession(seat=BLACK))
    assert to_text(record_of(table.log)).splitlines()[4:] == [
        "Money session",
        "Rules: cube, automatic doubles 1",
        "Date: 2026-09-21",
        "",
        "Game 1: 0-0",
        "     Both throw 4",
        "     The cube starts at 2",
        "  1. Black 52:",
        "     White offers a gammon",
        "     Black rejects",
        "     Black plays 13/11 13/8",
        "     Black offers a single game",
        "     White rejects",
        "  2. White 63:",
        "     White offers a single game",
        "     Black accepts",
        "Black wins 2 points: single game, resigned",
        "",
        "Black ends the session. Black wins it.",
    ]


def test_stops_that_would_be_read_otherwise_are_written() -> None:
    """White's 8/7 7/4 and 8/5 5/4 lead to one position, but they are two plays."""
    table = seated(length=1)
    table.both_ready()
    table.ask(cmd.ThrowOpening(), (3, 1))
    table.ask(play(WHITE, "8/7 7/4"))
    assert "  1. White 31: 8/7 7/4" in to_text(record_of(table.log))


def test_a_room_that_was_cancelled() -> None:
    table = opened(length=5)
    table.ask(cmd.Cancel(seat=WHITE))
    assert to_text(record_of(table.log)).endswith("\nWhite cancels. Nobody wins.\n")


def test_the_second_match_of_a_room_says_so() -> None:
    text = to_text(replace(record_of(short_game().log), number=2, rules=Rules(length=None)))
    assert "Money session\nRules: cube\nMatch: 2\n" in text
