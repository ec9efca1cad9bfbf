"""A whole node in this process, and clients that speak to it over real sockets.

    async with node(throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await local.players(length=3)
        await alice.act("play", steps=[[8, 5], [6, 5]])

A client validates every message, folds the events, and checks that numbers are dense and that the
chain holds: a test gets all of this without asking for it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol as Offered

from engine.evolve import evolve
from engine.seat import Seat
from engine.state import Dice, MatchState, Phase
from protocol.codec import Subprotocol, decode_message, encode
from protocol.convert import event_from_plain, state_from_plain
from protocol.entries import entry_told_by, next_head, pack_entry
from protocol.identity import new_token
from server.app import running_node
from server.config import Settings
from server.node import Node
from server.store.pace import REAL, Pace
from tests.integration.limits import UNLIMITED
from tests.valkey import Valkey

PATIENCE_S = 20.0
"""How long a test waits for what must come; only a failing test waits so long."""

Plain = dict[str, Any]


@dataclass(slots=True)
class View:
    """One room as a client knows it."""

    state: MatchState
    head: bytes
    you: Seat | None
    allowed: dict[str, list[str]]
    hops: list[list[int]]

    @property
    def seq(self) -> int:
        """The newest event."""
        return self.state.seq

    def follow(self, message: Plain) -> None:
        """Fold one event, which must be the next one on the chain."""
        assert message["seq"] == self.seq + 1, (message["seq"], self.seq)
        self.head = next_head(self.head, pack_entry(entry_told_by(message)))
        assert message["head"] == self.head.hex()
        self.state = evolve(self.state, event_from_plain(message["event"]))
        assert (self.state.seq, self.state.phase) == (message["seq"], message["phase"])
        self.allowed = message.get("allowed", self.allowed)
        self.hops = message.get("hops", [])


@dataclass(slots=True)
class Client:
    """One connection. ``messages`` is all that came, in order; ``views`` are its rooms."""

    socket: ClientConnection
    subprotocol: Subprotocol
    name: str
    token: str
    messages: list[Plain] = field(default_factory=list)
    views: dict[str, View] = field(default_factory=dict)

    async def ask(self, t: str, **fields: Any) -> Plain:
        """Send a request and return its answer, whatever it is.

        ``id`` is made unless it is given; a trailing underscore (``from_``) is dropped.
        """
        request_id = await self.send(t, **fields)
        return await self.until(lambda message: message.get("id") == request_id)

    async def get(self, t: str, **fields: Any) -> Plain:
        """``ask``, and the answer must not be an error."""
        answer = await self.ask(t, **fields)
        assert answer["t"] != "error", answer
        return answer

    async def act(self, t: str, *, room: str | None = None, **fields: Any) -> Plain:
        """``get`` of a game request in the only room (or in ``room``), at what is seen now."""
        code = room or self.room
        return await self.get(t, room=code, at=self.views[code].seq, **fields)

    async def send(self, t: str, **fields: Any) -> str:
        """Send a request and return its id at once."""
        request = {"t": t, "id": secrets.token_hex(8)}
        request |= {name.removesuffix("_"): value for name, value in fields.items()}
        await self.socket.send(encode(request, self.subprotocol))
        return str(request["id"])

    async def receive(self) -> Plain:
        """The next message, validated and taken into the view."""
        async with asyncio.timeout(PATIENCE_S):
            frame = await self.socket.recv()
        message: Plain = dict(decode_message(frame))
        self.messages.append(message)
        self._note(message)
        return message

    async def until(self, wanted: Callable[[Plain], bool]) -> Plain:
        """The first message to come that is ``wanted``."""
        while not wanted(message := await self.receive()):
            pass
        return message

    async def see(self, until: int | Phase, room: str | None = None) -> View:
        """The view of the room once it has reached an event's number, or a phase."""
        code = room or self.room
        while not _reached(self.views[code], until):
            await self.receive()
        return self.views[code]

    @property
    def room(self) -> str:
        """The code of the only room that it follows."""
        (code,) = self.views
        return code

    @property
    def view(self) -> View:
        """The view of the only room that it follows."""
        return self.views[self.room]

    def _note(self, message: Plain) -> None:
        if message["t"] == "room":
            self.views[message["room"]] = View(
                state_from_plain(message["state"]),
                bytes.fromhex(message["head"]),
                None if message["you"] is None else Seat(message["you"]),
                message["allowed"],
                message["hops"],
            )
        elif message["t"] == "event":
            self.views[message["room"]].follow(message)


