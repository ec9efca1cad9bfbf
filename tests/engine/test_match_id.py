"""GNU Backgammon's identifiers, against known ones, as a law, and against the program itself."""

from __future__ import annotations

import base64
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match_id import gnu_id, match_id, parse_gnu_id, parse_match_id
from engine.seat import BySeat, Seat
from engine.situation import MATCH_CUBE_LIMIT, IdentifierError, Offer, Situation, situation_of
from engine.state import Cube, MatchState, Rules, Win
from engine.xgid import xgid
from tests.engine.gnubg import ask, needs_gnubg
from tests.engine.matches import BLACK, WHITE
from tests.engine.situations import situations
from tests.engine.walk import HASTY, PATIENT, walk

MONEY = Situation(jacoby=True)
KNOWN = {
    "MAEAAAAAAAAA": MONEY,
    "MBkAAAAAAAAA": replace(MONEY, offer=Offer.DOUBLED),
    "EREAAAAAAAAA": replace(MONEY, offer=Offer.BEAVERED, cube=Cube(value=2, owner=BLACK)),
    "EhkAAAAAAAAA": replace(MONEY, offer=Offer.RACCOONED, cube=Cube(value=4, owner=BLACK)),
    "EwEAAAAAAAAA": replace(MONEY, cube=Cube(value=8, owner=BLACK)),
    "E0kAAAAAAAAA": replace(
        MONEY, cube=Cube(value=8, owner=BLACK), resignation=(WHITE, Win.GAMMON)
    ),
    "URHgADAAEAAE": Situation(
        on_roll=BLACK,
        offer=Offer.DOUBLED,
        cube=Cube(value=2, owner=BLACK),
        score=BySeat(3, 2),
        length=7,
    ),
}
"""As gnubg 1.07.001 showed them when it was played: double, redouble, redouble, take, resign."""


@pytest.mark.parametrize("text", KNOWN)
def test_known_match_ids(text: str) -> None:
    assert match_id(KNOWN[text]) == text
    assert parse_match_id(text) == KNOWN[text]


@given(situations())
def test_a_situation_comes_back_but_for_dice_order_beavers_and_limit(
    situation: Situation,
) -> None:
    text = gnu_id(situation)
    back = parse_gnu_id(text)
    dice = None if situation.dice is None else (max(situation.dice), min(situation.dice))
    kept = replace(situation, dice=dice, beavers=False, cube_limit=MATCH_CUBE_LIMIT)
    assert back == kept
    assert gnu_id(back) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "joined by a colon"),
        ("4HPwATDgc/ABMA", "joined by a colon"),
        ("4HPwATDgc/ABMA:MAEAAAAAAAAA:", "joined by a colon"),
        ("x" * 1_000_000 + ":", "joined by a colon"),
        ("4HPwATDgc/ABM:MAEAAAAAAAAA", "14 characters"),
        ("4HPwATDgc/ABMA:MAEAAAAAAAA", "12 characters"),
        ("4HPwATDgc/ABMA:MAEAAAAAAAA\u00e4", "characters other than"),
        ("4HPwATDgc/ABMA:AAAAAAAAAAAA", "no game is in progress"),
        ("4HPwATDgc/ABMA:MAEAAAAAAAD/", "more in it"),
    ],
)
def test_what_is_no_identifier_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(IdentifierError, match=said) as refused:
        parse_gnu_id(text)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


@given(st.binary(min_size=9, max_size=9) | st.text(max_size=20))
def test_any_text_is_read_or_refused(key: bytes | str) -> None:
    text = base64.b64encode(key).decode() if isinstance(key, bytes) else key
    try:
        situation = parse_match_id(text)
    except IdentifierError:
        return
    assert parse_match_id(match_id(situation)) == situation


