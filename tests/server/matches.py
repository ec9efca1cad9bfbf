"""Ledgers at known places of a match, for tests of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.seat import Seat
from engine.state import Dice, Player, Rules
from protocol import requests as rq
from server.dice import DiceCup
from server.judge import Judge, judge_create, judge_game_request, judge_join
from server.ledger import Draft, Ledger

ROOM = "7KXQ4MWP9C"
ALICE = Player(id="a" * 32, name="Alice")
BO = Player(id="b" * 32, name="Bo")
PLAYERS = {Seat.WHITE: ALICE, Seat.BLACK: BO}
NOW_MS = 1_800_000_000_000


def throws(*dice: Dice) -> Callable[[], Dice]:
    """A source of exactly these dice; asking for more fails the test."""
    remaining: Iterable[Dice] = iter(dice)
    return lambda: next(iter(remaining))


def settled(ledger: Ledger, judge: Judge) -> Ledger:
    """The ledger after what ``judge`` drafts on it."""
    draft = judge(ledger, NOW_MS)
    assert isinstance(draft, Draft)
    return draft.after


def seated(rules: Rules | None = None) -> Ledger:
    """Alice (white) and Bo (black) sit at a room of 5 points; nobody is ready."""
    created = settled(Ledger.empty(ROOM), judge_create(ALICE, rules or Rules(), "create-1"))
    return settled(created, judge_join(BO, "join-0001", DiceCup(throws())))


def opened(*, white: int = 3, black: int = 1, rules: Rules | None = None) -> Ledger:
    """The first game has begun with this opening throw."""
    ledger = seated(rules)
    for player, request_id in ((ALICE, "ready-01"), (BO, "ready-02")):
        request = rq.Ready(id=request_id, room=ROOM, at=ledger.seq)
        cup = DiceCup(throws((white, black)))
        ledger = settled(ledger, judge_game_request(player.id, request, cup))
    return ledger


def asked(ledger: Ledger, seat: Seat, request: rq.AnyGameRequest, *dice: Dice) -> Ledger:
    """The ledger after the player at ``seat`` asked ``request``, with ``dice`` if it rolls."""
    judge = judge_game_request(PLAYERS[seat].id, request, DiceCup(throws(*dice)))
    return settled(ledger, judge)
