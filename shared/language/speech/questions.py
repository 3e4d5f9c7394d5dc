"""What a question says about how it wants to be answered, read from its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Self

from shared.language.statements.relative_days import Span, relative_days
from shared.language.text.named_dates import NamedDate, named_dates
from shared.language.text.terms import ranking_tokens

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_ASKS_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which)\s+(?:date|day|month|year|time|week|season)\b|\bhow\s+long\s+ago\b", re.IGNORECASE
)
_ASKS_NAME = re.compile(r"\b(?:who|whom|whose|where|which|names?|named|called)\b", re.IGNORECASE)
# "Now" as a question's point, not as a filler in a statement, by language. What is written with spaces between its words is
# looked for as a whole word, a star leaving its ending open; the others anywhere.
_NOW: Mapping[str, str] = {
    "en": "now|nowadays|currently|current|latest|newest|most recent|most recently|at the moment|at present|these days|today|still|"
    "up to date|up-to-date|as of now|as of today",
    "de": "jetzt|aktuell*|zurzeit|zur zeit|momentan*|im moment|derzeit*|gegenwärtig*|heutzutage|inzwischen|mittlerweile|neuest*|immer noch",
    "fr": "maintenant|actuel*|en ce moment|à présent|ces temps-ci|aujourd'hui|aujourd’hui|désormais|toujours",
    "es": "ahora|actual*|en este momento|hoy|hoy en día|últimamente|todavía|sigue*",
    "pt": "agora|atual*|neste momento|hoje em dia|ainda",
    "it": "ora|adesso|attual*|al momento|oggi|ultimamente|ancora",
    "nl": "nu|momenteel|huidig*|tegenwoordig|nog steeds",
    "pl": "teraz|obecn*|aktualn*|wciąż",
    "ru": "сейчас|теперь|ныне|текущ*|нынешн*|на данный момент|до сих пор",
    "tr": "şimdi|şu an*|güncel|hâlâ",
    "vi": "bây giờ|hiện tại|hiện nay",
    "id": "sekarang|saat ini",
    "ar": "الآن|حاليا*|الحالي*|اليوم|لا يزال",
    "he": "עכשיו|כרגע|כיום|עדיין",
    "hi": "अब|अभी|फ़िलहाल",
}
_NOW_UNSPACED: Mapping[str, str] = {
    "zh": "现在|目前|当前|最新|如今|眼下|最近|此刻|至今|还在|这阵子|近来",
    "ja": "今(?!度|回|後|朝|晩|夜|週|月|年|日)(?=[はもの、]|どこ|何|誰|$)|現在|現時点|最新|最近|目下|まだ",
    "ko": "지금|현재|요즘|요새|최근|아직",
    "th": "ตอนนี้|ปัจจุบัน|ขณะนี้",
}
_ASKS_CURRENT = re.compile(
    r"(?<!\w)(?:"
    + "|".join(words.replace(" ", r"\s+").replace("*", r"\w*") for words in _NOW.values())
    + r")(?!\w)|"
    + "|".join(_NOW_UNSPACED.values()),
    re.IGNORECASE,
)
# How a text tells of what was and is no more, or of what somebody would like or means to do: no answer to what holds
# now while there is another. "No longer" is not among them: it tells how things stand.
_OTHER_TIME = re.compile(
    r"\b(?:used\s+to|formerly|previously|in\s+the\s+past|back\s+(?:then|when|in)|once\s+(?:lived|worked|had|was|were)|"
    r"(?:wants?|wished?|wishes|hopes?|plans?|intends?|means?|dreams?|would\s+(?:like|love)|going|aims?)\s+(?:to|of)|"
    r"some\s?day|one\s+day|was\s+going\s+to|in\s+(?:the\s+)?future)\b"
    r"|曾经|曾在|曾是|以前|从前|过去|原来|原先|本来|当年|那时|想(?:要|去|学|换|搬|买)|打算|计划|希望|梦想|将来|有朝一日|以後|"
    r"かつて|以前は|昔は|したい|つもり|예전에|하고\s*싶",
    re.IGNORECASE,
)
# Words that a question has and its answer need not: they say nothing about whether the matter is the same.
_FUNCTION_WORDS = (
    "a an the this that these those what which who whom whose when where why how do does did done is are am was were "
    "be been being has have had having can could will would shall should may might must of in on at to for from "
    "with by about as into it its i me my we us our you your he him his she her they them their and or if not no any "
    "some there so than then too very just please tell know user s t"
)
_CHINESE_FUNCTION_WORDS = re.compile(
    r"什么时候|为什么|什么|哪里|哪儿|哪个|哪些|哪位|哪本|哪天|多少|怎么样|怎么|怎样|如何|谁|多久|多长|几点|几个|是不是|是否|有没有|能不能|会不会|吗|呢|吧|的|了|是|在|和|把|被|要|请问"
)


def tells_of_another_time(text: str) -> bool:
    return _OTHER_TIME.search(text) is not None


@cache
def _function_tokens() -> frozenset[str]:
    return frozenset(ranking_tokens(_FUNCTION_WORDS))


@dataclass(frozen=True, slots=True)
class QueryCues:
    """`terms`: the question's distinct ranking tokens, in order. `matter`: those of them that name its matter; all of
    them when it has no other. `days`: past ones that it names by their distance from today. `english`: no CJK in it, so that English habits of writing (capitals) may be read."""

    text: str
    terms: tuple[str, ...]
    matter: tuple[str, ...]
    dates: tuple[NamedDate, ...]
    days: tuple[Span, ...]
    asks_when: bool
    asks_name: bool
    asks_current: bool
    english: bool

    @classmethod
    def of(cls, text: str, today: date | None = None) -> Self:
        """`today`: what "yesterday" and the like are counted from; without it they name no day."""
        terms = tuple(dict.fromkeys(ranking_tokens(text)))
        bare = ranking_tokens(_CHINESE_FUNCTION_WORDS.sub(" ", text))
        matter = tuple(dict.fromkeys(t for t in bare if t not in _function_tokens()))
        return cls(
            text=text,
            terms=terms,
            matter=matter or terms,
            dates=named_dates(text),
            days=() if today is None else relative_days(text, today),
            asks_when=_ASKS_WHEN.search(text) is not None,
            asks_name=_ASKS_NAME.search(text) is not None,
            asks_current=_ASKS_CURRENT.search(text) is not None,
            english=_CJK.search(text) is None,
        )

    @property
    def names_days(self) -> bool:
        return bool(self.dates or self.days)

    def names(self, speaker: str) -> bool:
        """Whether the speaker's name, or the first word of it, stands in the question."""
        whole = speaker.casefold().strip()
        said = self.text.casefold()
        if _CJK.search(whole):
            return whole in said
        first = whole.split()[0] if whole else ""
        return bool(first) and re.search(rf"(?<!\w){re.escape(first)}(?!\w)", said) is not None
