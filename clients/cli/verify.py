"""``shuanglu verify``: whether the dice of a match are those that had been promised.

Everything is worked out anew here, from an exported log or from the one that the server keeps; no
word of the server's is believed. Two logs of one room, from two players, show whether both were
told the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from itertools import zip_longest
from pathlib import Path

from clients.address import RoomAddress
from clients.cli import notes, words
from clients.cli.export import fetch_log, read_log
from clients.cli.people import shown_name
from clients.cli.players import UsageError, reader
from clients.cli.sitting import Exit
from clients.identity import Identities
from engine.audit import Audit, Finding, Tally, audit, tally
from engine.evolve import replay
from engine.seat import Seat
from protocol.convert import event_from_plain
from protocol.messages import EventMessage

Log = tuple[str, list[EventMessage]]


def verify(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Checks the dice of one log, and whether a second one is the same."""
    logs = [_log(place, arguments, identities) for place in arguments.rooms]
    if len(logs) > 2:
        raise UsageError(notes.TWO_LOGS_AT_MOST)
    room, log = logs[0]
    events = [event_from_plain(message["event"]) for message in log]
    audits = audit(room, events)
    seats = replay(events).seats
    names = {seat: "" if (one := seats[seat]) is None else shown_name(one.name) for seat in Seat}
    differ = _first_difference(*logs) if len(logs) == 2 else None
    if arguments.json:
        for each in audits:
            print(json.dumps(_plain(each)))
        counts = tally(events)
        print(json.dumps({"t": "dice", "faces": counts.faces, "doubles": counts.doubles}))
    else:
        for line in (*(told(each, names) for each in audits), *statistics(tally(events))):
            print(line)
    if differ is not None:
        print(notes.LOGS_DIFFER.format(seq=differ))
    bad = differ is not None or any(each.finding in _BAD for each in audits)
    if not arguments.json:
        print(notes.NOT_VERIFIED if bad else notes.VERIFIED if audits else notes.NO_GAMES)
    return Exit.UNPROVED if bad else Exit.OK


_BAD = (Finding.FALSE, Finding.UNTOLD, Finding.UNPROMISED)


def told(each: Audit, names: dict[Seat, str]) -> str:
    """One line about the dice of one game."""
    lacking = notes.NAMES_JOINT.join(names[seat] for seat in each.without)
    without = notes.WITHOUT_PART.format(names=lacking) if lacking else ""
    text = notes.FINDINGS[each.finding]
    if each.wrong is not None:
        wrong = each.wrong
        text = notes.FALSE_THROW.format(
            number=wrong.number + 1,
            seq=wrong.seq,
            thrown=words.dice(wrong.thrown),
            derived=words.dice(wrong.derived),
        )
    return notes.AUDIT.format(
        match=each.match, game=each.game, throws=each.throws, text=text, without=without
    )


def statistics(counts: Tally) -> list[str]:
    """The dice that fell, and how they compare with what fair dice do."""
    if not counts.throws:
        return []
    faces = ", ".join(f"{face}: {count}" for face, count in enumerate(counts.faces, start=1))
    return [
        notes.DICE_COUNTED.format(
            throws=counts.throws,
            faces=faces,
            doubles=counts.doubles,
            expected=f"{counts.expected_doubles:.1f}",
        ),
        notes.DICE_COMPARED.format(
            chi_square=f"{counts.chi_square:.2f}", percent=f"{100 * counts.chance:.0f}"
        ),
    ]


def _log(place: RoomAddress | Path, arguments: argparse.Namespace, identities: Identities) -> Log:
    if isinstance(place, Path):
        return read_log(place)
    who = reader(identities, place, arguments.server, arguments.settings.current.server)
    return place.code, asyncio.run(fetch_log(who, place.code))


def _first_difference(one: Log, other: Log) -> int | None:
    """The number of the first event in which two logs differ; a shorter one is no difference.

    Raises:
        UsageError: they are of different rooms.
    """
    if one[0] != other[0]:
        raise UsageError(notes.TWO_ROOMS)
    for seq, (first, second) in enumerate(zip_longest(one[1], other[1]), start=1):
        if first is not None and second is not None and first["head"] != second["head"]:
            return seq
    return None


def _plain(each: Audit) -> dict[str, object]:
    wrong = each.wrong
    return {
        "t": "game",
        "match": each.match,
        "game": each.game,
        "finding": each.finding.value,
        "throws": each.throws,
        "without": [seat.value for seat in each.without],
        "wrong": None
        if wrong is None
        else {
            "number": wrong.number,
            "seq": wrong.seq,
            "thrown": wrong.thrown,
            "derived": wrong.derived,
        },
    }
