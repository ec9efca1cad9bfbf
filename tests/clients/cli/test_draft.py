from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli.draft import Draft
from engine.board import BAR, START, Board, Step, place
from engine.errors import Code, IllegalCommand
from engine.notation import parse_play
from engine.plays import Dice, legal_plays
from engine.seat import Seat


def draft(dice: Dice, board: Board = START) -> Draft:
    return Draft(before=board, seat=Seat.WHITE, dice=dice)


def white(points: dict[int, int], opponent: dict[int, int]) -> Board:
    return Board(place(points, checkers=15), place(opponent, checkers=15))


def test_moves_are_made_one_by_one_and_taken_back() -> None:
    first = draft((5, 2)).add(parse_play("24/22"))
    assert (first.text, first.complete, first.dice_left) == ("24/22", False, 1)
    whole = first.add(parse_play("13/8"))
    assert (whole.text, whole.complete) == ("24/22 13/8", True)
    assert whole.undo() == first
    assert first.undo() == draft((5, 2))


def test_a_compound_takes_two_dice() -> None:
    assert draft((6, 4)).add(parse_play("24/14")).complete


def test_part_of_a_double() -> None:
    two = draft((1, 1)).add(parse_play("8/7(2)"))
    assert (two.text, two.dice_left) == ("8/7(2)", 2)
    assert two.add(parse_play("6/5(2)")).complete


def test_in_any_order() -> None:
    board = white({BAR: 1, 6: 4}, {1: 2})
    assert draft((3, 2), board).add(parse_play("6/4 bar/22")).complete


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("8/4", Code.WRONG_DIE),
        ("13/8 13/8", Code.DIE_USED),
        ("24/19", Code.POINT_BLOCKED),
        ("7/5", Code.NO_CHECKER),
        ("13/8 24/22 6/4", Code.TOO_MANY_STEPS),
    ],
)
def test_a_refusal_is_the_engines(text: str, code: Code) -> None:
    with pytest.raises(IllegalCommand) as caught:
        draft((5, 2)).add(parse_play(text))
    assert caught.value.code is code


def test_a_step_that_leads_to_no_full_play_is_refused_at_once() -> None:
    # Both dice can be played only as 24/18 18/16: after 10/4 there is no 2.
    board = white({24: 1, 10: 1}, {3: 2, 17: 2, 23: 2})
    start = draft((6, 2), board)
    assert start.hops == (Step(24, 18),)
    with pytest.raises(IllegalCommand) as caught:
        start.add([Step(10, 4)])
    assert caught.value.code is Code.MUST_USE_BOTH
    assert "24/16" in caught.value.text


def test_two_routes_with_different_hits_are_asked_about() -> None:
    board = white({24: 1, 6: 3}, {4: 1, 12: 5})
    with pytest.raises(IllegalCommand) as caught:
        draft((3, 1), board).add(parse_play("24/20"))
    assert caught.value.code is Code.AMBIGUOUS_PLAY


@given(st.data(), st.integers(1, 6), st.integers(1, 6))
def test_any_legal_play_can_be_made_step_by_step(data: st.DataObject, a: int, b: int) -> None:
    play = data.draw(st.sampled_from(list(legal_plays(START, Seat.WHITE, (a, b)))))
    made = draft((a, b))
    for step in play:
        assert not made.complete
        made = made.add([step])
    assert made.complete
    board = START
    for step in play:
        board = board.move(Seat.WHITE, step)
    assert made.board == board
    for _ in play:
        made = made.undo()
    assert made.board == START
