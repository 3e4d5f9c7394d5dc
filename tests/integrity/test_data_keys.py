"""Data keys of owners: made with the first record, open for five minutes, destroyed with the subject."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from shared.adapters.sealing.data_keys import KEPT_S, DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.domain.audit.chain import ChainFault
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import IntegrityViolation, Unavailable
from shared.domain.memories.memory import content_hash
from shared.domain.scopes import Scope
from shared.domain.sessions.session import EventRole, NewEvent
from shared.ports import RecordStore
from shared.records import keys
from shared.records.store.record import Absent, BarrierClear, Change, Key, Record, RevisionIs, Table
from shared.records.store.shut import WhyShut, why_shut
from shared.runtime import bootstrap
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.deletion.run_deletion import load
from shared.usecases.deletion.verify import residue_of
from shared.usecases.reading.read_memories import get_memory
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from tests.builders import ACME, ANN, a_caller
from tests.ciphers import ShiftingCipher
from tests.contract.records.dynamodb_tables import moto_for_dynamodb
from tests.contract.records.stores import PLAIN_STORES, opened
from tests.integrity.sealed_worlds import AT_REST_TABLES, SealedWorld, a_sealed_world, sealed_over

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SUBJECT = Selector(SelectorKind.SUBJECT)
TEXT = "The blood group is AB negative"


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    with moto_for_dynamodb() as made:
        yield made


@pytest.fixture(params=PLAIN_STORES)
def sealed(request: pytest.FixtureRequest, tmp_path: Path, client: DynamoDBClient) -> Iterator[SealedWorld]:
    with a_sealed_world(request.param, tmp_path, client) as made:
        yield made


def everything(sealed: SealedWorld) -> list[Record]:
    return [r for scope in (ANN, ACME) for table in Table for r in sealed.partition(table, keys.path(scope))]


def a_life(sealed: SealedWorld) -> str:
    """A memory in two versions with its vectors, and what was said in a session. The memory's id."""
    services = sealed.world.services
    create_session(services, a_caller(), None, "s1")
    append_events(services, a_caller(), None, "s1", [NewEvent(EventRole.USER, TEXT, "e1")])
    sealed.world.wrote("The blood group is O positive", key="blood", source_event_ids=("s1/e1",))
    return sealed.world.wrote(TEXT, key="blood", metadata={"seen by": TEXT}).memory_id


def test_stored_records_do_not_show_what_was_remembered(sealed: SealedWorld) -> None:
    a_life(sealed)
    stored = repr(everything(sealed))
    assert "blood" not in stored
    assert content_hash(TEXT) not in stored  # which anyone could compare with guesses
    assert "sealed_record" in stored


def copied(sealed: SealedWorld) -> list[Record]:
    return [r for r in everything(sealed) if r.key.table in AT_REST_TABLES]


def test_backups_of_a_deleted_subject_cannot_be_opened(sealed: SealedWorld) -> None:
    """The tables come back from before the deletion, all but that of the data keys, which has no backup."""
    memory_id = a_life(sealed)
    backup = copied(sealed)
    request_deletion(sealed.world.services, a_caller(), None, "r1", SUBJECT)
    sealed.world.drain()
    assert sealed.beneath.get([keys.data_key_of(ANN)]) == [None]
    for record in backup:
        sealed.put(record)
    process = sealed.restarted()
    for record in backup:
        (there,) = process.get([record.key])
        assert there is not None
        if keys.is_encrypted(record.key) and record.key.pk == keys.path(ANN):
            assert why_shut(there) is WhyShut.KEY_DESTROYED
            with pytest.raises(IntegrityViolation):
                there.attributes.get("content")
    services = sealed.world.on(records=process).services
    with pytest.raises(IntegrityViolation):
        get_memory(services, a_caller(), None, memory_id)
    found = verify_audit(services, a_caller("aud", "auditor", bound=ACME), ANN).first_break
    assert found is not None
    assert found.fault in {ChainFault.ALTERED, ChainFault.HEAD_DIFFERS}


def test_a_narrow_deletion_keeps_the_key(sealed: SealedWorld) -> None:
    memory_id = a_life(sealed)
    kept = sealed.world.wrote("Lunch is at noon")
    request_deletion(
        sealed.world.services, a_caller(), None, "r1", Selector(SelectorKind.MEMORY, (memory_id,))
    )  # fmt: skip
    sealed.world.drain()
    assert get_memory(sealed.world.on(records=sealed.restarted()).services, a_caller(), None, kept.memory_id) == kept


