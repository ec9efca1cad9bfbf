"""What may be promised and told for the dice of a game, when, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.dice import SECRET_BYTES, Secret, Secrets, game_name, roll
from engine.errors import Code, IllegalCommand
from engine.promises import (
    NO_ENTROPY,
    commit_seed,
    fits_promise,
    miss_entropy,
    next_dice,
    owes_seed,
    part_fits,
    proof_game,
    reveal,
    reveal_seed,
    wants_seed,
)
from engine.seat import BySeat, Seat
from engine.state import MatchState, Win
from tests.engine.matches import Table, opened, seated, started
from tests.engine.programs import ROOM, promise, promised, ready, secret
from tests.engine.programs import reveal as told_by

WHITE, BLACK = Seat.WHITE, Seat.BLACK
SEED = secret(Secret.SEED, 1, 1)
OTHER = secret(Secret.SEED, 1, 2)


def code_of(refused: Callable[[], object]) -> Code:
    """Why it is refused."""
    with pytest.raises(IllegalCommand) as caught:
        refused()
    return caught.value.code


def revealed() -> Table:
    """A first game for which both have told their parts."""
    table = promised()
    for seat in Seat:
        table.ask(told_by(table.state, seat))
    return table


def over() -> Table:
    """The first game, lost by White in the first turn; its seed is owed."""
    table = revealed()
    table.ask(cmd.ThrowOpening(), next_dice(table.state, ROOM, SEED))
    table.ask(cmd.OfferResignation(seat=WHITE, win=Win.SINGLE))
    if table.state.resignation is not None:
        table.ask(cmd.AcceptResignation(seat=BLACK))
    return table


def changed(state: MatchState, **parts: object) -> MatchState:
    """The same moment with something else in its proof."""
    return replace(state, proof=replace(state.proof, **parts))  # type: ignore[arg-type]


def test_a_seed_is_wanted_between_games_until_one_is_promised() -> None:
    assert not wants_seed(opened().state)  # nobody to play with
    table = seated()
    assert wants_seed(table.state)
    table.ask(cmd.CommitSeed(commitment=promise(Secret.SEED, 1, 1)))
    assert not wants_seed(table.state)
    assert not wants_seed(started().state)  # too late for this game
    table = over()
    table.ask(cmd.RevealSeed(seed=SEED.hex()))
    assert wants_seed(table.state)


def test_a_seed_is_owed_from_the_end_of_its_game_until_it_is_told() -> None:
    assert not owes_seed(seated().state)
    assert not owes_seed(revealed().state)
    table = over()
    assert owes_seed(table.state)
    table.ask(cmd.RevealSeed(seed=SEED.hex()))
    assert not owes_seed(table.state)


def test_the_seed_of_a_game_that_will_never_be_played_is_owed() -> None:
    table = seated()
    table.ask(cmd.CommitSeed(commitment=promise(Secret.SEED, 1, 1)))
    assert not owes_seed(table.state)
    table.ask(cmd.Cancel(seat=WHITE))
    assert owes_seed(table.state)


def test_a_seed_is_promised_once_for_the_game_to_come() -> None:
    table = seated()
    command = cmd.CommitSeed(commitment=promise(Secret.SEED, 1, 1))
    assert commit_seed(table.state, command) == (
        ev.SeedCommitted(game=1, commitment=command.commitment),
    )
    table.ask(command)
    for state in (table.state, started().state, opened().state):
        assert code_of(lambda state=state: commit_seed(state, command)) is Code.NOTHING_TO_REVEAL  # type: ignore[misc]


def test_the_seed_is_told_when_its_game_is_over_and_is_the_promised_one() -> None:
    state = over().state
    events = reveal_seed(state, cmd.RevealSeed(seed=SEED.hex()), ROOM)
    assert events == (ev.SeedRevealed(game=1, seed=SEED.hex()),)


def test_a_seed_that_is_told_too_early_or_was_never_promised_is_refused() -> None:
    command = cmd.RevealSeed(seed=SEED.hex())
    for table in (seated(), promised(), revealed()):
        refused = code_of(lambda table=table: reveal_seed(table.state, command, ROOM))  # type: ignore[misc]
        assert refused is Code.NOTHING_TO_REVEAL


@pytest.mark.parametrize("seed", [OTHER.hex(), SEED.hex()[:-2], SEED.hex()[:-1], "", "seed"])
def test_another_seed_than_the_promised_one_is_refused(seed: str) -> None:
    state = over().state
    command = cmd.RevealSeed(seed=seed)
    assert code_of(lambda: reveal_seed(state, command, ROOM)) is Code.WRONG_SECRET


def test_a_seed_of_another_room_is_another_seed() -> None:
    state = over().state
    command = cmd.RevealSeed(seed=SEED.hex())
    assert code_of(lambda: reveal_seed(state, command, "another")) is Code.WRONG_SECRET


@pytest.mark.parametrize("seat", Seat)
def test_a_player_tells_the_committed_entropy_once(seat: Seat) -> None:
    table = promised()
    command = told_by(table.state, seat)
    events = reveal(table.state, command, ROOM)
    assert events == (ev.EntropyRevealed(seat=seat, entropy=command.entropy),)
    table.ask(command)
    assert reveal(table.state, command, ROOM) == ()
    other = cmd.Reveal(seat=seat, entropy=OTHER.hex())
    assert code_of(lambda: reveal(table.state, other, ROOM)) is Code.NOTHING_TO_REVEAL


@pytest.mark.parametrize("entropy", [OTHER.hex(), "", "zz" * SECRET_BYTES, "0"])
def test_another_entropy_than_the_committed_one_is_refused(entropy: str) -> None:
    state = promised().state
    command = cmd.Reveal(seat=WHITE, entropy=entropy)
    assert code_of(lambda: reveal(state, command, ROOM)) is Code.WRONG_SECRET


def test_the_entropy_of_the_other_side_is_not_ones_own() -> None:
    state = promised().state
    command = cmd.Reveal(seat=WHITE, entropy=told_by(state, BLACK).entropy)
    assert code_of(lambda: reveal(state, command, ROOM)) is Code.WRONG_SECRET


def test_who_is_bound_to_nothing_or_too_late_tells_nothing() -> None:
    table = promised()
    command = told_by(table.state, WHITE)
    unbound = changed(table.state, committed=BySeat(None, None))
    assert code_of(lambda: reveal(unbound, command, ROOM)) is Code.NOTHING_TO_REVEAL
    table.ask(cmd.MissEntropy(seat=WHITE))
    assert code_of(lambda: reveal(table.state, command, ROOM)) is Code.NOTHING_TO_REVEAL


def test_what_is_awaited_before_the_opening_throw_can_be_missed() -> None:
    table = promised()
    command = cmd.MissEntropy(seat=BLACK)
    assert miss_entropy(table.state, command) == (ev.EntropyMissed(seat=BLACK),)
    table.ask(command)
    before = seated()
    before.ask(cmd.CommitSeed(commitment=promise(Secret.SEED, 1, 1)))
    before.ask(ready(before.state, BLACK))  # bound, but the game has not started
    for state in (table.state, before.state, revealed().state, started().state):
        refused = code_of(lambda state=state: miss_entropy(state, command))  # type: ignore[misc]
        assert refused is Code.NOTHING_TO_REVEAL


def test_the_game_of_a_proof_has_a_name_of_its_own() -> None:
    state = promised().state
    assert proof_game(state, "ROOM") == game_name("ROOM", 1, 1)
    assert proof_game(changed(state, game=2), "ROOM") == game_name("ROOM", 1, 2)
    assert proof_game(replace(state, match_number=3), "ROOM") == game_name("ROOM", 3, 1)


def test_only_the_promised_seed_fits() -> None:
    state = promised().state
    assert fits_promise(state, ROOM, SEED)
    for seed in (OTHER, b"", SEED[:-1], SEED + b"\0"):
        assert not fits_promise(state, ROOM, seed)
    assert not fits_promise(state, "another", SEED)
    assert not fits_promise(changed(state, game=2), ROOM, SEED)
    assert not fits_promise(seated().state, ROOM, SEED)


@pytest.mark.parametrize("seat", Seat)
def test_a_part_fits_if_it_is_the_committed_one_or_is_not_there(seat: Seat) -> None:
    state = revealed().state
    assert part_fits(promised().state, ROOM, seat)
    assert part_fits(state, ROOM, seat)
    assert not part_fits(state, "another", seat)
    for told in (OTHER.hex(), "", "no digits"):
        wrong = changed(state, entropy=state.proof.entropy.with_(seat, told))
        assert not part_fits(wrong, ROOM, seat)
        assert part_fits(wrong, ROOM, seat.other)
    unbound = changed(state, committed=state.proof.committed.with_(seat, None))
    assert not part_fits(unbound, ROOM, seat)


def test_the_next_dice_are_those_of_the_secrets_and_the_number_of_the_throw() -> None:
    table = revealed()
    entropy = BySeat(*(secret(Secret(seat), 1, 1) for seat in Seat))
    name, secrets = game_name(ROOM, 1, 1), Secrets(seed=SEED, entropy=entropy)
    falls = [roll(name, secrets, number) for number in range(20)]
    assert [next_dice(table.state, ROOM, SEED, number) for number in range(20)] == falls
    assert next_dice(table.state, ROOM, SEED) == falls[0]
    table.ask(cmd.ThrowOpening(), falls[0])
    assert next_dice(table.state, ROOM, SEED) == falls[1]
    assert [next_dice(table.state, ROOM, OTHER, number) for number in range(20)] != falls


def test_an_entropy_that_nobody_told_stands_as_zeros() -> None:
    state = promised().state
    secrets = Secrets(seed=SEED, entropy=BySeat(NO_ENTROPY, NO_ENTROPY))
    assert bytes(32) == NO_ENTROPY
    falls = [roll(game_name(ROOM, 1, 1), secrets, number) for number in range(20)]
    assert [next_dice(state, ROOM, SEED, number) for number in range(20)] == falls


@pytest.mark.parametrize("seed", [b"", SEED[:-1], SEED + b"\0"])
def test_no_dice_follow_from_what_is_no_seed(seed: bytes) -> None:
    with pytest.raises(ValueError, match="bytes"):
        next_dice(revealed().state, ROOM, seed)
