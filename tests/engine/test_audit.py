"""The proofs of whole games hold, and whatever is changed in one is found and named (case 42)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.audit import Audit, FalseThrow, Finding, audit, tally
from engine.dice import thrown_in
from engine.match import Context, apply
from engine.record.judge import IllegalLogError, judge
from engine.seat import BySeat, Seat
from tests.engine.programs import ROOM
from tests.engine.proved import proved_games

LOG = proved_games(3)
THROWS = [
    seq for seq, event in enumerate(LOG, start=1) if isinstance(event, ev.Rolled | ev.OpeningThrown)
]


def findings(log: Sequence[ev.Event]) -> list[Finding]:
    return [each.finding for each in audit(ROOM, log)]


def changed(seq: int, event: ev.Event) -> Sequence[ev.Event]:
    """The log with another event at ``seq``."""
    return [*LOG[: seq - 1], event, *LOG[seq:]]


@pytest.mark.unmeasured
def test_a_thousand_games_are_proved() -> None:
    """Most of them of the variant with the shortest games."""
    for games, variant in ((100, "standard"), (900, "hypergammon")):
        log = proved_games(games, seed=games, variant=variant)
        found = audit(ROOM, log)
        assert [each.finding for each in found] == [Finding.PROVED] * games
        assert [each.game for each in found] == list(range(1, games + 1))
        assert sum(each.throws for each in found) == len(thrown_in(log)) > 10 * games
        assert not any(each.without for each in found)


@pytest.mark.unmeasured
def test_every_single_throw_counts() -> None:
    """Whichever is changed, it is the first that is found, with what should have been there."""
    for seq in THROWS:
        event = LOG[seq - 1]
        if isinstance(event, ev.Rolled):
            first, second = event.dice
            other: ev.Event = replace(event, dice=(first % 6 + 1, second))
        else:
            assert isinstance(event, ev.OpeningThrown)
            other = ev.OpeningThrown(white=event.black, black=event.white)
        wrong = [each.wrong for each in audit(ROOM, changed(seq, other)) if each.wrong]
        assert [(one.seq, one.thrown) for one in wrong] == [(seq, *thrown_in([other]))]
        assert [wrong[0].derived] == thrown_in([event])


def test_throws_that_were_swapped_skipped_or_made_twice_are_found() -> None:
    one, other = THROWS[3], THROWS[5]
    first, second = LOG[one - 1], LOG[other - 1]
    assert isinstance(first, ev.Rolled)
    assert isinstance(second, ev.Rolled)
    assert first.dice != second.dice
    swapped = list(LOG)
    swapped[one - 1], swapped[other - 1] = (
        replace(first, dice=second.dice),
        replace(second, dice=first.dice),
    )
    (found,) = (each for each in audit(ROOM, swapped) if each.wrong)
    assert found.wrong == FalseThrow(number=3, seq=one, thrown=second.dice, derived=first.dice)
    # A throw that was made and kept back moves all the later ones by one.
    dice = thrown_in(LOG)
    skipped = replace(first, dice=dice[4])
    (found,) = (each for each in audit(ROOM, changed(one, skipped)) if each.wrong)
    assert found.wrong is not None
    assert found.wrong.number == 3


@pytest.mark.parametrize(
    "kind", [ev.SeedCommitted, ev.SeatReady, ev.EntropyRevealed, ev.SeedRevealed]
)
def test_no_byte_of_a_secret_or_promise_can_be_changed(kind: type[ev.Event]) -> None:
    chance = random.Random(3)
    field = {
        ev.SeedCommitted: "commitment",
        ev.SeatReady: "commitment",
        ev.EntropyRevealed: "entropy",
        ev.SeedRevealed: "seed",
    }[kind]
    for seq in (seq for seq, event in enumerate(LOG, start=1) if isinstance(event, kind)):
        value: str = getattr(LOG[seq - 1], field)
        for at in chance.sample(range(64), 8):
            digit = "0" if value[at] != "0" else "1"
            altered = {field: value[:at] + digit + value[at + 1 :]}
            other = changed(seq, replace(LOG[seq - 1], **altered))  # type: ignore[arg-type]
            with pytest.raises(IllegalLogError) as refused:
                judge(other, ROOM)
            assert "promised" in str(refused.value)
            # Whoever believes the log without judging it finds the game wrong all the same.
            assert Finding.FALSE in findings(other)


def test_a_seed_that_is_never_told_proves_nothing() -> None:
    log = [event for event in LOG if not isinstance(event, ev.SeedRevealed)]
    assert findings(log) == [Finding.UNTOLD] * 3


def test_a_seed_that_is_not_told_before_the_rematch_never_will_be() -> None:
    """A game that is over does not look as if it were still being played."""
    whole = proved_games(1)
    log: list[ev.Event] = [event for event in whole if not isinstance(event, ev.SeedRevealed)]
    state = judge(log, ROOM)
    asked: list[cmd.Command] = [cmd.EndSession(seat=Seat.WHITE)]
    asked += [cmd.Rematch(seat=seat) for seat in Seat]
    for command in asked:
        log += apply(state, command, Context())
        state = judge(log, ROOM)
    assert isinstance(log[-1], ev.MatchStarted)
    assert findings(log) == [Finding.UNTOLD]


def test_a_second_promise_for_the_same_game_is_no_legal_log() -> None:
    at = next(seq for seq, event in enumerate(LOG, 1) if isinstance(event, ev.SeedCommitted))
    again = ev.SeedCommitted(game=1, commitment="0" * 64)
    with pytest.raises(IllegalLogError):
        judge([*LOG[:at], again, *LOG[at:]], ROOM)


def test_a_running_game_waits_and_one_without_a_promise_cannot_be_checked() -> None:
    opened = next(seq for seq, event in enumerate(LOG, 1) if isinstance(event, ev.OpeningThrown))
    assert findings(LOG[: opened + 9]) == [Finding.RUNNING]
    bare = [
        event
        for event in LOG
        if not isinstance(
            event, ev.SeedCommitted | ev.SeatReady | ev.EntropyRevealed | ev.SeedRevealed
        )
    ]
    assert findings(bare) == [Finding.UNPROMISED] * 3


@pytest.mark.parametrize("who", [(Seat.WHITE,), (Seat.BLACK,), tuple(Seat)])
@pytest.mark.parametrize("how", ["silent", "mute"])
def test_a_game_without_somebodys_part_is_proved_and_says_whose_is_missing(
    who: tuple[Seat, ...], how: str
) -> None:
    log = proved_games(2, **{how: who})  # type: ignore[arg-type]  # by name
    found = audit(ROOM, log)
    assert [(each.finding, each.without) for each in found] == [(Finding.PROVED, who)] * 2
    assert judge(log, ROOM).proof.entropy == BySeat(None, None)


@pytest.mark.parametrize("who", [(Seat.WHITE,), (Seat.BLACK,), tuple(Seat)])
@pytest.mark.parametrize("how", ["silent", "mute"])
def test_a_game_whose_seed_is_not_told_says_whose_part_is_missing_too(
    who: tuple[Seat, ...], how: str
) -> None:
    log = proved_games(2, **{how: who})  # type: ignore[arg-type]  # by name
    untold = [event for event in log if not isinstance(event, ev.SeedRevealed)]
    found = audit(ROOM, untold)
    assert [(each.finding, each.without) for each in found] == [(Finding.UNTOLD, who)] * 2
    opened = next(seq for seq, event in enumerate(log, 1) if isinstance(event, ev.OpeningThrown))
    (running,) = audit(ROOM, log[:opened])
    assert (running.finding, running.without) == (Finding.RUNNING, who)


def test_who_may_still_tell_their_part_of_a_running_game_is_not_missed() -> None:
    log = proved_games(1, mute=(Seat.BLACK,))
    missed: tuple[Seat, ...] = ()
    for seq, event in enumerate(log, start=1):
        if isinstance(event, ev.EntropyMissed):
            missed = (event.seat,)
        if isinstance(event, ev.GameStarted | ev.EntropyRevealed | ev.EntropyMissed):
            (found,) = audit(ROOM, log[:seq])
            assert (found.finding, found.without) == (Finding.RUNNING, missed)
    assert missed == (Seat.BLACK,)


def test_the_dice_are_counted() -> None:
    counts = tally(
        [
            ev.OpeningTied(die=6),
            ev.OpeningThrown(white=3, black=1),
            ev.Rolled(seat=Seat.BLACK, dice=(6, 5)),
            ev.Rolled(seat=Seat.BLACK, dice=(1, 1)),
        ]
    )
    assert (counts.faces, counts.throws, counts.doubles) == ((3, 0, 1, 0, 1, 3), 4, 2)
    assert counts.expected_doubles == pytest.approx(4 / 6)
    assert counts.chi_square == pytest.approx(7.0)
    assert counts.chance == pytest.approx(0.2206, abs=1e-4)
    assert tally([]).chance == 1


@pytest.mark.unmeasured
def test_the_dice_of_many_games_are_even() -> None:
    counts = tally(proved_games(500, seed=5, variant="hypergammon"))
    assert counts.chance > 0.001
    assert abs(counts.doubles - counts.expected_doubles) < 4 * (counts.throws * 5 / 36) ** 0.5


def test_an_audit_is_a_value() -> None:
    assert audit(ROOM, LOG)[0] == Audit(
        match=1, game=1, finding=Finding.PROVED, throws=audit(ROOM, LOG)[0].throws
    )
