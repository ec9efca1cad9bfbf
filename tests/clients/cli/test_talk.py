"""What is said, as it is read: phrases in the reader's language, spectators marked, names apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from clients.cli import language, words
from clients.cli.notes import invitation, open_rooms, played_rooms
from engine.state import Watching
from protocol.messages import PlayedRoom
from protocol.phrases import PHRASES
from tests.clients.cli.tables import Match


@pytest.fixture
def speak_english_again() -> Iterator[None]:
    yield
    language.speak(language.ENGLISH)


@pytest.mark.usefixtures("speak_english_again")
def test_a_phrase_is_read_in_the_reader_s_language() -> None:
    match = Match()
    match.forget()
    assert match.type("Alice", "phrase luck") == ["<You> Good luck!"]
    language.speak(language.CHINESE)
    match.type("Alice", "ph luck")
    assert match.take("Bo")[-1] == "<Alice> 祝你好运！"
    assert all(text != PHRASES[word] for word, text in words.QUICK_PHRASES.items())  # type: ignore[index]  # the same words


def test_the_phrases_are_listed_and_another_is_refused() -> None:
    match = Match()
    listed = match.type("Alice", "phrase")
    assert listed[0] == words.PHRASES_ARE
    assert [line.split()[0] for line in listed[1:]] == [*PHRASES]
    assert match.type("Alice", "phrase rude") == [words.NO_PHRASE.format(word="rude")]
    assert match.tables["Alice"].completions("phrase lu") == ["luck", "lucky"]


def test_what_a_spectator_says_is_marked_whatever_the_name() -> None:
    match = Match()
    match.watch()
    match.forget()
    assert match.type("Cy", "say hello") == ["<Cy, watching> hello"]


def test_a_phrase_that_is_not_known_here_is_shown_as_it_came() -> None:
    match = Match()
    match.forget()
    line = {"id": "x", "at_ms": 0, "seat": "black", "name": "Bo", "text": "Ta!", "phrase": "ta"}
    match.lines["Alice"].tell({"t": "chat", "room": match.room, "line": line})  # type: ignore[typeddict-item]  # a newer server's
    match.settle()
    assert match.take("Alice") == ["<Bo> Ta!"]


@pytest.mark.parametrize("typed", ["say hi", "phrase luck"])
def test_a_room_without_chat_refuses_before_anything_is_sent(typed: str) -> None:
    match = Match(chat=False)
    assert "no chat" in " ".join(match.told["Bo"]), "who comes in is told"
    sent = len(match.lines["Alice"].sent)
    assert match.type("Alice", typed) == ["There is no chat in this room."]
    assert len(match.lines["Alice"].sent) == sent


def test_the_second_of_two_names_that_look_alike_is_marked_everywhere() -> None:
    match = Match(bo="AIice")
    told = "\n".join(match.told["Alice"])
    assert words.NAMES_ALIKE.format(second="AIice [2]") in told
    match.forget()
    match.type("Bo", "say I am Alice")
    assert match.take("Alice") == ["<AIice [2]> I am Alice"]


def room(**options: Any) -> Any:
    """A line of the lobby."""
    return {
        **{"room": "BPU3NM4F5Z", "name": "Alice", "chat": True, "watch": "link", "length": 5},
        **{"variant": "standard", "cube": True, "crawford": True, "jacoby": False},
        **{"beavers": False, "automatic_doubles": 0, "cube_limit": 64, **options},
    }


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({}, "Alice, match to 5"),
        ({"chat": False}, "match to 5 with no chat"),
        ({"watch": "none", "chat": False}, "match to 5 with no chat, no spectators"),
        ({"watch": "all"}, "match to 5 with spectators from the lobby"),
        ({"watch": "friends"}, "match to 5"),
    ],
)
def test_the_lobby_says_what_is_agreed_on_besides_the_game(
    options: dict[str, Any], ending: str
) -> None:
    assert open_rooms("ws://localhost:8765", [room(**options)])[-1].endswith(ending)


def test_matches_to_watch_are_listed_with_their_score() -> None:
    assert played_rooms("ws://host:8765", []) == []
    played: PlayedRoom = {
        "room": "BPU3NM4F5Z",
        "white": "Alice",
        "black": "Bo",
        "score": [2, 1],
        "length": 5,
        "variant": "standard",
    }
    lines = played_rooms("ws://host:8765", [played])
    assert lines[1:] == ["  shuanglu watch ws://host:8765/BPU3N-M4F5Z   match to 5: Alice 2, Bo 1"]


def test_an_invitation_to_watch_is_given_only_where_one_may() -> None:
    for watch in Watching:
        lines = "\n".join(invitation("ws://host:8765", "BPU3NM4F5Z", watch))
        assert "shuanglu join ws://host:8765/BPU3N-M4F5Z" in lines
        assert ("shuanglu watch" in lines) is (watch is not Watching.NONE)
