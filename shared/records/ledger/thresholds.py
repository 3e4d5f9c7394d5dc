"""An organisation's tuned thresholds: one record beside its deletion barrier, so that a recall reads both in one call.

It is due for maintenance from the first feedback after it was last looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, cast

from shared.domain.audit.chain import AuditAction, AuditRecord, content_hmac
from shared.domain.audit.daily_counts import DailyCounts
from shared.domain.instants import sort_text
from shared.domain.recall.threshold_tuning import RESET, Move, Thresholds, Tuning
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.audit import audit_record
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record, Table

TUNING = "tune"
CHAIN_PREFIX = "tuning:"


def tuning_key(org: Scope) -> Key:
    return Key(Table.MEMORIES, keys.path(org.org_scope), TUNING)


def tuning(record: Record) -> Tuning:
    a = cast("Mapping[str, Any]", record.attributes)
    settled = a["settled"]
    return Tuning(
        chain=a["chain"],
        thresholds=None if a["thresholds"] is None else _thresholds(a["thresholds"]),
        moves=tuple(
            Move(
                datetime.fromisoformat(m["at"]), m["by"], m["reason"], _thresholds(m["before"]), _thresholds(m["after"])
            )
            for m in a["moves"]
        ),
        settled=None if settled is None else DailyCounts(date.fromisoformat(settled["day"]), settled["counts"]),
        audit_sequence=a["audit_sequence"],
        audit_hash=a["audit_hash"],
    )


def org_of(record: Record) -> Scope:
    return Scope.parse(cast("str", record.attributes["scope"]))


def put_tuning(org: Scope, value: Tuning, reading: Reading, at: datetime, *, next_check_at: datetime | None) -> Change:
    settled = value.settled
    attributes: Attributes = {
        "scope": org.path,
        "chain": value.chain,
        "thresholds": None if value.thresholds is None else _pair(value.thresholds),
        "moves": [
            {
                "at": move.at.isoformat(),
                "by": move.by,
                "reason": move.reason,
                "before": _pair(move.before),
                "after": _pair(move.after),
            }
            for move in value.moves
        ],
        "settled": None if settled is None else {"day": settled.day.isoformat(), "counts": dict(settled.counts)},
        "audit_sequence": value.audit_sequence,
        "audit_hash": value.audit_hash,
        "updated_at": at.isoformat(),
    }
    return reading.put(tuning_key(org), attributes, next_check_at=next_check_at)


def audited_move(org: Scope, before: Tuning, after: Tuning, acting_for: str | None = None) -> tuple[Tuning, Change]:
    """The state with its chain one longer by its last move, and the record of it. What is sealed is not secret: the
    HMAC's key is the chain's name, so that every reader of the thresholds can check them."""
    move = after.moves[-1]
    entry = AuditRecord(
        subject=before.chain,
        sequence=before.audit_sequence + 1,
        action=AuditAction.THRESHOLDS_RESET if move.reason == RESET else AuditAction.THRESHOLDS_MOVED,
        actor=move.by,
        acting_for=acting_for,
        at=sort_text(move.at),
        version=before.audit_sequence + 1,
        content_hmac=sealed_thresholds(before.chain, move),
        previous=before.audit_hash,
    ).sealed()
    chained = Tuning(after.chain, after.thresholds, after.moves, after.settled, entry.sequence, entry.hash)
    return chained, Change(puts=(audit_record(org, entry),))


def sealed_thresholds(chain: str, move: Move) -> str:
    said = f"{move.reason} {move.before.pull} {move.before.push} {move.after.pull} {move.after.push}"
    return content_hmac(chain.encode(), said)


def _pair(thresholds: Thresholds) -> list[float]:
    return [thresholds.pull, thresholds.push]


def _thresholds(pair: list[float]) -> Thresholds:
    return Thresholds(float(pair[0]), float(pair[1]))
