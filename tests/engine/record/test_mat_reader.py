"""Reading ``.mat`` files: round trips, other programs' files, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as ev
from engine.board import OFF
from engine.evolve import evolve, replay
from engine.plays import results
from engine.record.mat import to_mat
from engine.record.mat_reader import parse_mat
from engine.record.reading import RecordError
from engine.seat import BySeat, Seat
from engine.state import Crawford, GameEnd, MatchState, Phase, Player, Rules
from tests.engine.record.carried import carried
from tests.engine.record.golden import RECORDS
from tests.engine.record.played import RULES, record_of, whole_match
from tests.engine.record.scripts import short_game

SHORT = to_mat(record_of(short_game().log))


def read(text: str) -> list[ev.Event]:
    return list(parse_mat(text.encode()))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_match_comes_back_but_for_what_the_format_lacks(rules: Rules) -> None:
    for seed in range(4):
        events = whole_match(seed, rules)
        back = read(to_mat(record_of(events)))
        expected = carried(without_forced_last_rolls(events), everything=False)
        assert carried(back, everything=False) == expected


def without_forced_last_rolls(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events without the last rolls of resigned games that had one play alone."""
    state, kept, roll = MatchState(), list[ev.Event](), 0
    for event in events:
        if isinstance(event, ev.Rolled):
            roll = len(kept)
        kept.append(event)
        if isinstance(event, ev.GameEnded) and event.end is GameEnd.RESIGNED and forced(state):
            del kept[roll]
        state = evolve(state, event)
    return kept


def forced(state: MatchState) -> bool:
    if state.dice is None or state.on_roll is None:
        return False
    return len(set(results(state.board, state.on_roll, state.dice))) == 1


@pytest.mark.parametrize("white", ["#1", "; Ann", "x" * 40, "x" * 23 + " yz", '"]'])
def test_no_name_hides_the_score(white: str) -> None:
    """Not one that looks like a comment, nor one as long as records of other programs may have."""
    record = record_of(short_game().log)
    back = replay(read(to_mat(replace(record, names=BySeat(white, "Bob")))))
    assert back.seats.white == Player(id="white", name=white)
    assert back.seats.black == Player(id="black", name="Bob")


def test_gnubgs_own_file() -> None:
    events = parse_mat((RECORDS / "auto7.mat").read_bytes())
    state = replay(events)
    assert state.score == BySeat(2, 7)
    assert state.rules == Rules(length=7)
    games = [event.points for event in events if isinstance(event, ev.GameEnded)]
    assert games == [4, 1, 2, 2]


def test_a_money_session_that_has_not_ended() -> None:
    state = replay(parse_mat((RECORDS / "money.mat").read_bytes()))
    assert state.rules.length is None
    assert (state.score, state.game_number) == (BySeat(0, 1), 2)
    assert state.on_roll is Seat.WHITE


def test_a_record_by_hand_with_an_illegal_play_is_refused_with_its_line() -> None:
    """gnubg loads it: Bob has a checker on the bar and cannot enter with 6-6."""
    with pytest.raises(RecordError, match="line 7: there was no legal play") as refused:
        parse_mat((RECORDS / "sample.mat").read_bytes())
    assert refused.value.line == 7


def test_a_match_of_nackgammon() -> None:
    """Of gnubg against itself, with a beginning that the standard start does not allow."""
    data = (RECORDS / "nack3.mat").read_bytes()
    state = replay(parse_mat(data))
    assert state.rules == Rules(length=3, variant="nackgammon")
    assert (state.phase, state.score) == (Phase.MATCH_OVER, BySeat(4, 0))
    with pytest.raises(RecordError, match="line "):
        parse_mat(data.replace(b"NackGammon", b"Backgammon"))


def test_a_variation_goes_by_every_name_that_is_in_use() -> None:
    data = SHORT.encode()
    for name in ("Backgammon", "standard", "BACKGAMMON"):
        tagged = f'; [Variation "{name}"]\n'.encode() + data
        assert replay(parse_mat(tagged)).rules.variant == "standard"
    rules = Rules(length=1, variant="hypergammon")
    text = to_mat(record_of(whole_match(1, rules)))
    for name in ("HyperGammon (3)", "HyperGammon", "hypergammon"):
        data = text.replace("HyperGammon (3)", name).encode()
        assert replay(parse_mat(data)).rules == rules


