from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from wcwidth import wcswidth

from clients.cli import language, words
from clients.cli.__main__ import main
from clients.cli.lookup import explained
from clients.cli.preferences import Settings
from tests.clients.cli.programs import environment
from tests.clients.cli.tables import Match, without_boards

SHOWN_COLUMNS = 80
ASCII_IN_CHINESE = {
    *("Alice", "Bo", "Cy", "Ctrl", "Crawford", "bar", "off", "id"),
    *("ready", "double", "take", "drop", "accept", "reject", "rematch", "quit"),
    *("board", "pips", "log", "concede", "help", "nothing", "hm"),
}
"""Names, commands and notation: what stays as it is."""


@pytest.mark.parametrize(
    ("setting", "system", "spoken"),
    [
        ("", {}, "en"),
        ("", {"LANG": "zh_CN.UTF-8"}, "zh"),
        ("", {"LANG": "zh_TW"}, "zh"),
        ("", {"LANG": "fr_FR.UTF-8"}, "en"),
        ("", {"LANG": "C"}, "en"),
        ("", {"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ("", {"LANG": "en_GB", "LC_MESSAGES": "de", "LC_ALL": "zh_CN"}, "zh"),
        ("", {"LC_ALL": "", "LANG": "zh"}, "zh"),
        ("en", {"LANG": "zh_CN.UTF-8"}, "en"),
        ("zh", {"LANG": "en_GB.UTF-8"}, "zh"),
    ],
)
def test_the_setting_comes_before_the_system(
    setting: str, system: dict[str, str], spoken: str
) -> None:
    assert language.preferred(setting, system) == spoken


def test_a_subject_and_its_verb_in_both_languages() -> None:
    you, bo, wang = words.Person("Al", you=True), words.Person("Bo"), words.Person("王")
    assert [words.ROLLS.format(who=who, dice="5-2") for who in (you, bo)] == [
        "You roll 5-2.",
        "Bo rolls 5-2.",
    ]
    language.speak("zh")
    assert [words.ROLLS.format(who=who, dice="5-2") for who in (you, bo, wang)] == [
        "你掷出 5-2。",
        "Bo 掷出 5-2。",
        "王掷出 5-2。",
    ]
    language.speak("en")
    assert words.ROLLS.format(who=you, dice="5-2") == "You roll 5-2."


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["One.", "Two."], "One. Two."),
        (["", "One.", "", "Two."], "One. Two."),
        (["Bo", "掷出"], "Bo 掷出"),
        (["你", "掷出"], "你掷出"),
        (["点位：", "24 点。", "6 点。"], "点位：24 点。6 点。"),
        ([], ""),
    ],
)
def test_parts_are_joined_as_each_language_does(parts: list[str], text: str) -> None:
    assert words.joined(*parts) == text


def whole_match(match: Match) -> list[str]:
    """Everything that both are told in a match with all that can happen in it."""
    match.type("Alice", "")
    match.type("Bo", "", "double", "nothing of the kind")
    match.type("Alice", "8/6", "8/5", "u", "u", "8/5", "13/10", "6/5", "done")
    match.type("Bo", "double")
    match.type("Alice", "take")
    match.type("Bo", "", "13/8 13/11 .")
    match.type("Alice", "resign", "2")
    match.type("Bo", "reject")
    match.type("Alice", "concede", "resign 3")
    match.type("Bo", "accept", "rematch")
    match.type("Alice", "log", "pips", "say hm", "rematch", "", "quit")
    return [line for told in match.told.values() for line in without_boards(told)]


@pytest.mark.usefixtures("chinese")
def test_a_whole_match_in_chinese() -> None:
    match = Match((3, 1), (5, 2), (6, 4), length=5)
    told = whole_match(match)
    for line in (
        "5 分赛，尚未开始。",
        "Bo 加入。",
        "按回车（或输入 ready）开始第 1 局。",
        "开局掷骰：你 3，Bo 1。你先走，点数 3-1。",
        "8/5。还剩 1 个骰子；u = 撤销。",
        "8/6 需要点数 2；你的骰子是 3 和 1。",
        "13/10 需要点数 3；你的骰子是 3 和 1，而 3 已经用过。",
        "你走 8/5 6/5。",
        "Alice 走 8/5 6/5。",
        "Bo 加倍到 2：take 接受，drop 放弃本局（失 1 分）。",
        "你接受。加倍骰 2，持有者：你。",
        "Bo 拒绝认输，本局继续。",
        "Alice 提出认输，按完胜计（6 分）：accept 同意认输，reject 拒绝认输。",
        "你获得完胜，3x2 = 6 分。比分：你 5，Alice 0。",
        "Bo 赢得比赛，5-0。",
        "Bo 想再来一场。",
    ):
        assert line in told
    latin = {word for line in told for word in re.findall("[A-Za-z]{2,}", line)}
    assert latin <= ASCII_IN_CHINESE


