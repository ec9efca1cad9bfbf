"""A quick start and a quick end: what Python need not do meanwhile."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def importing() -> Iterator[None]:
    """For imports. Modules are made of objects that stay: no garbage is looked for among them.

    Looking took a quarter of the time of a start; what was made is not looked through later, too.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def leave_quickly() -> None:
    """At the end of the process all memory goes at once: nothing is searched for garbage before."""
    atexit.register(gc.freeze)
