"""Whom the reader does not want to hear, in which room: kept on this device, known to nobody else.

Somebody who is muted stays muted for the whole match and its rematches, also after coming back.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from clients import notices as nt
from clients.cli import words
from clients.cli.people import shown_name
from clients.cli.refused import whom
from clients.transport import Report
from clients.view import RoomView
from engine.seat import Seat
from protocol.messages import ChatLine

FILE_NAME = "muted.json"
MAX_ROOMS, MAX_PEOPLE = 100, 100
"""The rooms, and people in each, that are remembered; the oldest are forgotten first."""


class Mutes:
    """The people who are muted, by room; kept in ``path``, if there is one."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._muted = {} if path is None else _read(path)

    def silenced(self, report: Report) -> Report | None:
        """``report`` without what muted people said; ``None`` if that was all of it."""
        match report:
            case nt.Said():
                if self._is_muted(report.room, report.message["line"], report.view):
                    return None
                return replace(report, view=self.quiet(report.view))
            case nt.Entered() | nt.Happened() | nt.Resumed() | nt.PresenceChanged():
                return replace(report, view=self.quiet(report.view))
            case _:
                return report

    def quiet(self, view: RoomView) -> RoomView:
        """``view`` without the lines of muted people."""
        if not self._muted.get(view.room):
            return view
        kept = tuple(line for line in view.chat if not self._is_muted(view.room, line, view))
        return replace(view, chat=kept)

    def mute(self, who: str, view: RoomView) -> list[str]:
        """Hears somebody in the room no more; without a name tells who is muted.

        Raises:
            RefusedError: there is nobody like that, or there are several.
        """
        known, muted = _people(view), self._muted.get(view.room, [])
        if not who:
            names = [shown_name(known.get(player, player[:8])) for player in muted]
            told = words.TERMS_JOINT.join(names)
            return [words.MUTED_ARE.format(names=told) if names else words.NOBODY_MUTED]
        player = whom(who, known)
        self._keep(view.room, [*(one for one in muted if one != player), player])
        return [words.MUTED.format(name=shown_name(known[player]))]

    def unmute(self, who: str, view: RoomView) -> list[str]:
        """Hears somebody again; later lines, and those that the room still remembers.

        Raises:
            RefusedError: nobody like that is muted, or several are.
        """
        known, muted = _people(view), self._muted.get(view.room, [])
        player = whom(who, {one: known.get(one, one[:8]) for one in muted})
        self._keep(view.room, [one for one in muted if one != player])
        return [words.UNMUTED.format(name=shown_name(known.get(player, player[:8])))]

    def _is_muted(self, room: str, line: ChatLine, view: RoomView) -> bool:
        seated = None if line["seat"] is None else view.state.seats[Seat(line["seat"])]
        speaker = line.get("player", "") if seated is None else seated.id
        return speaker in self._muted.get(room, [])

    def _keep(self, room: str, people: list[str]) -> None:
        self._muted.pop(room, None)
        if people:
            self._muted[room] = people[-MAX_PEOPLE:]
        self._muted = dict([*self._muted.items()][-MAX_ROOMS:])
        if self._path is not None:
            _write(self._path, self._muted)


def _people(view: RoomView) -> dict[str, str]:
    """The names of everybody who plays, watches or has said something, but the reader's."""
    seated = [view.state.seats[seat] for seat in Seat]
    spoke = {line["player"]: line["name"] for line in view.chat if "player" in line}
    watch = {one["player"]: one["name"] for one in view.presence["spectators"]}
    play = {one.id: one.name for one in seated if one is not None}
    everybody = {**spoke, **watch, **play}
    own = None if view.you is None else view.state.seats[view.you]
    return {player: name for player, name in everybody.items() if own is None or player != own.id}


def _read(path: Path) -> dict[str, list[str]]:
    """What the file holds; a file that is none of ours mutes nobody."""
    try:
        plain: Any = json.loads(path.read_text(encoding="utf-8"))
        return {str(room): [*map(str, people)] for room, people in plain.items()}
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return {}


def _write(path: Path, muted: dict[str, list[str]]) -> None:
    """Replaces the file as a whole. If that fails, they are muted as long as the program runs."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(muted, file)
        draft.replace(path)
