"""A person at a table: lines typed go in, lines to read come out. Every face of the client has one.

It joins the narrator (what came in, told), the orders (what was typed, done) and what needs both.
"""

from __future__ import annotations

from clients import notices as nt
from clients.cli import words
from clients.cli.completion import completions, hops_after
from clients.cli.draft import Draft
from clients.cli.grammar import (
    Help,
    Line,
    Mute,
    NotUnderstoodError,
    Resign,
    Set,
    Unmute,
    Verb,
    parse_line,
)
from clients.cli.look import Look
from clients.cli.movelog import LogReading
from clients.cli.mutes import Mutes
from clients.cli.narrator import Narrator
from clients.cli.orders import Asker, Orders, level_of
from clients.cli.people import People
from clients.cli.preferences import PreferenceError, Settings, asked
from clients.cli.question import Kind, waiting
from clients.cli.refusals import told
from clients.cli.refused import RefusedError
from clients.cli.scene import LINES, heading, pips
from clients.cli.timing import ServerTime, Times, Warnings, times
from clients.cli.trouble import Trouble
from clients.transport import LinkDown, LinkUp, Report
from clients.view import RoomView
from engine import commands as cmd
from engine.board import Board
from engine.plays import Play
from protocol import requests as rq
from protocol.codes import WireCode
from protocol.limits import MAX_LOG_PAGE


