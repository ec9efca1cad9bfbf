"""Dice that can be checked: the bytes as they are documented, and what a check finds."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as cmd
from engine import events as ev
from engine.dice import (
    MAX_ROLLS,
    Secret,
    Secrets,
    check,
    commitment,
    commitments,
    dice_of,
    game_name,
    roll,
    thrown_in,
)
from engine.plays import legal_plays
from engine.seat import BySeat
from engine.state import Dice, Phase
from tests.documents import DOCS
from tests.engine.dice_vectors import GAMES, NUMBERS, ROOM, SECRETS
from tests.engine.matches import WHITE, Table, seated

GAME = game_name(ROOM, 1, 1)
COMMITTED = commitments(GAME, SECRETS)
PAGE = (DOCS / "dice.md").read_text(encoding="utf-8")

secret_bytes = st.binary(min_size=32, max_size=32)
any_secrets = st.builds(
    Secrets, seed=secret_bytes, entropy=st.builds(BySeat, secret_bytes, secret_bytes)
)


def thrown(rolls: int, secrets: Secrets = SECRETS) -> list[Dice]:
    return [roll(GAME, secrets, number) for number in range(rolls)]


# The bytes, a second time and with nothing but SHA-256.


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def literal_hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104."""
    block = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in block) + message)
    return sha256(bytes(byte ^ 0x5C for byte in block) + inner)


def literal_roll(match: int, game: int, secrets: Secrets, number: int) -> Dice:
    name = sha256(b"shuanglu dice v1 game\0" + f"{ROOM}/{match}/{game}".encode())
    message = name + secrets.entropy.white + secrets.entropy.black + number.to_bytes(4, "big")
    first, second, *_ = (byte for byte in literal_hmac(secrets.seed, message) if byte < 252)
    return (first % 6 + 1, second % 6 + 1)


@given(any_secrets, st.integers(1, 1000), st.integers(1, 1000), st.integers(0, MAX_ROLLS - 1))
def test_a_roll_is_what_the_bytes_say(secrets: Secrets, match: int, game: int, number: int) -> None:
    name = game_name(ROOM, match, game)
    assert roll(name, secrets, number) == literal_roll(match, game, secrets, number)


@given(any_secrets)
def test_a_commitment_is_what_the_bytes_say(secrets: Secrets) -> None:
    committed = commitments(GAME, secrets)
    for secret, word in zip(Secret, (b"seed", b"white", b"black"), strict=True):
        value = secrets.of(secret)
        expected = sha256(b"shuanglu dice v1 " + word + b"\0" + GAME + value)
        assert committed.of(secret) == commitment(secret, GAME, value) == expected


def test_the_few_lines_of_the_page_give_its_vectors() -> None:
    lines = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    told: dict[str, Callable[..., list[int]]] = {}
    exec(lines[0], told)
    rows = re.findall(r"^\| rolls \| (.*) \|$", PAGE, re.MULTILINE)
    assert len(rows) == len(GAMES)
    secrets = (SECRETS.seed, SECRETS.entropy.white, SECRETS.entropy.black)
    for game, row in zip(GAMES, rows, strict=True):
        rolls = {n: told["roll"](*secrets, ROOM, *game, n) for n in NUMBERS}
        assert row == ", ".join(f"{n}: {one}-{two}" for n, (one, two) in rolls.items())


def test_a_byte_above_251_is_no_die() -> None:
    assert dice_of([bytes([252, 255, 0, 254, 251, 7])]) == (1, 6)
    assert dice_of([bytes([253] * 32), bytes([252] * 31 + [3]), bytes([4] * 32)]) == (4, 5)
    with pytest.raises(ValueError, match="no two dice"):
        dice_of([bytes([252] * 32), bytes([1] + [255] * 31)])


@pytest.mark.parametrize("length", [0, 31, 33])
def test_every_length_is_fixed(length: int) -> None:
    short, right = bytes(length), bytes(32)
    for seed, white, black in ((short, right, right), (right, short, right), (right, right, short)):
        with pytest.raises(ValueError, match="32"):
            Secrets(seed=seed, entropy=BySeat(white, black))
    for game, value in ((short, right), (right, short)):
        with pytest.raises(ValueError, match="32"):
            commitment(Secret.SEED, game, value)
    with pytest.raises(ValueError, match="32"):
        roll(short, SECRETS, 0)


@pytest.mark.parametrize("number", [-1, MAX_ROLLS])
def test_there_is_no_roll_of_such_a_number(number: int) -> None:
    with pytest.raises(ValueError, match=f"no roll {number}"):
        roll(GAME, SECRETS, number)


def test_no_two_commitments_are_alike() -> None:
    """To one value, as each part, in each game: a copied commitment is worth nothing."""
    games = [game_name(room, *numbers) for room in (ROOM, ROOM[::-1]) for numbers in GAMES]
    promised = {commitment(secret, game, bytes(32)) for secret in Secret for game in games}
    assert len(promised) == len(Secret) * len(games)


# What a check finds.


def with_byte(value: bytes, place: int, byte: int) -> bytes:
    return value[:place] + bytes([byte]) + value[place + 1 :]


def with_secret(secrets: Secrets, secret: Secret, value: bytes) -> Secrets:
    if secret is Secret.SEED:
        return replace(secrets, seed=value)
    entropy = secrets.entropy
    white, black = (value, entropy.black) if secret is Secret.WHITE else (entropy.white, value)
    return replace(secrets, entropy=BySeat(white, black))


