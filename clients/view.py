"""A client's copy of one room: the whole at one event, and how the next event changes it.

A view is a frozen value. It starts from a ``room`` message and is carried on by ``event`` messages
with the same fold as the server's; it never guesses at what has not come yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import commands as cmd
from engine.absence import NO_ABSENCE, Absence
from engine.board import Step
from engine.clock import Clock
from engine.events import Event
from engine.evolve import evolve
from engine.objections import allowed
from engine.phases import TRANSITIONS
from engine.plays import next_steps
from engine.seat import BySeat, Seat
from engine.state import MatchState
from protocol.absences import absence_from_plain, absence_told
from protocol.clocks import clock_from_plain, clock_told
from protocol.convert import event_from_plain, state_from_plain
from protocol.messages import Allowed, ChatLine, EventMessage, Hop, Presence, RoomMessage

MAX_CHAT_LINES = 100
"""The chat lines that a view keeps; older ones go first."""

Commands = frozenset[str]
"""Names of commands, as in ``engine.commands``."""

NOTHING: BySeat[Commands] = BySeat(frozenset(), frozenset())


class StrangeEventError(ValueError):
    """An event that this client does not know, or that cannot follow what it knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomView:
    """A room as its server showed it, at event ``seq`` of its log.

    ``allowed`` holds what each seat may ask now, ``hops`` the moves that may come first in this
    turn. Both are empty in the middle of several events that happened at once (``settled`` tells),
    so who acts on them alone never acts too early.
    """

    room: str
    seq: int
    head: str
    you: Seat | None
    state: MatchState
    settled: bool
    allowed: BySeat[Commands]
    hops: tuple[Step, ...]
    presence: Presence
    chat: tuple[ChatLine, ...]
    clock: Clock | None = None
    """How much time each side had at the last event, by the server's time."""
    absence: Absence = NO_ABSENCE
    """How long each side was away at the last event, likewise."""

    def may(self, command: type[cmd.SeatCommand]) -> bool:
        """Whether you have a seat and may ask for ``command`` now."""
        return self.you is not None and command.name in self.allowed[self.you]

    def name_of(self, seat: Seat) -> str | None:
        """The name of the player at ``seat``, as given by that player; ``None`` if it is free."""
        player = self.state.seats[seat]
        return None if player is None else player.name


def view_of(message: RoomMessage) -> RoomView:
    """The view that a ``room`` message describes.

    Raises:
        ValueError: its state is none that this client knows.
    """
    state = state_from_plain(message["state"])
    return RoomView(
        room=message["room"],
        seq=message["seq"],
        head=message["head"],
        you=None if message["you"] is None else Seat(message["you"]),
        state=state,
        settled=True,
        allowed=_allowed_of(message["allowed"]),
        hops=_steps_of(message["hops"]),
        clock=clock_from_plain(message.get("clock"), state.rules),
        absence=absence_from_plain(message.get("absence")),
        presence=message["presence"],
        chat=tuple(message["chat"])[-MAX_CHAT_LINES:],
    )


def with_event(view: RoomView, message: EventMessage) -> tuple[RoomView, Event]:
    """The view after the event in ``message``, which must be the next one; and that event.

    Raises:
        StrangeEventError: the event is unknown here, or the view cannot be right.
    """
    try:
        event = event_from_plain(message["event"])
    except ValueError as error:
        raise StrangeEventError(str(error)) from None
    if type(event) not in TRANSITIONS[view.state.phase]:
        raise StrangeEventError(f"{event.name} cannot follow in phase {view.state.phase}")
    state = evolve(view.state, event)
    plain, at_ms = message["event"], message["at_ms"]
    settled = "allowed" in message
    after = replace(
        view,
        seq=message["seq"],
        head=message["head"],
        state=state,
        clock=clock_told(view.clock, view.state, state, plain, at_ms),
        absence=absence_told(view.absence, view.state, state, plain, at_ms),
        settled=settled,
        allowed=_allowed_of(message["allowed"]) if settled else NOTHING,
        hops=_steps_of(message.get("hops", [])),
    )
    return after, event


def settle(view: RoomView) -> RoomView:
    """The same view with what may be asked worked out here, if no message has told it."""
    if view.settled:
        return view
    state = view.state
    commands = BySeat(*(frozenset(allowed(state, seat)) for seat in (Seat.WHITE, Seat.BLACK)))
    hops: tuple[Step, ...] = ()
    if state.dice is not None and state.on_roll is not None:
        hops = next_steps(state.board, state.on_roll, state.dice)
    return replace(view, settled=True, allowed=commands, hops=hops)


def with_chat(view: RoomView, line: ChatLine) -> RoomView:
    """The view with one more chat line; the same view if it has that line already."""
    if any(line["id"] == known["id"] for known in view.chat):
        return view
    return replace(view, chat=(*view.chat, line)[-MAX_CHAT_LINES:])


def _allowed_of(plain: Allowed) -> BySeat[Commands]:
    return BySeat(frozenset(plain["white"]), frozenset(plain["black"]))


def _steps_of(hops: Iterable[Hop]) -> tuple[Step, ...]:
    return tuple(Step(source, target) for source, target in hops)
