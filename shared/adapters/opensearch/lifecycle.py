"""Creating the index and creating it again: readers and writers use an alias to one index, created from the
alias's index template."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from shared.adapters.opensearch.calls import CallPolicy, Retrying
from shared.adapters.opensearch.mapping import VECTOR, index_body

if TYPE_CHECKING:
    from opensearchpy import OpenSearch


class IndexDoesNotFit(Exception):
    """The index behind the alias was made for other vectors or fields: it must be created again, not written to."""


def ensure_index(client: OpenSearch, alias: str, dimension: int, *, shards: int = 1, replicas: int = 1) -> None:
    """Makes the index and its alias when there is no alias yet; any number of callers may do so at once.

    Raises `IndexDoesNotFit` when the index in place has another dimension, `SearchUnavailable` like every call.
    """
    body = index_body(dimension, shards=shards, replicas=replicas)
    _retrying()("ensure index", lambda: _ensure(client, alias, dimension, body))


def add_fields(client: OpenSearch, alias: str, dimension: int, *, shards: int = 1, replicas: int = 1) -> None:
    """Adds the fields that this version has and the index in place, of an earlier one, has not; makes it when there is
    none.

    Raises `IndexDoesNotFit` when a field has changed: only a new index can have it.
    """
    from opensearchpy.exceptions import RequestError

    ensure_index(client, alias, dimension, shards=shards, replicas=replicas)
    body = index_body(dimension, shards=shards, replicas=replicas)

    def add() -> None:
        _put_template(client, alias, body)
        try:
            client.indices.put_mapping(index=alias, body={"properties": body["mappings"]["properties"]})
        except RequestError:
            raise IndexDoesNotFit(f"the index behind {alias} has a field that is another by now") from None

    _retrying()("add fields", add)


def replace_index(client: OpenSearch, alias: str, dimension: int, *, shards: int = 1, replicas: int = 1) -> None:
    """Removes what lies behind the alias, if anything does, and makes an empty index with today's fields."""
    from opensearchpy.exceptions import NotFoundError

    def remove() -> None:
        try:
            for name in client.indices.get_mapping(index=alias):
                client.indices.delete(index=name)
        except NotFoundError:
            return  # as wanted

    _retrying()("remove index", remove)
    ensure_index(client, alias, dimension, shards=shards, replicas=replicas)


def _ensure(client: OpenSearch, alias: str, dimension: int, body: dict[str, Any]) -> None:
    from opensearchpy.exceptions import RequestError

    if not client.indices.exists_alias(name=alias):
        try:
            _create(client, alias, body)
        except RequestError as error:
            if error.error != "resource_already_exists_exception":
                raise
    for mapping in client.indices.get_mapping(index=alias).values():
        if mapping["mappings"]["properties"][VECTOR]["dimension"] != dimension:
            raise IndexDoesNotFit(f"the index behind {alias} holds vectors of another dimension than {dimension}")


def _create(client: OpenSearch, alias: str, body: dict[str, Any]) -> None:
    """From the template, which is put first: who makes one by hand gets the same fields."""
    _put_template(client, alias, body)
    client.indices.create(index=f"{alias}-000001", body={"aliases": {alias: {}}})


def _put_template(client: OpenSearch, alias: str, body: dict[str, Any]) -> None:
    pattern = f"{alias}-*"
    # Two templates of one priority may not overlap; of two such patterns that do, one is longer.
    template = {"index_patterns": [pattern], "priority": len(pattern), "template": body}
    client.indices.put_index_template(name=alias, body=template)


def _retrying() -> Retrying:
    return Retrying(CallPolicy(), time.sleep)
