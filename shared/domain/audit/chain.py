"""Audit: one record for every mutation, chained by hash for each memory, without content."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class AuditAction(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    CONFIRMED = "confirmed"  # a duplicate refreshed it
    KEPT_EXISTING = "kept_existing"
    CORRECTED = "corrected"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    PROMOTED = "promoted"
    ACCEPTED = "accepted"  # by a reviewer, as the next three
    REJECTED = "rejected"
    MERGED = "merged"
    EVICTED = "evicted"
    EXPIRED = "expired"
    EVICTED_OVER_LIMIT = "evicted_over_limit"  # by maintenance, because its owner had more memories than its limit
    VERSION_REMOVED = "version_removed"  # by maintenance, as the next two
    MARKED_STALE = "marked_stale"
    PUT_UP_FOR_REVIEW = "put_up_for_review"
    SOURCE_LOST = "source_lost"  # by a deletion of what it rested on; the memory stays
    BEGAN = "began"  # the day came that it was scheduled for
    RELEASED = "released"  # the other side of its dispute was removed; it is a fact again if no other dispute is left
    SUCCESSOR_LOST = "successor_lost"  # the memory that had superseded it was removed, or no longer supersedes it
    TASK_COMPLETED = "task_completed"  # it ended with its task
    DELETED = "deleted"
    BLOCKED = "blocked"  # refused, because it must not be stored in the clear; the subject names the kinds found
    DELETION_REQUESTED = "deletion_requested"
    DELETION_COMPLETED = "deletion_completed"
    DELETION_REOPENED = "deletion_reopened"  # residue was found after its end
    HOLD_PLACED = "hold_placed"  # by law, by an auditor, as the next
    HOLD_RELEASED = "hold_released"
    THRESHOLDS_MOVED = "thresholds_moved"  # by the feedback on recalls
    THRESHOLDS_RESET = "thresholds_reset"  # by an operator


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """Who did what to which version, when. `subject` is a memory id, or `deletion:{request id}`.

    `content_hmac` proves which content was meant to anyone who holds the owner's salt, and to nobody once that is
    destroyed. `previous` is the hash of the record before it in the subject's chain, `hash` covers all the rest.
    """

    subject: str
    sequence: int
    action: AuditAction
    actor: str
    acting_for: str | None
    at: str
    version: int
    content_hmac: str
    previous: str
    hash: str = ""

    def sealed(self) -> AuditRecord:
        return replace(self, hash=self.digest())

    def digest(self) -> str:
        body = [
            self.subject, self.sequence, self.action, self.actor, self.acting_for, self.at, self.version,
            self.content_hmac, self.previous,
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def content_hmac(salt: bytes, content_hash: str) -> str:
    return hmac.new(salt, content_hash.encode(), hashlib.sha256).hexdigest()


class ChainFault(StrEnum):
    """How a chain stops holding."""

    MISSING = "missing"  # a record is not where the sequence wants it
    CHANGED = "changed"  # it is not what was sealed, or it is another subject's
    UNLINKED = "unlinked"  # it does not follow the record before it
    HEAD_DIFFERS = "head_differs"  # the chain ends elsewhere than what it is about says
    UNFINISHED = "unfinished"  # its memory was removed, and the chain does not say so
    ROLLED_BACK = "rolled_back"  # the witness outside the store has seen more than there is, or something else
    FORGED = "forged"  # the witness holds a state of the audit that no key of the service has signed
    ALTERED = "altered"  # what it is about is not what the service wrote: it is not served


def fault(subject: str, chain: Sequence[AuditRecord]) -> tuple[int, ChainFault] | None:
    """The first sequence number at which a subject's chain, in ascending order, stops holding; `None` when all of it
    holds. A last record that was removed is found by anyone who knows the head."""
    previous = ""
    for number, record in enumerate(chain, start=1):
        if record.sequence != number:
            return number, ChainFault.MISSING
        if record.subject != subject or record.digest() != record.hash:
            return number, ChainFault.CHANGED
        if record.previous != previous:
            return number, ChainFault.UNLINKED
        previous = record.hash
    return None


def first_break(chain: Sequence[AuditRecord]) -> int | None:
    """The sequence number at which a chain in ascending order stops holding, or `None` when all of it holds."""
    found = fault(chain[0].subject, chain) if chain else None
    return None if found is None else found[0]
