"""Who you are to each server, kept in your configuration folder.

An identity is a secret token: whoever has it is you. There is one for each server and name, in a
file of its own (mode 0600) that is replaced as a whole, so two programs can run side by side. With
it are kept the rooms where you have a seat, to find the way back from a code alone.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import secrets
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from clients.address import AddressError, parse_server
from clients.proving import SECRET_BYTES, new_secret
from engine.sentences import SentenceError
from protocol.annotation import Field
from protocol.fields import Name, Room, Token
from protocol.identity import new_token
from protocol.reading import read

MAX_ROOMS = 100
"""Rooms that an identity remembers; the oldest is forgotten first. The server knows all of them."""
EXPORT_PREFIX = "shuanglu-identity:"

NO_NAME = "{text!r} is no name: 1 to 24 characters, and only such as can be seen"
UNREADABLE_FOLDER = "cannot read {path}: {reason}"
UNREADABLE = "cannot read the identity {path}: {reason}"
UNWRITABLE = "cannot write {path}: {reason}"
NO_IDENTITY = "{path} is no identity; move it away to start anew"
NAME_TAKEN = (
    "there is another {name} at {server} on this device; --replace would end its seats here"
)
NO_EXPORT = "that is no identity: paste the whole line that starts with {prefix}"
NO_HOME = "there is no home folder for this user: say in XDG_CONFIG_HOME where to keep settings"
WAS_OPEN = "{path} could be read by other users; it is closed to them now"
SENTENCES = (
    WAS_OPEN,
    *(NO_NAME, UNREADABLE_FOLDER, UNREADABLE, UNWRITABLE),
    *(NO_IDENTITY, NAME_TAKEN, NO_EXPORT, NO_HOME),
)


class IdentityError(SentenceError):
    """An identity cannot be read, kept or taken over; the text is one line for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """One player at one server. ``rooms`` holds codes, the newest last.

    ``secret`` is for the player's part in the dice (``proving``); unlike the token it is never
    sent.
    """

    server: str
    name: str
    token: str
    secret: str = field(default_factory=new_secret)
    rooms: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Identity({self.name!r} at {self.server})"


