"""People at terminals: ``shuanglu`` in the windows of a tmux of its own, typed at and read."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.clients.cli.programs import environment

PATIENCE_S = 30.0
POLL_S = 0.02
TMUX = shutil.which("tmux")


class Tmux:
    """A tmux server that knows nothing of the user's."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "tmux"
        self._config = folder / "tmux.conf"
        self._config.write_text("set -g status off\nset -g escape-time 0\n")

    def __call__(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", str(self._config), *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return done.stdout

    def open(self, name: str, home: Path, size: tuple[int, int], *arguments: str) -> Terminal:
        """A terminal of this size in which ``shuanglu ARGUMENTS`` runs, and a shell after it."""
        settings = environment(home, "screen-256color") | {"XDG_CONFIG_HOME": str(home)}
        variables = [f"{key}={value}" for key, value in settings.items() if key != "TERM"]
        command = shlex.join(["env", *variables, sys.executable, "-m", "clients.cli", *arguments])
        shape = ("-x", str(size[0]), "-y", str(size[1]))
        self("new-session", "-d", "-s", name, *shape, f"{command}; exec sh")
        return Terminal(self, name)

    def close(self) -> None:
        """Ends every terminal."""
        command = ["tmux", "-S", str(self._socket), "kill-server"]
        subprocess.run(command, check=False, capture_output=True)


class Terminal:
    """One terminal: keys go in, a screen of text comes out."""

    def __init__(self, tmux: Tmux, name: str) -> None:
        self._tmux = tmux
        self._target = f"={name}:"

    @property
    def screen(self) -> str:
        """What stands on it, without spaces at the ends of lines."""
        return self._tmux("capture-pane", "-p", "-t", self._target)

    @property
    def prompt(self) -> str:
        """The line at the bottom, without the cursor."""
        lines = self.screen.rstrip("\n").split("\n")
        return lines[-1].strip()

    def press(self, *keys: str) -> None:
        """Presses keys by their names in tmux: ``Enter``, ``Tab``, ``F1``."""
        self._tmux("send-keys", "-t", self._target, *keys)

    def type(self, text: str) -> None:
        """Types ``text``."""
        self._tmux("send-keys", "-l", "-t", self._target, text)

    def enter(self, text: str) -> None:
        """Types a line."""
        if text:
            self.type(text)
        self.press("Enter")

    def resize(self, columns: int, rows: int) -> None:
        """Gives it another size."""
        self._tmux("resize-window", "-t", self._target, "-x", str(columns), "-y", str(rows))

    async def until(self, wanted: str | Callable[[str], bool]) -> str:
        """Waits for a text on the screen, or for a property of it; returns the screen."""
        condition = wanted if callable(wanted) else lambda screen: wanted in screen
        screen = ""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not condition(screen := self.screen):  # noqa: ASYNC110  (another process)
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came; there stands:\n{screen}") from None
        return screen


@contextmanager
def tmux() -> Iterator[Tmux]:
    """A tmux server while the block runs."""
    with tempfile.TemporaryDirectory(prefix="shu") as folder:
        server = Tmux(Path(folder))
        try:
            yield server
        finally:
            server.close()
