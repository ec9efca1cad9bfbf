"""``shuanglu export``: the record of a match, from the log that its server keeps.

Whoever may watch may have the record. The log is fetched from its first event on, or read from a
file that was exported, held against its chain and against the rules, and written in the format that
was asked for.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from clients.address import RoomAddress
from clients.cli import notes
from clients.cli.players import UsageError, reader
from clients.cli.printable import printable
from clients.cli.query import QuestionRefusedError, inquiry
from clients.cli.refusals import told_error
from clients.cli.sitting import Exit
from clients.identity import Identities, Identity
from engine.record.formats import FORMATS as OF_A_MATCH
from engine.record.matches import match_records
from engine.record.model import MatchRecord
from engine.record.reading import RecordError
from protocol import requests as rq
from protocol.limits import MAX_LOG_PAGE
from protocol.messages import EventMessage
from protocol.record import MAX_LOG_BYTES, check_log, parse_json, to_json

WHOLE_LOG = "json"
FORMATS = (*OF_A_MATCH, WHOLE_LOG)


def export(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Prints the record of a match."""
    place: RoomAddress | Path = arguments.room
    if isinstance(place, Path):
        code, log = read_log(place)
    else:
        preferred = arguments.settings.current.server
        who = reader(identities, place, arguments.server, preferred)
        code, log = place.code, asyncio.run(fetch_log(who, place.code))
    text = written(code, log, arguments.format, arguments.match)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
    return Exit.OK


def read_log(path: Path) -> tuple[str, list[EventMessage]]:
    """The code of the room and its log, which was exported to the file ``path``.

    Raises:
        QuestionRefusedError: it is no such log, its chain is broken, or the rules do not allow it.
        UsageError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LOG_BYTES + 1)  # no more is needed to refuse what is too long
        room, log = parse_json(data)
    except OSError as error:
        problem = notes.LOG_UNREADABLE.format(path=printable(str(path)), reason=error.strerror)
        raise UsageError(problem) from None
    except RecordError as problem:
        raise QuestionRefusedError(notes.BAD_LOG.format(problem=told_error(problem))) from None
    return room, list(log)


def written(room: str, log: list[EventMessage], form: str, match: int | None) -> str:
    """The record in one of ``FORMATS``; of the newest match that has begun unless one is named.

    Raises:
        QuestionRefusedError: the log is not whole, or not legal by the rules that are known here.
        UsageError: there is no such match, or it has not begun.
    """
    try:
        events = check_log(room, log)
    except RecordError as problem:
        raise QuestionRefusedError(notes.BAD_LOG.format(problem=told_error(problem))) from None
    if form == WHOLE_LOG:
        return to_json(room, log)
    times = (message["at_ms"] for message in log)
    records = match_records(zip(events, times, strict=True))
    return OF_A_MATCH[form].write(_chosen(records, match))


def _chosen(records: list[MatchRecord], wanted: int | None) -> MatchRecord:
    if wanted is not None and not 1 <= wanted <= len(records):
        raise UsageError(notes.NO_SUCH_MATCH.format(wanted=wanted, had=len(records)))
    offered = records if wanted is None else [records[wanted - 1]]
    begun = [record for record in offered if record.games]
    if not begun:
        raise UsageError(notes.NOT_BEGUN)
    return begun[-1]


async def fetch_log(identity: Identity, room: str) -> list[EventMessage]:
    """All events of ``room`` up to the newest there is; nobody in it notices.

    Raises:
        LinkError: the server cannot be had.
        QuestionRefusedError: it refuses to answer.
    """
    log: list[EventMessage] = []
    async with inquiry(identity) as asked:
        while True:
            first = len(log) + 1
            page = await asked.ask(rq.Log, room=room, from_=first, to=first + MAX_LOG_PAGE - 1)
            if page["t"] != "log" or not page["events"]:
                return log
            log += page["events"]
            if len(log) >= page["last"]:
                return log