def test_a_new_owner_of_the_same_name_has_another_key(sealed: SealedWorld) -> None:
    a_life(sealed)
    before = sealed.at(keys.data_key_of(ANN))
    request_deletion(sealed.world.services, a_caller(), None, "r1", SUBJECT)
    sealed.world.drain()
    sealed.world.clock.advance()
    again = sealed.world.wrote(TEXT, key="blood")
    after = sealed.at(keys.data_key_of(ANN))
    assert after.attributes["key_id"] != before.attributes["key_id"]
    assert after.revision != before.revision
    assert get_memory(sealed.world.on(records=sealed.restarted()).services, a_caller(), None, again.memory_id) == again


def test_a_process_that_still_holds_the_old_key_writes_under_the_new_one(sealed: SealedWorld) -> None:
    """Nothing is acknowledged that the next process could not open."""
    warm = sealed.restarted()
    key, other = Key(Table.MEMORIES, keys.path(ANN), "cur##a"), Key(Table.MEMORIES, keys.path(ANN), "cur##b")
    warm.commit(Change(puts=(Record(key, {"content": "before"}),)))
    sealed.beneath.commit(Change(removes=(keys.data_key_of(ANN), key)))  # a deletion in another process
    warm.commit(Change(puts=(Record(other, {"content": "after"}),), checks=(Absent(other),)))
    (read,) = sealed.restarted().get([other])
    assert read is not None
    assert read.attributes == {"content": "after"}


def deleted_elsewhere(sealed: SealedWorld, request_id: str, selector: Selector = SUBJECT) -> None:
    """By other processes, from the request to its end."""
    other = sealed.world.on(records=sealed.restarted())
    bootstrap.install(other.services)
    request_deletion(other.services, a_caller(), None, request_id, selector)
    other.drain()
    bootstrap.install(sealed.world.services)
    sealed.world.clock.advance()


@pytest.mark.parametrize("came_back", [False, True])
@pytest.mark.parametrize("deletions", [1, 2])
def test_a_write_after_a_deletion_by_others_never_lies_under_the_destroyed_key(
    sealed: SealedWorld, deletions: int, came_back: bool
) -> None:
    """Nor when the subject has a new key since, and whatever epoch the old key was known in."""
    warm = sealed.world.on(records=sealed.restarted())
    for number in range(deletions):
        warm.wrote(f"Lunch is at {number + 1} o'clock on weekdays")
        deleted_elsewhere(sealed, f"r{number}")
    if came_back:
        sealed.world.on(records=sealed.restarted()).wrote("Dinner is late in summer")
    found = warm.wrote(TEXT, key="blood")
    assert get_memory(sealed.world.on(records=sealed.restarted()).services, a_caller(), None, found.memory_id) == found
    assert sealed.reported == []


def test_a_key_that_was_made_beside_no_barrier_is_checked_before_it_is_used_again(sealed: SealedWorld) -> None:
    """It was never seen beside a clear barrier, so no epoch says that it is there."""
    sealed.world.wrote(TEXT)
    deleted_elsewhere(sealed, "r0")
    warm = sealed.world.on(records=sealed.restarted())
    place = Key(Table.SESSIONS, keys.path(ANN), "ses#late")
    warm.services.records.commit(Change(puts=(Record(place, {"n": 1}),)))  # by no rule that asks the barrier
    deleted_elsewhere(sealed, "r1")
    found = warm.wrote(TEXT)
    assert get_memory(sealed.world.on(records=sealed.restarted()).services, a_caller(), None, found.memory_id) == found


@dataclass
class Watched:
    """A store whose changes are kept."""

    inner: RecordStore
    changes: list[Change] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def commit(self, change: Change) -> None:
        self.changes.append(change)
        self.inner.commit(change)


def test_a_key_is_checked_once_in_each_epoch_and_always_where_no_barrier_is(sealed: SealedWorld) -> None:
    beneath = Watched(sealed.beneath)
    world = sealed.world.on(records=sealed_over(cast("RecordStore", beneath), sealed.reported))
    key = keys.data_key_of(ANN)

    def checks(act: Callable[[], object]) -> list[bool]:
        beneath.changes.clear()
        act()
        return [key in {check.key for check in change.checks} for change in beneath.changes]

    assert checks(lambda: world.wrote("Tea is at four")) == [True]  # it is made, if nobody else has made it
    assert checks(lambda: world.wrote("Lunch is at noon")) == [False]
    kept = world.wrote("Dinner is at eight")
    deleted_elsewhere(sealed, "r1", Selector(SelectorKind.MEMORY, (kept.memory_id,)))
    assert checks(lambda: world.wrote("Supper is at nine")) == [True]
    assert checks(lambda: world.wrote("Brunch is at ten")) == [False]
    other = Change(puts=(Record(Key(Table.SESSIONS, keys.path(ANN), "ses#x"), {"n": 1}),))
    assert checks(lambda: world.services.records.commit(other)) == [True]


