"""The state machine of a match, drawn from its tables for the documentation.

Nothing here decides anything: ``phases`` has the tables, this module only writes them down.
"""

from __future__ import annotations

from collections import defaultdict

from engine.events import RoomCreated
from engine.phases import ALLOWED, TRANSITIONS
from engine.state import Phase


def draw_transitions() -> str:
    """A mermaid state diagram of the events that lead from one phase to another."""
    labels: defaultdict[tuple[Phase, Phase], list[str]] = defaultdict(list)
    for phase, row in TRANSITIONS.items():
        for event, after in row.items():
            if after is not phase:
                labels[phase, after].append(event.name)
    lines = [
        "```mermaid",
        "stateDiagram-v2",
        f"    [*] --> {Phase.SEATING} : {RoomCreated.name}",
        *(f"    {a} --> {b} : {', '.join(events)}" for (a, b), events in labels.items()),
        "```",
    ]
    return "\n".join(lines)


def tabulate_phases() -> str:
    """A Markdown table: for each phase the commands it admits and the events that keep it."""
    lines = ["| phase | commands | events within it |", "|---|---|---|"]
    for phase, row in TRANSITIONS.items():
        commands = sorted(kind.name for kind in ALLOWED[phase])
        within = [event.name for event, after in row.items() if after is phase]
        lines.append(f"| {phase} | {', '.join(commands)} | {', '.join(within)} |")
    return "\n".join(lines)
