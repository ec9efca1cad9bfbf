from __future__ import annotations

import base64
import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.identity import (
    EXPORT_PREFIX,
    MAX_ROOMS,
    Identities,
    Identity,
    IdentityError,
    config_dir,
    export_line,
    parse_export,
    parse_name,
)
from protocol.identity import CODE_ALPHABET

HOME, AWAY = "ws://127.0.0.1:8765", "wss://example.org"
ROOM = "7KXQ4MWP9C"
CODES = st.text(CODE_ALPHABET, min_size=10, max_size=10)
UNREADABLE = ["", "{", "[]", "{}", '{"server": 1}', "\udcff", "[" * 100_000]


@pytest.fixture
def kept(tmp_path: Path) -> Identities:
    return Identities(tmp_path / "shuanglu")


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_one_identity_for_each_server_and_name(kept: Identities) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    assert kept.find_or_make(HOME, "Alice") == alice
    tokens = {
        alice.token,
        kept.find_or_make(HOME, "Bo").token,
        kept.find_or_make(AWAY, "Alice").token,
    }
    assert len(tokens) == 3


def test_names_are_the_same_however_they_are_typed(kept: Identities) -> None:
    wide = kept.find_or_make(HOME, " Ａｌｉｃｅ ")
    assert wide == kept.find_or_make(HOME, "Alice")


@pytest.mark.parametrize("name", ["", " ", "a" * 25, "\x1b[2J", "a\u202eb", "a\nb"])
def test_a_name_that_no_server_accepts(name: str) -> None:
    with pytest.raises(IdentityError, match="is no name"):
        parse_name(name)


def test_files_are_private_from_the_start(kept: Identities, tmp_path: Path) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    kept.remember(alice, ROOM)
    for path in files(tmp_path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "shuanglu" / "identities").stat().st_mode) == 0o700


def test_a_file_that_others_can_read_is_closed_and_told(kept: Identities, tmp_path: Path) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    (path,) = files(tmp_path)
    path.chmod(0o644)
    assert kept.find_or_make(HOME, "Alice") == alice
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [str(path) in str(line) for line in kept.warnings] == [True]


def test_rooms_are_found_from_their_code(kept: Identities) -> None:
    alice, bo = kept.find_or_make(HOME, "Alice"), kept.find_or_make(HOME, "Bo")
    kept.remember(alice, ROOM)
    kept.remember(bo, ROOM)
    assert [found.name for found in kept.with_room(ROOM)] == ["Bo", "Alice"]
    assert kept.with_room(ROOM, AWAY) == []
    kept.forget(bo, ROOM)
    assert [found.name for found in kept.with_room(ROOM)] == ["Alice"]
    assert [found.name for found in kept.all()] == ["Bo", "Alice"], "Bo was the last one used"


def test_the_last_used_come_first(kept: Identities) -> None:
    alice, bo, cleo = (kept.find_or_make(HOME, name) for name in ("Alice", "Bo", "Cleo"))
    for identity in (alice, bo, cleo, alice):
        kept.remember(identity, ROOM)
    assert [found.name for found in kept.all()] == ["Alice", "Cleo", "Bo"]


def test_coming_back_writes_nothing(kept: Identities, tmp_path: Path) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    kept.remember(alice, ROOM)
    before = [(path.stat().st_ino, path.stat().st_mtime_ns) for path in files(tmp_path)]
    kept.remember(alice, ROOM)
    assert [(path.stat().st_ino, path.stat().st_mtime_ns) for path in files(tmp_path)] == before


def test_the_oldest_room_is_forgotten_first(kept: Identities) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    codes = [f"2345678{a}{b}9" for a in CODE_ALPHABET[:11] for b in CODE_ALPHABET[:10]]
    for code in [*codes, codes[20]]:
        kept.remember(alice, code)
    rooms = kept.all()[0].rooms
    assert len(rooms) == MAX_ROOMS
    assert rooms[-1] == codes[20]
    assert codes[0] not in rooms


