from __future__ import annotations

import pytest

from clients.cli import glossary, language, manual
from clients.cli.lookup import ARTICLES, explained

OLD_WORDS = {
    "横木": "bar",
    "吧台": "bar",
    "收藏": "bear off",
    "碰线": "hit",
    "宝石": "checker",
    "棋格": "point",
    "弱点": "blot",
    "双数": "doubles",
    "分值": "cube",
    "跟进": "take",
    "拒绝": "drop",
    "大胜": "backgammon win",
    "领地": "home board",
    "再来一局": "rematch",
}


@pytest.mark.parametrize("spoken", language.LANGUAGES)
@pytest.mark.parametrize("word", OLD_WORDS)
def test_older_words_are_found_in_every_language(word: str, spoken: str) -> None:
    language.speak(spoken)
    assert explained(word)[-1] == language.translated(glossary.TERMS[OLD_WORDS[word]])


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_every_word_finds_something_and_every_term_is_found(spoken: str) -> None:
    language.speak(spoken)
    for term, others in glossary.FOUND_BY.items():
        text = language.translated(glossary.TERMS[term])
        assert text in explained(term)
        for other in others.split(", "):
            assert explained(other.casefold())
            assert not explained(other.casefold())[0].startswith(("There is no", "没有关于"))
    assert set(glossary.TERMS) == set(glossary.FOUND_BY)


def test_no_word_stands_under_two_terms() -> None:
    words = [word for others in glossary.FOUND_BY.values() for word in others.split(", ")]
    assert sorted(words) == sorted(set(words))
    assert not set(words) & set(glossary.TERMS)
    assert all(word == word.casefold() for word in words)


def test_a_command_that_is_a_term_too_is_told_as_both() -> None:
    assert explained("double") == [manual.TOPICS["double"], glossary.TERMS["double"]]
    assert len(explained("set")) == 1 + len(manual.SETTINGS)


@pytest.mark.parametrize("name", manual.SETTINGS)
def test_a_setting_is_explained_as_it_is_typed(name: str) -> None:
    told = f"{name}: {manual.SETTINGS[name]}"
    assert explained(f"set {name}") == [told]
    if name not in {*manual.TOPICS, *glossary.TERMS}:
        assert explained(name) == [told]


def test_what_is_near_is_named_once() -> None:
    assert explained("rolll") == ["There is no help about rolll: did you mean roll, rolls?"]


def test_articles_in_both_languages() -> None:
    for names in ARTICLES.values():
        assert len({tuple(explained(name)) for name in names}) == 1
        assert len(explained(names[0])) > 5
    assert any(line == "  3-1  8/5 6/5" for line in explained("openings"))
    english = explained("history")
    language.speak("zh")
    assert explained("history") != english
    assert any(line == "  3-1  8/5 6/5" for line in explained("openings"))


def test_what_is_not_known_is_told_with_what_is_near() -> None:
    assert explained("galaxy\x1b") == [
        "There is no help about galaxy\\x1b; help lists the commands, help terms the words."
    ]
    assert explained("crawfrod")[0].startswith(
        "There is no help about crawfrod: did you mean crawford"
    )
