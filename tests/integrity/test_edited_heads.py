"""The rows that say how far an audit had come, and by whom that was signed, edited in the store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.witness.witness_file import FileWitness
from shared.domain.audit.chain import ChainFault
from shared.records import keys
from shared.records.ledger.chain_heads import page_key
from shared.records.store.record import Record
from shared.usecases.audit.owner_heads import HeadState, _message, head_name, publish
from shared.usecases.audit.verify_audit import Break, verify_audit
from tests.builders import ACME, ANN, a_caller
from tests.integrity.sealed_worlds import SealedWorld, a_sealed_world

AUDITOR = a_caller("aud", "auditor", bound=ACME)


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[SealedWorld]:
    """With one memory whose audit was published."""
    with a_sealed_world("in_memory", tmp_path) as plain:
        signer, witness = FileSigner(tmp_path / "signing.pem"), FileWitness(tmp_path / "witness")
        world = plain.world.on(signer=signer, witness=witness)
        world.wrote("Lives in Lyon", key="home")
        assert publish(world.services, ANN) is HeadState.SOUND
        yield replace(plain, world=world)


def broken(stored: SealedWorld) -> Break | None:
    # A process that has kept nothing of what lies in the store.
    services = replace(stored.world.services, records=stored.restarted())
    return verify_audit(services, AUDITOR, ANN).first_break


def test_heads_that_nobody_edited_are_sound(stored: SealedWorld) -> None:
    assert broken(stored) is None


def test_an_edited_row_of_heads_is_reported(stored: SealedWorld) -> None:
    def shorter(record: Record) -> Record:
        return replace(record, attributes={**record.attributes, "heads": []})

    stored.edit(page_key(ANN, 0), shorter)
    assert broken(stored) == Break(ANN.path, "audit", 1, ChainFault.ALTERED)


def test_a_key_that_was_put_into_the_store_signs_no_head(stored: SealedWorld, tmp_path: Path) -> None:
    """An attacker who writes to the store and to the witness, but holds no key of the service."""
    own, witness = FileSigner(tmp_path / "other.pem"), stored.world.services.witness
    assert witness is not None
    last, key = witness.last(head_name(ANN)), own.public_key()
    assert last is not None
    size, root = last.size + 1, bytes(32)
    signed = own.sign(_message(last.name, size, root))
    stored.put(Record(keys.signing_key(ANN, key.key_id), {"key_id": key.key_id, "x": key.x, "y": key.y}, revision=1))
    witness.publish(last.name, size, root, json.dumps([signed.key_id, signed.value.hex()]).encode())
    assert broken(stored) == Break(ANN.path, "audit", 1, ChainFault.ALTERED)


def test_a_key_that_was_edited_in_the_store_is_reported(stored: SealedWorld) -> None:
    signer = stored.world.services.signer
    assert signer is not None
    place = keys.signing_key(ANN, signer.public_key().key_id)
    stored.edit(place, lambda record: replace(record, attributes={**record.attributes, "x": bytes(32)}))
    assert broken(stored) == Break(ANN.path, "audit", 1, ChainFault.ALTERED)
