"""The commands of ``shuanglu``: each takes the parsed command line and returns the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
from dataclasses import replace
from typing import Any

from clients.address import RoomAddress
from clients.cli import faces, notes
from clients.cli.mutes import FILE_NAME as MUTED
from clients.cli.mutes import Mutes
from clients.cli.options import DEFAULT_POINTS
from clients.cli.players import (
    NobodyKnownError,
    UsageError,
    guest,
    joining_player,
    known_player,
    player_at,
    returning_player,
    usual_server,
)
from clients.cli.preferences import Preferences, Settings
from clients.cli.query import ask_results, ask_rooms
from clients.cli.refusals import told_error
from clients.cli.sitting import Entry, Exit, Sitting
from clients.identity import (
    Identities,
    Identity,
    config_dir,
    export_line,
    parse_export,
)
from engine.state import Rules, RulesError
from protocol import requests as rq


def new(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Creates a match and sits down at it."""
    server = arguments.server or usual_server(identities, _liked(arguments).server)
    identity = player_at(identities, server, arguments.name or _liked(arguments).name or None)
    return sit(identity, Entry(rq.Create, room_terms(arguments)), arguments, identities)


def join(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Takes the free seat of a match."""
    place: RoomAddress = arguments.room
    identity = joining_player(
        identities,
        place,
        arguments.server,
        arguments.name,
        liked=_liked(arguments),
    )
    return sit(identity, Entry(rq.Join, {"room": place.code}), arguments, identities)


def watch(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Watches a match."""
    place: RoomAddress = arguments.room
    server = place.server or arguments.server or usual_server(identities, _liked(arguments).server)
    entry = Entry(rq.Watch, {"room": place.code})
    if arguments.name is None:
        return sit(guest(server), entry, arguments, None)
    return sit(player_at(identities, server, arguments.name), entry, arguments, identities)


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
    return sit(identity, Entry(rq.Resume, {"room": code}), arguments, identities)


def rooms(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Lists one's own matches and the open ones."""
    try:
        identity = known_player(identities, arguments.server, arguments.name)
    except NobodyKnownError:
        if arguments.name is not None:
            raise
        identity = guest(arguments.server or usual_server(identities, _liked(arguments).server))
    mine, lobby = asyncio.run(ask_rooms(identity))
    if arguments.json:
        _print([json.dumps({"t": "room", **room}) for room in mine])
        _print([json.dumps({"t": "open", **room}) for room in lobby["rooms"]])
        _print([json.dumps({"t": "played", **room}) for room in lobby["played"]])
        return Exit.OK
    _print(notes.my_rooms(identity.server, identity.name, mine))
    _print(notes.open_rooms(identity.server, lobby["rooms"]))
    _print(notes.played_rooms(identity.server, lobby["played"]))
    return Exit.OK


def results(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Lists the matches that one has finished."""
    identity = known_player(identities, arguments.server, arguments.name)
    ended = asyncio.run(ask_results(identity))
    if arguments.json:
        _print([json.dumps(match) for match in ended])
    else:
        _print(notes.results(identity.server, identity.name, ended))
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


def room_terms(arguments: argparse.Namespace) -> dict[str, Any]:
    """What is to be played in a new room.

    Raises:
        UsageError: the options do not go together.
    """
    terms = {
        "length": None if arguments.money else arguments.points or DEFAULT_POINTS,
        "variant": arguments.variant,
        "cube": not arguments.no_cube,
        "crawford": not arguments.no_crawford,
        "jacoby": arguments.jacoby,
        "beavers": arguments.beavers,
        "automatic_doubles": arguments.automatic_doubles,
        "cube_limit": arguments.cube_limit,
    }
    try:
        Rules(**terms)
    except RulesError as error:
        raise UsageError(told_error(error)) from None
    return {
        "clock": arguments.clock,
        **terms,
        "listed": arguments.open,
        "chat": not arguments.no_chat,
        "watch": arguments.watch,
        "claim_minutes": arguments.claim,
    }


def sit(
    player: Identity,
    entry: Entry,
    arguments: argparse.Namespace,
    identities: Identities | None,
) -> Exit:
    """Sits down and stays until the player goes; then says how to come back."""
    load_face, look = faces.choose(arguments, os.environ)
    sitting = Sitting(
        player,
        entry,
        load_face=load_face,
        identities=identities,
        settings=arguments.settings,
        look=look,
        mutes=Mutes(config_dir(os.environ) / MUTED),
        as_json=arguments.json,
    )
    code = Exit.OK
    stays_at_end = entry.kind is rq.Watch and not faces.on_terminal()
    with contextlib.suppress(KeyboardInterrupt):
        code = asyncio.run(sitting.run(stays_at_end=stays_at_end))
    if identities is not None:
        for warning in identities.warnings:
            print(told_error(warning), file=sys.stderr)
    for line in sitting.farewell():
        print(line, file=sys.stderr if arguments.json else sys.stdout)
    return code


def _print(lines: list[str]) -> None:
    for line in lines:
        print(line, flush=True)


def _liked(arguments: argparse.Namespace) -> Preferences:
    settings: Settings = arguments.settings
    return settings.current
