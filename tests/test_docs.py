"""The documentation says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.chart import draw_transitions, tabulate_phases
from engine.events import Event
from engine.phases import ALLOWED, TRANSITIONS
from engine.state import Phase
from tests.documents import DOCS, GENERATED, filled


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_generated_parts_are_in_step(path: Path) -> None:
    """If not: ``python -m tests.documents``."""
    page = path.read_text(encoding="utf-8")
    assert filled(page, GENERATED[path]) == page


def test_a_generated_part_is_replaced_and_a_missing_marker_is_told() -> None:
    page = "a\n<!-- part: by hand -->\nold\n<!-- /part -->\nb\n"
    expected = "a\n<!-- part: by hand -->\n\nnew\n\n<!-- /part -->\nb\n"
    assert filled(page, {"part": lambda: "new"}) == expected
    assert filled(expected, {"part": lambda: "new"}) == expected
    with pytest.raises(ValueError, match="'other' stand 0 times"):
        filled(page, {"other": lambda: "new"})


def test_the_diagram_draws_every_change_of_phase_once() -> None:
    arrow = re.compile(r"^    (\w+) --> (\w+) : (.*)$", re.MULTILINE)
    drawn = [
        (source, event, target)
        for source, target, events in arrow.findall(draw_transitions())
        for event in events.split(", ")
    ]
    changes: list[tuple[Phase, type[Event], Phase]] = [
        (phase, event, after)
        for phase, row in TRANSITIONS.items()
        for event, after in row.items()
        if after is not phase
    ]
    assert sorted(drawn) == sorted((phase, event.name, after) for phase, event, after in changes)


def test_the_table_has_every_phase_with_its_commands() -> None:
    rows = [line.strip("| ").split(" | ") for line in tabulate_phases().splitlines()[2:]]
    assert {phase: set(commands.split(", ")) for phase, commands, _ in rows} == {
        phase: {kind.name for kind in kinds} for phase, kinds in ALLOWED.items()
    }


def test_the_links_between_the_pages_lead_somewhere() -> None:
    for page in [*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), (page, target)
