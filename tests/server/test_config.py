from __future__ import annotations

from pathlib import Path

import pytest

from server.config import BadSettingError, default_data_dir, read_settings


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "DATA_DIR", "REDIS", "ALLOW_EVICTION"):
        monkeypatch.delenv(f"SHUANGLU_{name}", raising=False)


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
        (["--request-rate", "0"], "--request-rate"),
        (["--request-burst", "0.5"], "--request-burst"),
    ],
)
def test_a_bad_flag_is_one_line_that_names_it(arguments: list[str], named: str) -> None:
    with pytest.raises(BadSettingError) as refused:
        read_settings(arguments)

    assert str(refused.value).startswith(f"{named}: ")
    assert repr(arguments[1]) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_bad_variable_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHUANGLU_ALLOW_EVICTION", "perhaps")

    with pytest.raises(BadSettingError, match=r"^SHUANGLU_ALLOW_EVICTION: "):
        read_settings([])


def test_an_unknown_flag_ends_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        read_settings(["--dice", "66"])

    assert ended.value.code == 2
    assert "unrecognized arguments: --dice 66" in capsys.readouterr().err
