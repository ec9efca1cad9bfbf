"""What a fuzzer sends: mostly requests with one thing wrong, and now and then what ends a link."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from protocol.codec import Subprotocol, encode
from protocol.limits import MAX_FRAME_BYTES
from tests.protocol.hostile import (
    PLAIN,
    UNREADABLE_BYTES,
    UNREADABLE_TEXTS,
    Plain,
    as_msgpack,
    spoiled,
)

KINDS = (
    *("spoiled", "valid", "changed", "unreadable", "random", "other kind", "bad text"),
    *("fragments", "too big", "endless fragments"),
)
WEIGHTS = (6, 1, 8, 4, 4, 1, 1, 3, 1, 1)
"""How often each kind ends a burst; the rest of it is ``spoiled`` and ``valid``."""
VALID_SHARE = 0.1


class Mischief:
    """Frames for connections of one subprotocol; ``rooms`` are codes that exist."""

    def __init__(self, chance: random.Random, subprotocol: Subprotocol, rooms: list[str]) -> None:
        self._chance = chance
        self._subprotocol = subprotocol
        self._opcode = Opcode.TEXT if subprotocol is Subprotocol.JSON else Opcode.BINARY
        self._rooms = rooms
        self._spoiled = [list(_encodable(spoiled(plain), subprotocol)) for plain in PLAIN]

    def burst(self, most: int) -> tuple[list[bytes], str, list[Frame]]:
        """Frames that are each answered; then the kind of the last one, and it in fragments."""
        chance = self._chance
        mild = [
            self._valid() if chance.random() < VALID_SHARE else self._spoil()
            for _ in range(chance.randrange(most))
        ]
        (kind,) = chance.choices(KINDS, WEIGHTS)
        return mild, kind, self._last(kind)

    def whole(self, data: bytes) -> Frame:
        """A frame of the kind that the subprotocol has."""
        return Frame(self._opcode, data)

    def _last(self, kind: str) -> list[Frame]:
        makers: dict[str, Callable[[], list[Frame]]] = {
            "spoiled": lambda: [self.whole(self._spoil())],
            "valid": lambda: [self.whole(self._valid())],
            "changed": lambda: [self.whole(self._change(self._valid()))],
            "unreadable": lambda: [self.whole(self._unreadable())],
            "random": lambda: [self.whole(self._chance.randbytes(self._chance.randrange(400)))],
            "other kind": lambda: [Frame(_OTHER[self._opcode], self._valid())],
            "bad text": lambda: [Frame(Opcode.TEXT, b'{"t": "\xff\xfe\xed\xa0\x80"}')],
            "fragments": lambda: self._fragments(self._spoil()),
            "too big": lambda: [self.whole(b" " * (MAX_FRAME_BYTES + self._chance.randint(1, 9)))],
            "endless fragments": lambda: self._fragments(b" " * MAX_FRAME_BYTES * 2),
        }
        return makers[kind]()

    def _spoil(self) -> bytes:
        return self._chance.choice(self._chance.choice(self._spoiled))

    def _valid(self) -> bytes:
        """A request as it should be, in a room that somebody else plays in; with an id used once.

        A few of them greet, so that a stranger becomes somebody in the middle of it.
        """
        plain = {**self._chance.choice(PLAIN), "id": f"f-{self._chance.getrandbits(60)}"}
        if "room" in plain:
            plain["room"] = self._chance.choice(self._rooms)
        return _bytes(encode(plain, self._subprotocol))

    def _change(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(self._chance.randint(1, 3)):
            changed[self._chance.randrange(len(changed))] = self._chance.randrange(256)
        return bytes(changed)

    def _unreadable(self) -> bytes:
        if self._subprotocol is Subprotocol.JSON:
            return self._chance.choice(list(UNREADABLE_TEXTS.values())).encode()
        return self._chance.choice(list(UNREADABLE_BYTES.values()))

    def _fragments(self, data: bytes) -> list[Frame]:
        size = max(1, len(data) // self._chance.randint(2, 12))
        parts = [data[at : at + size] for at in range(0, len(data), size)] or [b""]
        last = len(parts) - 1
        return [
            Frame(self._opcode if at == 0 else Opcode.CONT, part, fin=at == last)
            for at, part in enumerate(parts)
        ]


_OTHER = {Opcode.TEXT: Opcode.BINARY, Opcode.BINARY: Opcode.TEXT}


def send_frame(socket: ClientConnection, frame: Frame) -> None:
    """Put a frame on the wire that the library would not send."""
    socket.transport.write(frame.serialize(mask=True))


def _encodable(requests: list[Plain], subprotocol: Subprotocol) -> Iterator[bytes]:
    """What the subprotocol can carry: JSON has no NaN and no infinity."""
    for request in requests:
        if subprotocol is Subprotocol.MSGPACK:
            yield as_msgpack(request)
            continue
        try:
            text = json.dumps(request, allow_nan=False)
        except ValueError:
            continue
        yield text.encode()


def _bytes(frame: bytes | str) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame
