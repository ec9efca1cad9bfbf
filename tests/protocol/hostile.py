"""What strangers may send: every request with one thing wrong, and frames that are no message."""

from __future__ import annotations

import json
import math
from typing import Any

import msgpack

from protocol.examples import ID, REQUESTS
from protocol.limits import (
    MAX_BANK_MS,
    MAX_CHAT_CHARS,
    MAX_CONTAINER_ITEMS,
    MAX_DELAY_MS,
    MAX_SEQ,
    MAX_STEPS,
)
from protocol.reading import plain_of

Plain = dict[str, Any]

PLAIN: list[Plain] = [json.loads(json.dumps(plain_of(request))) for request in REQUESTS]
FIELDS = [(plain, field) for plain in PLAIN for field in plain if field != "t"]

STRINGS = {"commitment", "entropy", "id", "token", "room", "name", "head", "text", "player"}
MONEY = {"jacoby", "beavers", "automatic_doubles", "cube_limit"}
INTEGERS = {
    "length",
    "after",
    "from",
    "to",
    "at",
    "win",
    "automatic_doubles",
    "cube_limit",
    "claim_minutes",
}
CHOICES = {"watch", "phrase"}
BOOLEANS = {"cube", "crawford", "listed", "chat", "jacoby", "beavers"}
NULLABLE = {"length", "after", "head", "commitment", "claim_minutes"}
DEFAULTED = {
    *{"variant", "cube", "crawford", "clock", "listed", "chat", "watch", "after", "head"},
    "commitment",
    "claim_minutes",
    *MONEY,
}


def deep(depth: int) -> object:
    """A list in a list in a list."""
    value: object = []
    for _ in range(depth):
        value = [value]
    return value


NO_STRING: list[object] = [1, -1, 10**30, 1.5, True, [], {}, ["abcdefgh"], {"t": "roll"}, deep(200)]
NO_INTEGER: list[object] = [True, False, 1.0, math.nan, math.inf, "1", "", [], [1], {}, deep(200)]
NO_BOOLEAN: list[object] = [0, 1, -1, 1.0, "true", "", [], {}, deep(200)]
NO_STEPS: list[object] = [
    1,
    True,
    "8/5",
    {},
    {"0": [8, 5]},
    [8, 5],
    [[8]],
    [[8, 5, 3]],
    [[8, None]],
    [[8, "5"]],
    [[8, 5.0]],
    [[True, 0]],
    [[8, -1]],
    [[0, 0]],
    [[26, 5]],
    [[8, 25]],
    [[8, 10**30]],
    [{"source": 8, "target": 5}],
    ["85"],
    [[8, 5]] * (MAX_STEPS + 1),
    [[8, 5]] * MAX_CONTAINER_ITEMS,
    deep(200),
]
NO_CLOCK: list[object] = [
    *NO_STRING,
    "",
    "FAST",
    "x" * 10_000,
    {"delay_ms": 1_000},
    {"delay_ms": -1, "bank_per_point_ms": 1_000},
    {"delay_ms": 0, "bank_per_point_ms": 0},
    {"delay_ms": 0, "bank_per_point_ms": MAX_BANK_MS + 1},
    {"delay_ms": MAX_DELAY_MS + 1, "bank_per_point_ms": 1_000},
    {"delay_ms": True, "bank_per_point_ms": 1_000},
    {"delay_ms": "0", "bank_per_point_ms": 1_000},
    {"delay_ms": 0, "bank_per_point_ms": 1_000, "extra": 1},
]


