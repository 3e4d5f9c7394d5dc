"""What of a person's talk is remembered: a turn is kept by veto, and not by proof (docs/sessions.md).

A turn is kept whole when one of its sentences is. A sentence is not kept that is small talk, a question, a request, a
wish for this time, or that is quoted, made up or handed over to be worked on; all else is, in any language. Kinds are
told by planes where the embedder is measured, with words as the second witness where those are surer; by words alone
where it is not. Talk between people is no dialogue with an agent: there only questions and small talk are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from shared.domain.meaning.kinds import POLICY, Kind, SentenceKinds
from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.chatter import is_chatter
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.language.injection.markers import is_recalled_block
from shared.language.speech.obligations import is_obligation, is_veto
from shared.language.speech.own_words import own_words
from shared.language.speech.temporary import is_wish
from shared.language.speech.witnesses import says_always, says_once
from shared.language.text.scripts import is_cjk

# Longer than that a turn is a paste: outside text, no matter who sends it. Characters.
MAX_TURN = 4_000
# A longer run without a full stop is not a person's statement either.
MAX_STATEMENT = 1_000
# Sentences of one turn that are looked at: who says more has said something worth keeping in these.
MAX_SENTENCES = 40
# Under so many words an answer means what it answers, and is not judged alone.
_SHORT = 4
# Characters that count as one word in a script without spaces.
_A_WORD = 2

# What asks to be heeded later.
_BINDS = (Kind.PREFERENCE, Kind.CONSTRAINT)

_ASKS = re.compile(r"[?？؟;]\s*[\"'”’」』）)]*\s*$|(?:吗|呢|か|かな|かしら|나요|까요|습니까|ㅂ니까)[。.！!]*\s*$")
_MARKED = re.compile(r"[?？؟]\s*[\"'”’」』）)]*\s*$")
_ASKED_IN_WORDS = re.compile(r"(?:吗|呢|么|까|나요|ですか|ますか)[?？]")
_OF_SPEAKER = re.compile(r"\b(?:i|i['’]d|we|my|our)\b|(?<!帮)(?<!给)(?<!替)(?<!提醒)我", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Remember(StrEnum):
    """What a deployment keeps of its sessions: what people state, or only what was marked."""

    STATEMENTS = "statements"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class TurnReading:
    """`binding`: the greatest chance in [0,1] of a kept sentence that it sets a limit, forbids or requires something.
    `kind`: what it is, where that is sure of one of them, a preference or a limit before all else; `None` else, and
    where the embedder is not measured."""

    kept: bool
    binding: float = 0.0
    kind: Kind | None = None


NOT_KEPT = TurnReading(kept=False)


def is_statement_of(event: Event) -> bool:
    """Whether it is a person's own turn at all, and no paste."""
    return (
        event.role is EventRole.USER
        and event.kind in (EventKind.TURN, EventKind.FEEDBACK)
        and event.whole
        and len(event.content) <= MAX_TURN
        and not is_recalled_block(event.content)
    )


def sentences_to_read(text: str) -> list[str]:
    """The sentences of a turn that are its speaker's own words, each to be embedded alone."""
    found = (sentence.own for sentence in own_words(text) if len(sentence.text) <= MAX_STATEMENT)
    return [own for own in found if any(c.isalnum() for c in own.replace('"', ""))][:MAX_SENTENCES]


def read_turn(
    sentences: Sequence[str], kinds: Sequence[SentenceKinds | None], *, between_people: bool = False
) -> TurnReading:
    """`sentences`: of `sentences_to_read`; `kinds`: theirs, `None` where the embedder is not measured."""
    kept = [
        (sentence, found)
        for sentence, found in zip(sentences, kinds, strict=True)
        if _is_kept(sentence, found, between_people=between_people)
    ]
    if not kept:
        return NOT_KEPT
    sure = [found for _, found in kept if found is not None]
    if not sure:
        return TurnReading(kept=True)
    binding = max(found[Kind.CONSTRAINT] for found in sure)
    tops = [(top in _BINDS, chance, top) for top, chance in (found.top for found in sure)]
    _, _, kind = max((one for one in tops if one[1] >= POLICY.type_is_sure), default=(False, 0.0, None))
    return TurnReading(kept=True, binding=binding, kind=kind)


def _is_kept(sentence: str, kinds: SentenceKinds | None, *, between_people: bool) -> bool:
    if kinds is None:
        return _is_kept_by_words(sentence)
    if between_people:
        return kinds[Kind.QUESTION] + kinds[Kind.SMALL_TALK] < POLICY.veto
    if _MARKED.search(sentence) and (_ASKED_IN_WORDS.search(sentence) or not kinds.is_denial(word=False)):
        return False  # "I don't smoke?" denies, even with a question mark
    if says_once(sentence) and kinds.is_once(word=True):
        return False
    return kinds.is_kept(lasting=says_always(sentence))


def _is_kept_by_words(sentence: str) -> bool:
    if asks(sentence) or is_chatter(sentence) or says_once(sentence) or _requests(sentence):
        return False
    return word_count(sentence) >= _SHORT - 1


def _requests(sentence: str) -> bool:
    """Whether it asks for something to be done, and states neither a limit nor a rule nor what its speaker likes.
    English and Chinese."""
    if not is_wish(sentence) or says_always(sentence) or is_veto(sentence) or is_obligation(sentence):
        return False
    return _OF_SPEAKER.search(sentence) is None


def is_short_answer(text: str, before: Sequence[Event]) -> bool:
    """Whether a turn of under four words answers a question of the assistant's: it is kept together with the question,
    unless it says nothing or asks itself. `before`: the turns before it, the older first."""
    said = next((event for event in reversed(before) if event.role is not EventRole.TOOL), None)
    if said is None or said.role is not EventRole.ASSISTANT or not asks(said.content):
        return False
    return 0 < word_count(text) < _SHORT and not asks(text) and not is_chatter(text)


def asks(text: str) -> bool:
    """Whether it ends as a question does, by its mark or its particle."""
    return _ASKS.search(text.strip()) is not None


def word_count(text: str) -> int:
    if is_cjk(text):
        return -(-sum(c.isalnum() for c in text) // _A_WORD)
    return len(_WORD.findall(text))


def type_of(reading: TurnReading, text: str) -> MemoryType:
    """A preference or a limit is a `preference`, a decision an episode, all else a fact."""
    if reading.kind is None:
        return MemoryType.PREFERENCE if says_always(text) and is_wish(text) else MemoryType.SEMANTIC
    if reading.kind in _BINDS:
        return MemoryType.PREFERENCE
    return MemoryType.EPISODIC if reading.kind is Kind.DECISION else MemoryType.SEMANTIC
