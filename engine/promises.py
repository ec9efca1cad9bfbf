"""What is promised and told for the dice of a game, as commands of a match.

``dice.py`` has the arithmetic, ``docs/dice.md`` the reasons. A game goes so: the server commits
itself to a seed, each player to an entropy with ``ready``; the game starts, both reveal, the dice
fall; when it is over, the seed is revealed and the server commits itself to the next one. A secret
that is not the committed one is refused.
"""

from __future__ import annotations

from engine import commands as cmd
from engine import events as ev
from engine.dice import SECRET_BYTES, Secret, Secrets, commitment, game_name, roll
from engine.errors import Code, IllegalCommand
from engine.seat import BySeat, Seat
from engine.state import Dice, MatchState, Phase

NO_ENTROPY = bytes(SECRET_BYTES)
"""Stands in the dice for an entropy that nobody told."""


def wants_seed(state: MatchState) -> bool:
    """Whether a game may follow for whose dice nobody has promised anything yet."""
    between_games = state.phase in (Phase.READY, Phase.GAME_OVER)
    return between_games and state.proof.game != state.game_number + 1


def owes_seed(state: MatchState) -> bool:
    """Whether the seed must be told now: its game is over, or will never be played."""
    proof = state.proof
    if proof.seed is None:
        return False
    played = state.phase is Phase.GAME_OVER and proof.game == state.game_number
    return played or state.phase is Phase.MATCH_OVER


def commit_seed(state: MatchState, command: cmd.CommitSeed) -> tuple[ev.Event, ...]:
    """The server's promise for the next game.

    Raises:
        IllegalCommand: another one stands, or no game can follow.
    """
    if not wants_seed(state):
        raise IllegalCommand(Code.NOTHING_TO_REVEAL)
    return (ev.SeedCommitted(game=state.game_number + 1, commitment=command.commitment),)


def reveal_seed(state: MatchState, command: cmd.RevealSeed, room: str) -> tuple[ev.Event, ...]:
    """The seed of a game that is over.

    Raises:
        IllegalCommand: it is too early, or the seed is not the committed one.
    """
    if not owes_seed(state):
        raise IllegalCommand(Code.NOTHING_TO_REVEAL)
    _check(state, Secret.SEED, command.seed, state.proof.seed, room)
    return (ev.SeedRevealed(game=state.proof.game, seed=command.seed),)


def reveal(state: MatchState, command: cmd.Reveal, room: str) -> tuple[ev.Event, ...]:
    """A player's entropy; nothing if it was told already.

    Raises:
        IllegalCommand: none was committed or it is too late, or it is not the committed one.
    """
    seat, proof = command.seat, state.proof
    if proof.entropy[seat] == command.entropy:
        return ()
    if not proof.awaits(seat):
        raise IllegalCommand(Code.NOTHING_TO_REVEAL)
    _check(state, Secret(seat), command.entropy, proof.committed[seat], room)
    return (ev.EntropyRevealed(seat=seat, entropy=command.entropy),)


def miss_entropy(state: MatchState, command: cmd.MissEntropy) -> tuple[ev.Event, ...]:
    """The game goes on without what a player did not tell in time.

    Raises:
        IllegalCommand: nothing is awaited from that seat.
    """
    if state.phase is not Phase.OPENING or not state.proof.awaits(command.seat):
        raise IllegalCommand(Code.NOTHING_TO_REVEAL)
    return (ev.EntropyMissed(seat=command.seat),)


def proof_game(state: MatchState, room: str) -> bytes:
    """The name of the game that ``state.proof`` is about."""
    return game_name(room, state.match_number, state.proof.game)


def fits_promise(state: MatchState, room: str, seed: bytes) -> bool:
    """Whether ``seed`` is the one to which the server is bound; never if it is bound to none."""
    if state.proof.seed is None or len(seed) != SECRET_BYTES:
        return False
    return commitment(Secret.SEED, proof_game(state, room), seed).hex() == state.proof.seed


def part_fits(state: MatchState, room: str, seat: Seat) -> bool:
    """Whether what ``seat`` told is what it had committed; so is nothing told."""
    told, proof = state.proof.entropy[seat], state.proof
    if told is None:
        return True
    return _fits(state, Secret(seat), told, proof.committed[seat], room)


def next_dice(state: MatchState, room: str, seed: bytes, number: int | None = None) -> Dice:
    """The dice of throw ``number`` of the game of ``state``, for which ``seed`` was committed.

    Without a number those that fall next.
    """
    entropy = BySeat(*(_told(state.proof.entropy[seat]) for seat in Seat))
    secrets = Secrets(seed=seed, entropy=entropy)
    return roll(proof_game(state, room), secrets, state.throws if number is None else number)


def _told(entropy: str | None) -> bytes:
    return NO_ENTROPY if entropy is None else bytes.fromhex(entropy)


def _check(state: MatchState, secret: Secret, told: str, promised: str | None, room: str) -> None:
    if not _fits(state, secret, told, promised, room):
        raise IllegalCommand(Code.WRONG_SECRET)


def _fits(state: MatchState, secret: Secret, told: str, promised: str | None, room: str) -> bool:
    try:
        return commitment(secret, proof_game(state, room), bytes.fromhex(told)).hex() == promised
    except ValueError:
        return False
