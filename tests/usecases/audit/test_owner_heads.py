"""A store that was rolled back agrees with itself: what the witness has seen of its audit tells."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.witness.witness_file import FileWitness
from shared.domain.audit.chain import ChainFault
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import Unavailable
from shared.domain.memories.memory import Memory
from shared.ports import TreeHead
from shared.records import keys
from shared.records.ledger.chain_heads import DUE_PARTITION, HEADS_PREFIX
from shared.records.store.record import Change, Table
from shared.runtime import bootstrap
from shared.usecases.audit.owner_heads import HeadState, _message, head_name, note_grown, publish, publish_due
from shared.usecases.audit.verify_audit import Break, verify_audit
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.hygiene.scheduled_pass import run_pass
from tests.builders import ACME, ANN, BOB, World, a_caller, a_world

AUDITOR = a_caller("aud", "auditor", bound=ACME)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with a_world() as plain:
        made = plain.on(signer=FileSigner(tmp_path / "signing.pem"), witness=FileWitness(tmp_path / "witness"))
        bootstrap.install(made.services)
        yield made


def copied(world: World) -> dict[str, Any]:
    kept = vars(world.store)
    return deepcopy({name: kept[name] for name in ("_records", "_sorted", "_due")})


def put_back(world: World, copy: dict[str, Any]) -> None:
    vars(world.store).update(deepcopy(copy))


def published(world: World) -> TreeHead | None:
    assert world.services.witness is not None
    return world.services.witness.last(head_name(ANN))


def broken(world: World) -> Break | None:
    return verify_audit(world.services, AUDITOR, ANN).first_break


def a_published_life(world: World) -> Memory:
    made = world.wrote("Lives in Lyon", key="home")
    world.wrote("Lunch is at noon")
    assert publish(world.services, ANN) is HeadState.SOUND
    return made


def test_the_witness_gets_the_number_of_records_and_one_hash_over_them(world: World) -> None:
    a_published_life(world)
    first = published(world)
    world.write("Lives in Lille", key="home")
    publish(world.services, ANN)
    second = published(world)
    assert first is not None
    assert second is not None
    assert (first.size, second.size) == (2, 3)
    assert first.root != second.root
    assert "Lyon" not in repr((first, second))
    assert broken(world) is None


def test_nothing_is_published_twice(world: World) -> None:
    a_published_life(world)
    before, records = published(world), world.records()
    assert publish(world.services, ANN) is HeadState.SOUND
    assert (published(world), world.records()) == (before, records)


def test_a_store_that_was_rolled_back_is_reported(world: World) -> None:
    world.wrote("Lives in Lyon", key="home")
    publish(world.services, ANN)
    copy = copied(world)
    world.write("Lives in Lille", key="home")
    publish(world.services, ANN)
    put_back(world, copy)
    assert broken(world) == Break(ANN.path, "audit", 2, ChainFault.ROLLED_BACK)


def test_a_store_from_before_the_first_publication_is_reported(world: World) -> None:
    copy = copied(world)
    a_published_life(world)
    put_back(world, copy)
    world.wrote("Somebody else's store", a_caller("ann"))
    assert broken(world) == Break(ANN.path, "audit", 2, ChainFault.ROLLED_BACK)


def test_a_rolled_back_store_does_not_overwrite_the_published_head(world: World) -> None:
    """New writes make the store as long as it was: it stays reported all the same."""
    world.wrote("Lives in Lyon", key="home")
    publish(world.services, ANN)
    copy = copied(world)
    world.write("Lives in Lille", key="home")
    publish(world.services, ANN)
    seen = published(world)
    put_back(world, copy)
    for city in ("Nantes", "Brest", "Rennes"):
        world.write(f"Lives in {city}", key="home")
        assert publish(world.services, ANN) is HeadState.ROLLED_BACK
    assert published(world) == seen
    assert broken(world) == Break(ANN.path, "audit", 2, ChainFault.ROLLED_BACK)


def without(world: World, memory: Memory) -> None:
    """All that names the memory is taken out of the store."""
    for record in world.records():
        named = memory.memory_id in record.key.sk or record.attributes.get("memory_id") == memory.memory_id
        if named:
            world.store.commit(Change(removes=(record.key,)))


def test_a_memory_that_was_removed_with_its_whole_chain_is_reported(world: World) -> None:
    made = a_published_life(world)
    without(world, made)
    assert broken(world) == Break(ANN.path, made.memory_id, 1, ChainFault.MISSING)
    assert publish(world.services, ANN) is HeadState.BROKEN


def test_a_chain_that_lost_its_end_and_then_grew_is_reported(world: World) -> None:
    made = world.wrote("Lives in Lyon", key="home")
    publish(world.services, ANN)
    without_later = [record for record in world.records() if record.key.table is not Table.KEYS]
    world.write("Lives in Lille", key="home")
    publish(world.services, ANN)
    heads = world.records(prefix=HEADS_PREFIX)
    for record in world.records():
        world.store.commit(Change(removes=(record.key,)))
    for record in without_later:
        world.store.commit(Change(puts=(record,)))
    for record in heads:  # kept by the one who rolled the rest back
        world.store.commit(Change(removes=(record.key,)))
        world.store.commit(Change(puts=(record,)))
    world.write("Lives in Nantes", key="home")
    world.write("Lives in Brest", key="home")
    assert broken(world) == Break(ANN.path, made.memory_id, 2, ChainFault.MISSING)
    assert publish(world.services, ANN) is HeadState.BROKEN


def test_kept_heads_that_were_removed_are_reported(world: World) -> None:
    a_published_life(world)
    for record in world.records(prefix=HEADS_PREFIX):
        world.store.commit(Change(removes=(record.key,)))
    assert broken(world) == Break(ANN.path, "audit", 2, ChainFault.ROLLED_BACK)


def edited(tmp_path: Path, **fields: Any) -> None:
    """The last row of the witness's file with other values."""
    rows = (tmp_path / "witness").read_text().splitlines()
    rows[-1] = json.dumps({**json.loads(rows[-1]), **fields})
    (tmp_path / "witness").write_text("\n".join(rows) + "\n")


