"""People at one match, each at a table of their own, over the desk of ``wire.py``."""

from __future__ import annotations

from clients.cli.look import Look
from clients.cli.preferences import Settings
from clients.cli.scene import LINES
from clients.cli.table import Table
from clients.cli.timing import ServerTime
from clients.notices import Notice
from clients.session import Session
from clients.transport import LinkDown, Report
from engine.state import Dice
from protocol import requests as rq
from protocol.identity import room_code
from tests.clients.table import ALICE, BO, CY
from tests.clients.wire import Desk, SessionLine

TOKENS = {"Alice": ALICE, "Bo": BO, "Cy": CY}


class Match:
    """Alice (white) and Bo (black), both seated; ``throws`` are the dice to come.

    Others see Bo under the name ``bo``.
    """

    def __init__(
        self,
        *throws: Dice,
        length: int | None = 5,
        settings: Settings | None = None,
        look: Look = LINES,
        bo: str = "Bo",
        **options: object,
    ) -> None:
        self.desk = Desk(*throws)
        self._names = {"Bo": bo}
        self.tables: dict[str, Table] = {}
        self.sessions: dict[str, Session] = {}
        self.lines: dict[str, SessionLine] = {}
        self.told: dict[str, list[str]] = {}
        self._settings = settings
        self._look = look
        create = self.sit("Alice", rq.Create, length=length, **options)
        self.room = room_code(ALICE, create.id)
        self.settle()
        self.sit("Bo", rq.Join, room=self.room)
        self.settle()

    def sit(self, name: str, kind: type[rq.Request], **fields: object) -> rq.Request:
        """Somebody comes in by a request of this kind."""
        session = Session(TOKENS[name], self._names.get(name, name))
        table = Table(
            session,
            session.player,
            settings=self._settings,
            look=self._look,
            server_time=ServerTime(lambda: self.desk.now_ms),
        )
        self.sessions[name], self.tables[name] = session, table
        self.lines[name], self.told[name] = self.desk.line(session), []
        return session.request(kind, **fields)

    def watch(self) -> None:
        """Cy comes to watch."""
        self.sit("Cy", rq.Watch, room=self.room)
        self.settle()

    def begin(self) -> None:
        """Both press Enter for the next game; what was told so far is forgotten."""
        self.type("Alice", "")
        self.type("Bo", "")
        self.forget()

    def settle(self) -> None:
        """Lets everything arrive."""
        moved = True
        while moved:
            moved = False
            for name, line in self.lines.items():
                heard: list[Notice] = []
                moved |= line.carry(heard)
                for notice in heard:
                    self.hear(name, notice)

    def hear(self, name: str, report: Report) -> None:
        """Something comes to the table of ``name``."""
        self.told[name] += self.tables[name].hear(report)

    def type(self, name: str, *lines: str) -> list[str]:
        """``name`` types ``lines``; what they are told from the first of these on."""
        before = len(self.told[name])
        for line in lines:
            self.told[name] += self.tables[name].type(line)
            self.settle()
        return self.told[name][before:]

    def cut(self, name: str) -> None:
        """The connection of ``name`` breaks."""
        self.lines[name].cut()
        self.settle()
        down = LinkDown(reason="the connection was lost", attempt=1, retry_s=0.3)
        self.hear(name, down)

    def reconnect(self, name: str) -> None:
        """And comes back."""
        self.lines[name] = self.desk.line(self.sessions[name])
        self.settle()

    def take(self, name: str) -> list[str]:
        """What ``name`` was told since the last time."""
        told, self.told[name] = self.told[name], []
        return told

    def forget(self) -> None:
        """Nobody remembers what they were told."""
        for name in self.told:
            self.told[name] = []


def without_boards(lines: list[str]) -> list[str]:
    """``lines`` without boards and what stands over them."""
    kept: list[str] = []
    left = 0
    for line in lines:
        if not line:
            left = 18
        if left:
            left -= 1
        else:
            kept.append(line)
    return kept


def boards(lines: list[str]) -> int:
    """How many boards ``lines`` show."""
    return sum(line.startswith("+13-14") for line in lines)
