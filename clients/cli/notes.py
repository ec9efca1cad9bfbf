"""What the terminal client says around a match: invitations, ways back, lists. In English."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from clients.address import is_loopback, room_address
from clients.cli import words
from clients.cli.people import shown_name
from clients.identity import Identity
from engine.audit import Finding
from engine.state import (
    DEFAULT_CLAIM_MS,
    MAX_CLAIM_MS,
    MIN_CLAIM_MS,
    Manners,
    Rules,
    TimeControl,
    Watching,
)
from protocol.clocks import ControlShown
from protocol.identity import format_code
from protocol.messages import FinishedMatch, MyRoom, OpenRoom, PlayedRoom

CREATED = "Match {code} created. Send your opponent this line:"
OR_WATCH = "And to those who want to watch:"
ONLY_HERE = (
    "(127.0.0.1 is this computer only. For players elsewhere start the server with "
    "--host 0.0.0.0; it prints the address to give away.)"
)
SEAT_KEPT = "Your seat is kept. Come back with: {command}"
LEFT = "You stopped watching. To go on: {command}"
NO_ROOMS_OF_YOURS = "You have no match at {server} as {name}."
NO_OPEN_ROOMS = "No open match waits for an opponent at {server}."
YOUR_ROOMS = "Your matches at {server}, {name}:"
OPEN_ROOMS = "Open matches that wait for an opponent:"
PLAYED_ROOMS = "Matches that anybody may watch:"
PLAYED_ROOM = "{contest}: {white} {own}, {black} {other}"
CHOOSE_ROOM = "Come back to one of them with: shuanglu resume CODE"
WITHOUT_CUBE = ", no cube"
WITHOUT_CRAWFORD = ", no Crawford game"
IN_PHASE = {
    "seating": "waiting for an opponent",
    "ready": "not started",
    "game_over": "between games",
    "match_over": "over",
}
SAVED = "{state}, saved {day}"
MY_ROOM = "{contest} with {opponent}, {own}-{other}, {state}"
OPEN_ROOM = "{name}, {terms}"
TWO_LOGS_AT_MOST = "one log is verified, or two of the same room are compared; not more"
TWO_ROOMS = "these are logs of two different rooms"
AUDIT = "Match {match}, game {game} (throws: {throws}): {text}{without}"
WITHOUT_PART = " Without a part of {names}."
FINDINGS = {
    Finding.PROVED: "all follow from what was promised before it.",
    Finding.UNPROMISED: "the server promised nothing, they cannot be checked.",
    Finding.RUNNING: "it is not over, its seed will be told when it is.",
    Finding.UNTOLD: "WRONG: it is over, and its seed was never told.",
    Finding.FALSE: "WRONG: a secret is not the promised one.",
}
FALSE_THROW = "WRONG: throw {number} (event {seq}) was {thrown} and should have been {derived}."
DICE_COUNTED = "Dice of all throws ({throws}): {faces}; doubles: {doubles}, {expected} expected."
DICE_COMPARED = (
    "Chi-square of the faces {chi_square} with 5 degrees of freedom: of all matches of this length "
    "with fair dice {percent} % are at least as uneven. One match alone proves nothing by this."
)
LOGS_DIFFER = "WRONG: the two logs differ from event {seq} on: not everybody was told the same."
VERIFIED = "Verified."
NOT_VERIFIED = "NOT verified: see the lines above."
NO_GAMES = "No game has begun: there is nothing to verify."
NO_RESULTS = "You have finished no match at {server} as {name}."
RESULTS = "Your finished matches at {server}, {name}:"
RESULT = "{day}  {contest} with {opponent}, {own}-{other}, {outcome}{why}"
OUTCOMES = {True: "won", False: "lost", None: "drawn"}
WHY_ENDED = {"conceded": ", conceded", "closed": ", closed by the server"}
NAMES_JOINT = " and "
YOUR_TURN, THEIR_TURN = "your turn", "{name}'s turn"
GUEST = "Guest"

NO_LANGUAGE = "there is no language {asked} here, only en and zh; going on in {spoken}"
CANNOT_WRITE = "cannot write the output: {reason}"
NAME_WANTED = "say who you are: --name NAME"
NOBODY_KNOWN = "no player is known on this device yet: create a match or join one first"
ONLY_KNOWN = "there is no such player on this device, only {players}"
PLAYER_AT, PLAYERS_JOINT = "{name} at {server}", ", "
SEVERAL_PLAYERS = "{names} play in that match on this device: say who you are with --name NAME"
SEAT_ELSEWHERE = "you have a seat in this match as {name}: {command}"
NO_SEAT_KNOWN = "no seat of yours in {code} is known on this device; to watch: {command}"
SEAT_AT_OTHER_SERVER = (
    "your seat in {code} is at {server}; if that server has moved: shuanglu identity export "
    "--server {server} | shuanglu identity import --server NEW-ADDRESS"
)
EXPORT_WARNING = "Whoever has this line plays as {name}. On the other device:"
EXPORT_COMMAND = "shuanglu identity import"
IMPORTED = "You are {name} at {server} on this device, too."
NOTHING_PASTED = "paste the line that `shuanglu identity export` printed"
BOT_PLAYS = "{name} plays in {code}. To watch: {command}"
HOW_TO_BEGIN = (
    "You have no unfinished match. To begin one: shuanglu new --name NAME; "
    "shuanglu --help tells more."
)
WHICH_ROOM = "Number of the match (Enter leaves): "
NOT_ASKED = "{name}: {problem}"

DOCTOR_LIBRARIES, DOCTOR_TERMINAL, DOCTOR_SETTINGS = "libraries", "terminal", "settings"
DOCTOR_PLAYERS, DOCTOR_SERVER = "players", "server"
DOCTOR_SCREEN = "full screen"
DOCTOR_NO_TERMINAL = "lines: input or output is no terminal"
DOCTOR_DUMB = "lines: this terminal cannot move its cursor"
DOCTOR_SMALL = "full screen, but the board needs {columns}x{rows}"
DOCTOR_UNICODE = "Unicode can be written; this should be two letters and a disc: {sample}"
DOCTOR_NO_UNICODE = "Unicode cannot be written"
DOCTOR_FILE = "{path}"
DOCTOR_NO_FILE = "{path} (none yet)"
DOCTOR_NOBODY = "none on this device yet"
DOCTOR_ANSWERS = "version {version}; an acknowledgement there is worth: {worth}"
DOCTOR_TIMES = "answers in {least:.1f} to {most:.1f} ms"
NOT_BEGUN = "no game has begun in this match yet: there is nothing to write but its log (json)"
NO_SUCH_MATCH = "match {wanted}: this room has had {had}"
BAD_LOG = "the log of this match is not in order: {problem}"
LOG_UNREADABLE = "cannot read {path}: {reason}"
BOT_WHERE = "a bot wants the code of a match to join, or --new to create one"


def invitation(server: str, code: str, watch: Watching = Watching.LINK) -> list[str]:
    """What ``new`` prints: the lines that the others paste."""
    lines = [
        CREATED.format(code=format_code(code)),
        f"  shuanglu join {room_address(server, code)} --name NAME",
    ]
    if watch is not Watching.NONE:
        lines += [OR_WATCH, f"  shuanglu watch {room_address(server, code)}"]
    return [*lines, ONLY_HERE] if is_loopback(server) else lines


def players(identities: Sequence[Identity]) -> str:
    """Who plays on this device, and where."""
    told = [PLAYER_AT.format(name=one.name, server=one.server) for one in identities]
    return PLAYERS_JOINT.join(told)


def own_command() -> str:
    """How this program was called, for what its user is to type next on this device."""
    called = Path(sys.argv[0])
    if called.name != "shuanglu" or shutil.which("shuanglu") is not None:
        return "shuanglu"
    return shlex.quote(str(called))


def resume_command(code: str, name: str | None = None) -> str:
    """How to come back to a seat; with ``name`` if several players share this device."""
    command = f"{own_command()} resume {format_code(code)}"
    return command if name is None else f"{command} --name {shlex.quote(name)}"


def watch_command(server: str, code: str) -> str:
    """How to watch."""
    return f"shuanglu watch {room_address(server, code)}"


def bot_plays(server: str, code: str, name: str, *, new_room: bool) -> list[str]:
    """What a bot prints when it has its seat."""
    if new_room:
        return invitation(server, code)
    command = watch_command(server, code)
    return [BOT_PLAYS.format(name=name, code=format_code(code), command=command)]


def my_rooms(server: str, name: str, rooms: Sequence[MyRoom]) -> list[str]:
    """The list of one's own matches."""
    if not rooms:
        return [NO_ROOMS_OF_YOURS.format(server=server, name=name)]
    return [YOUR_ROOMS.format(server=server, name=name), *map(_my_room, rooms)]


