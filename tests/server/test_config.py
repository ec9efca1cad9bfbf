from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.config import BadSettingError, Settings, default_data_dir, read_settings


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", *Settings.model_fields):
        monkeypatch.delenv(f"SHUANGLU_{name}".upper(), raising=False)


def test_the_defaults_need_nothing() -> None:
    settings = read_settings([])

    assert (settings.host, settings.port, settings.redis) == ("127.0.0.1", 8765, None)
    assert settings.data_dir == default_data_dir()


def test_a_flag_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHUANGLU_PORT", "9000")
    monkeypatch.setenv("SHUANGLU_DATA_DIR", "/from/environment")

    settings = read_settings(["--port", "9001"])

    assert settings.port == 9001
    assert settings.data_dir == Path("/from/environment")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--port", "abc"], "--port"),
        (["--port", "-1"], "--port"),
        (["--port", "65536"], "--port"),
        (["--host", ""], "--host"),
        (["--host", "a" * 64], "--host"),
        (["--host", "a..b"], "--host"),
        (["--host", "a\0b"], "--host"),
        (["--data-dir", ""], "--data-dir"),
        (["--data-dir", "a\0b"], "--data-dir"),
        (["--tls-cert", "a\0b"], "--tls-cert"),
        (["--tls-key", ""], "--tls-key"),
        (["--request-rate", "0"], "--request-rate"),
        (["--request-burst", "0.5"], "--request-burst"),
        (["--trusted-proxy", "10.0.0.1/8"], "--trusted-proxy"),
        (["--log-level", "loud"], "--log-level"),
    ],
)
def test_a_bad_flag_is_one_line_that_names_it(arguments: list[str], named: str) -> None:
    with pytest.raises(BadSettingError) as refused:
        read_settings(arguments)

    assert str(refused.value).startswith(f"{named}: ")
    assert repr(arguments[1]) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("host", ["::1", "fe80::1%eth0", "::", "localhost.", "b\u00fccher.example"])
def test_a_host_may_be_anything_that_can_be_looked_up(host: str) -> None:
    assert read_settings(["--host", host]).host == host


def test_a_bad_variable_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHUANGLU_ALLOW_EVICTION", "perhaps")

    with pytest.raises(BadSettingError, match=r"^SHUANGLU_ALLOW_EVICTION: "):
        read_settings([])


def test_an_unknown_flag_ends_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        read_settings(["--dice", "66"])

    assert ended.value.code == 2
    assert "unrecognized arguments: --dice 66" in capsys.readouterr().err


def written(folder: Path, text: str) -> str:
    path = folder / "shuanglu.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_environment_wins_over_the_file_and_a_flag_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'host = "192.0.2.1"\nport = 9000\nretention-days = 7\nallow_eviction = true\n'
    path = written(tmp_path, text + 'trusted-proxy = ["10.0.0.0/8", "::1"]\n')
    monkeypatch.setenv("SHUANGLU_PORT", "9001")
    monkeypatch.setenv("SHUANGLU_RETENTION_DAYS", "8")

    settings = read_settings(["--config", path, "--port", "9002"])

    assert (settings.host, settings.port, settings.retention_days) == ("192.0.2.1", 9002, 8)
    assert settings.allow_eviction
    assert [str(one) for one in settings.trusted_proxy] == ["10.0.0.0/8", "::1/128"]
    monkeypatch.setenv("SHUANGLU_CONFIG", path)
    assert read_settings([]).host == "192.0.2.1"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("port = 70000", "shuanglu.toml: port: "),
        ("prot = 8765", "there is no setting 'prot'"),
        ("port 8765", "is no TOML: "),
        ("port = " + "[" * 20_000, "is no TOML: "),
        ("[server]\nport = 1", "there is no setting 'server'"),
    ],
    ids=lambda text: text[:20],
)
def test_a_bad_file_is_one_line_that_names_it(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadSettingError, match=re.escape(complaint)) as refused:
        read_settings(["--config", written(tmp_path, text)])
    assert "\n" not in str(refused.value)


def test_a_bad_address_of_the_store_is_not_repeated(tmp_path: Path) -> None:
    path = written(tmp_path, 'redis = ["redis://:hush@a", "redis://:hush@b"]')
    with pytest.raises(BadSettingError, match=r"shuanglu\.toml: redis: ") as refused:
        read_settings(["--config", path])
    assert "hush" not in str(refused.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadSettingError, match=r"cannot read .*absent\.toml: No such file"):
        read_settings(["--config", str(tmp_path / "absent.toml")])


def test_a_bad_setting_in_the_file_does_not_matter_when_a_flag_wins(tmp_path: Path) -> None:
    path = written(tmp_path, "port = 70000")
    assert read_settings(["--config", path, "--port", "1"]).port == 1


def test_a_list_has_commas_and_spaces_do_not_matter() -> None:
    settings = read_settings(["--allowed-origin", " https://a.example , https://b.example,"])
    assert settings.allowed_origin == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    "wrong", ["example.org", "https://example.org/", "https://", "https://me@example.org"]
)
def test_an_origin_that_no_browser_sends_is_refused(wrong: str) -> None:
    with pytest.raises(BadSettingError) as refused:
        read_settings(["--allowed-origin", f"https://a.example,{wrong}"])
    told = f"--allowed-origin: an origin is like https://example.org, not {wrong!r}"
    assert str(refused.value) == told
