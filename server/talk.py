"""What is said in a room: the players' chat, and the spectators' beside it.

Everybody hears the players. Spectators hear each other; the players hear them when the match is
over, all that was said during it at once, so that no advice reaches a player in time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.state import MatchState, Phase
from protocol.messages import ChatLine, ChatMessage
from server.audience import Audience
from server.connection import Connection

REMEMBERED = 100
"""Lines of either chat; older ones go first."""


class Talk:
    """The two chats of one room, as this node knows them."""

    def __init__(self, code: str, audience: Audience, state: Callable[[], MatchState]) -> None:
        self._code = code
        self._audience = audience
        self._state = state
        self._players: deque[ChatLine] = deque(maxlen=REMEMBERED)
        self._gallery: deque[ChatLine] = deque(maxlen=REMEMBERED)

    def hear(self, line: ChatLine) -> None:
        """Take in a line, and tell those whom it is for; once."""
        lines = self._gallery if line["seat"] is None else self._players
        if any(line["id"] == known["id"] for known in lines):
            return
        lines.append(line)
        if line["seat"] is None and not self._is_over:
            listeners = {one for one in self._audience if not self._plays(one)}
            self._audience.tell(self._message(line), to=listeners)
        else:
            self._audience.tell(self._message(line))

    def lines_for(self, connection: Connection) -> list[ChatLine]:
        """What this member may read now, oldest first."""
        lines = [*self._players]
        if self._is_over or not self._plays(connection):
            lines += self._gallery
        return sorted(lines, key=lambda line: line["at_ms"])

    def open_gallery(self) -> None:
        """The match is over: the players get to read what the spectators said during it."""
        players = {one for one in self._audience if self._plays(one)}
        for line in self._gallery:
            self._audience.tell(self._message(line), to=players)

    def catch_up(self, connection: Connection) -> None:
        """Send a member all that it may read."""
        for line in self.lines_for(connection):
            connection.send(self._message(line))

    @property
    def _is_over(self) -> bool:
        return self._state().phase is Phase.MATCH_OVER

    def _plays(self, connection: Connection) -> bool:
        return self._state().seat_of(connection.player_id) is not None

    def _message(self, line: ChatLine) -> ChatMessage:
        return {"t": "chat", "room": self._code, "line": line}
