"""``shuanglu bot``: lets a program play."""

from __future__ import annotations

import argparse
import asyncio
import random

from clients.address import RoomAddress
from clients.bot.bot import Bot, BotError, NewRoom
from clients.bot.whim import Temper
from clients.cli import notes
from clients.cli.commands import room_terms
from clients.cli.players import UsageError, usual_server
from clients.cli.query import QuestionRefusedError
from clients.cli.refusals import told
from clients.cli.sitting import PATIENCE_S, Exit
from clients.cli.story import match_result
from clients.identity import Identities, parse_name
from protocol.identity import new_token


def bot(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Plays by itself."""
    place: RoomAddress | None = arguments.room
    if (place is None) is not arguments.new:
        raise UsageError(notes.BOT_WHERE)
    server = (place.server if place else None) or arguments.server
    server = server or usual_server(identities, arguments.settings.current.server)
    name = parse_name(arguments.name)

    def announce(room: str) -> None:
        for line in notes.bot_plays(server, room, name, new_room=place is None):
            print(line, flush=True)

    player = Bot(
        server,
        token=new_token(),
        name=name,
        place=place.code if place else NewRoom(**room_terms(arguments)),
        chance=random.Random(arguments.seed),
        temper=Temper(rematch=1.0 if arguments.rematch else 0.0),
        patience_s=PATIENCE_S,
        on_entered=announce,
    )
    try:
        asyncio.run(player.run())
    except BotError as error:
        raise QuestionRefusedError(told(error.code, error.details, str(error))) from None
    if player.view is not None:
        print(match_result(player.view.state), flush=True)
    return Exit.OK
