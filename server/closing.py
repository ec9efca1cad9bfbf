"""Closing a room from outside of any node: an append like every other, which all nodes hear."""

from __future__ import annotations

from engine.commands import CloseRoom
from server.appends import append_of, stored_ledger
from server.dice import DiceCup
from server.judge import consequences
from server.ledger import Draft, Ledger
from server.store.redis import Moved, Store


async def close_room(store: Store, code: str) -> int | None:
    """End what is played in the room; returns the seq of the event, ``None`` for no such room.

    Raises:
        IllegalCommand: it is over already.
        StoreError, UnknownRecordError: it cannot be read or written.
    """
    while True:
        ledger = await read_ledger(store, code)
        if ledger is None:
            return None
        at_ms = max(store.now_ms(), ledger.at_ms)
        draft = consequences(ledger, CloseRoom(), DiceCup(), by=None, cause=None, now_ms=at_ms)
        assert isinstance(draft, Draft)
        outcome = await store.append(append_of(draft))
        if not isinstance(outcome, Moved):
            await store.lobby_remove(code)
            await store.watchable_remove(code)
            return draft.after.seq


async def read_ledger(store: Store, code: str) -> Ledger | None:
    """The room as it is in the store, ``None`` if there is none."""
    stored = await store.load(code)
    if stored is None:
        return None
    return stored_ledger(code, stored)
