"""Everything that the terminal client says during a match, in English, and nothing else.

One word for one concept: double, take and drop; accept and reject; single, gammon, backgammon.
The texts are templates. Where one names a ``Person``, it gives both forms of the verb:
``{who:roll|rolls}`` becomes "You roll" or "Bo rolls". Names are made printable before they come
here. The help is in ``manual.py``; what is said outside of a match stands in ``notes.py``.
``language.py`` replaces these constants: use them as ``words.NAME``, and when they are needed.

Longer than other files, being one table: whoever looks for a text looks in one place.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from clients.proving import Doubt
from engine.state import (
    DEFAULT_CLAIM_MS,
    DEFAULT_CUBE_LIMIT,
    DEFAULT_MANNERS,
    Dice,
    Manners,
    Rules,
    TimeControl,
    Watching,
    Win,
)
from protocol.phrases import PHRASES


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, by name; ``you`` if it is the reader."""

    name: str
    you: bool = False

    def __str__(self) -> str:
        return YOU_FIRST if self.you else self.name

    def __format__(self, form: str) -> str:
        """``plain|third`` for subject and verb, with ``mid`` in the middle of a sentence.

        One form alone serves both, for languages whose verbs do not change.
        """
        verbs = form.removeprefix("mid").strip()
        plain, _, third = verbs.partition("|")
        subject = YOU if self.you and form.startswith("mid") else str(self)
        return joined(subject, plain if self.you else third or plain)


def joined(*parts: str) -> str:
    """``parts`` with spaces between; there is none between Chinese characters, nor at their signs.

    A sign like ``。`` has the space in itself.
    """
    told = ""
    for part in filter(None, parts):
        told += part if not told or _close(told[-1], part[0]) else f" {part}"
    return told


def _close(before: str, after: str) -> bool:
    wide = [char for char in (before, after) if unicodedata.east_asian_width(char) in "WF"]
    return len(wide) == 2 or any(unicodedata.category(char).startswith("P") for char in wide)


YOU_FIRST, YOU = "You", "you"
POINT, POINTS = "1 point", "{count} points"
VARIANT_NAMES = {
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "longgammon": "longgammon",
}
MATCH_TO, MONEY_SESSION = "match to {length}", "money session"
TERMS, TERMS_JOINT = "{contest} with {options}", ", "
JACOBY, WITH_BEAVERS = "Jacoby", "beavers"
AUTOMATIC_DOUBLE = "1 automatic double"
AUTOMATIC_DOUBLES = "{count} automatic doubles"
CUBE_UP_TO = "the cube up to {limit}"
WITH_CLOCK = "a clock ({delay} a turn and {bank} a point)"
WITH_CLOCK_A_GAME = "a clock ({delay} a turn and {bank} a game)"
CONTROL, CONTROL_A_GAME = "clock {delay} + {bank} a point", "clock {delay} + {bank} a game"
WITHOUT_CHAT, WITHOUT_SPECTATORS = "no chat", "no spectators"
WITHOUT_CLAIMS = "no claims for absence"
CLAIMS_AFTER = "claims after {time} of absence"
FOR_ALL_TO_WATCH = "spectators from the lobby"
DIE_LEFT, DICE_LEFT = "1 die left", "{count} dice left"
STACK_OF_YOURS, STACK_OF = "{count} yours", "{count} of {name}"


def points(count: int) -> str:
    """``1 point``, ``4 points``."""
    return POINT if count == 1 else POINTS.format(count=count)


def dice(rolled: Dice) -> str:
    """``5-2``, the higher one first."""
    return f"{max(rolled)}-{min(rolled)}"


def span(ms: int) -> str:
    """Minutes and seconds, like ``2:05``; a second that has begun counts."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    return f"{minutes}:{seconds:02}"


SECOND, SECONDS = "1 second", "{count} seconds"
MINUTE, MINUTES = "1 minute", "{count} minutes"


def spoken_span(ms: int) -> str:
    """The same to listen to: ``2 minutes 5 seconds``."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    told = []
    if minutes:
        told.append(MINUTE if minutes == 1 else MINUTES.format(count=minutes))
    if seconds or not minutes:
        told.append(SECOND if seconds == 1 else SECONDS.format(count=seconds))
    return joined(*told)


