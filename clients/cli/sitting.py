"""One sitting at one table: from the command line to the exit code.

It ties a session, its connection, a table and a face together, enters the room, remembers the seat,
and says how to come back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeAlias

from clients import notices as nt
from clients.asking import UnfitRequestError
from clients.cli import notes
from clients.cli.alarm import Alarm
from clients.cli.face import Face, OnLine
from clients.cli.look import Look
from clients.cli.mutes import Mutes
from clients.cli.preferences import Settings
from clients.cli.refusals import told_error
from clients.cli.refused import RefusedError
from clients.cli.scene import LINES
from clients.cli.table import Table
from clients.identity import Identities, Identity, IdentityError
from clients.outbox import OutboxFullError
from clients.session import Session
from clients.transport import Client, Report
from engine.objections import was_cancelled
from protocol import requests as rq
from protocol.codes import WireCode

MakeFace: TypeAlias = Callable[[Table], Face]
LoadFace: TypeAlias = Callable[[], MakeFace]
"""Imports what a face needs; called in a thread of its own."""

PATIENCE_S = 5.0
"""How long a server is tried that has not answered once."""
LAST_ANSWERS_S = 3.0
"""How long somebody who leaves waits for the answers to what was typed last."""


class Exit(IntEnum):
    """What the exit code of ``shuanglu`` means."""

    OK = 0
    OUTPUT = 1
    USAGE = 2
    CONNECTION = 3
    REFUSED = 4
    IDENTITY = 5
    UNPROVED = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """The request by which a sitting begins."""

    kind: type[rq.Create | rq.Join | rq.Watch | rq.Resume]
    fields: dict[str, Any] = field(default_factory=dict)


class Sitting:
    """See the module. ``as_json``: the lines that come in may be JSON requests."""

    def __init__(
        self,
        identity: Identity,
        entry: Entry,
        *,
        load_face: LoadFace,
        identities: Identities | None,
        settings: Settings | None = None,
        look: Look = LINES,
        mutes: Mutes | None = None,
        as_json: bool = False,
    ) -> None:
        session = Session(identity.token, identity.name, secret=identity.secret)
        self._identity = identity
        self._identities = identities
        self._entry = entry
        self._as_json = as_json
        self._client = Client(identity.server, session, self._hear, patience_s=PATIENCE_S)
        self._table = Table(
            self._client,
            session.player,
            settings=settings,
            look=look,
            mutes=mutes,
        )
        self._load_face = load_face
        self._face: Face | None = None
        self._alarm = Alarm(self._table.warning_in_ms, self._warn)
        self._early: list[tuple[Report, list[str]]] = []
        self._entered = asyncio.Event()
        self._answered = asyncio.Event()
        self._gone = asyncio.Event()
        self._code = Exit.OK
        self._last_words: list[str] = []

    async def run(self, *, stays_at_end: bool = False) -> Exit:
        """Sits until the reader goes, or has to; ``stays_at_end`` of what they can type.

        Raises:
            LinkError: the server cannot be had.
        """
        self._client.request(self._entry.kind, **self._entry.fields)
        with contextlib.suppress(NotImplementedError):  # Windows knows no such signal
            # To go as by Ctrl-D leaves the terminal as it was; being killed would not.
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._go)
        async with self._client.running():
            # The way to the server takes its time, and so does a face that has much to import.
            face = self._meet(await asyncio.to_thread(self._load_face))
            await self._entered.wait()
            if not self._table.leaving:
                await face.read(self._on_line(face))
            if stays_at_end and not self._table.leaving:
                await self._gone.wait()
            self._alarm.stop()
            await self._last_answers()
        return self._code

    def farewell(self) -> list[str]:
        """Why one had to go; or how to come back, if there is anything to come back to."""
        if self._last_words:
            return self._last_words
        view, server = self._table.view, self._identity.server
        if view is None or was_cancelled(view.state) or self._code is not Exit.OK:
            return []
        if view.you is None:
            return [notes.LEFT.format(command=notes.watch_command(server, view.room))]
        command = notes.resume_command(view.room, self._identity.name if self._shares() else None)
        return [notes.SEAT_KEPT.format(command=command)]

    def _shares(self) -> bool:
        """Whether somebody else on this device may have a seat here, too."""
        view, identities = self._table.view, self._identities
        if view is None or identities is None:
            return False
        try:
            return len(identities.with_room(view.room)) > 1
        except IdentityError:  # that of somebody else is damaged
            return True

    def _meet(self, make_face: MakeFace) -> Face:
        """The face, told what has come in before it was there."""
        self._face = face = make_face(self._table)
        for report, lines in self._early:
            face.report(report, lines)
        self._early.clear()
        self._alarm.set()
        if self._table.leaving:
            face.close()
        return face

    def _on_line(self, face: Face) -> OnLine:
        def do(line: str) -> None:
            try:
                if self._as_json and line.lstrip().startswith("{"):
                    self._request(line)
                else:
                    face.reply(self._table.order(line))
            except RefusedError as refusal:
                face.refuse(refusal)
            if self._table.leaving:
                face.close()

        return do

    def _request(self, line: str) -> None:
        """A request in JSON, without what the client fills in."""
        try:
            plain = json.loads(line)
            kind = _KINDS[plain.pop("t")]
            if self._table.view is not None and issubclass(kind, rq.RoomRequest):
                plain.setdefault("room", self._table.view.room)
            self._client.request(kind, **plain)
        except (UnfitRequestError, OutboxFullError) as problem:
            raise RefusedError(WireCode.BAD_REQUEST, told_error(problem)) from None
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            kinds = ", ".join(_KINDS)
            text = f'write {{"t": KIND, ...}} with one of these kinds: {kinds}'
            raise RefusedError(WireCode.BAD_REQUEST, text) from None

    def _hear(self, report: Report) -> None:
        lines = self._table.hear(report)
        match report:
            case nt.Entered():
                self._remember(report)
                if self._entry.kind is rq.Create and not self._entered.is_set():
                    watch = report.view.state.manners.watch
                    invitation = notes.invitation(self._identity.server, report.room, watch)
                    lines = [*invitation, *lines]
                self._entered.set()
            case nt.Happened() if was_cancelled(report.view.state):
                self._remember(report)
            case nt.Refused() if not self._entered.is_set():
                self._fail(report.code)
            case nt.Unfollowed():
                self._fail(report.code)
                self._last_words, lines = lines, []  # a screen goes with all that stands on it
            case _:
                pass
        if not self._client.unanswered:
            self._answered.set()
        if self._face is None:
            self._early.append((report, lines))
        else:
            self._face.report(report, lines)
            self._alarm.set()

    def _warn(self) -> None:
        lines = self._table.warnings()
        if lines and self._face is not None:
            self._face.remind(lines)

    def _remember(self, heard: nt.Entered | nt.Happened) -> None:
        """Where the seat is; without a note the server still knows, so the match goes on."""
        identities, view = self._identities, heard.view
        if identities is None or view.you is None:
            return
        note = identities.forget if was_cancelled(view.state) else identities.remember
        try:
            note(self._identity, heard.room)
        except IdentityError as problem:
            identities.warnings.append(problem)

    def _fail(self, code: str) -> None:
        not_you = (WireCode.NOT_A_PLAYER, WireCode.ALREADY_GREETED, WireCode.REMOVED)
        self._code = Exit.IDENTITY if code in not_you else Exit.REFUSED
        self._go()

    def _go(self) -> None:
        """The reader is to go, for no fault of the room's."""
        self._table.leaving = True
        self._entered.set()
        self._gone.set()
        if self._face is not None:
            self._face.close()

    async def _last_answers(self) -> None:
        self._answered.clear()
        if self._client.unanswered and self._code is Exit.OK:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_ANSWERS_S):
                    await self._answered.wait()


_KINDS: dict[str, type[rq.Request]] = {
    rq.name_of(kind): kind
    for kind in (
        rq.Ready,
        rq.Roll,
        rq.Double,
        rq.Take,
        rq.Drop,
        rq.Beaver,
        rq.Raccoon,
        rq.Play,
        rq.Resign,
        rq.Accept,
        rq.Reject,
        rq.Withdraw,
        rq.Concede,
        rq.Claim,
        rq.EndSession,
        rq.Rematch,
        rq.Cancel,
        rq.Remove,
        rq.Say,
        rq.Phrase,
        rq.Preview,
        rq.Log,
        rq.Lobby,
        rq.Rooms,
        rq.Results,
        rq.Leave,
    )
}
