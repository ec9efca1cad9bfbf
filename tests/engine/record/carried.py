"""What a format carries of a log: the law of every round trip says that this comes back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import events as ev
from engine.seat import Seat
from engine.state import Player

UNHEARD = (ev.ResignationRejected, ev.ResignationWithdrawn)
"""The ends of resignations that came to nothing."""


def carried(events: Iterable[ev.Event], *, everything: bool) -> list[ev.Event]:
    """The events of one match as they should come back.

    Who somebody is behind a name and who was ready first is in no format. Without ``everything``
    neither are repeated opening throws and resignations that came to nothing.
    """
    kept: list[ev.Event] = []
    for event in events:
        match event:
            case ev.RoomCreated():
                kept.append(replace(event, player=_nobody(event.seat, event.player)))
            case ev.SeatTaken():
                kept.append(replace(event, player=_nobody(event.seat, event.player)))
            case ev.SeatReady() | ev.SpectatorRemoved():
                pass
            case ev.OpeningTied() if not everything:
                pass
            case ev.ResignationRejected() | ev.ResignationWithdrawn() if not everything:
                del kept[max(at for at, one in enumerate(kept) if _is_offer(one))]
            case ev.Flagged() if not everything and _is_offer(kept[-1]):
                kept[-1] = event
            case _:
                kept.append(event)
    if not everything and kept and _is_offer(kept[-1]):
        kept.pop()
    return kept


def _is_offer(event: ev.Event) -> bool:
    return isinstance(event, ev.ResignationOffered)


def _nobody(seat: Seat, player: Player) -> Player:
    return Player(id=seat.value, name=player.name)
