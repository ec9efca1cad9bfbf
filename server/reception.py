"""What all connections of a node share."""

from __future__ import annotations

from dataclasses import dataclass

from server.bans import Bans
from server.config import Settings
from server.connections import Connections
from server.dispatch import Dispatcher
from server.metrics import Metrics
from server.tasks import Tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class Reception:
    """The settings, who serves requests, who is there, who is not let in, and what is counted."""

    settings: Settings
    dispatcher: Dispatcher
    connections: Connections
    bans: Bans
    metrics: Metrics
    tasks: Tasks
