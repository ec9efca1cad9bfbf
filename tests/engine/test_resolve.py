from __future__ import annotations

from operator import itemgetter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import BAR, OFF, START, Board, Step
from engine.errors import Code, IllegalCommand
from engine.notation import parse_play
from engine.plays import Dice, Play, legal_plays
from engine.resolve import resolve
from engine.seat import Seat
from tests.engine import literal
from tests.engine.boards import BLACK, WHITE, after, placed, positions


@pytest.mark.unmeasured
@given(positions(), st.randoms())
def test_every_legal_play_in_any_order_and_with_any_moves_joined_is_that_play(
    position: tuple[Board, Seat, Dice], chance: Random
) -> None:
    """The same play however it is sent; two meanings are asked back (case 20)."""
    board, seat, dice = position
    meanings = sorted(
        literal.meanings(literal.full_plays(board, seat, dice)).items(), key=itemgetter(0)
    )
    for written, meant in chance.sample(meanings, k=min(len(meanings), 100)):
        segments = list(written)
        chance.shuffle(segments)
        if len(meant) == 1:
            play = resolve(board, seat, dice, segments)
            assert play == tuple(sorted(play, reverse=True))
            assert play in legal_plays(board, seat, dice)
            assert {after(board, seat, play)} == meant
        else:
            assert refusal(board, dice, segments, seat=seat).code is Code.AMBIGUOUS_PLAY


POINTS = st.integers(-1, 27)


@given(positions(), st.lists(st.builds(Step, POINTS, POINTS), max_size=5), st.data())
def test_everything_else_is_refused(
    position: tuple[Board, Seat, Dice], segments: list[Step], data: st.DataObject
) -> None:
    board, seat, dice = position
    known = literal.meanings(literal.full_plays(board, seat, dice))
    nearly_right = data.draw(st.booleans())
    if known and nearly_right:
        segments = list(data.draw(st.sampled_from(sorted(known))))
        index = data.draw(st.integers(0, len(segments) - 1))
        changed = data.draw(st.builds(Step, POINTS, POINTS))
        segments[index : index + 1] = data.draw(st.sampled_from([[], [changed]]))
    if tuple(sorted(segments)) in known or not (known or segments):
        return
    assert refusal(board, dice, segments, seat=seat).text


def refusal(
    board: Board, dice: Dice, segments: list[Step] | Play | str, *, seat: Seat = WHITE
) -> IllegalCommand:
    sent = parse_play(segments) if isinstance(segments, str) else segments
    with pytest.raises(IllegalCommand) as refused:
        resolve(board, seat, dice, sent)
    return refused.value


def resolved(board: Board, dice: Dice, text: str) -> Play:
    return resolve(board, WHITE, dice, parse_play(text))


@pytest.mark.parametrize(
    ("dice", "text"),
    [((6, 5), "24/13"), ((5, 6), "18/13, 24/18"), ((6, 5), "24/18 18/13")],
)
def test_the_same_play_however_it_is_sent(dice: Dice, text: str) -> None:
    assert resolved(START, dice, text) == (Step(24, 18), Step(18, 13))


def test_a_play_of_a_double() -> None:
    want = (Step(24, 22), Step(24, 22), Step(22, 20), Step(6, 4))
    assert resolved(START, (2, 2), "6/4 24/20 24/22") == want


def test_each_seat_plays_from_its_own_side() -> None:
    assert resolve(START, BLACK, (3, 1), parse_play("8/5 6/5")) == (Step(8, 5), Step(6, 5))


def test_no_moves_are_right_where_there_is_no_legal_play() -> None:
    board = placed({BAR: 1, 13: 1}, dict.fromkeys(range(1, 7), 2))
    assert resolved(board, (6, 5), "") == ()
    assert refusal(board, (6, 5), "bar/20").text == "You have no legal play with 6 and 5."


def test_a_die_that_cannot_be_played_is_left() -> None:
    board = placed({13: 1}, {14: 2, 20: 2})  # 11 and 5 are held: only the 6 can be played
    assert resolved(board, (6, 2), "13/7") == (Step(13, 7),)


