"""Until when the room waits for somebody, and what the server does when that time is over.

Everything follows from the times of events in the log, so every node comes to the same answer, and
it does not matter which of them is the first to act: the comparison in the store lets one win.
"""

from __future__ import annotations

from engine import commands as cmd
from engine.seat import Seat
from engine.state import Phase
from server.ledger import Ledger

REVEAL_WAIT_MS = 10_000
"""How long the opening throw waits for an entropy that was committed."""

READY_WAIT_MS = 60_000
"""How long the next game of a match waits, once somebody is ready, for the other player."""


def deadline_ms(ledger: Ledger) -> int | None:
    """The server's time from which ``overdue`` has something to say; ``None`` if it waits."""
    state = ledger.state
    if state.phase is Phase.OPENING and not state.proof.is_settled:
        return ledger.phase_ms + REVEAL_WAIT_MS
    somebody = state.agreed.white or state.agreed.black
    if state.phase is Phase.GAME_OVER and somebody and state.rules.length is not None:
        return ledger.phase_ms + READY_WAIT_MS
    return None


def overdue(ledger: Ledger, now_ms: int) -> cmd.ByServer | None:
    """What the server has to do at ``now_ms`` because nobody else did it in time."""
    deadline = deadline_ms(ledger)
    if deadline is None or now_ms < deadline:
        return None
    state = ledger.state
    if state.phase is Phase.GAME_OVER:
        return cmd.StartGame()
    late = Seat.WHITE if state.proof.awaits(Seat.WHITE) else Seat.BLACK
    return cmd.MissEntropy(seat=late)
