from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from clients.cli import manual
from clients.cli.habits import only_play
from clients.cli.preferences import (
    NAMES,
    PreferenceError,
    Preferences,
    Settings,
    load,
    save,
    with_setting,
)
from engine.board import START, Board, place
from engine.seat import Seat
from tests.clients.cli.tables import Match


def test_every_setting_is_explained() -> None:
    assert set(manual.SETTINGS) == set(NAMES)


def test_what_is_set_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.toml"
    settings = Settings(path)
    settings.override(commit_at_once=True)
    settings.set("auto_roll", "ON")
    settings.set("name", 'A "quoted" \\ name')
    settings.set("server", "example.org")
    assert settings.current.commit_at_once, "for this run"
    kept = Settings(path).current
    assert kept == Preferences(
        auto_roll=True, name='A "quoted" \\ name', server="ws://example.org:8765"
    )
    assert load(path) == kept
    plain = tomllib.loads(path.read_text())
    assert set(plain) == set(NAMES)
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.toml"]


def test_an_empty_text_is_written_in_quotes() -> None:
    changed = with_setting(Preferences(name="Bo"), "name", '""')
    assert changed.name == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "red"),
        ("bell", "loud"),
        ("glyphs", "runes"),
        ("language", "xx"),
        ("server", "ftp://x"),
        ("name", "a\x1bb"),
        ("name", "x" * 201),
    ],
)
def test_what_no_setting_can_have_is_refused(name: str, value: str) -> None:
    with pytest.raises(PreferenceError) as refused:
        with_setting(Preferences(), name, value)
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["bell = 1", "bell = ", 'glyphs = "runes"', "\xff\xfe", "name = 3", "bell = " + "[" * 20_000],
    ids=lambda text: text[:10],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PreferenceError, match=r"settings\.toml"):
        load(path)


def test_a_file_of_a_later_version_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("bell = true\nfireworks = 3\n")
    assert load(path) == Preferences(bell=True)
    save(path, Preferences())
    assert load(path) == Preferences()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PreferenceError, match="cannot write"):
        save(tmp_path / "file" / "settings.toml", Preferences())


def test_settings_at_the_table() -> None:
    match = Match((3, 1))
    assert "  bell            off" in match.type("Alice", "set")
    assert match.type("Alice", "set bell on") == ["bell is on."]
    assert match.type("Alice", "set bell") == ["bell is on."]
    assert match.type("Alice", "set bell loud") == ["bell is on or off."]
    assert "no setting" in match.type("Alice", "set colour")[0]


def test_a_roll_without_a_choice_is_made_by_itself() -> None:
    match = Match((3, 1), (6, 5), (4, 2), length=1)
    match.tables["Bo"].settings.override(auto_roll=True)
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    assert "You roll 6-5." in match.take("Bo")
    assert match.tables["Bo"].prompt == "move> "


def test_no_roll_is_made_where_one_may_double() -> None:
    match = Match((3, 1), (6, 5), length=5)
    match.tables["Bo"].settings.override(auto_roll=True)
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    assert match.tables["Bo"].prompt == "roll> "
    match.type("Bo", "set auto_roll off")


def test_a_play_is_forced_if_there_is_no_other() -> None:
    last_two = Board(place({2: 1, 1: 1}, checkers=15), START.black)
    assert only_play(last_two, Seat.WHITE, (6, 5)) is not None
    assert only_play(START, Seat.WHITE, (6, 5)) is None
    shut_out = Board(place({25: 1, 6: 14}, checkers=15), place({6: 15}, checkers=15))
    assert only_play(shut_out, Seat.WHITE, (6, 6)) is None


def test_no_play_is_made_where_there_is_a_choice() -> None:
    match = Match((6, 1))
    match.tables["Alice"].settings.override(auto_play=True)
    match.begin()
    assert match.tables["Alice"].prompt == "move> "


def test_help_explains_every_setting() -> None:
    told = "\n".join(Match((3, 1)).type("Alice", "help set"))
    for name, text in manual.SETTINGS.items():
        assert name in told
        assert text in told
