"""Rules, "Winning" and "Cube": what a game is worth, when a match ends, the Crawford game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import BAR, Board
from engine.diagram import parse_diagram
from engine.scoring import (
    crawford_after_game,
    crawford_at_start,
    has_won,
    reaches_length,
    single_needs_no_consent,
    win_by_bearing_off,
)
from engine.seat import BySeat, Seat
from engine.state import Crawford, Cube, Rules, Win
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import Table, opened, seated

SINGLE, GAMMON, BACKGAMMON = Win
AHEAD, NOW, PAST, NEVER = Crawford


@pytest.mark.parametrize(
    ("left", "win"),
    [
        ({6: 1}, SINGLE),
        ({BAR: 14}, SINGLE),
        ({24: 14}, SINGLE),
        ({1: 15}, GAMMON),
        ({18: 1, 1: 14}, GAMMON),
        ({19: 1, 1: 14}, BACKGAMMON),
        ({24: 1, 1: 14}, BACKGAMMON),
        ({BAR: 1, 1: 14}, BACKGAMMON),
        ({BAR: 2, 20: 13}, BACKGAMMON),
    ],
    ids=str,
)
@pytest.mark.parametrize("winner", Seat)
def test_a_game_is_a_single_a_gammon_or_a_backgammon(
    winner: Seat, left: dict[int, int], win: Win
) -> None:
    """A gammon: none borne off. A backgammon: and one on the bar or in the winner's home."""
    white = placed({}, left)
    board = Board.of(winner, white.white, white.black)
    assert has_won(board, winner)
    assert not has_won(board, winner.other)
    assert win_by_bearing_off(board, winner) is win


def test_the_winners_home_is_where_the_loser_started_longest_from_home() -> None:
    drawn = """
     O   pips  32   off  0
    +13-14-15-16-17-18-+-----+19-20-21-22-23-24-+
    |                  |     |                O |
    |                  |     |                O |
    |                  |     |                O |
    |                  |     |                O |
    |                  |     |                14|
    |                  | BAR |                  |
    |                  |     |                  |
    |                  |     |                  |
    |                  |     |                  |
    |                  |     |                  |
    |                  |     |    O             |
    +12-11-10--9--8--7-+-----+-6--5--4--3--2--1-+
     X   pips   0   off 15
    """
    assert win_by_bearing_off(parse_diagram(drawn, WHITE), WHITE) is BACKGAMMON


@pytest.mark.parametrize("length", [1, 5, 25])
def test_the_first_to_the_length_wins(length: int) -> None:
    rules = Rules(length=length)
    assert [reaches_length(points, rules) for points in (length - 1, length, length + 7)] == [
        False,
        True,
        True,
    ]


def test_no_score_ends_a_money_session() -> None:
    assert not reaches_length(10_000, Rules(length=None))


@pytest.mark.parametrize(
    ("rules", "at_start"),
    [
        (Rules(length=2), AHEAD),
        (Rules(length=25), AHEAD),
        (Rules(length=1), NEVER),
        (Rules(length=None), NEVER),
        (Rules(length=5, crawford=False), NEVER),
        (Rules(length=5, cube=False), NEVER),
    ],
)
def test_where_a_match_starts_with_the_crawford_rule(rules: Rules, at_start: Crawford) -> None:
    assert crawford_at_start(rules) is at_start


@pytest.mark.parametrize(
    ("before", "score", "after"),
    [
        (AHEAD, BySeat(3, 3), AHEAD),
        (AHEAD, BySeat(4, 0), NOW),
        (AHEAD, BySeat(0, 4), NOW),
        (NOW, BySeat(4, 1), PAST),
        (PAST, BySeat(4, 4), PAST),
        (NEVER, BySeat(4, 0), NEVER),
        (AHEAD, BySeat(5, 0), AHEAD),
        (AHEAD, BySeat(0, 8), AHEAD),
    ],
)
def test_the_crawford_game_follows_the_game_after_which_a_side_is_one_point_away(
    before: Crawford, score: BySeat[int], after: Crawford
) -> None:
    assert crawford_after_game(before, score, Rules(length=5)) is after


