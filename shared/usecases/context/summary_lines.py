"""A session's summary statement by statement, as the short form of turns that have no room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from shared.domain.context.items import ContextItem, Layer, Reason
from shared.domain.memories.evidence import Source, Trust
from shared.domain.sessions.session import EventKind, EventRole, Session
from shared.domain.summaries.summary import Evidence, Summary, SummaryContent, SummaryStatus
from shared.language.injection.injection_scan import reads_as_instruction
from shared.records.sessions import summary_codec
from shared.records.store.record import Record

# It quotes any speaker, and where a model made it, some of it is the model's own words.
_CONFIDENCE = Source.AGENT_INFERRED.default_confidence
_FROM_OTHERS = {EventRole.ASSISTANT: "evidence from the assistant", EventRole.TOOL: "evidence from a tool"}


def served_summary(record: Record | None, session: Session) -> Summary | None:
    """Never a line whose source was removed. From the acceptance of an event's deletion until its end no summary is
    shown at all: finding out whether the summary rests on that event would take another read."""
    if record is None or session.withheld:
        return None
    summary = summary_codec.summary(record)
    return summary if summary.status is SummaryStatus.SERVED and any(summary.content.texts()) else None


def summary_lines(summary: Summary) -> list[ContextItem]:
    """Binding statements first, the newest first; then the goal, and the newest of what is pending, done and quoted.
    A line that reads as an instruction and is not a person's own word is left out."""
    return [
        ContextItem(
            layer=Layer.SESSION,
            label="summary",
            content=text.strip(),
            source="session_summary",
            time=summary.created_at,
            confidence=_CONFIDENCE,
            reason=Reason.SUMMARY,
            part=part,
            trust=Trust.UNVERIFIED if said_by is EventRole.TOOL else Trust.DATA,
        )
        for part, text, said_by in _statements(summary.content)
        if text.strip() and (said_by is EventRole.USER or not reads_as_instruction(text))
    ]


def _statements(content: SummaryContent) -> Iterator[tuple[str, str, EventRole | None]]:
    """Part, text, and the speaker where that is known. Quotes of actions and of talk alternate."""
    yield from (("constraint", text, None) for text in reversed(content.constraints))
    yield "goal", content.goal, None
    yield from (("pending", text, None) for text in reversed(content.pending))
    for done, quote in zip_longest(reversed(content.completed), reversed(content.evidence)):
        if quote is not None:
            yield _evidence_part(quote), quote.text, quote.role
        if done is not None:
            yield "completed", done, None


def _evidence_part(quote: Evidence) -> str:
    """An approval is shown as one; a speaker who only reports one is named."""
    if quote.kind is EventKind.APPROVAL:
        return "approval"
    return "evidence" if quote.role is None else _FROM_OTHERS.get(quote.role, "evidence")
