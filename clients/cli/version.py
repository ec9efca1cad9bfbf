"""Which version this is."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn


def own_version() -> str:
    """The version that is installed."""
    # Finding it out takes a while, and almost nobody asks.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("shuanglu")
    except PackageNotFoundError:
        return "(not installed)"


class ShowVersion(argparse.Action):
    """The option ``--version``."""

    def __call__(self, parser: argparse.ArgumentParser, *_values: Any) -> NoReturn:
        """Prints it and exits."""
        print(f"shuanglu {own_version()}", flush=True)
        parser.exit()
