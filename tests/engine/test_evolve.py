"""How events change the state, and for whom a command is meant for the past."""

from __future__ import annotations

import dataclasses

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.board import BAR, START, Step
from engine.evolve import evolve, replay
from engine.objections import is_stale
from engine.seat import BySeat, Seat
from engine.state import Cube, MatchState, Phase, Rules, Win
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import ANN, BOB, Table, asked, play, position, resign, seated, started

ROLL = {seat: cmd.Roll(seat=seat) for seat in Seat}
OPENED: list[ev.Event] = [
    ev.RoomCreated(rules=Rules(length=3), seat=WHITE, player=ANN),
    ev.SeatTaken(seat=BLACK, player=BOB),
]


def test_every_event_counts() -> None:
    state = MatchState()
    for number, event in enumerate(OPENED, start=1):
        state = evolve(state, event)
        assert state.seq == number


def test_a_log_folds_to_the_state_that_it_led_to() -> None:
    table = started(first=BLACK, length=3)
    table.ask(play(BLACK, "8/5 6/5"))
    table.ask(cmd.Double(seat=WHITE))
    table.ask(cmd.Take(seat=BLACK))
    assert replay(table.log) == table.state
    assert table.state.seq == len(table.log)
    assert table.state.cube == Cube(value=2, owner=BLACK)


def test_a_folded_state_is_like_one_that_was_constructed() -> None:
    """Though evolving copies it without the constructor."""
    state = started(length=3).state
    made = MatchState(**vars(state))
    assert (state, hash(state), repr(state)) == (made, hash(made), repr(made))
    assert list(vars(state)) == [field.name for field in dataclasses.fields(MatchState)]
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.seq = 8  # type: ignore[misc]  # that is the point


def test_folding_leaves_the_state_before_as_it_was() -> None:
    before = started().state
    evolve(before, ev.Played(seat=WHITE, steps=(Step(8, 5), Step(6, 5))))
    assert (before.board, before.phase) == (START, Phase.TO_PLAY)


def test_a_play_that_hits_puts_the_blot_on_the_bar() -> None:
    table = position(placed({8: 1}, {BAR - 5: 1, 1: 1}), dice=(3, 1))
    table.ask(play(WHITE, "8/5*/4"))
    assert table.state.board == placed({4: 1}, {BAR: 1, 1: 1})


def test_a_new_game_starts_from_the_start_with_a_centred_cube_and_the_score_kept() -> None:
    table = position(cube=Cube(value=2, owner=WHITE), rejected=BySeat(0, 1))
    table.ask(resign(BLACK, Win.GAMMON))
    table.ask(cmd.AcceptResignation(seat=WHITE))
    assert table.state.agreed == BySeat(False, False)
    table.both_ready()
    state = table.state
    assert (state.board, state.cube, state.dice, state.on_roll) == (START, Cube(), None, None)
    assert (state.score, state.game_number, state.turn_number) == (BySeat(4, 0), 2, 0)
    assert (state.rejected, state.game_result) == (BySeat(0, 0), None)


# Meant for this moment: `at` is the event that the sender of a command had seen.


def stale(table: Table, command: cmd.ByPlayer, at: int) -> bool:
    return is_stale(table.state, command, at)


def test_a_command_sent_after_the_newest_event_is_never_stale() -> None:
    table = started()
    for command in (ROLL[WHITE], ROLL[BLACK], resign(WHITE), resign(BLACK)):
        assert not stale(table, command, table.state.seq)


def test_a_resignation_for_game_1_cannot_hit_game_2() -> None:
    table = started()
    in_game_1 = table.state.seq
    table.ask(resign(BLACK))
    table.ask(cmd.AcceptResignation(seat=WHITE))
    table.start_game()
    for seat in Seat:
        assert stale(table, resign(seat), in_game_1)
        assert not stale(table, resign(seat), table.state.seq)


def test_a_concession_of_one_match_cannot_hit_the_next() -> None:
    table = started()
    in_match_1 = table.state.seq
    table.ask(cmd.Concede(seat=WHITE))
    for seat in Seat:
        table.ask(cmd.Rematch(seat=seat))
    table.start_game()
    assert stale(table, cmd.Concede(seat=BLACK), in_match_1)


