"""What a question says about how it wants to be answered, read from its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from shared.language.packs.registry import PerPacks, any_of, kept_per_packs
from shared.language.statements.relative_days import Span, relative_days
from shared.language.text.named_dates import NamedDate, named_dates
from shared.language.text.scripts import has_cjk
from shared.language.text.terms import ranking_tokens

_ASKS = re.compile(r"[?？؟;]\s*[\"'”’」』）)]*\s*$|(?:吗|呢|か|かな|かしら|나요|까요|습니까|ㅂ니까)[。.！!]*\s*$")
_ASKS_WHEN = any_of(lambda pack: pack.asks_when)
_ASKS_NAME = any_of(lambda pack: pack.asks_name)
# "Now" as a question's point, not as a filler in a statement.
_ASKS_CURRENT = any_of(lambda pack: pack.now)
# How a text says what was and is not any more, or what somebody would like or intends to do: it does not answer what
# holds now if another text does. "No longer" is not among these words: it says how things are now.
_OTHER_TIME = any_of(lambda pack: pack.another_time)
_WAS = any_of(lambda pack: pack.times.was)
# What was so in a year that is named, and is not said to have gone on since.
_PAST, _GOES_ON = any_of(lambda pack: pack.times.past), any_of(lambda pack: pack.times.goes_on)
_MAYBE_A_YEAR = re.compile(r"\d{4}")
_PLANNED = any_of(lambda pack: pack.planned)
_LONGEST = 200
# Words that a question has and its answer need not: they say nothing about whether the matter is the same.
_FUNCTION_TOKENS = PerPacks(
    lambda packs: {pack.code: frozenset(ranking_tokens(pack.function_words)) for pack in packs if pack.function_words}
)
# English stands in texts of every language. Of another one a single word is no sign: "car" is French too.
_ANYWHERE, _SIGNS = "en", 2
_JOINED = re.compile("['-]")
_PARTICLES = any_of(lambda pack: pack.question_particles)


def asks(text: str) -> bool:
    """Whether it ends as a question does, by its mark or its particle."""
    return _ASKS.search(text.strip()) is not None


def without_function_words(tokens: Iterable[str]) -> frozenset[str]:
    """Of a text's ranking tokens those that say something of its matter."""
    return frozenset(_matter_of(tuple(tokens)))


def _matter_of(tokens: Sequence[str]) -> tuple[str, ...]:
    """Without the function words of English and of the language that the text has most of. What such a word is joined
    to ("l'hôpital", "habite-t-il") stands beside it as a token of its own."""
    by_language = _FUNCTION_TOKENS()
    english = by_language.get(_ANYWHERE, frozenset())
    most = max(by_language.values(), key=lambda words: len(words.intersection(tokens)), default=english)
    matter = [token for token in dict.fromkeys(tokens) if token not in english]
    if most is english or len(most.intersection(tokens)) < _SIGNS:
        return tuple(matter)
    return tuple(token for token in matter if token not in most and most.isdisjoint(_parts(token)))


def _parts(token: str) -> Sequence[str]:
    return _JOINED.split(token) if _JOINED.search(token) is not None else ()


def speaks_of_now(text: str) -> bool:
    return _ASKS_CURRENT().search(" ".join(text.split())) is not None


def tells_of_another_time(text: str) -> bool:
    return any(words().search(text) is not None for words in (_OTHER_TIME, _WAS)) or _was_in_a_year(text)


def _was_in_a_year(text: str) -> bool:
    if len(text) > _LONGEST or _MAYBE_A_YEAR.search(text) is None or _PAST().search(text) is None:
        return False
    return _GOES_ON().search(text) is None and any(named.year is not None for named in named_dates(text))


def stated_tense(text: str) -> str | None:
    """`planned` for what somebody means to do, `past` for what was, as the words of one statement say it; `None` for how
    things are."""
    if len(text) > _LONGEST or speaks_of_now(text):
        return None
    if _PLANNED().search(text) is not None:
        return "planned"
    return "past" if tells_of_another_time(text) else None


@dataclass(frozen=True, slots=True)
class QueryCues:
    """`terms`: the question's distinct ranking tokens, in order. `matter`: those of them that name its matter; all of
    them when it has no other. `compared`: what relevance compares, without English function words alone, since its
    thresholds were chosen so. `days`: past ones that it names by their distance from today. `english`: no CJK in it, so that English habits of writing (capitals) may be read."""

    text: str
    terms: tuple[str, ...]
    matter: tuple[str, ...]
    compared: tuple[str, ...]
    dates: tuple[NamedDate, ...]
    days: tuple[Span, ...]
    asks_when: bool
    asks_name: bool
    asks_current: bool
    english: bool

    @classmethod
    @kept_per_packs(256)
    def of(cls, text: str, today: date | None = None) -> Self:
        """`today`: what "yesterday" and the like are counted from; without it they name no day. Kept, since one recall
        reads its question several times."""
        terms = tuple(dict.fromkeys(ranking_tokens(text)))
        bare = ranking_tokens(_PARTICLES().sub(" ", text))
        matter = _matter_of(bare)
        english = _FUNCTION_TOKENS().get(_ANYWHERE, frozenset())
        return cls(
            text=text,
            terms=terms,
            matter=matter or terms,
            compared=tuple(t for t in dict.fromkeys(bare) if t not in english) or terms,
            dates=named_dates(text),
            days=() if today is None else relative_days(text, today),
            asks_when=_ASKS_WHEN().search(text) is not None,
            asks_name=_ASKS_NAME().search(text) is not None,
            asks_current=speaks_of_now(text),
            english=not has_cjk(text),
        )

    @property
    def names_days(self) -> bool:
        return bool(self.dates or self.days)

    def names(self, speaker: str) -> bool:
        """Whether the speaker's name, or its first word, occurs in the question."""
        whole = speaker.casefold().strip()
        said = self.text.casefold()
        if has_cjk(whole):
            return whole in said
        first = whole.split()[0] if whole else ""
        return bool(first) and re.search(rf"(?<!\w){re.escape(first)}(?!\w)", said) is not None
