"""What every sort and partition key is made of.

Scopes, keys and foreign ids are percent-encoded, so `#` only ever separates; an id that grows too long by it (a key
part holds at most 1,024 or 2,048 bytes) is replaced by its hash, marked with `%%`, which no encoded text contains.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from urllib.parse import quote, unquote

from shared.domain.scopes import Scope

# Attribute names that infrastructure must know as well.
PK, SK, REVISION, EXPIRES_AT, EPOCH = "pk", "sk", "revision", "expires_at", "epoch"
CHECK_BUCKET, NEXT_CHECK_AT = "check_bucket", "next_check_at"
DUE_INDEX = "due"
DUE_SHARDS = 4  # partitions of the due index: 4,000 writes a second; fixed once there is data

# A task, a node and a memory id stay well under the 1,024 bytes of a sort key; a user beside any organisation under the
# 2,048 of a partition key. An organisation's id (at most 1,536 bytes) is never shortened: `org_of` reads it back.
_LONGEST_ID = 160
# One request encodes the same few scopes and ids dozens of times.
_REMEMBERED = 4096


@lru_cache(maxsize=_REMEMBERED)
def encoded(text: str) -> str:
    plain = quote(text, safe="")
    return plain if len(plain) <= _LONGEST_ID else f"%%{hashed(text)}"


@lru_cache(maxsize=_REMEMBERED)
def path(scope: Scope) -> str:
    """The scope's path as a key part: hierarchical like the path itself, and bounded."""
    if not scope.segments:
        return "/global"
    (kind, org), *rest = scope.segments
    return f"/{kind}/{quote(org, safe='')}" + "".join(f"/{kind}/{encoded(id)}" for kind, id in rest)


def org_of(pk: str) -> str:
    """The tenant's id in a partition key of the memories table, empty for `/global`."""
    return unquote(pk.split("/")[2]) if pk.startswith("/org/") else ""


def sub(scope: Scope) -> str:
    """The part of `path` below the owner, empty at the owner itself."""
    return path(scope).removeprefix(path(scope.owner))


def hashed(*parts: str) -> str:
    """A fixed-length replacement for parts that could exceed the 1,024 bytes of a sort key."""
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()
