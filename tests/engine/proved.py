"""Whole games with dice that can be proved, as a server and two programs play them at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine import commands as cmd
from engine.board import Step
from engine.dice import Secret
from engine.events import Event
from engine.plays import next_steps
from engine.promises import next_dice, owes_seed, wants_seed
from engine.seat import Seat
from engine.state import MatchState, Phase
from engine.variants import STANDARD
from tests.engine.matches import Table, seated
from tests.engine.programs import ROOM, ready, reveal, secret, server_part


def proved_games(
    games: int,
    seed: int = 1,
    *,
    variant: str = STANDARD,
    silent: Sequence[Seat] = (),
    mute: Sequence[Seat] = (),
) -> list[Event]:
    """The log of a money session of ``games`` games.

    Who is ``silent`` is bound to nothing, who is ``mute`` does not reveal in time.
    """
    chance = random.Random(seed)
    table = seated(length=None, variant=variant)
    while table.state.game_number < games or table.state.phase is not Phase.GAME_OVER:
        state = table.state
        if wants_seed(state) or owes_seed(state):
            table.ask(server_part(state, chance))
        elif state.phase in (Phase.READY, Phase.GAME_OVER):
            for seat in Seat:
                table.ask(cmd.Ready(seat=seat) if seat in silent else ready(table.state, seat))
        elif state.phase is Phase.OPENING and not state.proof.is_settled:
            for seat in Seat:
                late = seat in mute and state.proof.awaits(seat)
                if late or state.proof.awaits(seat):
                    table.ask(cmd.MissEntropy(seat=seat) if late else reveal(state, seat))
        else:
            _play(table, state, chance)
    while owes_seed(table.state):
        table.ask(server_part(table.state, chance))
    return table.log


def _play(table: Table, state: MatchState, chance: random.Random) -> None:
    command: cmd.Command = cmd.ThrowOpening()
    if state.on_roll is not None and state.phase is Phase.TO_ROLL:
        command = cmd.Roll(seat=state.on_roll)
    elif state.on_roll is not None and state.dice is not None:
        steps: list[Step] = []
        while following := next_steps(state.board, state.on_roll, state.dice, tuple(steps)):
            steps.append(chance.choice(following))
        command = cmd.PlayDice(seat=state.on_roll, segments=tuple(steps))
    dice = None
    if command.throws_dice:
        game = secret(Secret.SEED, state.match_number, state.game_number)
        dice = next_dice(state, ROOM, game)
    assert table.ask(command, dice)
