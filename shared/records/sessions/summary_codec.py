"""Summaries to attributes and back. Their content is one JSON text, over several records when it is long."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from shared.domain.sessions.session import EventKind, EventRole, Session, SessionPolicy
from shared.domain.summaries.summary import Evidence, Summary, SummaryContent, SummaryStatus, abridged
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record, Table

# Earlier versions are kept for readers of the history; one transaction takes all of them away when a source goes.
KEPT_VERSIONS = 10


# JSON of a summary in one record of 400 KB; a longer one takes several.
_A_RECORD = 300_000


def summary(record: Record, parts: Sequence[Record] = ()) -> Summary:
    """`parts`: the records at `part_keys`. Without them the content of a long one is shortened: the constraints, and as
    much of the rest as fits into one record."""
    a = cast("Mapping[str, Any]", record.attributes)
    return Summary(
        summary_id=a["summary_id"],
        version=a["version"],
        status=SummaryStatus(a["status"]),
        content=_content(
            json.loads("".join(cast("str", part.attributes["content"]) for part in parts) or a["content"])
        ),
        first=a["first"],
        last=a["last"],
        count=a["count"],
        source_version=a["source_version"],
        model=a["model"],
        created_at=datetime.fromisoformat(a["created_at"]),
    )


def kept(summary: Summary) -> Attributes:
    """What an idempotency answer holds of it: nothing that was said."""
    attributes, _ = _attributes(replace(summary, content=SummaryContent()))
    return attributes


def as_kept(attributes: Attributes) -> Summary:
    """The summary of an idempotency answer, whose content is not there any more."""
    return summary(Record(Key(Table.LEDGER, "", ""), attributes))


def part_keys(record: Record) -> list[Key]:
    """Where the whole content lies, when the record holds but a part of it."""
    a = cast("Mapping[str, Any]", record.attributes)
    return [keys.summary_part(record.key, a["version"], number) for number in range(a.get("parts", 0))]


def put_summary(session: Session, summary: Summary, reading: Reading, policy: SessionPolicy) -> Change:
    """The summary takes the place of the one that was read, which joins the earlier versions while it was served.

    One that takes several records has no earlier versions beside it, and becomes none: so what there is of a summary
    can always be taken away in one transaction, beside the events that it comes with.
    """
    place = (session.scope, session.session_id, session.incarnation)
    head = keys.summary(*place)
    expires_at = session.kept_until + policy.store_grace
    attributes, parts = _attributes(summary)
    change = reading.put(head, attributes, expires_at=expires_at)
    change |= Change(
        puts=tuple(
            Record(
                keys.summary_part(head, summary.version, number),
                {"content": part, "recorded_at": summary.created_at.isoformat()},
                expires_at=expires_at,
            )
            for number, part in enumerate(parts)
        )
    )
    before = reading[head]
    if before is None:
        return change
    change |= Change(removes=tuple(part_keys(before)))
    version = cast("int", before.attributes["version"])
    if summary.status is SummaryStatus.SERVED and before.attributes["status"] == SummaryStatus.SERVED.value:
        if parts:
            return change | Change(removes=earlier_versions(session, version))
        if not part_keys(before):
            kept = Record(keys.summary_version(*place, version), before.attributes, expires_at=expires_at)
            change |= Change(puts=(kept,))
            if version > KEPT_VERSIONS:
                change |= Change(removes=(keys.summary_version(*place, version - KEPT_VERSIONS),))
    return change


def earlier_versions(session: Session, version: int) -> tuple[Key, ...]:
    """Where those can lie that are kept beside this one."""
    place = (session.scope, session.session_id, session.incarnation)
    oldest = max(1, version - KEPT_VERSIONS)
    return tuple(keys.summary_version(*place, number) for number in range(oldest, version))


def _attributes(summary: Summary) -> tuple[Attributes, list[str]]:
    """And the parts of its content, when it is too long for one record."""
    text = _written(summary.content)
    parts = _cut(text)
    shown = text if not parts else _written(abridged(summary.content, _A_RECORD // 2))
    return {
        "summary_id": summary.summary_id,
        "version": summary.version,
        "status": summary.status.value,
        "content": shown,
        **({"parts": len(parts)} if parts else {}),
        "first": summary.first,
        "last": summary.last,
        "count": summary.count,
        "source_version": summary.source_version,
        "model": summary.model,
        "created_at": summary.created_at.isoformat(),
        "recorded_at": summary.created_at.isoformat(),
    }, parts


def _written(content: SummaryContent) -> str:
    body = {
        "goal": content.goal,
        "completed": content.completed,
        "constraints": content.constraints,
        "pending": content.pending,
        "evidence": [_evidence_body(item) for item in content.evidence],
        "said_in": [content.said_in.get(line, ()) for line in content.lines],
    }
    return json.dumps(body, ensure_ascii=False)


def _cut(text: str) -> list[str]:
    """Into what a record can hold; nothing when one can hold it all."""
    written = text.encode()
    if len(written) <= _A_RECORD:
        return []
    parts: list[str] = []
    start = 0
    while start < len(written):
        end = min(start + _A_RECORD, len(written))
        while end < len(written) and written[end] & 0xC0 == 0x80:  # not inside a character
            end -= 1
        parts.append(written[start:end].decode())
        start = end
    return parts


def _evidence_body(item: Evidence) -> list[str | None]:
    said = [item.event_id, item.text, item.role and item.role.value, item.kind and item.kind.value, item.speaker]
    return [*said, item.actor]


def _evidence(event_id: str, text: str, role: str | None = None, kind: str | None = None, *who: str | None) -> Evidence:
    """Written before it was kept who said it, it is two texts."""
    return Evidence(event_id, text, EventRole(role) if role else None, EventKind(kind) if kind else None, *who)


def _content(body: Mapping[str, Any]) -> SummaryContent:
    content = SummaryContent(
        goal=body["goal"],
        completed=tuple(body["completed"]),
        constraints=tuple(body["constraints"]),
        pending=tuple(body["pending"]),
        evidence=tuple(_evidence(*item) for item in body["evidence"]),
    )
    said_in = zip(content.lines, body["said_in"], strict=True)
    return replace(content, said_in={line: tuple(ids) for line, ids in said_in if ids})
