from __future__ import annotations

import pytest

from engine.board import START
from engine.plays import has_legal_play, legal_plays, results
from engine.seat import Seat
from tests.engine import golden

WHITE, BLACK = Seat.WHITE, Seat.BLACK
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def test_golden_positions_have_exactly_the_known_results_in_both_orders_of_the_dice() -> None:
    for case in golden.cases():
        want = case.results if case.has_play else set()
        for dice in {case.dice, case.dice[::-1]}:
            found = list(results(case.board, WHITE, dice))
            assert len(found) == len(set(found)), case.name
            assert set(found) == want, case.name
            assert has_legal_play(case.board, WHITE, dice) == case.has_play, case.name


@pytest.mark.parametrize(("high", "low"), ROLLS)
def test_perft_from_the_start(high: int, low: int) -> None:
    known = golden.perft()[f"{high}-{low}"]
    boards = list(results(START, WHITE, (high, low)))
    assert len(boards) == known["depth1"]
    replies = sum(max(len(legal_plays(b, BLACK, dice)), 1) for b in boards for dice in ROLLS)
    assert replies == known["depth2"]