def test_fewer_moves_of_a_double_where_no_more_are_possible() -> None:
    board = placed({24: 1}, {13: 2})  # 12 is held
    assert resolved(board, (4, 4), "24/16") == (Step(24, 20), Step(20, 16))


def test_one_checker_may_bear_off_with_both_dice() -> None:
    board = placed({4: 1}, {6: 2})
    assert resolved(board, (6, 1), "4/off") == (Step(4, 3), Step(3, OFF))
    assert resolved(placed({3: 1}, {23: 2, 24: 2}), (5, 4), "3/off") == (Step(3, OFF),)


def test_moves_of_a_double_that_wait_for_each_other() -> None:
    """8/off needs the checker on 7 to be home first."""
    board = placed({8: 1, 7: 1, 1: 2}, {6: 2})
    want = (Step(8, 4), Step(7, 3), Step(4, OFF), Step(3, OFF))
    assert resolved(board, (4, 4), "8/off 7/off") == want


BLOCKED = placed({24: 2, 13: 5, 8: 3, 6: 5}, {18: 2, 14: 2, 6: 5})  # holds 7, 11 and 19
ON_THE_BAR = placed({BAR: 1, 13: 2, 6: 3}, {4: 2, 12: 2})  # 21 is held
TWO_ON_THE_BAR = placed({BAR: 2, 13: 2, 6: 3}, {4: 2, 12: 2})


@pytest.mark.parametrize(
    ("board", "dice", "text", "code", "sentence"),
    [
        (ON_THE_BAR, (5, 3), "13/8 6/3", "must_enter", "13/8: bar first, enter your checker on"),
        (ON_THE_BAR, (5, 3), "24/20", "must_enter", "24/20: bar first"),
        (TWO_ON_THE_BAR, (5, 3), "bar/20 6/3", "must_enter", "6/3: bar first"),
        (TWO_ON_THE_BAR, (5, 3), "bar/17", "must_enter", "20/17: bar first"),
        (START, (5, 3), "bar/20 6/3", "no_checker", "bar/20: you have no checker on bar to move"),
        (START, (5, 3), "11/8 6/1", "no_checker", "11/8: you have no checker on 11"),
        (START, (2, 2), "8/6(4)", "no_checker", "8/6: you have no checker on 8"),
        (START, (5, 3), "12/9 6/1", "opponents_checker", "12/9: the checkers on 12 are your opp"),
        (START, (5, 3), "8/8 6/1", "wrong_way", "8/8: checkers move from higher points to lower"),
        (START, (5, 3), "8/13 6/3", "wrong_way", "8/13: checkers move from higher"),
        (START, (5, 3), [(8, 30), (6, 3)], "off_board", "8/30: there is no such point"),
        (START, (5, 3), [(40, 30), (6, 3)], "off_board", "40/30: there is no such point"),
        (START, (5, 3), [(0, 3)], "no_checker", "off/3: you have no checker on off"),
        (START, (5, 2), "8/4 13/11", "wrong_die", "8/4 needs a 4; your dice are 5 and 2."),
        (START, (5, 2), "13/4", "wrong_die", "13/4 needs 9 pips; your dice are 5 and 2."),
        (
            placed({6: 2}, {}),
            (3, 2),
            "6/off",
            "wrong_die",
            "6/off needs a 6 or more; your dice are",
        ),
        (
            START,
            (4, 2),
            "8/4 6/2",
            "die_used",
            "6/2 needs a 4; your dice are 4 and 2, and the 4 is",
        ),
        (
            placed({3: 2}, {}),
            (4, 2),
            "3/off(2)",
            "die_used",
            "3/off needs a 3 or more; your dice ar",
        ),
        (START, (6, 5), "6/1 24/18", "point_blocked", "6/1: your opponent holds 1."),
        (BLOCKED, (6, 2), "13/5", "point_blocked", "13/5: your opponent holds 7 and 11."),
        (BLOCKED, (5, 5), "24/14", "point_blocked", "24/19: your opponent holds 19."),
        (ON_THE_BAR, (4, 3), "bar/21 6/3", "point_blocked", "bar/21: your opponent holds 21."),
        (placed({7: 1, 5: 2}, {}), (5, 1), "5/off 5/4", "not_all_home", "one is on 7"),
        (ON_THE_BAR, (5, 3), "bar/20 3/off", "no_checker", "3/off: you have no checker on 3"),
        (placed({6: 1, 5: 2}, {24: 2}), (6, 4), "5/off 5/1", "point_blocked", "5/1: your opponent"),
        (
            placed({5: 1, 2: 1}, {6: 2}),
            (4, 2),
            "2/off 5/3",
            "higher_checker",
            "2/off: a 4 bears of",
        ),
        (START, (5, 3), "8/5 8/3 6/3", "too_many_steps", "3 moves are too many: this roll has 2."),
        (START, (5, 3), "13/5 8/5", "too_many_steps", "3 moves are too many: this roll has 2."),
        (START, (2, 2), "13/5 6/4", "too_many_steps", "5 moves are too many: this roll has 4."),
        (START, (5, 3), "", "must_play", "You have a legal play and must make it, for example "),
        (START, (5, 3), "8/5", "must_use_both", "You must play both dice, for example 8/5 8/3."),
        (START, (2, 2), "24/20", "must_use_both", "You must play all 4 moves, for example 24/"),
        (
            placed({24: 1, 22: 1}, {9: 2, 11: 2}),
            (4, 4),
            "24/20",
            "must_use_both",
            "You must play 2 of the 4 moves, for example 24/20 22/18.",
        ),
    ],
)
def test_each_refusal_names_its_rule(
    board: Board, dice: Dice, text: str | list[tuple[int, int]], code: str, sentence: str
) -> None:
    sent = text if isinstance(text, str) else [Step(*move) for move in text]
    refused = refusal(board, dice, sent)
    assert refused.code == code
    assert sentence in refused.text


