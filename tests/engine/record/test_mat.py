"""Writing ``.mat`` files. What gnubg understands of them is in ``test_gnubg_records``."""

from __future__ import annotations

from dataclasses import replace

from engine import commands as cmd
from engine.record.mat import to_mat
from engine.seat import BySeat
from engine.state import Rules, Win
from tests.engine.matches import BLACK, WHITE, Table, play, resign, seated
from tests.engine.record.played import record_of
from tests.engine.record.scripts import short_game


def written(table: Table) -> list[str]:
    return to_mat(record_of(table.log)).splitlines()


def test_a_game_in_two_columns() -> None:
    assert written(short_game()) == [
        '; [Player 1 "Ann"]',
        '; [Player 2 "Bob"]',
        '; [EventDate "2026.09.21"]',
        '; [Variation "Backgammon"]',
        '; [Crawford "On"]',
        '; [CubeLimit "1024"]',
        "",
        " 3 point match",
        "",
        " Game 1",
        " Ann : 0                        Bob : 0",
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Takes                      52: 13/11 13/8",
        "  3) 64: 24/18 18/14*            66:",
        "  4)  Doubles => 4                Drops",
        f"{'      Wins 2 points':<34}",
        "",
    ]


def test_the_winner_of_a_resignation_is_told_by_the_column() -> None:
    table = seated(length=7)
    table.give_game(BLACK, Win.GAMMON)
    table.start_game(BLACK)
    table.ask(play(BLACK, "8/5 6/5"))
    table.ask(resign(BLACK))
    table.ask(cmd.AcceptResignation(seat=WHITE))
    lines = written(table)
    assert lines[lines.index(" Game 1") + 2 :] == [
        "  1) 31:                          Wins 2 points",
        "",
        " Game 2",
        " Ann : 0                        Bob : 2",
        "  1)                             31: 8/5 6/5",
        f"{'      Wins 1 point':<34}",
        "",
    ]


def test_a_long_name_and_a_high_score_leave_room_for_the_other_name() -> None:
    record = record_of(short_game().log)
    game = replace(record.games[0], score=BySeat(12_345, 0))
    named = replace(record, names=BySeat("x" * 40, "y" * 40), games=(game,))
    assert f" {'x' * 24} : 12345 {'y' * 24} : 0" in to_mat(named).splitlines()


def test_what_the_format_has_no_place_for_stands_in_front() -> None:
    record = record_of(seated(length=None).log)
    rules = Rules(length=None, jacoby=True, beavers=True, automatic_doubles=2, cube_limit=128)
    lines = to_mat(replace(record, rules=rules)).splitlines()
    assert lines[3:] == [
        '; [Jacoby "On"]',
        '; [Beaver "On"]',
        '; [AutomaticDoubles "2"]',
        '; [CubeLimit "128"]',
        "",
        " 0 point match",
        "",
    ]