_Secret: TypeAlias = Annotated[str, Field(pattern=rf"^[0-9a-f]{{{2 * SECRET_BYTES}}}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """An identity as it stands in a file or in an export."""

    server: str
    name: Name
    token: Token = field(repr=False)
    secret: _Secret | None = field(default=None, repr=False)
    rooms: tuple[Room, ...] = ()


def parse_name(text: str) -> str:
    """``text`` as a name that a server accepts.

    Raises:
        IdentityError: it is empty, too long, or has characters that do not show.
    """
    try:
        return read(Name, text)
    except ValueError:
        raise IdentityError(NO_NAME, text=text) from None


def config_dir(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where identities are kept: ``%APPDATA%`` on Windows, else ``$XDG_CONFIG_HOME``."""
    if platform == "win32" and environment.get("APPDATA"):
        return Path(environment["APPDATA"]) / "shuanglu"
    base = environment.get("XDG_CONFIG_HOME")
    try:
        return (Path(base) if base else Path.home() / ".config") / "shuanglu"
    except RuntimeError:  # a user of a container has a number, and often nothing else
        raise IdentityError(NO_HOME) from None


class Identities:
    """The identities in ``folder``; ``warn`` gets an error when a file had to be made private."""

    def __init__(self, folder: Path, warn: list[IdentityError] | None = None) -> None:
        self._folder = folder / "identities"
        self._last = folder / "last"
        self.warnings: list[IdentityError] = [] if warn is None else warn

    def all(self) -> list[Identity]:
        """Every identity, the one that was used last first.

        Raises:
            IdentityError: a file cannot be read, or is none of ours.
        """
        try:
            paths = sorted(
                self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True
            )
        except OSError as error:
            reason = error.strerror
            raise IdentityError(UNREADABLE_FOLDER, path=self._folder, reason=reason) from None
        last = self._read_last()
        return sorted(
            map(self._read, paths), key=lambda identity: self._path(identity).name != last
        )

    def find_or_make(self, server: str, name: str) -> Identity:
        """The identity with this name at this server; a new one if there is none yet."""
        fresh = Identity(server=server, name=parse_name(name), token=new_token())
        if self._write(fresh, replacing=False):
            return fresh
        return self._read(self._path(fresh))

    def with_room(self, code: str, server: str | None = None) -> list[Identity]:
        """The identities that have a seat in the room, the last used first."""
        return [
            identity
            for identity in self.all()
            if code in identity.rooms and server in (None, identity.server)
        ]

    def remember(self, identity: Identity, code: str) -> None:
        """Notes that ``identity`` has a seat in the room, and that it is the last one used."""
        kept = self._read(self._path(identity))
        rooms = (*(room for room in kept.rooms if room != code), code)[-MAX_ROOMS:]
        if rooms != kept.rooms:
            self._write(replace(kept, rooms=rooms), replacing=True)
        self.used(identity)

    def forget(self, identity: Identity, code: str) -> None:
        """Notes that there is nothing to come back to in the room."""
        kept = self._read(self._path(identity))
        rooms = tuple(room for room in kept.rooms if room != code)
        if rooms != kept.rooms:
            self._write(replace(kept, rooms=rooms), replacing=True)

    def used(self, identity: Identity) -> None:
        """Notes that ``identity`` is the last one used."""
        path = self._path(identity)
        if self._read_last() == path.name:
            return  # a player comes back more often than not, and a disk takes its time
        with contextlib.suppress(OSError):
            os.utime(path)
        self._put(self._last, path.name.encode())

    def take_over(self, identity: Identity, *, replacing: bool) -> None:
        """Keeps an identity from another device.

        Raises:
            IdentityError: another one with its name has had a seat, and not ``replacing``.
        """
        if not self._write(identity, replacing=replacing):
            kept = self._read(self._path(identity))
            if kept.token == identity.token:
                rooms = tuple(dict.fromkeys((*kept.rooms, *identity.rooms)))
                identity = replace(kept, rooms=rooms[-MAX_ROOMS:])
            elif kept.rooms:
                raise IdentityError(NAME_TAKEN, name=identity.name, server=identity.server)
            self._write(identity, replacing=True)
        self.used(identity)

    def _path(self, identity: Identity) -> Path:
        key = f"{identity.server}\n{identity.name}".encode()
        return self._folder / f"{hashlib.sha256(key).hexdigest()[:20]}.json"

    def _read_last(self) -> str:
        try:
            return self._last.read_text().strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def _read(self, path: Path) -> Identity:
        try:
            self._make_private(path)
            return _identity_of(json.loads(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise IdentityError(UNREADABLE, path=path, reason=error.strerror) from None
        except (ValueError, RecursionError):  # the latter of JSON that is nested too deeply
            raise IdentityError(NO_IDENTITY, path=path) from None

    def _make_private(self, path: Path) -> None:
        """A secret that others may read is closed to them, and said to have been open."""
        if os.name != "posix" or not stat.S_IMODE(path.stat().st_mode) & 0o077:
            return
        path.chmod(0o600)
        self.warnings.append(IdentityError(WAS_OPEN, path=path))

    def _write(self, identity: Identity, *, replacing: bool) -> bool:
        return self._put(
            self._path(identity), _plain_of(identity, indent=2).encode(), replacing=replacing
        )

    def _put(self, path: Path, content: bytes, *, replacing: bool = True) -> bool:
        """Writes a private file as a whole; false if it exists and is not to be replaced."""
        if not replacing and path.exists():
            return False
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            return self._move(draft, path, replacing=replacing)
        except OSError as error:
            raise IdentityError(UNWRITABLE, path=path, reason=error.strerror) from None
        finally:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)

    @staticmethod
    def _move(draft: Path, path: Path, *, replacing: bool) -> bool:
        if replacing:
            draft.replace(path)
            return True
        try:
            if os.name == "posix":
                os.link(draft, path)  # unlike a rename, this never replaces
            else:
                draft.rename(path)  # on Windows, neither does this
        except FileExistsError:
            return False
        return True


def export_line(identity: Identity) -> str:
    """One line that carries ``identity`` to another device. Whoever has it is that player."""
    packed = base64.urlsafe_b64encode(_plain_of(identity).encode())
    return EXPORT_PREFIX + packed.decode()


def parse_export(line: str) -> Identity:
    """The identity that ``export_line`` wrote.

    Raises:
        IdentityError: the line is none, or not all of it came.
    """
    prefix, _, text = "".join(line.split()).partition(":")
    try:
        packed = base64.b64decode(text, altchars=b"-_", validate=True)
        if f"{prefix}:" == EXPORT_PREFIX:
            return _identity_of(json.loads(packed))
    except (ValueError, RecursionError):
        pass
    raise IdentityError(NO_EXPORT, prefix=EXPORT_PREFIX)


def _identity_of(plain: Any) -> Identity:
    """The identity in a decoded file; ``ValueError`` if it holds none."""
    kept = read(_Kept, plain)
    try:
        server = parse_server(kept.server)
    except AddressError as error:
        raise ValueError(str(error)) from None
    # Identities of before dice could be proved have none.
    secret = kept.secret or new_secret()
    return Identity(
        server=server, name=kept.name, token=kept.token, secret=secret, rooms=kept.rooms
    )


def _plain_of(identity: Identity, indent: int | None = None) -> str:
    plain = {
        "server": identity.server,
        "name": identity.name,
        "token": identity.token,
        "secret": identity.secret,
        "rooms": list(identity.rooms),
    }
    return json.dumps(plain, ensure_ascii=False, indent=indent)
