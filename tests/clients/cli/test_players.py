from __future__ import annotations

from pathlib import Path

import pytest

from clients.address import DEFAULT_SERVER, RoomAddress
from clients.cli.players import (
    NobodyKnownError,
    UsageError,
    joining_player,
    known_player,
    player_at,
    reader,
    returning_player,
    usual_server,
)
from clients.identity import Identities, Identity, IdentityError

HERE, THERE = "ws://127.0.0.1:8765", "wss://example.org"
ROOM = "7KXQ4MWP9C"


@pytest.fixture
def kept(tmp_path: Path) -> Identities:
    return Identities(tmp_path)


def seated(kept: Identities, name: str, server: str = HERE) -> Identity:
    player = kept.find_or_make(server, name)
    kept.remember(player, ROOM)
    return player


def place(server: str | None = None) -> RoomAddress:
    return RoomAddress(server=server, code=ROOM)


def token(player: Identity) -> str:
    return player.token


def test_the_last_server_and_name_are_the_usual_ones(kept: Identities) -> None:
    assert usual_server(kept) == DEFAULT_SERVER
    with pytest.raises(UsageError, match="--name"):
        player_at(kept, HERE, None)
    seated(kept, "Alice")
    bo = seated(kept, "Bo", THERE)
    assert usual_server(kept) == THERE
    assert token(player_at(kept, THERE, None)) == token(bo)
    with pytest.raises(UsageError, match="--name"):
        player_at(kept, "ws://elsewhere:1", None)


def test_who_opens_the_own_invitation_gets_the_own_seat(kept: Identities) -> None:
    alice = seated(kept, "Alice")
    for name in (None, "Alice"):
        assert token(joining_player(kept, place(HERE), None, name)) == token(alice)
        assert token(joining_player(kept, place(), None, name)) == token(alice)
    assert token(joining_player(kept, place(HERE), None, "Bo")) != token(alice)


def test_a_token_is_for_its_own_server_only(kept: Identities) -> None:
    alice = seated(kept, "Alice")
    for name in (None, "Alice"):
        with pytest.raises(UsageError, match="resume"):
            joining_player(kept, place(THERE), None, name)
    bo = joining_player(kept, place(THERE), None, "Bo")
    assert (bo.server, token(bo) == token(alice)) == (THERE, False)


def test_two_players_of_one_device_are_told_apart(kept: Identities) -> None:
    alice, bo = seated(kept, "Alice"), seated(kept, "Bo")
    for pick in (joining_player, returning_player):
        with pytest.raises(UsageError, match="Alice and Bo"):
            pick(kept, place(), None, None)
        assert token(pick(kept, place(), None, "Alice")) == token(alice)
        assert token(pick(kept, place(HERE), None, "Bo")) == token(bo)


def test_a_seat_that_this_device_does_not_remember(kept: Identities) -> None:
    with pytest.raises(IdentityError, match="shuanglu watch"):
        returning_player(kept, place(), None, None)
    alice = kept.find_or_make(HERE, "Alice")
    assert token(returning_player(kept, place(), None, None)) == token(alice)
    kept.find_or_make(THERE, "Cy")
    with pytest.raises(IdentityError, match="no seat of yours"):
        returning_player(kept, place(), None, None)
    assert token(returning_player(kept, place(), HERE, None)) == token(alice)
    with pytest.raises(IdentityError):
        returning_player(kept, place(), HERE, "Cy")


def test_who_asks_for_a_log_has_a_seat_there_at_whichever_server(kept: Identities) -> None:
    assert reader(kept, place(), None, THERE).server == THERE, "the preferred one"
    alice = seated(kept, "Alice")
    seated_elsewhere = kept.find_or_make(THERE, "Bo")
    kept.used(seated_elsewhere)
    assert token(reader(kept, place(), None, "")) == token(alice)
    stranger = reader(kept, place(THERE), None, "")
    assert stranger.server == THERE
    assert token(stranger) not in (token(alice), token(seated_elsewhere))


def test_the_player_who_was_here_last(kept: Identities) -> None:
    with pytest.raises(IdentityError, match="no player is known"):
        known_player(kept, None, None)
    alice, bo = seated(kept, "Alice"), seated(kept, "Bo")
    assert token(known_player(kept, None, None)) == token(bo)
    assert token(known_player(kept, HERE, "Alice")) == token(alice)
    with pytest.raises(NobodyKnownError, match=f"only Bo at {HERE}, Alice at {HERE}"):
        known_player(kept, THERE, None)
