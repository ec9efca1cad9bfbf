"""The launcher: it never lets a store outlive a server that is gone already."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.store import launch


def run_launcher(server_pid: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(Path(launch.__file__)), str(server_pid)]
    return subprocess.run(
        [*command, "/bin/echo", "a word", ""], capture_output=True, text=True, check=False
    )


def test_it_becomes_the_program_with_its_arguments_as_they_are() -> None:
    done = run_launcher(os.getpid())
    assert (done.returncode, done.stdout, done.stderr) == (0, "a word \n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a parent's death")
def test_it_starts_nothing_if_the_server_died_meanwhile() -> None:
    done = run_launcher(os.getpid() + 1)
    assert (done.returncode, done.stdout) == (1, "")
