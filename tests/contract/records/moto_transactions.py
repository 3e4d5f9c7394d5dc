"""A transaction in moto at the price of the transaction, not of all that is stored."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from moto.dynamodb import models
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Table


@contextmanager
def transactions_at_their_own_price() -> Iterator[None]:
    """Before each transaction moto keeps a deep copy of every table in it, to put back if it fails. A copy of the
    table's two levels of keys does as well, for what the record store uses: a put or a delete replaces an item and
    changes none. Raises `AssertionError` for an update, which changes an item in place."""
    original = DynamoDBBackend.transact_write_items

    def checked(self: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> None:
        if any("Update" in item for item in transact_items):
            raise AssertionError("an update in a transaction: this rollback would not take it back")
        original(self, transact_items)

    with (
        patch.object(DynamoDBBackend, "transact_write_items", checked),
        patch.object(models, "copy", SimpleNamespace(deepcopy=_copied)),
    ):
        yield


def _copied(value: Any) -> Any:
    if not isinstance(value, Table):
        return copy.deepcopy(value)
    kept = copy.copy(value)
    kept.items = defaultdict(dict, {hash_key: dict(items) for hash_key, items in value.items.items()})
    if value.stream_shard is not None:
        kept.stream_shard = copy.copy(value.stream_shard)
        kept.stream_shard.items = list(value.stream_shard.items)
    return kept
