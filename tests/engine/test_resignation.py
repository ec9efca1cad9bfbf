"""Rules, "Winning", on resignation: an offer that blocks nothing and ends by any further play."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.board import BAR
from engine.errors import Code
from engine.seat import Seat
from engine.state import Crawford, Cube, GameEnd, GameResult, Phase, Rules, Win
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import Table, play, position, resign, score, seated, started

SINGLE, GAMMON, BACKGAMMON = Win
OFFERED, ACCEPTED = "resignation_offered", "resignation_accepted"
REJECTED, WITHDRAWN = "resignation_rejected", "resignation_withdrawn"
MONEY = Rules(length=None)

BORNE_OFF_ONE = placed({6: 14}, {6: 15})
SHUT_OUT = placed({BAR: 1, 6: 14}, dict.fromkeys(range(1, 7), 2))


def accept(seat: Seat) -> cmd.Command:
    return cmd.AcceptResignation(seat=seat)


def reject(seat: Seat) -> cmd.Command:
    return cmd.RejectResignation(seat=seat)


def withdraw(seat: Seat) -> cmd.Command:
    return cmd.WithdrawResignation(seat=seat)


def offered(by: Seat, win: Win = SINGLE, table: Table | None = None) -> Table:
    """A game in which white is to roll and ``by`` has offered to resign."""
    table = table or position()
    assert table.ask(resign(by, win)) == (OFFERED,)
    return table


def is_open(table: Table) -> bool:
    return table.state.resignation is not None


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("by", Seat)
def test_an_accepted_offer_loses_the_game_at_its_level_times_the_cube(by: Seat, win: Win) -> None:
    table = offered(by, win, position(cube=Cube(value=2, owner=by), rules=Rules(length=25)))
    assert table.ask(accept(by.other)) == (ACCEPTED, "game_ended")
    assert table.state.game_result == GameResult(
        winner=by.other, win=win, points=2 * win, end=GameEnd.RESIGNED
    )
    assert table.state.score[by.other] == 2 * win
    assert not is_open(table)


def test_case_9_a_resignation_in_a_5_point_match_ends_the_game_not_the_match() -> None:
    table = offered(WHITE)
    table.ask(accept(BLACK))
    assert (table.state.phase, table.state.match_result) == (Phase.GAME_OVER, None)


def test_an_accepted_gammon_can_decide_the_match() -> None:
    table = offered(WHITE, GAMMON, position(score=score(0, 3)))
    assert table.ask(accept(BLACK)) == (ACCEPTED, "game_ended", "match_ended")


def test_case_8_a_backgammon_offered_on_move_1_is_an_offer_and_playing_on_rejects_it() -> None:
    table = started(first=WHITE)
    assert table.ask(resign(BLACK, BACKGAMMON)) == (OFFERED,)
    assert table.ask(play(WHITE, "8/5 6/5")) == (REJECTED, "played")
    assert table.state.score == score(0, 0)
    assert not is_open(table)


@pytest.mark.parametrize(
    ("table", "command", "follows"),
    [
        (position(), cmd.Roll(seat=WHITE), "rolled"),
        (position(), cmd.Double(seat=WHITE), "doubled"),
        (started(first=WHITE), play(WHITE, "8/5 6/5"), "played"),
    ],
    ids=["roll", "double", "play"],
)
@pytest.mark.parametrize("by", Seat)
def test_playing_on_rejects_the_opponents_offer_and_withdraws_ones_own(
    table: Table, command: cmd.Command, follows: str, by: Seat
) -> None:
    table = offered(by, table=Table(table.state))
    ended = WITHDRAWN if by is WHITE else REJECTED
    assert table.ask(command, (3, 1)) == (ended, follows)
    assert not is_open(table)


def test_a_refused_play_leaves_the_offer_open() -> None:
    table = offered(BLACK, table=started(first=WHITE))
    assert table.refusal(play(WHITE, "8/5")).code is Code.MUST_USE_BOTH
    assert is_open(table)


def test_an_offer_does_not_take_the_turn_from_anybody() -> None:
    for by in Seat:
        table = offered(by)
        assert (table.state.to_act, table.state.phase) == (WHITE, Phase.TO_ROLL)


def test_an_offer_can_be_withdrawn_and_made_again() -> None:
    table = offered(BLACK)
    assert table.ask(withdraw(BLACK)) == (WITHDRAWN,)
    assert table.refusal(accept(WHITE)).code is Code.NO_RESIGNATION
    assert table.ask(resign(BLACK)) == (OFFERED,)


def test_only_the_opponent_answers_and_only_the_offerer_withdraws() -> None:
    table = offered(BLACK)
    assert table.refusal(accept(BLACK)).code is Code.OWN_RESIGNATION
    assert table.refusal(reject(BLACK)).code is Code.OWN_RESIGNATION
    assert table.refusal(withdraw(WHITE)).code is Code.NOT_YOUR_RESIGNATION
    assert table.refusal(resign(WHITE)).code is Code.RESIGNATION_PENDING


@pytest.mark.parametrize("win", [SINGLE, GAMMON])
def test_a_rejected_level_is_not_offered_again_in_that_turn_a_higher_one_may_be(win: Win) -> None:
    table = offered(BLACK, win)
    table.ask(reject(WHITE))
    for level in Win:
        if level <= win:
            assert table.refusal(resign(BLACK, level)).code is Code.LEVEL_REJECTED
    assert table.ask(resign(BLACK, Win(win + 1))) == (OFFERED,)


def test_a_level_rejected_by_a_roll_stays_rejected_until_the_turn_ends() -> None:
    table = offered(BLACK)
    assert table.ask(cmd.Roll(seat=WHITE), (3, 1)) == (REJECTED, "rolled")
    assert table.refusal(resign(BLACK)).code is Code.LEVEL_REJECTED
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.ask(resign(BLACK)) == (OFFERED,)


def test_a_level_rejected_by_a_double_stays_rejected_after_the_take() -> None:
    table = offered(BLACK)
    table.ask(cmd.Double(seat=WHITE))
    table.ask(cmd.Take(seat=BLACK))
    assert table.refusal(resign(BLACK)).code is Code.LEVEL_REJECTED


def test_a_level_rejected_by_a_play_may_be_offered_in_the_next_turn() -> None:
    table = offered(BLACK, table=started(first=WHITE))
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.ask(resign(BLACK)) == (OFFERED,)


def test_a_turn_that_passes_by_itself_ends_the_rejection_too() -> None:
    table = offered(BLACK, GAMMON, position(SHUT_OUT))
    assert table.ask(cmd.Roll(seat=WHITE), (6, 6)) == (REJECTED, "rolled", "turn_passed")
    assert table.ask(resign(BLACK, GAMMON)) == (OFFERED,)


def test_one_sides_rejected_level_does_not_bind_the_other() -> None:
    table = offered(BLACK)
    table.ask(reject(WHITE))
    assert table.ask(resign(WHITE)) == (OFFERED,)


def test_a_standing_offer_is_replaced_by_another_level_up_or_down() -> None:
    table = offered(BLACK, GAMMON)
    assert table.refusal(resign(BLACK, GAMMON)).code is Code.ALREADY_OFFERED
    assert table.ask(resign(BLACK, BACKGAMMON)) == (WITHDRAWN, OFFERED)
    assert table.ask(resign(BLACK, SINGLE)) == (WITHDRAWN, OFFERED)
    table.ask(accept(WHITE))
    assert table.state.score == score(1, 0)


@pytest.mark.parametrize(
    "table",
    [
        position(BORNE_OFF_ONE),
        position(BORNE_OFF_ONE, rules=MONEY),
        position(score=score(2, 4), crawford=Crawford.NOW),
        position(score=score(0, 3), cube=Cube(value=2, owner=WHITE)),
        position(rules=Rules(length=1)),
    ],
    ids=["borne off", "borne off for money", "match point", "match point by the cube", "1 point"],
)
def test_a_single_is_accepted_by_itself_when_no_more_could_be_won(table: Table) -> None:
    table = Table(table.state)
    assert table.ask(resign(WHITE))[:3] == (OFFERED, ACCEPTED, "game_ended")
    assert table.state.game_result is not None
    assert table.state.game_result.win is SINGLE


@pytest.mark.parametrize("win", [GAMMON, BACKGAMMON])
def test_gammon_and_backgammon_are_always_asked(win: Win) -> None:
    for table in (position(BORNE_OFF_ONE), position(score=score(0, 4))):
        assert table.ask(resign(WHITE, win)) == (OFFERED,)
        assert table.ask(reject(BLACK)) == (REJECTED,)


def test_a_single_that_replaces_a_gammon_is_accepted_by_itself() -> None:
    table = offered(WHITE, GAMMON, position(BORNE_OFF_ONE))
    assert table.ask(resign(WHITE)) == (WITHDRAWN, OFFERED, ACCEPTED, "game_ended")


@pytest.mark.parametrize("by", Seat)
def test_no_offer_is_made_nor_answered_while_a_double_waits(by: Seat) -> None:
    table = position()
    table.ask(cmd.Double(seat=WHITE))
    for command in (resign(by), accept(by), reject(by), withdraw(by)):
        assert table.refusal(command).code is Code.OFFER_PENDING


def test_an_offer_ends_with_its_game_and_its_match() -> None:
    table = offered(BLACK, table=started())
    table.ask(cmd.Concede(seat=WHITE))
    for seat in Seat:
        table.ask(cmd.Rematch(seat=seat))
    table.start_game()
    assert not is_open(table)
    assert table.refusal(accept(WHITE)).code is Code.NO_RESIGNATION


def test_what_was_rejected_in_one_game_may_be_offered_in_the_next() -> None:
    table = seated()
    table.start_game()
    table.ask(resign(BLACK))
    table.ask(reject(WHITE))
    table.ask(resign(WHITE))
    table.ask(accept(BLACK))
    table.start_game()
    assert table.ask(resign(BLACK)) == (OFFERED,)
