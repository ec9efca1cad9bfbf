"""The course of a match: seats, opening, turns, the end of games and matches, the next one.

Longer than other files: the course of a match, told step by step.
"""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.board import BAR, START, Board, Step, place
from engine.errors import Code
from engine.match import Context, apply, create, due
from engine.seat import BySeat, Seat
from engine.state import (
    MAX_REMOVED,
    Crawford,
    Cube,
    GameEnd,
    GameResult,
    MatchEnd,
    MatchResult,
    Phase,
    Player,
    Rules,
    Win,
)
from engine.variants import VARIANTS
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import (
    ANN,
    BOB,
    EVE,
    Table,
    opened,
    play,
    position,
    resign,
    score,
    seated,
    started,
)

MONEY = Rules(length=None)


def test_the_creator_of_a_room_sits_white_and_the_next_to_come_black() -> None:
    rules = Rules(length=7)
    assert create(rules, ANN) == (ev.RoomCreated(rules=rules, seat=WHITE, player=ANN),)
    table = opened()
    assert table.in_phase(Phase.SEATING)
    assert table.ask(cmd.Join(player=BOB)) == ("seat_taken",)
    assert table.state.seats == BySeat(ANN, BOB)
    assert table.in_phase(Phase.READY)
    assert [table.state.seat_of(player.id) for player in (ANN, BOB, EVE)] == [WHITE, BLACK, None]


def test_joining_again_takes_no_second_seat() -> None:
    """Case 33: the creator who opens the own invitation is not seated twice."""
    table = opened()
    assert table.ask(cmd.Join(player=ANN)) == ()
    table.ask(cmd.Join(player=BOB))
    assert table.ask(cmd.Join(player=Player(id=BOB.id, name="Robert"))) == ()
    assert table.state.seats == BySeat(ANN, BOB)
    assert table.refusal(cmd.Join(player=EVE)).code is Code.ROOM_FULL


@pytest.mark.parametrize("table", [opened(), seated()], ids=["alone", "with an opponent"])
def test_a_room_can_be_cancelled_before_its_first_game(table: Table) -> None:
    assert table.ask(cmd.Cancel(seat=WHITE)) == ("match_ended",)
    assert table.state.match_result == MatchResult(winner=None, end=MatchEnd.CANCELLED, by=WHITE)
    assert table.refusal(cmd.Join(player=EVE)).code is Code.CANCELLED
    assert table.refusal(cmd.Rematch(seat=WHITE)).code is Code.CANCELLED


def test_a_game_starts_when_both_are_ready_whatever_the_order() -> None:
    table = seated()
    assert table.ask(cmd.Ready(seat=BLACK)) == ("seat_ready",)
    assert table.ask(cmd.Ready(seat=BLACK)) == ()
    assert table.in_phase(Phase.READY)
    assert table.ask(cmd.Ready(seat=WHITE)) == ("seat_ready", "game_started")
    assert table.in_phase(Phase.OPENING)
    assert due(table.state) == cmd.ThrowOpening()


def test_only_the_opening_throw_is_due_by_itself() -> None:
    for table in (opened(), seated(), started(), position()):
        assert due(table.state) is None


@pytest.mark.parametrize(("dice", "first"), [((6, 1), WHITE), ((2, 5), BLACK)])
def test_the_higher_opening_die_starts_and_plays_both(dice: tuple[int, int], first: Seat) -> None:
    table = seated()
    table.both_ready()
    assert table.ask(cmd.ThrowOpening(), dice) == ("opening_thrown",)
    assert (table.state.to_act, table.state.dice) == (first, dice)
    assert table.in_phase(Phase.TO_PLAY)


def test_equal_opening_dice_are_thrown_again_one_throw_for_each_command() -> None:
    table = seated()
    table.both_ready()
    for die in (4, 4, 6):
        assert table.ask(cmd.ThrowOpening(), (die, die)) == ("opening_tied",)
        assert table.in_phase(Phase.OPENING)
        assert due(table.state) == cmd.ThrowOpening()
    assert table.ask(cmd.ThrowOpening(), (1, 2)) == ("opening_thrown",)
    assert table.state.to_act is BLACK


