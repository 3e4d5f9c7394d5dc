"""What somebody with the store in hand, but none of the service's keys, changes in it is not served, and is reported.

Each edit is made in three stores. What is stored of a memory is one ciphertext, so that an edit of one field of it is
made as such a person would have to: the whole record is replaced by a readable one that says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from shared.domain.audit.chain import ChainFault
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import IntegrityViolation
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Memory
from shared.domain.sessions.session import EventRole, NewEvent
from shared.records import keys
from shared.records.ledger.audit import audit_entry, audit_record
from shared.records.memories import memory_codec
from shared.records.store.record import Record, Table
from shared.usecases.audit.verify_audit import Break, verify_audit
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.reading.export import export
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session
from tests.builders import ACME, ANN, BOB, a_caller
from tests.contract.records.dynamodb_tables import moto_for_dynamodb
from tests.contract.records.stores import PLAIN_STORES
from tests.integrity.sealed_worlds import SealedWorld, a_sealed_world

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

AUDITOR = a_caller("aud", "auditor", bound=ACME)
EDITED: dict[str, dict[str, Any]] = {
    "content": {"content": "The office is on the ninth floor"},
    "content and its hash": {"content": "The office is on the ninth floor", "content_hash": "0" * 64},
    "source": {"source": Source.SYSTEM_OF_RECORD},
    "trust": {"trust": Trust.INSTRUCTION},
    "confidence": {"confidence": 0.1},
    "observed_at": {"observed_at": datetime(2031, 1, 1, tzinfo=UTC)},
    "valid_from": {"valid_from": datetime(2031, 1, 1, tzinfo=UTC)},
    "valid_to": {"valid_to": datetime(2031, 1, 1, tzinfo=UTC)},
    "created_at": {"created_at": datetime(2001, 1, 1, tzinfo=UTC)},
    "updated_at": {"updated_at": datetime(2001, 1, 1, tzinfo=UTC)},
    "scope": {"scope": BOB},
    "key": {"key": "another"},
    "purposes": {"purposes": ("support",)},
    "metadata": {"metadata": {"room": "12"}},
}


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    with moto_for_dynamodb() as made:
        yield made


@pytest.fixture(params=PLAIN_STORES)
def sealed(request: pytest.FixtureRequest, tmp_path: Path, client: DynamoDBClient) -> Iterator[SealedWorld]:
    with a_sealed_world(request.param, tmp_path, client) as made:
        yield made


@pytest.fixture
def memory(sealed: SealedWorld) -> Memory:
    sealed.world.wrote("Lunch is at noon", key="lunch")
    made = sealed.world.wrote("The office is on the third floor", key="office")
    sealed.world.index()
    return made


def is_refused_and_reported(sealed: SealedWorld, memory: Memory) -> None:
    services, caller = sealed.world.services, a_caller()
    with pytest.raises(IntegrityViolation):
        get_memory(services, caller, None, memory.memory_id)
    answer = recall(services, caller, RecallQuery("which floor is the office on?", min_relevance=0.0))
    assert memory.memory_id not in [hit.memory.memory_id for hit in answer.hits]
    assert answer.suppressed["tampered"] == 1
    listed = list_memories(services, caller, ListQuery()).items
    assert [one.content for one in listed] == ["Lunch is at noon"]
    assert [one.version.content for one in export(services, caller, None)] == ["Lunch is at noon"]
    found = verify_audit(services, AUDITOR, ANN).first_break
    assert found is not None
    assert (found.subject, found.fault) == (memory.memory_id, ChainFault.ALTERED)
    assert keys.current(ANN, memory.memory_id) in [key for key, _ in sealed.reported]


def test_unedited_records_are_served_and_the_audit_is_intact(sealed: SealedWorld, memory: Memory) -> None:
    services = sealed.world.services
    assert get_memory(services, a_caller(), None, memory.memory_id) == memory
    assert verify_audit(services, AUDITOR, None).first_break is None
    assert sealed.reported == []


@pytest.mark.parametrize("field", EDITED)
def test_an_edit_of_a_served_field_is_refused_and_reported(sealed: SealedWorld, memory: Memory, field: str) -> None:
    edited = memory_codec.memory_attributes(replace(memory, **EDITED[field]))
    sealed.edit(keys.current(ANN, memory.memory_id), lambda record: replace(record, attributes=edited))
    is_refused_and_reported(sealed, memory)


def flipped(record: Record, at: int) -> Record:
    body = bytearray(record.attributes["sealed_record"])  # type: ignore[arg-type]
    body[at] ^= 1
    return replace(record, attributes={"sealed_record": bytes(body)})


@pytest.mark.parametrize("at", [0, 1, 9, 25, -1])
def test_no_bit_of_a_stored_record_can_be_changed(sealed: SealedWorld, memory: Memory, at: int) -> None:
    """The format, the key's id, the nonce, the text and the tag."""
    sealed.edit(keys.current(ANN, memory.memory_id), lambda record: flipped(record, at))
    is_refused_and_reported(sealed, memory)


