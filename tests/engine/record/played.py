"""Whole matches played at random, for exporting them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from engine import commands as cmd
from engine.events import Event
from engine.evolve import evolve
from engine.match import Context, apply, create
from engine.objections import allowed, objection_to_level
from engine.plays import legal_plays
from engine.record.matches import match_records
from engine.record.model import MatchRecord
from engine.seat import Seat
from engine.state import OFFER_PHASES, MatchState, Phase, Player, Rules, Win

ALICE = Player(id="alice", name='Alice: "A], \\ 1')
BO = Player(id="bo", name="Bo 双陆: 2")
"""Names with every sign that some format uses for something else."""

STARTED_MS = 1_790_000_000_000
SESSION_GAMES = 5
"""After how many games a money session is ended."""

RULES = (
    Rules(length=1),
    Rules(length=3),
    Rules(length=5),
    Rules(length=7),
    Rules(length=5, cube=False),
    Rules(length=None),
    Rules(length=None, jacoby=True),
    Rules(length=None, beavers=True, automatic_doubles=2, cube_limit=1024),
    Rules(length=3, variant="nackgammon"),
    Rules(length=3, variant="hypergammon"),
    Rules(length=None, jacoby=True, variant="hypergammon"),
)


@cache
def whole_match(seed: int, rules: Rules) -> tuple[Event, ...]:
    """The events of a match from the creation of its room to its end."""
    chance = random.Random(seed)
    log = list(create(rules, ALICE))
    state = MatchState()
    for event in log:
        state = evolve(state, event)
    while state.phase is not Phase.MATCH_OVER:
        command = _next(state, chance)
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        for event in apply(state, command, Context(dice=dice)):
            state = evolve(state, event)
            log.append(event)
    return tuple(log)


def record_of(events: Sequence[Event]) -> MatchRecord:
    """The record of the only match in ``events``."""
    (record,) = match_records((event, STARTED_MS) for event in events)
    return record


def whole_record(seed: int, rules: Rules) -> MatchRecord:
    """The record of a match played at random."""
    return record_of(whole_match(seed, rules))


def _next(state: MatchState, chance: random.Random) -> cmd.Command:
    if state.phase is Phase.SEATING:
        return cmd.Join(player=BO)
    if state.phase is Phase.OPENING:
        return cmd.ThrowOpening()
    seat = state.to_act or chance.choice(list(Seat))
    if state.phase in (Phase.READY, Phase.GAME_OVER):
        enough = state.rules.length is None and state.game_number >= SESSION_GAMES
        if enough:
            return cmd.EndSession(seat=seat)
        return cmd.Ready(seat=seat)
    if state.resignation is not None:
        return _answer(state.resignation.seat, chance)
    if "beaver" in allowed(state, seat) and chance.random() < 0.4:
        return cmd.Beaver(seat=seat)
    if "raccoon" in allowed(state, seat) and chance.random() < 0.4:
        return cmd.Raccoon(seat=seat)
    if state.phase in OFFER_PHASES:
        return cmd.Drop(seat=seat) if chance.random() < 0.3 else cmd.Take(seat=seat)
    resigner = chance.choice(list(Seat))
    level = chance.choice([Win.SINGLE, *Win])
    if chance.random() < 0.006 and _may_offer(state, resigner, level):
        return cmd.OfferResignation(seat=resigner, win=level)
    if "double" in allowed(state, seat) and chance.random() < 0.05:
        return cmd.Double(seat=seat)
    if state.phase is Phase.TO_ROLL:
        return cmd.Roll(seat=seat)
    assert state.dice is not None
    plays = legal_plays(state.board, seat, state.dice)
    return cmd.PlayDice(seat=seat, segments=chance.choice(list(plays)))


def _may_offer(state: MatchState, seat: Seat, level: Win) -> bool:
    return "resign" in allowed(state, seat) and objection_to_level(state, seat, level) is None


def _answer(offerer: Seat, chance: random.Random) -> cmd.Command:
    answers: list[cmd.Command] = [
        cmd.AcceptResignation(seat=offerer.other),
        cmd.RejectResignation(seat=offerer.other),
        cmd.WithdrawResignation(seat=offerer),
    ]
    return chance.choice(answers)
