"""``shuanglu``: hands over to the program, quickly."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from clients.cli.haste import importing, leave_quickly, when_used, without_plugins


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs ``shuanglu`` with ``arguments`` (without the program's name), and exits."""
    leave_quickly()
    without_plugins()
    when_used("importlib.metadata")  # websockets asks it which version it has
    when_used("urllib.request")  # websockets asks it for proxies
    try:
        with importing():
            from clients.cli import program  # noqa: PLC0415  (most of a start is this line)
        program.main(arguments)
    except KeyboardInterrupt:  # before there was anything to stop
        sys.exit(130)


if __name__ == "__main__":
    main()