def test_a_change_that_seals_nothing_does_not_say_that_the_key_is_there(sealed: SealedWorld) -> None:
    warm = sealed.world.on(records=sealed.restarted())
    warm.wrote(TEXT)
    deleted_elsewhere(sealed, "r1")
    pointer = keys.hash_pointer(ANN, "semantic", content_hash(TEXT))
    clear = BarrierClear(keys.barrier(ANN), sealed.world.clock.now(), epoch=1)
    warm.services.records.commit(Change(removes=(pointer,), checks=(clear,)))
    found = warm.wrote("Lunch is at noon")
    assert get_memory(sealed.world.on(records=sealed.restarted()).services, a_caller(), None, found.memory_id) == found


def test_of_two_first_writers_one_makes_the_key(sealed: SealedWorld) -> None:
    one, two = sealed.restarted(), sealed.restarted()
    places = [Key(Table.MEMORIES, "/org/acme/user/new", f"cur##{n}") for n in range(2)]
    for process in (one, two):
        assert process.get(places) == [None, None]  # neither knows a key
    for process, place in zip((one, two), places, strict=True):
        process.commit(Change(puts=(Record(place, {"n": place.sk}),), checks=(Absent(place),)))
    assert [r and r.attributes for r in sealed.restarted().get(places)] == [{"n": "cur##0"}, {"n": "cur##1"}]


def test_pointers_by_text_are_found_again_and_removed(sealed: SealedWorld) -> None:
    process, pointer = sealed.restarted(), keys.hash_pointer(ANN, "semantic", content_hash(TEXT))
    assert process.get([pointer]) == [None]
    process.commit(Change(puts=(Record(pointer, {"memory_id": "m"}, 3),), checks=(Absent(pointer),)))
    (found,) = sealed.restarted().get([pointer])
    assert found == Record(pointer, {"memory_id": "m"}, 3)
    sealed.restarted().commit(Change(removes=(pointer,), checks=(RevisionIs(pointer, 3),)))
    assert [r for r in sealed.partition(Table.MEMORIES, keys.path(ANN)) if r.key.sk.startswith("hash#")] == []


def test_restored_records_of_a_deleted_subject_count_as_residue(sealed: SealedWorld) -> None:
    a_life(sealed)
    backup = [r for r in copied(sealed) if r.key.table is not Table.LEDGER]
    services = sealed.world.services
    request_deletion(services, a_caller(), None, "r1", SUBJECT)
    sealed.world.drain()
    for record in backup:
        sealed.put(record)
    residue = residue_of(services, load(services, ANN, "r1"))
    assert all(count > 0 for target, count in residue.items() if target != "index")


class CountingCipher(ShiftingCipher):
    def __init__(self) -> None:
        self.opened = self.made = 0

    def seal(self, text: str, context: str) -> bytes:
        self.made += 1
        return super().seal(text, context)

    def open(self, sealed: bytes, context: str) -> str:
        self.opened += 1
        return super().open(sealed, context)


def test_a_key_is_unwrapped_once_in_five_minutes_and_the_standing_key_once() -> None:
    store, cipher, now = InMemoryRecords(), CountingCipher(), [0.0]
    sealed_over(store, []).commit(
        Change(puts=tuple(Record(Key(t, "/org/acme/user/ann", "x"), {}) for t in AT_REST_TABLES))
    )
    process = SealedRecords(store, DataKeys(cipher, os.urandom, lambda: now[0]), os.urandom)
    asked = [Key(t, "/org/acme/user/ann", "x") for t in AT_REST_TABLES]
    for at, opened_by_then in ((0.0, 2), (1.0, 2), (KEPT_S - 1, 2), (KEPT_S, 3), (2 * KEPT_S - 1, 3), (2 * KEPT_S, 4)):
        now[0] = at
        assert None not in process.get(asked)
        assert (cipher.opened, cipher.made) == (opened_by_then, 0), at


@pytest.mark.parametrize("kind", PLAIN_STORES)
def test_a_wrapped_key_opens_for_its_own_owner_only(kind: str, tmp_path: Path, client: DynamoDBClient) -> None:
    with opened(kind, tmp_path, client) as store:
        ann, bob = (Key(Table.MEMORIES, keys.path(Scope.user("acme", name)), "cur##m") for name in ("ann", "bob"))
        sealed_over(store, []).commit(Change(puts=(Record(ann, {"n": 1}), Record(bob, {"n": 2}))))
        (of_bob,) = store.get([keys.data_key(bob.pk)])
        assert of_bob is not None
        store.commit(Change(puts=(Record(keys.data_key(ann.pk), of_bob.attributes, of_bob.revision),)))
        with pytest.raises(Unavailable):
            sealed_over(store, []).get([ann])
