"""A game's situation as GNU Backgammon writes it: a position id and a match id.

A match id is 72 bits, the lowest first, in 12 characters of base64: cube 4 (as a power of two),
owner 2, on roll 1, Crawford game 1, state of the game 3, turn 1, doubled 1, resigned 2, dice 3 and
3 (the higher first), length 15 (0 for money), scores 15 and 15, and bit 66, which is set when the
Jacoby rule does *not* hold. White is player 0. Whether beavers are allowed is not in it, nor the
limit of the cube.

Sources: gnubg 1.07.001 by its behaviour, and its manual, "A technical description of the match ID".
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import replace

from engine.ids import PositionIdError, parse_position_id, position_id
from engine.seat import BySeat, Seat
from engine.situation import MATCH_CUBE_LIMIT, IdentifierError, Offer, Situation
from engine.state import Cube, Dice, Win

MATCH_ID_CHARS = 12
MAX_IDENTIFIER_CHARS = 100
"""More than any identifier has; longer text is refused unread."""

_KEY_BYTES = 9
_CENTRED = 3
_PLAYING = 1
_SEATS = (Seat.WHITE, Seat.BLACK)
_WIDTHS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "state": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "die1": 3,
    "die2": 3,
    "length": 15,
    "white": 15,
    "black": 15,
    "not_jacoby": 1,
    "unused": 5,
}
"""The fields and how many bits each has, in their order."""


def gnu_id(situation: Situation) -> str:
    """``situation`` as ``POSITION_ID:MATCH_ID``, which gnubg's ``set gnubgid`` reads."""
    position = position_id(situation.board, situation.on_roll)
    return f"{position}:{match_id(situation)}"


def parse_gnu_id(text: str) -> Situation:
    """The situation that ``gnu_id`` wrote.

    Raises:
        IdentifierError: ``text`` is not a position id and a match id joined by a colon.
    """
    if len(text) > MAX_IDENTIFIER_CHARS or text.count(":") != 1:
        raise IdentifierError("Give a position id and a match id joined by a colon.")
    position, match = text.split(":")
    situation = parse_match_id(match)
    try:
        board = parse_position_id(position, situation.on_roll)
    except PositionIdError as problem:
        raise IdentifierError(str(problem)) from None
    return replace(situation, board=board)


def match_id(situation: Situation) -> str:
    """The match id of ``situation``; its board is not in it."""
    owner, offered = situation.cube.owner, situation.resignation
    die2, die1 = sorted(situation.dice or (0, 0))
    fields = {
        "cube": situation.cube.value.bit_length() - 1,
        "owner": _CENTRED if owner is None else _SEATS.index(owner),
        "on_roll": _SEATS.index(situation.on_roll),
        "crawford": int(situation.crawford),
        "state": _PLAYING,
        "turn": _SEATS.index(situation.to_act),
        "doubled": int(situation.offer is not Offer.NONE),
        "resigned": 0 if offered is None else int(offered[1]),
        "die1": die1,
        "die2": die2,
        "length": situation.length or 0,
        "white": situation.score.white,
        "black": situation.score.black,
        "not_jacoby": int(not situation.jacoby),
        "unused": 0,
    }
    bits, place = 0, 0
    for name, width in _WIDTHS.items():
        if fields[name] >= 1 << width:
            raise ValueError(f"a match id cannot hold {name} {fields[name]}")
        bits |= fields[name] << place
        place += width
    return binascii.b2a_base64(bits.to_bytes(_KEY_BYTES, "little"), newline=False).decode("ascii")


def parse_match_id(text: str) -> Situation:
    """The situation of a match id, on the starting position, which it does not hold.

    Raises:
        IdentifierError: ``text`` is no match id, or none of a game in progress.
    """
    fields = _fields(text)
    length = fields["length"] or None
    score = BySeat(fields["white"], fields["black"])
    crawford = bool(fields["crawford"])
    if fields["state"] != _PLAYING:
        raise IdentifierError(f"{text}: no game is in progress in it.")
    if length is None and crawford:
        raise IdentifierError(f"{text}: a money session has no Crawford game.")
    if length is not None and max(score.white, score.black) > length:
        raise IdentifierError(f"{text}: a score is higher than the length of the match.")
    on_roll = _SEATS[fields["on_roll"]]
    cube = _cube(text, fields)
    return Situation(
        on_roll=on_roll,
        dice=_dice(text, fields),
        cube=cube,
        offer=_offer(text, fields, on_roll, cube),
        resignation=_resignation(fields),
        score=score,
        length=length,
        crawford=crawford,
        jacoby=not fields["not_jacoby"] and length is None,
        cube_limit=MATCH_CUBE_LIMIT,
    )


def _fields(text: str) -> dict[str, int]:
    if len(text) != MATCH_ID_CHARS:
        raise IdentifierError(f"A match id has {MATCH_ID_CHARS} characters, not {len(text)}.")
    try:
        bits = int.from_bytes(base64.b64decode(text, validate=True), "little")
    except ValueError:
        raise IdentifierError(
            f"{text!a} is no match id: it has characters other than letters, digits, + and /."
        ) from None
    fields = {}
    for name, width in _WIDTHS.items():
        fields[name] = bits & ((1 << width) - 1)
        bits >>= width
    if fields["unused"]:
        raise IdentifierError(f"{text}: there is more in it than a match.")
    return fields


def _cube(text: str, fields: dict[str, int]) -> Cube:
    if fields["owner"] == 2:
        raise IdentifierError(f"{text}: the cube has no such owner.")
    owner = None if fields["owner"] == _CENTRED else _SEATS[fields["owner"]]
    return Cube(value=1 << fields["cube"], owner=owner)


def _dice(text: str, fields: dict[str, int]) -> Dice | None:
    dice = (fields["die1"], fields["die2"])
    if dice == (0, 0):
        return None
    if not all(1 <= die <= 6 for die in dice):
        raise IdentifierError(f"{text}: {dice[0]} and {dice[1]} are no dice.")
    return dice


def _offer(text: str, fields: dict[str, int], on_roll: Seat, cube: Cube) -> Offer:
    """A beaver is told by whose turn it is, a raccoon by who owns the cube."""
    if not fields["doubled"]:
        return Offer.NONE
    if fields["die1"] or fields["resigned"]:
        raise IdentifierError(f"{text}: a double is offered before the roll, and answered first.")
    if _SEATS[fields["turn"]] is on_roll:
        return Offer.BEAVERED
    return Offer.RACCOONED if cube.owner is on_roll.other else Offer.DOUBLED


def _resignation(fields: dict[str, int]) -> tuple[Seat, Win] | None:
    if not fields["resigned"]:
        return None
    return _SEATS[fields["turn"]].other, Win(fields["resigned"])
