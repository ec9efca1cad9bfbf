"""A game's situation as eXtreme Gammon writes it: ten fields joined by colons.

``XGID=`` position, cube as a power of two, its owner, turn, dice, two scores, rules, length, and
the highest cube as a power of two. The position has 26 signs: the bar of the player at the top, the
24 points of the player at the bottom, the bar of the player at the bottom; ``A`` is one checker of
the player at the bottom, ``a`` one of the player at the top. Owner and turn are 1 for the player at
the bottom and -1 for the other; the first score belongs to the player at the bottom. The dice are
``00`` before the roll, ``D``, ``B`` and ``R`` while a double, beaver or raccoon waits for its
answer. The rules are 1 for the Crawford game of a match; of money play 1 for Jacoby plus 2 for
beavers. Resignations are not in it.

Sources: gnubg 1.07.001, ``set xgid``, by its behaviour (it knows no ``B`` and ``R``).
"""

from __future__ import annotations

import re

from engine.board import BAR, CHECKERS, Board, place
from engine.match_id import MAX_IDENTIFIER_CHARS
from engine.seat import BySeat, Seat
from engine.situation import IdentifierError, Offer, Situation
from engine.state import Cube, Dice

PREFIX = "XGID="

_POSITION_CHARS = 26
_OFFERS = {Offer.DOUBLED: "D", Offer.BEAVERED: "B", Offer.RACCOONED: "R"}
_WITH_OFFER = {sign: offer for offer, sign in _OFFERS.items()}
_FIELDS = re.compile(
    r"(?:XGID=)?(?P<position>[-A-Oa-o]{26})"
    r":(?P<cube>1[0-5]|[0-9]):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>00|[1-6]{2}|[DBR])"
    r":(?P<bottom>[0-9]{1,5}):(?P<top>[0-9]{1,5})"
    r":(?P<rules>[0-3]):(?P<length>[0-9]{1,5}):(?P<limit>[0-9]{1,2})"
)
_MAX_SCORE = (1 << 15) - 1


def xgid(situation: Situation, bottom: Seat = Seat.WHITE) -> str:
    """The XGID of ``situation``, drawn with ``bottom`` at the bottom."""
    length = situation.length or 0
    rules = situation.crawford if length else situation.jacoby + 2 * situation.beavers
    dice = "".join(map(str, situation.dice)) if situation.dice else "00"
    fields = (
        _position(situation.board, bottom),
        situation.cube.value.bit_length() - 1,
        _sign(situation.cube.owner, bottom),
        _sign(situation.on_roll, bottom),
        _OFFERS.get(situation.offer, dice),
        situation.score[bottom],
        situation.score[bottom.other],
        int(rules),
        length,
        situation.cube_limit.bit_length() - 1,
    )
    return PREFIX + ":".join(map(str, fields))


def parse_xgid(text: str, bottom: Seat = Seat.WHITE) -> Situation:
    """The situation of an XGID; ``bottom`` is the seat of its player at the bottom.

    Raises:
        IdentifierError: ``text`` is no XGID, or one that no game of 15 checkers a side can have.
    """
    found = _FIELDS.fullmatch(text) if len(text) <= MAX_IDENTIFIER_CHARS else None
    if found is None:
        raise IdentifierError(
            f"{_shown(text)} is no XGID: one looks like "
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10."
        )
    length, rules = int(found["length"]) or None, int(found["rules"])
    score = BySeat(0, 0).with_(bottom, int(found["bottom"])).with_(bottom.other, int(found["top"]))
    dice = found["dice"]
    if length is not None and rules > 1:
        raise IdentifierError(f"{_shown(text)}: Jacoby and beavers belong to money play.")
    if max(score.white, score.black) > (_MAX_SCORE if length is None else length):
        raise IdentifierError(f"{_shown(text)}: a score is higher than the length of the match.")
    limit = int(found["limit"])
    if limit > 15:
        raise IdentifierError(f"{_shown(text)}: the cube cannot go as far as 2 to the {limit}.")
    return Situation(
        board=_board(text, found["position"], bottom),
        on_roll=bottom if found["turn"] == "1" else bottom.other,
        dice=_dice(dice),
        cube=Cube(value=1 << int(found["cube"]), owner=_seat(found["owner"], bottom)),
        offer=_WITH_OFFER.get(dice, Offer.NONE),
        score=score,
        length=length,
        crawford=length is not None and rules == 1,
        jacoby=length is None and rules in (1, 3),
        beavers=length is None and rules in (2, 3),
        cube_limit=1 << limit,
    )


def _position(board: Board, bottom: Seat) -> str:
    own, opponent = board[bottom], board[bottom.other]
    signs = ["-"] * _POSITION_CHARS
    for point in range(1, BAR + 1):
        if own[point]:
            signs[point] = chr(ord("A") + own[point] - 1)
        if opponent[point]:
            signs[BAR - point] = chr(ord("a") + opponent[point] - 1)
    return "".join(signs)


def _board(text: str, position: str, bottom: Seat) -> Board:
    own, opponent = {}, {}
    for point, sign in enumerate(position):
        if sign.isupper():
            own[point] = ord(sign) - ord("A") + 1
        elif sign.islower():
            opponent[BAR - point] = ord(sign) - ord("a") + 1
    if 0 in own or 0 in opponent:
        raise IdentifierError(f"{_shown(text)}: a checker is on the other side's bar.")
    for side in (own, opponent):
        if sum(side.values()) > CHECKERS:
            raise IdentifierError(
                f"{_shown(text)}: one side has {sum(side.values())} checkers; "
                f"{CHECKERS} is the most."
            )
    if not own and not opponent:
        raise IdentifierError(f"{_shown(text)}: there is no checker on the board.")
    return Board.of(bottom, place(own, checkers=CHECKERS), place(opponent, checkers=CHECKERS))


def _sign(seat: Seat | None, bottom: Seat) -> int:
    return 0 if seat is None else 1 if seat is bottom else -1


def _seat(sign: str, bottom: Seat) -> Seat | None:
    return {"0": None, "1": bottom, "-1": bottom.other}[sign]


def _dice(text: str) -> Dice | None:
    if text == "00" or text in _WITH_OFFER:
        return None
    return (int(text[0]), int(text[1]))


def _shown(text: str) -> str:
    """The text as one line of at most 80 signs that no terminal acts on."""
    return ascii(text if len(text) <= 80 else text[:79] + "...")
