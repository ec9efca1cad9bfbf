"""One example of every request, message and event, as the reference shows and tests replay them.

They tell one story: Alice opens a room, Bo sits down, and White has 3-1 to play.
"""

from __future__ import annotations

from engine import events as ev
from engine.board import Step
from engine.clock import PRESETS
from engine.dice import Secret, commitment, game_name
from engine.evolve import replay
from engine.seat import Seat
from engine.state import GameEnd, MatchEnd, Player, Rules, Win
from protocol import messages as ms
from protocol import requests as rq
from protocol.clocks import ClockShown
from protocol.convert import event_to_plain, state_to_plain
from protocol.entries import entry_after, first_head, next_head, pack_entry
from protocol.identity import player_id, room_code

TOKEN = "3f9a1c0e5b7d2846a1b2c3d4e5f60718"
ID = "Zk3vX8aB2mNd"
ROOM = room_code(TOKEN, ID)
ALICE = Player(id=player_id(TOKEN), name="Alice")
BO = Player(id=player_id(TOKEN[::-1]), name="Bo")
CLEO = Player(id=player_id(TOKEN[1:] + TOKEN[:1]), name="Cleo")
AT_MS = 1_767_225_600_000

_GAME = game_name(ROOM, 1, 1)
_SEED, _ENTROPY = bytes(range(32)), bytes(range(64, 96))
_PROMISE = commitment(Secret.SEED, _GAME, _SEED).hex()
_PART = commitment(Secret.BLACK, _GAME, _ENTROPY).hex()

STORY: tuple[ev.Event, ...] = (
    ev.RoomCreated(rules=Rules(length=5, clock=PRESETS["normal"]), seat=Seat.WHITE, player=ALICE),
    ev.SeatTaken(seat=Seat.BLACK, player=BO),
    ev.SeatReady(seat=Seat.WHITE),
    ev.SeatReady(seat=Seat.BLACK),
    ev.GameStarted(number=1, crawford=False),
    ev.OpeningThrown(white=3, black=1),
)
_STATE = replay(STORY)
_HOPS = [[24, 23], [24, 21], [13, 10], [8, 7], [8, 5], [6, 5], [6, 3]]
_CLOCK: ClockShown = {
    "running": "white",
    "since_ms": AT_MS,
    "deadline_ms": AT_MS + 612_000,
    "delay_ms": 12_000,
    "bank_ms": {"white": 600_000, "black": 600_000},
}
_ALLOWED: ms.Allowed = {
    "white": ["concede", "play", "remove", "resign"],
    "black": ["concede", "remove", "resign"],
}
_PRESENCE: ms.Presence = {
    "white": True,
    "black": True,
    "watching": 1,
    "spectators": [{"player": CLEO.id, "name": CLEO.name}],
    "standings": {
        "white": {"finished": 0, "abandoned": 0},
        "black": {"finished": 14, "abandoned": 2},
    },
}
_LINE: ms.ChatLine = {
    "id": f"black:{ID}",
    "at_ms": AT_MS,
    "seat": "black",
    "player": BO.id,
    "name": BO.name,
    "text": "Good luck!",
    "phrase": "luck",
}

