"""What a player without a plan does: any legal choice, at random.

A pure function of what is seen and of the randomness given; the same seed at the same table makes
the same choices.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from clients.view import RoomView
from engine import commands as cmd
from engine.objections import objection_to_level
from engine.plays import legal_plays
from engine.seat import Seat
from engine.state import Win
from protocol import requests as rq


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How often, from 0 (never) to 1 (always), the choices that end or raise a game are made."""

    double: float = 0.08
    take: float = 0.6
    redouble: float = 0.1
    """How often a double that is accepted is beavered, a beaver raccooned."""
    resign: float = 0.01
    accept: float = 0.7
    rematch: float = 0.0
    end_session: float = 0.0
    """How often it closes a money session after a game."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A request to make: its kind, and its fields besides the room."""

    kind: type[rq.GameRequest]
    fields: dict[str, Any] = field(default_factory=dict)


def choose(view: RoomView, chance: random.Random, temper: Temper) -> Choice | None:
    """What to do now at ``view.you``'s seat; ``None`` to wait for others."""
    if view.you is None or not view.settled:
        return None
    if view.may(cmd.AcceptResignation):
        return Choice(rq.Accept if chance.random() < temper.accept else rq.Reject)
    if view.may(cmd.Take):
        return Choice(_answer(view, chance, temper))
    if view.may(cmd.EndSession) and chance.random() < temper.end_session:
        return Choice(rq.EndSession)
    if view.may(cmd.Ready):
        return Choice(rq.Ready)
    if view.may(cmd.Rematch):
        return Choice(rq.Rematch) if chance.random() < temper.rematch else None
    if view.may(cmd.WithdrawResignation):
        # An offer stands: it is left to the opponent, or taken back by playing on.
        if chance.random() < temper.accept:
            return None
    elif view.may(cmd.OfferResignation) and chance.random() < temper.resign:
        return _resign(view, view.you, chance)
    if view.may(cmd.Double) and chance.random() < temper.double:
        return Choice(rq.Double)
    if view.may(cmd.Roll):
        return Choice(rq.Roll)
    if view.may(cmd.PlayDice):
        return _play(view, view.you, chance)
    return None


def _answer(view: RoomView, chance: random.Random, temper: Temper) -> type[rq.GameRequest]:
    """The answer to a double, a beaver or a raccoon."""
    if chance.random() >= temper.take:
        return rq.Drop
    for command, request in ((cmd.Beaver, rq.Beaver), (cmd.Raccoon, rq.Raccoon)):
        if view.may(command) and chance.random() < temper.redouble:
            return request
    return rq.Take


def _resign(view: RoomView, seat: Seat, chance: random.Random) -> Choice:
    levels = [int(level) for level in Win if objection_to_level(view.state, seat, level) is None]
    return Choice(rq.Resign, {"win": chance.choice(levels)})


def _play(view: RoomView, seat: Seat, chance: random.Random) -> Choice | None:
    if view.state.dice is None:
        return None
    plays = list(legal_plays(view.state.board, seat, view.state.dice))
    steps = chance.choice(plays) if plays else ()
    return Choice(rq.Play, {"steps": [tuple(step) for step in steps]})
