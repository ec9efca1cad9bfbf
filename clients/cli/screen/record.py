"""The moves of the game in progress, kept up to date for the pane that shows them."""

from __future__ import annotations

from collections.abc import Callable

from clients import notices as nt
from clients.cli.movelog import MoveLog
from clients.transport import Report
from engine.seat import Seat


class Record:
    """Fed with all reports; ``ask`` asks for the log from an event on, and returns its id."""

    def __init__(self, ask: Callable[[int], str]) -> None:
        self._ask = ask
        self._log = MoveLog()
        self._request = ""
        self._told: list[str] = []
        self._told_for: tuple[int, Seat | None] | None = None

    def hear(self, report: Report) -> None:
        """Takes in what is part of the log; asks for what is missing."""
        match report:
            case nt.Entered():
                self._log = MoveLog()
                self._request = self._ask(self._log.next_seq)
            case nt.Happened() if not self._request:
                if not self._log.follow(report.before, report.event, report.view.state):
                    self._request = self._ask(self._log.next_seq)
            case nt.Answered() if report.request.id == self._request:
                page = report.message
                complete = page["t"] != "log" or self._log.add(page)
                self._request = "" if complete else self._ask(self._log.next_seq)
            case nt.Refused() if report.request and report.request.id == self._request:
                self._request = ""
            case _:
                pass

    def lines(self, you: Seat | None) -> list[str]:
        """The moves, one line for each turn."""
        now = (self._log.next_seq, you)
        if self._told_for != now:
            self._told, self._told_for = self._log.lines(you), now
        return self._told
