"""What a person states outright in a session, found by rules in English and Chinese: preferences, facts about
themselves, decisions, changes of a configuration, and what they ask to be remembered.

Sentences are taken as they stand: nothing is rephrased, so that no number, name or negation is lost on the way. A wrong
memory costs more than a missing one, so only what is a lasting statement of its speaker is taken: not what is asked,
supposed, wished for, quoted, or meant for this time alone, and of facts only the kinds that last ("my wife's name is",
not "my screen is"). System prompts, tool output and recalled memory are never read. What nobody stated outright is left
to a model, where one is configured.
"""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.language.injection.markers import is_recalled_block
from shared.language.speech.own_words import own_sentences
from shared.language.speech.stated_facts import (
    ASKED,
    CHANGE,
    DECISION,
    EVENT_OF_A_LIFE,
    FACT,
    LESSON,
    NOT_CHANGED,
    NOT_DECIDED,
    NOT_LIKED,
    PASSING,
    PREFERENCE,
    REMEMBER,
    SUPPOSED,
)
from shared.language.speech.temporary import is_lasting, is_of_this_time, is_provisional, is_wish
from shared.language.text.patterns import Regex

# A statement is a sentence; a longer run without a full stop is a document, not somebody's word.
MAX_STATEMENT = 1_000
# Nor is a text of more than a few pages: such a text is pasted.
MAX_READ = 20_000
# "I now live in", 我现在住在: of a fact of the kinds that last it says that it has changed, not that it will pass.
_SO_NOW = Regex(r"(?<=[我们家])(?:现在|目前|如今|现)(?![先只正就想要得])")
# Said outright, but read by a rule: enough to be active (SPEC section 4: 0.8), below every person's own word.
OUTRIGHT = 0.85


@dataclass(frozen=True, slots=True)
class Statement:
    """`text` verbatim from the event. `confidence` in [0,1]."""

    text: str
    type: MemoryType
    confidence: float = OUTRIGHT


def may_be_read(event: Event) -> bool:
    """System prompts, tool results (from any role) and recalled memory are no person's statements."""
    if event.role not in (EventRole.USER, EventRole.ASSISTANT) or event.kind is EventKind.TOOL_RESULT:
        return False
    return not is_recalled_block(event.content)


def statements_in(event: Event) -> list[Statement]:
    """In the order in which they were said, each once. Of the assistant's words only decisions and changes count."""
    if not may_be_read(event) or len(event.content) > MAX_READ:
        return []
    found: dict[str, Statement] = {}
    for sentence in own_sentences(event.content):
        type = _type_of(sentence.own, own=event.role is EventRole.USER)
        if type is not None and len(sentence.text) <= MAX_STATEMENT:
            found.setdefault(sentence.text, Statement(sentence.text, type))
    return list(found.values())


def stated_type(text: str) -> MemoryType | None:
    """As what a person's text would be remembered by the rules; `None` when it states nothing outright."""
    for sentence in own_sentences(text):
        if (type := _type_of(sentence.own, own=True)) is not None:
            return type
    return None


def is_preference(sentence: str) -> bool:
    """Whether it says what somebody likes."""
    return PREFERENCE.search(sentence) is not None


def _type_of(sentence: str, *, own: bool) -> MemoryType | None:
    if len(sentence) > MAX_STATEMENT or ASKED.search(sentence) or SUPPOSED.search(sentence):
        return None
    if is_provisional(sentence):
        return None
    if DECISION.search(sentence) and not NOT_DECIDED.search(sentence):
        return MemoryType.EPISODIC
    if CHANGE.search(sentence) and not NOT_CHANGED.search(sentence):
        return MemoryType.SEMANTIC
    if not own:
        return None
    for_now = is_of_this_time(sentence)
    if REMEMBER.search(sentence):
        return MemoryType.SEMANTIC
    if PREFERENCE.search(sentence) and not NOT_LIKED.search(sentence):
        return None if for_now else MemoryType.PREFERENCE
    if is_lasting(sentence) and is_wish(sentence) and not for_now:
        return MemoryType.PREFERENCE
    if LESSON.search(sentence):
        return MemoryType.PROCEDURAL
    fact = _SO_NOW.now.sub("", sentence)
    if FACT.search(fact) and not PASSING.search(sentence):
        for_now = is_of_this_time(fact)
        return MemoryType.SEMANTIC if not for_now or EVENT_OF_A_LIFE.search(sentence) else None
    return None
