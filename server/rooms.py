"""The rooms of which this node has a copy at the moment.

A room is loaded when somebody here asks for it and forgotten some seconds after the last one left.
A beat compares every copy with the store, because a channel may lose its last message before a
silence without any error.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgpack
import structlog

from protocol.codes import WireCode, WireError
from server.appends import stored_ledger
from server.ledger import BrokenChainError, Ledger, UnknownRecordError
from server.notices import PresenceChanged, Records, Spoken, unpack_notice
from server.room import Room
from server.store.errors import StoreError, Unavailable, UnknownVersion
from server.surroundings import Surroundings

log = structlog.get_logger()

BEAT_S = 5.0


@dataclass(slots=True)
class _Slot:
    """A place for one room's copy; ``holds`` counts those who are working with it."""

    holds: int = 0
    room: Room | None = None
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)


class Rooms:
    """This node's copies of rooms, by code."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._store = around.store
        self._slots: dict[str, _Slot] = {}

    def __len__(self) -> int:
        return len(self._slots)

    @asynccontextmanager
    async def hold(self, code: str, *, create: bool = False) -> AsyncIterator[Room]:
        """The room with this code, kept at least as long as the block runs.

        With ``create`` a room that does not exist yet is given out empty.

        Raises:
            WireError: there is no such room, it cannot be read here, or the store is away.
        """
        slot = self._slots.setdefault(code, _Slot())
        slot.holds += 1
        try:
            async with slot.opening:
                if slot.room is None:
                    await self._open(code, slot, create=create)
            assert slot.room is not None
            if slot.room.ledger.seq == 0 and not create:
                raise WireError(WireCode.UNKNOWN_ROOM, room=code)
            yield slot.room
        except UnknownVersion as error:
            log.error("room not readable", room=code, error=str(error))
            raise WireError(WireCode.NEWER_SERVER_NEEDED) from error
        except Unavailable as error:
            raise WireError(WireCode.UNAVAILABLE) from error
        finally:
            slot.holds -= 1
            if slot.room is None and not slot.holds:
                self._slots.pop(code, None)

    def on_message(self, code: str, data: bytes) -> None:
        """A message came over the channel of a room."""
        room = self._loaded(code)
        if room is None:
            return
        match unpack_notice(data):
            case Records(first, stored):
                self._adopt(room, first, stored)
            case Spoken(line):
                room.talk.hear(line)
            case PresenceChanged():
                room.presence.look_soon()
            case None:
                pass

    def on_confirmed(self, code: str) -> None:
        """The channel of a room stands again; what it carried in between is lost."""
        room = self._loaded(code)
        if room is not None:
            self._around.tasks.start(self._refresh(room))

    def retire(self) -> None:
        """The node is about to end: nothing rings any more."""
        for slot in self._slots.values():
            if slot.room is not None:
                slot.room.retire()

    async def beat(self) -> None:
        """Until cancelled: forget rooms without members, compare the others with the store."""
        while True:
            await asyncio.sleep(BEAT_S)
            self._forget_the_idle()
            try:
                await self.compare_all()
            except Unavailable as error:
                log.warning("beat missed", error=str(error))
            except StoreError as error:
                log.error("beat failed", error=str(error))

    async def compare_all(self) -> None:
        """Compare every copy with the store, and say there who is here.

        Raises:
            Unavailable: the store does not answer.
        """
        copies = [(slot.room, slot.room.ledger) for slot in self._slots.values() if slot.room]
        heads = await self._store.heads([room.code for room, _ in copies])
        for (room, known), found in zip(copies, heads, strict=True):
            if isinstance(found, Unavailable):
                continue  # in a cluster, one server's absence is no matter of the others' rooms
            try:
                if known.seq:
                    await room.compare(found, known=known)
                await room.presence.renew()
            except Unavailable:
                raise
            except Exception:  # one room's fault must not keep the others from being compared
                log.exception("room not compared", room=room.code)

    def _loaded(self, code: str) -> Room | None:
        slot = self._slots.get(code)
        return None if slot is None else slot.room

    async def _open(self, code: str, slot: _Slot, *, create: bool) -> None:
        """Load the room into its slot. Subscribe first: what comes after the load is heard."""
        if not create and await self._store.load(code) is None:
            raise WireError(WireCode.UNKNOWN_ROOM, room=code)
        await self._store.subscribe(code)
        stored = await self._store.load(code)
        try:
            ledger = Ledger.empty(code) if stored is None else stored_ledger(code, stored)
        except UnknownRecordError as error:
            raise UnknownVersion(str(error)) from error
        room = slot.room = Room(ledger, self._around)
        await self._hear_all(room)
        room.presence.look_soon()

    async def _hear_all(self, room: Room) -> None:
        """Take in what was said before this node listened, or while it could not."""
        for gallery in (False, True):
            for line in await self._store.chat(room.code, gallery=gallery):
                room.talk.hear(msgpack.unpackb(line)["line"])

    def _adopt(self, room: Room, first: int, stored: tuple[bytes, ...]) -> None:
        try:
            whole = room.adopt(first, stored)
        except (BrokenChainError, UnknownRecordError) as error:
            log.error("message does not fit", room=room.code, error=str(error))
            whole = False
        if not whole:
            self._around.tasks.start(self._refresh(room))

    async def _refresh(self, room: Room) -> None:
        try:
            await room.refresh()
            await self._hear_all(room)
        except StoreError as error:
            log.warning("room not refreshed", room=room.code, error=str(error))

    def _forget_the_idle(self) -> None:
        for code, slot in list(self._slots.items()):
            room = slot.room
            if slot.holds or (room is not None and (len(room.audience) or room.busy)):
                continue
            del self._slots[code]
            if room is not None:
                room.retire()
            self._store.unsubscribe(code)
