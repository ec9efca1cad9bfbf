"""A match in lines as one of its players has it on the terminal, for the README."""

from __future__ import annotations

from clients.address import room_address
from clients.cli import notes
from protocol import requests as rq
from tests.clients.cli.tables import Match, without_boards

SERVER, CODE = "ws://192.168.0.7:8765", "RNRC8BUC5Z"
OPENING, FIRST_ROLL = (1, 4), (6, 2)
TO_THE_MOVE = ("", "8/5", "24/23", "13/9", "")


class _Terminal:
    """What stands on the terminal of ``name``."""

    def __init__(self, match: Match, name: str) -> None:
        self._match = match
        self._name = name
        self.lines = match.take(name)

    def type(self, text: str) -> None:
        """A line behind the prompt, and what comes of it."""
        prompt = self._match.tables[self._name].prompt
        self.lines.append((prompt + text).rstrip())
        self._match.type(self._name, text)
        self.lines += self._match.take(self._name)

    def hear(self) -> None:
        """What has come by itself, without the boards."""
        self.lines += without_boards(self._match.take(self._name))


def show_match() -> str:
    """An opening play, a double taken, and an opponent who leaves and comes back to her dice."""
    match = Match(OPENING, FIRST_ROLL, length=3)
    bo = _Terminal(match, "Bo")
    match.type("Alice", "")
    match.forget()
    for line in TO_THE_MOVE:
        bo.type(line)
    match.type("Alice", "double")
    bo.hear()
    bo.type("roll")
    bo.type("take")
    match.type("Alice", "roll")
    match.cut("Alice")
    bo.hear()
    match.sit("Alice", rq.Resume, room=match.room)
    match.settle()
    alice = _Terminal(match, "Alice")
    alice.lines = ["...", alice.lines[-1]]
    alice.type("24/18 13/11")
    return "\n".join(
        [
            "```",
            f"$ shuanglu join {room_address(SERVER, CODE)} --name Bo --plain",
            *bo.lines,
            "```",
            "",
            "Alice had pressed Ctrl-C:",
            "",
            "```",
            notes.SEAT_KEPT.format(command=notes.resume_command(CODE)),
            "$ shuanglu resume --plain",
            *alice.lines,
            "```",
        ]
    )
