"""What came from outside and waits for a person: it stays a candidate wherever it is carried, and gives nothing of its
own to a fact, until a person with the role of a reviewer has decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from shared.domain.memories.evidence import UNTRUSTED, Source
from shared.domain.memories.memory import Background, Contribution, Importance, Memory, Metadata, Status
from shared.language.injection.injection_scan import instruction_in

# The flag of a memory that waits because it tells an agent what to do; the question about it is the candidate's review.
GIVES_ORDERS = "gives_orders"
FROM_OUTSIDE = "evidence from outside that nobody has verified"


def instruction_reason(
    source: Source, content: str, key: str | None, metadata: Metadata, labels: Iterable[str] = ()
) -> str | None:
    """Why a memory waits for a person because it orders the agent about; `None` for a person's own word. `labels`: all
    else that its writer has worded and that is shown beside it (`labels_of`)."""
    if source not in UNTRUSTED:
        return None
    found = (instruction_in(text) for text in (content, key or "", *_strings(metadata), *labels))
    instruction = next((one for one in found if one is not None), None)
    return None if instruction is None else f"reads as an instruction: {instruction.reason}"


def labels_of(background: Background | None, consent_scope: str | None, purposes: Iterable[str]) -> tuple[str, ...]:
    """The name of who speaks, and what the memory may be used for. Turns that are quoted are no words of the writer."""
    speaker = "" if background is None else background.speaker or ""
    return (speaker, consent_scope or "", *purposes)


def why_quarantined(memory: Memory) -> str | None:
    """Why nothing but a reviewer's decision makes a fact of what a memory says; `None` for what may become one by being
    carried or confirmed."""
    if memory.source is Source.EXTERNAL_UNVERIFIED:
        return FROM_OUTSIDE
    if memory.source in UNTRUSTED and GIVES_ORDERS in memory.flags:
        return "reads as an instruction"
    labels = labels_of(memory.background, memory.consent_scope, memory.purposes)
    return instruction_reason(memory.source, memory.content, memory.key, memory.metadata, labels)


def is_quarantined(memory: Memory) -> bool:
    return memory.status is Status.CANDIDATE and why_quarantined(memory) is not None


def without_own_word(contribution: Contribution, fact: Contribution) -> Contribution:
    """What a quarantined statement gives to a fact that says the same: that it was said, and where. Nothing that its
    writer chose beside the text goes along: no key, metadata, weight, time, label or wording."""
    return replace(
        contribution,
        key=fact.key,
        confidence=min(contribution.confidence, fact.confidence),
        metadata={},
        importance=Importance.NORMAL,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        purposes=fact.purposes,
        consent_scope=None,
        flags=(),
        words=None if contribution.words is None else "",
    )


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
