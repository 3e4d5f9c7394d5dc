"""Summaries to attributes and back. Their content is one JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from shared.domain.events import Session, SessionPolicy
from shared.domain.summaries import Evidence, Summary, SummaryContent, SummaryStatus
from shared.records import keys
from shared.records.model import Attributes, Change, Record
from shared.records.reading import Reading

# Earlier versions are kept for whoever looks back; one transaction takes all of them away when a source goes.
KEPT_VERSIONS = 10


def summary(record: Record) -> Summary:
    a = cast("Mapping[str, Any]", record.attributes)
    return Summary(
        summary_id=a["summary_id"],
        version=a["version"],
        status=SummaryStatus(a["status"]),
        content=_content(json.loads(a["content"])),
        first=a["first"],
        last=a["last"],
        count=a["count"],
        source_version=a["source_version"],
        model=a["model"],
        created_at=datetime.fromisoformat(a["created_at"]),
    )


def put_summary(session: Session, summary: Summary, reading: Reading, policy: SessionPolicy) -> Change:
    """The summary takes the place of the one that was read, which joins the earlier versions while it was served."""
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
    if before is None or summary.status is not SummaryStatus.SERVED:
        return change
    if before.attributes["status"] == SummaryStatus.SERVED.value:
        version = cast("int", before.attributes["version"])
        kept = Record(keys.summary_version(*place, version), before.attributes, expires_at=expires_at)
        change |= Change(puts=(kept,))
        if version > KEPT_VERSIONS:
            change |= Change(removes=(keys.summary_version(*place, version - KEPT_VERSIONS),))
    return change


def _attributes(summary: Summary) -> Attributes:
    content = summary.content
    body = {
        "goal": content.goal,
        "completed": content.completed,
        "constraints": content.constraints,
        "pending": content.pending,
        "evidence": [[item.event_id, item.text] for item in content.evidence],
    }
    return {
        "summary_id": summary.summary_id,
        "version": summary.version,
        "status": summary.status.value,
        "content": json.dumps(body, ensure_ascii=False),
        "first": summary.first,
        "last": summary.last,
        "count": summary.count,
        "source_version": summary.source_version,
        "model": summary.model,
        "created_at": summary.created_at.isoformat(),
        "recorded_at": summary.created_at.isoformat(),
    }


def _content(body: Mapping[str, Any]) -> SummaryContent:
    return SummaryContent(
        goal=body["goal"],
        completed=tuple(body["completed"]),
        constraints=tuple(body["constraints"]),
        pending=tuple(body["pending"]),
        evidence=tuple(Evidence(event_id, text) for event_id, text in body["evidence"]),
    )
