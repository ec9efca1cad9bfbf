"""The help of the terminal client inside a game: an overview, and a line about each command."""

from __future__ import annotations

OVERVIEW = """\
A play is written as it is spoken: 13/8 24/22, 8/5(2), bar/22, 6/off. Points are your own.
  Enter        roll, or send the play that you put together, or start the next game
  13/8         move one checker; undo (u) takes it back; done (.) sends the play
  roll r       double d       take t        drop p
  beaver       raccoon        in money sessions that allow them
  resign 1|2|3 offer a single, gammon or backgammon;  withdraw takes the offer back
  accept a     reject n       answer the other's resignation
  ready        rematch        cancel (close the room before the first game)
  board b      pips           clock          log (the moves of this game)
  say TEXT     phrase ph (in every language)   mute NAME   unmute NAME
  remove NAME (a spectator)     side (watch from the other side)
  concede      give up the whole match;  end  close a money session between games
  claim        win the game of an opponent who stays away too long
  set          set NAME VALUE your settings (help set explains each)
  leave, save  quit q         keep your seat and go; shuanglu resume brings you back
help COMMAND says more about one. Enter never doubles, takes, drops, resigns or accepts."""

TOPICS = {
    "roll": "roll (r, or Enter): throw your dice.",
    "double": "double (d): before rolling, offer to play on for twice the stake.",
    "take": "take (t): accept the double; the side that was doubled first owns the cube.",
    "drop": "drop (p): refuse the double and lose the stake as it was before.",
    "beaver": "beaver: take a double, redouble at once and keep the cube (money sessions).",
    "raccoon": "raccoon: take a beaver and redouble at once; the cube stays over there.",
    "resign": "resign [1|2|3]: offer to lose a single game, a gammon or a backgammon.",
    "accept": "accept (a): accept the resignation that your opponent offers.",
    "reject": "reject (n): refuse it and play on. Rolling, playing or doubling refuses it, too.",
    "withdraw": "withdraw: take your own resignation back.",
    "concede": "concede: give up the whole match; asked twice.",
    "claim": "claim: win the game of an opponent who has been away too long on their turn.",
    "undo": "undo (u): take back the last move of the play that you put together.",
    "done": "done (., or Enter): send that play. It is final then.",
    "ready": "ready (or Enter): start the next game; it starts when both are ready.",
    "rematch": "rematch: play another match; it starts when both ask for it.",
    "end": "end: close a money session between two games.",
    "cancel": "cancel: close the room before its first game.",
    "board": "board (b): draw the board. X is you, at the bottom, moving to the bottom right.",
    "pips": "pips: how far each side still has to go.",
    "clock": "clock: how much time each side has left, in a match with a clock.",
    "log": "log: the moves of this game.",
    "side": "side: watch from the other side of the board; your own is yours as a player.",
    "say": "say TEXT: tell the room something; spectators are read by players after the match.",
    "phrase": "phrase (ph) [WORD]: say one of the phrases that all read in their own language.",
    "mute": "mute [NAME]: hear a player or a spectator no more in this room; who is muted.",
    "unmute": "unmute NAME: hear somebody again.",
    "remove": "remove NAME: send a spectator out of the room for good.",
    "leave": "leave (save): go, keep your seat; with the other away the match is saved.",
    "quit": "quit (q): like leave.",
    "help": "help [COMMAND | WORD]: this; also about the words and rules of the game.",
    "set": "set [NAME [VALUE]]: show your settings, or change one; it lasts.",
}

SETTINGS = {
    "auto_roll": "roll by itself when you may not double (on, off)",
    "auto_play": "play by itself when there is only one legal play (on, off)",
    "commit_at_once": "send a full play typed on one line without a second Enter (on, off)",
    "bell": "ring the terminal's bell when something is asked of you (on, off)",
    "numbers": "the numbers of the points on the board (on, off)",
    "pips": "the pip counts beside the board (on, off)",
    "mouse": "clicks on points; off leaves the mouse to your terminal (on, off)",
    "glyphs": "how checkers look: ascii (X, O) or unicode (discs)",
    "language": "en or zh; empty follows your system",
    "server": "the server used without --server; empty is the one used last",
    "name": "your name when --name is not given; empty is the one used last",
}
"""What each setting does; ``help set`` and the file of settings say it."""
