"""``python -m protocol``: what it writes is what it checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from protocol.__main__ import BEGIN, DOCS, END, main
from protocol.schema import schema


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with a page that has a head and a tail, and nothing generated yet."""
    (tmp_path / "protocol.md").write_text(f"head\n{BEGIN}{END}tail\n", encoding="utf-8")
    return tmp_path


def test_the_files_of_this_project_are_in_step() -> None:
    assert main(["--check"]) == 0


def test_it_writes_what_it_then_finds(docs: Path) -> None:
    assert main(["--docs", str(docs)]) == 0
    assert main(["--docs", str(docs), "--check"]) == 0
    page = (docs / "protocol.md").read_text(encoding="utf-8")
    assert page.startswith("head\n")
    assert page.endswith("tail\n")
    assert "## Requests" in page
    assert json.loads((docs / "protocol.schema.json").read_text(encoding="utf-8")) == schema()
    assert main(["--docs", str(docs)]) == 0
    assert (docs / "protocol.md").read_text(encoding="utf-8") == page


def test_a_difference_is_shown_and_nothing_is_written(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--docs", str(docs)])
    page = docs / "protocol.md"
    changed = page.read_text(encoding="utf-8").replace("Roll the dice.", "Throw the dice.")
    page.write_text(changed, encoding="utf-8")
    assert main(["--docs", str(docs), "--check"]) == 1
    out = capsys.readouterr().out
    assert "run: python -m protocol" in out
    assert "-Throw the dice." in out
    assert "+Roll the dice." in out
    assert page.read_text(encoding="utf-8") == changed


def test_a_schema_that_is_missing_is_out_of_step(docs: Path) -> None:
    main(["--docs", str(docs)])
    (docs / "protocol.schema.json").unlink()
    assert main(["--docs", str(docs), "--check"]) == 1


@pytest.mark.parametrize("content", [None, "no marks", BEGIN, f"{END}{BEGIN}"])
def test_without_its_place_it_says_so(
    tmp_path: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "protocol.md").write_text(content, encoding="utf-8")
    for options in ([], ["--check"]):
        assert main(["--docs", str(tmp_path), *options]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "protocol.md" in error


def test_it_knows_where_the_docs_are() -> None:
    assert (DOCS / "adr").is_dir()
