"""`agent-memory verify-receipt`: what holds is 0, what was changed, cut, mixed or forged is 1, in plain words."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent_memory.cli.main import group
from agent_memory.receipts.messages import NotValid
from agent_memory.receipts.tree import root_of
from agent_memory.receipts.verify import verify_receipt
from functions.api.delete import handler
from shared.adapters.signing.signing_key_file import FileSigner
from shared.domain.receipts.merkle import Frontier, Node, inclusion_path, leaf_hash, row_hash
from shared.domain.receipts.public_keys import base64url
from tests.builders import a_caller, a_world, an_event
from tests.usecases.deletion.deletions import ask, filled


def _answer(path: str, method: str = "GET") -> Any:
    return json.loads(handler(an_event(method, path, caller=a_caller()), cast("Any", None))["body"])


@pytest.fixture(scope="module")
def answered() -> Iterator[dict[str, Any]]:
    """What the routes answer about three deletions: the bundles by request id, and the keys."""
    with a_world() as world:
        filled(world)
        for name in ("r1", "r2", "r3"):
            ask(world, name)
            world.deletions.run_all()
        yield {
            **{name: _answer(f"/v1/deletions/{name}/receipt") for name in ("r1", "r2", "r3")},
            "keys": _answer("/v1/receipts/keys"),
            "verified": _answer("/v1/deletions/r2/verify", "POST"),
        }


@pytest.fixture
def bundle(answered: dict[str, Any]) -> dict[str, Any]:
    return cast("dict[str, Any]", deepcopy(answered["r2"]))


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _file(tmp_path: Path, content: object) -> str:
    path = tmp_path / "receipt.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


@pytest.fixture
def verified(answered: dict[str, Any]) -> dict[str, Any]:
    return cast("dict[str, Any]", deepcopy(answered["verified"]))


def main(words: list[str]) -> int:
    with pytest.raises(SystemExit) as ended:
        group(words)
    return int(cast("int", ended.value.code or 0))


def _refused(bundle: Any) -> str:
    with pytest.raises(NotValid) as found:
        verify_receipt(json.dumps(bundle).encode())
    return str(found.value)


def test_the_services_answer_is_valid(
    answered: dict[str, Any], bundle: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(answered["keys"]), encoding="utf-8")
    assert main(["verify-receipt", _file(tmp_path, bundle), "--key", str(keys)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("VALID: ")
    for part in (
        "deletion   r2",
        "/org/acme/user/ann",
        "0 left: ",
        "backups (until ",
        "entry 1 of 2",
        "urn:agent-memory:local",
    ):
        assert part in said, said
    assert "came with the file" not in said


def test_without_a_key_of_ones_own_it_says_what_was_not_checked(
    bundle: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify-receipt", _file(tmp_path, bundle)]) == 0
    assert "The key came with the file" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["jwk", "pem"])
def test_a_key_may_be_one_key_or_pem(bundle: dict[str, Any], tmp_path: Path, form: str) -> None:
    (jwk,) = bundle["keys"]
    numbers = ec.EllipticCurvePublicNumbers(
        int.from_bytes(_raw(jwk["x"]), "big"), int.from_bytes(_raw(jwk["y"]), "big"), ec.SECP256R1()
    )
    pem = numbers.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    key = tmp_path / "key"
    key.write_bytes(pem if form == "pem" else json.dumps(jwk).encode())
    assert main(["verify-receipt", _file(tmp_path, bundle), "--key", str(key)]) == 0


def test_the_cose_file_is_valid_with_the_operators_key_and_not_without_one(
    answered: dict[str, Any], bundle: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(answered["keys"]), encoding="utf-8")
    file = _file(tmp_path, _raw(bundle["transparent"]))
    assert main(["verify-receipt", file, "--key", str(keys)]) == 0
    assert main(["verify-receipt", file]) == 1
    assert "holds no key" in capsys.readouterr().err


def test_another_key_is_refused(bundle: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stranger = FileSigner(tmp_path / "stranger.pem").public_key()
    key = tmp_path / "key.json"
    jwk = {"kty": "EC", "crv": "P-256", "x": base64url(stranger.x), "y": base64url(stranger.y)}
    key.write_text(json.dumps({**jwk, "kid": bundle["keys"][0]["kid"]}), encoding="utf-8")
    assert main(["verify-receipt", _file(tmp_path, bundle), "--key", str(key)]) == 1
    assert "not among those given" in capsys.readouterr().err


def test_parts_of_two_receipts_are_not_valid_together(answered: dict[str, Any], bundle: dict[str, Any]) -> None:
    for part in ("statement", "receipt", "transparent", "log"):
        _refused({**bundle, part: answered["r3"][part]})
    mixed = {**bundle, "statement": answered["r3"]["statement"], "receipt": answered["r3"]["receipt"]}
    _refused(mixed)
    del mixed["transparent"]
    assert "another place in the log" in _refused(mixed)


@pytest.mark.parametrize("part", ["statement", "receipt", "log", "keys"])
def test_a_part_that_is_missing_is_named(bundle: dict[str, Any], part: str) -> None:
    del bundle[part]
    assert part.removesuffix("s") in _refused(bundle)


@pytest.mark.parametrize("value", [None, 7, "", "!", [], {}, True])
@pytest.mark.parametrize("part", ["statement", "receipt", "transparent", "log", "keys"])
def test_a_part_of_another_kind_is_refused(bundle: dict[str, Any], part: str, value: object) -> None:
    _refused({**bundle, part: value})


@pytest.mark.parametrize(
    ("name", "value"), [("index", 0), ("size", 3), ("root", "AAAA"), ("head", "AAAA"), ("name", "x")]
)
def test_the_place_in_the_log_is_the_signed_one(bundle: dict[str, Any], name: str, value: object) -> None:
    _refused({**bundle, "log": {**bundle["log"], name: value}})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(data=st.data())
def test_no_byte_of_a_message_can_be_changed(bundle: dict[str, Any], data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(["statement", "receipt", "transparent"]))
    message = bytearray(_raw(bundle[part]))
    at = data.draw(st.integers(0, len(message) - 1))
    message[at] ^= data.draw(st.integers(1, 255))
    _refused({**bundle, part: base64url(bytes(message))})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(data=st.data())
def test_no_message_can_be_cut_or_continued(bundle: dict[str, Any], data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(["statement", "receipt", "transparent"]))
    message = _raw(bundle[part])
    cut = message[: data.draw(st.integers(0, len(message) - 1))]
    _refused({**bundle, part: base64url(cut)})
    _refused({**bundle, part: base64url(message + data.draw(st.binary(min_size=1, max_size=5)))})


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_with_a_clear_message(content: bytes) -> None:
    with pytest.raises(NotValid):
        verify_receipt(content)


def test_deeply_nested_bytes_are_refused_too() -> None:
    for content in (
        b"\x81" * 50_000,
        b"\xd2" * 50_000,
        b"\xd2\x84" + b"\xa1" * 50_000,
        b"[" * 50_000,
        b'{"a":' * 50_000,
    ):
        with pytest.raises(NotValid):
            verify_receipt(content)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 33, 64])
def test_the_root_is_worked_out_for_every_entry(size: int) -> None:
    entries = [f"entry {number}".encode() for number in range(size)]
    frontier, nodes = Frontier(), dict[Node, bytes]()
    for index, entry in enumerate(entries):
        frontier, completed = frontier.appended(leaf_hash(entry))
        nodes |= {Node(level, index >> level): hash for level, hash in enumerate(completed)}
    for index, entry in enumerate(entries):
        path = [row_hash(part, nodes) for part in inclusion_path(index, size)]
        assert root_of(entry, index, size, path) == frontier.root
        for wrong in (path[:-1], [*path, bytes(32)]):
            if wrong != path:
                with pytest.raises(NotValid):
                    root_of(entry, index, size, wrong)
        assert size == 1 or root_of(b"other", index, size, path) != frontier.root


def test_a_missing_file_is_reported_without_a_stack_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify-receipt", str(tmp_path / "absent")]) == 2
    assert capsys.readouterr().err.startswith("Error: cannot read ")


def test_the_command_needs_neither_service_nor_network(bundle: dict[str, Any], tmp_path: Path) -> None:
    script = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise OSError('no network')\n"
        "socket.socket.connect = refuse\n"
        "from agent_memory.cli.main import group\n"
        "code = group(['verify-receipt', sys.argv[1]], standalone_mode=False)\n"
        "assert not [n for n in sys.modules if n.split('.')[0] in ('shared', 'functions', 'local', 'boto3')]\n"
        "sys.exit(code)\n"
    )
    client = Path(__file__).parents[2] / "client"
    command = [sys.executable, "-c", script, _file(tmp_path, bundle)]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(client)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("VALID: ")


# --- What a verification on demand has found


def test_the_answer_of_a_verification_holds(
    verified: dict[str, Any], answered: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(answered["keys"]))
    assert main(["verify-receipt", _file(tmp_path, verified), "--key", str(keys)]) == 0
    output = capsys.readouterr().out
    assert "in no log" in output
    assert "r2, selecting subject" in output
    assert "memories   0 removed, 0 left" in output
    assert "completed, verified 20" in output
    stated = verify_receipt(json.dumps(verified).encode()).stated
    assert [store["residue"] for store in stated["stores"]] == [0, 0, 0]
    assert {name: target["residue"] for name, target in verified["targets"].items()} == {
        store["store"]: store["residue"] for store in stated["stores"]
    }


def test_a_verification_that_was_changed_or_signed_by_another_is_refused(
    verified: dict[str, Any], bundle: dict[str, Any], tmp_path: Path
) -> None:
    signed = verified["verification"]
    changed = bytearray(_raw(signed["statement"]))
    at = bytes(changed).index(b'"residue":0')
    changed[at + len(b'"residue":')] = ord("1")
    assert "does not hold" in _refused({"verification": {**signed, "statement": base64url(bytes(changed))}})
    assert "holds no key" in _refused({"verification": {**signed, "keys": []}})
    assert "not signed" in _refused({"verification": None})
    assert "form" in _refused({"verification": {**signed, "statement": bundle["statement"]}})
    other = tmp_path / "other.pem"
    own = FileSigner(tmp_path / "signing.pem")
    jwk = {"kty": "EC", "crv": "P-256", "x": base64url(own.public_key().x), "y": base64url(own.public_key().y)}
    other.write_text(json.dumps(jwk))
    assert main(["verify-receipt", _file(tmp_path, verified), "--key", str(other)]) == 1