def test_one_full_play_only_and_just_the_six_is_sent() -> None:
    """13/7 leaves no 2, so both dice are 13/11 8/2, which is named (case 15)."""
    board = placed({13: 1, 8: 1}, {20: 2, 19: 2})
    for sent in ("13/7", "8/2"):
        refused = refusal(board, (6, 2), sent)
        assert refused.code is Code.MUST_USE_BOTH
        assert refused.text == "You must play both dice, for example 13/11 8/2."


def test_either_die_but_not_both_and_the_smaller_is_sent() -> None:
    """13/7 or 13/11, from neither of which the other die goes on: it must be the 6 (case 16)."""
    board = placed({13: 1}, {20: 2})
    refused = refusal(board, (6, 2), "13/11")
    assert refused.code is Code.LARGER_DIE
    assert refused.text == (
        "Only one of your dice can be played: it must be the 6, for example 13/7."
    )
    assert resolved(board, (6, 2), "13/7") == (Step(13, 7),)


def test_bear_off_with_the_exact_die() -> None:
    """Checkers on 5 and 2, 4-2: 2/off by the 2 with 5/1, not 2/off by the 4 (case 17)."""
    board = placed({5: 1, 2: 1}, {6: 2})
    assert resolved(board, (4, 2), "2/off 5/1") == (Step(5, 1), Step(2, OFF))
    assert refusal(board, (4, 2), "2/off 5/3").code is Code.HIGHER_CHECKER


def test_two_ways_with_different_results_are_asked_back() -> None:
    board = placed({13: 2}, {18: 1, 6: 2})  # a blot on 7
    refused = refusal(board, (6, 2), "13/5")
    assert refused.code is Code.AMBIGUOUS_PLAY
    assert refused.details == {"move": "13/5", "first": "13/7*/5", "second": "13/11/5"}
    assert resolved(board, (6, 2), "13/7/5") == (Step(13, 7), Step(7, 5))
    assert resolved(board, (6, 2), "13/11/5") == (Step(13, 11), Step(11, 5))


def test_the_last_checker_must_play_both_dice_by_hitting_on_the_way() -> None:
    """6/off by the 6 does not excuse from 6/5*/off."""
    board = placed({6: 1}, {20: 1})
    assert resolved(board, (6, 1), "6/off") == (Step(6, 5), Step(5, OFF))


def test_a_refused_play_names_a_full_play_with_the_moves_sent_if_there_is_one() -> None:
    refused = refusal(START, (3, 1), "6/5")
    assert "6/5" in str(refused.details["example"])
