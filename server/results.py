"""Finished matches: one entry for each, kept for good, and listed for both players.

Every node that adopts the end of a match writes its entry, and whoever opens a room whose match is
over writes it again: an entry is the same each time, and stands once. So none is missing unless all
nodes that had the room died at that moment and nobody ever came back to it.
"""

from __future__ import annotations

from typing import Any, Final

import msgpack
import structlog

from engine.seat import Seat
from engine.state import MatchState
from protocol.messages import FinishedMatch, Standing
from server.ledger import Ledger
from server.store.errors import StoreError
from server.store.redis import Store

log = structlog.get_logger()

ENTRY_VERSION: Final = 1
RESULTS_SHOWN = 50


def result_entry(ledger: Ledger) -> dict[str, Any] | None:
    """What is kept of the match that has just ended in ``ledger``.

    ``None`` if none has, or if it was closed before its first game. ``head`` is the chain value of
    the record up to here, usually to the event that ended the match.
    """
    state = ledger.state
    result = state.match_result
    if result is None or state.game_number == 0:
        return None
    players = [state.seats[seat] for seat in Seat]
    return {
        "v": ENTRY_VERSION,
        "room": ledger.room,
        "match": state.match_number,
        "at_ms": ledger.at_ms,
        "players": [[one.id, one.name] for one in players if one is not None],
        "variant": state.rules.variant,
        "length": state.rules.length,
        "score": [state.score.white, state.score.black],
        "winner": None if result.winner is None else result.winner.value,
        "end": result.end.value,
        "claims": [ledger.absence.claims.white, ledger.absence.claims.black],
        "head": ledger.head.hex(),
    }


async def keep_result(store: Store, entry: dict[str, Any]) -> None:
    """Write ``entry`` where it does not stand yet; what fails is written by the next who comes."""
    packed: bytes = msgpack.packb(entry)
    match = f"{entry['room']}/{entry['match']}"
    try:
        await store.result_add(match, packed)
        for player, _ in entry["players"]:
            await store.player_result_add(player, match, packed, entry["at_ms"])
    except StoreError as error:
        log.warning("result not kept", room=entry["room"], error=str(error))


def has_ended(before: MatchState, after: MatchState) -> bool:
    """Whether the match ended with the event that led from ``before`` to ``after``."""
    return before.match_result is None and after.match_result is not None


async def results_of(store: Store, player: str) -> list[FinishedMatch]:
    """The finished matches of ``player``, the newest first."""
    return [_shown(one, player) for one in await _entries_of(store, player)]


async def standing_of(store: Store, player: str) -> Standing:
    """How ``player`` finishes matches.

    Raises:
        Unavailable: the store does not answer.
    """
    entries = await _entries_of(store, player)
    own = [0 if one["players"][0][0] == player else 1 for one in entries]
    # Entries from before there were claims have none.
    claims = [one.get("claims", [0, 0])[seat] for one, seat in zip(entries, own, strict=True)]
    return {"finished": len(entries), "abandoned": sum(count > 0 for count in claims)}


async def _entries_of(store: Store, player: str) -> list[dict[str, Any]]:
    packed = await store.results_of(player, RESULTS_SHOWN)
    entries = [msgpack.unpackb(one) for one in packed]
    return [one for one in entries if one["v"] == ENTRY_VERSION]


def _shown(entry: dict[str, Any], player: str) -> FinishedMatch:
    you, opponent = Seat.WHITE, entry["players"][1][1]
    if entry["players"][0][0] != player:
        you, opponent = Seat.BLACK, entry["players"][0][1]
    return {
        "room": entry["room"],
        "match": entry["match"],
        "at_ms": entry["at_ms"],
        "you": you.value,
        "opponent": opponent,
        "length": entry["length"],
        "variant": entry["variant"],
        "white": entry["score"][0],
        "black": entry["score"][1],
        "winner": entry["winner"],
        "end": entry["end"],
    }
