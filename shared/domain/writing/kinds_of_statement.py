"""What a statement that is to be remembered asks of its reader: something for now only, or something of an agent.

Told from the kinds of its sentences, with words as the second witness (`domain.meaning.kinds`).
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.meaning.kinds import Kind, SentenceKinds
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import ScopeKind
from shared.domain.writing.incoming import IncomingMemory
from shared.language.speech.sentences import sentences
from shared.language.speech.temporary import is_asked_for_this_time, is_bound_to_this_time
from shared.language.speech.witnesses import addresses_agent, says_always, says_once

# What informs, and wishes for nothing.
_TOLD = (Kind.STATED, Kind.DECISION, Kind.CHANGE, Kind.REPORT, Kind.DENIAL, Kind.SMALL_TALK)
# Without a word for now. A fact that is refused is lost to a caller who does not look, so the planes have to be sure.
_SURE = 0.9
# A profile is another system's.
_MAY_WISH = (MemoryType.PREFERENCE, MemoryType.SEMANTIC, MemoryType.PROCEDURAL)
# An episode is of its time by nature, and a task is over when it is done: only what asks for something in so many words
# is a wish, and within a task none is.
_OF_ITS_TIME = (MemoryType.EPISODIC, MemoryType.TASK)
_WISHES = (Source.USER_STATED, Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED)


def may_wish_for_now(incoming: IncomingMemory, said: Sequence[str]) -> bool:
    """Whether it could be a wish for this time at all. One that says itself when it ends is kept for as long."""
    if incoming.valid_to is not None:
        return False
    if incoming.type is MemoryType.PREFERENCE:
        return incoming.source is not Source.SYSTEM_OF_RECORD
    if incoming.type in _OF_ITS_TIME:
        within = incoming.scope.kind in (ScopeKind.TASK, ScopeKind.NODE)
        return not within and incoming.source in _WISHES and all(map(is_asked_for_this_time, said))
    return incoming.type in _MAY_WISH and incoming.source in _WISHES


def plainly_wishes_for_now(type: MemoryType, content: str) -> bool:
    """Whether the words of a preference alone say so, in each sentence. What is no full sentence ("English for this
    answer") is a wish as well: a preference states no fact."""
    said = sentences(content)
    return type is MemoryType.PREFERENCE and bool(said) and all(map(_is_plain, said))


def _is_plain(sentence: str) -> bool:
    return is_bound_to_this_time(sentence) or (says_once(sentence) and is_asked_for_this_time(sentence))


def wishes_for_now(said: Sequence[str], kinds: Sequence[SentenceKinds | None]) -> bool:
    """Whether each of its sentences wishes for this time only. `kinds`: theirs, `None` where they are not known: then
    words alone count."""
    return bool(said) and all(map(_wishes_for_now, said, kinds))


def _wishes_for_now(sentence: str, kinds: SentenceKinds | None) -> bool:
    asked = is_asked_for_this_time(sentence)
    if kinds is None or says_always(sentence):
        return kinds is None and asked
    if says_once(sentence):
        return kinds.is_once(word=True) and (asked or kinds.top[0] not in _TOLD)
    return kinds[Kind.ONCE] >= _SURE


def gives_orders(said: Sequence[str], kinds: Sequence[SentenceKinds | None]) -> bool:
    """Whether one of the sentences of a text from outside instructs an agent. `kinds`: of texts from outside."""
    return any(
        found is not None and found.is_order(word=addresses_agent(sentence))
        for sentence, found in zip(said, kinds, strict=True)
    )
