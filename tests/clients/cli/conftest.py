from __future__ import annotations

from collections.abc import Iterator

import pytest

from clients.cli import language


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the language of this system is, and whatever a test made of it."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    yield
    language.speak(language.ENGLISH)


@pytest.fixture
def chinese(english: None) -> None:
    """Everything is said in Chinese."""
    language.speak(language.CHINESE)
