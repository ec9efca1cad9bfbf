"""What a start leaves out comes when it is needed; each in a Python of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(*lines: str) -> str:
    """What a program prints that begins as ``shuanglu`` does."""
    program = "\n".join(("import sys", "from clients.cli.haste import *", *lines))
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_a_module_comes_with_the_first_use_of_it() -> None:
    told = run(
        "when_used('urllib.request')",
        "import urllib.request",
        "print('http.client' in sys.modules)",
        "print(urllib.request.getproxies.__module__, urllib.request.Request.__name__)",
        "print('http.client' in sys.modules)",
    )
    assert told.split() == ["False", "urllib.request", "Request", "True"]


def test_a_module_comes_when_something_is_imported_from_it() -> None:
    told = run(
        "when_used('importlib.metadata')",
        "import importlib.metadata",
        "print('email' in sys.modules)",
        "from importlib.metadata import version",
        "print(version('websockets') != '', 'email' in sys.modules)",
    )
    assert told.split() == ["False", "True", "True"]


def test_a_module_that_is_there_already_stays() -> None:
    told = run(
        "import urllib.request as before",
        "when_used('urllib.request')",
        "print(sys.modules['urllib.request'] is before)",
    )
    assert told == "True"


def test_what_is_missing_is_missing_as_ever() -> None:
    told = run(
        "when_used('urllib.request')",
        "import urllib.request",
        "print(hasattr(urllib.request, 'nothing_of_this_name'))",
    )
    assert told == "False"


@pytest.mark.parametrize("name", ["application", "search", "formatted_text"])
def test_parts_of_a_package_come_without_the_rest(name: str) -> None:
    told = run(
        "parts_only('prompt_toolkit', 'application')",
        f"from prompt_toolkit import {name}",
        f"print({name}.__name__, 'prompt_toolkit.shortcuts' in sys.modules)",
    )
    assert told.split() == [f"prompt_toolkit.{name}", "False"]


def test_what_is_left_out_is_never_loaded() -> None:
    told = run(
        "left_out('xml.sax', parse=dict)",
        "from xml.sax import parse",
        "print(parse(), 'xml.sax.handler' in sys.modules)",
    )
    assert told == "{} False"


def test_the_keys_of_every_face_work_without_those_of_vi() -> None:
    told = run(
        "from clients.cli.faces import _without_vi",
        "_without_vi()",
        "from prompt_toolkit.key_binding.defaults import load_key_bindings",
        "names = {binding.handler.__name__ for binding in load_key_bindings().bindings}",
        "print('backward_kill_word' in names)",
        "print(hasattr(sys.modules['prompt_toolkit.key_binding.bindings.vi'], 'TextObject'))",
    )
    assert told.split() == ["True", "False"]
