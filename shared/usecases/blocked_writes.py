"""What was refused because it must not be stored in the clear: a record of who tried it, when, and which kinds of
secrets were found, never of the words.

Two calls to the store: the head of the owner's chain for these kinds, and one change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for
from shared.domain.audit.chain import AuditAction, AuditRecord
from shared.domain.errors import Sensitive
from shared.domain.instants import sort_text
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.audit import audit_record
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.retry import until_committed
from shared.usecases.services import Services


@contextmanager
def noting_blocks(services: Services, caller: Caller, scope: Scope | None) -> Iterator[None]:
    """Around what refuses secrets. A refusal that cannot be noted is answered as `Unavailable`: nothing was stored."""
    try:
        yield
    except Sensitive as refusal:
        note_blocked(services, caller, scope, refusal.kinds)
        raise


def note_blocked(services: Services, caller: Caller, scope: Scope | None, kinds: Sequence[str]) -> None:
    """`kinds`: of the findings that blocked; nothing is noted without one."""
    if not kinds:
        return
    target, subject = scope or caller.bound, f"blocked:{'+'.join(sorted(set(kinds)))}"
    head = keys.blocked_head(target, subject)

    def attempt() -> None:
        reading = Reading.of([head], services.records.get([head]))
        last = reading[head]
        entry = AuditRecord(
            subject=subject,
            sequence=1 if last is None else int(str(last.attributes["sequence"])) + 1,
            action=AuditAction.BLOCKED,
            actor=caller.principal,
            acting_for=acts_for(caller, target),
            at=sort_text(services.clock.now()),
            version=0,
            content_hmac="",
            previous="" if last is None else str(last.attributes["hash"]),
        ).sealed()
        chained = reading.put(head, {"sequence": entry.sequence, "hash": entry.hash})
        services.records.commit(Change(puts=(audit_record(target, entry),)) | chained)

    until_committed(attempt, services.write_policy.attempts, "too many refusals are being noted at once")