def control(agreed: TimeControl, length: int | None) -> str:
    """How much time was agreed on."""
    text = CONTROL_A_GAME if length is None else CONTROL
    delay, bank = span(agreed.delay_ms), span(agreed.bank_per_point_ms)
    return text.format(delay=delay, bank=bank)


def timed_contest(rules: Rules) -> str:
    """What is played, and by which clock."""
    played = contest(rules.length, rules.variant)
    if rules.clock is None:
        return played
    return TERMS_JOINT.join((played, control(rules.clock, rules.length)))


def contest(length: int | None, variant: str) -> str:
    """What is played, and for how much."""
    played = MONEY_SESSION if length is None else MATCH_TO.format(length=length)
    return joined(VARIANT_NAMES.get(variant, ""), played)


def terms(rules: Rules, manners: Manners = DEFAULT_MANNERS) -> str:
    """What is played for, and the options that were agreed on."""
    options = [JACOBY] if rules.jacoby else []
    if rules.beavers:
        options.append(WITH_BEAVERS)
    if rules.automatic_doubles:
        text = AUTOMATIC_DOUBLE if rules.automatic_doubles == 1 else AUTOMATIC_DOUBLES
        options.append(text.format(count=rules.automatic_doubles))
    if rules.cube_limit != DEFAULT_CUBE_LIMIT:
        options.append(CUBE_UP_TO.format(limit=rules.cube_limit))
    if rules.clock is not None:
        delay, bank = span(rules.clock.delay_ms), span(rules.clock.bank_per_point_ms)
        text = WITH_CLOCK_A_GAME if rules.length is None else WITH_CLOCK
        options.append(text.format(delay=delay, bank=bank))
    elif manners.claim_after_ms is None:
        options.append(WITHOUT_CLAIMS)
    elif manners.claim_after_ms != DEFAULT_CLAIM_MS:
        options.append(CLAIMS_AFTER.format(time=span(manners.claim_after_ms)))
    played = contest(rules.length, rules.variant)
    options += [] if manners.chat else [WITHOUT_CHAT]
    if manners.watch is Watching.NONE:
        options.append(WITHOUT_SPECTATORS)
    elif manners.watch is Watching.ALL:
        options.append(FOR_ALL_TO_WATCH)
    if not options:
        return played
    return TERMS.format(contest=played, options=TERMS_JOINT.join(options))


def dice_left(count: int) -> str:
    """What a play that is put together still has to use."""
    return DIE_LEFT if count == 1 else DICE_LEFT.format(count=count)


