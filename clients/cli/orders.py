"""What a player's lines do: requests to the server, or a refusal in the engine's own words.

Whatever can be judged here is judged by the engine before anything is sent, so a refusal comes at
once and is the sentence that the server would have sent. A play is put together in a ``Draft``.
An empty line does only what cannot hurt: it rolls, sends a complete play, or starts the next game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Protocol, TypeVar

from clients.asking import UnfitRequestError
from clients.cli import words
from clients.cli.draft import Draft
from clients.cli.grammar import (
    LEVELS,
    Line,
    Move,
    Nothing,
    QuickPhrase,
    Remove,
    Resign,
    Say,
    Verb,
)
from clients.cli.habits import forced_play, rolls_by_itself
from clients.cli.people import People
from clients.cli.preferences import Settings
from clients.cli.refusals import told, told_error
from clients.cli.refused import RefusedError, whom
from clients.cli.talk import phrases
from clients.outbox import OutboxFullError
from clients.view import RoomView
from engine import commands as cmd
from engine.errors import Code, IllegalCommand
from engine.notation import NotationError, format_play, parse_play
from engine.objections import objection, objection_to_level, refusal
from engine.resolve import resolve
from engine.seat import Seat
from engine.state import Win
from protocol import requests as rq
from protocol.codes import WIRE_TEXTS, WireCode

R = TypeVar("R", bound=rq.Request)

_BY_VERB: dict[Verb, tuple[type[rq.GameRequest], type[cmd.SeatCommand]]] = {
    Verb.ROLL: (rq.Roll, cmd.Roll),
    Verb.DOUBLE: (rq.Double, cmd.Double),
    Verb.TAKE: (rq.Take, cmd.Take),
    Verb.DROP: (rq.Drop, cmd.Drop),
    Verb.BEAVER: (rq.Beaver, cmd.Beaver),
    Verb.RACCOON: (rq.Raccoon, cmd.Raccoon),
    Verb.ACCEPT: (rq.Accept, cmd.AcceptResignation),
    Verb.REJECT: (rq.Reject, cmd.RejectResignation),
    Verb.WITHDRAW: (rq.Withdraw, cmd.WithdrawResignation),
    Verb.CONCEDE: (rq.Concede, cmd.Concede),
    Verb.CLAIM: (rq.Claim, cmd.ClaimGame),
    Verb.READY: (rq.Ready, cmd.Ready),
    Verb.REMATCH: (rq.Rematch, cmd.Rematch),
    Verb.END: (rq.EndSession, cmd.EndSession),
    Verb.CANCEL: (rq.Cancel, cmd.Cancel),
}


class Asker(Protocol):
    """Who sends requests: a ``Session``, or the ``Client`` around one."""

    @property
    def unanswered(self) -> tuple[rq.AnyRequest, ...]:
        """The requests that have no answer yet."""

    def request(self, kind: type[R], **fields: Any) -> R:
        """Asks for something."""


class Orders:
    """The lines of one player, or spectator, at one table."""

    def __init__(self, asker: Asker, settings: Settings) -> None:
        self.draft: Draft | None = None
        self._asker = asker
        self._settings = settings
        self._conceding_in: tuple[int, int] | None = None
        self._done_id: str | None = None

    def give(self, line: Line, view: RoomView) -> list[str]:
        """Does what ``line`` says, and returns what to answer the player.

        Raises:
            RefusedError: it is refused.
        """
        try:
            match line:
                case Nothing():
                    return self._enter(view)
                case Move():
                    return self._move(line, view)
                case Verb.UNDO:
                    return self._undo(view)
                case Verb.DONE:
                    return self._done(view)
                case Verb.CONCEDE:
                    return self._concede(view)
                case Resign():
                    return self._resign(line, view)
                case Say() | QuickPhrase():
                    return self._say(line, view)
                case Remove():
                    return self._remove(line, view)
                case Verb():
                    return self._ask(*_BY_VERB[line], view)
                case _:
                    return []
        except IllegalCommand as refusal:
            text = told(refusal.code, refusal.details, refusal.text)
            raise RefusedError(refusal.code, text) from None
        except (UnfitRequestError, OutboxFullError) as problem:
            raise RefusedError(WireCode.BAD_REQUEST, told_error(problem)) from None

    def leave(self, view: RoomView) -> None:
        """Tells the server that the reader goes, who goes in any case."""
        with suppress(OutboxFullError):  # then it will find out
            self._asker.request(rq.Leave, room=view.room)

    def reconsider(self) -> None:
        """Something else was typed: conceding has to be asked twice again."""
        self._conceding_in = None

    def follow(self, view: RoomView) -> None:
        """The room has changed: a draft for another turn is void."""
        if self.draft is not None and self.draft != self._fresh_draft(view, self.draft):
            self.draft = None

    def composed(self, view: RoomView) -> list[str]:
        """The play that is being put together, if there is one for this turn."""
        self.follow(view)
        return self._say_draft(self.draft) if self.draft is not None and self.draft.steps else []

    def done(self, request_id: str | None) -> None:
        """All that the request with this id caused has come; its answer follows."""
        self._done_id = request_id

    def waits(self, view: RoomView) -> bool:
        """Whether something that changes the game is on its way to the server.

        Not what is done and only has no answer yet: the next question is on the table by then.
        """
        return any(
            isinstance(request, rq.GameRequest)
            and request.room == view.room
            and request.id != self._done_id
            for request in self._asker.unanswered
        )

    def by_habit(self, view: RoomView) -> list[str] | None:
        """Does what the player wants done without being asked; ``None`` if that is nothing now."""
        if not view.settled or self.waits(view) or (self.draft is not None and self.draft.steps):
            return None
        if rolls_by_itself(view, self._settings):
            return self._ask(rq.Roll, cmd.Roll, view)
        steps = forced_play(view, self._settings)
        if steps is None:
            return None
        self._asker.request(rq.Play, room=view.room, steps=[tuple(step) for step in steps])
        play = format_play(view.state.board, self._seat(view), steps)
        return [words.FORCED.format(play=play)]

    def _enter(self, view: RoomView) -> list[str]:
        """The empty line: never anything that gives something away, or answers an offer."""
        offer = view.state.resignation
        if offer is not None and offer.seat is not view.you:
            return []  # to play on would reject it
        if self.draft is not None and self.draft.steps:
            return self._done(view) if self.draft.complete else self.composed(view)
        if view.you is None or self.waits(view):
            return []
        if view.may(cmd.Ready):
            return self._ask(rq.Ready, cmd.Ready, view)
        if view.may(cmd.Roll) and offer is None:
            return self._ask(rq.Roll, cmd.Roll, view)
        return []

    def _move(self, line: Move, view: RoomView) -> list[str]:
        self._check(cmd.PlayDice, view)
        draft = self.draft or self._fresh_draft(view)
        assert draft is not None
        try:
            added = draft.add(parse_play(line.text))
        except NotationError as problem:
            raise RefusedError(WireCode.BAD_REQUEST, told_error(problem)) from None
        self.draft = added
        if line.commit or (
            self._settings.current.commit_at_once and not draft.steps and added.complete
        ):
            return self._done(view)
        return self._say_draft(added)

    def _undo(self, view: RoomView) -> list[str]:
        self._seat(view)
        if self.draft is None or not self.draft.steps:
            raise RefusedError(WireCode.BAD_REQUEST, words.NOTHING_TO_UNDO)
        self.draft = self.draft.undo()
        return self._say_draft(self.draft) if self.draft.steps else [words.UNDONE_ALL]

    def _done(self, view: RoomView) -> list[str]:
        self._check(cmd.PlayDice, view)
        if self.draft is None or not self.draft.steps:
            raise RefusedError(Code.MUST_PLAY, words.NO_PLAY_YET)
        draft = self.draft
        steps = resolve(draft.before, draft.seat, draft.dice, draft.steps)
        self.draft = None
        plain = [tuple(step) for step in steps]
        self._asker.request(rq.Play, room=view.room, steps=plain)
        return []

    def _resign(self, line: Resign, view: RoomView) -> list[str]:
        self._check(cmd.OfferResignation, view)
        # Without a level no level may be offered now: the least tells why.
        refused = objection_to_level(view.state, self._seat(view), line.win or Win.SINGLE)
        if refused is not None:
            raise IllegalCommand(refused)
        if line.win is None:
            raise RefusedError(WireCode.BAD_REQUEST, words.RESIGN_USAGE)
        self._asker.request(rq.Resign, room=view.room, win=int(line.win))
        return []

    def _concede(self, view: RoomView) -> list[str]:
        self._check(cmd.Concede, view)
        now = (view.state.match_number, view.state.game_number)
        if self._conceding_in == now:
            return self._ask(rq.Concede, cmd.Concede, view)
        self._conceding_in = now
        opponent = People(view.state, view.you).second
        return [words.CONCEDE_AGAIN.format(name=opponent.name)]

    def _remove(self, line: Remove, view: RoomView) -> list[str]:
        self._check(cmd.RemoveSpectator, view)
        watching = {who["player"]: who["name"] for who in view.presence["spectators"]}
        player = whom(line.who, watching, nobody=words.NO_SPECTATOR)
        self._asker.request(rq.Remove, room=view.room, player=player)
        return []

    def _say(self, line: Say | QuickPhrase, view: RoomView) -> list[str]:
        if not view.state.manners.chat:
            text = WIRE_TEXTS[WireCode.CHAT_OFF]
            raise RefusedError(WireCode.CHAT_OFF, told(WireCode.CHAT_OFF, {}, text))
        if isinstance(line, Say):
            self._asker.request(rq.Say, room=view.room, text=line.text)
        elif line.id:
            self._asker.request(rq.Phrase, room=view.room, phrase=line.id)
        else:
            return phrases()
        return []

    def _ask(
        self, kind: type[rq.GameRequest], command: type[cmd.SeatCommand], view: RoomView
    ) -> list[str]:
        self._check(command, view)
        self._asker.request(kind, room=view.room)
        return []

    def _check(self, command: type[cmd.SeatCommand], view: RoomView) -> None:
        """Refuses what the engine refuses, and what would be asked twice."""
        seat = self._seat(view)
        refused = objection(view.state, command, seat)  # type: ignore[arg-type]  # a concrete one
        if refused is not None:
            raise refusal(view.state, refused)
        if self.waits(view):
            raise RefusedError(WireCode.STALE, words.PATIENCE)

    @staticmethod
    def _seat(view: RoomView) -> Seat:
        if view.you is None:
            raise RefusedError(WireCode.NOT_A_PLAYER, words.NOT_A_PLAYER)
        return view.you

    @staticmethod
    def _fresh_draft(view: RoomView, like: Draft | None = None) -> Draft | None:
        """A draft for the roll to be played now, with the steps of ``like``; or ``None``."""
        state = view.state
        if view.you is None or state.on_roll is not view.you or state.dice is None:
            return None
        steps = () if like is None else like.steps
        return Draft(before=state.board, seat=view.you, dice=state.dice, steps=steps)

    @staticmethod
    def _say_draft(draft: Draft) -> list[str]:
        if draft.complete:
            return [words.COMPOSED.format(play=draft.text)]
        left = words.dice_left(draft.dice_left)
        return [words.COMPOSED_PARTLY.format(play=draft.text, left=left)]


def level_of(text: str) -> Win | None:
    """The level in an answer to "how much do you offer?"; ``None`` if it is no level."""
    return LEVELS.get(text.strip().casefold())
