"""The append-only file of the embedded store, when its end cannot be read.

A crash of the machine may leave anything behind what was last synced: half a command, which the
store drops by itself, or zeros and old blocks of the disk, at which it refuses to start. These are
cut off here, if they are few, and kept aside. Whoever saw what is lost by that is told so when
coming back.
"""

from __future__ import annotations

import mmap
import re
from dataclasses import dataclass
from pathlib import Path

from server.store.errors import StoreError

MOST_CUT_BYTES = 1024 * 1024
"""More cannot have been on its way to the disk: then somebody should look at the file."""
CORRUPT = "Bad file format"
"""What the store's last words contain if it could not read its file."""

_NEWEST = re.compile(r"^file (\S+) seq (\d+) type i\b", re.M)
_COUNT = re.compile(rb"\*(\d{1,9})\r\n")
_LENGTH = re.compile(rb"\$(\d{1,9})\r\n")
_NOTE = re.compile(rb"#[^\r\n]*\r\n")


@dataclass(frozen=True, slots=True)
class Cut:
    """What was cut off: ``bytes`` of ``file``, kept at ``kept``."""

    file: Path
    bytes: int
    kept: Path


def cut_corrupt_end(store_folder: Path, aside: Path) -> Cut:
    """Cut the newest file behind its last whole command, and keep what is cut in ``aside``.

    Raises:
        StoreError: it is not that file's end that is corrupt, or too much of it; one clear line.
    """
    file = _newest_file(store_folder)
    end = end_of_commands(file)
    size = file.stat().st_size
    if end == size:
        raise StoreError(f"the store's file cannot be read, and it is not the end of {file}")
    if size - end > MOST_CUT_BYTES:
        raise StoreError(
            f"{file} is corrupt from byte {end} of {size} on, which is more than its end: "
            "restore a backup, or see what valkey-check-aof says of it"
        )
    kept = aside / f"cut-off-{file.name}-{end}"
    with file.open("r+b") as opened:
        opened.seek(end)
        kept.touch(mode=0o600)
        kept.write_bytes(opened.read())
        opened.truncate(end)
    return Cut(file, size - end, kept)


def end_of_commands(file: Path) -> int:
    """The offset behind the last whole command, read from the beginning."""
    if file.stat().st_size == 0:
        return 0  # nothing can be mapped
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        end = 0
        while (after := _end_of_command(data, end)) is not None:
            end = after
        return end


def _end_of_command(data: mmap.mmap, start: int) -> int | None:
    note = _NOTE.match(data, start)
    if note is not None:
        return note.end()
    count = _COUNT.match(data, start)
    if count is None:
        return None
    at = count.end()
    for _ in range(int(count[1])):
        length = _LENGTH.match(data, at)
        if length is None:
            return None
        at = length.end() + int(length[1])
        if data[at : at + 2] != b"\r\n":
            return None
        at += 2
    return at


def _newest_file(store_folder: Path) -> Path:
    manifest = next(store_folder.rglob("*.manifest"), None)
    files = [] if manifest is None else _NEWEST.findall(manifest.read_text(errors="replace"))
    if manifest is None or not files:
        raise StoreError(f"the store's file cannot be read, nor what it is called: {store_folder}")
    name, _ = max(files, key=lambda found: int(found[1]))
    return manifest.parent / str(name)
