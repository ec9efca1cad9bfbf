from __future__ import annotations

from collections import Counter

from server.dice import DiceCup, throw_dice


def test_thrown_dice_are_fair_enough_to_notice_a_missing_face() -> None:
    counts = Counter(die for _ in range(3_000) for die in throw_dice())

    assert set(counts) == {1, 2, 3, 4, 5, 6}
    # 6,000 dice: 1,000 a face with a standard deviation of 29; seven of them either way.
    assert all(800 < count < 1_200 for count in counts.values())


def test_both_dice_of_a_throw_are_independent() -> None:
    doubles = sum(first == second for first, second in (throw_dice() for _ in range(6_000)))

    assert 800 < doubles < 1_200


def test_a_cup_throws_new_dice_and_can_hand_out_the_same_again() -> None:
    source = iter([(1, 2), (3, 4), (5, 6)])
    cup = DiceCup(lambda: next(source))

    assert [cup.throw(), cup.throw()] == [(1, 2), (3, 4)]
    cup.from_the_start()
    assert [cup.throw(), cup.throw(), cup.throw()] == [(1, 2), (3, 4), (5, 6)]
