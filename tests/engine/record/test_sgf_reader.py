"""Reading SGF: round trips, other programs' files, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as ev
from engine.evolve import replay
from engine.record.reading import RecordError
from engine.record.sgf import to_sgf
from engine.record.sgf_reader import parse_sgf
from engine.seat import BySeat
from engine.state import GameEnd, Phase, Rules
from tests.engine.record.carried import carried
from tests.engine.record.golden import RECORDS
from tests.engine.record.played import RULES, record_of, whole_match
from tests.engine.record.test_sgf import SHORT


def read(text: str) -> list[ev.Event]:
    return list(parse_sgf(text.encode()))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_match_comes_back_but_for_what_the_format_lacks(rules: Rules) -> None:
    for seed in range(4):
        events = whole_match(seed, rules)
        back = read(to_sgf(record_of(events)))
        assert carried(back, everything=False) == carried(events, everything=False)


def test_a_record_by_hand_with_an_illegal_play_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match="line 2: there was no legal play"):
        parse_sgf((RECORDS / "hand.sgf").read_bytes())


def test_a_record_by_hand_without_that_play() -> None:
    """Its second game is resigned in a word of its own; gnubg does not know it."""
    text = (RECORDS / "hand.sgf").read_text()
    mended = text.replace("B[66agaglrlr];W[21nmmk];B[55qvqvsxsx]", "B[66];W[21nmmk];B[55]")
    events = read(mended)
    state = replay(events)
    assert state.score == BySeat(3, 0)
    assert state.phase is Phase.MATCH_OVER
    assert [one.end for one in events if isinstance(one, ev.GameEnded)] == [
        GameEnd.DROPPED,
        GameEnd.RESIGNED,
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", " "),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("game:0", "game:1"),
        lambda text: text.replace("xrrn", "xn"),
        lambda text: text.replace(";W[64", ";C[a comment]PL[W]DI[64]\n;W[64"),
        lambda text: text.replace("RE[W+2]", ""),
        lambda text: text[:-2] + "(;B[31])(;W[31]))",
    ],
)
def test_it_is_read_however_it_is_written(change: object) -> None:
    assert callable(change)
    if change(SHORT).endswith("(;B[31])(;W[31]))"):
        with pytest.raises(RecordError):
            read(change(SHORT))
        return
    assert read(change(SHORT)) == read(SHORT)


def test_the_rules() -> None:
    for rules in (
        Rules(length=3, crawford=False),
        Rules(length=3, cube=False),
        Rules(length=None, crawford=False),
        Rules(length=1, variant="nackgammon"),
        Rules(length=None, variant="longgammon"),
        Rules(length=None, jacoby=True, beavers=True, automatic_doubles=1, cube_limit=1024),
    ):
        events = whole_match(1, rules)
        assert replay(read(to_sgf(record_of(events)))).rules == rules


@pytest.mark.parametrize(
    ("wrong", "line", "said"),
    [
        (("GM[6]", "GM[1]"), 1, "another game"),
        (("length:3", "length:26"), 1, "1 to 25 points long"),
        (("length:3", "length:x"), 1, "length is no number"),
        (("length:3", "length:-3"), 1, "length is no number"),
        (("ws:0", "ws:1"), 1, "the score is 1-0"),
        (("RU[Crawford]", "RU[Hypergammon1]"), 1, "starts from another position"),
        (("RE[W+2]", "RE[W+4]"), 1, "White is said to win 4"),
        (("RE[W+2]", "RE[W+2]ME[never]"), 1, "whose decision"),
        ((";W[31hefe]", ";AE[a:y]AW[a]"), 2, "set up by hand"),
        ((";W[31hefe]", ";CV[2]"), 2, "cannot start at 2"),
        ((";W[31hefe]", ";CV[many]"), 2, "no value of the cube"),
        ((";W[31hefe]", ";W[37hefe]"), 2, "are no dice"),
        ((";W[31hefe]", ";W[]"), 2, "are no dice"),
        ((";W[31hefe]", ";W[31hef]"), 2, "two letters for each move"),
        ((";W[31hefe]", ";W[31he{e]"), 2, "no point"),
        ((";W[31hefe]", ";W[31hefg]"), 2, "the rules refuse it"),
        ((";W[31hefe]", ";W[33hefe]"), 2, "two equal dice"),
        ((";W[31hefe]", ";DI[31]"), 2, "whose dice"),
        ((";W[take]", ";B[take]"), 4, "you offered this double"),
        ((";B[52lnlq]", ";W[52lnlq]"), 5, "other side's turn"),
        ((";B[66]", ";B[66agag]"), 7, "no legal play"),
        ((";B[66]", ""), 8, "other side's turn"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(wrong: tuple[str, str], line: int, said: str) -> None:
    text = SHORT.replace(*wrong)
    assert text != SHORT
    with pytest.raises(RecordError) as refused:
        read(text)
    assert said.casefold() in str(refused.value).casefold()
    assert refused.value.line == line


def test_games_follow_each_other() -> None:
    won = SHORT.replace("length:3", "length:1").replace("RE[W+2]", "RE[W+1R]")
    game = won[: won.index("\n;B[double")] + ")"
    with pytest.raises(RecordError, match="match is over"):
        read(game + game.replace("game:0", "game:1").replace("ws:0", "ws:1"))
    with pytest.raises(RecordError, match="game 0 stands where game 1 should"):
        read(SHORT * 2)
    second = SHORT.replace("game:0", "game:1").replace("ws:0", "ws:2").split("\n")[0] + ")"
    state = replay(read(SHORT + second.replace("RE[W+2]", "")))
    assert (state.game_number, state.phase) == (2, Phase.OPENING)


@given(st.integers(0, len(SHORT) - 1), st.text(max_size=4), st.integers(0, 30))
def test_a_damaged_record_is_read_or_refused(at: int, new: str, gone: int) -> None:
    try:
        replay(read(SHORT[:at] + new + SHORT[at + gone :]))
    except RecordError as refused:
        said = str(refused)
    else:
        return
    assert "\n" not in said
    assert len(said) < 300


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        parse_sgf(data)
    except RecordError:
        return
    assert b";" in data
