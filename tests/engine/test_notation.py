from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import BAR, OFF, START, Board, Step
from engine.notation import MAX_PLAY_CHARS, NotationError, format_play, format_step, parse_play
from engine.plays import Dice, legal_plays
from engine.resolve import resolve
from engine.seat import Seat
from tests.engine.boards import WHITE, after, placed, positions


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", []),
        ("  ", []),
        ("8/5 6/5", [(8, 5), (6, 5)]),
        ("6/5,8/5", [(6, 5), (8, 5)]),
        (" 8/5 ,  6/5 , ", [(8, 5), (6, 5)]),
        ("8-5 6-5", [(8, 5), (6, 5)]),
        ("8 / 5  6 - 5", [(8, 5), (6, 5)]),
        ("13/7*/5", [(13, 7), (7, 5)]),
        ("13/7/5*", [(13, 7), (7, 5)]),
        ("13/5", [(13, 5)]),
        ("13/7 * 8/7", [(13, 7), (8, 7)]),
        ("6/4(2)", [(6, 4), (6, 4)]),
        ("6/4 (2) 8/4(1)", [(6, 4), (6, 4), (8, 4)]),
        ("6/4*(4)", [(6, 4)] * 4),
        ("24/22/20(2)", [(24, 22), (22, 20)] * 2),
        ("bar/22 25/21 b/20 BAR/19", [(BAR, 22), (BAR, 21), (BAR, 20), (BAR, 19)]),
        ("5/off 4/o 3/0 2/Off", [(5, OFF), (4, OFF), (3, OFF), (2, OFF)]),
        ("８／５（２）", [(8, 5), (8, 5)]),
        ("８／５＊　６／５，２４／２３、３／１", [(8, 5), (6, 5), (24, 23), (3, 1)]),
        ("8–5× 6—5", [(8, 5), (6, 5)]),
        ("5/8 6/6", [(5, 8), (6, 6)]),
    ],
)
def test_what_people_write(text: str, moves: list[tuple[int, int]]) -> None:
    assert parse_play(text) == tuple(Step(*move) for move in moves)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("8", '"8" is not a move: write 8/5'),
        ("8/5 hello", '"hello" is not a move'),
        ("8/", "is not a move"),
        ("/5", "is not a move"),
        ("8//5", "is not a move"),
        ("8/5(", "is not a move"),
        ("8/5(0)", "repeated 2, 3 or 4 times"),
        ("8/5(5)", "repeated 2, 3 or 4 times"),
        ("26/20", "there is no point 26; points are 1 to 24, bar and off"),
        ("8/x", "there is no point x"),
        ("8/500", "there is no point 500"),
        ("8/²5²", "there is no point 252"),
        ("٨/٥", "is not a move"),
        ("off/3", "a checker that is off does not move again"),
        ("6/off/3", "a checker that is off does not move again"),
        ("8/bar", "no checker of yours moves to the bar"),
        ("8/5" * MAX_PLAY_CHARS, "too long"),
    ],
)
def test_what_is_no_play_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_play(text)
    assert problem in str(refused.value)


@given(st.text() | st.text(alphabet="0123456789/-*(),barof \x1b\u202e８／", max_size=30))
def test_any_text_is_a_play_or_refused_in_one_harmless_line(text: str) -> None:
    assert complaint(text).isprintable()


def complaint(text: str) -> str:
    try:
        parse_play(text)
    except NotationError as refused:
        return str(refused)
    return ""


STEPS = st.builds(Step, st.integers(1, BAR), st.integers(OFF, BAR - 1))


@given(st.lists(STEPS, max_size=4))
def test_steps_are_read_as_written(steps: list[Step]) -> None:
    assert parse_play(" ".join(map(format_step, steps))) == tuple(steps)


@given(positions())
def test_a_written_play_is_read_back_as_this_play_alone(
    position: tuple[Board, Seat, Dice],
) -> None:
    board, seat, dice = position
    for play in legal_plays(board, seat, dice):
        text = format_play(board, seat, play)
        found = resolve(board, seat, dice, parse_play(text))
        assert after(board, seat, found) == after(board, seat, play), text
        assert format_play(board, seat, found) == text


@pytest.mark.unmeasured
@given(positions(), st.randoms())
def test_the_order_of_the_steps_does_not_matter(
    position: tuple[Board, Seat, Dice], chance: Random
) -> None:
    board, seat, dice = position
    for play in legal_plays(board, seat, dice):
        shuffled = list(play)
        chance.shuffle(shuffled)
        assert format_play(board, seat, shuffled) == format_play(board, seat, play)


BLOT_ON_7 = placed({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 18: 1, 13: 5, 8: 2, 6: 5})


@pytest.mark.parametrize(
    ("board", "moves", "text"),
    [
        (START, [], ""),
        (START, [(6, 5), (8, 5)], "8/5 6/5"),
        (START, [(24, 18), (18, 13)], "24/13"),
        (START, [(13, 11), (13, 11), (6, 4), (6, 4)], "13/11(2) 6/4(2)"),
        (START, [(24, 22), (22, 20), (24, 22), (22, 20)], "24/20(2)"),
        (START, [(24, 22), (22, 20), (24, 22), (6, 4)], "24/20 24/22 6/4"),
        (START, [(13, 11), (11, 9), (9, 7), (7, 5)], "13/5"),
        (BLOT_ON_7, [(13, 7), (7, 5)], "13/7*/5"),
        (BLOT_ON_7, [(13, 11), (11, 5)], "13/11/5"),
        (BLOT_ON_7, [(13, 7), (8, 7)], "13/7* 8/7"),
        (BLOT_ON_7, [(13, 7), (13, 7)], "13/7*(2)"),
        (BLOT_ON_7, [(13, 10), (13, 10), (10, 7), (10, 7)], "13/7*(2)"),
        (placed({25: 1, 6: 2}, {6: 2}), [(25, 22), (22, 20)], "bar/20"),
        (placed({25: 2, 6: 2}, {22: 1}), [(25, 22), (25, 20)], "bar/22 bar/20"),
        (placed({25: 2, 6: 2}, {3: 1}), [(25, 22), (25, 22)], "bar/22*(2)"),
        (placed({5: 1, 2: 3}, {6: 2}), [(5, OFF), (2, OFF), (2, OFF)], "5/off 2/off(2)"),
        (placed({6: 1}, {6: 2}), [(6, 1), (1, OFF)], "6/off"),
        (placed({6: 1}, {24: 1}), [(6, 1), (1, OFF)], "6/1*/off"),
        (placed({6: 1}, {23: 1}), [(6, 1), (1, OFF)], "6/1/off"),
    ],
)
def test_canonical_notation(board: Board, moves: list[tuple[int, int]], text: str) -> None:
    assert format_play(board, WHITE, [Step(*move) for move in moves]) == text