def test_every_game_of_a_match_starts_by_its_own_opening_throw() -> None:
    table = seated()
    table.give_game(WHITE)
    table.both_ready()
    assert table.in_phase(Phase.OPENING)
    assert (table.state.board, table.state.cube) == (START, Cube())
    assert table.ask(cmd.ThrowOpening(), (2, 5)) == ("opening_thrown",)
    assert table.state.to_act is BLACK


def test_every_game_and_the_rematch_start_as_the_variant_says() -> None:
    start = VARIANTS["hypergammon"].start
    table = opened(length=1, variant="hypergammon")
    assert table.state.board == start
    table = started(first=WHITE, length=2, cube=False, variant="hypergammon")
    table.ask(play(WHITE, "24/21 22/21"))
    assert table.state.board != start
    table.ask(resign(WHITE))
    table.ask(cmd.AcceptResignation(seat=BLACK))
    table.both_ready()
    assert (table.state.phase, table.state.board) == (Phase.OPENING, start)
    table.ask(cmd.ThrowOpening(), (3, 1))
    table.ask(play(WHITE, "24/21 22/21"))
    table.ask(resign(WHITE))
    for seat in Seat:
        table.ask(cmd.Rematch(seat=seat))
    assert (table.state.phase, table.state.board) == (Phase.READY, start)


def test_a_side_of_three_checkers_wins_when_it_has_borne_off_three() -> None:
    """A backgammon: the other side has borne off none and has one in the winner's home."""
    rules = Rules(length=7, variant="hypergammon")
    own, other = place({1: 2}, checkers=3), place({24: 1, 5: 2}, checkers=3)
    table = position(Board(own, other), on_roll=WHITE, rules=rules)
    table.ask(cmd.Roll(seat=WHITE), (2, 1))
    table.ask(play(WHITE, "1/off 1/off"))
    assert table.state.game_result is not None
    assert table.state.game_result.win is Win.BACKGAMMON


def test_turns_alternate_between_roll_and_play() -> None:
    table = started(first=WHITE)
    assert table.ask(play(WHITE, "8/5 6/5")) == ("played",)
    assert (table.state.to_act, table.state.phase) == (BLACK, Phase.TO_ROLL)
    assert table.ask(cmd.Roll(seat=BLACK), (6, 6)) == ("rolled",)
    assert (table.state.to_act, table.state.dice) == (BLACK, (6, 6))
    table.ask(play(BLACK, "24/18(2) 13/7(2)"))
    assert (table.state.to_act, table.state.turn_number) == (WHITE, 3)
    assert table.state.dice is None


def test_a_roll_without_a_legal_play_passes_the_turn_by_itself() -> None:
    shut_out = placed({BAR: 1, 6: 14}, dict.fromkeys(range(1, 7), 2))
    table = position(shut_out)
    assert table.ask(cmd.Roll(seat=WHITE), (6, 6)) == ("rolled", "turn_passed")
    assert table.log[-2:] == [
        ev.Rolled(seat=WHITE, dice=(6, 6)),
        ev.TurnPassed(seat=WHITE),
    ]
    assert (table.state.to_act, table.state.phase) == (BLACK, Phase.TO_ROLL)
    assert (table.state.board, table.state.dice) == (shut_out, None)


def test_a_play_is_logged_as_single_steps_in_a_legal_order() -> None:
    table = started(first=WHITE)
    table.ask(play(WHITE, "24/20"))
    assert table.log[-1] == ev.Played(seat=WHITE, steps=(Step(24, 21), Step(21, 20)))


def test_who_bears_off_the_last_checker_wins_the_game() -> None:
    table = position(placed({1: 2}, {6: 1}), dice=(2, 1), cube=Cube(value=2, owner=BLACK))
    assert table.ask(play(WHITE, "1/off(2)")) == ("played", "game_ended")
    assert table.state.game_result == GameResult(
        winner=WHITE, win=Win.SINGLE, points=2, end=GameEnd.BORNE_OFF
    )
    assert table.state.score == score(2, 0)
    assert table.in_phase(Phase.GAME_OVER)
    assert table.state.to_act is None


