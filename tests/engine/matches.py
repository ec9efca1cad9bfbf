"""Matches for the tests: played from the creation of the room on, or set up in the middle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from engine import commands as cmd
from engine.board import START, Board
from engine.errors import IllegalCommand
from engine.events import Event
from engine.evolve import evolve, replay
from engine.match import Context, apply, create
from engine.notation import parse_play
from engine.seat import BySeat, Seat
from engine.state import GAME_PHASES, Dice, MatchState, Phase, Player, Rules, Win

WHITE, BLACK = Seat.WHITE, Seat.BLACK
ANN = Player(id="ann", name="Ann")
BOB = Player(id="bob", name="Bob")
EVE = Player(id="eve", name="Eve")
"""Ann sits white, Bob black, Eve has no seat."""


class Table:
    """A match at which every command is applied, logged and folded at once, as a server does."""

    def __init__(self, state: MatchState, log: Iterable[Event] = ()) -> None:
        self.state = state
        self.log = list(log)

    def ask(self, command: cmd.Command, dice: Dice | None = None) -> tuple[str, ...]:
        """Apply ``command``; the names of the events that followed."""
        events = apply(self.state, command, Context(dice=dice))
        for event in events:
            self.state = evolve(self.state, event)
        self.log.extend(events)
        return tuple(event.name for event in events)

    def refusal(self, command: cmd.Command, dice: Dice | None = (3, 1)) -> IllegalCommand:
        """Why ``command`` is refused."""
        try:
            events = apply(self.state, command, Context(dice=dice))
        except IllegalCommand as refused:
            return refused
        raise AssertionError(f"{command} was not refused but led to {events}")

    def in_phase(self, phase: Phase) -> bool:
        """Whether the match waits for what ``phase`` says."""
        return self.state.phase is phase

    def both_ready(self) -> None:
        """Both players agree to start the next game."""
        for seat in Seat:
            self.ask(cmd.Ready(seat=seat))

    def start_game(self, first: Seat = WHITE) -> None:
        """The next game up to its opening throw, a 3-1 that ``first`` has to play."""
        self.both_ready()
        self.ask(cmd.ThrowOpening(), (3, 1) if first is WHITE else (1, 3))

    def give_game(self, winner: Seat, win: Win = Win.SINGLE) -> None:
        """The next game from its start to its end: the loser resigns in the first turn."""
        self.start_game()
        self.ask(cmd.OfferResignation(seat=winner.other, win=win))
        if self.state.resignation is not None:
            self.ask(cmd.AcceptResignation(seat=winner))

    def give_games(self, *winners: Seat) -> None:
        """One single game for each of ``winners``."""
        for winner in winners:
            self.give_game(winner)


def options(rules: Rules) -> dict[str, Any]:
    """The arguments that make these rules."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def opened(**rules: Any) -> Table:
    """A room that Ann has opened and that waits for a second player."""
    log = create(Rules(**rules), ANN)
    return Table(replay(log), log)


def seated(**rules: Any) -> Table:
    """A room in which Bob has joined Ann."""
    table = opened(**rules)
    table.ask(cmd.Join(player=BOB))
    return table


def started(first: Seat = WHITE, **rules: Any) -> Table:
    """The first game of a match: ``first`` has a 3-1 to play."""
    table = seated(**rules)
    table.start_game(first)
    return table


def position(
    board: Board = START,
    *,
    on_roll: Seat = WHITE,
    dice: Dice | None = None,
    rules: Rules = Rules(),
    **changes: Any,
) -> Table:
    """A game in its middle: ``on_roll`` has ``dice`` to play, or is to roll or to double."""
    table = started(**options(rules))
    phase = Phase.TO_ROLL if dice is None else Phase.TO_PLAY
    changes |= {"board": board, "on_roll": on_roll, "dice": dice, "phase": phase}
    table.state = replace(table.state, **changes)
    return table


def score(white: int, black: int) -> BySeat[int]:
    return BySeat(white, black)


def play(seat: Seat, text: str) -> cmd.PlayDice:
    return cmd.PlayDice(seat=seat, segments=parse_play(text))


def resign(seat: Seat, win: Win = Win.SINGLE) -> cmd.OfferResignation:
    return cmd.OfferResignation(seat=seat, win=win)


def asked(state: MatchState, seat: Seat) -> tuple[int, int, int, Phase | None]:
    """What ``seat`` is asked now, as a value that differs exactly when the question does.

    Within a game a side that has nothing to decide is asked nothing.
    """
    if state.phase not in GAME_PHASES:
        return (state.match_number, state.game_number, 0, state.phase)
    if state.to_act is not seat:
        return (state.match_number, state.game_number, 0, None)
    return (state.match_number, state.game_number, state.turn_number, state.phase)
