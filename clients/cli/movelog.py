"""The moves of the game in progress (or of the last one), from the room's log."""

from __future__ import annotations

from collections.abc import Callable

from clients import notices as nt
from clients.cli import words
from clients.cli.people import People
from clients.cli.story import tell
from clients.view import RoomView
from engine import events as ev
from engine.evolve import evolve
from engine.notation import format_play
from engine.seat import Seat
from engine.state import MatchState
from protocol.convert import event_from_plain
from protocol.messages import LogPage

_UNTOLD = (
    *(ev.Rolled, ev.OpeningThrown, ev.SeatReady, ev.SpectatorRemoved),
    *(ev.SeedCommitted, ev.EntropyRevealed, ev.EntropyMissed, ev.SeedRevealed),
    *(ev.SeatAbsent, ev.SeatLeft, ev.SeatBack),
)
"""Told with the play that follows, or no part of a game."""


class MoveLog:
    """Collects a room's log, page by page."""

    def __init__(self) -> None:
        self._state = MatchState()
        self._past: list[tuple[MatchState, ev.Event, MatchState]] = []

    @property
    def next_seq(self) -> int:
        """The event that is wanted next."""
        return self._state.seq + 1

    def add(self, page: LogPage) -> bool:
        """Takes in a page; whether it was the last one.

        Raises:
            ValueError: it holds an event that this client does not know.
        """
        for message in page["events"]:
            if message["seq"] == self.next_seq:
                event = event_from_plain(message["event"])
                self._append(self._state, event, evolve(self._state, event))
        return self.next_seq > page["last"] or not page["events"]

    def follow(self, before: MatchState, event: ev.Event, after: MatchState) -> bool:
        """Takes in an event as it happens; false if others before it are missing."""
        if after.seq == self.next_seq:
            self._append(before, event, after)
        return after.seq < self.next_seq

    def _append(self, before: MatchState, event: ev.Event, after: MatchState) -> None:
        self._state = after
        if isinstance(event, ev.GameStarted):
            self._past.clear()
        self._past.append((before, event, after))

    def lines(self, you: Seat | None) -> list[str]:
        """The game's moves, one line for each turn, as the reader at ``you`` sees them."""
        if not self._past or not isinstance(self._past[0][1], ev.GameStarted):
            return [words.LOG_EMPTY]
        shown = [words.LOG_GAME.format(number=self._state.game_number)]
        for before, event, after in self._past[1:]:
            match event:
                case ev.Played():
                    play = format_play(before.board, event.seat, event.steps)
                    shown.append(_turn(before, event.seat, play, you))
                case ev.TurnPassed():
                    shown.append(_turn(before, event.seat, words.LOG_PASS, you))
                case _:
                    if not isinstance(event, _UNTOLD):
                        text = tell(event, before, after, you)
                        shown.append(words.LOG_OTHER.format(text=text))
        return shown


class LogReading:
    """The log when the reader asks for it: page by page, and told once it is whole.

    ``ask`` asks for a page from an event on, and returns the id of the request.
    """

    def __init__(self, ask: Callable[[int], str]) -> None:
        self._ask = ask
        self._log: MoveLog | None = None
        self._request = ""

    def begin(self) -> None:
        """Asks for the first page."""
        self._log = MoveLog()
        self._request = self._ask(self._log.next_seq)

    def answered(self, report: nt.Answered, view: RoomView | None) -> list[str]:
        """The moves as the reader of ``view`` sees them, if this was the last page."""
        page = report.message
        if page["t"] != "log" or self._log is None or report.request.id != self._request:
            return []
        if self._log.add(page):
            lines, self._log = self._log.lines(None if view is None else view.you), None
            return lines
        self._request = self._ask(self._log.next_seq)
        return []


def _turn(before: MatchState, seat: Seat, play: str, you: Seat | None) -> str:
    assert before.dice is not None
    return words.LOG_ROLL.format(
        number=before.turn_number,
        who=People(before, you).at(seat),
        dice=words.dice(before.dice),
        play=play,
    )
