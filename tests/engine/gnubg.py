"""Runs GNU Backgammon, a program of its own, to hear what it makes of what we write.

The Debian package is ``gnubg``. Where it is not installed the tests that need it are skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parent / "gnubg_scripts"
TIMEOUT_S = 120

_PROGRAM = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")

needs_gnubg = pytest.mark.skipif(
    _PROGRAM is None, reason="gnubg is not installed (Debian package gnubg)"
)


def ask(script: str, home: Path, variables: Mapping[str, str]) -> Any:
    """What ``script`` prints after JSON. Settings are neither read from nor left in your home."""
    assert _PROGRAM is not None
    done = subprocess.run(
        [_PROGRAM, "-t", "-q", "-r", "-p", str(SCRIPTS / script)],
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    said = done.stdout.decode("utf-8", "replace")
    for line in said.splitlines():
        if line.startswith("JSON"):
            return json.loads(line[4:])
    raise AssertionError(f"gnubg said nothing to read:\n{said[-2000:]}\n{done.stderr.decode()}")
