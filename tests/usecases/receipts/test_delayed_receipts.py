"""A key or a witness that is out of reach delays a receipt and loses nothing; two at once make one."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import scitt_cose

from functions.events.deletion_step import handler as step
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import RequestStatus, Signing
from shared.domain.errors import NotFound, Unavailable
from shared.domain.receipts.log_state import LogState
from shared.domain.receipts.public_keys import SigningKey
from shared.ports import Signature, TreeHead
from shared.records import keys
from shared.runtime import bootstrap
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.receipts.check_log import check_log
from shared.usecases.receipts.read_receipt import SignedReceipt, read_receipt, read_signing_keys
from shared.usecases.receipts.receipt_log import read_frontier
from shared.usecases.receipts.sign_receipt import sign_receipt
from tests.builders import ACME, ANN, World, a_caller, a_world
from tests.usecases.deletion.crashes import Crash, CrashingRecords
from tests.usecases.deletion.deletions import ask, filled, state
from tests.usecases.receipts.test_signed_receipts import pem_of

BEFORE_SIGNING = ("begin", "purge sessions", "purge memories", "purge index", "verify", "finish")


class BrokenSigner(FileSigner):
    """Out of reach from its n-th signature on."""

    def __init__(self, path: Path, signatures: int) -> None:
        super().__init__(path)
        self.left = signatures

    def sign(self, message: bytes) -> Signature:
        if self.left == 0:
            raise Unavailable("the signing key cannot be used now")
        self.left -= 1
        return super().sign(message)


class UnreachableKey:
    def public_key(self) -> SigningKey:
        raise Unavailable("the signing key cannot be read now")

    def sign(self, message: bytes) -> Signature:
        raise Unavailable("the signing key cannot be used now")


class UnreachableWitness:
    def publish(self, name: str, size: int, root: bytes, signature: bytes) -> None:
        raise Unavailable("the witness cannot be reached now")

    def names(self) -> list[str]:
        return []

    def last(self, name: str) -> TreeHead | None:
        return None


def at(name: str, target: str = "", request_id: str = "r1") -> Any:
    """One step of the workflow."""
    event = {"owner": ANN.path, "request_id": request_id, "attempt": 0, "step": name, "target": target, "round": 0}
    return step(event, None)


def finished(world: World, request_id: str = "r1") -> None:
    """A deletion at its end, with the receipt still to be signed."""
    ask(world, request_id)
    world.deletions.waiting.clear()
    for name in BEFORE_SIGNING:
        at(*name.partition(" ")[::2], request_id)


@pytest.fixture
def done(world: World) -> World:
    filled(world)
    finished(world)
    return world


def using(world: World, **ports: object) -> World:
    other = world.on(**ports)
    bootstrap.install(other.services)
    return other


def checks_out(receipt: SignedReceipt) -> bool:
    by_id = {key.key_id.encode(): pem_of(key) for key in receipt.keys}
    return any(
        scitt_cose.verify_receipt(receipt.receipt, leaf_entry_hex=receipt.statement.hex(), log_public_key_pem=pem).ok
        for pem in by_id.values()
    )


def is_signed_once(world: World) -> None:
    receipt = read_receipt(world.services, a_caller(), None, "r1")
    assert (receipt.index, receipt.size) == (0, 1)
    assert read_frontier(world.services, ACME).size == 1
    assert checks_out(receipt)
    assert check_log(world.services, ACME, every_leaf=True).state is LogState.INTACT
    assert world.records(prefix=keys.UNSIGNED_PREFIX) == []


def test_a_completed_deletion_says_that_its_receipt_waits(done: World) -> None:
    request = state(done)
    assert (request.status, request.signing, request.log_index) == (RequestStatus.COMPLETED, Signing.PENDING, None)
    with pytest.raises(NotFound, match="waits for its signature"):
        read_receipt(done.services, a_caller(), None, "r1")


@pytest.mark.parametrize("signatures", [0, 1, 2, 3])
def test_signing_goes_on_where_it_stopped(done: World, tmp_path: Path, signatures: int) -> None:
    broken = using(done, signer=BrokenSigner(tmp_path / "key.pem", signatures))
    if signatures < 3:
        with pytest.raises(Unavailable):
            at("sign")
        assert state(broken).signing is Signing.PENDING
        assert state(broken).status is RequestStatus.COMPLETED
    whole = using(done, signer=FileSigner(tmp_path / "key.pem"))
    assert at("sign") == {"signing": "signed"}
    is_signed_once(whole)


def test_a_key_that_cannot_be_read_delays_the_receipt_too(done: World) -> None:
    using(done, signer=UnreachableKey())
    with pytest.raises(Unavailable):
        at("sign")
    using(done)
    at("sign")
    is_signed_once(done)


def test_without_its_witness_a_receipt_is_signed_and_says_that_its_head_is_not_published(done: World) -> None:
    alone = using(done, witness=UnreachableWitness())
    with pytest.raises(Unavailable):
        at("sign")
    assert state(alone).signing is Signing.LOGGED
    assert read_receipt(alone.services, a_caller(), None, "r1").signing is Signing.LOGGED
    using(done)
    at("sign")
    assert state(done).signing is Signing.SIGNED
    is_signed_once(done)


def test_signing_again_changes_nothing(done: World) -> None:
    first = at("sign")
    records = done.records()
    assert at("sign") == first
    assert done.records() == records
    is_signed_once(done)


def test_an_unfinished_deletion_has_nothing_to_sign(world: World) -> None:
    filled(world)
    ask(world)
    with pytest.raises(ValueError, match="completed"):
        sign_receipt(world.services, ANN, "r1")


def test_the_daily_pass_has_an_unsigned_receipt_signed(done: World) -> None:
    assert run_pass(done.services).restarted == 0  # its workflow is still at it
    done.clock.advance(timedelta(minutes=10))
    assert run_pass(done.services).restarted == 1
    assert state(done).status is RequestStatus.COMPLETED
    done.deletions.run_all()
    assert state(done).signing is Signing.SIGNED
    is_signed_once(done)
    done.clock.advance(timedelta(days=2))
    assert run_pass(done.services).restarted == 0


def test_the_daily_pass_tries_until_the_key_is_back(done: World, tmp_path: Path) -> None:
    dead = using(done, signer=BrokenSigner(tmp_path / "key.pem", 0))
    for _ in range(3):
        dead.clock.advance(timedelta(days=1))
        assert run_pass(dead.services).restarted == 1
        dead.deletions.run_all()
        assert state(dead).signing is Signing.PENDING
    back = using(done, signer=FileSigner(tmp_path / "key.pem"))
    back.clock.advance(timedelta(days=1))
    run_pass(back.services)
    back.deletions.run_all()
    is_signed_once(back)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("commit", [1, 2, 3])
def test_a_crash_at_any_commit_results_in_one_receipt(done: World, commit: int, after: bool) -> None:
    ending = CrashingRecords(done.stream)
    ending.arm(commit, after=after)
    using(done, records=ending)
    with pytest.raises(Crash):
        at("sign")
    using(done)
    at("sign")
    is_signed_once(done)


def test_many_simultaneous_receipts_are_each_logged_once(world: World) -> None:
    filled(world)
    names = [f"r{number}" for number in range(12)]
    for name in names:
        finished(world, name)
    patient = replace(world.services, write_policy=replace(world.services.write_policy, attempts=100))
    faults: list[BaseException] = []

    def run(name: str) -> None:
        try:
            sign_receipt(patient, ANN, name)
        except BaseException as error:  # noqa: BLE001 - shown by the assertion
            faults.append(error)

    threads = [threading.Thread(target=run, args=(name,)) for name in [*names, *names]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    receipts = [read_receipt(world.services, a_caller(), None, name) for name in names]
    assert sorted(receipt.index for receipt in receipts) == list(range(12))
    assert all(checks_out(receipt) for receipt in receipts)
    assert check_log(world.services, ACME, every_leaf=True).state is LogState.INTACT


def test_an_old_receipt_verifies_after_the_key_was_changed(world: World, tmp_path: Path) -> None:
    filled(world)
    ask(world, "r1")
    world.deletions.run_all()
    using(world, signer=FileSigner(tmp_path / "second.pem"))
    ask(world, "r2")
    world.deletions.run_all()
    first, second = (read_receipt(world.services, a_caller(), None, name) for name in ("r1", "r2"))
    assert first.keys[0] != second.keys[0]
    assert len(first.keys) == len(second.keys) == 1
    assert checks_out(first)
    assert checks_out(second)
    assert set(read_signing_keys(world.services, a_caller())) == {first.keys[0], second.keys[0]}


def test_a_key_that_changes_between_statement_and_receipt_is_named_by_each(done: World, tmp_path: Path) -> None:
    using(done, signer=BrokenSigner(tmp_path / "first.pem", 1))
    with pytest.raises(Unavailable):
        at("sign")
    changed = using(done, signer=FileSigner(tmp_path / "second.pem"))
    at("sign")
    receipt = read_receipt(changed.services, a_caller(), None, "r1")
    first, second = receipt.keys
    parsed = scitt_cose.parse_signed_statement(receipt.statement, public_key_pem=pem_of(first))
    assert parsed["signature_verified"] is True
    assert scitt_cose.verify_receipt(
        receipt.receipt, leaf_entry_hex=receipt.statement.hex(), log_public_key_pem=pem_of(second)
    ).ok


def test_a_deployment_without_a_key_says_that_it_signs_nothing() -> None:
    with a_world(signer=None, witness=None) as world:
        filled(world)
        ask(world)
        world.deletions.run_all()
        assert state(world).signing is Signing.NOT_SIGNED
        with pytest.raises(NotFound, match="signs no receipts"):
            read_receipt(world.services, a_caller(), None, "r1")
        assert world.records(prefix=keys.UNSIGNED_PREFIX) == []


def test_an_append_takes_the_same_number_of_calls_however_long_the_log_is(world: World) -> None:
    filled(world)
    calls = []
    for number in range(33):
        finished(world, f"r{number}")
        recording = RecordingRecords(world.stream)
        sign_receipt(replace(world.services, records=recording), ANN, f"r{number}")
        calls.append(len(recording.calls))
    assert max(calls) <= calls[1] + 1, calls