@pytest.mark.parametrize(
    "change",
    [
        lambda record: replace(record, revision=record.revision + 1),
        lambda record: replace(record, expires_at=datetime(2099, 1, 1, tzinfo=UTC)),
        lambda record: replace(record, next_check_at=datetime(2099, 1, 1, tzinfo=UTC)),
        lambda record: replace(record, attributes={**record.attributes, "content": "beside"}),
    ],
    ids=["revision", "expiry", "next check", "an attribute beside"],
)
def test_attributes_beside_the_ciphertext_are_sealed_too(
    sealed: SealedWorld, memory: Memory, change: Callable[[Record], Record]
) -> None:
    sealed.edit(keys.current(ANN, memory.memory_id), change)
    is_refused_and_reported(sealed, memory)


def test_a_genuine_record_of_another_place_does_not_open(sealed: SealedWorld, memory: Memory) -> None:
    lunch = next(r for r in sealed.partition(Table.MEMORIES, ANN.path) if r.key.sk.startswith("cur#"))
    sealed.edit(keys.current(ANN, memory.memory_id), lambda there: replace(lunch, key=there.key))
    is_refused_and_reported(sealed, memory)


def test_a_genuine_record_of_another_owner_does_not_open(sealed: SealedWorld, memory: Memory) -> None:
    made = sealed.world.wrote("The office is on the first floor", a_caller("bob"))
    of_bob = sealed.at(keys.current(BOB, made.memory_id))
    sealed.edit(keys.current(ANN, memory.memory_id), lambda there: replace(of_bob, key=there.key))
    is_refused_and_reported(sealed, memory)


def test_an_older_state_of_a_memory_is_reported(sealed: SealedWorld, memory: Memory) -> None:
    """It opens, for the service wrote it there; its chain of audit records has gone on without it."""
    before = sealed.at(keys.current(ANN, memory.memory_id))
    sealed.world.write("The office is on the fourth floor", key="office")
    sealed.put(before)
    found = verify_audit(sealed.world.services, AUDITOR, ANN).first_break
    assert found is not None
    assert (found.subject, found.fault) == (memory.memory_id, ChainFault.HEAD_DIFFERS)


def test_a_forged_memory_is_never_served_and_is_reported(sealed: SealedWorld, memory: Memory) -> None:
    forged = replace(memory, memory_id="0195ffff-0000-7000-8000-000000000001", content="The office is in the cellar")
    key = keys.current(ANN, forged.memory_id)
    sealed.put(replace(sealed.at(keys.current(ANN, memory.memory_id)), key=key))
    with pytest.raises(IntegrityViolation):
        get_memory(sealed.world.services, a_caller(), None, forged.memory_id)
    assert len(list_memories(sealed.world.services, a_caller(), ListQuery()).items) == 2
    assert verify_audit(sealed.world.services, AUDITOR, ANN).first_break == Break(
        ANN.path, forged.memory_id, 1, ChainFault.ALTERED
    )


