"""The examples are what the server would send, and their frames never change unseen."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from engine.board import Step
from engine.errors import IllegalCommand
from engine.evolve import replay
from engine.plays import next_steps
from engine.resolve import resolve
from engine.seat import Seat
from protocol import messages as ms
from protocol.convert import event_from_plain
from protocol.examples import ALICE, AT_MS, ID, MESSAGES, ROOM, STORY
from server.ledger import Draft, Ledger
from server.views import event_message, my_room, newest_event_message, open_room, room_message
from tests.protocol.golden import FRAMES, frames

EXAMPLES: dict[str, Any] = {message["t"]: message for message in MESSAGES}


def story() -> Draft:
    """The log of the room of which the examples tell."""
    draft: Draft | None = None
    for seq, event in enumerate(STORY, start=1):
        by = {1: Seat.WHITE, 2: Seat.BLACK, 3: Seat.WHITE, 4: Seat.BLACK}.get(seq)
        ledger = Ledger.empty(ROOM) if draft is None else draft.after
        next_one = ledger.draft([event], at_ms=AT_MS, by=by, cause=None if by is None else ID)
        draft = next_one if draft is None else draft.then(next_one)
    assert draft is not None
    return draft


def test_there_is_an_example_of_every_message() -> None:
    kinds = [get_args(get_type_hints(kind)["t"])[0] for kind in get_args(ms.Message)]
    assert list(EXAMPLES) == kinds


def test_the_frames_are_what_they_were() -> None:
    """After a change on purpose: ``python -m tests.protocol.golden``."""
    assert frames() == {path.name: path.read_bytes() for path in FRAMES.iterdir()}


def test_the_room_and_its_events_are_as_the_server_shows_them() -> None:
    draft, shown = story(), EXAMPLES["room"]
    assert shown == room_message(
        draft.after, you=Seat.WHITE, presence=shown["presence"], chat=shown["chat"]
    )
    records = [stage.record for stage in draft.stages]
    assert EXAMPLES["event"] == newest_event_message(ROOM, records[-1], draft.after)
    assert EXAMPLES["log"]["events"] == [event_message(ROOM, records[1])]


def test_the_lists_of_rooms_are_as_the_server_shows_them() -> None:
    assert EXAMPLES["rooms"]["rooms"] == [my_room(story().after, ALICE.id)]
    assert EXAMPLES["lobby"]["rooms"] == [open_room(ROOM, replay(STORY[:1]))]


def test_the_hops_are_those_after_the_example_of_a_preview() -> None:
    state = replay(STORY)
    assert state.dice is not None
    following = next_steps(state.board, Seat.WHITE, state.dice, (Step(8, 5),))
    assert EXAMPLES["hops"]["hops"] == [list(step) for step in following]


def test_the_error_is_the_one_that_the_rules_give() -> None:
    state, shown = replay(STORY), EXAMPLES["error"]
    assert state.dice is not None
    with pytest.raises(IllegalCommand) as caught:
        resolve(state.board, Seat.WHITE, state.dice, (Step(8, 6),))
    refusal = caught.value
    assert (shown["code"], shown["text"]) == (refusal.code, refusal.text)
    assert shown["details"] == refusal.details


def test_the_event_folds_into_the_state_of_the_room() -> None:
    assert event_from_plain(EXAMPLES["event"]["event"]) == STORY[-1]
