"""What a statement that is to be remembered asks of its reader, something for now only or something of an agent; and
what it asserts: a fact, or a guess, a mood, a step, a failure, somebody's powers.

Told from the kinds of its sentences and from what they assert, with words as the second witness
(`domain.meaning.kinds`, `domain.meaning.assertions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.meaning.assertions import POLICY, Asserted, Assertion, asserted_in
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.kinds import Kind, SentenceKinds, kinds_of
from shared.domain.memories.evidence import UNTRUSTED, Source
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import ScopeKind
from shared.domain.writing.incoming import IncomingMemory
from shared.language.speech.own_words import own_words
from shared.language.speech.questions import asks
from shared.language.speech.sentences import sentences
from shared.language.speech.small_talk import is_passing_mood, is_work_talk
from shared.language.speech.temporary import is_asked_for_this_time, is_bound_to_this_time
from shared.language.speech.witnesses import (
    addresses_agent,
    says_always,
    says_failure,
    says_guess,
    says_once,
    says_powers,
)

# What informs, and wishes for nothing.
_STATEMENTS = (Kind.STATED, Kind.DECISION, Kind.CHANGE, Kind.REPORT, Kind.DENIAL, Kind.SMALL_TALK)
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
        return kinds.is_once(word=True) and (asked or kinds.top[0] not in _STATEMENTS)
    return kinds[Kind.ONCE] >= _SURE


def gives_orders(said: Sequence[str], kinds: Sequence[SentenceKinds | None]) -> bool:
    """Whether one of the sentences of a text from outside instructs an agent. `kinds`: of texts from outside."""
    return any(
        found is not None and found.is_order(word=addresses_agent(sentence))
        for sentence, found in zip(said, kinds, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """`refused`: as what it is not remembered. `waits`: why a person must look at it first. Empty: neither."""

    refused: str = ""
    waits: str = ""


_MOOD = "it may be a mood that has passed by now"
_STEP = "it may only say what is being done now"
_GUESS = "it is said as a guess: confirm it, or state it as a fact"
_OUTCOME = "it reports a failure, or a result that nobody has confirmed"
_POWERS = "it speaks of permissions, limits of authority, credentials or compliance, which no agent decides"


@dataclass(frozen=True, slots=True)
class Read:
    """What the planes say of one sentence: what it asserts, and of what kind it is."""

    asserted: Asserted
    kinds: SentenceKinds


def read_in(vector: Vector, calibration: Calibration) -> Read | None:
    """Of the raw vector of one sentence, embedded alone as a memory. `None` where the embedder is not measured."""
    asserted, kinds = asserted_in(vector, calibration), kinds_of(vector, calibration, own=True)
    return None if asserted is None or kinds is None else Read(asserted, kinds)


def verdict_on(said: Sequence[str], read: Sequence[Read | None], source: Source, type: MemoryType) -> Verdict:
    """What the sentences of a statement assert; `read`: of each, `None` where the embedder is not measured: then words
    alone count. It is refused if each of them asks, or surely tells a mood of the moment or a step being taken (a task
    may be one). It waits if each of them is a guess or an unconfirmed result; of a statement that is no person's own,
    one such sentence is enough, and so is one about somebody's powers, or one that may be a mood or a step. Nothing of
    the system of record waits."""
    if not said:
        return Verdict()
    found = list(zip(said, read, strict=True))
    passing = [_passes_as(sentence, one, type) for sentence, one in found]
    if all(passing):
        return Verdict(refused=passing[0])
    if source is Source.SYSTEM_OF_RECORD:
        return Verdict()
    doubts = [_doubt(sentence, one, source, type) for sentence, one in found]
    enough = any if source in UNTRUSTED else all
    if enough(doubt or asks for doubt, asks in zip(doubts, passing, strict=True)) and any(doubts):
        return Verdict(waits=next(filter(None, doubts)))
    return Verdict()


def _passes_as(sentence: str, read: Read | None, type: MemoryType) -> str:
    """As what nobody needs it tomorrow; empty for what somebody may."""
    if read is None:
        return "a question" if asks(sentence) else ""
    chances = read.asserted
    if chances[Assertion.QUESTION] >= (POLICY.question_with_mark if asks(sentence) else POLICY.question):
        return "a question"
    if says_always(sentence):
        return ""
    talk = read.kinds[Kind.SMALL_TALK] >= POLICY.small_talk
    mood = POLICY.mood_in_small_talk if talk else POLICY.mood
    if chances[Assertion.MOOD] >= (POLICY.mood_with_word if is_passing_mood(sentence) else mood):
        return "a passing mood"
    step = POLICY.step_with_word if is_work_talk(sentence) else POLICY.step
    return "talk of work in progress" if chances[Assertion.STEP] >= step and type is not MemoryType.TASK else ""


def _doubt(sentence: str, read: Read | None, source: Source, type: MemoryType) -> str:
    """Why a person must look at it first; empty where nobody must."""
    own = " ".join(one.own for one in own_words(sentence))
    guessed, agents = says_guess(own), source in UNTRUSTED
    if read is None:
        return _GUESS if guessed else _POWERS if agents and says_powers(own) else ""
    chances = read.asserted
    quoted = not guessed and says_guess(sentence)
    unsaid = POLICY.guess if agents else POLICY.guess_of_a_person
    bar = POLICY.guess_with_word if guessed else POLICY.guess_quoted if quoted else unsaid
    if chances[Assertion.GUESS] >= bar:
        return _GUESS
    failed = says_failure(own)
    outcome = POLICY.outcome_with_word if failed else POLICY.outcome
    of_a_person = POLICY.outcome_of_a_person_with_word if failed else POLICY.outcome_of_a_person
    if chances[Assertion.OUTCOME] >= (outcome if agents else of_a_person):
        return _OUTCOME
    powers = POLICY.powers_with_word if says_powers(own) else POLICY.powers
    if not agents:
        return ""
    if chances[Assertion.POWERS] >= powers:
        return _POWERS
    return "" if says_always(sentence) else _maybe_passing(chances, type)


def _maybe_passing(chances: Asserted, type: MemoryType) -> str:
    if chances[Assertion.MOOD] >= POLICY.unsure_mood:
        return _MOOD
    return _STEP if chances[Assertion.STEP] >= POLICY.unsure_step and type is not MemoryType.TASK else ""
