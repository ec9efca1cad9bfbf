"""Matches played at random, for laws that must hold for every event and state."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine import commands as cmd
from engine.board import Step
from engine.clock import PRESETS
from engine.errors import IllegalCommand
from engine.events import Event
from engine.evolve import evolve
from engine.match import Context, apply, create, due
from engine.objections import allowed, may_be_marked
from engine.plays import next_steps
from engine.promises import owes_seed, wants_seed
from engine.seat import Seat
from engine.state import Manners, MatchState, Phase, Player, Rules, TimeControl, Watching, Win
from engine.variants import VARIANTS
from protocol.convert import command_of
from protocol.door import REQUEST
from protocol.examples import ROOM
from tests.engine.programs import ready, reveal, seen, server_part

ALICE = Player(id="0a" * 16, name="Alice")
BO = Player(id="0b" * 16, name="Bo 双陆")
RARE = {"cancel", "concede", "end_session", "remove", "resign"}
"""What ends a game or fills a list; seldom chosen, so that games come far."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event and the state to which it led."""

    event: Event
    state: MatchState


def walk(seed: int, commands: int, room: str = ROOM) -> list[Happened]:
    """What happens in a room in which two people do whatever they may, by request."""
    chance = random.Random(seed)
    length = chance.choice([None, 1, 2, 3, 5])
    rules = _money(chance) if length is None else _match(length, chance)
    story: list[Happened] = []
    _tell(story, create(rules, ALICE, _manners(seed)))
    _tell(story, apply(story[-1].state, cmd.Join(player=BO), Context()))
    for _ in range(commands):
        state = story[-1].state
        command = _server_part(state, chance, room) or _choice(state, chance, room)
        if command is None:
            break
        dice = (chance.randint(1, 6), chance.randint(1, 6)) if command.throws_dice else None
        try:
            _tell(story, apply(state, command, Context(dice=dice, room=room)))
        except IllegalCommand:
            continue  # a resignation that was rejected before, a fiftieth removed spectator
    return story


def _manners(seed: int) -> Manners:
    """Chosen apart, so that the dice of a seed stay as they are."""
    chance = random.Random(f"manners {seed}")
    return Manners(chat=chance.random() < 0.5, watch=chance.choice([*Watching]))


def _match(length: int, chance: random.Random) -> Rules:
    return Rules(
        length=length,
        variant=chance.choice(list(VARIANTS)),
        cube=chance.random() < 0.8,
        crawford=chance.random() < 0.8,
        clock=_clock(length),
    )


def _clock(length: int) -> TimeControl | None:
    """Not by chance, so that the dice of a seed stay as they are."""
    return PRESETS["normal"] if length % 2 else None


def _money(chance: random.Random) -> Rules:
    if chance.random() < 0.2:
        return Rules(length=None, cube=False)
    return Rules(
        length=None,
        jacoby=chance.random() < 0.5,
        beavers=chance.random() < 0.7,
        automatic_doubles=chance.randint(0, 2),
        cube_limit=chance.choice([2, 8, 64, 1024]),
    )


def _tell(story: list[Happened], events: tuple[Event, ...]) -> None:
    for event in events:
        before = story[-1].state if story else MatchState()
        story.append(Happened(event, evolve(before, event)))


def _server_part(state: MatchState, chance: random.Random, room: str) -> cmd.ByServer | None:
    """What the server does by itself now: always if it must, now and then if it may."""
    must = wants_seed(state) or owes_seed(state)
    if state.rules.clock is not None and state.to_act is not None and state.seq % 40 == 0:
        return server_part(state, chance, room)
    if may_be_marked(state) and state.seq % 29 == 0:
        return seen(state, random.Random(f"seats {state.seq}"))
    if must or (state.phase is Phase.OPENING and chance.random() < 0.1):
        return server_part(state, chance, room)
    command = due(state)
    assert command is None or isinstance(command, cmd.ThrowOpening)
    return command


def _choice(state: MatchState, chance: random.Random, room: str) -> cmd.ByPlayer | None:
    """One of the things that somebody may ask now, as the request would bring it."""
    options = [(seat, name) for seat in Seat for name in allowed(state, seat)]
    if not options:
        return None
    weights = [1 if name in RARE else 30 for _, name in options]
    seat, name = chance.choices(options, weights)[0]
    fields: dict[str, object] = {}
    if name == "ready":
        fields["commitment"] = ready(state, seat, room).commitment
    elif name == "reveal":
        fields["entropy"] = reveal(state, seat).entropy
    elif name == "play":
        fields["steps"] = [list(step) for step in _play(state, seat, chance)]
    elif name == "resign":
        fields["win"] = chance.choice(list(Win)).value
    elif name == "remove":
        fields["player"] = chance.randbytes(16).hex()
    request = REQUEST.validate_python(
        {"t": name, "id": "abcdefgh", "room": "2" * 10, "at": state.seq, **fields}
    )
    return command_of(request, seat)  # type: ignore[arg-type]  # ``allowed`` names no others


def _play(state: MatchState, seat: Seat, chance: random.Random) -> tuple[Step, ...]:
    assert state.dice is not None
    steps: tuple[Step, ...] = ()
    while following := next_steps(state.board, seat, state.dice, steps):
        steps += (chance.choice(following),)
    return steps