def packed(text: str, **changes: tuple[int, int]) -> str:
    """A match id with some bits changed: ``name=(place, value)``, the widths do not matter."""
    bits = int.from_bytes(base64.b64decode(text), "little")
    for place, value in changes.values():
        bits |= value << place
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (packed("MAEAAAAAAAAA", crawford=(7, 1)), "has no Crawford game"),
        (packed("AAEAAAAAAAAA", owner=(4, 2)), "no such owner"),
        (packed("MAEAAAAAAAAA", die1=(15, 7), die2=(18, 1)), "7 and 1 are no dice"),
        (packed("MAEAAAAAAAAA", die1=(15, 3)), "3 and 0 are no dice"),
        (packed("MBkAAAAAAAAA", die1=(15, 3), die2=(18, 1)), "before the roll"),
        (packed("MBkAAAAAAAAA", resigned=(13, 1)), "before the roll"),
        (packed("MAEAAAAAAAAA", length=(21, 3), white=(36, 4)), "higher than the length"),
        (packed("MAEAAAAAAAAA", unused=(67, 1)), "more in it"),
    ],
)
def test_fields_that_do_not_go_together_are_refused(text: str, said: str) -> None:
    with pytest.raises(IdentifierError, match=said):
        parse_match_id(text)


def test_a_number_that_does_not_fit_is_our_own_fault() -> None:
    with pytest.raises(ValueError, match="cannot hold white"):
        match_id(Situation(score=BySeat(1 << 15, 0)))


def met_in_matches() -> list[Situation]:
    """Situations of random matches and money sessions, every kind of them often."""
    chance = random.Random(3)
    states: list[MatchState] = []
    for seed, rules in enumerate((Rules(length=3), Rules(length=7), Rules(length=None))):
        for weights in (PATIENT, HASTY):
            states += walk(seed, rules, commands=1500, weights=weights).states
    found = [one for state in states if (one := situation_of(state)) is not None]
    rare = [one for one in found if one.resignation or one.offer is not Offer.NONE or one.crawford]
    return chance.sample(found, 200) + chance.sample(rare, min(len(rare), 200))


def case_of(situation: Situation) -> dict[str, Any]:
    """The fields by the names that gnubg gives them, and the identifiers to read."""
    owner = situation.cube.owner
    seats = list(Seat)
    return {
        "cube": situation.cube.value,
        "cubeowner": -1 if owner is None else seats.index(owner),
        "move": seats.index(situation.on_roll),
        "matchto": situation.length or 0,
        "score": [situation.score.white, situation.score.black],
        "crawford": int(situation.crawford),
        "jacoby": int(situation.jacoby),
        "dice": list(situation.dice or (0, 0)),
        "turn": seats.index(situation.to_act),
        "resigned": 0 if situation.resignation is None else int(situation.resignation[1]),
        "doubled": int(situation.offer is not Offer.NONE),
        "gnu": gnu_id(at_rest(situation)),
        "xg": [xgid(at_rest(situation), bottom) for bottom in Seat],
    }


def at_rest(situation: Situation) -> Situation:
    """What gnubg can read: it writes offers that wait for their answer, but does not set them."""
    return replace(situation, offer=Offer.NONE, resignation=None)


def on_roll_at_the_bottom(situation: Situation) -> Situation:
    """Black is gnubg's player at the bottom, to whom it gives the turn when it reads an XGID."""
    if situation.on_roll is BLACK:
        return situation
    board, score, owner = situation.board, situation.score, situation.cube.owner
    return replace(
        situation,
        board=replace(board, white=board.black, black=board.white),
        on_roll=BLACK,
        score=BySeat(score.black, score.white),
        cube=replace(situation.cube, owner=owner.other if owner else None),
    )


@needs_gnubg
def test_gnubg_writes_and_reads_the_same(tmp_path: Path) -> None:
    met = met_in_matches()
    jacoby = [replace(one, jacoby=True, beavers=True) for one in met if one.length is None]
    cases = [*met, *jacoby]
    (tmp_path / "cases.json").write_text(json.dumps([case_of(one) for one in cases]))
    answers = ask("identifiers.py", tmp_path, {"CASES": str(tmp_path / "cases.json")})
    assert len(answers) == len(cases)
    for situation, answer in zip(cases, answers, strict=True):
        assert answer["written"] == match_id(situation)
        position, match = gnu_id(at_rest(situation)).split(":")
        assert (answer["gnu"]["position"], answer["gnu"]["match"]) == (position, match)
        turned = on_roll_at_the_bottom(at_rest(situation))
        for read in answer["xg"]:
            assert (read["position"], read["match"]) == tuple(gnu_id(turned).split(":"))
