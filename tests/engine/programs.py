"""What programs do in a match besides people: they promise and reveal the secrets of its dice.

The secrets of these tests follow from the game and its side, so nobody has to carry them along.
"""

from __future__ import annotations

import hashlib
import random

from engine import commands as cmd
from engine.dice import Secret, commitment, game_name
from engine.promises import owes_seed, wants_seed
from engine.seat import Seat
from engine.state import Away, MatchState, Phase
from tests.engine.matches import Table, seated

GONE = (Away.LOST, Away.LEFT)
ROOM = ""
"""The code of a room of which a ``Context`` tells nothing."""


def secret(whose: Secret, match: int, game: int) -> bytes:
    """The secret of this side for this game."""
    return hashlib.sha256(f"{whose} {match} {game}".encode()).digest()


def promise(whose: Secret, match: int, game: int, room: str = ROOM) -> str:
    """The commitment to it."""
    return commitment(whose, game_name(room, match, game), secret(whose, match, game)).hex()


def ready(state: MatchState, seat: Seat, room: str = ROOM) -> cmd.Ready:
    """Ready with a commitment, if there is a promise of the server's to answer."""
    if state.proof.seed is None:
        return cmd.Ready(seat=seat)
    part = promise(Secret(seat), state.match_number, state.proof.game, room)
    return cmd.Ready(seat=seat, commitment=part)


def reveal(state: MatchState, seat: Seat) -> cmd.Reveal:
    """The entropy of this game."""
    entropy = secret(Secret(seat), state.match_number, state.proof.game)
    return cmd.Reveal(seat=seat, entropy=entropy.hex())


def promised() -> Table:
    """A first game that waits for both entropies."""
    table = seated()
    table.ask(cmd.CommitSeed(commitment=promise(Secret.SEED, 1, 1)))
    for seat in Seat:
        table.ask(ready(table.state, seat))
    return table


def seen(state: MatchState, chance: random.Random) -> cmd.MarkSeat:
    """One of the players goes, or comes back."""
    seat = chance.choice(list(Seat))
    gone = state.away[seat] is Away.HERE
    return cmd.MarkSeat(seat=seat, away=chance.choice(GONE) if gone else Away.HERE)


def server_part(state: MatchState, chance: random.Random, room: str = ROOM) -> cmd.ByServer:
    """What the server may do by itself now, other than throw dice."""
    game = state.game_number + 1
    if state.rules.clock is not None and state.to_act is not None:
        return cmd.CreditTime(credit_ms=1) if chance.random() < 0.7 else cmd.Flag(seat=state.to_act)
    if owes_seed(state):
        return cmd.RevealSeed(seed=secret(Secret.SEED, state.match_number, state.proof.game).hex())
    if wants_seed(state):
        return cmd.CommitSeed(commitment=promise(Secret.SEED, state.match_number, game, room))
    if state.phase is Phase.GAME_OVER:
        return cmd.StartGame()
    return cmd.MissEntropy(seat=chance.choice(list(Seat)))
