"""The client's part in the dice: what it sends by itself, and what it says of a server that cheats.

The cheating server here is whoever appends other events than the honest one would.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from clients.proving import Checked, Doubt, Proving, new_secret
from clients.view import RoomView
from engine import commands as cmd
from engine import events as ev
from engine.board import START
from engine.dice import Secret
from engine.evolve import evolve
from engine.promises import next_dice
from engine.seat import BySeat, Seat
from engine.state import Dice, MatchEnd, MatchState
from tests.engine.matches import Table, seated
from tests.engine.programs import ROOM, promise, reveal, secret

YOU = Seat.WHITE
SEED = secret(Secret.SEED, 1, 1)
Found = Doubt | Checked | None


class Server:
    """A match in which the client is white; black's program is honest, the server perhaps not."""

    def __init__(self) -> None:
        self.table: Table = seated()
        self.proving = Proving("5a" * 32)
        self.found: list[Found] = []

    @property
    def view(self) -> RoomView:
        """What the client knows."""
        return view_of(self.table.state)

    def tell(self, *events: ev.Event) -> None:
        """Append ``events``, whatever the rules say, and tell the client."""
        for event in events:
            before = self.table.state
            self.table.state = evolve(before, event)
            found = self.proving.happened(self.view, event, before)
            if found is not None:
                self.found.append(found)

    def promise(self) -> None:
        self.tell(ev.SeedCommitted(game=1, commitment=promise(Secret.SEED, 1, 1)))

    def both_ready(self, *, kept: bool = True) -> str:
        """Both are ready; returns the client's commitment, which the server may not have kept."""
        ours = self.proving.commitment_for(self.view)
        assert ours is not None
        self.tell(
            ev.SeatReady(seat=YOU, commitment=ours if kept else None),
            ev.SeatReady(seat=Seat.BLACK, commitment=promise(Secret.BLACK, 1, 1)),
            ev.GameStarted(number=1, crawford=False),
        )
        return ours

    def both_reveal(self) -> None:
        ours = self.proving.entropy_due(self.view)
        assert ours is not None
        theirs = reveal(self.table.state, Seat.BLACK).entropy
        self.tell(
            ev.EntropyRevealed(seat=YOU, entropy=ours),
            ev.EntropyRevealed(seat=Seat.BLACK, entropy=theirs),
        )

    def throw(self, dice: Dice | None = None) -> None:
        """The opening throw, the one that follows unless another is given."""
        white, black = dice or next_dice(self.table.state, ROOM, SEED)
        if white == black:
            self.tell(ev.OpeningTied(die=white))
            self.throw()
        else:
            self.tell(ev.OpeningThrown(white=white, black=black))

    def end(self, seed: bytes = SEED) -> None:
        self.tell(
            ev.MatchEnded(winner=YOU, end=MatchEnd.CONCEDED, by=Seat.BLACK),
            ev.SeedRevealed(game=1, seed=seed.hex()),
        )


def view_of(state: MatchState) -> RoomView:
    nothing = BySeat(frozenset[str](), frozenset[str]())
    return RoomView(
        room=ROOM,
        seq=state.seq,
        head="",
        you=YOU,
        state=state,
        settled=True,
        allowed=nothing,
        hops=(),
        presence={"white": True, "black": True, "watching": 0, "spectators": []},
        chat=(),
    )


def thrown() -> Server:
    """An honest server up to the opening throw."""
    server = Server()
    server.promise()
    server.both_ready()
    server.both_reveal()
    server.throw()
    return server


def test_an_honest_game_is_checked_to_its_last_throw() -> None:
    server = thrown()
    assert server.found == []
    server.end()
    assert server.found == [Checked(1, server.table.state.throws)]


def test_who_came_in_the_middle_checks_what_it_saw_and_claims_no_more() -> None:
    server = thrown()
    server.proving = Proving("5a" * 32)
    assert server.proving.entered(server.view) is None
    server.end()
    assert server.found == []


def test_nothing_is_sent_before_the_server_is_bound() -> None:
    server = Server()
    assert server.proving.commitment_for(server.view) is None
    server.promise()
    assert server.proving.commitment_for(server.view) is not None
    assert server.proving.entropy_due(server.view) is None


