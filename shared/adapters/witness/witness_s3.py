"""Tree heads in an S3 bucket with Object Lock: one object for each head, which cannot be replaced or removed before its
time.

An object lies at `heads/{name}/{rank}-{root}`, where `rank` counts down: the greatest size comes first in a listing.
All versions are listed, so that a delete marker, which Object Lock lets through, hides nothing."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from shared.domain.errors import Unavailable
from shared.ports import TreeHead

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

_HEADS = "heads/"
_HIGHEST = 10**18  # sizes below it; as many digits make the names sort as numbers
_DIGITS = 18
_LONGEST_NAME = 800  # bytes
_TAKEN = ("PreconditionFailed", "ConditionalRequestConflict")


class S3Witness:
    def __init__(self, client: S3Client, bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def publish(self, name: str, size: int, root: bytes, signature: bytes) -> None:
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            self._client.put_object(
                Bucket=self._bucket,
                Key=f"{_folder(name)}{_HIGHEST - 1 - size:0{_DIGITS}d}-{root.hex()}",
                Body=signature,
                IfNoneMatch="*",
                ChecksumAlgorithm="SHA256",  # a put under Object Lock must carry a checksum
            )
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") not in _TAKEN:
                raise Unavailable("the witness of tree heads cannot be reached now") from error
        except BotoCoreError as error:
            raise Unavailable("the witness of tree heads cannot be reached now") from error

    def names(self) -> list[str]:
        from botocore.exceptions import BotoCoreError, ClientError

        found: set[str] = set()
        try:
            for page in self._client.get_paginator("list_object_versions").paginate(
                Bucket=self._bucket, Prefix=_HEADS, Delimiter="/"
            ):
                found |= {one["Prefix"].removeprefix(_HEADS).rstrip("/") for one in page.get("CommonPrefixes", [])}
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the witness of tree heads cannot be reached now") from error
        return sorted(unquote(folder) for folder in found)

    def last(self, name: str) -> TreeHead | None:
        from botocore.exceptions import BotoCoreError, ClientError

        folder = _folder(name)
        try:
            # Delete markers count among the keys of a page, and one may lie on each of the first heads.
            for page in self._client.get_paginator("list_object_versions").paginate(
                Bucket=self._bucket, Prefix=folder, PaginationConfig={"PageSize": 100}
            ):
                for found in page.get("Versions", []):
                    rank, _, root = found["Key"].removeprefix(folder).partition("-")
                    body = self._client.get_object(Bucket=self._bucket, Key=found["Key"], VersionId=found["VersionId"])[
                        "Body"
                    ].read()
                    return TreeHead(name, _HIGHEST - 1 - int(rank), bytes.fromhex(root), body)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the witness of tree heads cannot be reached now") from error
        return None


def _folder(name: str) -> str:
    """A key of S3 has 1,024 bytes at most: of a longer name its hash."""
    readable = quote(name, safe="")
    if len(readable) > _LONGEST_NAME:
        readable = hashlib.sha256(name.encode()).hexdigest()
    return f"{_HEADS}{readable}/"
