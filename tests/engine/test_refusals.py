from __future__ import annotations

import pytest

from engine.board import BAR, START, Board
from engine.errors import IllegalCommand
from engine.notation import parse_play
from engine.plays import Dice, next_steps
from engine.resolve import resolve
from tests.engine.boards import WHITE, placed

ON_THE_BAR = placed({BAR: 1, 13: 2, 6: 3}, {4: 2, 12: 2})  # 21 is held
SHUT_OUT = placed({BAR: 1, 13: 1}, dict.fromkeys(range(1, 7), 2))


@pytest.mark.parametrize(
    ("board", "dice", "text", "sentence"),
    [
        (ON_THE_BAR, (5, 3), "13/8", "13/8: bar first, enter your checker on the bar."),
        (ON_THE_BAR, (5, 4), "bar/21", "bar/21: your opponent holds 21."),
        (START, (5, 3), "5/2", "5/2: you have no checker on 5 to move."),
        (START, (5, 3), "1/off", "1/off: the checkers on 1 are your opponent's."),
        (START, (5, 3), "8/9", "8/9: checkers move from higher points to lower ones."),
        (START, (5, 3), "8/4", "8/4 needs a 4; your dice are 5 and 3."),
        (START, (5, 3), "13/5", "13/5 needs 8 pips; your dice are 5 and 3."),
        (START, (5, 3), "13/8 6/1", "6/1 needs a 5; your dice are 5 and 3, and the 5 is used."),
        (START, (5, 3), "13/8 13/10 6/3", "3 moves are too many: this roll has 2."),
        (START, (1, 1), "6/5(4) 8/7", "5 moves are too many: this roll has 4."),
        (
            placed({7: 1, 6: 2}, {}),
            (6, 2),
            "6/off",
            "6/off: you bear off when all your checkers are home; one is on 7.",
        ),
        (
            placed({5: 1, 2: 1}, {6: 2}),
            (4, 3),
            "2/off",
            "2/off: a 3 bears off from a lower point only when none of your checkers is higher; "
            "one is on 5.",
        ),
        (SHUT_OUT, (6, 5), "bar/20", "You have no legal play with 6 and 5."),
        (
            placed({13: 1, 8: 1}, {20: 2, 19: 2}),
            (6, 2),
            "13/7",
            "You must play both dice, for example 13/11 8/2.",
        ),
        (
            placed({13: 1}, {20: 2}),
            (6, 2),
            "13/11",
            "Only one of your dice can be played: it must be the 6, for example 13/7.",
        ),
        (placed({13: 1}, {20: 2}), (6, 2), "13/7 7/5", "7/5: your opponent holds 5."),
    ],
)
def test_a_step_that_cannot_follow_is_refused_with_its_reason(
    board: Board, dice: Dice, text: str, sentence: str
) -> None:
    with pytest.raises(IllegalCommand) as refused:
        next_steps(board, WHITE, dice, parse_play(text))
    assert refused.value.text == sentence


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("8/5", "8/5 8/3"),  # rather than 13/5, which hides 8/5
        ("24/21", "24/21 13/8"),
        ("8/3", "24/21 8/3"),
    ],
)
def test_the_example_shows_the_moves_that_were_sent(text: str, example: str) -> None:
    with pytest.raises(IllegalCommand) as refused:
        resolve(START, WHITE, (5, 3), parse_play(text))
    assert refused.value.details["example"] == example
