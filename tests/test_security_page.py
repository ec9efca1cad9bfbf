"""``docs/security.md`` names for each danger the tests that hold what it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_test_that_the_page_names_is_there() -> None:
    named = NAMED.findall(PAGE)
    assert named
    for path, name in named:
        functions = ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        assert name in {getattr(one, "name", None) for one in functions}, (path, name)


def test_every_danger_has_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.count(" | ") == 2 and "---" not in line]
    dangers = [row for row in rows if not row.endswith("| tests |")]
    assert len(dangers) > 20
    for row in dangers:
        assert NAMED.search(row), row
