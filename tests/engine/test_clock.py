"""Rules, "Clock" and "Winning": delay and bank by event times, and what running out costs."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine import commands as cmd
from engine.board import BAR
from engine.clock import (
    PRESETS,
    Clock,
    TimeLeft,
    Verdict,
    clock_after,
    clock_at_start,
    clock_credited,
    verdict,
)
from engine.evolve import evolve
from engine.match import Context, apply
from engine.seat import BySeat, Seat
from engine.state import MatchState, Rules, TimeControl
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import Table, play, position, resign, score, seated

NORMAL = TimeControl(delay_ms=12_000, bank_per_point_ms=120_000)
MONEY = Rules(length=None, beavers=True)


def test_the_presets() -> None:
    """Delay of a turn and bank of a point, in seconds."""
    told = {
        name: preset and (preset.delay_ms / 1000, preset.bank_per_point_ms / 1000)
        for name, preset in PRESETS.items()
    }
    assert told == {"none": None, "fast": (8, 20), "normal": (12, 120), "slow": (15, 180)}


@pytest.mark.parametrize("spans", [(-1, 0), (0, -1)])
def test_time_is_never_negative(spans: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="negative"):
        TimeControl(delay_ms=spans[0], bank_per_point_ms=spans[1])


@pytest.mark.parametrize(("length", "minutes"), [(1, 2), (5, 10), (25, 50), (None, 2)])
def test_the_bank_is_given_for_the_match(length: int | None, minutes: int) -> None:
    clock = clock_at_start(NORMAL, Rules(length=length))
    assert clock.bank_ms == BySeat(minutes * 60_000, minutes * 60_000)
    assert clock.deadline_ms is None


@dataclass
class Timed:
    """A table with a clock and the time, in seconds."""

    table: Table
    clock: Clock = field(init=False)
    now_s: int = 1_000

    def __post_init__(self) -> None:
        self.clock = clock_at_start(NORMAL, self.table.state.rules)

    def ask(self, command: cmd.Command, dice: tuple[int, int] = (3, 1), *, after_s: int) -> None:
        """``command`` comes ``after_s`` after what was before."""
        self.now_s += after_s
        for event in apply(self.table.state, command, Context(dice=dice)):
            before, self.table.state = self.table.state, evolve(self.table.state, event)
            self.clock = clock_after(self.clock, before, self.table.state, self.now_s * 1000)

    def left(self, after_s: int = 0) -> dict[Seat, tuple[float, float]]:
        """Delay and bank of both sides, in seconds, so long after the newest event."""
        at_ms = (self.now_s + after_s) * 1000
        left = {seat: self.clock.left(seat, at_ms) for seat in Seat}
        return {seat: (t.delay_ms / 1000, t.bank_ms / 1000) for seat, t in left.items()}


def in_game(rules: Rules = Rules()) -> Timed:
    """White's opening dice have just fallen; five points give each side 600 s."""
    timed = Timed(seated(length=rules.length, beavers=rules.beavers))
    for command in (cmd.Ready(seat=WHITE), cmd.Ready(seat=BLACK), cmd.ThrowOpening()):
        timed.ask(command, after_s=50)
    return timed


def test_a_turn_within_its_delay_costs_nothing_and_saves_nothing() -> None:
    timed = in_game()
    assert timed.left() == {WHITE: (12, 600), BLACK: (12, 600)}
    assert timed.left(5) == {WHITE: (7, 600), BLACK: (12, 600)}
    timed.ask(play(WHITE, "8/5 6/5"), after_s=5)
    assert timed.left() == {WHITE: (12, 600), BLACK: (12, 600)}


