"""Reading records as plain text: everything comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as cmd
from engine import events as ev
from engine.evolve import evolve, replay
from engine.match import Context, apply
from engine.record.matches import match_records
from engine.record.reading import RecordError
from engine.record.text import to_text
from engine.record.text_reader import parse_text
from engine.state import MatchState, Phase, Rules
from tests.engine.record.carried import carried
from tests.engine.record.played import RULES, record_of, whole_match
from tests.engine.record.test_text import SHORT
from tests.engine.walk import PATIENT, walk


def read(text: str) -> list[ev.Event]:
    return list(parse_text(text.encode()))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_whole_match_comes_back(rules: Rules) -> None:
    for seed in range(4):
        events = whole_match(seed, rules)
        assert carried(read(to_text(record_of(events))), everything=True) == carried(
            events, everything=True
        )


@pytest.mark.unmeasured
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_match_that_is_going_on_comes_back(rules: Rules) -> None:
    """Cut before any decision, also within a turn or while an offer waits for its answer."""
    events = whole_match(5, rules)
    decisions = (ev.Rolled, ev.Played, ev.Doubled, ev.Taken, ev.ResignationRejected)
    ends = [at for at, event in enumerate(events) if isinstance(event, decisions)]
    for end in ends[::17]:
        back = carried(read(to_text(record_of(events[:end]))), everything=True)
        expected = carried(events[:end], everything=True)
        assert back == expected


def test_every_match_of_a_room_comes_back_as_it_was_written() -> None:
    walked = walk(11, Rules(length=3), commands=1_500, weights=PATIENT)
    records = match_records((event, None) for event in walked.log)
    assert len(records) > 1
    for record in records:
        text = to_text(record)
        (back,) = match_records((event, None) for event in read(text))
        assert to_text(back) == "".join(
            line for line in text.splitlines(keepends=True) if not line.startswith("Match: ")
        )


@pytest.mark.parametrize(
    ("wrong", "line", "said"),
    [
        (("Backgammon match record", "Chess"), 1, "no text record"),
        (("Length: 3", ""), 0, "how long the match is"),
        (("Length: 3", "Length: many"), 0, "how long the match is"),
        (("Length: 3", "Length: 26"), 0, "1 to 25 points"),
        (("Length: 3", "Hello"), 5, "belongs before no match"),
        (("Rules: cube", "Rules: two cubes"), 0, "rule that is not known"),
        (("Rules: cube", "Rules: no cube, beavers"), 0, "belong to money"),
        (("Game 1: 0-0", "Game 1: 1-0"), 9, "the score is 1-0"),
        (("  1. White 31: 8/5 6/5", "     Both throw 7"), 10, "not understood"),
        (("     White takes", "     Both throw 3"), 12, "only the opening"),
        (("     White takes", "     White offers a single game"), 12, "waits for its answer"),
        (("     White takes", "     White rejects"), 12, "rules refuse it"),
        (("doubles to 2", "doubles to 4"), 11, "a double goes to 2"),
        (("  1. White 31: 8/5 6/5", "  1. White 31: no legal play"), 10, "rules refuse it"),
        (("  1. White 31: 8/5 6/5", "  1. White 31: not played"), 10, "was not played"),
        (("no legal play", "24/18"), 15, "no legal play"),
        (("White wins 2", "Black wins 2"), 18, "Black is said"),
        (("White wins 2 points: single", "White wins 2 points: gammon"), 18, "not understood"),
        (("single game, dropped", "single game, resigned"), 18, "single game, dropped"),
        (("     Black drops\n", ""), 17, "not over yet"),
        (("dropped\n", "dropped\nWhite wins the match.\n"), 19, "not over yet"),
        (("dropped\n", "dropped\nBlack concedes. Black wins the match.\n"), 19, "ended otherwise"),
        (("8/5 6/5\n", "8/5 6/5\n     The cube starts at 2\n"), 11, "it starts at 1"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(wrong: tuple[str, str], line: int, said: str) -> None:
    text = SHORT.replace(*wrong)
    assert text != SHORT
    with pytest.raises(RecordError) as refused:
        read(text)
    assert said.casefold() in str(refused.value).casefold()
    assert refused.value.line == line


def test_the_end_of_a_match() -> None:
    for words in ("Black concedes. White wins the match.",):
        state = replay(read(f"{SHORT}\n{words}\n"))
        assert state.match_result is not None


@pytest.mark.parametrize("phase", [Phase.READY, Phase.TO_PLAY, Phase.DOUBLE_OFFERED])
def test_a_room_that_was_closed_comes_back(phase: Phase) -> None:
    state, log = MatchState(), list[ev.Event]()
    for event in whole_match(5, Rules(length=7)):
        state = evolve(state, event)
        log.append(event)
        if state.phase is phase:
            break
    closed = [*log, *apply(state, cmd.CloseRoom(), Context())]
    back = carried(read(to_text(record_of(closed))), everything=True)
    assert back == carried(closed, everything=True)


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
