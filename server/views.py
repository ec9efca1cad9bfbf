"""The messages that show a room: one event, the whole room, one line of a list."""

from __future__ import annotations

from collections.abc import Sequence

from engine.objections import allowed
from engine.plays import next_steps
from engine.seat import Seat
from engine.state import MatchState, Phase, Watching
from protocol.absences import absence_to_plain
from protocol.clocks import clock_to_plain, control_shown
from protocol.convert import state_to_plain
from protocol.messages import (
    Allowed,
    ChatLine,
    EventMessage,
    Hop,
    MyRoom,
    OpenRoom,
    PlayedRoom,
    Presence,
    RoomMessage,
    RoomReason,
)
from server.ledger import Ledger, Record


def event_message(room: str, record: Record) -> EventMessage:
    """A record as everybody sees it."""
    entry = record.entry
    return {
        "t": "event",
        "room": room,
        "seq": record.seq,
        "head": record.head.hex(),
        "at_ms": entry.at_ms,
        "by": None if entry.by is None else entry.by.value,
        "cause": entry.cause,
        "event": entry.event,
        "phase": entry.phase,
        "turn": None if entry.turn is None else entry.turn.value,
    }


def newest_event_message(room: str, record: Record, ledger: Ledger) -> EventMessage:
    """The record that led to ``ledger``, with what can be done now, and how much time there is."""
    message, state = event_message(room, record), ledger.state
    if ledger.clock is not None:
        message["clock"] = clock_to_plain(ledger.clock)
    if ledger.absence.running is not None:
        message["absence"] = absence_to_plain(ledger.absence, state)
    message["allowed"] = allowed_now(state)
    if state.phase is Phase.TO_PLAY:
        message["hops"] = first_hops(state)
    return message


def room_message(
    ledger: Ledger,
    *,
    you: Seat | None,
    presence: Presence,
    chat: Sequence[ChatLine],
    reason: RoomReason = "entered",
) -> RoomMessage:
    """The whole room as somebody at the seat ``you`` sees it."""
    return {
        "t": "room",
        "room": ledger.room,
        "reason": reason,
        "seq": ledger.seq,
        "head": ledger.head.hex(),
        "you": None if you is None else you.value,
        "state": state_to_plain(ledger.state),
        "allowed": allowed_now(ledger.state),
        "hops": first_hops(ledger.state),
        "clock": None if ledger.clock is None else clock_to_plain(ledger.clock),
        "absence": absence_to_plain(ledger.absence, ledger.state),
        "presence": presence,
        "chat": list(chat),
    }


def allowed_now(state: MatchState) -> Allowed:
    """What each seat may ask for."""
    return {
        "white": list(allowed(state, Seat.WHITE)),
        "black": list(allowed(state, Seat.BLACK)),
    }


def first_hops(state: MatchState) -> list[Hop]:
    """The moves with which the roll can be begun; none while there is no roll to play."""
    if state.phase is not Phase.TO_PLAY or state.on_roll is None or state.dice is None:
        return []
    return [list(step) for step in next_steps(state.board, state.on_roll, state.dice, ())]


def open_room(room: str, state: MatchState) -> OpenRoom | None:
    """The room's line in the lobby; ``None`` if it waits for nobody."""
    host = state.seats.white
    if state.phase is not Phase.SEATING or host is None:
        return None
    return {
        "room": room,
        "name": host.name,
        "chat": state.manners.chat,
        "watch": state.manners.watch.value,
        "claim_after_ms": state.manners.claim_after_ms,
        "length": state.rules.length,
        "variant": state.rules.variant,
        "cube": state.rules.cube,
        "crawford": state.rules.crawford,
        "jacoby": state.rules.jacoby,
        "beavers": state.rules.beavers,
        "automatic_doubles": state.rules.automatic_doubles,
        "cube_limit": state.rules.cube_limit,
        "clock": control_shown(state.rules.clock),
    }


def played_room(room: str, state: MatchState) -> PlayedRoom | None:
    """The room's line among the matches to watch; ``None`` if none is played, or not for all."""
    white, black = state.seats.white, state.seats.black
    if white is None or black is None or state.phase is Phase.MATCH_OVER:
        return None
    if state.manners.watch is not Watching.ALL:
        return None
    return {
        "room": room,
        "white": white.name,
        "black": black.name,
        "score": [state.score.white, state.score.black],
        "length": state.rules.length,
        "variant": state.rules.variant,
    }


def my_room(ledger: Ledger, player: str) -> MyRoom | None:
    """The room's line in the list of ``player``'s rooms; ``None`` if there is no seat of theirs."""
    state = ledger.state
    seat = state.seat_of(player)
    if seat is None:
        return None
    opponent = state.seats[seat.other]
    return {
        "room": ledger.room,
        "you": seat.value,
        "opponent": None if opponent is None else opponent.name,
        "length": state.rules.length,
        "variant": state.rules.variant,
        "clock": control_shown(state.rules.clock),
        "white": state.score.white,
        "black": state.score.black,
        "phase": state.phase.value,
        "turn": None if state.to_act is None else state.to_act.value,
        "at_ms": ledger.at_ms,
        "saved": state.saved,
    }
