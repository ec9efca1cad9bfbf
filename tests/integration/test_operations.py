"""What the people who run a node see of it: health, readiness, metrics, the log."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol as Offered

from clients.bot.bot import Bot, NewRoom
from protocol.codec import Subprotocol
from protocol.identity import new_token
from server import health
from server.app import running_node
from server.config import read_settings
from tests.integration.http import get
from tests.integration.node import PATIENCE_S, loaded_dice, node
from tests.integration.process import ServerProcess
from tests.valkey import Valkey

ROOT = Path(__file__).parents[2]


async def test_a_healthy_node_says_what_an_acknowledgement_is_worth() -> None:
    async with node() as local:
        page = await get(local.port, "/healthz")

        assert page.status == 200
        assert page.json["status"] == "ok"
        assert page.json["acknowledged"].startswith("on disk")


async def test_a_node_is_ready_until_its_store_is_away_and_again_when_it_is_back(
    own_valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PROBE_S", 0.02)
    monkeypatch.setattr(health, "PATIENCE_S", 0.2)
    async with running_node(read_settings(["--port", "0", "--redis", own_valkey.url])) as one:
        assert (await get(one.port, "/readyz")).json == {
            "ready": True,
            "draining": False,
            "store": True,
        }
        own_valkey.freeze()
        await _until_ready_is(one.port, 503)
        assert (await get(one.port, "/metrics")).metric("shuanglu_store_up") == 0
        assert (await get(one.port, "/healthz")).status == 200  # restarting it would not help
        own_valkey.thaw()
        await _until_ready_is(one.port, 200)


async def _until_ready_is(port: int, status: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await get(port, "/readyz")).status != status:  # noqa: ASYNC110  (seen from outside)
            await asyncio.sleep(0.02)


async def test_the_metrics_count_what_happened() -> None:
    async with node(throw=loaded_dice((3, 1))) as local:
        white, black, room = await local.players()
        await white.act("play", steps=[[8, 5], [6, 5]])
        await white.ask("roll", room=room, at=white.view.seq)
        again = await local.client("Bo", token=black.token)
        await again.get("resume", room=room)

        page = await get(local.port, "/metrics")

    assert page.status == 200
    for line, number in {
        'shuanglu_requests_total{kind="create",result="done"}': 1,
        'shuanglu_requests_total{kind="play",result="done"}': 1,
        'shuanglu_requests_total{kind="roll",result="not_your_turn"}': 1,
        'shuanglu_resumes_total{how="room"}': 1,
        "shuanglu_connections_opened_total": 3,
        "shuanglu_connections": 4,  # the one that asks is one
        "shuanglu_rooms": 1,
        "shuanglu_rooms_created_total": 1,
        "shuanglu_append_seconds_count": 5,  # create, join, ready twice, play
        'shuanglu_dice_total{face="1"}': 1,
        'shuanglu_dice_total{face="3"}': 1,
        'shuanglu_throws_total{kind="mixed"}': 1,
        "shuanglu_append_conflicts_total": 0,
        "shuanglu_append_unknown_total": 0,
        "shuanglu_rollbacks_total": 0,
        "shuanglu_store_up": 1,
        "shuanglu_ready": 1,
    }.items():
        assert page.metric(line) == number, line


async def test_an_append_whose_answer_is_late_is_counted_as_unknown(own_valkey: Valkey) -> None:
    async with node(redis=own_valkey.url) as local:
        white, _, room = await local.players(ready=False)
        own_valkey.freeze()
        answer = await white.ask("ready", room=room, at=white.view.seq)
        own_valkey.thaw()
        assert answer["code"] == "unavailable"
        page = await get(local.port, "/metrics")
        assert page.metric("shuanglu_append_unknown_total") >= 1
        assert page.metric('shuanglu_requests_total{kind="ready",result="unavailable"}') == 1


async def test_a_room_that_expires_under_its_members_is_no_loss() -> None:
    """An alarm hangs on the number of losses."""
    async with node(retention_days=3 / 86_400) as local:
        white, _, room = await local.players(ready=False)
        async with asyncio.timeout(PATIENCE_S):
            while (answer := await white.ask("ready", room=room, at=white.view.seq))["t"] == "ok":
                pass
        page = await get(local.port, "/metrics")
    assert answer["code"] in {"not_a_player", "unknown_room"}
    assert page.metric("shuanglu_rollbacks_total") == 0


async def test_drops_are_counted_by_cause() -> None:
    async with node() as local:
        polite, rude = await local.client("Polite"), await local.client("Rude")
        lost = await local.client("Lost")
        await polite.socket.close()
        await rude.socket.send(b"\x00")
        await rude.socket.wait_closed()
        lost.socket.transport.abort()
        async with asyncio.timeout(PATIENCE_S):
            await local.node.connections.all_gone()

        page = await get(local.port, "/metrics")

    for cause in ("left", "wrong_frame_type", "lost"):
        assert page.metric(f'shuanglu_drops_total{{cause="{cause}"}}') == 1


async def test_the_dashboard_and_the_page_show_metrics_that_there_are() -> None:
    async with node() as local:
        text = (await get(local.port, "/metrics")).text
    there = set(re.findall(r"^# TYPE (shuanglu_\w+) ", text, re.M))
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    shown = json.dumps([panel["targets"] for panel in dashboard["panels"]])
    named = set(re.findall(r"shuanglu_[a-z_]+", shown))
    assert {name.removesuffix("_bucket") for name in named} == there
    page = (ROOT / "docs" / "operations.md").read_text()
    assert set(re.findall(r"`(shuanglu_\w+)", page)) <= there


async def test_the_metrics_are_for_those_who_run_the_server() -> None:
    forwarded = ("X-Forwarded-For", "203.0.113.9")
    async with node(trusted_proxy="127.0.0.1") as local:
        assert (await get(local.port, "/metrics")).status == 200
        assert (await get(local.port, "/metrics", forwarded)).status == 403
    async with node(metrics_from="192.0.2.0/24") as local:
        assert (await get(local.port, "/metrics")).status == 403


@pytest.mark.parametrize("form", ["text", "json"])
async def test_no_token_is_in_the_log_or_in_the_store(tmp_path: Path, form: str) -> None:
    """At the most talkative level, over a whole match."""
    server = ServerProcess(tmp_path / "data")
    await server.start(SHUANGLU_LOG_LEVEL="debug", SHUANGLU_LOG_FORMAT=form)
    tokens = [new_token(), new_token()]
    try:
        room = await _match(server.url, tokens)
    finally:
        await server.close()

    log = server.log_path.read_bytes()
    lines = log.decode().splitlines()
    assert any(room in line and "'play'" in line.replace('"', "'") for line in lines)
    if form == "json":
        done = [one for one in map(json.loads, lines) if one["event"] == "request done"]
        assert {"timestamp", "level", "connection", "request", "kind"} <= done[-1].keys()
    kept = [path for path in server.data_dir.rglob("*") if path.is_file()]
    assert any(room.encode() in path.read_bytes() for path in kept)
    for token in tokens:
        for found in (log, *(path.read_bytes() for path in kept)):
            assert token.encode() not in found
            assert bytes.fromhex(token) not in found


async def test_what_is_no_request_is_not_logged_as_the_request_before(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start(SHUANGLU_LOG_LEVEL="debug", SHUANGLU_LOG_FORMAT="json")
    hello = {"t": "hello", "id": "hello-one", "token": new_token()}
    try:
        async with connect(server.url, subprotocols=[Offered(Subprotocol.JSON)]) as socket:
            for request in (hello, {**hello, "t": "bye"}):
                await socket.send(json.dumps(request))
                await socket.recv()
    finally:
        await server.close()

    lines = [json.loads(line) for line in server.log_path.read_text().splitlines()]
    done, refused = (line for line in lines if line["event"].startswith("request "))
    assert (done["event"], done["request"]) == ("request done", hello["id"])
    assert (refused["code"], refused["connection"]) == ("bad_request", done["connection"])
    assert not refused.keys() & {"request", "kind"}


async def _match(url: str, tokens: list[str]) -> str:
    """A 1-point match between two bots; returns the code of its room."""
    chance = random.Random(1)
    new = NewRoom(length=1)
    host = Bot(url, token=tokens[0], name="host", place=new, chance=chance)
    async with asyncio.TaskGroup() as players:
        players.create_task(host.run())
        await host.entered.wait()
        room = host.room
        guest = Bot(url, token=tokens[1], name="guest", place=room, chance=chance)
        players.create_task(guest.run())
    return room


async def test_the_embedded_store_is_for_its_own_user_alone(tmp_path: Path) -> None:
    async with node(data_dir=tmp_path / "data"):
        noted = json.loads((tmp_path / "data" / "store.json").read_text())
        private = [Path(noted["socket"]).parent, Path(noted["socket"]), tmp_path / "data" / "store"]
        assert [oct(path.stat().st_mode & 0o777) for path in private] == ["0o700"] * 3
