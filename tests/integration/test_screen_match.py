"""A whole match on three screens of different sizes, with the server killed in the middle."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.integration.process import ServerProcess
from tests.integration.terminals import TMUX, Terminal, Tmux, tmux

pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")

TURNS_BEFORE_THE_DOUBLE = 4
TURNS_AFTER_THE_KILL = 4
MAX_TABS = 30
"""Far more than four moves by one die and done need."""
A_CHOICE = re.compile(r"move> (\S+/\w+|done)")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data")
    await process.start()
    yield process
    await process.close()


@pytest.fixture
def desk() -> Iterator[Tmux]:
    with tmux() as opened:
        yield opened


async def everybody(desk: Tmux, server: ServerProcess, homes: Path) -> dict[str, Terminal]:
    """Alice and Bo at a match to 3, watched by Cy."""
    new = ("new", "--name", "Alice", "--points", "3", "--server", server.url)
    alice = desk.open("alice", homes / "alice", (80, 24), *new)
    invitation = await alice.until("Waiting for an opponent")
    found = re.search(r"shuanglu join (\S+) --name", invitation)
    assert found is not None, "the invitation stands on one line, to be copied"
    bo = desk.open("bo", homes / "bo", (60, 20), "join", found[1], "--name", "Bo")
    await bo.until("ready>")
    cy = desk.open("cy", homes / "cy", (120, 40), "watch", found[1], "--name", "Cy")
    await cy.until("Match to 3")
    return {"Alice": alice, "Bo": bo, "Cy": cy}


async def on_turn(people: dict[str, Terminal]) -> Terminal:
    """Who is asked to roll or to play."""
    asked: list[Terminal] = []

    def somebody_is(_screen: str) -> bool:
        asked[:] = [p for p in people.values() if p.prompt in ("roll>", "move>")]
        return bool(asked)

    await people["Cy"].until(somebody_is)
    return asked[0]


async def one_turn(player: Terminal) -> None:
    """Rolls, and plays whatever Tab offers first, until the turn is over."""
    if player.prompt == "roll>":
        player.press("Enter")
        await player.until(lambda _: player.prompt != "roll>")
    for _ in range(MAX_TABS):
        if not player.prompt.startswith("move>"):
            return
        if A_CHOICE.match(player.prompt):
            player.press("Enter")
            await player.until(lambda _: not A_CHOICE.match(player.prompt))
        else:
            before = player.screen
            player.press("Tab")
            await player.until(lambda screen, before=before: screen != before)  # type: ignore[misc]  # one argument
    raise AssertionError(f"no play was found with Tab; there stands:\n{player.screen}")


async def turns(people: dict[str, Terminal], count: int) -> None:
    for _ in range(count):
        await one_turn(await on_turn(people))


async def wait_to_roll(people: dict[str, Terminal]) -> tuple[Terminal, Terminal]:
    """Somebody who is asked to roll, and the opponent."""
    while (player := await on_turn(people)).prompt != "roll>":
        await one_turn(player)
    others = [one for name, one in people.items() if one is not player and name != "Cy"]
    return player, others[0]


async def test_a_whole_match_on_three_screens(
    desk: Tmux, server: ServerProcess, tmp_path: Path
) -> None:
    people = await everybody(desk, server, tmp_path)
    alice, bo, cy = people.values()
    alice.press("Enter")
    await bo.until("Alice is ready")
    bo.press("Enter")
    await cy.until("Game 1 begins.")
    await turns(people, TURNS_BEFORE_THE_DOUBLE)

    doubler, taker = await wait_to_roll(people)
    doubler.enter("double")
    await taker.until("take/drop>")
    taker.press("Enter")
    taker.enter("say let me think")
    await cy.until("let me think")
    assert "take/drop>" in taker.screen, "Enter decides nothing"
    taker.enter("t")
    await doubler.until("roll>")
    await cy.until("Cube 2")

    taker.type("say back a")
    await server.kill()
    for person in people.values():
        await person.until("Reconnecting:")
    taker.type("gain")
    await server.start()
    for person in people.values():
        await person.until(lambda screen: "Reconnecting:" not in screen)
    taker.press("Enter")
    await cy.until("back again")
    await turns(people, TURNS_AFTER_THE_KILL)

    bo.resize(50, 15)
    await bo.until("The board needs 60x18; this terminal has 50x15.")
    bo.resize(100, 30)
    await bo.until("- Moves ")
    alice.enter("resign")
    await alice.until("1/2/3/c>")
    alice.enter("2")
    asked = await bo.until("accept/reject>")
    assert "Alice offers to lose a gammon (4 points): accept or reject." in asked
    bo.enter("accept")
    await cy.until("Bo wins the match 3-0.")
    await alice.until("rematch, or quit")

    alice.enter("quit")
    await alice.until("Come back with: shuanglu resume")
    assert "+13-14-" not in alice.screen, "the screen is given back"
