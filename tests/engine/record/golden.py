"""Two matches as they are written today, in every text format.

    python -m tests.engine.record.golden

writes ``tests/golden/records/written`` anew: look at the diff, it is what other programs will read.
"""

from __future__ import annotations

from pathlib import Path

from engine.record.formats import FORMATS
from engine.state import Rules
from tests.engine.record.played import whole_record

RECORDS = Path(__file__).parents[2] / "golden" / "records"
"""Records of other programs and by hand."""

WRITTEN = RECORDS / "written"

_MATCHES = {
    "match": whole_record(4, Rules(length=5)),
    "session": whole_record(
        2, Rules(length=None, jacoby=True, beavers=True, automatic_doubles=1, cube_limit=128)
    ),
}


def files() -> dict[str, str]:
    """The content of every file, by its name."""
    return {
        f"{name}.{ending}": form.write(record)
        for name, record in _MATCHES.items()
        for ending, form in FORMATS.items()
    }


def write() -> None:
    """Write all files."""
    WRITTEN.mkdir(exist_ok=True)
    for name, text in files().items():
        (WRITTEN / name).write_bytes(text.encode())


if __name__ == "__main__":
    write()