def test_what_the_opponent_does_meanwhile_does_not_make_an_off_turn_offer_stale() -> None:
    table = started(first=WHITE)
    seen = table.state.seq
    table.ask(cmd.RemoveSpectator(seat=WHITE, player="spectator"))
    assert not stale(table, resign(BLACK), seen)
    table = position()
    seen = table.state.seq
    table.ask(ROLL[WHITE], (3, 1))
    assert not stale(table, resign(BLACK), seen)


def test_an_offer_in_between_does_not_make_a_roll_stale() -> None:
    table = position()
    seen = table.state.seq
    table.ask(resign(BLACK))
    assert not stale(table, ROLL[WHITE], seen)


def test_a_roll_sent_twice_cannot_be_the_roll_of_the_next_turn() -> None:
    """Both sides are shut out, so every roll passes the turn."""
    points = dict.fromkeys(range(1, 7), 2)
    table = position(placed({BAR: 1, **points}, {BAR: 1, **points}))
    seen = table.state.seq
    for seat in Seat:
        assert table.ask(ROLL[seat], (3, 1)) == ("rolled", "turn_passed")
    assert stale(table, ROLL[WHITE], seen)
    assert not stale(table, ROLL[WHITE], table.state.seq)


def test_a_play_meant_for_one_roll_cannot_hit_another() -> None:
    table = started(first=WHITE)
    seen = table.state.seq
    double_hop = play(WHITE, "8/5 6/5")
    assert not stale(table, double_hop, seen)
    table.ask(double_hop)
    table.ask(ROLL[BLACK], (3, 1))
    table.ask(play(BLACK, "8/5 6/5"))
    table.ask(ROLL[WHITE], (3, 1))
    assert stale(table, double_hop, seen)


def test_a_take_sent_before_the_double_is_stale() -> None:
    table = position()
    seen = table.state.seq
    table.ask(cmd.Double(seat=WHITE))
    assert stale(table, cmd.Take(seat=BLACK), seen)
    assert not stale(table, cmd.Take(seat=BLACK), table.state.seq)


def test_a_roll_sent_before_the_take_is_stale_after_it() -> None:
    """Who doubled and pressed roll twice has decided without knowing the cube."""
    table = position()
    table.ask(cmd.Double(seat=WHITE))
    seen = table.state.seq
    table.ask(cmd.Take(seat=BLACK))
    assert stale(table, ROLL[WHITE], seen)


def test_an_answer_is_meant_for_the_offer_that_stands() -> None:
    table = position()
    before = table.state.seq
    table.ask(resign(BLACK, Win.GAMMON))
    seen = table.state.seq
    answers = (cmd.AcceptResignation(seat=WHITE), cmd.RejectResignation(seat=WHITE))
    assert all(stale(table, answer, before) for answer in answers)
    assert not any(stale(table, answer, seen) for answer in answers)
    table.ask(resign(BLACK, Win.SINGLE))
    assert all(stale(table, answer, seen) for answer in answers)
    assert not any(stale(table, answer, table.state.seq) for answer in answers)


def test_being_ready_is_not_stale_because_the_opponent_was_first() -> None:
    table = seated()
    seen = table.state.seq
    table.ask(cmd.Ready(seat=WHITE))
    assert not stale(table, cmd.Ready(seat=BLACK), seen)


def test_ready_for_game_2_cannot_be_ready_for_game_3() -> None:
    table = seated()
    table.give_game(WHITE)
    seen = table.state.seq
    table.give_game(WHITE)
    assert stale(table, cmd.Ready(seat=WHITE), seen)


def test_removing_a_spectator_is_never_stale() -> None:
    table = started()
    assert not stale(table, cmd.RemoveSpectator(seat=WHITE, player="spectator"), 0)


@pytest.mark.parametrize("seat", Seat)
def test_a_side_that_waits_is_asked_nothing_within_a_game(seat: Seat) -> None:
    table = started(first=seat.other)
    waiting = asked(table.state, seat)
    table.ask(resign(seat.other))
    assert asked(table.state, seat) == waiting
    table.ask(play(seat.other, "8/5 6/5"))
    assert asked(table.state, seat) != waiting
    assert table.state.decision_seq[seat] == table.state.seq