class Table:
    """The table of ``reader`` (a player id); ``leaving`` becomes true when they want to go."""

    def __init__(
        self,
        asker: Asker,
        reader: str,
        *,
        settings: Settings | None = None,
        look: Look = LINES,
        mutes: Mutes | None = None,
        server_time: ServerTime | None = None,
    ) -> None:
        self.view: RoomView | None = None
        self.leaving = False
        self._asker = asker
        self.settings = settings or Settings()
        self._look = look
        self._mutes = mutes or Mutes()
        self._orders = Orders(asker, self.settings)
        self._narrator = Narrator(reader, self._show_board)
        self._server_time = server_time or ServerTime()
        self._warnings = Warnings(self._server_time)
        self._reading = LogReading(self.ask_log)
        self._choosing_level = False
        self._trouble = Trouble()

    # Hearing.

    def hear(self, report: Report) -> list[str]:
        """What to tell the reader of something that came in."""
        silenced = self._mutes.silenced(report)
        lines = [] if silenced is None else self._hear(silenced)
        if self.view is not None:
            self._orders.follow(self.view)
            if not self.view.may(cmd.OfferResignation):
                self._choosing_level = False
        return self._with_habits(lines)

    def _with_habits(self, lines: list[str]) -> list[str]:
        """``lines``, and what is done by itself instead of asking."""
        done = None if self.view is None else self._orders.by_habit(self.view)
        if done is None:
            return lines
        if lines[-1:] == [self._narrator.question_text]:
            lines = lines[:-1]
        return [*lines, *done]

    def _hear(self, report: Report) -> list[str]:
        if isinstance(report, nt.Entered | nt.Happened | nt.Resumed | nt.PresenceChanged | nt.Said):
            self.view = report.view
        match report:
            case nt.Entered():
                return self._narrator.entered(report)
            case nt.Happened():
                if report.view.settled:
                    self._orders.done(report.message["cause"])
                return self._narrator.happened(report)
            case nt.Resumed():
                decided = self._orders.waits(report.view)
                lines = self._narrator.resumed(report.view, decided=decided)
                return [*lines, *self._orders.composed(report.view)]
            case nt.PresenceChanged():
                return self._narrator.presence(report)
            case nt.Said():
                return self._narrator.said(report)
            case nt.Answered():
                self._trouble.answered()
                return self._reading.answered(report, self.view)
            case nt.Refused():
                return self._narrator.refused(report, self.view)
            case nt.Unfollowed():
                self.leaving = True
                return [told(report.code, {}, report.text)]
            case nt.Held():
                return self._trouble.held(report)
            case nt.DiceDoubted() | nt.DiceChecked():
                return self._narrator.dice(report)
            case LinkDown():
                self._narrator.lost(self.view)
                return self._trouble.lost(report, entered=self.view is not None)
            case nt.Welcomed():
                self._server_time.told(report.message)
                self._trouble.back()
                return []
            case LinkUp():
                return []

    # Typing.

    def type(self, text: str) -> list[str]:
        """Does what a typed line says; what is refused is told like everything else."""
        try:
            return self.order(text)
        except RefusedError as refusal:
            return [str(refusal)]

    def order(self, text: str) -> list[str]:
        """``type`` for programs.

        Raises:
            RefusedError: the line is refused, and nothing was sent.
        """
        if self._choosing_level:
            return self._trouble.later(self._choose_level(text), self._asker.unanswered)
        try:
            line = parse_line(text)
        except NotUnderstoodError as problem:
            raise RefusedError(WireCode.BAD_REQUEST, str(problem)) from None
        if line is not Verb.CONCEDE:
            self._orders.reconsider()
        match line:
            case Verb.QUIT | Verb.LEAVE:
                self.leaving = True
                if self.view is not None:
                    self._orders.leave(self.view)
                return []
            case Help():
                # The pages of the help: a start does not wait for them.
                from clients.cli.lookup import explained  # noqa: PLC0415

                return explained(line.topic)
            case Set():
                return self._set(line)
            case _ if self.view is None:
                raise RefusedError(WireCode.NOT_IN_ROOM, words.NOT_ENTERED)
            case _:
                return self._trouble.later(self._in_room(line, self.view), self._asker.unanswered)

    def _in_room(self, line: Line, view: RoomView) -> list[str]:
        people, draft = self.people(view), self._orders.draft
        match line:
            case Verb.BOARD:
                shown = self._show_board(view, people, None if draft is None else draft.board)
                return [*shown, *filter(None, [self.status or waiting(people)])]
            case Verb.SIDE if view.you is None:
                self._narrator.side = self._narrator.side.other
                return self._show_board(view, self.people(view))
            case Verb.SIDE:
                raise RefusedError(WireCode.BAD_REQUEST, words.ONLY_SPECTATORS)
            case Verb.PIPS:
                return [pips(people)]
            case Verb.CLOCK:
                return self._clocks(view, people) or [words.NO_CLOCK]
            case Verb.LOG:
                self._reading.begin()
                return []
            case Mute():
                lines = self._mutes.mute(line.who, view)
                self.view = self._mutes.quiet(view)
                return lines
            case Unmute():
                return self._mutes.unmute(line.who, view)
            case Resign(win=None) if view.may(cmd.OfferResignation):
                self._choosing_level = True
                return [words.RESIGN_LEVELS]
            case _:
                return self._orders.give(line, view)

    def _choose_level(self, text: str) -> list[str]:
        win = level_of(text)
        if win is None and text.strip().casefold() not in ("", "c", "cancel"):
            return [words.RESIGN_LEVELS]
        self._choosing_level = False
        if win is None or self.view is None:
            return [words.RESIGN_CANCELLED]
        return self._orders.give(Resign(win=win), self.view)

    def _set(self, line: Set) -> list[str]:
        try:
            lines = asked(self.settings, line.name, line.value)
        except PreferenceError as problem:
            raise RefusedError(WireCode.BAD_REQUEST, str(problem)) from None
        self._narrator.rephrase(self.view)
        return self._with_habits(lines)

    # What stands.

    def _show_board(self, view: RoomView, people: People, board: Board | None = None) -> list[str]:
        return self._look.board(people, board, self._clocks(view, people))

    def _clocks(self, view: RoomView, people: People) -> list[str]:
        shown = times(view, self._server_time)
        return [] if shown is None else [self._look.clocks(people, shown)]

    @property
    def times(self) -> Times | None:
        """How much time both sides have now; ``None`` without a clock."""
        return None if self.view is None else times(self.view, self._server_time)

    def warning_in_ms(self) -> int | None:
        """How long until ``warnings`` has one for the reader; ``None`` if not in this turn."""
        return None if self.view is None else self._warnings.wait_ms(self.view)

    def warnings(self) -> list[str]:
        """What has become urgent with time alone."""
        return [] if self.view is None else self._warnings.take(self.view)

    # For faces.

    def people(self, view: RoomView) -> People:
        """The people at the table as the reader sees them."""
        return People(view.state, view.you, self._narrator.side)

    def ask_log(self, first: int) -> str:
        """Asks for a page of the room's log from event ``first`` on; returns the request's id."""
        assert self.view is not None
        fields = {"from": first, "to": first + MAX_LOG_PAGE - 1}
        return self._asker.request(rq.Log, room=self.view.room, **fields).id

    @property
    def draft(self) -> Draft | None:
        """The play that is being put together."""
        return self._orders.draft

    @property
    def asked(self) -> Kind | None:
        """What the reader is being asked."""
        return self._narrator.kind_asked

    @property
    def question(self) -> str | None:
        """The question to the reader."""
        if self._choosing_level:
            return words.RESIGN_LEVELS
        return self._narrator.question_text

    @property
    def status(self) -> str | None:
        """The question to the reader, or how far the answer to it is put together."""
        if self.view is None or self._choosing_level or self.asked is not Kind.PLAY:
            return self.question
        return next(iter(self._orders.composed(self.view)), self.question)

    @property
    def prompt(self) -> str:
        """What to put before the line that is being typed."""
        if self._choosing_level:
            return words.PROMPTS["level"]
        if self.view is None or self._orders.waits(self.view):
            return words.PROMPT
        return words.PROMPTS.get(self._narrator.kind_asked or "", words.PROMPT)

    def completions(self, text: str) -> list[str]:
        """What the last word of ``text`` could become: a move by one die, or a command."""
        return completions(text, self.hops_after(text.rpartition(" ")[0]), self.draft)

    def hops_after(self, text: str) -> Play:
        """The moves by one die that the reader may make next, after the moves in ``text``."""
        if self.view is None or self._orders.waits(self.view):
            return ()
        return hops_after(text, self.view, self.draft)

    def summary(self) -> str | None:
        """The match in one line."""
        return None if self.view is None else heading(self.people(self.view))
