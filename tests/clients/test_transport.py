from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Callable
from http import HTTPStatus
from itertools import islice

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol as SubprotocolName

from clients import notices as nt
from clients.link_faults import LOST, Fault, LinkError, why
from clients.session import Session
from clients.transport import (
    FIRST_DELAY_S,
    MOST_DELAY_S,
    Client,
    LinkDown,
    LinkUp,
    Report,
    delays,
)
from protocol import requests as rq
from protocol.codec import Subprotocol
from protocol.codes import CloseCode, WireCode, WireError
from tests.clients.socket_desk import socket_desk
from tests.clients.table import ALICE
from tests.clients.wire import Desk


class Listening:
    """A client whose reports can be waited for."""

    def __init__(self, url: str, *, patience_s: float | None = None) -> None:
        self.session = Session(ALICE, "Alice")
        self.reports: list[Report] = []
        self.client = Client(
            url, self.session, self._hear, patience_s=patience_s, randomness=random.Random(1)
        )
        self._came = asyncio.Event()

    def _hear(self, report: Report) -> None:
        self.reports.append(report)
        self._came.set()

    async def until(self, wanted: Callable[[Report], bool]) -> Report:
        """The first report that is ``wanted``; it and those before it are forgotten then."""
        async with asyncio.timeout(20):
            while True:
                for index, report in enumerate(self.reports):
                    if wanted(report):
                        del self.reports[: index + 1]
                        return report
                self._came.clear()
                await self._came.wait()

    async def until_a(self, kind: type[Report]) -> Report:
        return await self.until(lambda report: isinstance(report, kind))


def answers(request: rq.Request) -> Callable[[Report], bool]:
    return lambda report: isinstance(report, nt.Answered) and report.request == request


def test_pauses_double_up_to_a_bound_and_are_jittered() -> None:
    pauses = list(islice(delays(random.Random(1)), 12))
    for number, pause in enumerate(pauses):
        longest = min(FIRST_DELAY_S * 2**number, MOST_DELAY_S)
        assert longest / 2 <= pause <= longest
    assert len(set(pauses)) == len(pauses)


async def test_a_request_is_answered() -> None:
    async with socket_desk() as desk:
        here = Listening(desk.url)
        asked = here.client.request(rq.Lobby)
        async with here.client.running():
            await here.until(answers(asked))


async def test_a_request_whose_answer_is_lost_is_answered_on_the_next_connection() -> None:
    async with socket_desk() as desk:
        here = Listening(desk.url)
        async with here.client.running():
            await here.until_a(nt.Welcomed)
            desk.lose_answers()
            create = here.client.request(rq.Create, length=3)
            await desk.until(lambda: bool(desk.desk.rooms))
            desk.cut_all()
            await here.until(answers(create))
        assert len(desk.desk.rooms) == 1
        assert desk.connections == 2


async def test_a_server_that_restarts_is_found_again() -> None:
    async with socket_desk() as desk:
        here = Listening(desk.url)
        async with here.client.running():
            await here.until_a(nt.Welcomed)
            await desk.stop()
            down = await here.until_a(LinkDown)
            assert isinstance(down, LinkDown)
            assert down.reason == "service restart"
            asked = here.client.request(rq.Lobby)
            await here.until(lambda report: isinstance(report, LinkDown) and report.attempt == 2)
            await desk.start(desk.port)
            await here.until(answers(asked))


async def test_a_held_request_is_sent_again_after_the_pause() -> None:
    async with socket_desk() as desk:
        desk.desk.refuse.append(WireError(WireCode.RATE_LIMITED, retry_ms=5))
        here = Listening(desk.url)
        asked = here.client.request(rq.Lobby)
        async with here.client.running():
            await here.until_a(nt.Held)
            await here.until(answers(asked))


@pytest.mark.parametrize("code", [CloseCode.TOO_SLOW, CloseCode.FLOODING, 1001, 1013])
async def test_a_close_that_may_pass_is_no_end(code: int) -> None:
    async with socket_desk() as desk:
        here = Listening(desk.url)
        async with here.client.running():
            await here.until_a(nt.Welcomed)
            await desk.close_all(code)
            await here.until_a(LinkDown)
            await here.until_a(nt.Welcomed)


