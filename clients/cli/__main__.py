"""``shuanglu``: hands over to the program, quickly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from clients.cli.haste import importing, leave_quickly


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs ``shuanglu`` with ``arguments`` (without the program's name), and exits."""
    leave_quickly()
    with importing():
        from clients.cli import program  # noqa: PLC0415  (most of a start is this line)
    program.main(arguments)


if __name__ == "__main__":
    main()
