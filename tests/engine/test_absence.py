"""Rules, "Winning": the claim of an absent opponent's game, judged by event times alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from engine import commands as cmd
from engine.absence import (
    NO_ABSENCE,
    Absence,
    absence_after,
    absence_credited,
    claim_at_ms,
    waited_for,
    win_by_claim,
)
from engine.board import START, Board
from engine.clock import PRESETS
from engine.errors import Code, IllegalCommand
from engine.evolve import evolve
from engine.match import Context, apply
from engine.seat import BySeat, Seat
from engine.state import Away, Cube, GameEnd, Manners, Phase, Rules, RulesError, Win
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import Table, play, position, score

MONEY = Rules(length=None)


@dataclass
class Waiting:
    """A game in which Black is to roll, with the absence and the time, in seconds."""

    table: Table = field(default_factory=lambda: position(on_roll=BLACK))
    absence: Absence = NO_ABSENCE
    now_s: int = 1_000

    def ask(self, command: cmd.Command, *, wait_s: int = 0, dice: tuple[int, int] = (3, 1)) -> None:
        """``command``, ``wait_s`` seconds from now."""
        self.now_s += wait_s
        for event in apply(self.table.state, command, Context(dice=dice)):
            before = self.table.state
            self.table.state = evolve(before, event)
            at_ms = self.now_s * 1000
            self.absence = absence_after(self.absence, before, self.table.state, at_ms)

    def goes(self, seat: Seat, *, wait_s: int = 0, away: Away = Away.LOST) -> None:
        self.ask(cmd.MarkSeat(seat=seat, away=away), wait_s=wait_s)

    def comes(self, seat: Seat, *, wait_s: int = 0) -> None:
        self.ask(cmd.MarkSeat(seat=seat, away=Away.HERE), wait_s=wait_s)

    def claim_in_s(self) -> float | None:
        """How long it is until a claim; ``None`` if there can be none."""
        at_ms = claim_at_ms(self.absence, self.table.state)
        return None if at_ms is None else at_ms / 1000 - self.now_s


def test_five_minutes_of_the_own_turn_are_waited_for() -> None:
    room = Waiting()
    assert room.claim_in_s() is None
    room.goes(BLACK, wait_s=50)
    assert room.claim_in_s() == 300


def test_a_player_may_be_away_while_the_other_has_to_act() -> None:
    room = Waiting(position(on_roll=WHITE))
    room.goes(BLACK)
    assert room.claim_in_s() is None
    room.ask(cmd.Double(seat=WHITE), wait_s=500)
    assert room.claim_in_s() == 300


def test_coming_back_ends_it_and_gives_nothing_back() -> None:
    room = Waiting()
    room.goes(BLACK)
    room.comes(BLACK, wait_s=200)
    assert room.claim_in_s() is None
    room.goes(BLACK, wait_s=30)
    assert room.claim_in_s() == 100
    for _ in range(10):
        room.comes(BLACK, wait_s=9)
        room.goes(BLACK)
    assert room.absence.spent_ms == BySeat(0, 290_000)


def test_however_much_was_spent_there_is_a_minute_to_come_back() -> None:
    room = Waiting()
    room.goes(BLACK)
    room.comes(BLACK, wait_s=1_000)
    room.goes(BLACK)
    assert room.claim_in_s() == 60


def test_nothing_runs_while_both_are_away() -> None:
    room = Waiting()
    room.goes(BLACK)
    room.goes(WHITE, wait_s=100)
    assert room.claim_in_s() is None
    room.comes(WHITE, wait_s=100_000)
    assert room.claim_in_s() == 200


def test_who_leaves_an_empty_table_saves_the_match_until_both_are_back() -> None:
    room = Waiting()
    room.goes(BLACK)
    room.goes(WHITE, away=Away.LEFT)
    assert room.table.state.saved
    room.comes(WHITE, wait_s=100_000)
    assert room.table.state.saved
    assert room.claim_in_s() is None
    room.comes(BLACK)
    room.goes(BLACK)
    assert room.claim_in_s() == 300


def test_a_connection_that_breaks_saves_nothing() -> None:
    """Else whoever has left could hope for the other's tunnel."""
    room = Waiting()
    room.goes(BLACK, away=Away.LEFT)
    room.goes(WHITE, away=Away.LOST)
    assert not room.table.state.saved


def test_a_match_with_a_clock_is_never_saved() -> None:
    """Its clock runs though both are away: to say that nobody can be late would be false."""
    room = Waiting(position(on_roll=BLACK, rules=Rules(clock=PRESETS["slow"])))
    room.goes(BLACK, away=Away.LEFT)
    room.goes(WHITE, away=Away.LEFT)
    assert not room.table.state.saved


def test_what_was_spent_counts_for_a_match_and_for_one_game_of_a_session() -> None:
    for rules, spent_ms in ((Rules(length=5), 50_000), (MONEY, 0)):
        room = Waiting(position(on_roll=BLACK, rules=rules))
        room.goes(BLACK)
        room.comes(BLACK, wait_s=50)
        room.ask(cmd.OfferResignation(seat=BLACK, win=Win.SINGLE))
        room.ask(cmd.AcceptResignation(seat=WHITE))
        for seat in Seat:
            room.ask(cmd.Ready(seat=seat))
        assert room.absence.spent_ms == BySeat(0, spent_ms)


