"""What gnubg understood of each of the files named in $CASES, a list of paths in JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path

import gnubg  # type: ignore[import-not-found]  # only there within gnubg

for setting in ("sound enable off", "display off", "confirm new off", "gotofirstgame off"):
    gnubg.command("set " + setting)
understood = []
for path in json.loads(Path(os.environ["CASES"]).read_text()):
    gnubg.command(("load match " if path.endswith(".sgf") else "import mat ") + path)
    understood.append(gnubg.match(analysis=0, boards=1, statistics=0))
print("JSON" + json.dumps(understood))
