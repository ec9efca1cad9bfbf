"""The names of what a room and a player have in Redis.

The braces are a hash tag: all keys of one room, and its sharded channel, fall into one slot of a
Redis Cluster, so that one script may touch them together.
"""

from __future__ import annotations

LOBBY = "lobby"
WATCHABLE = "watchable"
"""Sorted set: rooms that may be played and that anybody may watch."""
BEAT = "{beat}"
"""String: when a node served last, in ms."""
GAPS = "{beat}:gaps"
"""Sorted set: the times in which no node served, by their ends."""
BANNED = "banned"
"""Set: the players who are not let in."""


RESULTS = "{results}"
"""Stream: every finished match, for good."""
RESULTS_KNOWN = "{results}:known"
"""Set: the matches that stand in it."""


def log_key(room: str) -> str:
    """Stream: every event of the room, with entry id ``<seq>-0``."""
    return f"room:{{{room}}}:log"


def state_key(room: str) -> str:
    """Hash: seq, head, snapshot, secret and the version of these."""
    return f"room:{{{room}}}:state"


def room_of_state_key(name: bytes) -> str:
    """The room whose ``state_key`` has this name."""
    return name.decode().removeprefix("room:{").removesuffix("}:state")


def chat_key(room: str) -> str:
    """Stream, capped: the room's last chat lines."""
    return f"room:{{{room}}}:chat"


def gallery_key(room: str) -> str:
    """Stream, capped: the last lines that spectators said."""
    return f"room:{{{room}}}:gallery"


def here_key(room: str) -> str:
    """Hash: who is connected, a field per connection."""
    return f"room:{{{room}}}:here"


def channel(room: str) -> str:
    """Sharded channel: what happens in the room, as a wake-up."""
    return f"room:{{{room}}}"


def room_of_channel(name: bytes) -> str:
    """The room whose ``channel`` has this name."""
    return name.decode().removeprefix("room:{").removesuffix("}")


def player_rooms_key(player: str) -> str:
    """Sorted set: the rooms a player can resume, by the time of the last change."""
    return f"player:{{{player}}}:rooms"


def player_results_key(player: str) -> str:
    """Hash: the entry of each match that the player has finished."""
    return f"player:{{{player}}}:results"


def player_result_times_key(player: str) -> str:
    """Sorted set: these matches by the time at which they ended."""
    return f"player:{{{player}}}:result_times"
