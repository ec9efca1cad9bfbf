"""Disks that are full or that fail, for tests of what is stored on them."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

WAIT_S = 20.0


@contextmanager
def small_disk_at(path: Path, size_bytes: int) -> Iterator[None]:
    """A file system of that size is mounted on the folder; or the test is skipped."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size_bytes},mode=700", "tmpfs", str(path)]
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a small file system")
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a small file system is not allowed here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


def fill(path: Path) -> None:
    """Write a file until nothing more fits on its disk."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass


@asynccontextmanager
async def failing_fsync(pid: int) -> AsyncIterator[None]:
    """Let the next fsync of the process fail, as a dying disk does; or skip the test."""
    if shutil.which("strace") is None:
        pytest.skip("strace makes fsync fail")
    inject = "inject=fdatasync,fsync:error=EIO:when=1"
    tracer = await asyncio.create_subprocess_exec(
        *("strace", "-f", "-p", str(pid), "-e", "trace=fdatasync,fsync", "-e", inject),
        stdin=DEVNULL,
        stderr=PIPE,
    )
    try:
        if not await _attached(tracer):
            pytest.skip("strace may not attach here")
        yield
    finally:
        if tracer.returncode is None:
            tracer.terminate()
        await tracer.communicate()


async def _attached(tracer: Process) -> bool:
    assert tracer.stderr is not None
    async with asyncio.timeout(WAIT_S):
        return b"attached" in await tracer.stderr.readline()
