"""A million rolls of one game: no face, roll or pair of rolls comes too often or too seldom.

The secrets are fixed, so that the figures are the same in every run. The bounds leave room for what
one honest million in some ten thousand would show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from operator import mul

import pytest

from engine.dice import game_name, roll
from engine.state import Dice
from tests.engine.dice_vectors import ROOM, SECRETS

pytestmark = pytest.mark.unmeasured

ROLLS = 1_000_000
SIGMAS = 4
GAME = game_name(ROOM, 1, 1)


@pytest.fixture(scope="module")
def rolls() -> list[Dice]:
    return [roll(GAME, SECRETS, number) for number in range(ROLLS)]


def assert_even(found: Iterable[object], kinds: int) -> None:
    """Chi-square by its normal approximation: mean k - 1, variance 2(k - 1)."""
    counts = Counter(found)
    assert len(counts) == kinds
    expected = sum(counts.values()) / kinds
    chi_square = sum((count - expected) ** 2 for count in counts.values()) / expected
    freedom = kinds - 1
    assert abs(chi_square - freedom) < (SIGMAS + 1) * sqrt(2 * freedom)


def correlation(one: Sequence[int], other: Sequence[int]) -> float:
    number = len(one)
    mean1, mean2 = sum(one) / number, sum(other) / number
    covariance: float = sum(map(mul, one, other)) / number - mean1 * mean2
    variance1: float = sum(map(mul, one, one)) / number - mean1 * mean1
    variance2: float = sum(map(mul, other, other)) / number - mean2 * mean2
    return covariance / sqrt(variance1 * variance2)


def test_each_of_the_36_rolls_comes_as_often(rolls: list[Dice]) -> None:
    assert_even(rolls, 36)


def test_each_face_of_either_die_comes_as_often(rolls: list[Dice]) -> None:
    for die in (0, 1):
        assert_even((dice[die] for dice in rolls), 6)


def test_each_roll_is_followed_by_each_as_often(rolls: list[Dice]) -> None:
    assert_even(pairwise(rolls), 36 * 36)


@pytest.mark.parametrize("lag", [1, 2, 3, 7, 36, 256])
def test_no_roll_tells_anything_of_a_later_one(rolls: list[Dice], lag: int) -> None:
    """Serial correlation of the sum of both dice, and of each die."""
    for values in (
        [one + two for one, two in rolls],
        [one for one, _ in rolls],
        [two for _, two in rolls],
    ):
        assert abs(correlation(values[:-lag], values[lag:])) < SIGMAS / sqrt(ROLLS - lag)


def test_the_dice_of_one_roll_tell_nothing_of_each_other(rolls: list[Dice]) -> None:
    first, second = zip(*rolls, strict=True)
    assert abs(correlation(first, second)) < SIGMAS / sqrt(ROLLS)


@pytest.mark.parametrize("place", [0, 15, 31])
def test_who_knows_all_but_one_bit_of_the_seed_knows_nothing(place: int) -> None:
    """Before the reveal everything but the seed is public: a guess is right once in 36 times."""
    seed = bytearray(SECRETS.seed)
    seed[place] ^= 1
    guessed = replace(SECRETS, seed=bytes(seed))
    tries = 20_000
    right = sum(roll(GAME, SECRETS, n) == roll(GAME, guessed, n) for n in range(tries))
    expected, deviation = tries / 36, sqrt(tries * 35) / 36
    assert abs(right - expected) < SIGMAS * deviation
