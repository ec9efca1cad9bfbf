"""The first plays that ``help openings`` prints."""

from __future__ import annotations

import json
from typing import cast

import pytest

from bench import openings
from engine import START, Dice, Seat, format_play, parse_play, resolve

KEPT = cast(openings.Openings, json.loads(openings.FILE.read_text(encoding="utf-8")))
ROLLS = {f"{high}{low}": (high, low) for high, low in openings.rolls()}


@pytest.mark.parametrize(("roll", "dice"), ROLLS.items())
def test_the_plays_are_legal_and_the_best_comes_first(roll: str, dice: Dice) -> None:
    plays = KEPT["rolls"][roll]
    for text, _ in plays:
        play = resolve(START, Seat.WHITE, dice, parse_play(text))
        assert format_play(START, Seat.WHITE, play) == text
    losses = [loss for _, loss in plays]
    assert losses[0] == 0
    assert losses == sorted(losses)
    assert losses[-1] <= openings.CLOSE


def test_every_roll_is_there_and_the_file_is_as_it_is_written() -> None:
    assert len(KEPT["rolls"]) == 21
    assert openings.written(KEPT) == openings.FILE.read_text(encoding="utf-8")


def test_bgsage_says_the_same_today() -> None:
    """A few rolls: clear ones, close ones, and doubles. All of them: ``bench.openings --check``."""
    sage = pytest.importorskip("bgsage", reason="bgsage is not installed: make bench installs it")
    analyzer = sage.BgBotAnalyzer(eval_level=openings.LEVEL)
    for roll in ("31", "64", "44"):
        now = dict(openings.best_plays(analyzer, ROLLS[roll]))
        kept = dict(KEPT["rolls"][roll])
        assert now == pytest.approx(kept, abs=2)
