"""Chains of audit records and of receipts: every removal, change, reordering and forgery is found."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.audit.chain import AuditAction, AuditRecord, content_hmac, first_break
from shared.domain.deletion.barrier import Receipt
from shared.records.deletion import deletion_codec
from shared.records.ledger.audit import audit_entry, audit_record
from tests.builders import ANN


def a_chain(length: int, subject: str = "m1") -> list[AuditRecord]:
    chain: list[AuditRecord] = []
    for number in range(1, length + 1):
        at, previous = f"2026-03-{number:02d}T00:00:00.000000Z", chain[-1].hash if chain else ""
        record = AuditRecord(
            subject, number, AuditAction.UPDATED, "ann", None, at, number, f"hmac-{number}", previous
        )  # fmt: skip
        chain.append(record.sealed())
    return chain


def test_a_chain_holds() -> None:
    assert first_break([]) is None
    assert first_break(a_chain(1)) is None
    assert first_break(a_chain(9)) is None


@given(st.integers(2, 9), st.data())
def test_a_removed_record_shows_unless_it_was_the_last(length: int, data: st.DataObject) -> None:
    chain = a_chain(length)
    removed = data.draw(st.integers(0, length - 2))
    assert first_break(chain[:removed] + chain[removed + 1 :]) == removed + 1


@given(st.integers(2, 9), st.data())
def test_a_changed_order_shows_at_the_first_that_moved(length: int, data: st.DataObject) -> None:
    chain = a_chain(length)
    order = data.draw(st.permutations(range(length)))
    moved = next((n for n, original in enumerate(order) if n != original), None)
    assert first_break([chain[n] for n in order]) == (None if moved is None else moved + 1)


_CHANGED: dict[str, Any] = {
    "subject": "m2", "sequence": 99, "action": AuditAction.DELETED, "actor": "eve", "acting_for": "bob",
    "at": "2020-01-01T00:00:00.000000Z", "version": 99, "content_hmac": "other", "previous": "0" * 64, "hash": "0" * 64,
}  # fmt: skip


@pytest.mark.parametrize("field", [f.name for f in fields(AuditRecord)])
@pytest.mark.parametrize("at", [0, 2, 4])
def test_every_changed_field_shows(field: str, at: int) -> None:
    chain = a_chain(5)
    assert getattr(chain[at], field) != _CHANGED[field]
    chain[at] = replace(chain[at], **{field: _CHANGED[field]})
    assert first_break(chain) == at + 1


def test_a_forged_record_with_its_own_hash_shows_at_the_next_one() -> None:
    chain = a_chain(5)
    chain[2] = replace(chain[2], actor="eve").sealed()
    assert first_break(chain) == 4


def test_a_record_of_another_chain_shows() -> None:
    chain, other = a_chain(5), a_chain(5, "m2")
    assert first_break([*chain[:2], other[2], *chain[3:]]) == 3


def test_fields_cannot_be_shifted_into_each_other() -> None:
    one = AuditRecord("m", 1, AuditAction.CREATED, "a", "b", "", 1, "", "").sealed()
    assert one.hash != replace(one, actor="ab", acting_for=None).sealed().hash
    assert one.hash != replace(one, actor='a","b', acting_for=None).sealed().hash


def test_a_record_keeps_its_hash_through_the_store() -> None:
    for record in a_chain(3):
        assert audit_entry(audit_record(ANN, record)) == record


def test_an_audit_record_holds_a_keyed_digest_and_no_content() -> None:
    digest = content_hmac(b"salt", "of a text")
    assert len(digest) == 64
    assert content_hmac(b"other", "of a text") != digest
    assert content_hmac(b"salt", "of another") != digest


# --- Receipts


def a_receipt(**changes: Any) -> Receipt:
    ordinary = Receipt(
        3, "r1", ANN.path, "subject", "2026-03-01T12:00:00Z", "2026-03-01T12:01:00Z",
        (("sessions", 1, 0, "at"), ("memories", 2, 0, "at"), ("index", 3, 0, "at")), "2026-04-05T12:01:00Z", "a" * 64,
    )  # fmt: skip
    return replace(ordinary, **changes).sealed()


_OTHER: dict[str, Any] = {
    "number": 4, "request_id": "r2", "subject": "/org/acme/user/bob", "selector": "memory", "accepted_at": "x",
    "completed_at": "x", "stores": (("sessions", 1, 0, "at"), ("memories", 2, 1, "at"), ("index", 3, 0, "at")),
    "backups_until": "x", "holds": (("h1", "case 7", "at", ""),), "exports": (("at", "ann", ANN.path),),
    "previous": "b" * 64,
}  # fmt: skip


@pytest.mark.parametrize("field", [f.name for f in fields(Receipt) if f.name != "hash"])
def test_every_field_of_a_receipt_is_under_its_hash(field: str) -> None:
    honest = a_receipt()
    assert honest.hash == honest.digest()
    assert replace(honest, **{field: _OTHER[field]}).digest() != honest.hash


def test_a_receipt_keeps_its_hash_through_the_store() -> None:
    receipt = a_receipt()
    assert deletion_codec.receipt(deletion_codec.receipt_attributes(receipt)) == receipt
    assert deletion_codec.receipt(deletion_codec.receipt_attributes(receipt)).digest() == receipt.hash
