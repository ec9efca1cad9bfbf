"""``shuanglu play``, or ``shuanglu`` alone: the matches to come back to."""

from __future__ import annotations

import argparse
import asyncio
import json

from clients.cli import notes
from clients.cli.commands import sit
from clients.cli.faces import on_terminal
from clients.cli.players import named
from clients.cli.query import Unfinished, ask_unfinished
from clients.cli.sitting import Entry, Exit
from clients.identity import Identities, Identity
from protocol import requests as rq

MAX_ASKED = 10
"""The players of this device who are asked for, those who were here last."""


def play(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Lists one's unfinished matches, and lets one choose on a terminal."""
    known = [
        identity
        for identity in named(identities.all(), arguments.name)
        if arguments.server in (None, identity.server)
    ]
    found = asyncio.run(ask_unfinished(known[:MAX_ASKED]))
    seats = [(one.identity, room["room"]) for one in found for room in one.rooms]
    unasked = any(one.problem for one in found)
    if arguments.json:
        for one in found:
            for room in one.rooms:
                row = {"t": "room", "server": one.identity.server, **room}
                print(json.dumps(row), flush=True)
        return Exit.CONNECTION if unasked and not seats else Exit.OK
    for line in _lines(found):
        print(line, flush=True)
    if not seats:
        if unasked:
            return Exit.CONNECTION
        print(notes.HOW_TO_BEGIN)
        return Exit.OK
    if not on_terminal():
        return Exit.OK
    chosen = _choose(seats)
    if chosen is None:
        return Exit.OK
    identity, code = chosen
    return sit(identity, Entry(rq.Resume, {"room": code}), arguments, identities)


def _lines(found: list[Unfinished]) -> list[str]:
    lines: list[str] = []
    number = 1
    for one in found:
        if one.problem:
            lines.append(notes.NOT_ASKED.format(name=one.identity.name, problem=one.problem))
        if one.rooms:
            lines += notes.numbered_rooms(one.identity.server, one.identity.name, one.rooms, number)
            number += len(one.rooms)
    return lines


def _choose(seats: list[tuple[Identity, str]]) -> tuple[Identity, str] | None:
    """The seat whose number is typed; ``None`` for an empty line or the end of input."""
    while True:
        print(notes.WHICH_ROOM, end="", flush=True)
        try:
            text = input().strip()
        except EOFError:
            return None
        if not text:
            return None
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= len(seats):
            return seats[int(text) - 1]
