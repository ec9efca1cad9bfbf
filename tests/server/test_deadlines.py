"""Until when a room waits for somebody, from the times of its events alone."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.dice import Secret, commitment, game_name
from engine.seat import Seat
from engine.state import Away, Phase, Rules
from protocol import requests as rq
from server.deadlines import READY_WAIT_MS, REVEAL_WAIT_MS, deadline_ms, overdue
from server.dice import DiceCup
from server.judge import (
    judge_by_server,
    judge_create,
    judge_game_request,
    judge_join,
    judge_overdue,
)
from server.ledger import Draft, Ledger
from tests.server.matches import ALICE, BO, NOW_MS, PLAYERS, ROOM

ENTROPY = {Seat.WHITE: bytes(32), Seat.BLACK: bytes(range(32))}


def at(ledger: Ledger, ms: int, seat: Seat, kind: type[rq.AnyGameRequest], **fields: str) -> Ledger:
    """The ledger after a request of ``seat`` at ``NOW_MS + ms``."""
    request = kind(id=f"request-{ledger.seq}", room=ROOM, at=ledger.seq, **fields)  # type: ignore[arg-type]
    draft = judge_game_request(PLAYERS[seat].id, request, DiceCup())(ledger, NOW_MS + ms)
    assert isinstance(draft, Draft)
    return draft.after


def seated(rules: Rules | None = None) -> Ledger:
    created = judge_create(ALICE, rules or Rules(), "create-1")(Ledger.empty(ROOM), NOW_MS)
    assert isinstance(created, Draft)
    joined = judge_join(BO, "join-0001", DiceCup())(created.after, NOW_MS)
    assert isinstance(joined, Draft)
    return joined.after


def part(seat: Seat) -> str:
    return commitment(Secret(seat), game_name(ROOM, 1, 1), ENTROPY[seat]).hex()


def both_bound() -> Ledger:
    """Both are ready and bound; the game starts 5 s after they sat down."""
    ledger = at(seated(), 1_000, Seat.WHITE, rq.Ready, commitment=part(Seat.WHITE))
    return at(ledger, 5_000, Seat.BLACK, rq.Ready, commitment=part(Seat.BLACK))


def after_a_game(rules: Rules) -> Ledger:
    """White has resigned the first game, 9 s after they sat down."""
    ledger = seated(rules)
    for seat in Seat:
        ledger = at(ledger, 0, seat, rq.Ready)
    ledger = at(ledger, 9_000, Seat.WHITE, rq.Resign, win=1)  # type: ignore[arg-type]
    if ledger.state.phase is not Phase.GAME_OVER:
        ledger = at(ledger, 9_000, Seat.BLACK, rq.Accept)
    return ledger


def marked(ledger: Ledger, seat: Seat, away: Away) -> Ledger:
    draft = judge_by_server(cmd.MarkSeat(seat=seat, away=away), DiceCup())(ledger, NOW_MS + 21_000)
    assert isinstance(draft, Draft)
    return draft.after


def test_both_entropies_make_the_opening_throw_at_once() -> None:
    ledger = both_bound()
    assert ledger.state.phase is Phase.OPENING
    ledger = at(ledger, 5_500, Seat.BLACK, rq.Reveal, entropy=ENTROPY[Seat.BLACK].hex())
    assert ledger.state.phase is Phase.OPENING
    ledger = at(ledger, 6_000, Seat.WHITE, rq.Reveal, entropy=ENTROPY[Seat.WHITE].hex())
    assert ledger.state.phase is Phase.TO_PLAY
    assert deadline_ms(ledger) is None


@pytest.mark.parametrize("told", [(), (Seat.WHITE,), (Seat.BLACK,)])
def test_who_does_not_reveal_is_not_waited_for(told: tuple[Seat, ...]) -> None:
    ledger = both_bound()
    for seat in told:
        ledger = at(ledger, 9_000, seat, rq.Reveal, entropy=ENTROPY[seat].hex())
    deadline = NOW_MS + 5_000 + REVEAL_WAIT_MS
    assert deadline_ms(ledger) == deadline, "a part that came does not lengthen the wait"
    assert overdue(ledger, deadline - 1) is None
    assert judge_overdue(DiceCup())(ledger, deadline - 1) == ledger.seq
    while overdue(ledger, deadline) is not None:
        draft = judge_overdue(DiceCup())(ledger, deadline)
        assert isinstance(draft, Draft)
        ledger = draft.after
    assert ledger.state.phase is Phase.TO_PLAY
    missed = {seat for seat in Seat if ledger.state.proof.missed[seat]}
    assert missed == set(Seat) - set(told)


def test_in_a_match_nobody_holds_up_the_next_game_by_never_being_ready() -> None:
    ledger = after_a_game(Rules(length=5))
    assert deadline_ms(ledger) is None, "nobody has asked for it"
    ledger = at(ledger, 20_000, Seat.BLACK, rq.Ready)
    deadline = NOW_MS + 20_000 + READY_WAIT_MS
    assert deadline_ms(ledger) == deadline
    assert overdue(ledger, deadline) == cmd.StartGame()
    draft = judge_overdue(DiceCup())(ledger, deadline)
    assert isinstance(draft, Draft)
    assert draft.after.state.phase is Phase.TO_PLAY
    assert draft.after.state.game_number == 2


def test_who_is_ready_long_after_a_game_leaves_the_other_a_minute_too() -> None:
    """As after a claim: who was away would find the next game begun, without a part in its dice."""
    ledger = at(after_a_game(Rules(length=5)), 600_000, Seat.BLACK, rq.Ready)
    assert overdue(ledger, NOW_MS + 600_000 + READY_WAIT_MS - 1) is None
    assert overdue(ledger, NOW_MS + 600_000 + READY_WAIT_MS) == cmd.StartGame()


def test_no_game_of_a_saved_match_begins_before_both_are_back() -> None:
    ledger = at(after_a_game(Rules(length=5)), 20_000, Seat.BLACK, rq.Ready)
    for seat in Seat:
        ledger = marked(ledger, seat, Away.LEFT)
    assert ledger.state.saved
    assert deadline_ms(ledger) is None
    for seat in Seat:
        ledger = marked(ledger, seat, Away.HERE)
    assert deadline_ms(ledger) == NOW_MS + 21_000 + READY_WAIT_MS


def test_a_money_session_waits() -> None:
    ledger = at(after_a_game(Rules(length=None)), 20_000, Seat.BLACK, rq.Ready)
    assert deadline_ms(ledger) is None
