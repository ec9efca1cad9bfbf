"""A record played over again under the rules: what is illegal is refused with its line.

The readers of the formats tell a ``Replay`` what stands in their lines as commands of the players.
It seats two players, says ready for both, and asks ``match.apply`` for everything else, with the
dice of the record.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from engine import commands as cmd
from engine.board import Step
from engine.errors import Code, IllegalCommand
from engine.events import Event, TurnPassed
from engine.evolve import evolve
from engine.match import Context, apply, create
from engine.notation import NotationError, parse_play
from engine.record.reading import RecordError
from engine.seat import BySeat, Seat
from engine.state import OFFER_PHASES, Away, Dice, MatchState, Phase, Player, Rules, Win

MAX_NAME_CHARS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a record says before its first game."""

    rules: Rules
    names: BySeat[str]


class Replay:
    """A match in the making. ``line`` is where the reader is, for the errors."""

    def __init__(self, start: Start) -> None:
        self.line = 0
        self.events: list[Event] = []
        self.state = MatchState()
        self._thrown_at = 0
        self._take(create(start.rules, _player(Seat.WHITE, start.names)))
        self._ask(cmd.Join(player=_player(Seat.BLACK, start.names)))

    def fail(self, problem: str) -> RecordError:
        """The error to raise about the current line."""
        return RecordError(self.line, problem)

    def start_game(self, number: int, score: BySeat[int]) -> None:
        """The next game, which the record calls ``number`` and starts at ``score``."""
        if self.state.phase is Phase.MATCH_OVER:
            raise self.fail("another game follows, but the match is over.")
        if self.state.phase not in (Phase.READY, Phase.GAME_OVER):
            raise self.fail(f"game {number} starts, but the game before has no end.")
        if number != self.state.game_number + 1:
            raise self.fail(f"game {number} cannot follow game {self.state.game_number}.")
        if score != self.state.score:
            have = self.state.score
            raise self.fail(
                f"the score is {score.white}-{score.black} here, "
                f"but the games before it make {have.white}-{have.black}."
            )
        for seat in Seat:
            self._ask(cmd.Ready(seat=seat))

    def throw(self, seat: Seat, dice: Dice) -> None:
        """``seat`` rolled ``dice``; the first roll of a game is the opening throw."""
        self._require_played()
        if self.state.phase is Phase.BEAVERED:
            self._ask(cmd.Take(seat=seat))  # eXtreme Gammon leaves it out
        self._thrown_at = self.line
        if self.state.phase is not Phase.OPENING:
            self._ask(cmd.Roll(seat=seat), dice)
            return
        high, low = max(dice), min(dice)
        if high == low:
            raise self.fail("a game cannot be opened with two equal dice.")
        self._ask(cmd.ThrowOpening(), (high, low) if seat is Seat.WHITE else (low, high))

    def start_cube(self, value: int) -> None:
        """The cube showed ``value`` when the opening was thrown: so often it had been tied."""
        while self.state.phase is Phase.OPENING and self.state.cube.value < value:
            before = self.state.cube.value
            self.tie(1)
            if self.state.cube.value == before:
                raise self.fail(f"the cube cannot start at {value} here.")

    def tie(self, die: int) -> None:
        """Both opening dice were ``die``."""
        self._ask(cmd.ThrowOpening(), (die, die))

    def play(self, seat: Seat, text: str) -> None:
        """``seat`` played its dice as written; no text is right only if there was no legal play."""
        try:
            segments = parse_play(text)
        except NotationError as problem:
            raise self.fail(str(problem)) from None
        self.play_steps(seat, segments, text)

    def play_steps(self, seat: Seat, steps: tuple[Step, ...], text: str = "") -> None:
        """``seat`` played ``steps``, written as ``text`` if the record has them in notation."""
        if self.events[-1] == TurnPassed(seat=seat):
            if steps:
                raise self.fail("there was no legal play for this roll.")
            return
        try:
            self._apply(cmd.PlayDice(seat=seat, segments=steps), None)
        except IllegalCommand as refused:
            if refused.code is not Code.AMBIGUOUS_PLAY:
                raise self.fail(_what_is_wrong(refused)) from None
            self._ask(cmd.PlayDice(seat=seat, segments=self._meant(text, refused)))

    def double(self, seat: Seat) -> None:
        """``seat`` turned the cube: at its turn a double, in answer to one a beaver or raccoon.

        Some formats have one word for all of them.
        """
        if self.state.to_act is seat and self.state.phase is Phase.DOUBLE_OFFERED:
            self.ask(cmd.Beaver(seat=seat))
        elif self.state.to_act is seat and self.state.phase is Phase.BEAVERED:
            self.ask(cmd.Raccoon(seat=seat))
        else:
            self.ask(cmd.Double(seat=seat))

    def ask(self, command: cmd.ByPlayer | cmd.Flag | cmd.CloseRoom) -> None:
        """A decision without dice: double, take, drop, resign, concede, end the session ..."""
        if isinstance(command, cmd.Double):
            self._require_played()
        self._ask(command)

    def claim(self, seat: Seat) -> None:
        """``seat`` claimed the game from the other side, which must have been away."""
        self._ask(cmd.MarkSeat(seat=seat.other, away=Away.LOST))
        self._ask(cmd.ClaimGame(seat=seat))
        if self.state.phase is Phase.GAME_OVER:
            self._ask(cmd.MarkSeat(seat=seat.other, away=Away.HERE))

    def win(self, winner: Seat, points: int) -> None:
        """The record says that ``winner`` has won ``points`` in this game.

        If the game is not over yet, the loser has resigned it, or dropped the double by saying
        nothing to it until its time was over.
        """
        if self.state.phase in OFFER_PHASES and self.state.to_act is winner.other:
            self._ask(cmd.Drop(seat=winner.other))
        if self.state.phase in (Phase.TO_ROLL, Phase.TO_PLAY):
            self._resign(winner, points)
        result = self.state.game_result
        if result is None:
            raise self.fail("a game is won before anybody could have won it.")
        if (result.winner, result.points) != (winner, points):
            raise self.fail(
                f"{winner} is said to win {points}, but {result.winner} has won {result.points}."
            )

    def _require_played(self) -> None:
        if self.state.phase is Phase.TO_PLAY:
            raise RecordError(self._thrown_at, "this roll was not played, though it could be.")

    def _resign(self, winner: Seat, points: int) -> None:
        value = self.state.cube.value
        if points not in (value, 2 * value, 3 * value):
            raise self.fail(f"nobody can win {points} with the cube at {value}.")
        loser = winner.other
        self._ask(cmd.OfferResignation(seat=loser, win=Win(points // value)))
        if self.state.resignation is not None:
            self._ask(cmd.AcceptResignation(seat=winner))

    def _ask(self, command: cmd.Command, dice: Dice | None = None) -> None:
        try:
            self._apply(command, dice)
        except IllegalCommand as refused:
            raise self.fail(_what_is_wrong(refused)) from None

    def _apply(self, command: cmd.Command, dice: Dice | None) -> None:
        self._take(apply(self.state, command, Context(dice=dice)))

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        self.events.extend(events)

    def _meant(self, text: str, refused: IllegalCommand) -> tuple[Step, ...]:
        """Of two ways to move a checker that differ in what they hit, the one that hits as marked.

        Records leave out the stops of a checker, but mark its hits.
        """
        ways = [str(refused.details[name]) for name in ("first", "second")]
        fitting = [way for way in ways if way.count("*") == text.count("*")]
        if len(fitting) != 1:
            raise self.fail(_what_is_wrong(refused))
        return parse_play(fitting[0])


def _what_is_wrong(refused: IllegalCommand) -> str:
    """The refusal, in words about a record and not to a player."""
    if refused.code is Code.NOT_YOUR_TURN:
        return "it is the other side's turn."
    return f"the rules refuse it: {refused.text}"


def _player(seat: Seat, names: BySeat[str]) -> Player:
    """Whoever it was: a record knows names, not who stands behind them."""
    plain = "".join(char if char.isprintable() else " " for char in names[seat])
    name = " ".join(unicodedata.normalize("NFC", plain).split())[:MAX_NAME_CHARS]
    return Player(id=seat.value, name=name or seat.value.capitalize())
