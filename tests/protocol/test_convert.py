"""Values of the engine survive the way to plain form and back, through both encodings."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as cmd
from engine.board import Step
from engine.events import Event, RoomCreated
from engine.seat import Seat
from engine.state import DEFAULT_MANNERS, MatchState, Rules, Win
from protocol import requests as rq
from protocol.convert import (
    EVENT_TYPES,
    Plain,
    command_of,
    event_from_plain,
    event_to_plain,
    state_from_plain,
    state_to_plain,
)
from protocol.examples import ALICE, EVENTS, ID, REQUESTS
from tests.protocol.walks import Happened, walk

walks = st.builds(walk, st.integers(0, 2**32), st.integers(0, 60))


def through_json(plain: Plain) -> Plain:
    """What a JSON client gets."""
    read: Plain = json.loads(json.dumps(plain))
    return read


def through_msgpack(plain: Plain) -> Plain:
    """What a msgpack client, the log and the snapshot get."""
    read: Plain = msgpack.unpackb(msgpack.packb(plain))
    return read


def test_there_is_an_example_of_every_event() -> None:
    assert [type(event) for event in EVENTS] == list(get_args(Event)) == [*EVENT_TYPES.values()]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_every_event_survives(event: Event) -> None:
    plain = event_to_plain(event)
    assert plain["type"] == event.name
    assert through_json(plain) == through_msgpack(plain) == plain
    assert event_from_plain(plain) == event


ADDED_LATER: dict[str, Any] = {"manners": DEFAULT_MANNERS}
"""Fields that older logs do not have, and what they mean there."""


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_an_event_with_a_field_missing_or_wrong_is_refused(event: Event) -> None:
    plain = event_to_plain(event)
    optional = {field.name for field in fields(event) if field.default is None}
    for field in plain.keys() - optional:
        without = {name: value for name, value in plain.items() if name != field}
        if field in ADDED_LATER:
            assert event_from_plain(without) == replace(event, **{field: ADDED_LATER[field]})
            without = {**without, field: None}
        for broken in (without, {**plain, field: [[]]}, {**plain, field: 1.5}):
            with pytest.raises(ValueError):
                event_from_plain(broken)


@pytest.mark.parametrize("kind", ["", "no_such_event", None, 1, [], {}])
def test_an_unknown_type_of_event_is_refused(kind: object) -> None:
    with pytest.raises(ValueError, match="unknown event type"):
        event_from_plain({"type": kind, "seat": "white"})


@given(walks)
def test_every_event_and_state_of_a_match_survives(story: list[Happened]) -> None:
    for happened in story:
        assert event_from_plain(through_json(event_to_plain(happened.event))) == happened.event
    final = story[-1].state
    plain = state_to_plain(final)
    assert through_json(plain) == through_msgpack(plain) == plain
    assert state_from_plain(plain) == final


def test_states_of_whole_matches_survive() -> None:
    for seed in range(5):
        for happened in walk(seed, 200):
            assert state_from_plain(through_msgpack(state_to_plain(happened.state))) == (
                happened.state
            )


def test_the_walks_meet_every_event() -> None:
    met = {happened.event.name for seed in range(30) for happened in walk(seed, 150)}
    assert met == set(EVENT_TYPES)


@pytest.mark.parametrize(
    "broken",
    [
        {"phase": "no_such_phase"},
        {"board": [1, 2]},
        {"board": {"white": ["x"], "black": []}},
        {"seats": {"white": {"id": "x"}, "black": None}},
        {"dice": [1]},
        {"score": None},
        {"rules": {"length": 0}},
        {"rules": {"length": 26}},
        {"seq": "many"},
    ],
    ids=str,
)
def test_what_is_no_state_is_refused(broken: Plain) -> None:
    with pytest.raises(ValueError):
        state_from_plain({**state_to_plain(MatchState()), **broken})


COMMANDS: dict[type[rq.GameRequest], type[cmd.SeatCommand]] = {
    rq.Ready: cmd.Ready,
    rq.Reveal: cmd.Reveal,
    rq.Roll: cmd.Roll,
    rq.Double: cmd.Double,
    rq.Take: cmd.Take,
    rq.Drop: cmd.Drop,
    rq.Beaver: cmd.Beaver,
    rq.Raccoon: cmd.Raccoon,
    rq.Play: cmd.PlayDice,
    rq.Resign: cmd.OfferResignation,
    rq.Accept: cmd.AcceptResignation,
    rq.Reject: cmd.RejectResignation,
    rq.Withdraw: cmd.WithdrawResignation,
    rq.Concede: cmd.Concede,
    rq.Claim: cmd.ClaimGame,
    rq.EndSession: cmd.EndSession,
    rq.Rematch: cmd.Rematch,
    rq.Cancel: cmd.Cancel,
    rq.Remove: cmd.RemoveSpectator,
}


def test_what_was_written_before_money_sessions_had_options_is_still_read() -> None:
    """Logs and snapshots of then lack the fields; what they meant is the default."""
    rules = Rules(length=None)
    created = event_to_plain(RoomCreated(rules=rules, seat=Seat.WHITE, player=ALICE))
    snapshot = state_to_plain(MatchState(rules=rules))
    for plain in (created, snapshot):
        plain["rules"] = {"length": None, "cube": True, "crawford": True}
    assert event_from_plain(created) == RoomCreated(rules=rules, seat=Seat.WHITE, player=ALICE)
    assert state_from_plain(snapshot) == MatchState(rules=rules)


def test_every_game_request_has_a_command_of_the_same_name() -> None:
    assert list(COMMANDS) == list(get_args(rq.AnyGameRequest))
    for request in REQUESTS:
        if isinstance(request, rq.GameRequest):
            command = command_of(request, Seat.BLACK)
            assert type(command) is COMMANDS[type(request)]
            assert command.seat is Seat.BLACK
            assert command.name == request.t


def test_what_a_request_says_is_in_its_command() -> None:
    room = "2" * 10
    play = rq.Play(id=ID, room=room, at=1, steps=[(25, 20), (6, 0)])
    assert command_of(play, Seat.WHITE) == cmd.PlayDice(
        seat=Seat.WHITE, segments=(Step(25, 20), Step(6, 0))
    )
    resign = command_of(rq.Resign(id=ID, room=room, at=1, win=2), Seat.WHITE)
    assert resign == cmd.OfferResignation(seat=Seat.WHITE, win=Win.GAMMON)
    remove = command_of(rq.Remove(id=ID, room=room, at=1, player="0c" * 16), Seat.WHITE)
    assert remove == cmd.RemoveSpectator(seat=Seat.WHITE, player="0c" * 16)
