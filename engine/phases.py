"""The state machine of a match as two tables.

``TRANSITIONS``: which events each phase admits, and the phase that follows. ``ALLOWED``: which
commands each phase admits. The diagram in ``docs/rules.md`` is drawn from the first. A resignation
offer is no phase of its own: it lies over a game, blocks nothing, and ends with the game.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeAlias

from engine import commands as cmd
from engine import events as ev
from engine.state import Phase

EventType: TypeAlias = type[ev.Event]
CommandType: TypeAlias = type[cmd.Command]

_OFFERS: dict[EventType, None] = dict.fromkeys(
    (ev.ResignationOffered, ev.ResignationAccepted, ev.ResignationRejected, ev.ResignationWithdrawn)
)


def _answered(phase: Phase) -> dict[EventType, Phase]:
    """The answers that end the doubling in a phase that waits for one."""
    return {ev.Taken: Phase.TO_ROLL, ev.Dropped: phase}


def _seats(phase: Phase) -> dict[EventType, Phase]:
    """Both players coming and going, which changes no phase."""
    return dict.fromkeys((ev.SeatAbsent, ev.SeatLeft, ev.SeatBack), phase)


def _game_phase(phase: Phase, moves: dict[EventType, Phase]) -> dict[EventType, Phase]:
    """The row of a phase in which players act: its moves, and what may happen in each of them."""
    always: dict[EventType, Phase] = {
        ev.SpectatorRemoved: phase,
        ev.TimeCredited: phase,
        ev.Flagged: phase,
        ev.GameClaimed: phase,
        ev.GameEnded: Phase.GAME_OVER,
        ev.MatchEnded: Phase.MATCH_OVER,
    }
    return moves | always | _seats(phase)


TRANSITIONS: MappingProxyType[Phase, dict[EventType, Phase]] = MappingProxyType(
    {
        Phase.SEATING: {
            ev.RoomCreated: Phase.SEATING,
            ev.SeatTaken: Phase.READY,
            ev.SpectatorRemoved: Phase.SEATING,
            ev.MatchEnded: Phase.MATCH_OVER,
        },
        Phase.READY: {
            ev.SeedCommitted: Phase.READY,
            ev.SeatReady: Phase.READY,
            ev.GameStarted: Phase.OPENING,
            ev.SpectatorRemoved: Phase.READY,
            ev.MatchEnded: Phase.MATCH_OVER,
            **_seats(Phase.READY),
        },
        Phase.OPENING: {
            ev.EntropyRevealed: Phase.OPENING,
            ev.EntropyMissed: Phase.OPENING,
            ev.OpeningTied: Phase.OPENING,
            ev.AutomaticallyDoubled: Phase.OPENING,
            ev.OpeningThrown: Phase.TO_PLAY,
            ev.SpectatorRemoved: Phase.OPENING,
            ev.MatchEnded: Phase.MATCH_OVER,
            **_seats(Phase.OPENING),
        },
        Phase.TO_ROLL: _game_phase(
            Phase.TO_ROLL,
            {
                ev.Rolled: Phase.TO_PLAY,
                ev.Doubled: Phase.DOUBLE_OFFERED,
                **dict.fromkeys(_OFFERS, Phase.TO_ROLL),
            },
        ),
        Phase.DOUBLE_OFFERED: _game_phase(
            Phase.DOUBLE_OFFERED,
            {ev.Beavered: Phase.BEAVERED, **_answered(Phase.DOUBLE_OFFERED)},
        ),
        Phase.BEAVERED: _game_phase(
            Phase.BEAVERED,
            {ev.Raccooned: Phase.RACCOONED, **_answered(Phase.BEAVERED)},
        ),
        Phase.RACCOONED: _game_phase(Phase.RACCOONED, _answered(Phase.RACCOONED)),
        Phase.TO_PLAY: _game_phase(
            Phase.TO_PLAY,
            {
                ev.Played: Phase.TO_ROLL,
                ev.TurnPassed: Phase.TO_ROLL,
                **dict.fromkeys(_OFFERS, Phase.TO_PLAY),
            },
        ),
        Phase.GAME_OVER: {
            ev.SeedRevealed: Phase.GAME_OVER,
            ev.SeedCommitted: Phase.GAME_OVER,
            ev.SeatReady: Phase.GAME_OVER,
            ev.GameStarted: Phase.OPENING,
            ev.SpectatorRemoved: Phase.GAME_OVER,
            ev.MatchEnded: Phase.MATCH_OVER,
            **_seats(Phase.GAME_OVER),
        },
        Phase.MATCH_OVER: {
            ev.SeedRevealed: Phase.MATCH_OVER,
            ev.RematchAsked: Phase.MATCH_OVER,
            ev.MatchStarted: Phase.READY,
            ev.SpectatorRemoved: Phase.MATCH_OVER,
        },
    }
)

_RESIGNING: frozenset[CommandType] = frozenset(
    {
        cmd.OfferResignation,
        cmd.AcceptResignation,
        cmd.RejectResignation,
        cmd.WithdrawResignation,
        cmd.Concede,
    }
)


def _in_game(*moves: CommandType) -> frozenset[CommandType]:
    """The row of a phase in which players act: its moves, and what may be asked in each of them."""
    always = {cmd.RemoveSpectator, cmd.Flag, cmd.CreditTime, cmd.MarkSeat, cmd.ClaimGame}
    return frozenset({*moves, *always})


ALLOWED: MappingProxyType[Phase, frozenset[CommandType]] = MappingProxyType(
    {
        Phase.SEATING: frozenset({cmd.Join, cmd.Cancel, cmd.RemoveSpectator}),
        Phase.READY: frozenset(
            {cmd.CommitSeed, cmd.Ready, cmd.Cancel, cmd.RemoveSpectator, cmd.MarkSeat}
        ),
        Phase.OPENING: frozenset(
            {
                cmd.Reveal,
                cmd.MissEntropy,
                cmd.ThrowOpening,
                cmd.Concede,
                cmd.RemoveSpectator,
                cmd.MarkSeat,
            }
        ),
        Phase.TO_ROLL: _in_game(cmd.Roll, cmd.Double) | _RESIGNING,
        Phase.DOUBLE_OFFERED: _in_game(cmd.Take, cmd.Drop, cmd.Beaver, cmd.Concede),
        Phase.BEAVERED: _in_game(cmd.Take, cmd.Drop, cmd.Raccoon),
        Phase.RACCOONED: _in_game(cmd.Take, cmd.Drop),
        Phase.TO_PLAY: _in_game(cmd.PlayDice) | _RESIGNING,
        Phase.GAME_OVER: frozenset(
            {
                cmd.RevealSeed,
                cmd.CommitSeed,
                cmd.StartGame,
                cmd.Ready,
                cmd.EndSession,
                cmd.Concede,
                cmd.RemoveSpectator,
                cmd.MarkSeat,
            }
        ),
        Phase.MATCH_OVER: frozenset({cmd.RevealSeed, cmd.Rematch, cmd.RemoveSpectator}),
    }
)
