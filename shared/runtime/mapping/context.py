"""The context builder: wire models to domain values and back."""

from __future__ import annotations

from shared.contracts.context import ContextItemBody, ContextRequest, ContextResponse
from shared.runtime.mapping.recall import conflicts, recall_about
from shared.usecases.context.build_context import ContextAnswer, ContextQuery, External


def context_query(body: ContextRequest) -> ContextQuery:
    return ContextQuery(
        recall=recall_about(body.goal, body),
        session_id=body.session_id,
        token_budget=body.token_budget,
        held_events=tuple(body.held_events),
        external=tuple(External(found.content, found.source, found.title) for found in body.external),
        style=body.style,
    )


def context_response(answer: ContextAnswer) -> ContextResponse:
    items = [
        ContextItemBody.model_construct(
            layer=chosen.item.layer,
            label=chosen.item.label,
            content=chosen.item.content,
            source=chosen.item.source,
            time=chosen.item.time,
            confidence=chosen.item.confidence,
            stale=chosen.item.stale,
            tokens=chosen.tokens,
            basis=chosen.item.basis,
            memory_id=chosen.item.memory_id,
            reads_as_instruction=chosen.item.reads_as_instruction,
            key=chosen.item.key,
            title=chosen.item.title,
            speaker=chosen.item.speaker,
            tool=chosen.item.tool,
            part=chosen.item.part,
            reason=chosen.item.reason,
            newer=list(chosen.item.newer),
            event_id=chosen.item.event_id,
            trust=chosen.item.trust,
        )
        for chosen in answer.items
    ]
    return ContextResponse.model_construct(
        recall_id=answer.recall_id,
        items=items,
        text=answer.text,
        tokens=answer.tokens,
        omitted=dict(answer.omitted),
        suppressed=dict(answer.suppressed),
        needs_confirmation=answer.needs_confirmation,
        conflicts=conflicts(answer.conflicts),
        degraded=answer.degraded,
        subject=answer.subject,
    )
