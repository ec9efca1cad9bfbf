"""The frames of every request and message, as they are packed today.

    python -m tests.protocol.golden

writes ``tests/golden/frames`` anew: look at the diff, it is what other programs will see.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from protocol.codec import Subprotocol, encode
from protocol.examples import MESSAGES, REQUESTS
from protocol.reading import plain_of

FRAMES = Path(__file__).parents[1] / "golden" / "frames"


def frames() -> dict[str, bytes]:
    """The content of every file, by its name."""
    requests = [plain_of(request) for request in REQUESTS]
    found: dict[str, bytes] = {}
    for kind, plains in (("request", requests), ("message", MESSAGES)):
        for plain in plains:
            found |= _both(f"{kind}-{plain['t']}", plain)
    return found


def _both(name: str, plain: Mapping[str, Any]) -> dict[str, bytes]:
    text, packed = encode(plain, Subprotocol.JSON), encode(plain, Subprotocol.MSGPACK)
    assert isinstance(text, str)
    assert isinstance(packed, bytes)
    return {f"{name}.json": text.encode(), f"{name}.msgpack": packed}


def write() -> None:
    """Write all files; those of kinds that are gone are deleted."""
    FRAMES.mkdir(exist_ok=True)
    made = frames()
    for path in FRAMES.iterdir():
        if path.name not in made:
            path.unlink()
    for name, content in made.items():
        (FRAMES / name).write_bytes(content)


if __name__ == "__main__":
    write()