def by_another_key(tmp_path: Path, head: TreeHead) -> bytes:
    other = FileSigner(tmp_path / "other.pem")
    signed = other.sign(_message(head.name, head.size, head.root))
    return json.dumps([signed.key_id, signed.value.hex()]).encode()


@pytest.mark.parametrize(
    "row",
    [{"size": 1}, {"size": 9}, {"root": "00" * 32}, {"signature": "7b7d"}, {"signature": ""}, {"signature": "31"}],
)
def test_a_published_head_that_was_edited_is_reported(world: World, tmp_path: Path, row: dict[str, Any]) -> None:
    a_published_life(world)
    edited(tmp_path, **row)
    seen = published(world)
    assert seen is not None
    assert broken(world) == Break(ANN.path, "audit", seen.size, ChainFault.FORGED)
    world.write("Lives in Lille", key="home")
    assert publish(world.services, ANN) is HeadState.FORGED
    assert published(world) == seen


def test_a_head_that_another_key_has_signed_is_reported(world: World, tmp_path: Path) -> None:
    a_published_life(world)
    head = published(world)
    assert head is not None
    edited(tmp_path, signature=by_another_key(tmp_path, head).hex())
    assert broken(world) == Break(ANN.path, "audit", 2, ChainFault.FORGED)


def test_the_heads_of_a_key_that_signs_no_more_are_still_checked(world: World, tmp_path: Path) -> None:
    a_published_life(world)
    after = world.on(signer=FileSigner(tmp_path / "next.pem"))
    assert broken(after) is None
    after.write("Lives in Lille", key="home")
    assert publish(after.services, ANN) is HeadState.SOUND
    assert broken(after) is None
    # The auditor's function holds no key.
    assert verify_audit(replace(after.services, signer=None), AUDITOR, ANN).first_break is None


class Unreachable(FileWitness):
    def publish(self, name: str, size: int, root: bytes, signature: bytes) -> None:
        raise Unavailable("the witness cannot be reached now")

    def last(self, name: str) -> TreeHead | None:
        raise Unavailable("the witness cannot be reached now")


def test_faults_of_the_store_are_reported_while_the_witness_cannot_be_reached(world: World, tmp_path: Path) -> None:
    made = a_published_life(world)
    blind = replace(world.services, witness=Unreachable(tmp_path / "none"))
    assert verify_audit(blind, AUDITOR, ANN).first_break is None
    without(world, made)
    assert verify_audit(blind, AUDITOR, ANN).first_break == Break(ANN.path, made.memory_id, 1, ChainFault.MISSING)
    with pytest.raises(Unavailable):
        publish(blind, ANN)


def test_the_pass_publishes_once_for_each_owner_with_new_records(world: World) -> None:
    world.wrote("Lives in Lyon")
    world.wrote("Lives in Oslo", a_caller("bob"))
    note_grown(world.services, [ANN, BOB, ANN])
    assert run_pass(world.services).heads == {"sound": 2}
    assert published(world) is not None
    assert world.records(pk=DUE_PARTITION) == []
    assert run_pass(world.services).heads == {}


def test_an_owner_whose_chain_grows_during_the_pass_is_published_by_the_next(world: World) -> None:
    world.wrote("Lives in Lyon")
    note_grown(world.services, [ANN])

    class Slow(FileWitness):
        def publish(self, *head: Any) -> None:
            note_grown(world.services, [ANN])

    assert publish_due(
        replace(world.services, witness=Slow(Path("none"))), world.clock.now() + timedelta(minutes=1)
    ) == {"sound": 1}  # fmt: skip
    assert len(world.records(pk=DUE_PARTITION)) == 1


def test_the_next_pass_publishes_the_end_of_a_deletion(world: World) -> None:
    a_published_life(world)
    request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))
    world.drain()
    run_pass(world.services)
    seen = published(world)
    assert seen is not None
    assert seen.size == 4  # two memories, asked for and completed: the audit outlives its owner
    assert broken(world) is None
    assert keys.path(ANN) in {record.key.pk for record in world.records(prefix=HEADS_PREFIX)}