WIN_NAMES = {Win.SINGLE: "single game", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"}

# What happened.

OPENED = "{who:open|opens} a {terms}."
JOINED = "{who} joined."
SPECTATOR_REMOVED = "{who} removed {name}."
A_SPECTATOR = "a spectator"
IS_READY = "{who:are|is} ready."
ENTROPY_MISSED = "{who:have|has} no part in the dice of this game: it came too late."
GAME_STARTED = "Game {number} begins."
GAME_STARTED_CRAWFORD = "Game {number} begins: the Crawford game, nobody may double."
OPENING_TIED = "Opening roll: {die} and {die}. Again."
AUTOMATICALLY_DOUBLED = "Automatic double: the cube turns to {value}."
OPENING_THROWN = (
    "Opening roll: {first:mid} {first_die}, {second:mid} {second_die}. "
    "{starter:start|starts} with {dice}."
)
ROLLS = "{who:roll|rolls} {dice}."
SHUT_OUT = "{who:are|is} shut out. The turn passes."
CANNOT_MOVE = "{who:have|has} no legal play. The turn passes."
PLAYS = "{who:play|plays} {play}."
DOUBLES = "{who:double|doubles} to {value}."
BEAVERS = "{who:beaver|beavers} to {value}."
RACCOONS = "{who:raccoon|raccoons} to {value}."
TAKES = "{who:take|takes}. Cube {value}, {owner:mid own|owns} it."
DROPS = "{who:drop|drops}."
OFFERS_RESIGNATION = "{who:offer|offers} to lose a {win} ({points})."
ACCEPTS_RESIGNATION = "{who:accept|accepts} the resignation."
REJECTS_RESIGNATION = "{who:reject|rejects} the resignation. The game goes on."
WITHDRAWS_RESIGNATION = "{who:withdraw|withdraws} the resignation."
GAME_WON = "{who:win|wins} a {win}: {points}."
GAME_WON_CUBE = "{who:win|wins} a {win}, {units}x{cube} = {points}."
SCORE = "Score: {first:mid} {own}, {second:mid} {other}."
MATCH_WON = "{who:win|wins} the match {own}-{other}."
FLAGGED = "{who:run|runs} out of time."
STANDING = (
    "Of the last matches of {name}, {finished} in all, {abandoned} had a game that was claimed "
    "because {name} stayed away."
)
CAN_CLAIM = (
    "{name} is away on their turn. From {time} on: claim, to win this game. "
    "Or wait; or save the match, which then waits for both of you."
)
CAN_CLAIM_NOW = "{who:have|has} been away too long: claim wins this game."
SAVED_NOW = "The match is saved: nobody is late before both of you are back."
IS_AWAY = "{who:are|is} away."
LEAVES = "{who:leave|leaves} the room; the seat stays taken."
SAVES = "{who:leave|leaves}: the match is saved until both are back."
IS_BACK = "{who:are|is} back."
CLAIMS = "{who:claim|claims} the game: the opponent was away too long."
TIME_CREDITED = "{who:get|gets} {time} back on the clock: the server had been away."
ABSENCE_CREDITED = "{time} does not count as absence: nobody was waiting, or the server was away."
WON_ON_TIME = "{who:win|wins} the match on time."
CONCEDED = "{who:concede|concedes} the match. {winner:win|wins}."
CANCELLED = "{who} closed the room."
CLOSED = "The people who run this server closed the room."
SESSION_ENDED = "{who:end|ends} the session."
REMATCH_ASKED = "{who:ask|asks} for a rematch."
MATCH_STARTED = "A new {contest} begins at 0-0."
SAID = "<{who}> {text}"
SAID_WATCHING = "<{who}, watching> {text}"
MUTED = "You do not hear {name} in this room any more; unmute {name} changes that."
UNMUTED = "You hear {name} again."
MUTED_ARE = "Muted in this room: {names}."
NOBODY_MUTED = "Nobody is muted in this room. mute NAME mutes a player or a spectator."
NO_PHRASE = "There is no phrase {word!r}; phrase lists them."
PHRASES_ARE = "phrase WORD says one of these, to everybody in their own language:"
NAMES_ALIKE = "Mind the names, they look alike: {second} came second."
SECOND_OF_ALIKE = "{name} [2]"
QUICK_PHRASES: dict[str, str] = dict(PHRASES.items())

# Who is there.

OFFLINE = "{name} is offline. The game waits."
OFFLINE_BY_CLOCK = "{name} is offline. The clock runs on."
OFFLINE_AT_END = "{name} is offline."
ONLINE = "{name} is here."
STARTED_WATCHING = "{name} watches ({count} watching)."
STOPPED_WATCHING = "{name} left ({count} watching)."

# What is asked now.

WAIT_FOR_OPPONENT = "Waiting for an opponent. Ctrl-C leaves; the match stays open."
WATCHING = "You are watching. board, pips and log show more; quit leaves."
ASK_READY = "Press Enter (or type ready) to start game {number}."
ASK_READY_SESSION = "Enter (or ready) starts game {number}; end closes the session."
WAIT_READY = "Waiting for {name} to start game {number}."
ASK_ROLL = "Your turn: Enter rolls."
ASK_ROLL_OR_DOUBLE = "Your turn: Enter rolls, or double."
ASK_PLAY = "Your dice: {dice}. Type your play, like 13/8 24/22."
ASK_CUBE = "{offer}: take, or drop and lose {points}."
ASK_REDOUBLE = "{offer}: take, {redouble}, or drop and lose {points}."
OFFERS = {
    "double_offered": "{who:double|doubles} to {value}",
    "beavered": "{who:beaver|beavers} to {value}",
    "raccooned": "{who:raccoon|raccoons} to {value}",
}
REDOUBLES = {"beaver": "beaver to {value}", "raccoon": "raccoon to {value}"}
ASK_RESIGNATION = "{who:offer|offers} to lose a {win} ({points}): accept or reject."
ASK_REMATCH = "The match is over: rematch, or quit."
WAIT_REMATCH = "Waiting for the answer to your rematch; quit leaves."
ROOM_CLOSED = "This room is closed; quit leaves."

PROMPTS = {
    "roll": "roll> ",
    "play": "move> ",
    "cube": "take/drop> ",
    "resignation": "accept/reject> ",
    "ready": "ready> ",
    "level": "1/2/3/c> ",
}
PROMPT = "> "

# What the player is doing.

COMPOSED = "{play}. Enter = done, u = undo."
COMPOSED_PARTLY = "{play}. {left}; u = undo."
UNDONE_ALL = "Nothing played yet."
NOTHING_TO_UNDO = "There is nothing to undo."
NO_PLAY_YET = "Type your play first, like 13/8 24/22."
PATIENCE = "Sent already; the server has not answered yet."
NOT_A_PLAYER = "Only the two players may do that."
ONLY_SPECTATORS = "Your side of the board is at the bottom; only spectators can change sides."
NOT_ENTERED = "You are not in the room yet."
RESIGN_USAGE = "resign 1, 2 or 3: single, gammon or backgammon."
RESIGN_LEVELS = "Offer: 1 single, 2 gammon, 3 backgammon; c cancels."
RESIGN_CANCELLED = "Nothing offered."
CONCEDE_AGAIN = "That gives {name} the whole match. Type concede again to do it."
NO_COMMAND = "There is no command {word!r}; help lists the commands."
NO_COMMAND_BUT = "There is no command {word!r}: did you mean {nearest}?"
HELP_TOPICS = (
    "help openings, help strategy and help history are about the game, help terms about its words."
)
NO_HELP = "There is no help about {topic}; help lists the commands, help terms the words."
NO_HELP_BUT = "There is no help about {topic}: did you mean {nearest}?"
TAKES_NOTHING = "{name} takes no more words."
SOMETHING_MISSING = "Type {usage}."
NO_SPECTATOR = "Nobody called {who} is watching."
NOBODY_CALLED = "Nobody called {who} is here."
SEVERAL_MEANT = "Several are meant: write the command and one of {names}."

# The board and the move log.

HEADING = "Game {number}, {contest}: {first:mid} {own}, {second:mid} {other}."
HEADING_BEFORE = "A {terms}: {first:mid} and {second:mid}."
HEADING_ALONE = "A {terms}, not begun."
NOBODY_YET = "nobody yet"
LEGEND = "X is {bottom:mid}, O is {top:mid}."
CUBE_CENTRED = "Cube {value}, in the middle."
CUBE_YOURS = "Cube {value}, yours."
CUBE_OWNED = "Cube {value}, {name} owns it."
CRAWFORD = "Crawford game: no doubling."
CLOCKS = "Time left: {first:mid} {own}, {second:mid} {other}."
CLOCKS_STOPPED = "The clocks are stopped."
RUNNING, RUNNING_BANK = "{delay} of this turn and {bank}", "{bank} and running"
TIME_IS_LOW = "Mind the clock: you have {time} left."
NO_CLOCK = "There is no clock in this match."
PIPS = "Pips: {first:mid} {own}, {second:mid} {other}."
LOG_EMPTY = "No game has been played yet."
LOG_GAME = "Game {number}"
LOG_ROLL = "{number:>3}. {who} {dice}: {play}"
LOG_PASS = "(no legal play)"
LOG_OTHER = "     {text}"

# The connection.

CONNECTING = "Connecting: {reason}. Trying for some seconds more."
SENT_LATER = "That is sent as soon as the server is back."
RECONNECTING = "Reconnecting: {reason}. Next try in {retry_s} s; you can go on typing."
BACK = "You are back."
BACK_SAME_DICE = "You are back. {who} rolled {dice} before the break: same dice."
DICE_CHECKED = (
    "Dice of game {game}: checked. Every throw ({throws} in all) follows from what both "
    "players and the server had fixed before it."
)
DOUBTS = {
    Doubt.UNPROVED: "Warning: the server promised nothing for the dice of this game. "
    "They cannot be checked.",
    Doubt.DROPPED: "Warning: the server left out your part of the dice of this game. "
    "Export the record and keep it.",
    Doubt.MISSED: "Warning: this game began without your part of the dice, "
    "which the server says came too late.",
    Doubt.CHANGED: "Warning: the server changed its promise for the dice of this game. "
    "Export the record and keep it.",
    Doubt.WRONG_SECRET: "Warning: a secret of the dice is not the one promised before the game. "
    "Export the record and keep it.",
    Doubt.WRONG_DICE: "Warning: dice fell in this game that do not follow from its secrets. "
    "Export the record and keep it.",
}
ROLLED_BACK = "The server's store lost the latest events. This is how the match stands now."
SERVER_CANNOT_STORE = "The server cannot store this right now. It is being asked again."

# Settings, and what is done by itself.

SETTINGS_ARE = "Your settings. set NAME VALUE changes one, help set explains them."
SETTING_IS = "{name} is {value}."
NO_SETTING = "There is no setting {name!r}; set alone lists them."
SETTING_IS_SWITCH = "{name} is on or off."
SETTING_IS_ONE_OF = "{name} is one of {choices}."
SETTING_OF_OTHER_TYPE = "{name} cannot have this value."
SETTINGS_UNREADABLE = "cannot read {path}: {reason}"
SETTINGS_UNWRITABLE = "cannot write {path}: {reason}"
FORCED = "The only play: {play}."

# The board in sentences.

SPEECH_POINTS_ARE = "Points:"
SPEECH_POINT = "{point}: {stack}."
SPEECH_BAR = "On the bar: {stack}."
SPEECH_OFF = "Off: {first:mid} {own}, {second:mid} {other}."


def spoken_stack(count: int, whose: Person) -> str:
    """``2 yours``, ``5 of Bo``."""
    text = STACK_OF_YOURS if whose.you else STACK_OF
    return text.format(count=count, name=whose.name)


# The screen.

YOUR_TURN = "Your turn."
TURN_OF = "{name}'s turn."
TO_ROLL = "{name} is to roll."
TO_PLAY = "{name} has {dice} to play."
TO_ANSWER = "{name} has to answer the double."
CUBE_ON_BOARD = "cube [{value}]"
PLAYER_OFF = "offline"
CLOCK_LOW = "low"
WATCHED_BY = "{count} watching"
GAME_NUMBER = "Game {number}"
PANE_LOG = "Moves"
PANE_CHAT = "Chat"
CHAT_HOW = "say TEXT"
CHAT_NONE = "none in this room"
SHEET_MORE = "Esc: back to the board. PgUp, PgDn: more."
SHEET_CLOSE = "Esc: back to the board."
TOO_SMALL = "The board needs {columns}x{rows}; this terminal has {has_columns}x{has_rows}."
TOO_SMALL_HOW = "Make it larger, or leave (quit) and start with --plain: lines instead of a screen."
CHOICES = "Tab: {choices}"
NO_CHOICES = "Nothing fits."
