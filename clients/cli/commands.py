"""The commands of ``shuanglu``: each takes the parsed command line and returns the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
from dataclasses import replace

from clients.address import RoomAddress
from clients.bot.bot import Bot, NewRoom
from clients.bot.whim import Temper
from clients.cli import faces, notes
from clients.cli.players import (
    UsageError,
    guest,
    joining_player,
    known_player,
    player_at,
    returning_player,
    usual_server,
)
from clients.cli.query import ask_rooms
from clients.cli.sitting import PATIENCE_S, Entry, Exit, Sitting
from clients.cli.story import match_result
from clients.identity import (
    Identities,
    Identity,
    IdentityError,
    export_line,
    parse_export,
    parse_name,
)
from protocol import requests as rq
from protocol.identity import new_token


def new(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Creates a match and sits down at it."""
    server = arguments.server or usual_server(identities)
    identity = player_at(identities, server, arguments.name)
    rules = _new_room(arguments)
    fields = {
        "length": rules.length,
        "cube": rules.cube,
        "crawford": rules.crawford,
        "listed": rules.listed,
    }
    return _sit(identity, Entry(rq.Create, fields), arguments, identities)


def join(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Takes the free seat of a match."""
    place: RoomAddress = arguments.room
    identity = joining_player(identities, place, arguments.server, arguments.name)
    return _sit(identity, Entry(rq.Join, {"room": place.code}), arguments, identities)


def watch(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Watches a match."""
    place: RoomAddress = arguments.room
    server = place.server or arguments.server or usual_server(identities)
    entry = Entry(rq.Watch, {"room": place.code})
    if arguments.name is None:
        return _sit(guest(server), entry, arguments, None)
    return _sit(player_at(identities, server, arguments.name), entry, arguments, identities)


def resume(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Comes back to a seat; without a code to the only one, or lists them."""
    place: RoomAddress | None = arguments.room
    if place is not None:
        identity = returning_player(identities, place, arguments.server, arguments.name)
        code = place.code
    else:
        identity = known_player(identities, arguments.server, arguments.name)
        mine, _ = asyncio.run(ask_rooms(identity))
        live = [room for room in mine if room["phase"] != "match_over"]
        if len(live) != 1:
            _print(notes.my_rooms(identity.server, identity.name, live))
            _print([notes.CHOOSE_ROOM] if live else [])
            return Exit.OK
        code = live[0]["room"]
    return _sit(identity, Entry(rq.Resume, {"room": code}), arguments, identities)


def rooms(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Lists one's own matches and the open ones."""
    try:
        identity = known_player(identities, arguments.server, arguments.name)
    except IdentityError:
        identity = guest(arguments.server or usual_server(identities))
    mine, waiting = asyncio.run(ask_rooms(identity))
    if arguments.json:
        _print([json.dumps({"t": "room", **room}) for room in mine])
        _print([json.dumps({"t": "open", **room}) for room in waiting])
        return Exit.OK
    _print(notes.my_rooms(identity.server, identity.name, mine))
    _print(notes.open_rooms(identity.server, waiting))
    return Exit.OK


def bot(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Plays by itself."""
    place: RoomAddress | None = arguments.room
    if (place is None) is not arguments.new:
        raise UsageError(notes.BOT_WHERE)
    server = (place.server if place else None) or arguments.server or usual_server(identities)
    name = parse_name(arguments.name)

    def announce(room: str) -> None:
        _print(notes.bot_plays(server, room, name, new_room=place is None))

    player = Bot(
        server,
        token=new_token(),
        name=name,
        place=place.code if place else _new_room(arguments),
        chance=random.Random(arguments.seed),
        temper=Temper(rematch=1.0 if arguments.rematch else 0.0),
        patience_s=PATIENCE_S,
        on_entered=announce,
    )
    asyncio.run(player.run())
    if player.view is not None:
        _print([match_result(player.view.state)])
    return Exit.OK


def identity(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Takes an identity to another device."""
    if arguments.action == "export":
        known = known_player(identities, arguments.server, arguments.name)
        warning = notes.EXPORT_WARNING.format(name=known.name)
        print(f"{warning} {notes.EXPORT_COMMAND}", file=sys.stderr)
        _print([export_line(known)])
        return Exit.OK
    line = arguments.line or sys.stdin.readline()
    if not line.strip():
        raise UsageError(notes.NOTHING_PASTED)
    taken = parse_export(line)
    if arguments.server is not None:
        taken = replace(taken, server=arguments.server)
    identities.take_over(taken, replacing=arguments.replace)
    _print([notes.IMPORTED.format(name=taken.name, server=taken.server)])
    return Exit.OK


def _new_room(arguments: argparse.Namespace) -> NewRoom:
    return NewRoom(
        length=None if arguments.money else arguments.points,
        cube=not arguments.no_cube,
        crawford=not arguments.no_crawford,
        listed=arguments.open,
    )


def _sit(
    player: Identity,
    entry: Entry,
    arguments: argparse.Namespace,
    identities: Identities | None,
) -> Exit:
    """Sits down and stays until the player goes; then says how to come back."""
    make_face, show_board = faces.choose(arguments, os.environ)
    sitting = Sitting(
        player,
        entry,
        make_face=make_face,
        identities=identities,
        settings=faces.settings_of(arguments, os.environ),
        show_board=show_board,
        as_json=arguments.json,
    )
    code = Exit.OK
    stays_at_end = entry.kind is rq.Watch and not faces.on_terminal()
    with contextlib.suppress(KeyboardInterrupt):
        code = asyncio.run(sitting.run(stays_at_end=stays_at_end))
    if identities is not None:
        for warning in identities.warnings:
            print(warning, file=sys.stderr)
    for line in sitting.farewell():
        print(line, file=sys.stderr if arguments.json else sys.stdout)
    return code


def _print(lines: list[str]) -> None:
    for line in lines:
        print(line, flush=True)
