"""The packs: one a language, and each of their plain words is known by the rule that it is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from shared.domain.sessions.chatter import is_chatter
from shared.language.packs.pack import LanguagePack, Phrases
from shared.language.packs.registry import Packs, PerPacks, add_pack, any_of, packs, with_pack
from shared.language.speech.obligations import is_negated, is_obligation, is_protected, is_verdict, is_veto
from shared.language.speech.questions import QueryCues, tells_of_another_time
from shared.language.speech.spoken_constraints import spoken_constraints
from shared.language.speech.witnesses import addresses_agent, says_always, says_no
from tests.language.packs.esperanto import ESPERANTO

PURPOSES: tuple[tuple[Callable[[LanguagePack], Phrases], Callable[[str], bool]], ...] = (
    (lambda pack: pack.now, lambda text: QueryCues.of(text).asks_current),
    (lambda pack: pack.another_time, tells_of_another_time),
    (lambda pack: pack.asks_when, lambda text: QueryCues.of(text).asks_when),
    (lambda pack: pack.asks_name, lambda text: QueryCues.of(text).asks_name),
    (lambda pack: pack.always, says_always),
    (lambda pack: pack.denial, says_no),
    (lambda pack: pack.address, addresses_agent),
    (lambda pack: pack.forbids, is_veto),
    (lambda pack: pack.negates, is_negated),
    (lambda pack: pack.obliges, is_obligation),
    (lambda pack: pack.allows, is_verdict),
    (lambda pack: pack.decides, is_verdict),
    (lambda pack: pack.figures, is_protected),
    (lambda pack: pack.orders, lambda text: spoken_constraints(text) == (text,)),
)


def _plain(alternatives: str) -> Iterator[str]:
    """Those that are words and no pattern."""
    outside = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "(", alternatives)
    return (words for words in outside.split("|") if words and not re.search(r"[\\()\[\]?*+.$^]", words))


def test_each_language_has_one_pack() -> None:
    codes = [pack.code for pack in packs()]
    assert len(set(codes)) == len(codes)
    assert {"en", "zh", "ja", "ko", "de", "fr", "es", "pt", "it", "ru"} <= set(codes)


@pytest.mark.parametrize("pack", packs(), ids=lambda pack: pack.code)
def test_the_rule_finds_each_plain_word_of_a_pack(pack: LanguagePack) -> None:
    tried, missed = 0, []
    for part, rule in PURPOSES:
        phrases = part(pack)
        for words in _plain("|".join(filter(None, (phrases.whole, phrases.begins, phrases.anywhere)))):
            tried += 1
            if not rule(f"x {words} x"):
                missed.append(words)
    assert tried > 0
    assert missed == []


def test_courtesies_of_many_languages_are_small_talk() -> None:
    said = (
        "Thank you!",
        "没事",
        "Guten Morgen!",
        "merci beaucoup",
        "gracias",
        "obrigada",
        "grazie",
        "спасибо",
        "またね",
        "감사합니다",
    )
    assert [text for text in said if not is_chatter(text)] == []


def test_a_language_has_no_second_pack() -> None:
    with pytest.raises(ValueError, match="'de'"):
        add_pack(LanguagePack(code="de"))


def test_a_pack_is_absent_after_its_time_also_when_that_fails() -> None:
    before = packs()

    def fails() -> None:
        with with_pack(ESPERANTO):
            assert packs() == (*before, ESPERANTO)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert packs() is before


def test_what_is_built_of_the_packs_is_built_once_until_they_change() -> None:
    built: list[int] = []

    def number(registered: Packs) -> int:
        built.append(len(registered))
        return len(registered)

    count = PerPacks(number)
    first = count()
    assert count() == first
    with with_pack(ESPERANTO):
        assert count() == count() == first + 1
    assert count() == first
    assert built == [first, first + 1, first]


def test_a_purpose_for_which_no_pack_has_words_matches_nothing() -> None:
    assert any_of(lambda _: Phrases())().search("now") is None


def test_borders_are_those_that_a_phrase_asks_for() -> None:
    assert re.findall(Phrases(whole="nun").pattern(), "nun, nuna nun_") == ["nun"]
    assert re.findall(Phrases(begins="nun").pattern(), "nuna anun") == ["nun"]
    assert re.findall(Phrases(anywhere="今").pattern(), "昨今は") == ["今"]


@pytest.mark.parametrize(
    "wrong", [{"code": "EO"}, {"code": "eo", "numbers": ("unu",)}, {"code": "eo", "weekdays": ("lundo",)}]
)
def test_a_pack_with_a_table_of_the_wrong_length_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"code|numbers|week"):
        LanguagePack(**wrong)  # type: ignore[arg-type]


def test_a_korean_word_for_today_holds_no_word_for_always() -> None:
    assert not says_always("오늘 안내문만 가격 빼고 써 줘.")
    assert says_always("늘 존댓말로 답해 줘.")
