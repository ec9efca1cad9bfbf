"""What the reader gets to see of what comes in: sentences, boards, and what is asked next.

Append-only: a line that was told is never taken back, and everything is one line or a board. It
tells each thing once, and draws the board when it helps: when one comes in, when one's turn comes,
with the questions about the cube and a resignation, and at the end of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from clients import notices as nt
from clients.cli import words
from clients.cli.people import People, shown_name
from clients.cli.question import SHOW_BOARD, SHOW_BOARD_ONCE, Kind, Question, question, waiting
from clients.cli.refusals import told
from clients.cli.scene import heading
from clients.cli.story import match_result, tell
from clients.cli.talk import said
from clients.view import RoomView
from engine import events as ev
from engine.absence import claim_at_ms
from engine.board import Board
from engine.seat import Seat
from engine.state import GAME_PHASES, Away, MatchState, Phase
from protocol.messages import Presence

CHAT_SHOWN_ON_ENTERING = 5


class Narrator:
    """Tells one reader, the player with the id ``reader``, about one room.

    ``show_board`` gives the board of a view, as seen by the people at it.
    """

    def __init__(self, reader: str, show_board: Callable[[RoomView, People], list[str]]) -> None:
        self._reader = reader
        self._show_board = show_board
        self.side = Seat.WHITE
        self._just_joined: set[Seat] = set()
        self._asked: Question | None = None
        self._turn_shown: tuple[int, ...] = ()
        self._board_shown: Board | None = None
        self._before_break: MatchState | None = None
        self._standings_told: set[str] = set()
        self._waited: tuple[Seat | None, int, bool] = (None, 0, False)

    def entered(self, notice: nt.Entered) -> list[str]:
        """The whole room came."""
        view = notice.view
        if notice.before is not None:
            if notice.before.seq == view.seq and not notice.rolled_back:
                return []
            self._asked, self._turn_shown = None, ()
            if notice.rolled_back:
                return [words.ROLLED_BACK, *self.asks_now(view)]
            # After a break, what is asked now is told when the room is resumed.
            return self.asks_now(view) if self._before_break is None else []
        chat = [said(line, _people(view)) for line in view.chat[-CHAT_SHOWN_ON_ENTERING:]]
        watching = [] if view.you is not None else [words.WATCHING]
        over = view.state.match_result is not None
        if over and view.you is None:
            watching = [match_result(view.state)]
        shown = self._draws(view) if _game_to_see(view.state) else [heading(_people(view))]
        away = [
            _offline(view).format(name=_people(view).at(seat).name)
            for seat in _others(view)
            if not (over or _is_here(view.presence, seat))
        ]
        return [
            *shown,
            *_mind(view),
            *chat,
            *watching,
            *away,
            *self._standings(view),
            *self._waits(view),
            *self.asks_now(view),
            *_awaited(view),
        ]

    def happened(self, notice: nt.Happened) -> list[str]:
        """One event."""
        view, event = notice.view, notice.event
        sentence = tell(event, notice.before, view.state, view.you)
        if isinstance(event, ev.SeatTaken):
            self._just_joined.add(event.seat)
            return [sentence, *_mind(view), *self.asks_now(view)]
        if isinstance(event, ev.SpectatorRemoved):
            sentence = _removed(view, event) or sentence
        if isinstance(event, ev.SeatReady) and event.seat is view.you:
            return self.asks_now(view)
        if isinstance(event, ev.SeatAbsent | ev.SeatBack):
            sentence = ""  # told by the presence
        if isinstance(event, ev.GameEnded):
            return [*self._draws(view), sentence, *self.asks_now(view)]
        lines = [sentence] if sentence else []
        return [*lines, *self._waits(view), *self.asks_now(view)]

    def _waits(self, view: RoomView) -> list[str]:
        """Once for each time: that an opponent who is away is waited for, and until when."""
        now = (view.absence.running, view.absence.since_ms, view.state.saved)
        before, self._waited = self._waited, now
        if view.you is None or now == before:
            return []
        if view.state.saved:
            return [] if before[2] else [words.SAVED_NOW]
        claim_ms = claim_at_ms(view.absence, view.state)
        if claim_ms is None or view.absence.running is view.you:
            return []
        time = datetime.fromtimestamp(claim_ms / 1000).astimezone().strftime("%H:%M:%S")
        return [words.CAN_CLAIM.format(name=_people(view).at(view.you.other).name, time=time)]

    def asks_now(self, view: RoomView) -> list[str]:
        """The question to the reader, if it is a new one; a player is shown what it is about."""
        if not view.settled:
            return []
        if view.you is None:
            return self._draws_for_spectator(view)
        asked, self._asked = self._asked, question(view)
        if self._asked is None or self._asked == asked:
            return []
        shown: list[str] = []
        if self._asked.kind in SHOW_BOARD or (
            self._asked.kind in SHOW_BOARD_ONCE and self._turn_shown != self._asked.since
        ):
            shown = self._draws(view)
            self._turn_shown = self._asked.since
        return [*shown, self._asked.text]

    def lost(self, view: RoomView | None) -> None:
        """The connection is gone; what was on the table then is remembered."""
        if self._before_break is None and view is not None:
            self._before_break = view.state

    def resumed(self, view: RoomView, *, decided: bool) -> list[str]:
        """The connection is back, and all that was missed has been told.

        Nothing is asked if the reader has ``decided`` already and only the answer is missing.
        """
        before, self._before_break = self._before_break, None
        self._asked, self._turn_shown = None, ()
        same_turn = before is not None and (
            before.match_number,
            before.game_number,
            before.turn_number,
            before.dice,
        ) == (
            view.state.match_number,
            view.state.game_number,
            view.state.turn_number,
            view.state.dice,
        )
        dice, seat, back = view.state.dice, view.state.on_roll, words.BACK
        if same_turn and dice is not None and seat is not None:
            who = _people(view).at(seat)
            back = words.BACK_SAME_DICE.format(who=who, dice=words.dice(dice))
        return [back] if decided else [back, *self.asks_now(view)]

    def refused(self, notice: nt.Refused, view: RoomView | None) -> list[str]:
        """A request was refused: what it would have answered may not have been asked again."""
        sentence = told(notice.code, notice.details, notice.text)
        return [sentence] if view is None else [sentence, *self.asks_now(view)]

    def presence(self, notice: nt.PresenceChanged) -> list[str]:
        """Somebody came or went."""
        view, before = notice.view, notice.before
        now = view.presence
        lines = []
        for seat in _others(view):
            was_here, is_here = _is_here(before, seat), _is_here(now, seat)
            if was_here == is_here:
                continue
            if seat in self._just_joined:
                self._just_joined.discard(seat)  # told already
            elif is_here or view.state.away[seat] is not Away.LEFT:  # else told already
                text = words.ONLINE if is_here else _offline(view)
                lines.append(text.format(name=_people(view).at(seat).name))
        return [*lines, *self._standings(view), *self._spectators(before, now)]

    def _standings(self, view: RoomView) -> list[str]:
        """Once of each player: how often they stayed away from a match, if they ever did."""
        shown = view.presence.get("standings")
        lines = []
        for seat in _others(view):
            standing, name = shown and shown[seat.value], _people(view).at(seat).name
            if not standing or not standing["abandoned"] or name in self._standings_told:
                continue
            self._standings_told.add(name)
            lines.append(words.STANDING.format(name=name, **standing))
        return lines

    def _spectators(self, before: Presence, now: Presence) -> list[str]:
        """Who started and who stopped watching, of those whose names the server lists."""
        was = {spectator["player"]: spectator["name"] for spectator in before["spectators"]}
        here = {spectator["player"]: spectator["name"] for spectator in now["spectators"]}
        changes = [
            *(
                (words.STARTED_WATCHING, here[player])
                for player in here
                if player not in {*was, self._reader}
            ),
            *((words.STOPPED_WATCHING, was[player]) for player in was if player not in here),
        ]
        return [text.format(name=shown_name(name), count=now["watching"]) for text, name in changes]

    def dice(self, notice: nt.DiceDoubted | nt.DiceChecked) -> list[str]:
        """What was found out about the dice of a game."""
        if isinstance(notice, nt.DiceDoubted):
            return [words.DOUBTS[notice.doubt]]
        checked = notice.checked
        return [words.DICE_CHECKED.format(game=checked.game, throws=checked.throws)]

    def said(self, notice: nt.Said) -> list[str]:
        """A chat line."""
        return [said(notice.message["line"], _people(notice.view))]

    def _draws(self, view: RoomView) -> list[str]:
        self._board_shown = view.state.board
        return self._show_board(view, People(view.state, view.you, self.side))

    def _draws_for_spectator(self, view: RoomView) -> list[str]:
        """Every position once."""
        if view.state.phase not in GAME_PHASES or view.state.board == self._board_shown:
            return []
        return self._draws(view)

    def rephrase(self, view: RoomView | None) -> None:
        """The language may have changed: the question stands in the new one."""
        if self._asked is not None and view is not None:
            self._asked = question(view)

    @property
    def kind_asked(self) -> Kind | None:
        """What the reader is being asked."""
        return None if self._asked is None else self._asked.kind

    @property
    def question_text(self) -> str | None:
        """The question as it was asked last."""
        return None if self._asked is None else self._asked.text


def _people(view: RoomView) -> People:
    return People(view.state, view.you)


def _others(view: RoomView) -> list[Seat]:
    """The seats of the players whom the reader may miss."""
    return [s for s in Seat if s is not view.you and view.state.seats[s] is not None]


def _is_here(presence: Presence, seat: Seat) -> bool:
    return presence["white"] if seat is Seat.WHITE else presence["black"]


def _offline(view: RoomView) -> str:
    """That a player is offline, and whether that holds up anything."""
    if view.state.match_result is not None:
        return words.OFFLINE_AT_END
    runs = view.clock is not None and view.clock.running is not None
    return words.OFFLINE_BY_CLOCK if runs else words.OFFLINE


def _awaited(view: RoomView) -> list[str]:
    """What others have to do now, with which dice; who comes in has not heard it."""
    waited = "" if question(view) else waiting(_people(view))
    return [waited] if waited else []


def _game_to_see(state: MatchState) -> bool:
    return state.game_number > 0 and state.phase is not Phase.READY


def _mind(view: RoomView) -> list[str]:
    people = _people(view)
    if not people.alike:
        return []
    return [words.NAMES_ALIKE.format(second=people.at(Seat.BLACK).name)]


def _removed(view: RoomView, event: ev.SpectatorRemoved) -> str | None:
    for spectator in view.presence["spectators"]:
        if spectator["player"] == event.player:
            who = _people(view).at(event.seat)
            name = shown_name(spectator["name"])
            return words.SPECTATOR_REMOVED.format(who=who, name=name)
    return None
