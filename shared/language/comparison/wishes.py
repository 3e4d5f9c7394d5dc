"""What only says that a wish holds from now on or for good ("from now on", "by default", 以后都), and what names a text a
correction. It is left out when two statements are asked whether they contradict each other: the update of "answers in
English" says it, and what it updates does not.
"""

from __future__ import annotations

import re
from functools import lru_cache

_FROM_NOW_ON = (
    r"(?:from (?:now|today|here|this (?:day|moment|point))(?: on(?:wards?)?| forward)?|as of (?:now|today)|"
    r"starting (?:now|today)|(?:going|moving) forward|henceforth|in (?:the )?future)"
)
_SPEAKER = r"(?:i|we|the user|user)"
_WISHES = r"(?:prefers?|wants?|would like)"
_ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?)"
# Nothing is taken out behind a negation: "not always" is no "not".
_ENGLISH = (
    (r"^(?:correction|update|updated)\s*[:,-]\s*", ""),
    (rf"(?:^|(?<=[.;] )){_FROM_NOW_ON}\b,?\s+", ""),
    (rf",?\s+(?:{_FROM_NOW_ON}|by default)(?=\s*[.!]?$)", ""),
    (r"^by default\b,?\s+", ""),
    (r"^(?:please\s+)?(?:always\s+|now\s+)?(?=\w)", ""),
    (rf"^({_SPEAKER})\s+(?:now|always)\s+", r"\1 "),
)
_CHINESE_FROM_NOW_ON = "(?:从(?:今|现在|今天|此)(?:起|开始|往后|以后)?|以后|今后|往后)"
_CHINESE = (
    (r"^(?:更正|纠正|更新|改正)(?:一下)?\s*[:：,，]\s*", ""),
    (rf"^(?:请)?{_CHINESE_FROM_NOW_ON}[,，]?", ""),
    (rf"^(用户|我){_CHINESE_FROM_NOW_ON}", r"\1"),
    (r"^(用户|我)?(?:请|默认|总是|始终|一律|永远|统一|都)+(?=[用使以])", r"\1"),
    (r"^(用户|我)?(?:都|一律)(?=希望|偏好|更喜欢|想)", r"\1"),
)
# "I prefer answers in English", "answer in English"; 希望用英文回答, 用英文回答.
_WISHED = (
    (rf"^(?:{_SPEAKER}\s+)?(?:{_WISHES}\s+)(?={_ANSWERS}\b)", ""),
    (r"^(?:用户|我)?(?:希望|想要|想|要求|偏好|更喜欢)(?:你)?(?=[用使以][^，。]*(?:回答|回复|答复)$)", ""),
)


def _ready(rules: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), left) for pattern, left in rules)


_STANDING = _ready((*_ENGLISH, *_CHINESE))
_BARE = _ready(_WISHED)


# Most texts hold none of these, and are spared the patterns.
_SAYS_THAT_IT_STANDS = re.compile(
    r"^(?:please|always|now|by default|correction|update|[更改纠][正新])|\b(?:from|now|always|as of|starting|forward|default|henceforth|future)\b|"
    r"以后|今后|往后|从[今现此]|默认|[总始]|一律|永远|统一|都|请",
    re.IGNORECASE,
)
_ANSWERED = re.compile(r"answer|repl|response|回答|回复|答复", re.IGNORECASE)


@lru_cache(maxsize=512)
def what_stands(text: str) -> str:
    """The text without what says that it stands; the text itself where nothing does, or nothing else would be left."""
    return _without(text, _STANDING) if _SAYS_THAT_IT_STANDS.search(text) else text


@lru_cache(maxsize=512)
def answer_wished(text: str) -> str:
    """A wish for answers of one kind as the order that it amounts to."""
    return _without(what_stands(text), _BARE) if _ANSWERED.search(text) else text


def _without(text: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    left = text.strip()
    for pattern, rest in rules:
        left = pattern.sub(rest, left, count=1)
    return left if left.strip(" .!,。，！") else text