def test_after_the_delay_the_bank_runs_through_the_whole_turn() -> None:
    """To roll and to play is one turn with one delay."""
    timed = in_game()
    assert timed.left(30) == {WHITE: (0, 582), BLACK: (12, 600)}
    timed.ask(play(WHITE, "8/5 6/5"), after_s=30)
    timed.ask(cmd.Roll(seat=BLACK), after_s=10)
    assert timed.left() == {WHITE: (12, 582), BLACK: (2, 600)}
    timed.ask(play(BLACK, "8/5 6/5"), after_s=10)
    assert timed.left() == {WHITE: (12, 582), BLACK: (12, 592)}


def test_the_clock_passes_with_a_double_and_comes_back_with_its_answer() -> None:
    timed = in_game()
    timed.ask(play(WHITE, "8/5 6/5"), after_s=0)
    timed.ask(cmd.Double(seat=BLACK), after_s=20)
    assert timed.clock.running is WHITE
    timed.ask(cmd.Take(seat=WHITE), after_s=42)
    assert timed.clock.running is BLACK
    assert timed.left() == {WHITE: (12, 570), BLACK: (12, 592)}


def test_a_beaver_and_a_raccoon_pass_it_too() -> None:
    timed = in_game(MONEY)
    timed.ask(play(WHITE, "8/5 6/5"), after_s=0)
    for command, running in (
        (cmd.Double(seat=BLACK), WHITE),
        (cmd.Beaver(seat=WHITE), BLACK),
        (cmd.Raccoon(seat=BLACK), WHITE),
        (cmd.Take(seat=WHITE), BLACK),
    ):
        timed.ask(command, after_s=22)
        assert timed.clock.running is running
    assert timed.left() == {WHITE: (12, 100), BLACK: (12, 100)}


def test_a_resignation_stops_no_clock() -> None:
    timed = in_game()
    timed.ask(resign(BLACK), after_s=20)
    timed.ask(cmd.RejectResignation(seat=WHITE), after_s=20)
    timed.ask(cmd.RemoveSpectator(seat=WHITE, player="spectator"), after_s=20)
    assert timed.left() == {WHITE: (0, 552), BLACK: (12, 600)}


def test_between_games_both_stand_still_and_the_bank_of_a_match_is_not_filled() -> None:
    timed = in_game()
    timed.ask(resign(BLACK), after_s=0)
    timed.ask(cmd.AcceptResignation(seat=WHITE), after_s=112)
    for command in (cmd.Ready(seat=WHITE), cmd.Ready(seat=BLACK), cmd.ThrowOpening()):
        assert timed.clock.deadline_ms is None
        timed.ask(command, after_s=5_000)
    assert timed.left() == {WHITE: (12, 500), BLACK: (12, 600)}


def test_a_money_session_fills_the_bank_for_each_game_and_a_rematch_for_each_match() -> None:
    timed = in_game(MONEY)
    timed.ask(resign(BLACK), after_s=0)
    timed.ask(cmd.AcceptResignation(seat=WHITE), after_s=112)
    assert timed.left()[WHITE] == (12, 20)
    timed.ask(cmd.Ready(seat=WHITE), after_s=0)
    timed.ask(cmd.Ready(seat=BLACK), after_s=0)
    assert timed.left()[WHITE] == (12, 120)
    timed = in_game()
    timed.ask(cmd.Concede(seat=BLACK), after_s=112)
    timed.ask(cmd.Rematch(seat=WHITE), after_s=0)
    assert timed.left() == {WHITE: (12, 500), BLACK: (12, 600)}
    timed.ask(cmd.Rematch(seat=BLACK), after_s=0)
    assert timed.left() == {WHITE: (12, 600), BLACK: (12, 600)}


def test_time_is_out_at_the_deadline_and_not_a_millisecond_before() -> None:
    clock = in_game().clock
    deadline_ms = clock.deadline_ms
    assert deadline_ms == 1_150_000 + 12_000 + 600_000
    assert not clock.has_run_out(deadline_ms - 1)
    assert clock.left(WHITE, deadline_ms - 1) == TimeLeft(delay_ms=0, bank_ms=1)
    for at_ms in (deadline_ms, deadline_ms + 500):
        assert clock.has_run_out(at_ms)
        assert clock.left(WHITE, at_ms) == TimeLeft(delay_ms=0, bank_ms=0)