def numbered_rooms(server: str, name: str, rooms: Sequence[MyRoom], first: int) -> list[str]:
    """The list of one's own matches, numbered from ``first``."""
    lines = [f"{number:>3}{_my_room(room)}" for number, room in enumerate(rooms, first)]
    return [YOUR_ROOMS.format(server=server, name=name), *lines]


def open_rooms(server: str, rooms: Sequence[OpenRoom]) -> list[str]:
    """The list of matches that anybody may join."""
    if not rooms:
        return [NO_OPEN_ROOMS.format(server=server)]
    return [OPEN_ROOMS, *(_open_room(server, room) for room in rooms)]


def _control(shown: ControlShown | None) -> TimeControl | None:
    return None if shown is None else TimeControl(**shown)


def _manners(room: OpenRoom) -> Manners:
    watch = room["watch"]
    known = Watching(watch) if watch in [*Watching] else Watching.LINK
    claim_ms = room.get("claim_after_ms", DEFAULT_CLAIM_MS)
    if claim_ms is not None:
        claim_ms = min(max(claim_ms, MIN_CLAIM_MS), MAX_CLAIM_MS)
    return Manners(chat=room["chat"], watch=known, claim_after_ms=claim_ms)


def played_rooms(server: str, rooms: Sequence[PlayedRoom]) -> list[str]:
    """The list of matches that anybody may watch; nothing if there is none."""
    return [PLAYED_ROOMS, *(_played_room(server, room) for room in rooms)] if rooms else []


