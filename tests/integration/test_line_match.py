"""One match in lines on two terminals, watched on a third, with everything a match can have.

A double taken and one dropped, a gammon, a Crawford game, and Ctrl-C with ``resume`` in between.
The checkers are moved by what Tab offers. With ``-s`` it shows what stood on Bo's terminal.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.clients.cli.programs import PROMPT_IS_GONE, PROMPT_STANDS, Program, shuanglu
from tests.integration.process import ServerProcess

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x08|\r")
INVITATION = re.compile(r"join (\S+) --name")
DICE = re.compile(r"Your dice: (\d)-(\d)")
A_MOVE = re.compile(r"(?:bar|\d+)/(?:off|\d+)")
A_GAP = re.compile(r"\s*\n\s*\n\s*\n")
A_REPLY = re.compile(r"\n([^\n]+)\n+move>")
TO_ROLL, WHOLE, PART = "Your turn: Enter rolls", "Enter = done", "u = undo"
CLEAR_LINE = "\x15"
CTRL_C = "\x03"
TURNS = 3
MOST_MOVES = 4


@dataclass(slots=True)
class Person:
    """Somebody at a terminal; ``read`` is how much of it was there at the last key."""

    program: Program
    read: int = 0

    @property
    def fresh(self) -> str:
        """What came since the last key, without the terminal's control sequences."""
        return CONTROL.sub("", self.program.out[self.read :])

    @property
    def transcript(self) -> str:
        """All that was there, without control sequences and the empty room for menus."""
        return A_GAP.sub("\n\n", CONTROL.sub("", self.program.out))

    @property
    def is_asked(self) -> bool:
        """Whether it is for this one to roll or to play."""
        return TO_ROLL in self.fresh or DICE.search(self.fresh) is not None

    async def press(self, keys: str) -> None:
        """Presses keys as soon as a prompt stands: a terminal that is drawing may miss them."""
        await self.program.until(lambda out: out.rfind(PROMPT_STANDS) > out.rfind(PROMPT_IS_GONE))
        self.read = len(self.program.out)
        self.program.type(keys)

    async def enter(self, text: str = "") -> None:
        """Types a line, whatever stood there."""
        await self.press(f"{CLEAR_LINE}{text}\r")

    async def until(self, *texts: str) -> None:
        """Waits until all of these have come since the last key."""
        await self.program.until(lambda _: all(text in self.fresh for text in texts))

    async def found(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """Waits until this has come since the last key."""
        await self.program.until(lambda _: pattern.search(self.fresh) is not None)
        match = pattern.search(self.fresh)
        assert match is not None
        return match


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data")
    await process.start()
    yield process
    await process.close()


async def first_asked(*players: Person) -> Person:
    """Who is asked to roll or to play."""
    waits = [
        asyncio.ensure_future(one.program.until(lambda _, one=one: one.is_asked))  # type: ignore[misc]  # one argument
        for one in players
    ]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    await asyncio.gather(*waits, return_exceptions=True)
    return next(one for one in players if one.is_asked)


async def move_one(player: Person, dice: tuple[int, int]) -> bool:
    """Moves a checker as Tab offers it; whether the play is whole now."""
    await player.press("\t")
    offered = (await player.found(A_MOVE))[0]
    # Of several entries Tab writes what they have in common, which may be part of a number.
    moves = [f"bar/{25 - die}" for die in dice] if offered.startswith("bar") else [offered]
    for move in moves:
        await player.enter(move)
        reply = (await player.found(A_REPLY))[1]
        if WHOLE in reply or PART in reply:
            return WHOLE in reply
    raise AssertionError(f"{moves} were offered and refused:\n{player.fresh}")


async def one_turn(player: Person, opponent: Person) -> None:
    """Rolls and plays, if there is a play."""
    if TO_ROLL in player.fresh:
        await player.enter()
        if await first_asked(player, opponent) is opponent:
            return
    thrown = await player.found(DICE)
    dice = int(thrown[1]), int(thrown[2])
    for _ in range(MOST_MOVES):
        if await move_one(player, dice):
            await player.enter()
            await player.until("You play")
            return
    raise AssertionError(f"more than {MOST_MOVES} moves:\n{player.fresh}")


async def play_until_to_roll(player: Person, opponent: Person) -> None:
    """Some turns, and then on until ``player`` may double."""
    turns = 0
    while True:
        asked = await first_asked(player, opponent)
        if turns >= TURNS and asked is player and TO_ROLL in player.fresh:
            return
        await one_turn(asked, opponent if asked is player else player)
        turns += 1


async def start_game(number: int, host: Person, guest: Person) -> None:
    """Both are ready."""
    for one in (host, guest):
        await one.until("ready>")
    await host.enter("ready")
    await host.until("Waiting for Bo to start")
    await guest.enter("ready")
    for one in (host, guest):
        await one.until(f"Game {number} begins")


async def give_up(loser: Person, winner: Person, level: int, told: str) -> None:
    """Loses a game by resigning it."""
    await loser.enter(f"resign {level}")
    await winner.until("accept or reject.")
    await winner.enter("accept")
    await winner.until(told)
    await loser.until("accepts the resignation")


# Longer than other functions: it is one match, told from its first line to its last.
async def test_a_match_in_lines_with_everything_that_a_match_can_have(
    server: ServerProcess, tmp_path: Path
) -> None:
    async with AsyncExitStack() as desks:

        async def sit(home: str, *arguments: str) -> Person:
            running = shuanglu(tmp_path / home, *arguments, "--plain", terminal=True)
            return Person(await desks.enter_async_context(running))

        new = ("new", "--points", "5", "--name", "Alice", "--server", server.url)
        alice = await sit("alice", *new)
        address = (await alice.found(INVITATION))[1]
        bo = await sit("bo", "join", address, "--name", "Bo")
        cy = await sit("cy", "watch", address, "--name", "Cy")
        await cy.until("match to 5")

        # A double taken.
        await start_game(1, alice, bo)
        await play_until_to_roll(bo, alice)
        await bo.enter("double")
        await alice.until("take, or drop")
        await alice.enter("take")
        await bo.until("Alice takes. Cube 2", TO_ROLL)
        await one_turn(bo, alice)
        await give_up(alice, bo, 1, "Score: you 2, Alice 0.")

        # A gammon, with Ctrl-C and resume before it.
        await start_game(2, alice, bo)
        await play_until_to_roll(alice, bo)
        await alice.press(CTRL_C)
        assert await alice.program.ended() == 0
        await alice.until("Come back with: shuanglu resume")
        await bo.until("Alice is offline.")
        alice = await sit("alice", "resume")
        await alice.until(TO_ROLL)
        await one_turn(alice, bo)
        await give_up(alice, bo, 2, "Score: you 4, Alice 0.")

        # The Crawford game.
        await start_game(3, alice, bo)
        await cy.until("Crawford")
        await play_until_to_roll(alice, bo)
        await alice.enter("double")
        await alice.until("Crawford")
        await give_up(bo, alice, 1, "Score: you 1, Bo 4.")

        # A double dropped.
        await start_game(4, alice, bo)
        await play_until_to_roll(alice, bo)
        await alice.enter("double")
        await bo.until("take, or drop")
        await bo.enter("drop")
        await alice.until("Score: you 2, Bo 4.")

        # The end.
        await start_game(5, alice, bo)
        await play_until_to_roll(bo, alice)
        await alice.enter("resign 1")  # accepted by itself: no more could be won
        await bo.until("You win the match 5-2.")
        await cy.until(
            "Alice takes. Cube 2",
            "Score: Alice 0, Bo 2.",
            "Alice is offline.",
            "Score: Alice 0, Bo 4.",
            "Score: Alice 1, Bo 4.",
            "Score: Alice 2, Bo 4.",
            "Bo wins the match 5-2.",
        )
        print(bo.transcript)