def test_nobodys_time_runs_out_while_no_clock_runs() -> None:
    assert not clock_at_start(NORMAL, Rules()).has_run_out(10**15)


def test_what_came_too_late_but_was_not_called_owes_nothing() -> None:
    timed = in_game()
    timed.ask(play(WHITE, "8/5 6/5"), after_s=10_000)
    assert timed.left()[WHITE] == (12, 0)
    timed.ask(cmd.Roll(seat=BLACK), after_s=1)
    timed.ask(play(BLACK, "8/5 6/5"), after_s=1)
    assert timed.clock.deadline_ms == (timed.now_s + 12) * 1000


def test_time_before_the_last_event_is_not_used_time() -> None:
    """The clocks of two nodes may differ by a little."""
    timed = in_game()
    assert timed.left(-3) == {WHITE: (12, 600), BLACK: (12, 600)}


@pytest.mark.parametrize(
    ("credit_s", "left"),
    [
        (0, (0, 572)),
        (-5, (0, 572)),
        (8, (0, 580)),
        (30, (2, 600)),
        (40, (12, 600)),
        (99, (12, 600)),
    ],
)
def test_downtime_is_given_back_but_never_more_than_was_used(
    credit_s: int, left: tuple[float, float]
) -> None:
    timed = in_game()
    timed.now_s += 40
    timed.clock = clock_credited(timed.clock, credit_s * 1000, timed.now_s * 1000)
    assert timed.left() == {WHITE: left, BLACK: (12, 600)}


def test_no_time_is_given_back_while_no_clock_runs() -> None:
    clock = clock_at_start(NORMAL, Rules())
    assert clock_credited(clock, 5_000, 10_000) == clock


# What becomes of a side whose time is out.


def raced(own: int, opponents: int, *, at: BySeat[int], length: int | None = 5) -> MatchState:
    """No contact: white has ``own`` checkers on its ace point, black ``opponents``."""
    board = placed({1: own}, {1: opponents})
    return position(board, rules=Rules(length=length), score=at).state


def test_a_match_is_lost_on_time() -> None:
    assert verdict(position().state, WHITE) is Verdict.LOSES_MATCH
    assert verdict(position(score=score(4, 0)).state, WHITE) is Verdict.LOSES_MATCH


def test_a_money_game_is_lost_on_time_whatever_the_race() -> None:
    assert verdict(raced(1, 15, at=score(0, 0), length=None), WHITE) is Verdict.LOSES_GAME


@pytest.mark.parametrize(
    ("own", "opponents", "wins"),
    [(1, 5, True), (2, 5, True), (2, 4, False), (3, 8, False), (3, 9, True), (15, 15, False)],
)
def test_who_is_1_away_and_cannot_be_caught_wins_all_the_same(
    own: int, opponents: int, wins: bool
) -> None:
    """By 2-1 in each of its rolls against 6-6 in each of the opponent's, which needs more."""
    state = raced(own, opponents, at=score(4, 0))
    assert verdict(state, WHITE) is (Verdict.WINS_GAME if wins else Verdict.LOSES_MATCH)


def test_the_race_does_not_help_who_needs_more_than_a_point_or_has_contact() -> None:
    assert verdict(raced(1, 15, at=score(3, 4)), WHITE) is Verdict.LOSES_MATCH
    contact = placed({1: 1}, {BAR: 1, 1: 14})
    state = position(contact, score=score(4, 4)).state
    assert verdict(state, WHITE) is Verdict.LOSES_MATCH


def test_the_verdict_is_about_either_side() -> None:
    state = position(placed({1: 9}, {1: 2}), score=score(0, 4)).state
    assert verdict(state, BLACK) is Verdict.WINS_GAME
    assert verdict(state, WHITE) is Verdict.LOSES_MATCH
