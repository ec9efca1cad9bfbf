"""The corrupt end of an append-only file: what is cut off, and what is not touched."""

from __future__ import annotations

from pathlib import Path

import hiredis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.store import aof
from server.store.aof import cut_corrupt_end, end_of_commands
from server.store.embedded import embedded_store
from server.store.errors import StoreError
from tests.server.store.logs import watched_log
from tests.server.store.rooms import append_to, listening_store

ROOM = "aof"
COMMANDS = st.lists(st.lists(st.binary(max_size=40), min_size=1, max_size=4), max_size=6)
ENDS = {
    "zeros": bytes(5000),
    "an old block": b"\x93\xfe room *3\r\n$4\r\nHSET" * 30,
    "half a command and zeros": b"*3\r\n$4\r\nHSET\r\n$2\r\nab" + bytes(700),
}


def packed(commands: list[list[bytes]]) -> list[bytes]:
    return [hiredis.pack_command(tuple(one)) for one in commands]  # type: ignore[arg-type]


@given(COMMANDS, st.integers(min_value=0, max_value=10_000))
def test_what_is_whole_ends_with_the_last_whole_command(
    tmp_path_factory: pytest.TempPathFactory, commands: list[list[bytes]], cut: int
) -> None:
    file = tmp_path_factory.mktemp("aof") / "file"
    parts = packed(commands)
    data = b"".join(parts)
    kept = data[: min(cut, len(data))]
    file.write_bytes(kept)

    ends = [sum(map(len, parts[:count])) for count in range(len(parts) + 1)]
    assert end_of_commands(file) == max(end for end in ends if end <= len(kept))


async def filled(folder: Path, entries: int) -> Path:
    """A data folder with a room of so many entries; returns its newest file."""
    async with embedded_store(folder) as url, listening_store(url) as (store, _):
        head = b""
        for seq in range(entries):
            append = append_to(store, ROOM, head, seq, b"entry %d" % seq)
            await store.append(append)
            head = append.head
    return next((folder / "store").rglob("*.incr.aof"))


def kept_aside(folder: Path) -> bytes:
    """What was cut off, which nobody else may read."""
    (kept,) = folder.glob("cut-off-*")
    assert kept.stat().st_mode & 0o077 == 0
    return kept.read_bytes()


async def entries_in(folder: Path) -> int:
    async with embedded_store(folder) as url, listening_store(url) as (store, _):
        head = await store.head(ROOM)
    return 0 if head is None else head[0]


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
async def test_a_corrupt_end_is_cut_off_and_kept_and_the_rest_is_there(
    tmp_path: Path, end: bytes
) -> None:
    file = await filled(tmp_path, 5)
    whole = file.read_bytes()
    file.write_bytes(whole + end)

    with watched_log() as log:
        assert await entries_in(tmp_path) == 5

    said = await log.entry("the corrupt end of the store's file was cut off")
    cut = kept_aside(tmp_path)
    assert (whole + end).endswith(cut)
    assert said["bytes"] == len(cut)


async def test_a_file_that_is_corrupt_before_its_end_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await filled(tmp_path, 5)
    ruined = file.read_bytes().replace(b"$5\r\nMULTI", b"?5\r\nMULTI", 1)
    file.write_bytes(ruined)
    monkeypatch.setattr(aof, "MOST_CUT_BYTES", 500)

    with pytest.raises(StoreError, match="is corrupt from byte") as caught:
        await entries_in(tmp_path)

    assert "\n" not in str(caught.value)
    assert file.read_bytes() == ruined


def test_what_cannot_be_mended_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nor what it is called"):
        cut_corrupt_end(tmp_path, tmp_path)
    (tmp_path / "a.manifest").write_text("file a.1.incr.aof seq 1 type i\n")
    (tmp_path / "a.1.incr.aof").write_bytes(b"")
    with pytest.raises(StoreError, match="it is not the end of"):
        cut_corrupt_end(tmp_path, tmp_path)