EVENTS: tuple[ev.Event, ...] = (
    *STORY[:2],
    ev.SpectatorRemoved(seat=Seat.WHITE, player=CLEO.id),
    ev.SeedCommitted(game=1, commitment=_PROMISE),
    ev.SeatReady(seat=Seat.BLACK, commitment=_PART),
    STORY[4],
    ev.EntropyRevealed(seat=Seat.BLACK, entropy=_ENTROPY.hex()),
    ev.EntropyMissed(seat=Seat.WHITE),
    ev.OpeningTied(die=4),
    ev.AutomaticallyDoubled(value=2),
    STORY[5],
    ev.Rolled(seat=Seat.BLACK, dice=(6, 5)),
    ev.TurnPassed(seat=Seat.BLACK),
    ev.Doubled(seat=Seat.WHITE, value=2),
    ev.Beavered(seat=Seat.BLACK, value=4),
    ev.Raccooned(seat=Seat.WHITE, value=8),
    ev.Taken(seat=Seat.BLACK),
    ev.Dropped(seat=Seat.BLACK),
    ev.Played(seat=Seat.WHITE, steps=(Step(8, 5), Step(6, 5))),
    ev.ResignationOffered(seat=Seat.BLACK, win=Win.SINGLE),
    ev.ResignationAccepted(seat=Seat.WHITE),
    ev.ResignationRejected(seat=Seat.WHITE),
    ev.ResignationWithdrawn(seat=Seat.BLACK),
    ev.TimeCredited(credit_ms=9_500),
    ev.Flagged(seat=Seat.BLACK),
    ev.SeatAbsent(seat=Seat.BLACK),
    ev.SeatLeft(seat=Seat.WHITE),
    ev.SeatBack(seat=Seat.BLACK),
    ev.GameClaimed(seat=Seat.BLACK),
    ev.GameEnded(winner=Seat.WHITE, win=Win.GAMMON, points=4, end=GameEnd.BORNE_OFF),
    ev.MatchEnded(winner=Seat.WHITE, end=MatchEnd.POINTS),
    ev.SeedRevealed(game=1, seed=_SEED.hex()),
    ev.RematchAsked(seat=Seat.BLACK),
    ev.MatchStarted(number=2),
)

REQUESTS: tuple[rq.AnyRequest, ...] = (
    rq.Hello(id=ID, token=TOKEN),
    rq.Create(id=ID, name=ALICE.name, length=5, clock="normal"),
    rq.Join(id=ID, room=ROOM, name=BO.name),
    rq.Watch(id=ID, room=ROOM, name=CLEO.name),
    rq.Resume(id=ID, room=ROOM, after=6, head="0f" * 16),
    rq.Leave(id=ID, room=ROOM),
    rq.Preview(id=ID, room=ROOM, steps=[(8, 5)]),
    rq.Log(id=ID, room=ROOM, from_=1, to=500),
    rq.Say(id=ID, room=ROOM, text="Good luck!"),
    rq.Phrase(id=ID, room=ROOM, phrase="luck"),
    rq.Lobby(id=ID),
    rq.Rooms(id=ID),
    rq.Results(id=ID),
    rq.Ready(id=ID, room=ROOM, at=6, commitment=_PART),
    rq.Reveal(id=ID, room=ROOM, at=6, entropy=_ENTROPY.hex()),
    rq.Roll(id=ID, room=ROOM, at=6),
    rq.Double(id=ID, room=ROOM, at=6),
    rq.Take(id=ID, room=ROOM, at=6),
    rq.Drop(id=ID, room=ROOM, at=6),
    rq.Beaver(id=ID, room=ROOM, at=6),
    rq.Raccoon(id=ID, room=ROOM, at=6),
    rq.Play(id=ID, room=ROOM, at=6, steps=[(8, 5), (6, 5)]),
    rq.Resign(id=ID, room=ROOM, at=6, win=1),
    rq.Accept(id=ID, room=ROOM, at=6),
    rq.Reject(id=ID, room=ROOM, at=6),
    rq.Withdraw(id=ID, room=ROOM, at=6),
    rq.Concede(id=ID, room=ROOM, at=6),
    rq.Claim(id=ID, room=ROOM, at=6),
    rq.EndSession(id=ID, room=ROOM, at=6),
    rq.Rematch(id=ID, room=ROOM, at=6),
    rq.Cancel(id=ID, room=ROOM, at=6),
    rq.Remove(id=ID, room=ROOM, at=6, player=CLEO.id),
)