@pytest.mark.parametrize("name", ["HyperGammon (2)", "FIBSleague", "", "x" * 3_000])
def test_a_record_from_another_start_is_refused(name: str) -> None:
    data = (RECORDS / "nack3.mat").read_bytes().replace(b"NackGammon", name.encode())
    with pytest.raises(RecordError, match="starts from another position") as refused:
        parse_mat(data)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: re.sub(r" +\n", "\n", text),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("24/18 18/14*", "24/14*"),
        lambda text: text.replace("24/18 18/14*", "24-18-14"),
        lambda text: text.replace("66:", "66: Cannot Move"),
        lambda text: text.replace("Wins 2 points", "Wins 2 points and the match"),
        lambda text: text[text.index(" 3 point") :],
        lambda text: text.replace(" Game 1", "; a comment\n Game 1"),
    ],
)
def test_it_is_read_however_it_is_written(change: object) -> None:
    assert callable(change)
    names = {"Ann", "Bob"}
    events = read(change(SHORT))
    assert events == read(SHORT)
    seated = [one for one in events if isinstance(one, ev.RoomCreated | ev.SeatTaken)]
    assert {one.player.name for one in seated} == names


def test_it_is_read_in_latin_1() -> None:
    events = parse_mat(SHORT.replace("Ann", "Änn").encode("latin-1"))
    assert isinstance(events[0], ev.RoomCreated)
    assert events[0].player.name == "Änn"


def test_the_marks_of_hits_tell_which_way_a_checker_went() -> None:
    """White's 24/18 could go over 22 or 20; Black has a blot on White's 22."""
    text = (
        " 3 point match\n\n Game 1\n a : 0   b : 0\n"
        "  1)                             21: 6/4 4/3\n  2) {}\n"
    )
    passing = read(text.format("42: 24/18"))
    hitting = read(text.format("42: 24/18*"))
    played = [one[-1] for one in (passing, hitting)]
    assert all(isinstance(one, ev.Played) for one in played)
    assert played[0] != played[1]


def test_no_crawford_rule_and_no_cube() -> None:
    head = '; [Crawford "Off"]\n; [CubeLimit "1"]\n 5 point match\n'
    state = replay(read(head))
    assert state.rules == Rules(length=5, crawford=False, cube=False)
    assert state.crawford is Crawford.NEVER


def test_the_options_of_money() -> None:
    head = (
        '; [Jacoby "On"]\n; [Beaver "On"]\n; [AutomaticDoubles "2"]\n; [CubeLimit "128"]\n'
        " 0 point match\n"
    )
    assert replay(read(head)).rules == Rules(
        length=None, jacoby=True, beavers=True, automatic_doubles=2, cube_limit=128
    )


@pytest.mark.parametrize(
    "tag", ['[CubeLimit "many"]', '[CubeLimit "-2"]', '[CubeLimit "3"]', '[AutomaticDoubles "7"]']
)
def test_options_that_no_session_has_are_refused(tag: str) -> None:
    with pytest.raises(RecordError, match="line 2: "):
        read(f"; {tag}\n 0 point match\n")


def test_cubes_that_no_game_starts_with_are_refused() -> None:
    game = " 0 point match\n Game 1\n a : 0   b : 0\n"
    for value, said in (("x", "is no number"), ("2", "cannot start at 2")):
        with pytest.raises(RecordError, match=said):
            read(f'; [CubeStarts "{value}"]\n{game}')
    with pytest.raises(RecordError, match="names and the score are missing"):
        read(" 0 point match\n Game 1\n")