@pytest.mark.parametrize("content", UNREADABLE, ids=lambda content: content[:20])
def test_a_file_that_is_none_of_ours(kept: Identities, tmp_path: Path, content: str) -> None:
    kept.find_or_make(HOME, "Alice")
    (path,) = files(tmp_path)
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(IdentityError, match="is no identity"):
        kept.find_or_make(HOME, "Alice")
    assert path.read_bytes() == content.encode("utf-8", "surrogateescape"), "it is left alone"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityError, match="cannot write"):
        Identities(tmp_path / "file").find_or_make(HOME, "Alice")


def test_two_programs_that_make_one_identity_at_once(tmp_path: Path) -> None:
    first, second = Identities(tmp_path), Identities(tmp_path)
    assert first.find_or_make(HOME, "Alice") == second.find_or_make(HOME, "Alice")
    assert len(files(tmp_path)) == 1


@given(
    name=st.text("Al ice双陆", min_size=1, max_size=24).filter(lambda name: name.strip() == name),
    token=st.text("0123456789abcdef", min_size=32, max_size=32),
    rooms=st.lists(CODES, max_size=3),
)
def test_an_export_is_read_back(name: str, token: str, rooms: list[str]) -> None:
    identity = Identity(server=AWAY, name=name, token=token, rooms=tuple(rooms))
    line = export_line(identity)
    assert parse_export(line) == identity
    assert parse_export(f"  {line[:30]}\n{line[30:]}\n") == identity, "a mail may have folded it"


@pytest.mark.parametrize("cut", [0, 10, 40, -2])
def test_a_part_of_an_export_is_refused(cut: int) -> None:
    line = export_line(Identity(server=AWAY, name="Alice", token="a" * 32))
    with pytest.raises(IdentityError, match="whole line"):
        parse_export(line[:cut])


@pytest.mark.parametrize("server", ["ws://\ud800", "ws://a..b", "ws://a\x1bcb"], ids=ascii)
def test_an_import_for_a_server_that_can_be_none_is_refused(server: str) -> None:
    line = export_line(Identity(server=AWAY, name="Alice", token="a" * 32))
    packed = base64.urlsafe_b64decode(line.removeprefix(EXPORT_PREFIX))
    spoiled = json.dumps({**json.loads(packed), "server": server}).encode()
    for content in (spoiled, b"[" * 100_000):
        with pytest.raises(IdentityError, match="whole line"):
            parse_export(EXPORT_PREFIX + base64.urlsafe_b64encode(content).decode())


def test_an_import_does_not_replace_another_self(kept: Identities, tmp_path: Path) -> None:
    here = kept.find_or_make(HOME, "Alice")
    kept.take_over(here, replacing=False)
    kept.remember(here, ROOM)
    other = Identity(server=HOME, name="Alice", token="b" * 32)
    with pytest.raises(IdentityError, match="another Alice"):
        kept.take_over(other, replacing=False)
    kept.take_over(other, replacing=True)
    assert kept.find_or_make(HOME, "Alice") == other


def test_an_import_replaces_a_self_that_never_had_a_seat(kept: Identities) -> None:
    kept.find_or_make(HOME, "Alice")
    other = Identity(server=HOME, name="Alice", token="b" * 32, rooms=(ROOM,))
    kept.take_over(other, replacing=False)
    assert kept.find_or_make(HOME, "Alice") == other


def test_an_import_of_oneself_brings_the_seats_taken_since(kept: Identities) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    kept.remember(alice, "K" * 10)
    kept.take_over(replace(alice, rooms=(ROOM,)), replacing=False)
    assert kept.all()[0].rooms == ("K" * 10, ROOM)


def test_where_identities_are_kept() -> None:
    assert config_dir({"XDG_CONFIG_HOME": "/c"}, "linux") == Path("/c/shuanglu")
    assert config_dir({}, "linux") == Path.home() / ".config" / "shuanglu"
    assert config_dir({"APPDATA": "/a"}, "win32") == Path("/a/shuanglu")


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(IdentityError, match="XDG_CONFIG_HOME"):
        config_dir({}, "linux")
    assert config_dir({"XDG_CONFIG_HOME": "/c"}, "linux") == Path("/c/shuanglu")


def test_a_token_is_not_shown_by_accident(kept: Identities) -> None:
    alice = kept.find_or_make(HOME, "Alice")
    assert alice.token not in repr(alice)
