"""What nobody does in time the server does by itself, whoever is connected, and once."""

from __future__ import annotations

import pytest

from engine.dice import Secret, commitment, game_name
from engine.state import Phase
from server import deadlines
from server.store import keys
from tests.integration.http import get
from tests.integration.node import Client, LocalNode, begin_across, node
from tests.valkey import Valkey

WAIT_MS = 300
ENTROPY = bytes(range(32))


async def bound_but_silent(local: LocalNode) -> tuple[Client, Client, str]:
    """Both are ready; White has promised a part of the dice and never tells it."""
    alice, bo, room = await local.players(ready=False)
    part = commitment(Secret.WHITE, game_name(room, 1, 1), ENTROPY).hex()
    await bo.see((await alice.act("ready", commitment=part))["seq"])
    await bo.act("ready")
    return alice, bo, room


async def test_a_game_begins_without_the_part_that_does_not_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "REVEAL_WAIT_MS", WAIT_MS)
    async with node() as local:
        alice, bo, _ = await bound_but_silent(local)
        view = await bo.see(Phase.TO_PLAY)
        assert view.state.proof.missed.white
        assert not view.state.proof.missed.black
        late = await alice.ask("reveal", room=alice.room, at=view.seq, entropy=ENTROPY.hex())
        assert late["code"] == "nothing_to_reveal"


async def test_what_is_overdue_while_nobody_is_there_happens_when_somebody_looks(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with node(redis=valkey.url) as local:
        _, _, room = await bound_but_silent(local)
    monkeypatch.setattr(deadlines, "REVEAL_WAIT_MS", 0)
    async with node(redis=valkey.url) as first, node(redis=valkey.url) as second:
        watchers = [await local.client("Cy") for local in (first, second)]
        for watcher in watchers:
            await watcher.get("watch", room=room, name="Cy")
        views = [await watcher.see(Phase.TO_PLAY) for watcher in watchers]
        assert views[0].state == views[1].state
        page = await watchers[0].get("log", room=room, from_=1, to=100)
        names = [one["event"]["type"] for one in page["events"]]
        assert names.count("entropy_missed") == 1
        assert names.count("opening_thrown") == 1


async def test_the_seed_is_nowhere_before_the_game_is_over(
    valkey: Valkey, capfd: pytest.CaptureFixture[str]
) -> None:
    async with node(redis=valkey.url) as first, node(redis=valkey.url) as second:
        alice, bo, room = await begin_across(first, second)
        watcher = await second.client("Cy")
        await watcher.get("watch", room=room, name="Cy")
        state: dict[bytes, bytes] = valkey.client().hgetall(keys.state_key(room))  # type: ignore[assignment]
        seed = state.pop(b"secret")
        assert len(seed) == 32
        entries = repr(valkey.client().xrange(keys.log_key(room)))
        for kept in (entries, repr(state)):
            assert "seed_committed" in kept or "proof" in kept
            assert seed.hex() not in kept
            assert repr(seed)[2:-1] not in kept
        metrics = [(await get(local.port, "/metrics")).text for local in (first, second)]
        told = repr([one.messages for one in (alice, bo, watcher)]) + "".join(metrics)
        assert seed.hex() not in told
        output = capfd.readouterr()
        assert seed.hex() not in output.out + output.err

        # A game that is given up is over: its seed is told.
        await alice.act("concede")
        await bo.see(Phase.MATCH_OVER)
        page = await bo.get("log", room=room, from_=1, to=500)
        assert page["events"][-1]["event"] == {
            "type": "seed_revealed",
            "game": 1,
            "seed": seed.hex(),
        }
