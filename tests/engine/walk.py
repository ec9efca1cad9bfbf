"""Random walks through whole matches: legal and illegal commands by either seat.

A walk is told by its seed and rules. Most commands, so that games get on, are taken from what is
allowed; the rest from everything that can be asked. A long walk plays most games to their end, a
short one gets everywhere quickly.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, get_args

from engine import commands as cmd
from engine.absence import waited_for
from engine.board import Step
from engine.errors import IllegalCommand
from engine.events import Event
from engine.evolve import evolve, replay
from engine.match import Context, apply
from engine.objections import allowed, may_be_marked, was_cancelled
from engine.plays import legal_plays
from engine.seat import Seat
from engine.state import GAME_PHASES, OFFER_PHASES, Dice, MatchState, Phase, Rules, Win
from tests.engine.matches import BOB, EVE, opened, options
from tests.engine.programs import ready, reveal, seen, server_part

KINDS = {kind.name: kind for kind in get_args(cmd.ByPlayer)}
PATIENT = {
    "accept": 0.1,
    "beaver": 0.5,
    "cancel": 0.0005,
    "concede": 0.002,
    "double": 0.3,
    "drop": 0.1,
    "end_session": 0.1,
    "remove": 0.05,
    "resign": 0.05,
}
"""How often these are asked in a long walk, the others being 1."""
HASTY = {
    "cancel": 0.1,
    "close_room": 0.01,
    "concede": 0.3,
    "double": 3,
    "ready": 5,
    "rematch": 5,
    "remove": 0.5,
    "reveal": 5,
    "take": 0.5,
    "drop": 0.5,
}
"""The same for a short one, in which a double often waits for its answer."""


class Asked(NamedTuple):
    """One command and what came of it: events, or a refusal."""

    before: MatchState
    command: cmd.Command
    events: tuple[Event, ...]
    refused: IllegalCommand | None
    after: MatchState


@dataclass
class Walk:
    """What was asked, what happened, and the state after each number of events."""

    asked: list[Asked]
    log: list[Event]
    states: list[MatchState]

    @property
    def state(self) -> MatchState:
        return self.states[-1]


def walk(seed: int, rules: Rules, *, commands: int, weights: dict[str, float]) -> Walk:
    """A walk from the creation of a room on: ``commands`` commands, or fewer if it is cancelled."""
    chance = random.Random(seed)
    table = opened(**options(rules))
    states = [replay(table.log[:seq]) for seq in range(len(table.log) + 1)]
    walked = Walk(asked=[], log=table.log, states=states)
    for _ in range(commands):
        before = walked.state
        command = random_command(before, chance, weights)
        events, refused = judge(before, command, random_dice(chance))
        for event in events:
            walked.log.append(event)
            walked.states.append(evolve(walked.state, event))
        walked.asked.append(Asked(before, command, events, refused, walked.state))
        if was_cancelled(walked.state) and chance.random() < 0.1:
            break
    return walked


def judge(
    state: MatchState, command: cmd.Command, dice: Dice
) -> tuple[tuple[Event, ...], IllegalCommand | None]:
    try:
        return apply(state, command, Context(dice=dice)), None
    except IllegalCommand as refused:
        return (), refused


def random_dice(chance: random.Random) -> Dice:
    return (chance.randint(1, 6), chance.randint(1, 6))


def random_command(
    state: MatchState, chance: random.Random, weights: dict[str, float]
) -> cmd.Command:
    rare = state.phase in OFFER_PHASES
    if chance.random() < weights.get("close_room", 0) * (9 if rare else 1):
        return cmd.CloseRoom()
    now_and_then = 0.2 if rare else 0.03
    if chance.random() < (now_and_then if state.phase in GAME_PHASES else 0.3):
        return server_part(state, chance)
    if may_be_marked(state) and chance.random() < now_and_then:
        return seen(state, chance)
    late = waited_for(state)
    if late is not None and chance.random() < 3 * now_and_then:
        return cmd.ClaimGame(seat=late.other)
    if chance.random() < 0.03:
        return cmd.Join(player=EVE) if chance.random() < 0.5 else cmd.ThrowOpening()
    if state.phase is Phase.OPENING and chance.random() < 0.7:
        return cmd.ThrowOpening()
    if state.phase is Phase.SEATING and chance.random() < 0.3:
        return cmd.Join(player=BOB)
    seat = chance.choice(list(Seat))
    names = list(KINDS)
    if chance.random() < 0.8:
        seat = state.to_act or seat
        names = list(allowed(state, seat)) or names
    name = chance.choices(names, [weights.get(name, 1) for name in names])[0]
    return made(KINDS[name], seat, state, chance)


def made(
    kind: type[cmd.ByPlayer], seat: Seat, state: MatchState, chance: random.Random
) -> cmd.Command:
    if kind is cmd.PlayDice:
        return cmd.PlayDice(seat=seat, segments=segments(seat, state, chance))
    if kind is cmd.OfferResignation:
        return cmd.OfferResignation(seat=seat, win=chance.choice(list(Win)))
    if kind is cmd.RemoveSpectator:
        player = chance.choice(["ann", "bob", str(chance.randint(1, 200))])
        return cmd.RemoveSpectator(seat=seat, player=player)
    if kind is cmd.Ready:
        return ready(state, seat) if chance.random() < 0.7 else cmd.Ready(seat=seat)
    if kind is cmd.Reveal:
        return reveal(state, seat)
    return kind(seat=seat)  # type: ignore[call-arg]  # a seat is all that the others have


def segments(seat: Seat, state: MatchState, chance: random.Random) -> tuple[Step, ...]:
    """One of the first legal plays in any order, now and then with one step changed or lost."""
    plays = islice(legal_plays(state.board, seat, state.dice or random_dice(chance)), 8)
    play = list(chance.choice(list(plays) or [()]))
    chance.shuffle(play)
    if chance.random() < 0.1:
        play[-1:] = [Step(chance.randint(0, 26), chance.randint(0, 26))] * chance.randint(0, 1)
    return tuple(play)
