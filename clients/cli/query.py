"""Asking a server a few questions without sitting down anywhere."""

from __future__ import annotations

import asyncio

from clients import notices as nt
from clients.cli.sitting import PATIENCE_S
from clients.identity import Identity
from clients.session import Session
from clients.transport import Client, Report
from protocol import requests as rq
from protocol.messages import MyRoom, OpenRoom


class QuestionRefusedError(Exception):
    """The server does not answer; the text is its reason."""


async def ask_rooms(identity: Identity) -> tuple[list[MyRoom], list[OpenRoom]]:
    """The matches in which ``identity`` has a seat, and those that wait for an opponent.

    Raises:
        LinkError: the server cannot be had.
        QuestionRefusedError: it refuses to answer.
    """
    answers: asyncio.Queue[nt.Answered | nt.Refused] = asyncio.Queue()

    def hear(report: Report) -> None:
        if isinstance(report, nt.Answered | nt.Refused):
            answers.put_nowait(report)

    session = Session(identity.token, identity.name)
    client = Client(identity.server, session, hear, patience_s=PATIENCE_S)
    client.request(rq.Rooms)
    client.request(rq.Lobby)
    mine: list[MyRoom] = []
    waiting: list[OpenRoom] = []
    async with client.running():
        for _ in range(2):
            answer = await answers.get()
            if isinstance(answer, nt.Refused):
                raise QuestionRefusedError(answer.text)
            page = answer.message
            if page["t"] == "rooms":
                mine = page["rooms"]
            elif page["t"] == "lobby":
                waiting = page["rooms"]
    return mine, waiting
