"""Whether one document fits a search filter: as the engines decide it, for what they do not know yet."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from shared.domain.recall.documents import SearchDocument, SearchFilter


def matches(document: SearchDocument, wanted: SearchFilter) -> bool:
    """Beside what was asked for also what is found beside it (`waiting`)."""
    if document.status in wanted.waiting:
        wanted = replace(wanted, statuses=wanted.waiting)
    return _is_readable(document, wanted) and _is_asked_for(document, wanted) and _is_in_time(document, wanted)


def _is_readable(document: SearchDocument, wanted: SearchFilter) -> bool:
    below = tuple(f"{path}/" for path in wanted.below)
    return (
        document.org in (wanted.org, "")
        and (document.scope in wanted.scopes or document.scope.startswith(below))
        and (wanted.any_purpose or not document.purposes or wanted.purpose in document.purposes)
    )


def _is_asked_for(document: SearchDocument, wanted: SearchFilter) -> bool:
    return (
        document.status in wanted.statuses
        and (not wanted.types or document.type in wanted.types)
        and (not wanted.keys or document.key in wanted.keys)
        and (not wanted.sources or document.source in wanted.sources)
        and wanted.consent_scope in (None, document.consent_scope)
        and wanted.speaker in (None, document.speaker)
        and set(wanted.metadata).issubset(document.metadata)
        and all(condition.holds(document.metadata) for condition in wanted.where)
    )


def _is_in_time(document: SearchDocument, wanted: SearchFilter) -> bool:
    if (document.history and not wanted.history) or _is_over(document.hard_expires_at, wanted.at):
        return False
    if not wanted.any_time:
        at = wanted.at if wanted.holds_at is None else wanted.holds_at
        if _is_over(document.valid_to, at) or not (wanted.later or document.valid_from <= at):
            return False
    believed = wanted.believed_at
    if believed is None:
        return True
    recorded = document.recorded_at
    return (recorded is None or recorded <= believed) and not _is_over(document.ended_at, believed)


def _is_over(end: datetime | None, at: datetime) -> bool:
    return end is not None and end <= at