@given(any_secrets, st.integers(0, 60))
def test_dice_as_they_were_derived_are_right(secrets: Secrets, rolls: int) -> None:
    assert check(GAME, commitments(GAME, secrets), secrets, thrown(rolls, secrets)) is None


@given(st.data(), st.integers(1, 60))
def test_one_other_roll_is_found(data: st.DataObject, rolls: int) -> None:
    dice = thrown(rolls)
    number = data.draw(st.integers(0, rolls - 1))
    die = st.integers(1, 6)
    changed = data.draw(st.tuples(die, die).filter(lambda other: other != dice[number]))
    found = check(GAME, COMMITTED, SECRETS, [*dice[:number], changed, *dice[number + 1 :]])
    assert found is not None
    assert (found.roll, found.secret) == (number, None)
    right = dice[number]
    assert found.text == (
        f"Roll {number} was {changed[0]}-{changed[1]} and should have been {right[0]}-{right[1]}."
    )


@given(st.integers(0, 59), st.integers(0, 59))
def test_two_rolls_in_the_other_order_are_found(one: int, other: int) -> None:
    dice = thrown(60)
    first, second = sorted((one, other))
    dice[first], dice[second] = dice[second], dice[first]
    found = check(GAME, COMMITTED, SECRETS, dice)
    assert (found and found.roll) == (None if dice[first] == dice[second] else first)


def test_a_roll_left_out_or_thrown_twice_is_found() -> None:
    dice = thrown(60)
    number = next(n for n in range(20, 60) if dice[n] != dice[n + 1])
    left_out = check(GAME, COMMITTED, SECRETS, dice[:number] + dice[number + 1 :])
    twice = check(GAME, COMMITTED, SECRETS, dice[: number + 1] + dice[number:])
    assert left_out is not None
    assert twice is not None
    assert (left_out.roll, twice.roll) == (number, number + 1)


def test_the_two_dice_of_a_roll_have_an_order() -> None:
    dice = thrown(20)
    number = next(n for n, (one, two) in enumerate(dice) if one != two)
    one, two = dice[number]
    found = check(GAME, COMMITTED, SECRETS, [*dice[:number], (two, one), *dice[number + 1 :]])
    assert found is not None
    assert found.roll == number


@given(st.sampled_from(Secret), st.integers(0, 31), st.integers(1, 255))
def test_one_other_byte_of_a_secret_or_of_a_commitment_is_found(
    secret: Secret, place: int, flip: int
) -> None:
    for revealed, committed in ((SECRETS, COMMITTED), (COMMITTED, SECRETS)):
        value = revealed.of(secret)
        spoiled = with_secret(revealed, secret, with_byte(value, place, value[place] ^ flip))
        pair = (committed, spoiled) if revealed is SECRETS else (spoiled, committed)
        found = check(GAME, *pair, thrown(3))
        assert found is not None
        assert (found.secret, found.roll) == (secret, None)
        whose = "seed" if secret is Secret.SEED else f"entropy of {secret.value}"
        assert found.text == f"The {whose} is not the one that was committed."


def test_another_game_and_exchanged_entropies_are_found() -> None:
    found = check(game_name(ROOM, 1, 2), COMMITTED, SECRETS, [])
    assert found is not None
    assert found.secret is Secret.SEED
    exchanged = replace(SECRETS, entropy=BySeat(SECRETS.entropy.black, SECRETS.entropy.white))
    found = check(GAME, COMMITTED, exchanged, [])
    assert found is not None
    assert found.secret is Secret.WHITE


# A whole game with such dice, checked by its log.


def played_game(seed: int) -> Table:
    """One game of a session, up to its end, with the dice of ``SECRETS``."""
    chance, number = random.Random(seed), 0
    table = seated(length=None, automatic_doubles=1)
    table.both_ready()
    while not table.in_phase(Phase.GAME_OVER):
        state = table.state
        dice = roll(GAME, SECRETS, number)
        if state.phase is Phase.OPENING:
            table.ask(cmd.ThrowOpening(), dice)
        elif state.phase is Phase.TO_ROLL and state.on_roll is not None:
            table.ask(cmd.Roll(seat=state.on_roll), dice)
        elif state.on_roll is not None and state.dice is not None:
            plays = list(legal_plays(state.board, state.on_roll, state.dice))
            table.ask(cmd.PlayDice(seat=state.on_roll, segments=chance.choice(plays)))
            continue
        number += 1
    return table


def test_the_log_of_a_game_has_all_its_dice() -> None:
    log = played_game(1).log
    dice = thrown_in(log)
    assert len(dice) > 30
    assert dice == thrown(len(dice))
    assert check(GAME, COMMITTED, SECRETS, dice) is None
    assert any(isinstance(event, ev.TurnPassed) for event in log)


def test_opening_throws_and_their_ties_are_dice_too() -> None:
    opening = (
        ev.GameStarted(number=1, crawford=False),
        ev.OpeningTied(die=4),
        ev.AutomaticallyDoubled(value=2),
        ev.OpeningThrown(white=2, black=5),
        ev.Rolled(seat=WHITE, dice=(6, 1)),
    )
    assert thrown_in(opening) == [(4, 4), (2, 5), (6, 1)]
