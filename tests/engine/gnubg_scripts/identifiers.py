"""For each case of the file $CASES: what gnubg writes for its fields, and what it reads of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import gnubg  # type: ignore[import-not-found]  # only there within gnubg

CUBE = ("cube", "cubeowner", "move", "matchto", "score", "crawford", "jacoby")
POSITION = ("dice", "turn", "resigned", "doubled")


def written(case: dict[str, Any]) -> str:
    cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    cube.update({name: case[name] for name in CUBE})
    cube["score"] = tuple(case["score"])
    position = gnubg.posinfo(0, 0, 0, 1, (0, 0))
    position.update({name: case[name] for name in POSITION})
    position["dice"] = tuple(case["dice"])
    return str(gnubg.matchid(cube, position))


def held() -> dict[str, Any]:
    cube, position = gnubg.cubeinfo(), gnubg.posinfo()
    fields = {name: cube[name] for name in CUBE}
    fields.update({name: position[name] for name in POSITION})
    return {"position": gnubg.positionid(), "match": gnubg.matchid(), "fields": fields}


gnubg.command("set sound enable off")
for seat in (0, 1):
    gnubg.command(f"set player {seat} human")
gnubg.command("set automatic game off")
gnubg.command("set automatic roll off")
answers = []
for case in json.loads(Path(os.environ["CASES"]).read_text()):
    gnubg.command("new session" if case["matchto"] == 0 else f"new match {case['matchto']}")
    gnubg.command("set gnubgid " + case["gnu"])
    from_gnu = held()
    from_xg = []
    for text in case["xg"]:
        gnubg.command("new match 3")
        gnubg.command("set xgid " + text)
        from_xg.append(held())
    answers.append({"written": written(case), "gnu": from_gnu, "xg": from_xg})
print("JSON" + json.dumps(answers))
