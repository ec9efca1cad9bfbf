"""What GNU Backgammon understands of the records that we write.

It loads an illegal move without a word, so that it loads a file says nothing: the positions before
every move and double, the dice, the scores and the results it came to are compared with ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.events import Beavered, Doubled, Dropped, Raccooned, Taken
from engine.ids import position_id
from engine.record.mat import to_mat
from engine.record.model import Action, GameRecord, MatchRecord, Throw
from engine.record.sgf import to_sgf
from engine.seat import Seat
from engine.state import GameEnd, GameResult
from tests.engine.gnubg import ask, needs_gnubg
from tests.engine.record.played import RULES, whole_record

pytestmark = pytest.mark.unmeasured

MATCHES = 6
"""How many matches by each of the rules."""

SEATS = {Seat.WHITE: "X", Seat.BLACK: "O"}
"""gnubg's letters: White is its player 0."""

VARIATIONS = {
    "standard": "Standard",
    "nackgammon": "Nackgammon",
    "hypergammon": "Hypergammon3",
}


@pytest.fixture(scope="module")
def records() -> list[MatchRecord]:
    return [whole_record(seed, rules) for seed in range(MATCHES) for rules in RULES]


def starts_doubled(record: MatchRecord) -> bool:
    """A ``.mat`` file has no place that gnubg reads for what equal opening dice did to the cube."""
    return any(game.cube > 1 for game in record.games)


def understood(home: Path, files: dict[str, str]) -> list[Any]:
    for name, text in files.items():
        (home / name).write_text(text, encoding="utf-8")
    paths = [str(home / name) for name in files]
    (home / "cases.json").write_text(json.dumps(paths))
    answer = ask("records.py", home, {"CASES": str(home / "cases.json")})
    assert isinstance(answer, list)
    return answer


def test_the_matches_are_of_every_kind(records: list[MatchRecord]) -> None:
    games = [game for record in records for game in record.games]
    results = [game.result for game in games if game.result is not None]
    elsewhere = {GameEnd.TIME, GameEnd.CLAIMED}  # gnubg knows neither clocks nor absence
    assert {result.end for result in results} == set(GameEnd) - elsewhere
    assert {result.win for result in results} == {1, 2, 3}
    assert any(game.crawford for game in games)
    assert any(isinstance(action, Taken) for game in games for action in game.actions)
    throws = [action for game in games for action in game.actions if isinstance(action, Throw)]
    assert any(isinstance(action, Raccooned) for game in games for action in game.actions)
    assert any(starts_doubled(record) for record in records)
    assert any(throw.play == () for throw in throws)
    assert any(throw.play is None for throw in throws)
    assert len(throws) > 5_000


@needs_gnubg
def test_gnubg_understands_mat_files(records: list[MatchRecord], tmp_path: Path) -> None:
    told = [record for record in records if not starts_doubled(record)]
    files = {f"{number}.mat": to_mat(record) for number, record in enumerate(told)}
    for record, match in zip(told, understood(tmp_path, files), strict=True):
        assert named(match) == tuple(
            name.replace(":", ".").replace(",", ".")
            for name in (record.names.white, record.names.black)
        )
        compare(record, match, crawford_told=record.rules.cube)


@needs_gnubg
def test_gnubg_understands_sgf_files(records: list[MatchRecord], tmp_path: Path) -> None:
    files = {f"{number}.sgf": to_sgf(record) for number, record in enumerate(records)}
    for record, match in zip(records, understood(tmp_path, files), strict=True):
        # gnubg keeps the backslash that escapes another.
        assert named(match) == tuple(
            name.replace("\\", "\\\\") for name in (record.names.white, record.names.black)
        )
        compare(record, match, crawford_told=True)
        rules = match["match-info"].get("rules", [])
        starts = [game["info"].get("initial-cube", 1) for game in match["games"]]
        assert starts == [game.cube for game in record.games]
        assert ("Jacoby" in rules) == record.rules.jacoby
        assert ("NoCube" in rules) == (not record.rules.cube)


def named(match: Any) -> tuple[str, str]:
    info = match["match-info"]
    return info["X"]["name"], info["O"]["name"]


def compare(record: MatchRecord, match: Any, *, crawford_told: bool) -> None:
    """A ``.mat`` file cannot tell gnubg that the Crawford rule does not hold."""
    assert match["match-info"]["match-length"] == (record.rules.length or 0)
    assert match["match-info"]["variation"] == VARIATIONS[record.rules.variant]
    assert match["match-info"]["date"] == [21, 9, 2026]
    assert len(match["games"]) == len(record.games)
    for game, heard in zip(record.games, match["games"], strict=True):
        info = heard["info"]
        assert (info["score-X"], info["score-O"]) == (game.score.white, game.score.black)
        if crawford_told:
            assert info.get("crawford", False) == game.crawford
        compare_result(game.result, info)
        assert list(acts_heard(heard["game"], game)) == list(acts_of(game))


def compare_result(result: GameResult | None, info: Any) -> None:
    assert result is not None
    assert info["winner"] == SEATS[result.winner]
    assert info["points-won"] == result.points
    assert info["resigned"] == (result.end is GameEnd.RESIGNED)


def acts_of(game: GameRecord) -> Iterator[tuple[object, ...]]:
    """What gnubg should have heard, one tuple for each act."""
    board = None
    for action in game.actions:
        if isinstance(action, Throw):
            board = action.board
            if action.play is not None:
                steps = sorted((list(step) for step in action.play), reverse=True)
                dice = sorted(action.dice, reverse=True)
                yield "move", SEATS[action.seat], position_id(board, action.seat), dice, steps
                for step in action.play:
                    board = board.move(action.seat, step)
        elif isinstance(action, Doubled | Beavered | Raccooned):
            assert board is not None
            on_roll = action.seat.other if isinstance(action, Beavered) else action.seat
            yield "double", SEATS[action.seat], position_id(board, on_roll)
        elif isinstance(action, Taken | Dropped):
            yield "take" if isinstance(action, Taken) else "drop", SEATS[action.seat]


def acts_heard(acts: list[Any], game: GameRecord) -> Iterator[tuple[object, ...]]:
    """What gnubg heard; dice that were thrown and not played are a record of their own to it."""
    for act in acts:
        match act["action"]:
            case "move":
                steps = sorted(act["move"], reverse=True)
                dice = sorted(act["dice"], reverse=True)
                yield "move", act["player"], act["board"], dice, steps
            case "double":
                yield "double", act["player"], act["board"]
            case "take" | "drop":
                yield act["action"], act["player"]
            case other:
                assert unplayed(game.actions[-1]) or other == "resign", act


def unplayed(action: Action) -> bool:
    return isinstance(action, Throw) and action.play is None
