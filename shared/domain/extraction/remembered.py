"""What of a person's talk is remembered: a turn is kept whole when one of its sentences is (`kept_statements`)."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.extraction.turn_reading import NOT_KEPT, TurnReading
from shared.domain.meaning.kinds import POLICY, Kind, SentenceKinds
from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.chatter import is_chatter
from shared.domain.sessions.kept_statements import SHORT, is_kept, word_count
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.language.injection.markers import is_recalled_block
from shared.language.speech.questions import asks
from shared.language.speech.temporary import is_wish
from shared.language.speech.witnesses import says_always

# Longer than that a turn is a paste: outside text, no matter who sends it. Characters.
MAX_TURN = 4_000

# What asks to be heeded later.
_BINDS = (Kind.PREFERENCE, Kind.CONSTRAINT)


def is_statement_of(event: Event) -> bool:
    """Whether it is a person's own turn at all, and no paste."""
    return (
        event.role is EventRole.USER
        and event.kind in (EventKind.TURN, EventKind.FEEDBACK)
        and event.whole
        and len(event.content) <= MAX_TURN
        and not is_recalled_block(event.content)
    )


def read_turn(
    sentences: Sequence[str], kinds: Sequence[SentenceKinds | None], *, between_people: bool = False
) -> TurnReading:
    """`sentences`: of `sentences_to_read`; `kinds`: theirs, `None` where the embedder is not measured."""
    kept = [
        (sentence, found)
        for sentence, found in zip(sentences, kinds, strict=True)
        if is_kept(sentence, found, between_people=between_people)
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


def is_short_answer(text: str, before: Sequence[Event]) -> bool:
    """Whether a turn of under four words answers a question of the assistant's: it is kept together with the question,
    unless it says nothing or asks itself. `before`: the turns before it, the older first."""
    said = next((event for event in reversed(before) if event.role is not EventRole.TOOL), None)
    if said is None or said.role is not EventRole.ASSISTANT or not asks(said.content):
        return False
    return 0 < word_count(text) < SHORT and not asks(text) and not is_chatter(text)


def type_of(reading: TurnReading, text: str) -> MemoryType:
    """A preference or a limit is a `preference`, a decision an episode, all else a fact."""
    if reading.kind is None:
        return MemoryType.PREFERENCE if says_always(text) and is_wish(text) else MemoryType.SEMANTIC
    if reading.kind in _BINDS:
        return MemoryType.PREFERENCE
    return MemoryType.EPISODIC if reading.kind is Kind.DECISION else MemoryType.SEMANTIC
