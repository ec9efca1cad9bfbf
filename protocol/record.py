"""A room's whole log as JSON, with its chain: the record that carries everything.

It stands here and not beside the other formats, since the chain is over the bytes of the entries,
which the engine does not know. Every entry is one line; its ``head`` is the chain value after it,
so that a reader sees whether one is missing or was changed. What the events are worth is then
judged by the rules, a flag and a claim by the times that stand there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from engine.absence import NO_ABSENCE, claim_at_ms
from engine.events import Event, Flagged, GameClaimed
from engine.evolve import evolve
from engine.record.judge import IllegalLogError, judge
from engine.record.reading import RecordError
from engine.sentences import SentenceError
from engine.state import MatchState
from protocol.absences import absence_told
from protocol.clocks import clock_told
from protocol.convert import event_from_plain
from protocol.entries import ENTRY_VERSION, entry_told_by, first_head, next_head, pack_entry
from protocol.identity import CODE_PATTERN
from protocol.limits import MAX_CONTAINER_ITEMS, MAX_SEQ
from protocol.messages import EventMessage, SeatName
from protocol.problems import first_problem

FORMAT = "shuanglu-log"
MAX_LOG_BYTES = 16 << 20
"""A longer file is refused unread. An event takes about 300 bytes, so it is some 500 games."""

_BYTES_FOR_EACH_LIST = 32
"""A log has fewer lists and objects than one in so many bytes; each takes far more memory."""

_STRICT = ConfigDict(strict=True, extra="forbid")


@with_config(_STRICT)
class LogEntry(TypedDict):
    """One entry: the fields of ``entries.Entry``, its number, and the chain value after it."""

    seq: Annotated[int, Field(ge=1, le=MAX_SEQ)]
    head: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    v: int
    at_ms: Annotated[int, Field(ge=0, le=MAX_SEQ)]
    by: SeatName | None
    cause: str | None
    event: dict[str, Any]
    phase: str
    turn: SeatName | None


@with_config(_STRICT)
class LogRecord(TypedDict):
    """The whole file."""

    format: Literal["shuanglu-log"]
    version: Literal[1]
    room: Annotated[str, Field(pattern=CODE_PATTERN)]
    # Not all that is wrong with 16 MB of entries: the first is enough, and the rest is memory.
    entries: Annotated[list[LogEntry], Field(fail_fast=True)]


_RECORD = TypeAdapter(LogRecord)

TOO_LONG = "the file is too long: {most} MB is the most."
OTHER_VERSION = "event {seq}: entries of version {version} are not known."
NO_LOG = "it is no log of a room: {problem}."
MISSING = "event {seq} is missing: {found} stands in its place."
UNKNOWN = "event {seq} is none that is known here."
BROKEN = "event {seq}: the chain is broken, something was changed."
TIME_LEFT = "event {seq}: the flag fell, but by the times in the log there was time left."
TOO_EARLY = "event {seq}: the game was claimed, but by the times in the log it was too early."
OTHER_TURN = "event {seq}: its phase or turn is not what the rules make it."
ILLEGAL = "{problem}"
MANY_LISTS, NO_UTF8 = "it has too many lists", "it is not in UTF-8"
DEEP_LISTS = "Invalid JSON: there are too many lists in each other"
BAD_NUMBER = "Invalid JSON: a number is no number, or too long"
SENTENCES = (
    *(TOO_LONG, OTHER_VERSION, NO_LOG, MISSING, UNKNOWN, BROKEN),
    *(TIME_LEFT, TOO_EARLY, OTHER_TURN, ILLEGAL),
)
PROBLEMS = (MANY_LISTS, NO_UTF8, DEEP_LISTS, BAD_NUMBER)
"""What ``NO_LOG`` says of a file, as far as it is not the decoder or pydantic that says it."""


def to_json(room: str, messages: Iterable[EventMessage]) -> str:
    """The log of ``room`` from its first event on, as the server told it, as JSON."""
    entries = ",\n".join(json.dumps(_logged(message), ensure_ascii=False) for message in messages)
    head = json.dumps({"format": FORMAT, "version": 1, "room": room})
    return f'{head[:-1]}, "entries": [\n{entries}\n]}}\n'


def parse_json(data: bytes) -> tuple[str, tuple[EventMessage, ...]]:
    """The room's code and its events with their times and chain values, all of them checked.

    Raises:
        RecordError: it is no such file, its chain is broken, or the rules do not allow it.
    """
    if len(data) > MAX_LOG_BYTES:
        raise RecordError(0, TOO_LONG, most=MAX_LOG_BYTES >> 20)
    try:
        record = _RECORD.validate_python(_decoded(data))
    except ValidationError as invalid:
        raise _no_log(first_problem(invalid, count_from=1)) from None
    room = record["room"]
    for logged in record["entries"]:
        if logged["v"] != ENTRY_VERSION:
            raise RecordError(0, OTHER_VERSION, seq=logged["seq"], version=logged["v"])
    messages = tuple(_message(room, logged) for logged in record["entries"])
    check_log(room, messages)
    return room, messages


def _decoded(data: bytes) -> object:
    """The JSON in ``data``, read so that it takes no more memory than a log of this length."""
    if data.count(b"[") + data.count(b"{") > MAX_LOG_BYTES // _BYTES_FOR_EACH_LIST:
        raise _no_log(SentenceError(MANY_LISTS))
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_number
        )
    except UnicodeDecodeError:
        raise _no_log(SentenceError(NO_UTF8)) from None
    except json.JSONDecodeError as error:
        problem = f"Invalid JSON: {error.msg} at line {error.lineno} column {error.colno}"
        raise _no_log(problem) from None
    except RecursionError:
        raise _no_log(SentenceError(DEEP_LISTS)) from None
    except ValueError:
        raise _no_log(SentenceError(BAD_NUMBER)) from None


def _object(fields: list[tuple[str, object]]) -> dict[str, object]:
    if len(fields) > MAX_CONTAINER_ITEMS:
        raise _no_log(f"an object has more than {MAX_CONTAINER_ITEMS} fields")
    return dict(fields)


def _no_number(word: str) -> object:
    raise ValueError(word)


def _no_log(problem: str | SentenceError) -> RecordError:
    return RecordError(0, NO_LOG, problem=problem)


def check_log(room: str, messages: Iterable[EventMessage]) -> tuple[Event, ...]:
    """The events of ``messages``, which are a whole legal log from its first event on.

    Raises:
        RecordError: one is missing, was changed, or is not allowed by the rules or the clock.
    """
    head, events, told = first_head(room), list[Event](), list[EventMessage]()
    for seq, message in enumerate(messages, start=1):
        if message["seq"] != seq:
            raise RecordError(0, MISSING, seq=seq, found=message["seq"])
        try:
            head = next_head(head, pack_entry(entry_told_by(message)))
            event = event_from_plain(message["event"])
        except (ValueError, OverflowError):
            raise RecordError(0, UNKNOWN, seq=seq) from None
        if head.hex() != message["head"]:
            raise RecordError(0, BROKEN, seq=seq)
        events.append(event)
        told.append(message)
    try:
        judge(events, room)
    except IllegalLogError as illegal:
        raise RecordError(0, ILLEGAL, problem=illegal) from None
    _check_told(events, told)
    return tuple(events)


def _check_told(events: Sequence[Event], told: Sequence[EventMessage]) -> None:
    """Raise ``RecordError`` if what is told beside legal events does not go with them.

    So a flag or a claim before its time, and a phase or a turn that is not the one after the event.
    """
    state, clock, absence = MatchState(), None, NO_ABSENCE
    for event, message in zip(events, told, strict=True):
        at_ms = message["at_ms"]
        if isinstance(event, Flagged) and (clock is None or not clock.has_run_out(at_ms)):
            raise RecordError(0, TIME_LEFT, seq=message["seq"])
        if isinstance(event, GameClaimed):
            claim_ms = claim_at_ms(absence, state)
            if claim_ms is None or at_ms < claim_ms:
                raise RecordError(0, TOO_EARLY, seq=message["seq"])
        before, state = state, evolve(state, event)
        if (message["phase"], message["turn"]) != (state.phase, state.to_act):
            raise RecordError(0, OTHER_TURN, seq=message["seq"])
        clock = clock_told(clock, before, state, message["event"], at_ms)
        absence = absence_told(absence, before, state, message["event"], at_ms)


def _logged(message: EventMessage) -> LogEntry:
    return {
        "seq": message["seq"],
        "head": message["head"],
        "v": ENTRY_VERSION,
        "at_ms": message["at_ms"],
        "by": message["by"],
        "cause": message["cause"],
        "event": message["event"],
        "phase": message["phase"],
        "turn": message["turn"],
    }


def _message(room: str, logged: LogEntry) -> EventMessage:
    return {
        "t": "event",
        "room": room,
        "seq": logged["seq"],
        "head": logged["head"],
        "at_ms": logged["at_ms"],
        "by": logged["by"],
        "cause": logged["cause"],
        "event": logged["event"],
        "phase": logged["phase"],
        "turn": logged["turn"],
    }
