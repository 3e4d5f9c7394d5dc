"""ES256: the laptop's key file and KMS (in moto), one suite."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from botocore.stub import Stubber
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moto import mock_aws

from shared.adapters.signing.es256 import raw, thumbprint
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.signing.signing_kms import KmsSigner
from shared.domain.errors import Unavailable
from shared.domain.receipts.public_keys import SigningKey
from shared.ports import Signer


@pytest.fixture(params=["file", "kms"])
def signer(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Signer]:
    if request.param == "file":
        yield FileSigner(tmp_path / "signing.pem")
        return
    with mock_aws():
        client = boto3.client("kms", region_name="eu-west-1")
        made = client.create_key(KeyUsage="SIGN_VERIFY", KeySpec="ECC_NIST_P256")
        yield KmsSigner(client, made["KeyMetadata"]["KeyId"])


def _verify(key: SigningKey, signature: bytes, message: bytes) -> None:
    numbers = ec.EllipticCurvePublicNumbers(int.from_bytes(key.x, "big"), int.from_bytes(key.y, "big"), ec.SECP256R1())
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    numbers.public_key().verify(der, message, ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("message", [b"\x00", b"x", b"a" * 4096])
def test_a_signature_verifies_with_the_public_key_and_over_its_message_alone(signer: Signer, message: bytes) -> None:
    signed = signer.sign(message)
    assert len(signed.value) == 64
    _verify(signer.public_key(), signed.value, message)
    with pytest.raises(InvalidSignature):
        _verify(signer.public_key(), signed.value, message + b"!")


def test_the_file_signs_messages_longer_than_kms_takes(tmp_path: Path) -> None:
    signer, message = FileSigner(tmp_path / "signing.pem"), b"a" * 100_000
    _verify(signer.public_key(), signer.sign(message).value, message)


def test_kms_gets_the_digest_of_a_message_longer_than_it_takes() -> None:
    """The stand-in for KMS that the other tests use hashes a digest once more, so the request is looked at here."""
    key, message = ec.generate_private_key(ec.SECP256R1()), b"a" * 4097
    digest = hashlib.sha256(message).digest()
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    client = boto3.client("kms", region_name="eu-west-1", aws_access_key_id="x", aws_secret_access_key="x")
    with Stubber(client) as stub:
        stub.add_response(
            "sign",
            {"Signature": key.sign(digest, ec.ECDSA(Prehashed(hashes.SHA256())))},
            {"KeyId": "k", "Message": digest, "MessageType": "DIGEST", "SigningAlgorithm": "ECDSA_SHA_256"},
        )
        stub.add_response("get_public_key", {"PublicKey": spki}, {"KeyId": "k"})
        signer = KmsSigner(client, "k")
        signed = signer.sign(message)
        _verify(signer.public_key(), signed.value, message)


def test_the_key_id_is_the_thumbprint_of_the_key(signer: Signer) -> None:
    key = signer.public_key()
    assert key.key_id == thumbprint(key.x, key.y) == signer.sign(b"x").key_id


def test_the_thumbprint_is_that_of_the_published_example() -> None:
    """The key of RFC 7515, appendix A.3; its thumbprint worked out by hand from the text that RFC 7638 prescribes."""
    x, y = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    text = f'{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}'
    expected = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
    assert thumbprint(base64.urlsafe_b64decode(x + "="), base64.urlsafe_b64decode(y + "=")) == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 2**256 - 1), st.integers(1, 2**256 - 1))
def test_small_numbers_keep_their_leading_zeros_in_the_raw_form(r: int, s: int) -> None:
    signature = raw(encode_dss_signature(r, s))
    assert (int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")) == (r, s)
    assert len(signature) == 64


def test_the_key_file_is_kept_and_readable_only_by_its_user(tmp_path: Path) -> None:
    path = tmp_path / "signing.pem"
    first = FileSigner(path).public_key()
    assert FileSigner(path).public_key() == first
    assert path.stat().st_mode & 0o777 == 0o600


def test_another_file_in_its_place_is_another_key(tmp_path: Path) -> None:
    path = tmp_path / "signing.pem"
    first = FileSigner(path).public_key()
    path.unlink()
    assert FileSigner(path).public_key().key_id != first.key_id


def test_a_key_on_another_curve_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "signing.pem"
    key = ec.generate_private_key(ec.SECP384R1())
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with pytest.raises(ValueError, match="P-256"):
        FileSigner(path)


@pytest.mark.parametrize("operation", ["sign", "get_public_key"])
def test_kms_being_down_is_an_outage(operation: str) -> None:
    client = boto3.client("kms", region_name="eu-west-1", aws_access_key_id="x", aws_secret_access_key="x")
    with Stubber(client) as stub:
        stub.add_client_error(operation, "KMSInternalException", http_status_code=500)
        signer = KmsSigner(client, "key")
        with pytest.raises(Unavailable):
            signer.sign(b"x") if operation == "sign" else signer.public_key()
