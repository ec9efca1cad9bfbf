"""The log of a room as JSON: it comes back whole, and nothing in it can be changed."""

from __future__ import annotations

import json
import tracemalloc

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Flagged, GameClaimed
from engine.evolve import evolve
from engine.record.reading import RecordError
from engine.seat import Seat
from engine.state import MatchState
from protocol.convert import event_from_plain
from protocol.entries import entry_after, first_head, next_head, pack_entry
from protocol.messages import EventMessage
from protocol.record import MAX_LOG_BYTES, parse_json, to_json
from tests.protocol.walks import walk

ROOM = "7KXQ4MWP9C"
A_DAY_MS = 24 * 60 * 60 * 1000
"""More than anybody has."""


def told(seed: int, commands: int) -> list[EventMessage]:
    """The events of a room as its server tells them."""
    head, messages, at_ms = first_head(ROOM), list[EventMessage](), 0
    for seq, happened in enumerate(walk(seed, commands, ROOM), start=1):
        at_ms += A_DAY_MS if isinstance(happened.event, Flagged | GameClaimed) else 10
        entry = entry_after(
            happened.state, happened.event, at_ms=at_ms, by=Seat.WHITE, cause=f"cause-{seq}"
        )
        head = next_head(head, pack_entry(entry))
        messages.append(
            {
                "t": "event",
                "room": ROOM,
                "seq": seq,
                "head": head.hex(),
                "at_ms": entry.at_ms,
                "by": "white",
                "cause": entry.cause,
                "event": entry.event,
                "phase": entry.phase,
                "turn": None if entry.turn is None else entry.turn.value,
            }
        )
    return messages


LOG = told(4, 150)
TEXT = to_json(ROOM, LOG)


def read(text: str) -> tuple[str, tuple[EventMessage, ...]]:
    return parse_json(text.encode())


def test_the_whole_log_comes_back() -> None:
    for seed in range(8):
        log = told(seed, 300)
        assert read(to_json(ROOM, log)) == (ROOM, tuple(log))


def test_it_is_json_with_one_entry_on_each_line() -> None:
    assert json.loads(TEXT)["room"] == ROOM
    lines = TEXT.splitlines()
    assert len(lines) == len(LOG) + 2
    assert json.loads(lines[1].removesuffix(","))["event"]["type"] == "room_created"
    assert read(json.dumps(json.loads(TEXT), indent=4)) == (ROOM, tuple(LOG))
    assert parse_json(b"\xef\xbb\xbf" + TEXT.encode())[0] == ROOM


def test_names_are_readable_in_it() -> None:
    assert "双陆" in TEXT


def test_a_room_of_no_events() -> None:
    assert read(to_json(ROOM, [])) == (ROOM, ())


def test_what_comes_back_folds_to_the_state() -> None:
    state = MatchState()
    for message in read(TEXT)[1]:
        state = evolve(state, event_from_plain(message["event"]))
    assert state == walk(4, 150, ROOM)[-1].state


@given(st.data())
@settings(max_examples=150)
def test_no_entry_can_be_changed_removed_or_moved(data: st.DataObject) -> None:
    record = json.loads(TEXT)
    entries = record["entries"]
    at = data.draw(st.integers(0, len(entries) - 2))
    match data.draw(st.sampled_from(["time", "cause", "by", "remove", "swap", "event"])):
        case "time":
            entries[at]["at_ms"] += 1
        case "cause":
            entries[at]["cause"] = None
        case "by":
            entries[at]["by"] = "black"
        case "remove":
            del entries[at]
        case "swap":
            entries[at], entries[at + 1] = entries[at + 1], entries[at]
        case _:
            entries[at]["event"] = dict(entries[at]["event"], more=1)
    with pytest.raises(RecordError, match=r"event \d+"):
        read(json.dumps(record))


def test_the_end_may_be_missing_since_every_log_was_once_shorter() -> None:
    record = json.loads(TEXT)
    record["entries"] = record["entries"][:20]
    assert read(json.dumps(record)) == (ROOM, tuple(LOG[:20]))


def test_an_unbroken_chain_of_an_illegal_log_is_refused() -> None:
    """Who can write files can compute chains: the rules have the last word."""
    record = json.loads(TEXT)
    del record["entries"][1]
    record["entries"] = rechained(record["entries"])
    with pytest.raises(RecordError, match=r"event 2: .* cannot happen here"):
        read(json.dumps(record))


