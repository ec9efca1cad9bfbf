"""From the events of a room to the records of its matches, one for each match number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine import events as ev
from engine.evolve import evolve
from engine.plays import Play
from engine.record.model import Action, GameRecord, MatchRecord, Throw, Yielding
from engine.seat import BySeat, Seat
from engine.state import Crawford, Dice, GameResult, MatchState


def match_records(events: Iterable[tuple[ev.Event, int | None]]) -> list[MatchRecord]:
    """The records of all matches in ``events``, each with its time in Unix milliseconds if known.

    A room that nobody has joined has one record without games; ``events`` may end anywhere.
    """
    writer = _Writer()
    for event, at_ms in events:
        writer.note(event, at_ms)
    writer.close_match()
    return writer.matches


@dataclass
class _OpenGame:
    number: int
    score: BySeat[int]
    crawford: bool
    ties: list[int] = field(default_factory=list)
    cube: int = 1
    actions: list[Action] = field(default_factory=list)
    result: GameResult | None = None

    def closed(self) -> GameRecord:
        return GameRecord(
            number=self.number,
            score=self.score,
            crawford=self.crawford,
            ties=tuple(self.ties),
            cube=self.cube,
            actions=tuple(self.actions),
            result=self.result,
        )


class _Writer:
    """Follows the log with the state before each event at hand."""

    def __init__(self) -> None:
        self.matches: list[MatchRecord] = []
        self._state = MatchState()
        self._games: list[_OpenGame] = []
        self._started_ms: int | None = None

    def note(self, event: ev.Event, at_ms: int | None) -> None:
        before = self._state
        if isinstance(event, ev.MatchStarted):
            self.close_match()
        self._state = evolve(before, event)
        if isinstance(event, ev.GameStarted):
            self._started_ms = self._started_ms or at_ms
            crawford = before.crawford is Crawford.NOW
            self._games.append(_OpenGame(event.number, before.score, crawford))
        elif self._games:
            self._note_in_game(self._games[-1], before, event)

    def close_match(self) -> None:
        """Ends the record of the match that the state is in."""
        state = self._state
        self.matches.append(
            MatchRecord(
                number=state.match_number,
                rules=state.rules,
                names=BySeat(_name(state, Seat.WHITE), _name(state, Seat.BLACK)),
                started_ms=self._started_ms,
                games=tuple(game.closed() for game in self._games),
                score=state.score,
                result=state.match_result,
            )
        )
        self._games, self._started_ms = [], None

    def _note_in_game(self, game: _OpenGame, before: MatchState, event: ev.Event) -> None:
        match event:
            case ev.OpeningTied():
                game.ties.append(event.die)
            case ev.AutomaticallyDoubled():
                game.cube = event.value
            case ev.OpeningThrown():
                white_starts = event.white > event.black
                seat = Seat.WHITE if white_starts else Seat.BLACK
                dice = (max(event.white, event.black), min(event.white, event.black))
                game.actions.append(_throw(before, seat, dice))
            case ev.Rolled():
                game.actions.append(_throw(before, event.seat, event.dice))
            case ev.Played():
                _complete(game, event.steps)
            case ev.TurnPassed():
                _complete(game, ())
            case (
                ev.Doubled()
                | ev.Beavered()
                | ev.Raccooned()
                | ev.Taken()
                | ev.Dropped()
                | ev.Flagged()
                | ev.GameClaimed()
            ):
                game.actions.append(event)
            case ev.ResignationOffered():
                _offer(game, Yielding(seat=event.seat, win=event.win, answer="open"))
            case ev.ResignationAccepted():
                _answer(game, "accepted")
            case ev.ResignationRejected():
                _answer(game, "rejected")
            case ev.ResignationWithdrawn():
                _answer(game, "withdrawn")
            case ev.GameEnded():
                game.result = self._state.game_result
            case _:
                pass  # who is ready or watches is no part of a record


def _name(state: MatchState, seat: Seat) -> str:
    player = state.seats[seat]
    return seat.value.capitalize() if player is None else player.name


def _throw(before: MatchState, seat: Seat, dice: Dice) -> Throw:
    return Throw(seat=seat, dice=dice, play=None, board=before.board)


def _complete(game: _OpenGame, play: Play) -> None:
    throw = game.actions[-1]
    assert isinstance(throw, Throw)
    game.actions[-1] = replace(throw, play=play)


def _offer(game: _OpenGame, offer: Yielding) -> None:
    last = game.actions[-1]
    if isinstance(last, Throw) and last.play is None:
        game.actions[-1] = replace(last, offers=(*last.offers, offer))
    else:
        game.actions.append(offer)


def _answer(game: _OpenGame, answer: str) -> None:
    """The last offer was answered so."""
    last = game.actions[-1]
    if isinstance(last, Throw):
        *others, offer = last.offers
        answered = (*others, replace(offer, answer=answer))
        game.actions[-1] = replace(last, offers=answered)
    else:
        assert isinstance(last, Yielding)
        game.actions[-1] = replace(last, answer=answer)