def test_time_in_which_nobody_served_is_given_back() -> None:
    room = Waiting()
    room.goes(BLACK)
    room.ask(cmd.CreditTime(credit_ms=40_000), wait_s=100)
    room.absence = absence_credited(room.absence, 40_000, room.now_s * 1000)
    assert room.claim_in_s() == 240
    more = absence_credited(room.absence, 500_000, room.now_s * 1000)
    assert more.since_ms == room.now_s * 1000
    assert absence_credited(NO_ABSENCE, 5, 10) == NO_ABSENCE


@pytest.mark.parametrize(
    "table",
    [
        position(on_roll=BLACK, manners=Manners(claim_after_ms=None)),
        position(on_roll=BLACK, rules=Rules(clock=PRESETS["fast"])),
    ],
)
def test_nobody_is_late_in_a_room_without_claims_or_with_a_clock(table: Table) -> None:
    room = Waiting(table)
    room.goes(BLACK)
    assert room.claim_in_s() is None


@pytest.mark.parametrize(
    ("claim_in_ms", "seconds"), [(1, 1), (1_000, 1), (1_001, 2), (300_000, 300)]
)
def test_a_claim_too_early_says_how_long_it_is(claim_in_ms: int, seconds: int) -> None:
    room = Waiting()
    room.goes(BLACK)
    with pytest.raises(IllegalCommand) as refused:
        apply(room.table.state, cmd.ClaimGame(seat=WHITE), Context(claim_in_ms=claim_in_ms))
    assert (refused.value.code, refused.value.details) == (
        Code.CLAIM_TOO_EARLY,
        {"seconds": seconds},
    )
    assert refused.value.text == (
        f"Your opponent may still come back: you can claim in {seconds} s."
    )


def test_a_claim_wins_the_game_and_not_the_match() -> None:
    room = Waiting()
    room.goes(BLACK)
    room.ask(cmd.ClaimGame(seat=WHITE))
    state = room.table.state
    assert state.phase is Phase.GAME_OVER
    assert state.score == score(2, 0)
    assert state.game_result is not None
    assert state.game_result.end is GameEnd.CLAIMED
    assert waited_for(state) is None
    assert state.away.black is Away.LOST
    assert room.absence.claims == BySeat(0, 1)
    room.ask(cmd.Ready(seat=WHITE))
    assert room.absence.claims == BySeat(0, 1)


def test_the_last_game_of_a_match_can_be_claimed() -> None:
    room = Waiting(position(on_roll=BLACK, rules=Rules(length=3), score=score(1, 0)))
    room.goes(BLACK)
    room.ask(cmd.ClaimGame(seat=WHITE))
    assert room.table.state.phase is Phase.MATCH_OVER
    assert room.table.state.away == BySeat(Away.HERE, Away.HERE)


HOME_BOARD = placed(white={6: 3}, black={6: 15})
BORNE_OFF = placed(white={6: 3}, black={24: 14})
BAR_ONLY = placed(white={6: 3}, black={25: 1, 6: 14})


@pytest.mark.parametrize(
    ("board", "win"),
    [
        (START, Win.GAMMON),
        (HOME_BOARD, Win.SINGLE),
        (BORNE_OFF, Win.SINGLE),
        (BAR_ONLY, Win.GAMMON),
    ],
)
def test_a_gammon_is_claimed_from_who_has_none_off_and_one_outside(board: Board, win: Win) -> None:
    assert win_by_claim(position(board, on_roll=BLACK).state, BLACK) is win


def test_a_claim_is_a_single_where_gammons_do_not_count() -> None:
    jacoby = Rules(length=None, jacoby=True)
    assert win_by_claim(position(on_roll=BLACK, rules=jacoby).state, BLACK) is Win.SINGLE
    turned = position(on_roll=BLACK, rules=jacoby, cube=Cube(value=2, owner=BLACK))
    assert win_by_claim(turned.state, BLACK) is Win.GAMMON


def test_a_double_that_awaits_who_is_away_counts_as_dropped() -> None:
    room = Waiting(position(on_roll=WHITE, cube=Cube(value=2, owner=WHITE)))
    room.ask(cmd.Double(seat=WHITE))
    room.goes(BLACK)
    room.ask(cmd.ClaimGame(seat=WHITE))
    assert room.table.state.score == score(2, 0)


def test_who_is_away_can_only_come_back() -> None:
    """Whatever is noted first stands, however many nodes note it."""
    room = Waiting()
    room.goes(BLACK, away=Away.LEFT)
    seq = room.table.state.seq
    room.goes(BLACK, away=Away.LOST)
    room.comes(WHITE)
    assert room.table.state.seq == seq
    assert room.table.state.away == BySeat(Away.HERE, Away.LEFT)


def test_nobody_is_noted_as_away_before_two_players_sit_or_after_the_end() -> None:
    over = position()
    over.ask(cmd.Concede(seat=WHITE))
    for table in (Table(replace(over.state, phase=Phase.SEATING)), over):
        refused = table.refusal(cmd.MarkSeat(seat=BLACK, away=Away.LOST))
        assert refused.code is Code.NOT_STARTED


def test_being_away_makes_no_command_stale_and_no_play_illegal() -> None:
    room = Waiting(position(on_roll=WHITE, dice=(3, 1)))
    asked = room.table.state.decision_seq
    room.goes(WHITE)
    room.goes(BLACK)
    assert room.table.state.decision_seq == asked
    room.ask(play(WHITE, "8/5 6/5"))
    assert room.table.state.phase is Phase.TO_ROLL


@pytest.mark.parametrize("minutes", [0, 61, -1])
def test_an_unfit_time_to_claim_is_one_sentence(minutes: int) -> None:
    with pytest.raises(RulesError, match="a game can be claimed after 1 to 60 minutes"):
        Manners(claim_after_ms=minutes * 60_000)
