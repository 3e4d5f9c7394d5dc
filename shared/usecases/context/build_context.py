"""The context of an agent's next step: what was recalled, the session and what was fetched elsewhere, in one block.

Calls: those of a recall (3), two for a session, one for the statistics: six. What comes from elsewhere is handed in
with the request; it meets memories here only and is never stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial

from shared.domain.access.caller import Caller
from shared.domain.context.rendering import Style, rendered_block, rendered_item, rendered_items
from shared.domain.context.selection import Chosen, ContextItem, ContextPolicy, Layer, Selection, select
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.recall.conflicts import Conflict
from shared.domain.scopes import segment_id
from shared.language.injection.injection_scan import reads_as_instruction
from shared.language.injection.neutralise import shows_nothing
from shared.language.text.token_count import estimated_tokens
from shared.usecases.context.session_items import SessionTold, session_told
from shared.usecases.recall.filter import RecallQuery, targets_of
from shared.usecases.recall.query import Hit
from shared.usecases.recall.recall import RecallAnswer, recalled
from shared.usecases.recall.retrieval_stats import note_retrieved
from shared.usecases.services import Services

_PROFILE_TYPES = (MemoryType.PROFILE, MemoryType.PREFERENCE)


@dataclass(frozen=True, slots=True)
class External:
    """Something fetched for this request: a document, an answer of an API. `source` says from where."""

    content: str
    source: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class ContextQuery:
    """`recall` asks for the memories; its text is the goal."""

    recall: RecallQuery
    session_id: str | None = None
    token_budget: int = ContextPolicy().token_budget
    external: tuple[External, ...] = ()
    style: Style = Style.XML


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """`memories`: those that the answer shows. `tokens` of `text`, never more than the budget. `omitted`: what had no
    room, and what lies further back in the session; `suppressed`: what may not be shown, is shown already, or is
    blank."""

    recall_id: str
    items: tuple[Chosen, ...]
    memories: tuple[Memory, ...]
    text: str
    tokens: int
    omitted: Mapping[Layer, int]
    suppressed: Mapping[str, int]
    conflicts: tuple[Conflict, ...]
    needs_confirmation: bool
    degraded: bool


def build_context(services: Services, caller: Caller, query: ContextQuery) -> ContextAnswer:
    """Raises what a recall raises, and `NotFound` for a session that is not there."""
    now, policy = services.clock.now(), ContextPolicy()
    target = targets_of(caller, query.recall, query.session_id)[0]
    reported = SessionTold()
    if query.session_id is not None:
        id = segment_id(query.session_id, "session_id")
        reported = session_told(services, target, id, query.token_budget, policy)
    answer = recalled(services, caller, query.recall)
    memories = [_of_memory(hit, now) for hit in answer.hits]
    found = [*reported.items, *memories, *(_of_external(found, now) for found in query.external)]
    offered = [item for item in found if not shows_nothing(item.content)]
    earlier = Counter({Layer.SESSION: reported.left_out})
    selection, text = _fitted(offered, earlier, answer, query, policy)
    passed_over = {"repeated": selection.repeated, "blank": len(found) - len(offered)}
    chosen = {part.item.memory_id for part in selection.chosen}
    shown = [hit.memory for hit in answer.hits if hit.memory.memory_id in chosen]
    note_retrieved(services, shown)
    return ContextAnswer(
        recall_id=answer.recall_id,
        items=selection.chosen,
        memories=(*shown, *(member for conflict in answer.conflicts for member in conflict.members)),
        text=text,
        tokens=estimated_tokens(text),
        omitted={layer: selection.omitted[layer] + earlier[layer] for layer in Layer},
        suppressed={**answer.suppressed, **{reason: count for reason, count in passed_over.items() if count}},
        conflicts=answer.conflicts,
        needs_confirmation=answer.needs_confirmation,
        degraded=answer.degraded,
    )


def _fitted(
    offered: Sequence[ContextItem],
    earlier: Counter[Layer],
    answer: RecallAnswer,
    query: ContextQuery,
    policy: ContextPolicy,
) -> tuple[Selection, str]:
    """The items that fit beside the frame, and the block. Without room for the frame there is no text at all."""
    # Each is looked at in several rounds, and what it costs does not change between them.
    render, estimate = cache(partial(rendered_item, style=query.style)), cache(estimated_tokens)
    # Where all has room, nothing has to be said of what has none.
    for left_out in (earlier, earlier + Counter(item.layer for item in offered)):
        frame = estimated_tokens(rendered_block((), _notes(answer, left_out), query.style) + "\n")
        selection = select(offered, query.token_budget - frame, render, estimate, policy)
        if not any(selection.omitted.values()):
            break
    notes = _notes(answer, earlier + Counter(selection.omitted))
    items = rendered_items([chosen.item for chosen in selection.chosen], query.style)
    text = rendered_block(items, notes, query.style)
    return selection, text if estimated_tokens(text) <= query.token_budget else ""


def _notes(answer: RecallAnswer, omitted: Mapping[Layer, int]) -> list[str]:
    """What the reader of the block must know about it as a whole."""
    notes = []
    if answer.needs_confirmation:
        notes.append("Memories contradict each other and are withheld: ask a person before acting.")
    if answer.degraded:
        notes.append("Search is down: these are recent memories, others may be missing.")
    left_out = ", ".join(f"{omitted[layer]} {layer}" for layer in Layer if omitted.get(layer))
    if left_out:
        notes.append(f"Left out: {left_out}.")
    return notes


def _of_memory(hit: Hit, now: datetime) -> ContextItem:
    memory = hit.memory
    return ContextItem(
        layer=Layer.PROFILE if memory.type in _PROFILE_TYPES else Layer.LONG_TERM,
        label=memory.type.value,
        content=memory.content,
        source=memory.source.value,
        time=memory.observed_at,
        confidence=memory.confidence,
        stale=memory.status is Status.STALE or memory.is_soft_expired(now),
        basis=hit.basis,
        memory_id=memory.memory_id,
        key=memory.key,
    )


def _of_external(found: External, now: datetime) -> ContextItem:
    return ContextItem(
        layer=Layer.EXTERNAL,
        label="external",
        content=found.content,
        source=found.source,
        time=now,
        confidence=Source.EXTERNAL_UNVERIFIED.default_confidence,
        reads_as_instruction=reads_as_instruction(found.content),
        title=found.title,
    )
