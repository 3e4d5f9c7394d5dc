"""A receipt of a deletion checks out by a public verifier that knows nothing of this service."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import cbor2
import pytest
import scitt_cose
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from functions.api.delete import handler
from shared.domain.deletion.barrier import Selector, SelectorKind, Signing
from shared.domain.receipts.deletion_statement import DeletionStatement, StoreResult
from shared.domain.receipts.public_keys import SigningKey
from shared.usecases.receipts.read_receipt import SignedReceipt, read_receipt
from tests.builders import ANN, World, a_caller, an_event, run_workflow
from tests.usecases.deletion.deletions import PRIVATE, ask, filled, of_memories, state

_STATEMENT = DeletionStatement(
    "r1", ANN.path, ANN.path, "subject", (), None, None, "2026-03-01T12:00:00Z", "2026-03-01T12:00:09Z",
    (StoreResult("memories", 1, 0),), "2026-04-05T12:00:09Z", 1, "0" * 64,
)  # fmt: skip


def pem_of(key: SigningKey) -> bytes:
    numbers = ec.EllipticCurvePublicNumbers(int.from_bytes(key.x, "big"), int.from_bytes(key.y, "big"), ec.SECP256R1())
    return numbers.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def deleted(world: World, request_id: str, selector: Selector | None = None) -> SignedReceipt:
    ask(world, request_id, selector or Selector(SelectorKind.SUBJECT))
    world.deletions.run_all()
    return read_receipt(world.services, a_caller(), None, request_id)


@pytest.fixture
def receipt(world: World) -> SignedReceipt:
    filled(world)
    return deleted(world, "r1")


def answer(path: str, query: str = "", **more: Any) -> Any:
    got = handler(an_event("GET", path, caller=a_caller(), query=query, **more), cast("Any", None))
    assert got["statusCode"] == 200, got["body"]
    return json.loads(got["body"])


def test_the_public_verifier_accepts_statement_receipt_and_inclusion(world: World, receipt: SignedReceipt) -> None:
    (key,) = receipt.keys
    parsed = scitt_cose.parse_signed_statement(receipt.statement, public_key_pem=pem_of(key))
    assert parsed["signature_verified"] is True
    assert parsed["issuer"] == world.services.issuer
    assert parsed["subject"] == "urn:agent-memory:deletion:%2Forg%2Facme%2Fuser%2Fann:r1"
    assert parsed["content_type"] == "application/vnd.agent-memory.deletion+json"
    found = scitt_cose.verify_receipt(
        receipt.receipt, leaf_entry_hex=receipt.statement.hex(), log_public_key_pem=pem_of(key)
    )
    assert found.ok, found.errors
    assert (found.root, found.tree_size, found.leaf_index) == (receipt.root.hex(), 1, 0)
    assert (found.issuer, found.subject) == (parsed["issuer"], parsed["subject"])
    assert found.protected_header_ext == {4: key.key_id.encode()}
    assert scitt_cose.extract_receipts(receipt.transparent) == [receipt.receipt]


def test_it_states_what_was_deleted_and_which_stores_were_not_read(receipt: SignedReceipt) -> None:
    stated = json.loads(cbor2.loads(receipt.statement).value[2])
    assert stated["subject"] == ANN.path
    assert stated["selector"] == {"kind": "subject", "ids": []}
    assert [(s["store"], s["removed"], s["residue"]) for s in stated["stores"]] == [
        ("sessions", 4, 0),
        ("memories", 6, 0),
        ("index", 5, 0),
    ]
    assert all("read again" in s["verified"] or "asked for again" in s["verified"] for s in stated["stores"])
    assert [n["what"] for n in stated["not_checked"]] == ["backups", "logs", "exports", "models", "later"]
    assert stated["not_checked"][0]["until"] > stated["completed_at"] >= stated["accepted_at"]


def test_its_content_is_canonical(receipt: SignedReceipt) -> None:
    content = cbor2.loads(receipt.statement).value[2]
    again = json.dumps(json.loads(content), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert content == again.encode()
    assert PRIVATE.encode() not in receipt.transparent + receipt.head


def test_every_selector_states_how_each_store_was_read_again(world: World) -> None:
    ids = filled(world)
    selectors = [
        of_memories(ids[0]),
        Selector(SelectorKind.EVENT, ("e1",), "s1"),
        Selector(SelectorKind.SESSION, ("s1",)),
        Selector(SelectorKind.TYPE, ("semantic",)),
        Selector(SelectorKind.CONSENT, ("marketing",)),
    ]
    for number, selector in enumerate(selectors):
        stated = json.loads(cbor2.loads(deleted(world, f"r{number}", selector).statement).value[2])
        assert stated["selector"]["kind"] == selector.kind.value
        assert stated["selector"]["ids"] == sorted(selector.ids)
        assert stated["selector"].get("session_id") == selector.session_id
        assert all(len(store["verified"]) > 20 for store in stated["stores"])


_CLEAN_ROOM = """
import base64, json, sys
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
import scitt_cose
def raw(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
bundle, jwk = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))["keys"][0]
numbers = ec.EllipticCurvePublicNumbers(*(int.from_bytes(raw(jwk[n]), "big") for n in "xy"), ec.SECP256R1())
pem = numbers.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
statement, receipt = raw(bundle["statement"]), raw(bundle["receipt"])
parsed = scitt_cose.parse_signed_statement(statement, public_key_pem=pem)
found = scitt_cose.verify_receipt(receipt, leaf_entry_hex=statement.hex(), log_public_key_pem=pem)
ours = [name for name in sys.modules if name.split(".")[0] in ("shared", "functions", "local", "agent_memory")]
print(json.dumps([parsed["signature_verified"], found.ok, found.leaf_index, found.tree_size, ours]))
"""


def test_a_clean_process_without_product_code_verifies_the_answers_of_the_routes(world: World, tmp_path: Path) -> None:
    filled(world)
    for number in range(5):
        ask(world, f"r{number}")
        world.deletions.run_all()
    (tmp_path / "keys.json").write_text(json.dumps(answer("/v1/receipts/keys")), encoding="utf-8")
    for number in range(5):
        bundle = tmp_path / f"{number}.json"
        bundle.write_text(json.dumps(answer(f"/v1/deletions/r{number}/receipt")), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", "-c", _CLEAN_ROOM, str(bundle), str(tmp_path / "keys.json")],
            cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert json.loads(done.stdout) == [True, True, number, number + 1, []]


def _parts(message: bytes) -> tuple[dict[int, Any], dict[int, Any], Any, bytes]:
    header, unprotected, payload, signature = cbor2.loads(message).value
    return dict(cbor2.loads(header)), dict(unprotected), payload, signature


def _message(header: Mapping[Any, Any], unprotected: Mapping[Any, Any], payload: Any, signature: bytes) -> bytes:
    encoded = cbor2.dumps(dict(header), canonical=True)
    return cbor2.dumps(cbor2.CBORTag(18, [encoded, dict(unprotected), payload, signature]), canonical=True)


def _accepts(statement: bytes, receipt: bytes, pem: bytes) -> bool:
    parsed = scitt_cose.parse_signed_statement(statement, public_key_pem=pem)
    found = scitt_cose.verify_receipt(receipt, leaf_entry_hex=statement.hex(), log_public_key_pem=pem)
    return parsed["signature_verified"] is True and found.ok


def test_every_stated_field_is_protected(receipt: SignedReceipt) -> None:
    pem = pem_of(receipt.keys[0])
    header, unprotected, payload, signature = _parts(receipt.statement)
    assert _accepts(_message(header, unprotected, payload, signature), receipt.receipt, pem)
    stated = json.loads(payload)
    for name in stated:
        forged = json.dumps({**stated, name: "otherwise"}, sort_keys=True, separators=(",", ":")).encode()
        assert not _accepts(_message(header, unprotected, forged, signature), receipt.receipt, pem), name
        less = {other: value for other, value in stated.items() if other != name}
        forged = json.dumps(less, sort_keys=True, separators=(",", ":")).encode()
        assert not _accepts(_message(header, unprotected, forged, signature), receipt.receipt, pem), name
    for label in header:
        forged_header = {**header, label: {1: "somebody else"} if label == 15 else "otherwise"}
        assert not _accepts(_message(forged_header, unprotected, payload, signature), receipt.receipt, pem), label


def test_every_part_of_the_receipt_is_protected(world: World) -> None:
    filled(world)
    for number in range(6):
        receipt = deleted(world, f"r{number}")
    pem = pem_of(receipt.keys[0])
    header, unprotected, payload, signature = _parts(receipt.receipt)
    size, index, path = cbor2.loads(unprotected[396][-1][0])
    assert _accepts(receipt.statement, receipt.receipt, pem)
    proofs = [
        [size + 2, index, list(path)],
        [size, index - 1, list(path)],
        [size, index, list(path)[:-1]],
        [size, index, [*path, bytes(32)]],
        *([size, index, [*path[:n], bytes(32), *path[n + 1 :]]] for n in range(len(path))),
    ]
    for proof in proofs:
        forged = _message(header, {396: {-1: [cbor2.dumps(proof)]}}, payload, signature)
        assert not _accepts(receipt.statement, forged, pem), proof
    for label in header:
        forged = _message({**header, label: {1: "x"} if label == 15 else -8}, unprotected, payload, signature)
        assert not _accepts(receipt.statement, forged, pem), label
    assert not _accepts(receipt.statement, _message(header, {}, payload, signature), pem)
    assert not _accepts(receipt.statement, _message(header, unprotected, receipt.root, signature), pem)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(data=st.data())
def test_no_byte_can_be_changed(receipt: SignedReceipt, data: st.DataObject) -> None:
    """Of the statement none at all; of the receipt none of what is signed or proven."""
    pem = pem_of(receipt.keys[0])
    of_statement = data.draw(st.booleans())
    message = receipt.statement if of_statement else receipt.receipt
    at = data.draw(st.integers(0, len(message) - 1))
    changed = bytearray(message)
    changed[at] ^= data.draw(st.integers(1, 255))
    statement = bytes(changed) if of_statement else receipt.statement
    assert not _accepts(statement, receipt.receipt if of_statement else bytes(changed), pem)


def test_another_key_verifies_nothing(receipt: SignedReceipt) -> None:
    stranger = ec.generate_private_key(ec.SECP256R1()).public_key()
    pem = stranger.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert not _accepts(receipt.statement, receipt.receipt, pem)


def test_a_receipt_proves_nothing_about_another_deletion(world: World) -> None:
    filled(world)
    first, second = deleted(world, "r1"), deleted(world, "r2")
    pem = pem_of(first.keys[0])
    assert _accepts(first.statement, first.receipt, pem)
    assert not _accepts(first.statement, second.receipt, pem)


def test_the_log_proves_that_it_only_grew(world: World) -> None:
    filled(world)
    for number in range(9):
        deleted(world, f"r{number}")
    for start in range(10):
        for to in range(start, 10):
            proof = answer("/v1/receipts/log", f"from={start}&to={to}")
            assert (proof["from"], proof["to"], proof["size"]) == (start, to, 9)
            if not start:
                assert (proof["from_root"], proof["consistency"]) == (None, [])
                continue
            assert scitt_cose.verify_consistency(
                _hex(proof["from_root"]), _hex(proof["root"]), start, to, [_hex(node) for node in proof["consistency"]]
            )


def test_the_head_of_the_log_is_signed(world: World) -> None:
    filled(world)
    receipts = [deleted(world, f"r{number}") for number in range(3)]
    proof = answer("/v1/receipts/log")
    head = bytes.fromhex(_hex(proof["head"]))
    parsed = scitt_cose.parse_signed_statement(head, public_key_pem=pem_of(receipts[0].keys[0]))
    assert parsed["signature_verified"] is True
    assert cbor2.loads(parsed["payload"]) == {"log": "receipts/org/acme", "size": 3, "root": receipts[2].root}
    witness = world.services.witness
    assert witness is not None
    last = witness.last("receipts/org/acme")
    assert last is not None
    assert (last.size, last.root, last.signature) == (3, receipts[2].root, head)


@pytest.mark.parametrize("query", ["from=2", "to=5", "from=1&to=0", "from=-1", "from=x", "start=0"])
def test_sizes_that_the_log_has_not_reached_are_refused(world: World, query: str) -> None:
    filled(world)
    deleted(world, "r1")
    got = handler(an_event("GET", "/v1/receipts/log", caller=a_caller(), query=query), cast("Any", None))
    assert got["statusCode"] == 400


def test_an_organisation_without_a_deletion_has_an_empty_log(world: World) -> None:
    proof = answer("/v1/receipts/log")
    assert (proof["size"], proof["to"], proof["head"]) == (0, 0, None)
    assert answer("/v1/receipts/keys")["keys"] == []


def test_another_organisation_sees_only_its_own_log(world: World) -> None:
    filled(world)
    deleted(world, "r1")
    stranger = a_caller("eve", org="rival")
    got = handler(an_event("GET", "/v1/receipts/log", caller=stranger), cast("Any", None))
    assert json.loads(got["body"])["size"] == 0
    got = handler(an_event("GET", "/v1/deletions/r1/receipt", caller=stranger), cast("Any", None))
    assert got["statusCode"] == 404
    got = handler(
        an_event("GET", "/v1/deletions/r1/receipt", caller=stranger, query={"scope": ANN.path}), cast("Any", None)
    )
    assert got["statusCode"] == 403


def test_the_deletion_says_that_its_receipt_is_signed_and_where_it_is_logged(world: World) -> None:
    filled(world)
    ask(world)
    assert "receipt" not in {k: v for k, v in answer("/v1/deletions/r1").items() if v is not None}
    (waiting,) = world.deletions.waiting
    world.deletions.waiting.clear()
    run_workflow(waiting)
    shown = answer("/v1/deletions/r1")["receipt"]
    assert (shown["signing"], shown["log_index"], shown["number"]) == ("signed", 0, 1)
    assert state(world).signing is Signing.SIGNED


def _hex(text: str) -> str:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).hex()


def test_a_counter_of_the_owners_deletions_is_stated_where_there_is_one() -> None:
    counted = replace(_STATEMENT, epoch=7)
    assert json.loads(counted.content())["epoch"] == 7
    assert "epoch" not in json.loads(_STATEMENT.content())
