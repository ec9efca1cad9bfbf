"""The measurements measure what they say. How fast things are is not tested."""

from __future__ import annotations

import pytest

from bench import generation, judging
from bench.positions import random_positions, sage_board
from bench.stopwatch import Work, each_call, per_second
from engine import START, Seat, legal_plays
from engine.events import OpeningThrown, OpeningTied, Played, Rolled


def test_random_positions_are_the_same_for_a_seed_and_not_of_finished_games() -> None:
    positions = random_positions(300, seed=1)
    assert positions == random_positions(400, seed=1)[:300] != random_positions(300, seed=2)
    assert all(position.board.pips(seat) > 0 for position in positions for seat in Seat)


def test_a_board_for_bgsage_is_the_movers_view() -> None:
    board = sage_board(START, Seat.WHITE)
    assert board == sage_board(START, Seat.BLACK)
    assert {point: count for point, count in enumerate(board) if count} == {
        **{24: 2, 13: 5, 8: 3, 6: 5},
        **{1: -2, 12: -5, 17: -3, 19: -5},
    }


def test_both_generators_have_the_same_results() -> None:
    found = generation.bgsage()
    if found is None:
        pytest.skip("bgsage is not installed: make bench installs it")
    positions = random_positions(500, seed=3)
    results = sum(max(legal_plays(*position).count(), 1) for position in positions)
    assert generation.check_same_results(positions, found[1]) == results


def test_different_results_are_told() -> None:
    positions = random_positions(1, seed=1)
    with pytest.raises(AssertionError, match="differ"):
        generation.check_same_results(positions, lambda board, _die1, _die2: [board])


def test_rivals_are_timed_over_the_same_items() -> None:
    seen: list[slice] = []
    fast, slow = per_second(Work(seen.append, 450), Work(lambda _: sum(range(100_000)), 450))
    assert fast > slow > 0
    assert {(piece.start, piece.stop) for piece in seen} == {(0, 200), (200, 400), (400, 600)}


def test_calls_are_told_by_group() -> None:
    spreads = each_call({"quick": [int] * 5, "slow": [lambda: sum(range(100_000))]})
    assert spreads["quick"].calls == 5
    assert spreads["quick"].median < spreads["slow"].median <= spreads["slow"].p99


def test_the_plays_that_are_resolved_use_all_dice() -> None:
    for (board, seat, dice), play in judging.full_plays()[:200]:
        assert len(play) == (4 if dice[0] == dice[1] else 2)
        assert play in legal_plays(board, seat, dice)


def test_a_command_is_judged_with_the_dice_it_was_thrown() -> None:
    seat = Seat.WHITE
    assert judging.dice_of((Rolled(seat=seat, dice=(5, 2)),)) == (5, 2)
    assert judging.dice_of((OpeningThrown(white=1, black=4),)) == (1, 4)
    assert judging.dice_of((OpeningTied(die=3),)) == (3, 3)
    assert judging.dice_of((Played(seat=seat, steps=()),)) == (6, 5)
