"""Audit records in the ledger."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from shared.domain.audit.chain import AuditAction, AuditRecord
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.attributes import instant
from shared.records.store.record import Attributes, Record

# Beside what is sealed: where its subject lies, and when that ends by itself.
_BESIDE = ("scope", "hard_expires_at")


def audit_record(scope: Scope, entry: AuditRecord, hard_expires_at: datetime | None = None) -> Record:
    expiry = {} if hard_expires_at is None else {"hard_expires_at": hard_expires_at.isoformat()}
    attributes: Attributes = {
        "subject": entry.subject,
        "sequence": entry.sequence,
        "action": entry.action.value,
        "actor": entry.actor,
        "acting_for": entry.acting_for,
        "at": entry.at,
        "version": entry.version,
        "content_hmac": entry.content_hmac,
        "previous": entry.previous,
        "hash": entry.hash,
        "scope": scope.path,
        **expiry,
    }
    return Record(keys.audit(scope, entry.subject, entry.sequence), attributes)


def audit_entry(record: Record) -> AuditRecord:
    a = {name: value for name, value in cast("dict[str, Any]", record.attributes).items() if name not in _BESIDE}
    return AuditRecord(**{**a, "action": AuditAction(a["action"])})


def ends_by_itself_at(record: Record) -> datetime | None:
    """When the memory that the record is about expires as of that record."""
    return instant(record.attributes.get("hard_expires_at"))
