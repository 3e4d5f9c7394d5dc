"""Stores as the handlers use them: encrypted and sealed, with what does not open counted and logged by its place."""

from __future__ import annotations

from collections.abc import Callable

from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.ports import Cipher, RecordStore
from shared.records.keys import hides_a_hash
from shared.records.store.record import Key
from shared.records.store.shut import WhyShut
from shared.runtime import observability


def sealed(inner: RecordStore, wrapping: Cipher, randomness: Callable[[int], bytes]) -> SealedRecords:
    """`wrapping` wraps the owners' data keys."""
    return SealedRecords(inner, DataKeys(wrapping, randomness), randomness, report)


def report(key: Key, why: WhyShut) -> None:
    """Reports a record that is not what was written: its place and the reason, never its content."""
    kind, _, rest = key.sk.partition("#")
    observability.logger().error(
        "integrity_violation",
        extra={
            "table": key.table.value, "owner": key.pk, "record": kind if hides_a_hash(key) else f"{kind}#{rest}",
            "why": why.value,
        },
    )  # fmt: skip
    observability.count("IntegrityViolations", why=why.value)
