"""Field encryption: the laptop's key file and KMS (in moto), one suite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from botocore.stub import Stubber
from moto import mock_aws

from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.ciphers.kms import KmsCipher
from shared.domain.errors import Unavailable
from shared.ports import Cipher

ANN, BOB = "/org/acme/user/ann", "/org/acme/user/bob"


@pytest.fixture(params=["file", "kms"])
def cipher(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cipher]:
    if request.param == "file":
        yield FileCipher(tmp_path / "field.key")
        return
    with mock_aws():
        client = boto3.client("kms", region_name="eu-west-1")
        yield KmsCipher(client, client.create_key()["KeyMetadata"]["KeyId"])


@pytest.mark.parametrize("text", ["x", "密码是 hunter2", "🦊" * 10_000, "a" * 4096, "a" * 4097, "line\nbreak\x00"])
def test_a_sealed_text_opens_again(cipher: Cipher, text: str) -> None:
    sealed = cipher.seal(text, ANN)
    assert cipher.open(sealed, ANN) == text
    if len(text) > 1:
        assert text.encode() not in sealed


def test_it_opens_only_in_its_own_context(cipher: Cipher) -> None:
    with pytest.raises(Unavailable):
        cipher.open(cipher.seal("secret", ANN), BOB)


def test_equal_texts_have_different_ciphertexts(cipher: Cipher) -> None:
    assert cipher.seal("secret", ANN) != cipher.seal("secret", ANN)


def test_the_key_file_is_kept_and_readable_only_by_its_user(tmp_path: Path) -> None:
    path = tmp_path / "field.key"
    sealed = FileCipher(path).seal("secret", ANN)
    assert FileCipher(path).open(sealed, ANN) == "secret"
    assert path.stat().st_mode & 0o077 == 0


def test_without_the_key_file_a_sealed_text_stays_closed(tmp_path: Path) -> None:
    sealed = FileCipher(tmp_path / "one.key").seal("secret", ANN)
    with pytest.raises(Unavailable):
        FileCipher(tmp_path / "another.key").open(sealed, ANN)


def test_a_key_that_cannot_be_used_is_an_outage() -> None:
    client = boto3.client("kms", region_name="eu-west-1")
    with Stubber(client) as stub:
        stub.add_client_error("encrypt", "DisabledException")
        with pytest.raises(Unavailable):
            KmsCipher(client, "k").seal("secret", ANN)