@pytest.mark.parametrize("code", [CloseCode.UNREADABLE, CloseCode.WRONG_FRAME_TYPE, 1002, 1009])
async def test_a_close_that_blames_this_client_is_the_end(code: int) -> None:
    async with socket_desk() as desk:
        here = Listening(desk.url)
        running = asyncio.ensure_future(here.client.run())
        await here.until_a(nt.Welcomed)
        await desk.close_all(code)
        with pytest.raises(LinkError) as caught:
            await running
        assert caught.value.fault is Fault.MISUNDERSTANDING


async def test_nobody_there_is_told_within_the_patience() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"ws://127.0.0.1:{unused.getsockname()[1]}"
    here = Listening(url, patience_s=0.5)
    with pytest.raises(LinkError, match=r"cannot reach .*: nobody listens there") as caught:
        await here.client.run()
    assert caught.value.fault is Fault.UNREACHABLE
    assert not [report for report in here.reports if isinstance(report, LinkUp)]


async def silent(_: ServerConnection) -> None:
    return


def not_found(connection: ServerConnection, _: Request) -> Response:
    return connection.respond(HTTPStatus.NOT_FOUND, "no")


def busy(connection: ServerConnection, _: Request) -> Response:
    return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "later")


async def run_against(port: int) -> LinkError:
    here = Listening(f"ws://127.0.0.1:{port}", patience_s=0.5)
    with pytest.raises(LinkError) as caught:
        await here.client.run()
    return caught.value


async def test_a_websocket_server_of_another_kind_is_told() -> None:
    async with serve(silent, "127.0.0.1", 0) as server:
        error = await run_against(server.sockets[0].getsockname()[1])
    assert error.fault is Fault.NOT_A_SERVER
    assert "no shuanglu server" in str(error)


async def test_a_web_server_of_another_kind_is_told() -> None:
    async with serve(silent, "127.0.0.1", 0, process_request=not_found) as server:
        error = await run_against(server.sockets[0].getsockname()[1])
    assert error.fault is Fault.NOT_A_SERVER


async def test_a_server_that_is_starting_is_waited_for() -> None:
    async with serve(silent, "127.0.0.1", 0, process_request=busy) as server:
        error = await run_against(server.sockets[0].getsockname()[1])
    assert error.fault is Fault.UNREACHABLE


async def test_a_server_that_lets_in_and_closes_at_once_is_tried_ever_more_rarely() -> None:
    names = [SubprotocolName(Subprotocol.MSGPACK)]
    async with serve(silent, "127.0.0.1", 0, subprotocols=names) as server:
        here = Listening(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", patience_s=1)
        with pytest.raises(LinkError) as caught:
            await here.client.run()
    assert caught.value.fault is Fault.UNREACHABLE
    attempts = [report.attempt for report in here.reports if isinstance(report, LinkDown)]
    assert attempts[:2] == [1, 2]


def test_a_connection_that_breaks_without_a_word_is_told_in_words() -> None:
    assert why(ConnectionResetError()) == LOST
    assert why(ConnectionResetError(104, "Connection reset by peer")) == "Connection reset by peer"


async def test_what_speaks_no_http_is_no_server() -> None:
    async def chatter(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ready\r\n")
        writer.close()

    async with await asyncio.start_server(chatter, "127.0.0.1", 0) as server:
        error = await run_against(server.sockets[0].getsockname()[1])
    assert error.fault is Fault.NOT_A_SERVER


async def test_a_message_that_cannot_be_read_is_the_end() -> None:
    async def babble(connection: ServerConnection) -> None:
        await connection.send(b"\xc1")
        await connection.wait_closed()

    names = [SubprotocolName(Subprotocol.MSGPACK)]
    async with serve(babble, "127.0.0.1", 0, subprotocols=names) as server:
        error = await run_against(server.sockets[0].getsockname()[1])
    assert error.fault is Fault.MISUNDERSTANDING
    assert "update shuanglu" in str(error)


async def test_an_error_of_the_listener_is_raised_as_it_is() -> None:
    def broken(report: Report) -> None:
        if isinstance(report, nt.Welcomed):
            raise ZeroDivisionError

    async with socket_desk(Desk()) as desk:
        client = Client(desk.url, Session(ALICE, "Alice"), broken)
        with pytest.raises(ZeroDivisionError):
            await client.run()
