"""Rooms that an older server has stored open in this one, and their matches go on.

``tests/golden/rooms`` has such rooms as their servers wrote them: every record with its chain, and
the snapshot after the last one. Nothing there is ever written anew.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.board import START
from engine.seat import Seat
from engine.state import Phase, Rules
from protocol.entries import HEAD_BYTES
from protocol.record import check_log, parse_json, to_json
from server.ledger import Ledger
from server.notices import pack_records
from server.store.redis import Append, Won
from tests.integration.node import node
from tests.integration.table import Table
from tests.server.store.rooms import listening_store
from tests.valkey import Valkey

FOLDER = Path(__file__).parents[1] / "golden" / "rooms"
ROOMS = sorted(FOLDER.glob("*.json"))
RULES = {
    "before_clocks": Rules(length=3, variant="nackgammon"),
    "before_variants": Rules(
        length=None, jacoby=True, beavers=True, automatic_doubles=1, cube_limit=128
    ),
}
TOKENS = {Seat.WHITE: "a" * 32, Seat.BLACK: "b" * 32}


def stored(path: Path) -> tuple[str, list[bytes], bytes]:
    """The code, the records and the snapshot of a room."""
    plain: dict[str, Any] = json.loads(path.read_text())
    return plain["room"], [*map(bytes.fromhex, plain["records"])], bytes.fromhex(plain["snapshot"])


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.stem)
def test_the_log_and_the_snapshot_lead_to_the_same_state(path: Path) -> None:
    room, records, snapshot = stored(path)
    folded = Ledger.empty(room)
    for record in records:
        folded, _ = folded.follow(record)
    restored = Ledger.restore(room, len(records), records[-1][:HEAD_BYTES], snapshot)
    # Throws were not counted then. Only a game with a promise needs their number, and it has none.
    uncounted = replace(folded, state=replace(folded.state, throws=restored.state.throws))
    assert restored == uncounted
    assert folded.state.proof.seed is None
    assert folded.state.rules == RULES[path.stem]
    assert folded.clock is restored.clock is None
    assert folded.state.board != START, "a play is in it"


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.stem)
async def test_both_players_go_on_and_the_whole_log_is_on_its_chain(
    path: Path, valkey: Valkey
) -> None:
    room, records, snapshot = stored(path)
    async with listening_store(valkey.url) as (store, _):
        append = Append(
            room=room,
            expected=b"",
            first=1,
            entries=tuple(records),
            head=records[-1][:HEAD_BYTES],
            snapshot=snapshot,
            at_ms=store.now_ms(),
            message=pack_records(1, records),
        )
        assert await store.append(append) == Won()
    async with node(redis=valkey.url) as local:
        white = await local.client("Alice", token=TOKENS[Seat.WHITE])
        black = await local.client("Bo", token=TOKENS[Seat.BLACK])
        for client in (white, black):
            await client.get("join", room=room, name=client.name)
            assert client.view.you is not None
            assert [one["clock"] for one in client.messages if one["t"] == "room"] == [None]
        steps = await Table(local, white, black, room).some_play(black)
        await black.act("play", steps=steps)
        await white.see(Phase.TO_ROLL)
        await white.act("roll")
        page = await white.get("log", room=room, from_=1, to=white.view.seq)
        check_log(room, page["events"])
        assert parse_json(to_json(room, page["events"]).encode())[0] == room
