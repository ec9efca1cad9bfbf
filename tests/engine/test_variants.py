from __future__ import annotations

import pytest

from engine.board import START
from engine.ids import parse_position_id, position_id
from engine.variants import VARIANTS, Variant
from tests.engine import golden
from tests.engine.boards import BLACK, WHITE


def test_every_variant_of_the_golden_counts_is_there() -> None:
    assert set(VARIANTS) == set(golden.perft())


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_starts_are_the_known_ones(variant: Variant) -> None:
    known = golden.perft()[variant.name]
    start = variant.start
    assert start == golden.read_board(known.board, checkers=variant.checkers)
    assert position_id(start, WHITE) == position_id(start, BLACK) == known.position_id
    assert parse_position_id(known.position_id, checkers=variant.checkers) == start
    assert start.pips(WHITE) == start.pips(BLACK) == known.pips
    assert sum(start.white) == sum(start.black) == variant.checkers


def test_the_standard_start() -> None:
    assert VARIANTS["standard"].start == START
