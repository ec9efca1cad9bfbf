"""A quick start and a quick end: what Python need not do meanwhile.

Most of a start is imports, and a third of those are for things that a player never needs. What is
left out here comes by itself when it is needed after all, except where it says never.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


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


def when_used(name: str) -> None:
    """The module ``name`` of a package is imported at once, and loaded when it is first used."""
    if name in sys.modules:
        return
    stands_in = ModuleType(name)

    def load(wanted: str) -> Any:
        if wanted.startswith("__"):  # asked by the import itself, what kind of module it is
            raise AttributeError(wanted)
        if sys.modules.get(name) is stands_in:
            del sys.modules[name]
        return getattr(importlib.import_module(name), wanted)

    stands_in.__getattr__ = load  # type: ignore[method-assign]  # PEP 562: asked for all else
    package, _, last = name.rpartition(".")
    setattr(importlib.import_module(package), last, stands_in)
    sys.modules[name] = stands_in


def without_plugins() -> None:
    """Pydantic, if it comes, looks for none in all that is installed: they would see the tokens."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def parts_only(package: str, first: str) -> None:
    """The modules of ``package`` can be imported without what its ``__init__`` imports after one.

    ``first`` is that one; modules that import one another may depend on it.
    """
    if package in sys.modules:
        return
    spec = importlib.util.find_spec(package)
    if spec is not None:
        sys.modules[package] = importlib.util.module_from_spec(spec)
        importlib.import_module(f"{package}.{first}")


def left_out(name: str, **instead: Any) -> None:
    """The module ``name`` is never loaded; who imports it finds ``instead``, and nothing else."""
    if name not in sys.modules:
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(instead)


def leave_quickly() -> None:
    """At the end of the process all memory goes at once: nothing is searched for garbage before."""
    atexit.register(gc.freeze)