@dataclass(frozen=True, slots=True)
class Visitors:
    """Clients of whatever listens on this port of 127.0.0.1; ``clients`` closes them."""

    port: int
    clients: AsyncExitStack

    @property
    def url(self) -> str:
        """What a client connects to."""
        return f"ws://127.0.0.1:{self.port}"

    async def connect(self, subprotocol: str | None = Subprotocol.JSON) -> ClientConnection:
        """A bare socket that has said nothing yet."""
        offered = None if subprotocol is None else [Offered(str(subprotocol))]
        return await self.clients.enter_async_context(
            connect(self.url, subprotocols=offered, compression=None, max_queue=None)
        )

    async def client(
        self,
        name: str = "Alice",
        *,
        token: str | None = None,
        subprotocol: Subprotocol = Subprotocol.JSON,
    ) -> Client:
        """A client that has said hello; the same ``token`` is the same person again."""
        socket = await self.connect(subprotocol)
        client = Client(socket, subprotocol, name, token or new_token())
        await client.get("hello", token=client.token)
        return client

    async def players(
        self, *, length: int | None = 5, ready: bool = True, **rules: Any
    ) -> tuple[Client, Client, str]:
        """White and Black in a room of their own, at the first play unless not ``ready``."""
        white, black = await self.client("Alice"), await self.client("Bo")
        created = await white.get("create", name=white.name, length=length, **rules)
        room = created["room"]
        joined = await black.get("join", room=room, name=black.name)
        await white.see(joined["seq"])
        if ready:
            await black.see((await white.act("ready"))["seq"])
            await black.act("ready")
            await white.see(Phase.TO_PLAY)
            await black.see(Phase.TO_PLAY)
        return white, black, room


@dataclass(frozen=True, slots=True)
class LocalNode(Visitors):
    """A running node. Its clients are closed before it stops."""

    node: Node


@asynccontextmanager
async def node(
    *, throw: Callable[[], Dice] | None = None, pace: Pace = REAL, **settings: Any
) -> AsyncIterator[LocalNode]:
    """A node with a store of its own, unless ``redis`` or ``data_dir`` say which.

    Rates are no limit unless the settings make them one. ``pace`` is a time that the test moves.
    """
    with tempfile.TemporaryDirectory(prefix="node") as folder:
        given: dict[str, Any] = {"port": 0, "data_dir": Path(folder)}
        given |= UNLIMITED | settings
        failure: Exception | None = None
        async with (
            running_node(Settings(**given), throw=throw, pace=pace) as running,
            AsyncExitStack() as clients,
        ):
            try:
                yield LocalNode(running.port, clients, running)
            except Exception as error:
                failure = error
        if failure is not None:
            raise failure  # as it was, not wrapped by the node's group of tasks


@asynccontextmanager
async def two_nodes(valkey: Valkey, *throws: Dice) -> AsyncIterator[tuple[LocalNode, LocalNode]]:
    """Two nodes on one store; the first dice of either fall as told."""
    async with (
        node(redis=valkey.url, throw=loaded_dice(*throws, seed=1)) as first,
        node(redis=valkey.url, throw=loaded_dice(*throws, seed=2)) as second,
    ):
        yield first, second


async def begin_across(
    first: LocalNode, second: LocalNode, *, length: int | None = 5, **options: Any
) -> tuple[Client, Client, str]:
    """Alice (white) on the first node, Bo (black) on the second, at the first play; their room."""
    alice, bo = await first.client("Alice"), await second.client("Bo")
    room = (await alice.get("create", name="Alice", length=length, **options))["room"]
    joined = await bo.get("join", room=room, name="Bo")
    await alice.see(joined["seq"])
    await bo.see((await alice.act("ready"))["seq"])
    await bo.act("ready")
    await alice.see(Phase.TO_PLAY)
    await bo.see(Phase.TO_PLAY)
    return alice, bo, room


def loaded_dice(*throws: Dice, seed: int = 0) -> Callable[[], Dice]:
    """Dice that fall as told, and then as a generator with ``seed`` does.

    The opening throw is one pair: White's die and Black's.
    """
    chance = random.Random(seed)
    after = ((chance.randint(1, 6), chance.randint(1, 6)) for _ in itertools.count())
    return itertools.chain(throws, after).__next__


def _reached(view: View, until: int | Phase) -> bool:
    return view.seq >= until if isinstance(until, int) else view.state.phase is until