def test_a_whole_match_in_english() -> None:
    told = whole_match(Match((3, 1), (5, 2), (6, 4), length=5))
    assert "You win a backgammon, 3x2 = 6 points. Score: you 5, Alice 0." in told
    assert all(line.isascii() for line in told)


def test_the_language_is_changed_at_the_table(tmp_path: Path) -> None:
    match = Match((3, 1), settings=Settings(tmp_path / "settings.toml"))
    assert match.type("Alice", "set language zh") == ["language 为 zh。"]
    assert match.tables["Alice"].question == "按回车（或输入 ready）开始第 1 局。"
    assert match.type("Alice", "done") == ["没有进行中的一局：双方都要先准备好。"]
    assert match.type("Alice", "set language en") == ["language is en."]
    assert match.type("Alice", "done") == [
        "No game is in progress: both players must be ready first."
    ]


@pytest.mark.usefixtures("chinese")
def test_what_variant_is_played_is_told_in_chinese() -> None:
    match = Match((3, 1), length=5, variant="nackgammon")
    assert "纳克双陆 5 分赛，尚未开始。" in match.take("Alice")
    match.begin()
    heading = match.type("Alice", "board")[1]
    assert "纳克双陆 5 分赛" in heading


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("topic", ["", "set", "openings", "strategy", "history"])
def test_help_in_chinese_has_room_on_a_line(topic: str) -> None:
    assert [line for line in explained(topic) if wcswidth(line) > SHOWN_COLUMNS + 12] == []


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["new", "--help"], ["export", "--help"], ["identity", "import", "--help"]],
)
async def test_the_help_of_the_program_in_the_language_of_the_system(
    tmp_path: Path, arguments: list[str]
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "clients.cli", *arguments),
        env={**environment(tmp_path, "xterm"), "LANG": "zh_CN.UTF-8"},
        stdout=asyncio.subprocess.PIPE,
    )
    told = (await process.communicate())[0].decode().splitlines()
    assert process.returncode == 0
    assert told[0].startswith("用法: shuanglu")
    assert "选项:" in told
    assert [line for line in told if wcswidth(line) > SHOWN_COLUMNS] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--lang", "zh", "jion"], "shuanglu: 参数 COMMAND：无效的选择"),
        (["jion", "--lang=zh_CN"], "shuanglu: 参数 COMMAND：无效的选择"),
        (["--lang", "en", "jion"], "shuanglu: argument COMMAND: invalid choice"),
        (
            ["--lang", "zh", "join"],
            "shuanglu join: 缺少必需的参数：CODE (用法见 shuanglu join --help)",
        ),
        (["--lang", "zh", "new", "--points", "7", "--money"], "不能与 --points 同时使用"),
        (["--lang", "zh", "join", "x://"], "'x://' 不是服务器地址"),
        (["--lang", "zh", "new", "--name", "A", "--jacoby"], "只用于不限分赛：比赛没有这些"),
        (["--lang"], "expected one argument"),
    ],
)
def test_the_command_line_in_the_language_that_is_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(("system", "spoken"), [("C.UTF-8", "en"), ("zh_CN.UTF-8", "zh")])
def test_a_language_that_is_not_here_is_told_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    system: str,
    spoken: str,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", system)
    with pytest.raises(SystemExit) as caught:
        main(["--lang", "fr", "--version"])
    assert caught.value.code == 0
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1
    assert "fr" in told.err
    assert language.spoken() == spoken
    assert told.out.startswith("shuanglu ")


def test_the_setting_holds_for_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    Settings(tmp_path / "shuanglu" / "settings.toml").set("language", "zh")
    with pytest.raises(SystemExit):
        main(["jion"])
    assert "无效的选择" in capsys.readouterr().err
