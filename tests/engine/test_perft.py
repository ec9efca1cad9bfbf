from __future__ import annotations

import pytest

from engine.board import BAR
from engine.perft import perft, perft_of_roll
from engine.plays import ROLLS
from engine.variants import VARIANTS
from tests.engine import golden
from tests.engine.boards import BLACK, WHITE, placed


@pytest.mark.parametrize("name", VARIANTS)
def test_the_known_counts_of_each_roll(name: str) -> None:
    start, known = VARIANTS[name].start, golden.perft()[name]
    for depth, counts in enumerate((known.depth1, known.depth2), start=1):
        found = {f"{d1}-{d2}": perft_of_roll(start, WHITE, (d1, d2), depth) for d1, d2 in ROLLS}
        assert found == counts
        assert sum(found.values()) == known.sums[depth - 1]


def test_both_sides_count_alike_from_a_start() -> None:
    for variant in VARIANTS.values():
        assert perft(variant.start, WHITE, 1) == perft(variant.start, BLACK, 1)


def test_nothing_to_count_is_the_position_alone() -> None:
    assert perft(VARIANTS["standard"].start, WHITE, 0) == 1


def test_a_turn_without_a_play_counts_as_one() -> None:
    shut_out = placed({BAR: 1}, dict.fromkeys(range(1, 7), 2))
    assert perft(shut_out, WHITE, 1) == 21


def test_a_finished_game_goes_no_further() -> None:
    last = placed({1: 1}, {1: 1})
    assert perft(last, WHITE, 1) == 21
    assert perft(last, WHITE, 2) == 0
