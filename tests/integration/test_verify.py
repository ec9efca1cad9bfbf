"""``shuanglu verify`` on a match of bots on a real server, and on changed logs (case 42)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from clients.bot.bot import NewRoom
from clients.cli.sitting import Exit
from engine.state import Phase
from protocol.entries import entry_told_by, first_head, next_head, pack_entry
from protocol.record import to_json
from tests.clients.cli.programs import run
from tests.integration.bots import make_bot
from tests.integration.moved_time import moved_nodes
from tests.integration.node import node
from tests.valkey import Valkey

Log = dict[str, Any]


@pytest.fixture
async def exported(tmp_path: Path) -> Path:
    """The log of a match to 3, verified where it was played."""
    async with node() as local:
        host = make_bot(local, NewRoom(length=3), 1)
        async with asyncio.TaskGroup() as playing:
            playing.create_task(host.run())
            await host.entered.wait()
            playing.create_task(make_bot(local, host.room, 2).run())
        address = f"{local.url}/{host.room}"
        live = await run(tmp_path, "verify", address)
        log = await run(tmp_path, "export", address, "--format", "json")
    assert (live.process.returncode, live.err) == (Exit.OK, "")
    assert live.out.splitlines()[-1] == "Verified."
    file = tmp_path / "match.json"
    save(file, json.loads(log.out))
    return file


def log_in(file: Path) -> Log:
    log: Log = json.loads(file.read_text())
    return log


def save(file: Path, log: Log) -> None:
    file.write_text(json.dumps(log))


def rewritten(log: Log) -> Log:
    """The log with its chain made anew, as a server would that changed it."""
    head = first_head(log["room"])
    for entry in log["entries"]:
        head = next_head(head, pack_entry(entry_told_by(entry)))
        entry["head"] = head.hex()
    return log


async def verified(home: Path, *logs: Log) -> tuple[int | None, list[str]]:
    """The exit code and the lines for logs in files."""
    files = []
    for number, log in enumerate(logs):
        file = home / f"{number}.json"
        save(file, log)
        files.append(str(file))
    program = await run(home, "verify", *files)
    return program.process.returncode, (program.out + program.err).splitlines()


async def test_a_match_is_verified_and_what_was_changed_is_named(
    exported: Path, tmp_path: Path
) -> None:
    log: Log = log_in(exported)
    code, lines = await verified(tmp_path, log)
    games = sum(entry["event"]["type"] == "game_started" for entry in log["entries"])
    assert code == Exit.OK
    assert len(lines) == games + 3
    assert all(" all follow from what was promised before it." in line for line in lines[:games])
    assert "expected" in lines[games]

    rolls = [entry for entry in log["entries"] if entry["event"]["type"] == "rolled"]
    rolled = next(entry for entry in rolls[::-1] if len(set(entry["event"]["dice"])) == 2)
    rolled["event"]["dice"].reverse()  # as legal as it was, and not what fell
    code, lines = await verified(tmp_path, log)
    assert code == Exit.REFUSED, "the chain is broken"
    assert f"event {rolled['seq']}" in lines[0]
    code, lines = await verified(tmp_path, rewritten(log))
    assert code == Exit.UNPROVED
    (wrong,) = (line for line in lines if "WRONG" in line)
    assert f"(event {rolled['seq']})" in wrong
    assert lines[-1] == "NOT verified: see the lines above."


async def test_two_players_who_were_told_different_things_find_out(
    exported: Path, tmp_path: Path
) -> None:
    hers: Log = log_in(exported)
    his: Log = log_in(exported)
    code, _ = await verified(tmp_path, hers, his)
    assert code == Exit.OK
    shorter = {**his, "entries": his["entries"][:40]}
    code, _ = await verified(tmp_path, hers, shorter)
    assert code == Exit.OK, "one of them left earlier"

    told = his["entries"][9]
    told["at_ms"] += 1
    code, lines = await verified(tmp_path, hers, rewritten(his))
    assert code == Exit.UNPROVED
    assert "WRONG: the two logs differ from event 10 on: not everybody was told the same." in lines
    other = rewritten({**his, "room": "2" * 10})
    code, lines = await verified(tmp_path, hers, other)
    assert code in {Exit.USAGE, Exit.REFUSED}
    assert len(lines) == 1


async def test_a_program_gets_it_as_json(exported: Path, tmp_path: Path) -> None:
    program = await run(tmp_path, "verify", str(exported), "--json")
    assert program.process.returncode == Exit.OK
    *games, dice = program.messages
    assert {game["finding"] for game in games} == {"proved"}
    assert sum(dice["faces"]) == 2 * sum(game["throws"] for game in games)


async def test_a_flag_that_fell_before_its_time_is_refused(
    own_valkey: Valkey, tmp_path: Path
) -> None:
    """The chain of the changed log fits; the times that stand there do not."""
    clock = {"delay_ms": 5_000, "bank_per_point_ms": 60_000}
    async with moved_nodes(own_valkey, 1) as nodes:
        alice, _bo, room = await nodes.serving[0].players(length=1, clock=clock)
        await nodes.pass_by(65_500)
        await alice.see(Phase.MATCH_OVER)
        page = await alice.get("log", room=room, from_=1, to=500)
    log: Log = json.loads(to_json(room, page["events"]))
    code, lines = await verified(tmp_path, log)
    assert (code, lines[-1]) == (Exit.OK, "Verified.")
    (flag,) = (one["seq"] for one in log["entries"] if one["event"]["type"] == "flagged")
    for entry in log["entries"][flag - 1 :]:
        entry["at_ms"] -= 501
    code, lines = await verified(tmp_path, rewritten(log))
    assert code == Exit.REFUSED
    (line,) = lines
    assert f"event {flag}: the flag fell, but by the times in the log there was time left." in line
