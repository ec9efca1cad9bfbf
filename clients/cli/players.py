"""Which player sits down: the identity that fits what was typed and what this device remembers.

A secret is only ever shown to the server it was made for. So an address that names another server
never gets the identity that has a seat in a match of the same code.
"""

from __future__ import annotations

from clients.address import DEFAULT_SERVER, RoomAddress
from clients.cli import notes
from clients.cli.preferences import NO_PREFERENCES, Preferences
from clients.identity import Identities, Identity, IdentityError, parse_name
from protocol.identity import format_code, new_token


class UsageError(Exception):
    """The command line lacks something; the text is one line that says what."""


class NobodyKnownError(IdentityError):
    """Nobody on this device is who was asked for."""


def usual_server(identities: Identities, preferred: str = "") -> str:
    """The server that the player prefers, or the one that was used last on this device."""
    if preferred:
        return preferred
    known = identities.all()
    return known[0].server if known else DEFAULT_SERVER


def player_at(identities: Identities, server: str, name: str | None) -> Identity:
    """The identity with this name at ``server``, made if need be; the last used without a name.

    Raises:
        UsageError: no name is given, and none was used there.
    """
    if name is not None:
        return identities.find_or_make(server, name)
    for identity in identities.all():
        if identity.server == server:
            return identity
    raise UsageError(notes.NAME_WANTED)


def joining_player(
    identities: Identities,
    place: RoomAddress,
    server: str | None,
    name: str | None,
    *,
    liked: Preferences = NO_PREFERENCES,
) -> Identity:
    """Who joins the match at ``place``: whoever has a seat there already, or else ``name``.

    Without a name it is the one in ``liked``, or the one used last.

    Raises:
        UsageError: it cannot be told who, or the seat is at another address of the server.
    """
    server = place.server or server
    seated = named(identities.with_room(place.code), name)
    here = [identity for identity in seated if server in (None, identity.server)]
    if len(here) > 1 and name is None:
        raise UsageError(_several(here))
    if here:
        return here[0]
    if seated:
        command = notes.resume_command(place.code, seated[0].name)
        text = notes.SEAT_ELSEWHERE.format(name=seated[0].name, command=command)
        raise UsageError(text)
    server = server or usual_server(identities, liked.server)
    return player_at(identities, server, name or liked.name or None)


def returning_player(
    identities: Identities, place: RoomAddress, server: str | None, name: str | None
) -> Identity:
    """Who comes back to a seat in the match at ``place``.

    Raises:
        UsageError: several players of this device have one.
        IdentityError: nobody on this device is known to have one.
    """
    server = place.server or server
    seated = named(identities.with_room(place.code, server), name)
    if not seated:
        # Not remembered, but perhaps known to the server: a seat taken on another device.
        everybody = named(identities.all(), name)
        seated = [identity for identity in everybody if server in (None, identity.server)]
        if len(seated) != 1:
            code = format_code(place.code)
            elsewhere = named(identities.with_room(place.code, None), name)
            if elsewhere:
                old = elsewhere[0].server
                raise IdentityError(notes.SEAT_AT_OTHER_SERVER.format(code=code, server=old))
            watch = notes.watch_command(server or usual_server(identities), place.code)
            raise IdentityError(notes.NO_SEAT_KNOWN.format(code=code, command=watch))
    if len(seated) > 1:
        raise UsageError(_several(seated))
    return seated[0]


def known_player(identities: Identities, server: str | None, name: str | None) -> Identity:
    """The player of this device who was here last.

    Raises:
        NobodyKnownError: nobody of that name, or at that server, or nobody at all.
    """
    everybody = identities.all()
    for identity in named(everybody, name):
        if server in (None, identity.server):
            return identity
    if not everybody:
        raise NobodyKnownError(notes.NOBODY_KNOWN)
    raise NobodyKnownError(notes.ONLY_KNOWN, players=notes.players(everybody))


def reader(
    identities: Identities, place: RoomAddress, server: str | None, preferred: str
) -> Identity:
    """Who asks for the log of a match: whoever has a seat there, as others may not; or a guest."""
    server = place.server or server
    seated = identities.with_room(place.code, server)
    return seated[0] if seated else guest(server or usual_server(identities, preferred))


def guest(server: str) -> Identity:
    """Somebody for this one time."""
    return Identity(server=server, name=notes.GUEST, token=new_token())


def named(identities: list[Identity], name: str | None) -> list[Identity]:
    """Those of ``identities`` with this name; all without one."""
    if name is None:
        return identities
    wanted = parse_name(name)
    return [identity for identity in identities if identity.name == wanted]


def _several(identities: list[Identity]) -> str:
    names = notes.NAMES_JOINT.join(sorted({identity.name for identity in identities}))
    return notes.SEVERAL_PLAYERS.format(names=names)
