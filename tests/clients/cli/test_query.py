from __future__ import annotations

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol as SubprotocolName

from clients.cli import query
from clients.cli.players import guest
from clients.cli.query import ask_rooms
from clients.link_faults import LinkError
from protocol.codec import Subprotocol


async def test_a_server_that_never_answers_is_not_waited_for_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def mute(connection: ServerConnection) -> None:
        await connection.wait_closed()

    monkeypatch.setattr(query, "ANSWER_S", 0.1)
    names = [SubprotocolName(Subprotocol.MSGPACK)]
    async with serve(mute, "127.0.0.1", 0, subprotocols=names) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(LinkError, match="no answer in time"):
            await ask_rooms(guest(url))