def test_an_audit_record_that_was_edited_by_hand_is_reported(sealed: SealedWorld, memory: Memory) -> None:
    """Its own hash fits what was changed: without the seal that would be enough."""
    key = keys.audit(ANN, memory.memory_id, 1)

    def repaired(record: Record) -> Record:
        plain = {name: value for name, value in record.attributes.items() if name != "record_seal"}
        entry = audit_entry(replace(record, attributes=plain))
        changed = audit_record(ANN, replace(entry, actor="somebody else").sealed())
        return replace(record, attributes={**changed.attributes, "record_seal": record.attributes["record_seal"]})

    sealed.edit(key, repaired)
    found = verify_audit(sealed.world.services, AUDITOR, ANN).first_break
    assert found == Break(ANN.path, memory.memory_id, 1, ChainFault.CHANGED)


def test_an_edited_barrier_closes_its_owner(sealed: SealedWorld, memory: Memory) -> None:
    """It would let back in what was deleted."""
    other = sealed.world.wrote("Tea is at five")
    request_deletion(sealed.world.services, a_caller(), None, "r1", Selector(SelectorKind.MEMORY, (other.memory_id,)))
    sealed.edit(
        keys.barrier(ANN), lambda record: replace(record, attributes={**record.attributes, "deleted_before": "0"})
    )
    with pytest.raises(IntegrityViolation):
        get_memory(sealed.world.services, a_caller(), None, memory.memory_id)
    with pytest.raises(IntegrityViolation):
        sealed.world.write("The office is on the fifth floor", key="office")
    found = verify_audit(sealed.world.services, AUDITOR, ANN).first_break
    assert found == Break(ANN.path, "barrier", 1, ChainFault.ALTERED)


def test_an_edited_event_is_refused_and_reported(sealed: SealedWorld) -> None:
    services = sealed.world.services
    create_session(services, a_caller(), None, "s1")
    append_events(services, a_caller(), None, "s1", [NewEvent(EventRole.USER, "Parcel 7 came by train", "e1")])
    (event,) = (r for r in sealed.partition(Table.SESSIONS, ANN.path) if r.key.sk.startswith("evt#"))
    sealed.put(flipped(event, -1))
    with pytest.raises(IntegrityViolation):
        list_events(services, a_caller(), "s1", EventQuery())
    found = verify_audit(services, AUDITOR, ANN).first_break
    assert found == Break(ANN.path, event.key.sk, 1, ChainFault.ALTERED)


def test_an_edited_memory_can_be_deleted_with_everything_that_it_left(sealed: SealedWorld, memory: Memory) -> None:
    sealed.edit(keys.current(ANN, memory.memory_id), lambda record: flipped(record, -1))
    selector = Selector(SelectorKind.MEMORY, (memory.memory_id,))
    request_deletion(sealed.world.services, a_caller(), None, "r1", selector)
    sealed.world.drain()
    assert memory.memory_id not in sealed.world.indexed()
    sealed.world.clock.advance(timedelta(seconds=5))
    again = sealed.world.wrote("The office is on the third floor", key="office")
    assert again.memory_id != memory.memory_id
    assert get_memory(sealed.world.services, a_caller(), None, again.memory_id) == again


def test_an_edited_subject_can_be_deleted(sealed: SealedWorld, memory: Memory) -> None:
    for record in sealed.partition(Table.MEMORIES, ANN.path):
        if "sealed_record" in record.attributes:
            sealed.put(flipped(record, -1))
    request_deletion(sealed.world.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))
    sealed.world.drain()
    assert [r.key.sk for r in sealed.partition(Table.MEMORIES, ANN.path)] == ["barrier"]
