"""The parts of the documentation that are written by the code: ``python -m tests.documents``.

Such a part stands between two comments, ``<!-- name: ... -->`` and ``<!-- /name -->``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from engine.chart import draw_transitions, tabulate_phases
from server.config import tabulate_settings
from tests.clients.cli import tabulated
from tests.clients.cli.transcript import show_match
from tests.engine.dice_vectors import tabulate_vectors

DOCS = Path(__file__).parents[1] / "docs"

GENERATED: dict[Path, dict[str, Callable[[], str]]] = {
    DOCS / "operations.md": {"settings": tabulate_settings},
    DOCS / "rules.md": {"transitions": draw_transitions, "phases": tabulate_phases},
    DOCS.parent / "README.md": {"screen": tabulated.show_double, "lines": show_match},
    DOCS / "terminal.md": {
        "program": tabulated.tabulate_program,
        "screen": tabulated.show_screen,
        "commands": tabulated.tabulate_commands,
        "keys": tabulated.tabulate_keys,
        "settings": tabulated.tabulate_settings,
    },
    DOCS / "dice.md": {"vectors": tabulate_vectors},
}
"""For each page its generated parts by name."""


def filled(page: str, parts: dict[str, Callable[[], str]]) -> str:
    """``page`` with its generated parts written anew."""
    for name, write in parts.items():
        markers = re.compile(rf"(<!-- {name}:[^\n]*-->\n).*?(<!-- /{name} -->)", re.DOTALL)
        page, found = markers.subn(lambda m: f"{m[1]}\n{write()}\n\n{m[2]}", page)  # noqa: B023
        if found != 1:
            raise ValueError(f"the markers of {name!r} stand {found} times on the page")
    return page


def main() -> None:
    for path, parts in GENERATED.items():
        path.write_text(filled(path.read_text(encoding="utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    main()
