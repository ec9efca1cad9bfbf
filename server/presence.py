"""Who is connected to a room, on all nodes together.

Each node writes its own members to the room's ``here`` hash and renews them at every beat; what
was not renewed for 15 s belongs to a node that died. This node's own members are known better here
than there, so they are taken from the audience.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import msgpack
import structlog

from engine.seat import Seat
from engine.state import MatchState
from protocol.messages import Presence, Standing
from server.audience import Audience
from server.connection import Connection
from server.notices import pack_presence_changed
from server.results import standing_of
from server.store.errors import Unavailable
from server.surroundings import Surroundings

log = structlog.get_logger()

STALE_MS = 15_000
GATHER_S = 0.05
"""Changes within this time are told as one, so that a crowd that arrives is one message."""
SPECTATORS_SHOWN = 20
GONE = "gone:"
"""Before the id of a player whose connection ended: the field says when that last happened."""


@dataclass(frozen=True, slots=True)
class Here:
    """One connection of a player or spectator, as last seen at ``at_ms``."""

    player: str
    name: str
    at_ms: int


def pack_here(here: Here) -> bytes:
    """The value of the connection's field."""
    packed: bytes = msgpack.packb([here.player, here.name, here.at_ms])
    return packed


def unpack_here(value: bytes) -> Here:
    """What ``pack_here`` wrote."""
    player, name, at_ms = msgpack.unpackb(value)
    return Here(player, name, at_ms)


def is_there(field: str, here: Here, now_ms: int) -> bool:
    """Whether the connection that a node wrote under ``field`` lives, as far as is known."""
    return not field.startswith(GONE) and here.at_ms > now_ms - STALE_MS


class RoomPresence:
    """Who is in one room, told to its members whenever it changes."""

    def __init__(
        self,
        code: str,
        audience: Audience,
        state: Callable[[], MatchState],
        around: Surroundings,
        noticed: Callable[[Presence], None],
    ) -> None:
        self._code = code
        self._audience = audience
        self._state = state
        self._around = around
        self._noticed = noticed
        self._elsewhere: dict[str, bytes] = {}
        self._standings: dict[str, Standing] = {}
        """By player id, as it was when this copy of the room first asked."""
        self._told: Presence | None = None
        self._looking = False

    def came(self, connection: Connection) -> None:
        """A member of this node came."""
        self._around.tasks.start(self._write(connection))

    def went(self, connection: Connection) -> None:
        """A member of this node went."""
        self._around.tasks.start(self._erase(connection))

    def look_soon(self) -> None:
        """Something may have changed: look, and tell. Many changes at once make one look."""
        if not self._looking:
            self._looking = True
            self._around.tasks.start(self._look())

    async def renew(self) -> None:
        """Write this node's members again, so that they do not grow stale, and look."""
        await self._set(*self._audience)
        self.look_soon()

    async def read(self) -> None:
        """Learn what other nodes wrote.

        Raises:
            Unavailable: the store does not answer.
        """
        self._elsewhere = await self._around.store.here(self._code)

    def last_seen_ms(self, seat: Seat) -> int:
        """When the player at ``seat`` was last known to be connected; 0 if that is forgotten."""
        player = self._state().seats[seat]
        everybody = map(unpack_here, self._elsewhere.values())
        return max(
            (one.at_ms for one in everybody if player and one.player == player.id), default=0
        )

    def is_member(self, seat: Seat) -> bool:
        """Whether the player at ``seat`` is connected to this very node."""
        player = self._state().seats[seat]
        return player is not None and any(one.player_id == player.id for one in self._audience)

    def now(self) -> Presence:
        """Who is there, from this node's members and what other nodes wrote."""
        now_ms = self._around.store.now_ms()
        names = {one.player_id: self._audience.name_of(one) for one in self._audience}
        for field, value in self._elsewhere.items():
            here = unpack_here(value)
            own = field.startswith(f"{self._around.node}:")
            if not own and is_there(field, here, now_ms):
                names.setdefault(here.player, here.name)
        return _presence_of(names, self._state(), self._standings)

    async def _look(self) -> None:
        await asyncio.sleep(GATHER_S)
        self._looking = False
        try:
            await self.read()
            await self._learn_standings()
        except Unavailable as error:
            log.warning("presence not read", room=self._code, error=str(error))
        now = self.now()
        self._noticed(now)
        if now != self._told:
            self._told = now
            self._audience.tell({"t": "presence", "room": self._code, "presence": now})

    async def _learn_standings(self) -> None:
        seats = self._state().seats
        for player in (seats.white, seats.black):
            if player is not None and player.id not in self._standings:
                self._standings[player.id] = await standing_of(self._around.store, player.id)

    async def _write(self, connection: Connection) -> None:
        try:
            await self._set(connection)
            await self._around.store.publish(self._code, pack_presence_changed())
        except Unavailable as error:
            # The next beat writes it again.
            log.warning("presence not written", room=self._code, error=str(error))
        self.look_soon()

    async def _erase(self, connection: Connection) -> None:
        store = self._around.store
        try:
            if self._state().seat_of(connection.player_id) is not None:
                gone = Here(connection.player_id, "", store.now_ms())
                await store.here_set(self._code, {GONE + gone.player: pack_here(gone)})
            await store.here_remove(self._code, self._field(connection))
            await store.publish(self._code, pack_presence_changed())
        except Unavailable as error:
            # What stays behind grows stale by itself.
            log.warning("presence not erased", room=self._code, error=str(error))
        self.look_soon()

    async def _set(self, *connections: Connection) -> None:
        """Write those of ``connections`` that are still here."""
        store = self._around.store
        fields = {
            self._field(one): pack_here(
                Here(one.player_id, self._audience.name_of(one), store.now_ms())
            )
            for one in connections
            if one in self._audience
        }
        if fields:
            await store.here_set(self._code, fields)

    def _field(self, connection: Connection) -> str:
        return f"{self._around.node}:{connection.number}"


def _presence_of(
    names: dict[str, str], state: MatchState, standings: dict[str, Standing]
) -> Presence:
    """The presence of the people in ``names``, by player id."""
    seated = {seat: state.seats[seat] for seat in Seat}
    connected = {seat: one is not None and one.id in names for seat, one in seated.items()}
    white, black = state.seats.white, state.seats.black
    players = {one.id for one in seated.values() if one is not None}
    watching = sorted((name, player) for player, name in names.items() if player not in players)
    return {
        "white": connected[Seat.WHITE],
        "black": connected[Seat.BLACK],
        "watching": len(watching),
        "spectators": [
            {"player": player, "name": name} for name, player in watching[:SPECTATORS_SHOWN]
        ],
        "standings": {
            "white": None if white is None else standings.get(white.id),
            "black": None if black is None else standings.get(black.id),
        },
    }
