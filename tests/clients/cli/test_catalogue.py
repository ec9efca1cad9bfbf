"""Every text is there in every language, with the same values in it, and the agreed terms."""

from __future__ import annotations

import re
from collections import Counter
from string import Formatter

import polib
import pytest

from clients.cli import articles, glossary, language, options
from tests.clients.cli import catalogue

TERMS = {
    "backgammon": "双陆棋",
    "checker": "棋子",
    "point": "点位",
    "pip count": "总点数",
    "score": "分",
    "bar": "中线",
    "hit": "击中",
    "blot": "落单棋子",
    "enter": "进场",
    "bear off": "移出",
    "home board": "内盘",
    "midpoint": "中点",
    "bar point": "7 点",
    "make a point": "占点",
    "anchor": "锚点",
    "prime": "防线",
    "shut out": "关死",
    "roll": "掷骰子",
    "opening roll": "开局掷骰",
    "doubles": "同点",
    "double": "加倍",
    "cube": "加倍骰",
    "take": "接受",
    "drop": "放弃本局",
    "resign": "认输",
    "single": "单胜",
    "gammon": "全胜",
    "backgammon win": "完胜",
    "match": "比赛",
    "game": "局",
    "turn": "回合",
    "crawford": "克罗福规则",
    "jacoby": "雅可比规则",
    "play": "走法",
    "no legal play": "无子可走",
    "spectators": "观战",
    "rematch": "再来一场",
    "nackgammon": "纳克双陆",
    "hypergammon": "超级双陆",
    "longgammon": "长程双陆",
    "acey-deucey": "Acey-deucey",
    "sugoroku": "日本双陆",
}
MISLEADING = (
    *(
        "横木",
        "吧台",
        "分界",
        "收藏",
        "离盘",
        "碰线",
        "出局",
        "打击",
        "攻击",
        "宝石",
        "棋格",
        "尖角",
    ),
    *("角点", "单子", "弱棋", "弱点", "领地", "主盘", "临界点", "双数", "分值", "倍数方块", "色子"),
    *("跟进", "辞职", "大胜", "家乐", "着法", "作废", "再来一局", "步步高", "入局", "过线", "留锚"),
)
"""Words of older programs that mean something else to people of today."""


@pytest.fixture(params=catalogue.LANGUAGES)
def translations(request: pytest.FixtureRequest) -> polib.POFile:
    return catalogue.read(request.param)


def values(text: str) -> Counter[str]:
    """The places in a template, with the conversion or the format where it is no verb."""
    found = [
        f"{name}!{conversion}" if conversion else name
        for _, name, _, conversion in Formatter().parse(text)
        if name
    ]
    return Counter(found) + Counter(re.findall(r"%(?:\(\w+\))?[sr]", text))


def test_every_text_is_translated(translations: polib.POFile) -> None:
    """``python -m tests.clients.cli.catalogue`` tells which are new."""
    found = {entry.msgid: entry.msgstr for entry in translations}
    assert set(found) == set(catalogue.english())
    assert [text for text, translation in found.items() if not translation] == []


def test_every_refusal_of_an_option_is_to_be_translated() -> None:
    refusals = {text for name, text in vars(options).items() if name.startswith("NO_")}
    assert refusals == set(options.TEXTS)


def test_the_file_that_is_read_is_the_one_that_is_written_by_people() -> None:
    for name in catalogue.LANGUAGES:
        read = catalogue.path(name, "mo").read_bytes()
        assert read == catalogue.compiled(catalogue.read(name))


def test_a_translation_has_the_same_values(translations: polib.POFile) -> None:
    for entry in translations:
        if "JSON" in entry.msgid and "steps" in entry.msgid:
            continue  # no template
        assert values(entry.msgstr) == values(entry.msgid), entry.msgid
        assert entry.msgstr.endswith("> ") == entry.msgid.endswith("> "), entry.msgid


def test_terms_are_the_agreed_ones() -> None:
    found = {entry.msgid: entry.msgstr for entry in catalogue.read(language.CHINESE)}
    for term, chinese in TERMS.items():
        assert found[glossary.TERMS[term]].startswith(chinese)
        assert chinese in glossary.FOUND_BY[term] or chinese == "Acey-deucey"


def test_words_that_mislead_are_said_nowhere() -> None:
    for entry in catalogue.read(language.CHINESE):
        assert not [word for word in MISLEADING if word in entry.msgstr], entry.msgstr
        # Only a resignation is accepted or rejected so; a double is taken, a game dropped.
        assert "拒绝" not in entry.msgstr.replace("拒绝认输", "")
        assert "同意" not in entry.msgstr.replace("同意认输", "")


def test_articles_are_of_the_same_shape() -> None:
    found = {entry.msgid: entry.msgstr for entry in catalogue.read(language.CHINESE)}
    chinese = found[articles.STRATEGY]
    assert chinese.count("\n\n") == articles.STRATEGY.count("\n\n")
