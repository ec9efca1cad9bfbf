"""Alice and Bo at the desk of ``wire.py``, and what the tests of clients ask of notices."""

from __future__ import annotations

from typing import Any, TypeVar

from clients import notices as nt
from clients.session import Session
from engine.state import Dice
from protocol import requests as rq
from protocol.codec import Subprotocol
from protocol.identity import room_code
from tests.clients.wire import Desk

ALICE, BO, CY = "a" * 32, "b" * 32, "c" * 32
N = TypeVar("N", bound=nt.Notice)


def only(notices: list[nt.Notice], kind: type[N]) -> list[N]:
    return [notice for notice in notices if isinstance(notice, kind)]


class Table:
    """Alice and Bo in the middle of a first game: white has an opening roll of 3-1 to play."""

    def __init__(
        self, *throws: Dice, subprotocol: Subprotocol = Subprotocol.MSGPACK, **rules: Any
    ) -> None:
        self.desk = Desk((3, 1), *throws)
        self.alice = Session(ALICE, "Alice", subprotocol=subprotocol)
        self.bo = Session(BO, "Bo", subprotocol=subprotocol)
        self.alice_line, self.bo_line = self.desk.line(self.alice), self.desk.line(self.bo)
        created = self.alice.request(rq.Create, **{"length": 5, **rules})
        self.room = room_code(ALICE, created.id)
        self.desk.settle()
        self.bo.request(rq.Join, room=self.room)
        self.desk.settle()
        for session in (self.alice, self.bo):
            session.request(rq.Ready, room=self.room)
            self.desk.settle()

    def play_opening(self) -> None:
        self.alice.request(rq.Play, room=self.room, steps=[(8, 5), (6, 5)])

    def assert_same_view(self) -> None:
        served = self.desk.rooms[self.room]
        for session in (self.alice, self.bo):
            view = session.rooms[self.room]
            assert (view.seq, view.head, view.state) == (
                served.seq,
                served.head.hex(),
                served.state,
            )