def bad_values(field: str) -> list[object]:
    """What ``field`` must never be."""
    if field in STRINGS:
        bad = [
            *NO_STRING,
            "",
            "x" * 10_000,
            "x" * (MAX_CHAT_CHARS + 1),
            "\0",
            "a\x1b[2Jb",
            "\u202e",
        ]
    elif field == "variant":
        bad = [*NO_STRING, "", "Standard", "chess", "x" * 10_000]
    elif field == "clock":
        bad = NO_CLOCK
    elif field in CHOICES:
        bad = [*NO_STRING, "", "ALL", "rude", "x" * 10_000]
    elif field in INTEGERS:
        bad = [*NO_INTEGER, -1, -(2**70), 2**64, MAX_SEQ + 1]
        bad += [0] if field in {"length", "from", "to", "win", "claim_minutes"} else []
        bad += {
            "length": [26],
            "win": [4],
            "claim_minutes": [61],
            "automatic_doubles": [7],
            "cube_limit": [0, 1, 3, 48, 2048],
        }.get(field, [])
    elif field in BOOLEANS:
        bad = NO_BOOLEAN
    else:
        assert field == "steps"
        bad = NO_STEPS
    return bad if field in NULLABLE else [*bad, None]


def spoiled(plain: Plain) -> list[Plain]:
    """The request with each field missing or bad in every way, and with one too many."""
    bad: list[Plain] = [{**plain, "extra": 1}, {**plain, "\x1b[2J\u202e" + "x" * 5_000: 1}]
    for field in plain.keys() - {"t"}:
        bad += [{**plain, field: value} for value in bad_values(field)]
        if field not in DEFAULTED:
            bad.append({name: value for name, value in plain.items() if name != field})
    return bad


def as_msgpack(value: object) -> bytes:
    """``value`` in msgpack; it has no integers over 64 bits, so -1 stands for those."""
    packed: bytes = msgpack.packb(value, default=lambda _: -1)
    return packed


_LOBBY = {"t": "lobby", "id": ID}
_LOBBY_BYTES = as_msgpack(_LOBBY)

UNREADABLE_BYTES: dict[str, bytes] = {
    "nothing": b"",
    "cut short": _LOBBY_BYTES[:-1],
    "trailing bytes": _LOBBY_BYTES + b"\xc0",
    "two messages": _LOBBY_BYTES * 2,
    "a reserved byte": b"\xc1",
    "invalid UTF-8": b"\x81\xa1t\xa2\xff\xfe",
    "a surrogate in UTF-8": b"\x81\xa1t\xa3\xed\xa0\x80",
    "binary": as_msgpack({"t": b"lobby", "id": ID}),
    "an ext type": as_msgpack({"t": msgpack.ExtType(5, b"x"), "id": ID}),
    "a timestamp": as_msgpack({"t": msgpack.Timestamp(1, 2), "id": ID}),
    "an impossible timestamp": b"\x81\xa1t\xc7\x0c\xff" + b"\xff" * 12,
    "an integer as key": as_msgpack({1: "lobby", "id": ID}),
    "a list as key": b"\x81\x90\xa1t",
    "too many items": as_msgpack(list(range(MAX_CONTAINER_ITEMS + 1))),
    "too many keys": as_msgpack({str(i): i for i in range(MAX_CONTAINER_ITEMS + 1)}),
    "a list that claims four billion items": b"\xdd\xff\xff\xff\xff",
    "a map that claims four billion items": b"\xdf\xff\xff\xff\xff",
    "a text that claims four billion bytes": b"\xdb\xff\xff\xff\xff",
    "binary that claims four billion bytes": b"\xc6\xff\xff\xff\xff",
    "deep lists": b"\x91" * 10_000 + b"\xc0",
    "deep maps": b"\x81\xa1a" * 5_000 + b"\xc0",
    "JSON": json.dumps(_LOBBY).encode(),
}
"""No message in msgpack."""

UNREADABLE_TEXTS: dict[str, str] = {
    "nothing": "",
    "cut short": '{"t": "lobby"',
    "two messages": '{"t": "lobby"}{"t": "lobby"}',
    "not a number": '{"t": NaN}',
    "infinity": "[Infinity]",
    "minus infinity": "-Infinity",
    "an integer of ten thousand digits": "1" * 10_000,
    "deep lists": "[" * 10_000,
    "a raw control character": '{"t": "a\0b"}',
    "single quotes": "{'t': 'lobby'}",
    "a comment": '{"t": "lobby"} // hello',
    "HTTP": "GET / HTTP/1.1\r\n\r\n",
}
"""No message in JSON."""
