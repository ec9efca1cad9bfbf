"""Flags and claims in the log of a room are judged by the times that stand there."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.evolve import evolve
from engine.record.reading import RecordError
from engine.seat import Seat
from engine.state import Away, MatchEnd, MatchState
from protocol.convert import event_from_plain
from protocol.messages import EventMessage
from protocol.record import parse_json, to_json
from tests.engine.matches import play
from tests.protocol.timed_log import ROOM, TimedLog, started

WHITE, BLACK = Seat.WHITE, Seat.BLACK


def read(log: TimedLog) -> tuple[EventMessage, ...]:
    return parse_json(to_json(ROOM, log.messages).encode())[1]


TIME_LEFT = "the flag fell, but by the times in the log there was time left."
TOO_EARLY = "the game was claimed, but by the times in the log it was too early."


def is_read(log: TimedLog) -> bool:
    """Whether the log is taken, whole; if not, since a flag or a claim contradicts the times."""
    try:
        return read(log) == tuple(log.messages)
    except RecordError as refused:
        if not str(refused).endswith((TIME_LEFT, TOO_EARLY)):
            raise
        return False


@pytest.mark.parametrize("late_ms", [0, 1, 500, 10**8])
def test_a_match_lost_on_time_comes_back(late_ms: int) -> None:
    log = started()
    log.ask(cmd.Flag(seat=WHITE), 30_000 + late_ms)
    messages = read(log)
    assert messages == tuple(log.messages)
    state = MatchState()
    for message in messages:
        state = evolve(state, event_from_plain(message["event"]))
    assert state == log.state
    assert state.match_result is not None
    assert (state.match_result.end, state.match_result.winner) == (MatchEnd.TIME, BLACK)


@pytest.mark.parametrize("early_ms", [1, 500, 20_000, 30_000])
def test_one_that_fell_before_its_time_is_refused(early_ms: int) -> None:
    log = started()
    log.ask(cmd.Flag(seat=WHITE), 30_000 - early_ms)
    at = next(one["seq"] for one in log.messages if one["event"]["type"] == "flagged")
    with pytest.raises(RecordError, match=f"event {at}: {TIME_LEFT}"):
        read(log)


@pytest.mark.parametrize(("after_ms", "fits"), [(22_000, True), (21_999, False)])
def test_what_was_given_back_has_to_be_used_up_as_well(after_ms: int, fits: bool) -> None:
    log = started()
    log.ask(cmd.CreditTime(credit_ms=7_000), 15_000)
    log.ask(cmd.Flag(seat=WHITE), after_ms)
    assert is_read(log) == fits


@pytest.mark.parametrize(("after_ms", "fits"), [(8_000, True), (7_999, False)])
def test_a_bank_is_for_a_match_and_a_delay_for_a_turn(after_ms: int, fits: bool) -> None:
    log = started()
    log.ask(play(WHITE, "8/5 6/5"), 23_000)
    log.ask(cmd.Roll(seat=BLACK), 4_000)
    log.ask(play(BLACK, "8/5 6/5"), 4_000)
    log.ask(cmd.Roll(seat=WHITE), 9_000)
    log.ask(cmd.Flag(seat=WHITE), after_ms)
    assert is_read(log) == fits


@pytest.mark.parametrize(("after_ms", "fits"), [(300_000, True), (299_999, False)])
def test_a_game_can_be_claimed_after_five_minutes(after_ms: int, fits: bool) -> None:
    log = started(clock=None)
    log.ask(cmd.MarkSeat(seat=WHITE, away=Away.LOST), 10_000)
    log.ask(cmd.ClaimGame(seat=BLACK), after_ms)
    assert is_read(log) == fits


@pytest.mark.parametrize(("after_ms", "fits"), [(307_000, True), (306_999, False)])
def test_what_was_given_back_puts_off_a_claim(after_ms: int, fits: bool) -> None:
    log = started(clock=None)
    log.ask(cmd.MarkSeat(seat=WHITE, away=Away.LOST), 10_000)
    log.ask(cmd.CreditTime(credit_ms=7_000), 10_000)
    log.ask(cmd.ClaimGame(seat=BLACK), after_ms - 10_000)
    assert is_read(log) == fits


@pytest.mark.parametrize(("after_ms", "fits"), [(30_000, True), (29_999, False)])
@pytest.mark.parametrize("length", [1, None])
def test_a_rematch_and_a_game_of_a_session_begin_with_all_their_time(
    length: int | None, after_ms: int, fits: bool
) -> None:
    log = started(length)
    log.ask(cmd.Flag(seat=WHITE), 30_000)
    if length is not None:
        for seat in Seat:
            log.ask(cmd.Rematch(seat=seat))
    log.start_game()
    log.ask(cmd.Flag(seat=WHITE), after_ms)
    assert is_read(log) == fits
