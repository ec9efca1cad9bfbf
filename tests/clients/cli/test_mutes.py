"""Whom one does not want to hear, and what is kept of it."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from clients.cli import words
from clients.cli.mutes import FILE_NAME, MAX_PEOPLE, MAX_ROOMS, Mutes
from tests.clients.cli.tables import Match


def watched() -> Match:
    """A match with a spectator, of which nobody has been told anything yet."""
    match = Match((3, 1))
    match.watch()
    match.forget()
    return match


def test_who_is_muted_is_heard_no_more_and_whoever_is_unmuted_is() -> None:
    match = watched()
    assert match.type("Alice", "mute") == [words.NOBODY_MUTED]
    assert match.type("Alice", "mute cy") == [words.MUTED.format(name="Cy")]
    match.type("Cy", "say run!")
    match.type("Bo", "say hi")
    assert match.take("Alice")[-1] == "<Bo> hi"
    assert "run!" in " ".join(match.take("Bo")), "others do hear Cy"
    assert [line["text"] for line in match.tables["Alice"].view.chat] == ["hi"]  # type: ignore[union-attr]  # in the room
    assert match.type("Alice", "mute") == [words.MUTED_ARE.format(names="Cy")]
    assert match.type("Alice", "unmute Cy") == [words.UNMUTED.format(name="Cy")]
    assert match.type("Cy", "say again") == ["<Cy, watching> again"]
    assert match.take("Alice")[-1] == "<Cy, watching> again"


def test_an_opponent_can_be_muted_and_what_was_said_before_goes_too() -> None:
    match = watched()
    match.type("Bo", "say hm")
    match.type("Alice", "mute Bo")
    assert match.tables["Alice"].view.chat == ()  # type: ignore[union-attr]  # she is in the room
    match.type("Bo", "say hello?")
    assert "hello?" not in " ".join(match.told["Alice"])


def test_nobody_of_that_name_and_oneself_cannot_be_muted() -> None:
    match = watched()
    for who in ("Dee", "Alice"):
        assert match.type("Alice", f"mute {who}") == [words.NOBODY_CALLED.format(who=who)]
    assert match.type("Alice", "unmute Bo") == [words.NOBODY_CALLED.format(who="Bo")]
    assert match.type("Alice", "unmute") == [words.SOMETHING_MISSING.format(usage="unmute NAME")]


def test_it_is_kept_for_the_room_on_this_device_alone(tmp_path: Path) -> None:
    match = watched()
    view = match.tables["Alice"].view
    assert view is not None
    path = tmp_path / "config" / FILE_NAME
    Mutes(path).mute("Bo", view)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 or os.name != "posix"
    match.type("Bo", "say hm")
    seen = match.sessions["Alice"].rooms[match.room]
    assert Mutes(path).quiet(seen).chat == ()
    assert Mutes().quiet(seen).chat != ()
    Mutes(path).unmute("Bo", view)
    assert json.loads(path.read_text()) == {}


@pytest.mark.parametrize(
    "content",
    ["", "[]", "null", "{", '{"A": 1}', "\udcff", "[" * 100_000],
    ids=lambda content: ascii(content[:10]),
)
def test_a_file_that_is_none_mutes_nobody(tmp_path: Path, content: str) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(content.encode(errors="surrogateescape"))
    view = watched().tables["Alice"].view
    assert view is not None
    assert Mutes(path).mute("", view) == [words.NOBODY_MUTED]


def test_what_is_kept_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    many = [f"{number:032x}" for number in range(MAX_PEOPLE)]
    path.write_text(json.dumps({f"ROOM{number}": many for number in range(MAX_ROOMS)}))
    match = watched()
    view = match.tables["Alice"].view
    assert view is not None
    mutes = Mutes(path)
    mutes.mute("Bo", view)
    kept = json.loads(path.read_text())
    assert len(kept) == MAX_ROOMS
    assert "ROOM0" not in kept
    assert [*kept][-1] == match.room