@pytest.mark.unmeasured
def test_a_money_session_that_does_not_say_so_may_be_played_with_jacoby() -> None:
    """White lost a gammon on a centred cube, and the record says one point."""
    jacoby = Rules(length=None, jacoby=True)
    matches = (whole_match(seed, jacoby) for seed in range(100))
    text = to_mat(record_of(next(events for events in matches if has_uncounted_gammon(events))))
    unsaid = text.replace('; [Jacoby "On"]\n', "")
    assert replay(read(unsaid)).rules.jacoby
    with pytest.raises(RecordError, match="is said to win 1"):
        read(text.replace('[Jacoby "On"]', '[Jacoby "Off"]'))
    with pytest.raises(RecordError, match="is said to win 7"):
        read(unsaid.replace("Wins 1 point", "Wins 7 points"))


def has_uncounted_gammon(events: Sequence[ev.Event]) -> bool:
    state = MatchState()
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, ev.GameEnded) and event.end is GameEnd.BORNE_OFF:
            loser = before.board[event.winner.other]
            if loser[OFF] == 0 and event.win == 1:
                return True
    return False


@pytest.mark.parametrize(
    ("wrong", "line", "said"),
    [
        (("3 point match", "three points"), 8, "no .mat file"),
        (("3 point match", "26 point match"), 8, "1 to 25 points long"),
        (('"1024"', '"1024"]\n; [MatchEnd "lost"'), 0, "whose decision it was"),
        ((" Game 1", " Game 2"), 11, "cannot follow game 0"),
        (("Ann : 0", "Ann : 1"), 11, "the score is 1-0 here"),
        (("Ann : 0", "Ann - 0"), 11, "names and the score"),
        (("31: 8/5 6/5", "33: 8/5 6/3"), 12, "two equal dice"),
        (("31: 8/5 6/5", "71: 8/1 6/5"), 12, "71 are no dice"),
        (("31: 8/5 6/5", "-1: 8/5 6/5"), 12, "no row of a game"),
        (("31: 8/5 6/5", "31: 8/5 6/x"), 12, "no point x"),
        (("31: 8/5 6/5", "31: 8/6 6/5"), 12, "the rules refuse it"),
        (
            ("8/5 6/5                  D", "                         D"),
            12,
            "was not played, though it could be",
        ),
        (("Doubles => 2", "Doubles => 4"), 12, "a double goes to 2"),
        (("Takes ", "Doubles => 4"), 13, "the rules refuse it"),
        (("52: 13/11 13/8", "Takes"), 13, "the rules refuse it"),
        (("66:", "66: 24/18(2)"), 14, "no legal play for this roll"),
        (("Wins 2 points", "Wins 4 points"), 16, "White is said to win 4"),
        (("Wins 2 points", "Wins"), 16, "how many points"),
        (("Takes", "Beavers => 4"), 13, "the rules refuse it"),
        (("      Wins 2", " " * 34 + "Wins 2"), 16, "Black is said to win 2"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(wrong: tuple[str, str], line: int, said: str) -> None:
    text = SHORT.replace(*wrong)
    assert text != SHORT
    with pytest.raises(RecordError) as refused:
        read(text)
    assert said.casefold() in str(refused.value).casefold()
    assert refused.value.line == line


def test_a_resignation_is_worth_a_multiple_of_the_cube() -> None:
    text = SHORT.replace("  4)  Doubles => 4                Drops\n", "")
    with pytest.raises(RecordError, match="nobody can win 3 with the cube at 2"):
        read(text.replace("Wins 2", "Wins 3"))
    ended = read(text.replace("Wins 2", "Wins 4"))[-2:]
    assert isinstance(ended[0], ev.GameEnded)
    assert ended[0].points == 4


@given(st.integers(0, len(SHORT) - 1), st.text(max_size=4), st.integers(0, 30))
def test_a_damaged_record_is_read_or_refused(at: int, new: str, gone: int) -> None:
    text = SHORT[:at] + new + SHORT[at + gone :]
    try:
        replay(read(text))
    except RecordError as refused:
        said = str(refused)
    else:
        return
    assert "\n" not in said
    assert len(said) < 300


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        parse_mat(data)
    except RecordError:
        return
    assert b"point match" in data.lower()
