"""The rules of backgammon as pure functions: no clock, no dice of its own, no input or output.

**Boards and plays.** Each side numbers the points from its own home: 24 is farthest, 25 the bar,
0 off.

>>> from engine import START, Seat, Step, format_play, legal_plays, parse_play, resolve
>>> white, black = Seat.WHITE, Seat.BLACK
>>> plays = legal_plays(START, white, (3, 1))
>>> plays.count()
16
>>> (Step(8, 5), Step(6, 5)) in plays
True
>>> [format_play(START, white, play) for play in plays][:4]
['24/23 24/21', '24/20', '24/23 13/10', '24/23 8/5']
>>> play = resolve(START, white, (3, 1), parse_play("6/5, 8-5"))
>>> play
(Step(source=8, target=5), Step(source=6, target=5))
>>> board = START.play(white, play)
>>> board.pips(white), board.pips(black)
(163, 167)

What is not legal is refused with a reason: a code for programs, a sentence for people.

>>> resolve(START, white, (3, 1), parse_play("8/5 6/4"))
Traceback (most recent call last):
    ...
engine.errors.IllegalCommand: 6/4 needs a 2; your dice are 3 and 1.

**Matches.** ``apply`` judges a command and answers with the events that follow from it; ``evolve``
folds one event into the state, ``replay`` a whole log. Dice come from outside, as an argument.

>>> from engine import Context, Player, Rules, allowed, apply, commands, create, evolve, replay
>>> log = create(Rules(length=3), Player(id="ann", name="Ann"))
>>> log += apply(replay(log), commands.Join(player=Player(id="bob", name="Bob")), Context())
>>> for seat in Seat:
...     log += apply(replay(log), commands.Ready(seat=seat), Context())
>>> log += apply(replay(log), commands.ThrowOpening(), Context(dice=(3, 1)))
>>> state = replay(log)
>>> state.phase, state.on_roll, state.dice
(<Phase.TO_PLAY: 'to_play'>, <Seat.WHITE: 'white'>, (3, 1))
>>> allowed(state, white)
('concede', 'play', 'remove', 'resign')
>>> for event in apply(state, commands.PlayDice(seat=white, segments=play), Context()):
...     state = evolve(state, event)
>>> state.board == board, state.on_roll
(True, <Seat.BLACK: 'black'>)
"""

from __future__ import annotations

from engine import commands, events
from engine.board import BAR, OFF, START, Board, Step
from engine.diagram import draw, parse_diagram
from engine.errors import Code, IllegalCommand
from engine.evolve import evolve, replay
from engine.ids import parse_position_id, position_id
from engine.match import Context, apply, create, due
from engine.notation import format_play, parse_play
from engine.objections import allowed
from engine.plays import (
    ROLLS,
    Dice,
    LegalPlays,
    Play,
    has_legal_play,
    legal_plays,
    next_steps,
    results,
)
from engine.resolve import resolve
from engine.seat import BySeat, Seat
from engine.state import Crawford, Cube, MatchState, Phase, Player, Rules, Win
from engine.variants import VARIANTS, Variant

__all__ = [
    "BAR",
    "OFF",
    "ROLLS",
    "START",
    "VARIANTS",
    "Board",
    "BySeat",
    "Code",
    "Context",
    "Crawford",
    "Cube",
    "Dice",
    "IllegalCommand",
    "LegalPlays",
    "MatchState",
    "Phase",
    "Play",
    "Player",
    "Rules",
    "Seat",
    "Step",
    "Variant",
    "Win",
    "allowed",
    "apply",
    "commands",
    "create",
    "draw",
    "due",
    "events",
    "evolve",
    "format_play",
    "has_legal_play",
    "legal_plays",
    "next_steps",
    "parse_diagram",
    "parse_play",
    "parse_position_id",
    "position_id",
    "replay",
    "resolve",
    "results",
]