def course(table: Table, games: list[tuple[Seat, Win]]) -> list[Crawford]:
    """Where the match stood in each of ``games``, played until it was over."""
    stood = []
    for winner, win in games:
        if table.state.match_result is None:
            stood.append(table.state.crawford)
            table.give_game(winner, win)
    return stood


def test_case_10_a_jump_from_2_to_4_makes_the_next_game_the_crawford_game() -> None:
    games = [(WHITE, GAMMON), (WHITE, GAMMON), (BLACK, SINGLE), (BLACK, SINGLE), (BLACK, GAMMON)]
    assert course(seated(length=5), games) == [AHEAD, AHEAD, NOW, PAST, PAST]


def test_the_crawford_game_is_played_once_whoever_wins_it() -> None:
    both_come_near = [(WHITE, GAMMON), (BLACK, GAMMON), (WHITE, SINGLE), (WHITE, SINGLE)]
    assert course(seated(length=5), both_come_near) == [AHEAD, AHEAD, AHEAD, AHEAD]
    trailer_catches_up = [(WHITE, GAMMON), *[(BLACK, SINGLE)] * 4]
    assert course(seated(length=3), trailer_catches_up) == [AHEAD, NOW, PAST, PAST]


def test_a_2_point_match_has_its_crawford_game_after_the_first_single() -> None:
    assert course(seated(length=2), [(BLACK, SINGLE), (WHITE, SINGLE), (WHITE, SINGLE)]) == [
        AHEAD,
        NOW,
        PAST,
    ]


GAMES = st.lists(st.tuples(st.sampled_from(Seat), st.sampled_from(Win)), max_size=60)


@given(st.integers(2, 25), GAMES)
def test_there_is_at_most_one_crawford_game_and_it_is_the_first_with_a_side_one_away(
    length: int, games: list[tuple[Seat, Win]]
) -> None:
    points, leads = {WHITE: 0, BLACK: 0}, []
    for winner, win in games:
        if max(points.values()) < length:
            leads.append(max(points.values()))
            points[winner] += win
    first = leads.index(length - 1) if length - 1 in leads else len(leads)
    expected = [AHEAD] * first + [NOW] + [PAST] * len(leads)
    assert course(seated(length=length), games) == expected[: len(leads)]


def test_without_the_rule_there_is_no_crawford_game() -> None:
    games = [(WHITE, SINGLE)] * 4
    assert course(seated(length=5, crawford=False), games) == [NEVER] * 4
    assert course(seated(length=None), games) == [NEVER] * 4


BORNE_OFF_ONE = placed({6: 14}, {6: 15})
NONE_BORNE_OFF = placed({6: 15}, {6: 14})


@pytest.mark.parametrize(
    ("board", "winner_score", "cube", "length", "needs_none"),
    [
        (BORNE_OFF_ONE, 0, Cube(), 5, True),
        (BORNE_OFF_ONE, 0, Cube(value=4, owner=WHITE), None, True),
        (NONE_BORNE_OFF, 0, Cube(), 5, False),
        (NONE_BORNE_OFF, 3, Cube(), 5, False),
        (NONE_BORNE_OFF, 4, Cube(), 5, True),
        (NONE_BORNE_OFF, 3, Cube(value=2, owner=BLACK), 5, True),
        (NONE_BORNE_OFF, 0, Cube(), 1, True),
        (NONE_BORNE_OFF, 4, Cube(value=64, owner=WHITE), None, False),
        (NONE_BORNE_OFF, 0, Cube(value=4), None, False),
    ],
)
def test_a_single_needs_no_consent_if_no_more_could_be_won(
    board: Board, winner_score: int, cube: Cube, length: int | None, needs_none: bool
) -> None:
    """Rules, "Winning": the resigner has borne off, or a single wins the match."""
    rules = Rules(length=length)
    consent = single_needs_no_consent(
        board, resigner=WHITE, winner_score=winner_score, cube=cube, rules=rules
    )
    assert consent is needs_none


def test_the_rules_of_a_room_are_those_it_was_opened_with() -> None:
    rules = opened(length=7, cube=True, crawford=False).state.rules
    assert rules == Rules(length=7, crawford=False)
