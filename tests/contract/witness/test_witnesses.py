"""Tree heads: the laptop's file and S3 with Object Lock (in moto), one suite."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, cast

import boto3
import pytest
from botocore.stub import Stubber
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moto import mock_aws

from shared.adapters.witness.witness_file import FileWitness
from shared.adapters.witness.witness_s3 import S3Witness
from shared.domain.errors import Unavailable
from shared.ports import TreeHead, Witness

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

BUCKET = "heads-of-trees"
RECEIPTS = "receipts/org/acme"
_NAMES = count()  # one for each example


def _head(size: int, name: str = RECEIPTS) -> TreeHead:
    return TreeHead(name, size, bytes([size % 256]) * 32, f"signature of {size}".encode())


def _publish(witness: Witness, head: TreeHead) -> None:
    witness.publish(head.name, head.size, head.root, head.signature)


@pytest.fixture
def bucket() -> Iterator[S3Client]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket=BUCKET, ObjectLockEnabledForBucket=True)
        yield client


@pytest.fixture(params=["file", "s3"])
def witness(request: pytest.FixtureRequest, tmp_path: Path) -> Witness:
    if request.param == "file":
        return FileWitness(tmp_path / "beside" / "heads.jsonl")
    return S3Witness(cast("S3Client", request.getfixturevalue("bucket")), BUCKET)


def test_before_the_first_head_there_is_none(witness: Witness) -> None:
    assert witness.last(RECEIPTS) is None


def test_the_last_head_is_the_greatest_and_unchanged(witness: Witness) -> None:
    for size in (1, 2, 9, 10, 3):
        _publish(witness, _head(size))
    assert witness.last(RECEIPTS) == _head(10)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=4))
def test_sizes_are_compared_as_numbers(witness: Witness, sizes: list[int]) -> None:
    name = f"log {next(_NAMES)}"
    for size in sizes:
        _publish(witness, _head(size, name))
    assert witness.last(name) == _head(max(sizes), name)


@pytest.mark.parametrize("other", ["receipts/org/acme2", "receipts/org/acm", "receipts/org/acme/user/ann", "审计/甲 %"])
def test_heads_of_different_names_are_kept_apart(witness: Witness, other: str) -> None:
    _publish(witness, _head(5))
    assert witness.last(other) is None
    _publish(witness, _head(2, other))
    assert witness.last(other) == _head(2, other)
    assert witness.last(RECEIPTS) == _head(5)


def test_a_name_may_be_long(witness: Witness) -> None:
    long, longer = "名" * 500, "名" * 501
    _publish(witness, _head(1, long))
    assert witness.last(longer) is None
    assert witness.last(long) == _head(1, long)


def test_publishing_the_same_again_changes_nothing(witness: Witness) -> None:
    _publish(witness, _head(1))
    witness.publish(RECEIPTS, 1, _head(1).root, b"another signature")
    assert witness.last(RECEIPTS) == _head(1)


def test_another_root_of_the_same_size_replaces_nothing(witness: Witness) -> None:
    """An old store that is put back and goes on has two roots of one size. The smaller is shown, always the same,
    and the store agrees with one of the two at most."""
    low, high = b"\x01" * 32, b"\x02" * 32
    witness.publish(RECEIPTS, 1, high, b"a")
    witness.publish(RECEIPTS, 1, low, b"b")
    assert witness.last(RECEIPTS) == TreeHead(RECEIPTS, 1, low, b"b")


def test_an_incomplete_line_hides_no_head_and_damages_no_later_one(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    _publish(FileWitness(path), _head(1))
    with path.open("ab") as file:
        file.write(b'{"name": "receipts/org/ac')
    assert FileWitness(path).last(RECEIPTS) == _head(1)
    _publish(FileWitness(path), _head(2))
    assert FileWitness(path).last(RECEIPTS) == _head(2)


def test_the_file_of_heads_is_readable_only_by_its_user(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    _publish(FileWitness(path), _head(1))
    assert path.stat().st_mode & 0o777 == 0o600


def test_neither_a_delete_marker_nor_an_object_on_top_hides_a_head(bucket: S3Client) -> None:
    witness = S3Witness(bucket, BUCKET)
    for size in (1, 2):
        _publish(witness, _head(size))
    keys = [found["Key"] for found in bucket.list_objects_v2(Bucket=BUCKET)["Contents"]]
    for key in keys:
        bucket.delete_object(Bucket=BUCKET, Key=key)
    assert bucket.list_objects_v2(Bucket=BUCKET)["KeyCount"] == 0
    assert witness.last(RECEIPTS) == _head(2)


@pytest.mark.parametrize("operation", ["put_object", "list_object_versions"])
def test_s3_being_down_is_an_outage(operation: str) -> None:
    client = boto3.client("s3", region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
    with Stubber(client) as stub:
        stub.add_client_error(operation, "SlowDown", http_status_code=503)
        witness = S3Witness(client, BUCKET)
        with pytest.raises(Unavailable):
            _publish(witness, _head(1)) if operation == "put_object" else witness.last(RECEIPTS)
