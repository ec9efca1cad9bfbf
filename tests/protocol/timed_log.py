"""A timed match whose events come at times that a test says, as its server would tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine import commands as cmd
from engine.events import Event
from engine.evolve import evolve
from engine.match import Context, apply, create
from engine.seat import Seat
from engine.state import MatchState, Player, Rules, TimeControl
from protocol.entries import entry_after, first_head, next_head, pack_entry
from protocol.messages import EventMessage

ROOM = "7KXQ4MWP9C"
CLOCK = TimeControl(delay_ms=10_000, bank_per_point_ms=20_000)
ALICE, BO = Player(id="a" * 32, name="Alice"), Player(id="b" * 32, name="Bo")


@dataclass
class TimedLog:
    """A room's log in the making."""

    state: MatchState = field(default_factory=MatchState)
    messages: list[EventMessage] = field(default_factory=list)
    now_ms: int = 1_000_000

    def ask(self, command: cmd.Command, after_ms: int = 0) -> None:
        """``command`` comes so long after what was before; all dice are 3-1."""
        self.now_ms += after_ms
        self.note(apply(self.state, command, Context(dice=(3, 1))))

    def note(self, events: Sequence[Event]) -> None:
        """These events happen now."""
        for event in events:
            self.state = evolve(self.state, event)
            entry = entry_after(self.state, event, at_ms=self.now_ms, by=None, cause=None)
            head = bytes.fromhex(self.messages[-1]["head"]) if self.messages else first_head(ROOM)
            self.messages.append(
                {
                    "t": "event",
                    "room": ROOM,
                    "seq": len(self.messages) + 1,
                    "head": next_head(head, pack_entry(entry)).hex(),
                    "at_ms": entry.at_ms,
                    "by": None,
                    "cause": None,
                    "event": entry.event,
                    "phase": entry.phase,
                    "turn": None if entry.turn is None else entry.turn.value,
                }
            )

    def start_game(self) -> None:
        """White has 3-1 to play, its clock running."""
        for command in (cmd.Ready(seat=Seat.WHITE), cmd.Ready(seat=Seat.BLACK), cmd.ThrowOpening()):
            self.ask(command)


def started(length: int | None = 1, clock: TimeControl | None = CLOCK) -> TimedLog:
    """White has 3-1 to play in the first game."""
    log = TimedLog()
    log.note(create(Rules(length=length, clock=clock), ALICE))
    log.ask(cmd.Join(player=BO))
    log.start_game()
    return log