@pytest.mark.parametrize(("field", "value"), [("phase", "match_over"), ("turn", "black")])
def test_a_phase_or_turn_that_does_not_follow_is_refused(field: str, value: str) -> None:
    record = json.loads(TEXT)
    entry = record["entries"][2]
    assert entry[field] != value
    entry[field] = value
    record["entries"] = rechained(record["entries"])
    with pytest.raises(RecordError, match=r"event 3: its phase or turn is not what the rules"):
        read(json.dumps(record))


@pytest.mark.parametrize("number", ["5", 5.0, True, None])
def test_only_a_number_is_a_number_in_an_event(number: object) -> None:
    record = json.loads(to_json(ROOM, told(0, 60)))
    roll = next(one for one in record["entries"] if one["event"]["type"] == "rolled")
    roll["event"]["dice"][0] = number
    record["entries"] = rechained(record["entries"])
    with pytest.raises(RecordError, match=rf"event {roll['seq']} is none that is known here"):
        read(json.dumps(record))


def rechained(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    """The entries with numbers and chain values that fit."""
    head, fitting = first_head(ROOM), []
    keys = ("v", "at_ms", "by", "cause", "event", "phase", "turn")
    for seq, entry in enumerate(entries, start=1):
        head = next_head(head, msgpack.packb({key: entry[key] for key in keys}))
        fitting.append(entry | {"seq": seq, "head": head.hex()})
    return fitting


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Invalid JSON"),
        ("{}", "format: is missing"),
        ("[" * 100_000, "Invalid JSON"),
        (TEXT.replace("shuanglu-log", "chess"), "format: "),
        (TEXT.replace('"version": 1', '"version": 2'), "version: "),
        (TEXT.replace(ROOM, "room"), "room: "),
        (TEXT.replace('"v": 1', '"v": 2', 1), "event 1: entries of version 2"),
        (TEXT.replace('"seq": 1,', '"seq": 2,', 1), "event 1 is missing: 2 stands"),
        (TEXT.replace('"seq": 1,', '"seq": -1,', 1), "entries.1.seq: "),
        (TEXT.replace('"seq": 1,', '"seq": 1.0,', 1), "entries.1.seq: "),
        (TEXT.replace('"seq": 1,', '"seq": 1, "more": 1,', 1), "entries.1.more: "),
        (TEXT.replace("room_created", "room_burnt", 1), "event 1 is none that is known"),
        (TEXT.replace('"length": ', f'"length": {"9" * 30}, "x": ', 1), "event 1 is none"),
        (TEXT[: len(TEXT) // 2], "Invalid JSON"),
        (TEXT.replace('"seq": 1,', '"seq": NaN,', 1), "a number is no number"),
        (TEXT.replace('"seq": 1,', f'"seq": {"9" * 5_000},', 1), "or too long"),
        (TEXT.replace('"cause-1"', '"\\ud800"', 1), "event 1 is none"),
        ("\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "Invalid JSON"),
    ],
)
def test_what_is_no_log_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(text)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)


@given(st.integers(0, len(TEXT) - 1), st.binary(max_size=4), st.integers(0, 40))
def test_a_damaged_file_is_read_or_refused(at: int, new: bytes, gone: int) -> None:
    data = TEXT.encode()
    try:
        room, _ = parse_json(data[:at] + new + data[at + gone :])
    except RecordError as refused:
        room = str(refused)
    assert "\n" not in room


def test_a_file_of_100_mb_is_refused_unread() -> None:
    data = b" " * 100_000_000
    tracemalloc.start()
    with pytest.raises(RecordError, match=f"{MAX_LOG_BYTES >> 20} MB is the most"):
        parse_json(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


ENTRY = TEXT.splitlines()[1].rstrip(",")
HEAD = '{"format": "shuanglu-log", "version": 1, "room": "7KXQ4MWP9C", "entries": ['


@pytest.mark.parametrize(
    ("start", "item", "end"),
    [
        (HEAD, "{},", "{}]}"),
        (HEAD, "[],", "0]}"),
        (HEAD, "1,", "1]}"),
        (HEAD, f"{ENTRY},", f"{ENTRY}]}}"),
        (HEAD + '{"event": [', "{},", "{}]}]}"),
        (HEAD + '{"event": {"a": [', '"b",', '""]}}]}'),
        ("{", '"a":1,', '"b":1}'),
        ("", "[", ""),
    ],
    ids=["objects", "lists", "numbers", "entries", "event", "texts", "fields", "deep"],
)
def test_no_file_takes_much_more_memory_than_the_longest_log(
    start: str, item: str, end: str
) -> None:
    data = (start + item * (2_000_000 // len(item)) + end).encode()
    tracemalloc.start()
    with pytest.raises(RecordError):
        parse_json(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 25 * len(data)
