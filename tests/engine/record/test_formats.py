"""Every format writes what it reads."""

from __future__ import annotations

import pytest

from engine.record.formats import FORMATS
from engine.state import Rules
from tests.engine.record import golden
from tests.engine.record.carried import carried
from tests.engine.record.played import record_of, whole_match


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_read_and_written_again_the_same(name: str) -> None:
    form = FORMATS[name]
    events = form.read(form.write(record_of(whole_match(8, Rules(length=5)))).encode())
    assert form.read(form.write(record_of(events)).encode()) == events


def test_one_format_is_made_of_another() -> None:
    events = whole_match(8, Rules(length=5))
    through = events
    for form in FORMATS.values():
        through = form.read(form.write(record_of(through)).encode())
    assert carried(through, everything=False) == carried(events, everything=False)


def test_what_is_written_today_is_what_was_reviewed() -> None:
    """If not: ``python -m tests.engine.record.golden``, and look at the diff."""
    written = {path.name: path.read_bytes().decode() for path in golden.WRITTEN.iterdir()}
    assert golden.files() == written