def test_nothing_is_revealed_before_the_opponent_is_bound() -> None:
    server = Server()
    server.promise()
    server.tell(ev.SeatReady(seat=YOU, commitment=server.proving.commitment_for(server.view)))
    assert server.proving.entropy_due(server.view) is None


def test_a_program_that_starts_anew_reveals_all_the_same_and_another_device_does_not() -> None:
    server = Server()
    server.promise()
    server.both_ready()
    due = server.proving.entropy_due(server.view)
    assert due is not None
    assert Proving("5a" * 32).entropy_due(server.view) == due
    assert Proving(new_secret()).entropy_due(server.view) is None


def test_a_server_that_promises_nothing() -> None:
    server = Server()
    server.tell(
        ev.SeatReady(seat=YOU),
        ev.SeatReady(seat=Seat.BLACK),
        ev.GameStarted(number=1, crawford=False),
    )
    assert server.found == [Doubt.UNPROVED]


def test_a_server_that_drops_the_commitment() -> None:
    server = Server()
    server.promise()
    server.both_ready(kept=False)
    assert server.found == [Doubt.DROPPED]


def test_a_game_that_begins_before_our_ready_is_there() -> None:
    """The server waits a minute for the other player and then begins; ours may be on its way."""
    server = Server()
    server.promise()
    assert server.proving.commitment_for(server.view) is not None
    server.tell(ev.SeatReady(seat=Seat.BLACK), ev.GameStarted(number=1, crawford=False))
    assert server.found == [Doubt.MISSED]


def test_a_server_that_says_our_entropy_came_too_late() -> None:
    server = Server()
    server.promise()
    server.both_ready()
    server.tell(ev.EntropyMissed(seat=YOU))
    assert server.found == [Doubt.MISSED]


def test_a_server_that_puts_another_entropy_in_place_of_ours() -> None:
    server = Server()
    server.promise()
    server.both_ready()
    server.tell(ev.EntropyRevealed(seat=YOU, entropy="00" * 32))
    assert server.found == [Doubt.DROPPED]


def test_an_opponent_who_chooses_the_last_entropy_late() -> None:
    server = Server()
    server.promise()
    server.both_ready()
    server.tell(ev.EntropyRevealed(seat=Seat.BLACK, entropy="00" * 32))
    assert server.found == [Doubt.WRONG_SECRET]


def test_a_server_that_promises_twice_hears_another_entropy_and_is_caught() -> None:
    server = Server()
    server.promise()
    first = server.both_ready()
    again = evolve(seated().state, ev.SeedCommitted(game=1, commitment="00" * 32))
    assert server.proving.entered(view_of(again)) is Doubt.CHANGED
    assert server.proving.commitment_for(view_of(again)) not in {None, first}


@pytest.mark.parametrize("seed", [bytes(32), SEED[::-1]])
def test_a_server_that_changes_the_seed_afterwards(seed: bytes) -> None:
    server = thrown()
    server.end(seed)
    assert server.found == [Doubt.WRONG_SECRET]


def test_a_server_that_throws_what_it_likes() -> None:
    server = Server()
    server.promise()
    server.both_ready()
    server.both_reveal()
    white, black = next_dice(server.table.state, ROOM, SEED)
    server.throw((2, 1) if (white, black) != (2, 1) else (1, 2))
    server.end()
    assert server.found == [Doubt.WRONG_DICE]


def test_a_server_that_throws_again_in_the_middle() -> None:
    server = thrown()
    state = server.table.state
    seat = state.on_roll
    assert seat is not None
    due = next_dice(state, ROOM, SEED)
    server.table.state = replace(state, board=START)
    server.tell(ev.TurnPassed(seat=seat))
    server.tell(ev.Rolled(seat=seat.other, dice=(due[0] % 6 + 1, due[1])))
    server.end()
    assert server.found == [Doubt.WRONG_DICE]


def test_a_room_that_is_left_is_forgotten() -> None:
    server = thrown()
    server.proving.forget(ROOM)
    server.end()
    assert server.found == []


def test_the_reveal_is_what_the_rules_admit() -> None:
    server = Server()
    server.promise()
    server.both_ready()
    due = server.proving.entropy_due(server.view)
    assert due is not None
    assert server.table.ask(cmd.Reveal(seat=YOU, entropy=due)) == ("entropy_revealed",)
