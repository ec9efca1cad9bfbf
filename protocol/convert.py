"""Between the engine's values and what travels: plain dictionaries of JSON types.

The log, the snapshots and the wire all use these forms, so there is one of each. Decoding trusts
its source (our own log, or the server) for meaning but not for shape: a wrong shape is a
``ValueError``.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_args

from engine import commands as cmd
from engine.board import Step
from engine.events import Event
from engine.seat import Seat
from engine.state import MatchState, Win
from protocol import requests as rq
from protocol.reading import read

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Plain: TypeAlias = dict[str, Any]
"""A dictionary of strings, integers, booleans, None, and lists and dictionaries of these."""

EVENT_TYPES: dict[str, type[Event]] = {kind.name: kind for kind in get_args(Event)}


@cache
def writer(kind: Any) -> TypeAdapter[Any]:
    """For those who write, which is the server; pydantic does it quickly once it is there.

    To make one takes as long as some hundred uses.
    """
    from pydantic import TypeAdapter  # noqa: PLC0415  (a client only reads)

    return TypeAdapter(kind)


def event_to_plain(event: Event) -> Plain:
    """``{"type": name, ...}`` with the event's fields."""
    fields = writer(cast("Hashable", type(event))).dump_python(event, mode="json")
    return {"type": event.name, **fields}


def event_from_plain(plain: Plain) -> Event:
    """The event that ``event_to_plain`` wrote.

    Raises:
        ValueError: an unknown type, or fields that do not fit it.
    """
    fields = dict(plain)
    kind = fields.pop("type", None)
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        raise ValueError(f"unknown event type {kind!r}")
    return read(EVENT_TYPES[kind], fields)


def state_to_plain(state: MatchState) -> Plain:
    """The whole state; it holds no secret."""
    plain: Plain = writer(MatchState).dump_python(state, mode="json")
    return plain


def state_from_plain(plain: Plain) -> MatchState:
    """The state that ``state_to_plain`` wrote; ``ValueError`` if it is none."""
    return read(MatchState, plain)


def command_of(request: rq.AnyGameRequest, seat: Seat) -> cmd.ByPlayer:
    """What the player at ``seat`` asks of the match by ``request``."""
    match request:
        case rq.Ready():
            return cmd.Ready(seat=seat, commitment=request.commitment)
        case rq.Reveal():
            return cmd.Reveal(seat=seat, entropy=request.entropy)
        case rq.Roll():
            return cmd.Roll(seat=seat)
        case rq.Double():
            return cmd.Double(seat=seat)
        case rq.Take():
            return cmd.Take(seat=seat)
        case rq.Drop():
            return cmd.Drop(seat=seat)
        case rq.Beaver():
            return cmd.Beaver(seat=seat)
        case rq.Raccoon():
            return cmd.Raccoon(seat=seat)
        case rq.Play():
            steps = tuple(Step(source, target) for source, target in request.steps)
            return cmd.PlayDice(seat=seat, segments=steps)
        case rq.Resign():
            return cmd.OfferResignation(seat=seat, win=Win(request.win))
        case rq.Accept():
            return cmd.AcceptResignation(seat=seat)
        case rq.Reject():
            return cmd.RejectResignation(seat=seat)
        case rq.Withdraw():
            return cmd.WithdrawResignation(seat=seat)
        case rq.Concede():
            return cmd.Concede(seat=seat)
        case rq.Claim():
            return cmd.ClaimGame(seat=seat)
        case rq.EndSession():
            return cmd.EndSession(seat=seat)
        case rq.Rematch():
            return cmd.Rematch(seat=seat)
        case rq.Cancel():
            return cmd.Cancel(seat=seat)
        case rq.Remove():
            return cmd.RemoveSpectator(seat=seat, player=request.player)
