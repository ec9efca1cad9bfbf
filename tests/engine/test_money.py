"""Rules, "Cube", on money sessions: Jacoby, automatic doubles, the running score."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.cube import turns_by_itself
from engine.errors import Code
from engine.objections import allowed
from engine.scoring import gammons_count
from engine.seat import Seat
from engine.state import Cube, GameEnd, GameResult, MatchEnd, Rules, Win
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import Table, play, position, resign, score, seated

SINGLE, GAMMON, BACKGAMMON = Win
JACOBY = Rules(length=None, jacoby=True)
AUTOMATIC = Rules(length=None, automatic_doubles=1)
DOUBLE, TAKE = cmd.Double(seat=WHITE), cmd.Take(seat=BLACK)
DOUBLED_BY_DICE = Cube(value=4)

LAST_CHECKER = {
    SINGLE: placed({1: 1}, {6: 14}),
    GAMMON: placed({1: 1}, {6: 15}),
    BACKGAMMON: placed({1: 1}, {24: 1, 6: 14}),
}
"""White bears off its last checker and has won by as much."""


def won(win: Win, *, cube: Cube, rules: Rules) -> GameResult | None:
    table = position(LAST_CHECKER[win], dice=(3, 1), rules=rules, cube=cube)
    table.ask(play(WHITE, "1/off"))
    return table.state.game_result


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("cube", [Cube(), Cube(value=2), DOUBLED_BY_DICE], ids=str)
def test_jacoby_before_a_taken_double_every_game_is_a_single(win: Win, cube: Cube) -> None:
    """Automatic doubles do not lift it."""
    assert won(win, cube=cube, rules=JACOBY) == GameResult(
        winner=WHITE, win=SINGLE, points=cube.value, end=GameEnd.BORNE_OFF
    )


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("owner", Seat)
def test_jacoby_after_a_taken_double_gammons_count(win: Win, owner: Seat) -> None:
    assert won(win, cube=Cube(value=2, owner=owner), rules=JACOBY) == GameResult(
        winner=WHITE, win=win, points=2 * win, end=GameEnd.BORNE_OFF
    )


@pytest.mark.parametrize("win", Win)
def test_without_jacoby_gammons_always_count(win: Win) -> None:
    result = won(win, cube=DOUBLED_BY_DICE, rules=Rules(length=None))
    assert result is not None
    assert (result.win, result.points) == (win, 4 * win)
    assert gammons_count(Cube(), Rules(length=5))


def test_jacoby_a_resigned_single_is_accepted_by_itself_while_the_cube_is_unturned() -> None:
    table = position(rules=JACOBY)
    assert table.ask(resign(WHITE)) == (
        "resignation_offered",
        "resignation_accepted",
        "game_ended",
    )
    table = position(rules=JACOBY, cube=Cube(value=2, owner=WHITE))
    assert table.ask(resign(WHITE)) == ("resignation_offered",)


@pytest.mark.parametrize("win", [GAMMON, BACKGAMMON])
def test_jacoby_no_gammon_can_be_resigned_before_it_counts(win: Win) -> None:
    table = position(rules=JACOBY)
    assert table.refusal(resign(BLACK, win)).code is Code.GAMMONS_DO_NOT_COUNT
    assert "resign" in allowed(table.state, BLACK)
    table.ask(DOUBLE)
    table.ask(TAKE)
    assert table.ask(resign(BLACK, win)) == ("resignation_offered",)


def thrown(*pairs: tuple[int, int], rules: Rules) -> Table:
    """A first game whose opening dice fell so."""
    table = seated(
        length=rules.length,
        automatic_doubles=rules.automatic_doubles,
        cube_limit=rules.cube_limit,
    )
    table.both_ready()
    for dice in pairs:
        table.ask(cmd.ThrowOpening(), dice)
    return table


@pytest.mark.parametrize(
    ("most", "limit", "values"),
    [
        (0, 64, [1, 1, 1, 1]),
        (1, 64, [2, 2, 2, 2]),
        (2, 64, [2, 4, 4, 4]),
        (3, 64, [2, 4, 8, 8]),
        (6, 4, [2, 4, 4, 4]),
        (6, 1024, [2, 4, 8, 16, 32, 64, 64]),
    ],
)
def test_equal_opening_dice_turn_the_cube_as_often_as_agreed(
    most: int, limit: int, values: list[int]
) -> None:
    rules = Rules(length=None, automatic_doubles=most, cube_limit=limit)
    table = thrown(rules=rules)
    for before, value in pairwise([1, *values]):
        events = table.ask(cmd.ThrowOpening(), (5, 5))
        turned = ("automatically_doubled",) if value > before else ()
        assert events == ("opening_tied", *turned)
        assert table.state.cube == Cube(value=value, owner=None)


def test_an_automatic_double_is_an_event_that_names_the_cube() -> None:
    table = thrown((2, 2), (6, 1), rules=AUTOMATIC)
    assert table.log[-3:] == [
        ev.OpeningTied(die=2),
        ev.AutomaticallyDoubled(value=2),
        ev.OpeningThrown(white=6, black=1),
    ]


def test_dice_do_not_turn_the_cube_where_it_was_not_agreed() -> None:
    for rules in (Rules(length=5), Rules(length=None), Rules(length=None, cube=False)):
        assert not turns_by_itself(cube=Cube(), rules=rules)


def test_after_automatic_doubles_either_side_may_double_and_the_next_game_starts_at_1() -> None:
    table = thrown((2, 2), (3, 1), rules=AUTOMATIC)
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.ask(cmd.Double(seat=BLACK)) == ("doubled",)
    assert table.ask(cmd.Drop(seat=WHITE)) == ("dropped", "game_ended")
    assert table.state.score == score(0, 2)
    table.both_ready()
    assert table.state.cube == Cube()
    table.ask(cmd.ThrowOpening(), (4, 4))
    assert table.state.cube == Cube(value=2)


def test_after_automatic_doubles_up_to_the_limit_nobody_may_double() -> None:
    rules = Rules(length=None, automatic_doubles=1, cube_limit=2)
    table = thrown((2, 2), (3, 1), rules=rules)
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.refusal(cmd.Double(seat=BLACK)).code is Code.CUBE_LIMIT


def test_a_session_keeps_its_score_over_any_number_of_games() -> None:
    table = seated(length=None)
    for game in range(30):
        table.give_game(WHITE if game % 3 else BLACK, GAMMON)
    assert table.state.score == score(40, 20)
    assert table.state.game_number == 30
    table.ask(cmd.EndSession(seat=BLACK))
    result = table.state.match_result
    assert result is not None
    assert (result.winner, result.end) == (WHITE, MatchEnd.SESSION_ENDED)