@pytest.mark.parametrize("win", Win)
def test_a_game_counts_its_win_times_the_cube(win: Win) -> None:
    left = {Win.SINGLE: {6: 14}, Win.GAMMON: {6: 15}, Win.BACKGAMMON: {24: 1, 6: 14}}[win]
    board = placed({1: 1}, left)
    table = position(board, dice=(2, 1), cube=Cube(value=4), rules=MONEY, score=score(1, 7))
    table.ask(play(WHITE, "1/off"))
    assert table.state.score == score(1 + 4 * win, 7)


def test_case_12_a_gammon_at_cube_4_from_3_away_ends_the_match_and_keeps_8_points() -> None:
    table = position(
        placed({1: 1}, {6: 15}), dice=(2, 1), cube=Cube(value=4, owner=WHITE), score=score(2, 1)
    )
    assert table.ask(play(WHITE, "1/off")) == ("played", "game_ended", "match_ended")
    assert table.state.match_result == MatchResult(winner=WHITE, end=MatchEnd.POINTS, by=None)
    assert table.state.game_result is not None
    assert table.state.game_result.points == 8
    assert table.state.score == score(10, 1)


def test_a_1_point_match_is_one_game_without_a_cube() -> None:
    table = started(length=1)
    assert table.state.crawford is Crawford.NEVER
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.refusal(cmd.Double(seat=BLACK)).code is Code.NO_CUBE
    assert table.ask(resign(WHITE)) == (
        "resignation_offered",
        "resignation_accepted",
        "game_ended",
        "match_ended",
    )


def test_a_25_point_match_ends_with_the_25th_point() -> None:
    table = seated(length=25)
    table.give_games(*[WHITE] * 24, *[BLACK] * 24)
    assert table.in_phase(Phase.GAME_OVER)
    assert table.state.score == score(24, 24)
    table.give_game(BLACK)
    assert table.in_phase(Phase.MATCH_OVER)
    assert table.state.match_result == MatchResult(winner=BLACK, end=MatchEnd.POINTS, by=None)
    assert table.state.game_number == 49


def test_in_the_crawford_game_the_start_of_the_game_says_so() -> None:
    table = seated(length=3)
    table.give_games(WHITE, WHITE, BLACK)
    table.start_game()
    games = [event.crawford for event in table.log if isinstance(event, ev.GameStarted)]
    assert games == [False, False, True, False]


def conceded(table: Table, by: Seat) -> tuple[str, ...]:
    return table.ask(cmd.Concede(seat=by))


@pytest.mark.parametrize("by", Seat)
def test_a_match_can_be_conceded_on_and_off_turn_and_is_recorded_so(by: Seat) -> None:
    doubled = position()
    doubled.ask(cmd.Double(seat=WHITE))
    between = seated()
    between.give_game(by)
    for table in (started(), position(), doubled, between):
        before = table.state.score
        assert conceded(table, by) == ("match_ended",)
        assert table.state.match_result == MatchResult(
            winner=by.other, end=MatchEnd.CONCEDED, by=by
        )
        assert table.state.score == before
        assert table.state.to_act is None


def test_a_money_session_goes_on_until_a_player_ends_it_between_two_games() -> None:
    table = seated(length=None)
    table.give_games(*[WHITE] * 30, BLACK)
    assert table.in_phase(Phase.GAME_OVER)
    table.start_game()
    assert table.refusal(cmd.EndSession(seat=BLACK)).code is Code.GAME_IN_PROGRESS
    assert table.refusal(cmd.Concede(seat=BLACK)).code is Code.ONLY_IN_MATCH
    table.ask(resign(BLACK))
    table.ask(cmd.AcceptResignation(seat=WHITE))
    assert table.ask(cmd.EndSession(seat=BLACK)) == ("match_ended",)
    assert table.state.score == score(31, 1)
    assert table.state.match_result == MatchResult(
        winner=WHITE, end=MatchEnd.SESSION_ENDED, by=BLACK
    )


