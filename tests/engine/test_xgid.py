"""eXtreme Gammon's identifiers. That gnubg reads the same in them is shown in ``test_match_id``."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import OFF, START
from engine.seat import BySeat, Seat
from engine.situation import IdentifierError, Offer, Situation
from engine.state import Cube
from engine.xgid import parse_xgid, xgid
from tests.engine import golden
from tests.engine.matches import BLACK, WHITE
from tests.engine.situations import situations

START_SIGNS = "-b----E-C---eE---c-e----B-"
KNOWN = {
    f"XGID={START_SIGNS}:0:0:1:00:0:0:0:0:10": Situation(),
    f"XGID={START_SIGNS}:0:0:1:D:2:1:0:7:10": Situation(
        offer=Offer.DOUBLED, score=BySeat(2, 1), length=7
    ),
    f"XGID={START_SIGNS}:1:-1:-1:52:2:6:1:7:10": Situation(
        on_roll=BLACK,
        dice=(5, 2),
        cube=Cube(value=2, owner=BLACK),
        score=BySeat(2, 6),
        length=7,
        crawford=True,
    ),
    f"XGID={START_SIGNS}:2:1:-1:B:4:0:3:0:6": Situation(
        on_roll=BLACK,
        cube=Cube(value=4, owner=WHITE),
        offer=Offer.BEAVERED,
        score=BySeat(4, 0),
        jacoby=True,
        beavers=True,
        cube_limit=64,
    ),
}


@pytest.mark.parametrize("text", KNOWN)
def test_known_identifiers(text: str) -> None:
    assert xgid(KNOWN[text]) == text
    assert parse_xgid(text) == KNOWN[text]


def test_the_golden_boards_are_the_positions_of_identifiers() -> None:
    for case in golden.cases():
        situation = Situation(board=case.board, dice=case.dice)
        board = parse_xgid(xgid(situation)).board
        for seat in Seat:
            assert board[seat][OFF + 1 :] == case.board[seat][OFF + 1 :]


@given(situations(), st.sampled_from(Seat))
def test_a_situation_comes_back_but_for_a_resignation(situation: Situation, bottom: Seat) -> None:
    text = xgid(situation, bottom)
    back = parse_xgid(text, bottom)
    assert back == replace(situation, resignation=None)
    assert xgid(back, bottom) == text


def test_it_is_read_without_its_prefix_too() -> None:
    assert parse_xgid(f"{START_SIGNS}:0:0:1:31:0:0:0:5:10").board == START


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no XGID"),
        ("XGID=", "no XGID"),
        ("\x1b[2J", "no XGID"),
        (":" * 1_000_000, "no XGID"),
        (f"XGID={START_SIGNS}:0:0:1:00:0:0:0:0", "no XGID"),
        (f"XGID={START_SIGNS}:0:0:1:-1:0:0:0:0:10", "no XGID"),
        (f"XGID={START_SIGNS}:0:0:1:07:0:0:0:0:10", "no XGID"),
        (f"XGID={START_SIGNS}:0:0:0:00:0:0:0:0:10", "no XGID"),
        (f"XGID={START_SIGNS}:16:0:1:00:0:0:0:0:10", "no XGID"),
        (f"XGID={START_SIGNS}:0:0:1:00:0:0:2:5:10", "belong to money play"),
        (f"XGID={START_SIGNS}:0:0:1:00:6:0:0:5:10", "higher than the length"),
        (f"XGID={START_SIGNS}:0:0:1:00:0:0:0:5:99", "as far as 2 to the 99"),
        (f"XGID=B{START_SIGNS[1:]}:0:0:1:00:0:0:0:5:10", "other side's bar"),
        (f"XGID=-O{START_SIGNS[2:]}:0:0:1:00:0:0:0:5:10", "30 checkers"),
        (f"XGID={'-' * 26}:0:0:1:00:0:0:0:5:10", "no checker on the board"),
    ],
)
def test_what_is_no_identifier_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(IdentifierError, match=said) as refused:
        parse_xgid(text)
    assert len(str(refused.value)) < 250
    assert str(refused.value).isprintable()


@given(st.from_regex(r"XGID=[-A-Oa-p]{26}(:[-0-9DB]{1,2}){9}", fullmatch=True) | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        situation = parse_xgid(text)
    except IdentifierError:
        return
    assert parse_xgid(xgid(situation)) == situation