def _told() -> tuple[ms.EventMessage, ...]:
    """The story as it is told to everybody, each event on the chain."""
    head = first_head(ROOM)
    told: list[ms.EventMessage] = []
    for seq, event in enumerate(STORY, start=1):
        state = replay(STORY[:seq])
        by = None if seq > 4 else Seat.BLACK if seq in (2, 4) else Seat.WHITE
        entry = entry_after(state, event, at_ms=AT_MS, by=by, cause=ID if by else None)
        head = next_head(head, pack_entry(entry))
        told.append(
            {
                "t": "event",
                "room": ROOM,
                "seq": seq,
                "head": head.hex(),
                "at_ms": AT_MS,
                "by": None if by is None else by.value,
                "cause": entry.cause,
                "event": event_to_plain(event),
                "phase": entry.phase,
                "turn": None if entry.turn is None else entry.turn.value,
            }
        )
    told[-1]["allowed"] = _ALLOWED
    told[-1]["hops"] = _HOPS
    told[-1]["clock"] = _CLOCK
    return tuple(told)


_TOLD = _told()

MESSAGES: tuple[ms.Message, ...] = (
    {
        "t": "welcome",
        "id": ID,
        "player": ALICE.id,
        "server": "1.0.0",
        "worth": "on disk",
        "now_ms": AT_MS,
    },
    {"t": "ok", "id": ID, "room": ROOM, "seq": 6},
    {
        "t": "error",
        "id": ID,
        "code": "wrong_die",
        "text": "8/6 needs a 2; your dice are 3 and 1.",
        "details": {"move": "8/6", "needs": "a 2", "distance": 2, "die1": 3, "die2": 1},
    },
    {"t": "hops", "id": ID, "room": ROOM, "hops": [[24, 23], [8, 7], [6, 5], [5, 4]]},
    {"t": "log", "id": ID, "room": ROOM, "events": [_TOLD[1]], "last": 6},
    {
        "t": "lobby",
        "id": ID,
        "rooms": [
            {
                "room": ROOM,
                "name": "Alice",
                "chat": True,
                "watch": "link",
                "claim_after_ms": 300_000,
                "length": 5,
                "variant": "standard",
                "cube": True,
                "crawford": True,
                "jacoby": False,
                "beavers": False,
                "automatic_doubles": 0,
                "cube_limit": 64,
                "clock": {"delay_ms": 12_000, "bank_per_point_ms": 120_000},
            }
        ],
        "played": [
            {
                "room": ROOM,
                "white": "Alice",
                "black": "Bo",
                "score": [2, 1],
                "length": 5,
                "variant": "standard",
            }
        ],
    },
    {
        "t": "rooms",
        "id": ID,
        "rooms": [
            {
                "room": ROOM,
                "you": "white",
                "opponent": "Bo",
                "length": 5,
                "variant": "standard",
                "clock": {"delay_ms": 12_000, "bank_per_point_ms": 120_000},
                "white": 0,
                "black": 0,
                "phase": "to_play",
                "turn": "white",
                "at_ms": AT_MS,
                "saved": False,
            }
        ],
    },
    {
        "t": "results",
        "id": ID,
        "results": [
            {
                "room": ROOM,
                "match": 1,
                "at_ms": AT_MS,
                "you": "white",
                "opponent": "Bo",
                "length": 5,
                "variant": "standard",
                "white": 5,
                "black": 3,
                "winner": "white",
                "end": "points",
            }
        ],
    },
    _TOLD[-1],
    {"t": "presence", "room": ROOM, "presence": _PRESENCE},
    {"t": "chat", "room": ROOM, "line": _LINE},
    {
        "t": "room",
        "room": ROOM,
        "reason": "entered",
        "seq": 6,
        "head": _TOLD[-1]["head"],
        "you": "white",
        "state": state_to_plain(_STATE),
        "allowed": _ALLOWED,
        "hops": _HOPS,
        "clock": _CLOCK,
        "absence": {
            "running": None,
            "since_ms": 0,
            "spent_ms": {"white": 0, "black": 0},
            "claims": {"white": 0, "black": 0},
            "claim_at_ms": None,
        },
        "presence": _PRESENCE,
        "chat": [_LINE],
    },
    {"t": "removed", "room": ROOM},
    {"t": "stopping", "in_ms": 1000},
)