@pytest.mark.parametrize(
    ("winners", "winner"), [([WHITE], WHITE), ([BLACK], BLACK), ([WHITE, BLACK], None)]
)
def test_a_session_is_won_by_the_side_with_more_points(
    winners: list[Seat], winner: Seat | None
) -> None:
    table = seated(length=None)
    table.give_games(*winners)
    table.ask(cmd.EndSession(seat=WHITE))
    assert table.state.match_result == MatchResult(
        winner=winner, end=MatchEnd.SESSION_ENDED, by=WHITE
    )


def test_case_14_a_rematch_after_7_3_starts_at_0_0_without_a_crawford_game() -> None:
    table = seated(length=7)
    table.give_games(*[BLACK] * 3, *[WHITE] * 7)
    table.ask(cmd.RemoveSpectator(seat=WHITE, player="spectator"))
    assert (table.state.phase, table.state.score) == (Phase.MATCH_OVER, score(7, 3))
    assert table.ask(cmd.Rematch(seat=BLACK)) == ("rematch_asked",)
    assert table.ask(cmd.Rematch(seat=BLACK)) == ()
    assert table.ask(cmd.Rematch(seat=WHITE)) == ("rematch_asked", "match_started")
    state = table.state
    assert (state.phase, state.score, state.cube) == (Phase.READY, score(0, 0), Cube())
    assert (state.crawford, state.match_number, state.game_number) == (Crawford.AHEAD, 2, 0)
    assert (state.game_result, state.match_result) == (None, None)
    assert (state.seats, state.rules) == (BySeat(ANN, BOB), Rules(length=7))
    assert state.removed == ("spectator",)
    table.start_game(first=BLACK)
    assert (table.state.to_act, table.state.game_number) == (BLACK, 1)


def test_a_conceded_match_and_an_ended_session_can_have_a_rematch() -> None:
    session = seated(length=None)
    session.give_game(WHITE)
    session.ask(cmd.EndSession(seat=WHITE))
    match = started()
    conceded(match, BLACK)
    for table in (session, match):
        for seat in Seat:
            table.ask(cmd.Rematch(seat=seat))
        assert (table.state.phase, table.state.match_number) == (Phase.READY, 2)


def test_having_been_ready_for_a_game_is_not_asking_for_a_rematch() -> None:
    table = seated(length=None)
    table.give_game(WHITE)
    table.ask(cmd.Ready(seat=WHITE))
    table.ask(cmd.EndSession(seat=BLACK))
    assert table.ask(cmd.Rematch(seat=BLACK)) == ("rematch_asked",)
    assert table.ask(cmd.Rematch(seat=WHITE)) == ("rematch_asked", "match_started")


def test_a_spectator_is_removed_once_and_players_never() -> None:
    table = started()
    remove = cmd.RemoveSpectator(seat=BLACK, player=EVE.id)
    before = table.state
    assert table.ask(remove) == ("spectator_removed",)
    assert table.ask(remove) == ()
    assert table.state.removed == (EVE.id,)
    assert (table.state.phase, table.state.dice) == (before.phase, before.dice)
    for player in (ANN, BOB):
        command = cmd.RemoveSpectator(seat=WHITE, player=player.id)
        assert table.refusal(command).code is Code.NOT_A_SPECTATOR


def test_the_list_of_removed_spectators_is_bounded() -> None:
    table = seated()
    for number in range(MAX_REMOVED):
        table.ask(cmd.RemoveSpectator(seat=WHITE, player=str(number)))
    refused = table.refusal(cmd.RemoveSpectator(seat=WHITE, player="one more"))
    assert refused.code is Code.TOO_MANY_REMOVED
    assert table.ask(cmd.RemoveSpectator(seat=WHITE, player="0")) == ()


@pytest.mark.parametrize("command", [cmd.Roll(seat=WHITE), cmd.ThrowOpening()], ids=str)
def test_a_command_that_throws_dice_needs_two_from_1_to_6(command: cmd.Command) -> None:
    table = seated()
    if isinstance(command, cmd.ThrowOpening):
        table.both_ready()
    else:
        table = position()
    assert command.throws_dice
    with pytest.raises(ValueError, match="without any"):
        apply(table.state, command, Context())
    for dice in ((7, 1), (1, 0), (-1, 3)):
        with pytest.raises(ValueError, match="two numbers from 1 to 6"):
            apply(table.state, command, Context(dice=dice))
