"""Writing SGF. What gnubg understands of it is in ``test_gnubg_records``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import commands as cmd
from engine.board import BAR, OFF
from engine.record.sgf import letter_point, point_letter, to_sgf
from engine.seat import Seat
from engine.state import Rules
from tests.engine.matches import BLACK, WHITE, seated
from tests.engine.record.played import record_of
from tests.engine.record.scripts import short_game

SHORT = """\
(;FF[4]GM[6]CA[UTF-8]AP[shuanglu:1]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]\
DT[2026-09-21]RU[Crawford]RE[W+2]
;W[31hefe]
;B[double]
;W[take]
;B[52lnlq]
;W[64xrrn]
;B[66]
;W[double]
;B[drop])
"""


def test_a_game() -> None:
    assert to_sgf(record_of(short_game().log)) == SHORT


def test_a_game_that_is_resigned_before_its_dice_are_played() -> None:
    table = seated(length=None)
    table.give_game(BLACK)
    table.ask(cmd.EndSession(seat=WHITE))
    text = to_sgf(record_of(table.log))
    assert "RE[B+1R]ME[session_ended by white]\n;PL[W]DI[31])" in text


def test_the_rules_are_named() -> None:
    record = record_of(short_game().log)
    for rules, said in (
        (Rules(length=3, crawford=False), "PB[Bob]DT[2026-09-21]RE"),
        (Rules(length=3, cube=False), "RU[NoCube:Crawford]"),
        (Rules(length=None, jacoby=True), "RU[Jacoby]"),
        (
            Rules(length=None, beavers=True, automatic_doubles=2, cube_limit=128),
            "RU[Beavers:AutomaticDoubles2:CubeLimit128]",
        ),
    ):
        assert said in to_sgf(replace(record, rules=rules))


@pytest.mark.parametrize("seat", Seat)
def test_points_and_letters_invert_each_other(seat: Seat) -> None:
    letters = [point_letter(seat, point) for point in range(OFF, BAR + 1)]
    assert [letter_point(seat, letter) for letter in letters] == list(range(OFF, BAR + 1))
    assert sorted(letters) == [chr(ord("a") + number) for number in range(26)]


def test_the_letters_of_both_sides_are_those_of_the_same_points() -> None:
    assert point_letter(WHITE, 1) == point_letter(BLACK, 24) == "a"
    assert point_letter(WHITE, 24) == point_letter(BLACK, 1) == "x"


@pytest.mark.parametrize("letter", ["A", "{", "`", "\u00e4"])
def test_other_letters_are_no_points(letter: str) -> None:
    with pytest.raises(ValueError, match="is no point"):
        letter_point(WHITE, letter)
