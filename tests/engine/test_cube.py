"""Rules, "Cube": who may double, and when the cube is dead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as cmd
from engine.cube import objection_to_double
from engine.errors import Code
from engine.seat import BySeat, Seat
from engine.state import Crawford, Cube, Rules, Win
from tests.engine.boards import BLACK, WHITE
from tests.engine.matches import Table, play, position, score, seated, started

DOUBLE, TAKE, DROP = cmd.Double(seat=WHITE), cmd.Take(seat=BLACK), cmd.Drop(seat=BLACK)
MONEY = Rules(length=None)


def objection(
    seat: Seat = WHITE,
    *,
    value: int = 1,
    owner: Seat | None = None,
    score: BySeat[int] = BySeat(0, 0),
    length: int | None = 5,
    crawford: Crawford = Crawford.AHEAD,
    cube: bool = True,
    cube_limit: int = 64,
) -> Code | None:
    return objection_to_double(
        seat,
        cube=Cube(value=value, owner=owner),
        score=score,
        crawford=crawford,
        rules=Rules(length=length, cube=cube, cube_limit=cube_limit),
    )


@pytest.mark.parametrize("seat", Seat)
def test_a_centred_cube_and_ones_own_may_be_turned_the_opponents_may_not(seat: Seat) -> None:
    assert objection(seat) is None
    assert objection(seat, value=2, owner=seat) is None
    assert objection(seat, value=2, owner=seat.other) is Code.CUBE_NOT_YOURS


@pytest.mark.parametrize("seat", Seat)
def test_nobody_may_double_in_the_crawford_game(seat: Seat) -> None:
    at_4 = score(4, 1)
    assert objection(seat, score=at_4, crawford=Crawford.NOW) is Code.CRAWFORD


def test_case_11_after_the_crawford_game_the_trailer_doubles_and_the_leader_cannot() -> None:
    at_4 = score(4, 1)
    assert objection(BLACK, score=at_4, crawford=Crawford.PAST) is None
    assert objection(WHITE, score=at_4, crawford=Crawford.PAST) is Code.CUBE_DEAD


@pytest.mark.parametrize(
    ("own", "value", "length", "dead"),
    [
        (0, 1, 2, False),
        (1, 1, 2, True),
        (3, 1, 5, False),
        (4, 1, 5, True),
        (2, 2, 5, False),
        (3, 2, 5, True),
        (1, 4, 5, True),
        (0, 4, 5, False),
        (0, 8, 5, True),
        (8, 16, 25, False),
        (9, 16, 25, True),
    ],
)
def test_the_cube_is_dead_when_the_doublers_score_and_the_cube_reach_the_length(
    own: int, value: int, length: int, dead: bool
) -> None:
    owner = None if value == 1 else WHITE
    refused = objection(value=value, owner=owner, score=score(own, 0), length=length)
    assert refused is (Code.CUBE_DEAD if dead else None)


def test_the_cube_dies_for_each_side_by_its_own_score() -> None:
    at_3_2 = score(3, 2)
    assert objection(WHITE, value=2, owner=WHITE, score=at_3_2) is Code.CUBE_DEAD
    assert objection(BLACK, value=2, owner=BLACK, score=at_3_2) is None
    both_at_4 = score(4, 4)
    for seat in Seat:
        assert objection(seat, score=both_at_4, crawford=Crawford.PAST) is Code.CUBE_DEAD


@pytest.mark.parametrize("seat", Seat)
def test_no_cube_in_a_1_point_match_nor_where_it_was_agreed(seat: Seat) -> None:
    assert objection(seat, length=1, crawford=Crawford.NEVER) is Code.NO_CUBE
    assert objection(seat, cube=False) is Code.NO_CUBE
    assert objection(seat, cube=False, length=None) is Code.NO_CUBE


@pytest.mark.parametrize("limit", [2, 8, 64, 1024])
def test_in_a_money_session_the_cube_never_dies_but_ends_at_its_limit(limit: int) -> None:
    ahead = score(100, 0)
    value = 1
    while value < limit:
        owner = None if value == 1 else WHITE
        refused = objection(value=value, owner=owner, score=ahead, length=None, cube_limit=limit)
        assert refused is None
        value *= 2
    assert value == limit
    for owner, code in ((WHITE, Code.CUBE_LIMIT), (BLACK, Code.CUBE_NOT_YOURS)):
        assert objection(value=value, owner=owner, length=None, cube_limit=limit) is code


def test_in_a_match_the_cube_has_no_limit_but_its_death() -> None:
    for value in (64, 128, 1024):
        assert objection(value=value, owner=WHITE, length=25) is Code.CUBE_DEAD


def test_the_one_who_takes_owns_the_cube_at_the_new_value() -> None:
    table = position()
    assert table.ask(DOUBLE) == ("doubled",)
    assert table.state.cube == Cube(value=1, owner=None)
    assert table.ask(TAKE) == ("taken",)
    assert table.state.cube == Cube(value=2, owner=BLACK)
    assert table.state.to_act is WHITE
    assert table.refusal(DOUBLE).code is Code.CUBE_NOT_YOURS


def test_case_6_a_first_double_dropped_costs_1() -> None:
    table = position()
    table.ask(DOUBLE)
    assert table.ask(DROP) == ("dropped", "game_ended")
    assert table.state.score == score(1, 0)


@pytest.mark.parametrize("value", [1, 2, 4, 8, 16, 32])
def test_a_drop_costs_the_cube_as_it_was_before_the_double(value: int) -> None:
    owner = None if value == 1 else WHITE
    table = position(rules=MONEY, cube=Cube(value=value, owner=owner), score=score(3, 5))
    table.ask(DOUBLE)
    table.ask(DROP)
    assert table.state.score == score(3 + value, 5)
    result = table.state.game_result
    assert result is not None
    assert (result.winner, result.win, result.points) == (WHITE, Win.SINGLE, value)


@given(st.integers(2, 25), st.integers(0, 24), st.integers(0, 5), st.booleans())
def test_a_double_is_legal_exactly_when_its_drop_would_not_decide_the_match(
    length: int, own: int, doublings: int, past: bool
) -> None:
    value = 2**doublings
    refused = objection(
        value=value,
        owner=None if value == 1 else WHITE,
        score=score(own, 0),
        length=length,
        crawford=Crawford.PAST if past else Crawford.AHEAD,
    )
    assert (refused is None) == (own + value < length)


@pytest.mark.parametrize(
    "command", [cmd.Roll(seat=WHITE), DOUBLE, play(WHITE, "8/5 6/5")], ids=lambda c: c.name
)
def test_case_7_the_doubler_does_nothing_until_the_answer(command: cmd.Command) -> None:
    table = position()
    table.ask(DOUBLE)
    assert table.refusal(command).code is Code.OFFER_PENDING


def test_case_13_each_wrong_turn_of_the_cube_has_its_own_code() -> None:
    table = position(cube=Cube(value=2, owner=BLACK))
    assert table.refusal(DOUBLE).code is Code.CUBE_NOT_YOURS
    assert table.refusal(cmd.Double(seat=BLACK)).code is Code.NOT_YOUR_TURN
    assert table.refusal(TAKE).code is Code.NO_DOUBLE_OFFERED
    assert table.refusal(DROP).code is Code.NO_DOUBLE_OFFERED
    table = position()
    table.ask(DOUBLE)
    assert table.refusal(cmd.Take(seat=WHITE)).code is Code.OWN_DOUBLE
    assert table.refusal(cmd.Drop(seat=WHITE)).code is Code.OWN_DOUBLE


def test_nobody_doubles_before_the_first_play_nor_after_the_roll() -> None:
    table = started(first=WHITE)
    assert table.refusal(DOUBLE).code is Code.ALREADY_ROLLED
    assert table.refusal(cmd.Double(seat=BLACK)).code is Code.NOT_YOUR_TURN
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.ask(cmd.Double(seat=BLACK)) == ("doubled",)


def series(*winners: Seat, length: int = 5) -> Table:
    """The game after these singles, in which black, to roll, could double."""
    table = seated(length=length)
    table.give_games(*winners)
    table.start_game(first=WHITE)
    table.ask(play(WHITE, "8/5 6/5"))
    return table


def test_the_crawford_game_in_a_series() -> None:
    double = cmd.Double(seat=BLACK)
    before = series(WHITE, WHITE, WHITE)
    assert before.ask(double) == ("doubled",)
    crawford = series(WHITE, WHITE, WHITE, WHITE)
    assert crawford.refusal(double).code is Code.CRAWFORD
    after = series(WHITE, WHITE, WHITE, WHITE, BLACK)
    assert after.ask(double) == ("doubled",)


def test_case_11_the_trailer_who_won_the_opening_doubles_a_turn_later() -> None:
    table = seated(length=5)
    table.give_games(WHITE, WHITE, WHITE, WHITE, BLACK)
    table.start_game(first=BLACK)
    double = cmd.Double(seat=BLACK)
    assert table.refusal(double).code is Code.ALREADY_ROLLED
    table.ask(play(BLACK, "8/5 6/5"))
    assert table.refusal(DOUBLE).code is Code.CUBE_DEAD
    table.ask(cmd.Roll(seat=WHITE), (3, 1))
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.ask(double) == ("doubled",)
    assert table.ask(cmd.Take(seat=WHITE)) == ("taken",)
    assert table.state.cube == Cube(value=2, owner=WHITE)
