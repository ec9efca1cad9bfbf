"""What the server builds is what the types of messages say, whatever the state of the room."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.seat import Seat
from protocol.codec import Subprotocol, decode_message, encode
from protocol.convert import state_from_plain
from protocol.examples import AT_MS, ID, MESSAGES, ROOM
from protocol.messages import ChatLine, Presence
from protocol.schema import MESSAGE
from server.ledger import Draft, Ledger
from server.views import event_message, my_room, newest_event_message, open_room, room_message
from tests.protocol.walks import ALICE, walk

texts = st.text(st.characters(codec="utf-8"), max_size=30)
presences = st.builds(
    Presence,
    white=st.booleans(),
    black=st.booleans(),
    watching=st.integers(0, 10**6),
    spectators=st.lists(st.fixed_dictionaries({"player": texts, "name": texts}), max_size=3),
)
lines = st.builds(
    ChatLine,
    id=texts,
    at_ms=st.integers(0, 2**53),
    seat=st.sampled_from([seat.value for seat in Seat]),
    name=texts,
    text=texts,
)


def ledger_of(seed: int, commands: int) -> tuple[Draft, Ledger]:
    """The log of a match played at random, and where it ends."""
    events = [happened.event for happened in walk(seed, commands)]
    draft = Ledger.empty(ROOM).draft(events, at_ms=AT_MS, by=Seat.WHITE, cause=ID)
    return draft, draft.after


def assert_survives(message: Any) -> None:
    """It validates with nothing left over, and a client of either kind gets exactly it."""
    assert MESSAGE.validate_python(message, strict=True) == message
    for subprotocol in Subprotocol:
        assert decode_message(encode(message, subprotocol)) == message


@given(st.integers(0, 2**32), st.integers(0, 60), presences, st.lists(lines, max_size=3))
def test_the_room_as_everybody_sees_it(
    seed: int, commands: int, presence: Presence, chat: list[ChatLine]
) -> None:
    _, ledger = ledger_of(seed, commands)
    for you in (*Seat, None):
        message = room_message(ledger, you=you, presence=presence, chat=chat)
        assert_survives(message)
        assert state_from_plain(message["state"]) == ledger.state


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_every_event_and_list_of_rooms(seed: int, commands: int) -> None:
    draft, ledger = ledger_of(seed, commands)
    for stage in draft.stages:
        assert_survives(event_message(ROOM, stage.record))
    assert_survives(newest_event_message(ROOM, draft.stages[-1].record, ledger))
    mine = my_room(ledger, ALICE.id)
    assert_survives({"t": "rooms", "id": ID, "rooms": [mine]})
    for stage in draft.stages:
        waiting = open_room(ROOM, stage.after.state)
        if waiting is not None:
            assert_survives({"t": "lobby", "id": ID, "rooms": [waiting], "played": []})


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["t"]))
def test_the_examples_leave_nothing_over(message: Any) -> None:
    assert_survives(message)


@pytest.mark.parametrize("kind", [None, "", "no_such", 1, [], {}])
def test_a_message_of_unknown_kind_is_refused(kind: object) -> None:
    with pytest.raises(ValidationError):
        MESSAGE.validate_python({"t": kind, "id": ID})
