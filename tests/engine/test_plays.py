from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import OFF, START, Board, Step
from engine.errors import Code, IllegalCommand
from engine.plays import Dice, Play, has_legal_play, legal_plays, next_steps, results
from engine.resolve import resolve
from engine.seat import Seat
from tests.engine import golden, literal
from tests.engine.boards import WHITE, after, placed, positions


def test_golden_positions_have_exactly_the_known_results_in_both_orders_of_the_dice() -> None:
    for case in golden.cases():
        want = case.results if case.has_play else set()
        for dice in {case.dice, case.dice[::-1]}:
            found = list(results(case.board, WHITE, dice))
            assert len(found) == len(set(found)), case.name
            assert set(found) == want, case.name
            assert has_legal_play(case.board, WHITE, dice) == case.has_play, case.name


@pytest.mark.parametrize("dice", [(-3, 1), (0, 1), (7, 1), (6, 7)])
def test_what_is_no_roll_is_refused_and_said_so(dice: Dice) -> None:
    for ask in (legal_plays, results, has_legal_play, next_steps):
        with pytest.raises(ValueError, match="a roll is two numbers from 1 to 6"):
            ask(START, WHITE, dice)
    with pytest.raises(ValueError, match="a roll is two numbers from 1 to 6"):
        resolve(START, WHITE, dice, [Step(8, 5)])


@given(positions())
def test_exactly_the_results_of_the_literal_rules(position: tuple[Board, Seat, Dice]) -> None:
    board, seat, dice = position
    plays = literal.full_plays(board, seat, dice)
    found = list(results(board, seat, dice))
    assert len(found) == len(set(found)) == len(legal_plays(board, seat, dice))
    assert set(found) == set(plays.values())
    assert has_legal_play(board, seat, dice) == bool(legal_plays(board, seat, dice)) == bool(plays)


@given(positions())
def test_each_play_is_legal_in_its_order_and_leads_to_its_result(
    position: tuple[Board, Seat, Dice],
) -> None:
    board, seat, dice = position
    known = literal.full_plays(board, seat, dice)
    plays = legal_plays(board, seat, dice)
    for play, result in zip(plays, plays.results(), strict=True):
        assert known[play] == result == after(board, seat, play)
        assert play in plays


@given(positions())
def test_plays_are_counted(position: tuple[Board, Seat, Dice]) -> None:
    plays = legal_plays(*position)
    assert plays.count() == len(plays) == len(list(plays))


@pytest.mark.unmeasured
@given(positions())
def test_any_legal_order_is_in_the_plays_and_nothing_else(
    position: tuple[Board, Seat, Dice],
) -> None:
    board, seat, dice = position
    plays = legal_plays(board, seat, dice)
    known = literal.full_plays(board, seat, dice)
    assert all(play in plays for play in known)
    assert all(play[:-1] not in plays for play in known)
    assert all((*play, play[-1]) not in plays for play in known)
    assert "13/7" not in plays


@given(positions())
def test_fifteen_checkers_a_side_always(position: tuple[Board, Seat, Dice]) -> None:
    board, seat, dice = position
    for result in results(board, seat, dice):
        assert [sum(result[side]) for side in Seat] == [sum(board[side]) for side in Seat]
        assert min(result.white + result.black) >= 0


@pytest.mark.unmeasured
@given(positions())
def test_next_steps_walk_exactly_to_the_legal_plays(position: tuple[Board, Seat, Dice]) -> None:
    board, seat, dice = position
    plays = literal.full_plays(board, seat, dice)
    for steps, following in literal.next_steps(plays).items():
        assert set(next_steps(board, seat, dice, steps)) == following
    if not plays:
        assert next_steps(board, seat, dice) == ()


@given(positions(), st.lists(st.builds(Step, st.integers(-1, 30), st.integers(-1, 30)), max_size=5))
def test_next_steps_refuses_every_other_beginning(
    position: tuple[Board, Seat, Dice], steps: list[Step]
) -> None:
    board, seat, dice = position
    beginnings = literal.next_steps(literal.full_plays(board, seat, dice))
    if tuple(steps) in beginnings or not steps:
        return
    with pytest.raises(IllegalCommand):
        next_steps(board, seat, dice, tuple(steps))


def test_a_step_that_wastes_the_other_die_is_no_next_step() -> None:
    # 13/7 is free, but leaves no 2.
    board = placed({13: 1, 8: 1}, {20: 2, 19: 2})
    assert next_steps(board, WHITE, (6, 2)) == (Step(13, 11), Step(8, 2))
    with pytest.raises(IllegalCommand) as refused:
        next_steps(board, WHITE, (6, 2), (Step(13, 7),))
    assert refused.value.code is Code.MUST_USE_BOTH


def test_bear_off_with_the_exact_die_or_a_larger_one_from_the_highest_point() -> None:
    """Checkers on 5 and 2, 4-2: 2/off and 5/1 are legal, 2/off by the 4 is not (case 17)."""
    board = placed({5: 1, 2: 1}, {6: 2})
    assert set(next_steps(board, WHITE, (4, 2))) == {Step(5, 3), Step(5, 1), Step(2, OFF)}
    assert next_steps(board, WHITE, (4, 2), (Step(2, OFF),)) == (Step(5, 1),)
    assert (Step(2, OFF), Step(5, 1)) in legal_plays(board, WHITE, (4, 2))
    assert (Step(2, OFF), Step(5, 3)) not in legal_plays(board, WHITE, (4, 2))


@given(positions(), st.data())
def test_do_and_undo_restore_every_checker(
    position: tuple[Board, Seat, Dice], data: st.DataObject
) -> None:
    """Boards are values: undoing a step is the board before it, a hit checker too (case 18)."""
    board, seat, dice = position
    steps: Play = ()
    for undo in data.draw(st.lists(st.booleans(), max_size=12)):
        following = next_steps(board, seat, dice, steps)
        if undo or not following:
            steps = steps[:-1]
        else:
            steps = (*steps, data.draw(st.sampled_from(following)))
        now = after(board, seat, steps)
        assert [sum(now[side]) for side in Seat] == [sum(board[side]) for side in Seat]
