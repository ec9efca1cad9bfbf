"""Bots at a node in this process; the seed fixes what one does."""

from __future__ import annotations

import random

from clients.bot.bot import Bot, NewRoom
from clients.bot.whim import Temper
from protocol.codec import Subprotocol
from protocol.identity import new_token
from tests.integration.node import LocalNode

LIVELY = Temper(double=0.06, take=0.5, resign=0.005)
"""Doubles are offered, taken and dropped, and some games resigned."""


def make_bot(
    local: LocalNode,
    place: NewRoom | str,
    seed: int,
    temper: Temper = LIVELY,
    *,
    subprotocol: Subprotocol = Subprotocol.MSGPACK,
) -> Bot:
    """A bot that makes a room, or takes the free seat of the one with this code."""
    return Bot(
        local.url,
        token=new_token(),
        name=f"Bot {seed}",
        place=place,
        chance=random.Random(seed),
        temper=temper,
        subprotocol=subprotocol,
    )
