"""What a format keeps of a loss on time, wherever in the game the flag fell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import commands as cmd
from engine.clock import Verdict, verdict
from engine.events import Event
from engine.evolve import evolve, replay
from engine.match import Context, apply
from engine.record.formats import FORMATS
from engine.state import GameEnd, MatchEnd, MatchState, Phase, Rules, TimeControl, Win
from tests.engine.matches import BLACK, WHITE, Table, play, resign, started
from tests.engine.record.carried import carried
from tests.engine.record.played import record_of, whole_match

CLOCK = TimeControl(delay_ms=8_000, bank_per_point_ms=20_500)


def at_the_play(table: Table) -> None:
    """White has dice on the table."""


def before_the_roll(table: Table) -> None:
    table.ask(play(WHITE, "8/5 6/5"))


def before_the_answer(table: Table) -> None:
    before_the_roll(table)
    table.ask(cmd.Double(seat=BLACK))


def after_a_take(table: Table) -> None:
    before_the_answer(table)
    table.ask(cmd.Take(seat=WHITE))


def with_a_resignation(table: Table) -> None:
    before_the_roll(table)
    table.ask(resign(WHITE, Win.GAMMON))


def in_a_later_game(table: Table) -> None:
    table.ask(resign(BLACK, Win.BACKGAMMON))
    table.ask(cmd.AcceptResignation(seat=WHITE))
    table.start_game(BLACK)
    table.ask(play(BLACK, "8/5 6/5"))


PLACES = (
    *(at_the_play, before_the_roll, before_the_answer),
    *(after_a_take, with_a_resignation, in_a_later_game),
)


def flagged(length: int | None, place: Callable[[Table], None]) -> Table:
    """The flag of the side to act falls at ``place``."""
    table = started(length=length, beavers=length is None, clock=CLOCK)
    place(table)
    seat = table.state.to_act
    assert seat is not None
    table.ask(cmd.Flag(seat=seat))
    return table


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_match_lost_on_time_comes_back(name: str, place: Callable[[Table], None]) -> None:
    table = flagged(7, place)
    assert table.state.match_result is not None
    assert table.state.match_result.end is MatchEnd.TIME
    read = FORMATS[name].read(FORMATS[name].write(record_of(table.log)).encode())
    everything = name == "txt"
    assert carried(read, everything=everything) == carried(table.log, everything=everything)
    assert replay(read).rules.clock == CLOCK


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_money_game_lost_on_time_keeps_its_points(
    name: str, place: Callable[[Table], None]
) -> None:
    """Text says that it was time; to the other two formats it is a resignation, as they say."""
    table = flagged(None, place)
    assert table.state.game_result is not None
    assert table.state.game_result.end is GameEnd.TIME
    read = FORMATS[name].read(FORMATS[name].write(record_of(table.log)).encode())
    state = replay(read)
    assert state.phase is Phase.GAME_OVER
    assert (state.score, state.game_number) == (table.state.score, table.state.game_number)
    assert state.game_result is not None
    assert state.game_result.winner is table.state.game_result.winner
    assert state.rules.clock == CLOCK
    if name == "txt":
        assert carried(read, everything=True) == carried(table.log, everything=True)


def won_on_time() -> list[Event]:
    """A match whose winner's flag fell when no dice could have kept it from winning."""
    rules = Rules(length=1, variant="hypergammon", clock=CLOCK)
    for seed in range(100):
        state, log = MatchState(), list[Event]()
        for event in whole_match(seed, rules):
            seat = state.to_act
            if seat is not None and verdict(state, seat) is Verdict.WINS_GAME:
                return log + list(apply(state, cmd.Flag(seat=seat), Context()))
            state = evolve(state, event)
            log.append(event)
    raise AssertionError("no seed leads there")


@pytest.mark.parametrize("name", FORMATS)
def test_a_flag_that_wins_keeps_its_winner(name: str) -> None:
    log = won_on_time()
    state = replay(log)
    read = FORMATS[name].read(FORMATS[name].write(record_of(log)).encode())
    again = replay(read)
    assert (again.score, again.phase) == (state.score, state.phase)
    assert state.match_result is not None
    assert again.match_result is not None
    assert again.match_result.winner is state.match_result.winner
    assert again.match_result.end is MatchEnd.POINTS
    if name == "txt":
        assert carried(read, everything=True) == carried(log, everything=True)
