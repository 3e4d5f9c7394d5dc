"""Audit records in the ledger."""

from __future__ import annotations

from typing import Any, cast

from shared.domain.audit import AuditAction, AuditRecord
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.model import Attributes, Record


def audit_record(scope: Scope, entry: AuditRecord) -> Record:
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
    }
    return Record(keys.audit(scope, entry.subject, entry.sequence), attributes)


def audit_entry(record: Record) -> AuditRecord:
    a = {name: value for name, value in cast("dict[str, Any]", record.attributes).items() if name != "scope"}
    return AuditRecord(**{**a, "action": AuditAction(a["action"])})
