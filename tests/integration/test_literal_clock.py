"""The literal clock against a log worked out by hand, so that two errors do not agree by chance."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.seat import Seat
from tests.integration.literal_clock import Plain, literal_banks
from tests.integration.log_check import check_log
from tests.protocol.timed_log import ROOM, started

RULES = {"length": 1, "clock": {"delay_ms": 10, "bank_per_point_ms": 100}}


def told(*events: tuple[int, Plain]) -> list[Plain]:
    """A match to 1 that White starts at 1000, with these events after that."""
    opened = (
        (900, {"type": "room_created", "rules": RULES}),
        (1_000, {"type": "opening_thrown", "white": 6, "black": 1}),
    )
    return [{"at_ms": at_ms, "event": event} for at_ms, event in opened + events]


def by(kind: str, seat: str) -> Plain:
    return {"type": kind, "seat": seat}


FLAGGED = by("flagged", "white")
CREDIT = {"type": "time_credited", "credit_ms": 30}
END = {"type": "match_ended"}


def test_a_delay_is_free_and_a_bank_is_for_the_match() -> None:
    log = told(
        (1_010, by("played", "white")),  # its delay
        (1_041, by("rolled", "black")),  # no end of a turn
        (1_061, by("played", "black")),  # 51, of which 10 are free: 59 left
        (1_073, by("doubled", "white")),  # 12: 98 left
        (1_093, by("taken", "black")),  # 20: 49 left
        (1_123, by("played", "white")),  # 30: 78 left
        (1_124, by("dropped", "black")),
        (1_153, END),  # 30: 29 left
        (9_999, by("rematch_asked", "white")),
    )
    assert literal_banks(log) == {"white": 78, "black": 29}


def test_time_is_given_back_and_never_more_than_was_used() -> None:
    log = told((1_050, CREDIT), (1_060, by("played", "white")))  # 60 less 30: 20 of the bank
    assert literal_banks(log) == {"white": 80, "black": 100}
    log = told((1_020, CREDIT), (1_060, by("played", "white")))  # 60 less 20
    assert literal_banks(log) == {"white": 70, "black": 100}


def test_a_flag_falls_when_delay_and_bank_are_used_up() -> None:
    assert literal_banks(told((1_110, FLAGGED), (1_110, END))) == {"white": 0, "black": 100}
    assert literal_banks(told((1_050, CREDIT), (1_140, FLAGGED), (1_140, END)))["white"] == 0


@pytest.mark.parametrize(
    "log",
    [
        told((1_109, FLAGGED)),
        told((1_050, CREDIT), (1_139, FLAGGED)),
        told((1_200, by("flagged", "black"))),
        told((1_109, by("played", "white")), (1_110, FLAGGED)),
        told((1_109, END), (1_200, FLAGGED)),
    ],
    ids=["early", "early by what was given back", "the other's", "after its play", "at the end"],
)
def test_another_flag_is_an_error_of_the_log(log: list[Plain]) -> None:
    with pytest.raises(AssertionError, match="had time left"):
        literal_banks(log)


def test_whoever_checks_a_log_checks_its_flags() -> None:
    log = started()
    log.ask(cmd.Flag(seat=Seat.WHITE), 30_000)
    assert check_log(ROOM, log.messages).state == log.state
    log = started()
    log.ask(cmd.Flag(seat=Seat.WHITE), 29_999)
    with pytest.raises(AssertionError, match="white had time left"):
        check_log(ROOM, log.messages)
