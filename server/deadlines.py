"""Until when the room waits for somebody, and what the server does when that time is over.

Everything follows from the times of events in the log, so every node comes to the same answer, and
it does not matter which of them is the first to act: the comparison in the store lets one win.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import commands as cmd
from engine.seat import Seat
from engine.state import Phase
from server.beats import Gap, within
from server.ledger import Ledger

REVEAL_WAIT_MS = 10_000
"""How long the opening throw waits for an entropy that was committed."""

GRACE_MS = 500
"""How long after its deadline something may still come: it can be on its way."""

READY_WAIT_MS = 60_000
"""How long the next game of a match waits for a player after the other has become ready."""


def deadline_ms(ledger: Ledger) -> int | None:
    """The server's time from which ``overdue`` has something to say; ``None`` if it waits."""
    state = ledger.state
    if state.phase is Phase.OPENING and not state.proof.is_settled:
        return ledger.phase_ms + REVEAL_WAIT_MS
    somebody = (state.agreed.white or state.agreed.black) and not state.saved
    if state.phase is Phase.GAME_OVER and somebody and state.rules.length is not None:
        return ledger.phase_ms + READY_WAIT_MS
    return None if ledger.clock is None else ledger.clock.deadline_ms


def overdue(ledger: Ledger, now_ms: int) -> cmd.ByServer | None:
    """What the server has to do at ``now_ms`` because nobody else did it in time."""
    deadline = deadline_ms(ledger)
    if deadline is None or now_ms < deadline:
        return None
    state, clock = ledger.state, ledger.clock
    if clock is not None and clock.running is not None:
        return cmd.Flag(seat=clock.running)
    if state.phase is Phase.GAME_OVER:
        return cmd.StartGame()
    late = Seat.WHITE if state.proof.awaits(Seat.WHITE) else Seat.BLACK
    return cmd.MissEntropy(seat=late)


def flag_is_due(ledger: Ledger, now_ms: int) -> bool:
    """Whether somebody's time is out, unless it is given back for want of a node."""
    return ledger.clock is not None and ledger.clock.has_run_out(now_ms - GRACE_MS)


def owed(ledger: Ledger, gaps: Iterable[Gap], *, came_ms: int, now_ms: int) -> cmd.ByServer | None:
    """What has to be done before something that came at ``came_ms`` is judged.

    First time is given back, then what was due before it came is done. So it does not matter
    whether anybody was connected when somebody's time ran out.
    """
    since_ms = ledger.waits_since_ms
    if since_ms is not None:
        credit_ms = within(gaps, max(since_ms, ledger.credited_ms), now_ms)
        if credit_ms > 0:
            return cmd.CreditTime(credit_ms=credit_ms)
    # Not before its time even if the store's clock was set back since: the log is checked by it.
    return overdue(ledger, min(came_ms - GRACE_MS, now_ms))