def _played_room(server: str, room: PlayedRoom) -> str:
    white, black = shown_name(room["white"]), shown_name(room["black"])
    own, other = room["score"]
    contest = words.contest(room["length"], room["variant"])
    told = PLAYED_ROOM.format(contest=contest, white=white, own=own, black=black, other=other)
    return f"  {watch_command(server, room['room'])}   {told}"


def results(server: str, name: str, ended: Sequence[FinishedMatch]) -> list[str]:
    """The list of one's finished matches."""
    if not ended:
        return [NO_RESULTS.format(server=server, name=name)]
    return [RESULTS.format(server=server, name=name), *map(_result, ended)]


def _result(match: FinishedMatch) -> str:
    own, other = match["white"], match["black"]
    if match["you"] == "black":
        own, other = other, own
    won = None if match["winner"] is None else match["winner"] == match["you"]
    told = RESULT.format(
        day=_day(match["at_ms"]),
        contest=words.contest(match["length"], match["variant"]),
        opponent=shown_name(match["opponent"]),
        own=own,
        other=other,
        outcome=OUTCOMES[won],
        why=WHY_ENDED.get(match["end"], ""),
    )
    return f"  {format_code(match['room'])}  {told}"


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def _my_room(room: MyRoom) -> str:
    opponent = words.NOBODY_YET if room["opponent"] is None else shown_name(room["opponent"])
    own, other = room["white"], room["black"]
    if room["you"] == "black":
        own, other = other, own
    state = IN_PHASE.get(room["phase"])
    if state is None:
        yours = room["turn"] == room["you"]
        state = YOUR_TURN if yours else THEIR_TURN.format(name=opponent)
    if room.get("saved") and "at_ms" in room:
        state = SAVED.format(state=state, day=_day(room["at_ms"]))
    contest = words.contest(room["length"], room["variant"])
    told = MY_ROOM.format(contest=contest, opponent=opponent, own=own, other=other, state=state)
    control = _control(room.get("clock"))
    if control is not None:
        told = words.TERMS_JOINT.join((told, words.control(control, room["length"])))
    return f"  {format_code(room['room'])}  {told}"


def _open_room(server: str, room: OpenRoom) -> str:
    terms = words.terms(
        Rules(
            length=room["length"],
            variant=room["variant"],
            jacoby=room["jacoby"],
            beavers=room["beavers"],
            automatic_doubles=room["automatic_doubles"],
            cube_limit=room["cube_limit"],
            clock=_control(room.get("clock")),
        ),
        _manners(room),
    )
    if not room["cube"]:
        terms += WITHOUT_CUBE
    elif not room["crawford"] and room["length"] is not None:
        terms += WITHOUT_CRAWFORD
    command = f"shuanglu join {room_address(server, room['room'])}"
    return f"  {command}   {OPEN_ROOM.format(name=shown_name(room['name']), terms=terms)}"
