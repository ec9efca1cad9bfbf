"""What the reader is asked now, if anything, and whether it is a new question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from clients.cli import words
from clients.cli.people import People
from clients.cli.story import resignation
from clients.view import RoomView
from engine import commands as cmd
from engine.objections import was_cancelled
from engine.seat import Seat
from engine.state import GAME_PHASES, OFFER_PHASES, Phase


class Kind(StrEnum):
    """The kinds of questions; ``words.PROMPTS`` has a prompt for some."""

    SEATING = "seating"
    READY = "ready"
    OTHERS_READY = "others_ready"
    ROLL = "roll"
    PLAY = "play"
    CUBE = "cube"
    RESIGNATION = "resignation"
    REMATCH = "rematch"
    OTHERS_REMATCH = "others_rematch"
    CLOSED = "closed"


SHOW_BOARD_ONCE = frozenset({Kind.ROLL, Kind.PLAY})
"""Asked in one's own turn: the board is shown when the turn comes."""
SHOW_BOARD = frozenset({Kind.CUBE, Kind.RESIGNATION})
"""Decisions about the game as a whole: the board is shown with each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question. ``since`` differs between two of the same kind."""

    kind: Kind
    since: tuple[int, ...]
    text: str


def question(view: RoomView) -> Question | None:
    """What the player is asked in ``view``; ``None`` for spectators and while others decide."""
    if view.you is None:
        return None
    people, state = People(view.state, view.you), view.state
    since = (state.match_number, state.game_number, state.turn_number)
    offer = state.resignation
    if offer is not None and offer.seat is not view.you:
        text = resignation(words.ASK_RESIGNATION, people, offer.seat, offer.win)
        return Question(kind=Kind.RESIGNATION, since=(offer.offered_seq,), text=text)
    found = _in_game(view, people, view.you) if state.phase in GAME_PHASES else _between(view)
    if found is None:
        return None
    kind, text = found
    return Question(kind=kind, since=since, text=text)


def waiting(people: People) -> str:
    """What the match waits for, for those who are not asked anything; empty between games."""
    state = people.state
    if state.to_act is None or people.at(state.to_act).you:
        return ""
    name = people.at(state.to_act).name
    if state.phase is Phase.TO_PLAY and state.dice is not None:
        return words.TO_PLAY.format(name=name, dice=words.dice(state.dice))
    if state.phase in OFFER_PHASES:
        return words.TO_ANSWER.format(name=name)
    return words.TO_ROLL.format(name=name)


def _in_game(view: RoomView, people: People, you: Seat) -> tuple[Kind, str] | None:
    state = view.state
    if state.to_act is not you:
        return None
    match state.phase:
        case Phase.TO_ROLL:
            may_double = view.may(cmd.Double)
            return Kind.ROLL, words.ASK_ROLL_OR_DOUBLE if may_double else words.ASK_ROLL
        case Phase.TO_PLAY if state.dice is not None:
            return Kind.PLAY, words.ASK_PLAY.format(dice=words.dice(state.dice))
        case Phase.DOUBLE_OFFERED | Phase.BEAVERED | Phase.RACCOONED:
            return Kind.CUBE, _about_the_cube(view, people.at(you.other))
        case _:
            return None


def _about_the_cube(view: RoomView, who: words.Person) -> str:
    """The question of a double, a beaver or a raccoon by ``who``."""
    stake = view.state.cube.value
    offer = words.OFFERS[view.state.phase].format(who=who, value=stake * 2)
    for command in (cmd.Beaver, cmd.Raccoon):
        if view.may(command):
            redouble = words.REDOUBLES[command.name].format(value=stake * 4)
            return words.ASK_REDOUBLE.format(
                offer=offer, redouble=redouble, points=words.points(stake)
            )
    return words.ASK_CUBE.format(offer=offer, points=words.points(stake))


def _between(view: RoomView) -> tuple[Kind, str] | None:
    state, number = view.state, view.state.game_number + 1
    name = People(state, view.you).second.name
    match state.phase:
        case Phase.SEATING:
            return Kind.SEATING, words.WAIT_FOR_OPPONENT
        case Phase.READY | Phase.GAME_OVER if view.may(cmd.Ready):
            session = state.rules.length is None and state.phase is Phase.GAME_OVER
            text = words.ASK_READY_SESSION if session else words.ASK_READY
            return Kind.READY, text.format(number=number)
        case Phase.READY | Phase.GAME_OVER:
            return Kind.OTHERS_READY, words.WAIT_READY.format(name=name, number=number)
        case Phase.MATCH_OVER if was_cancelled(state):
            return Kind.CLOSED, words.ROOM_CLOSED
        case Phase.MATCH_OVER if view.may(cmd.Rematch):
            return Kind.REMATCH, words.ASK_REMATCH
        case Phase.MATCH_OVER:
            return Kind.OTHERS_REMATCH, words.WAIT_REMATCH
        case _:
            return None
