"""Making the index and replacing it: readers and writers know an alias, behind it lies one generation, made from the
alias's index template."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from shared.adapters.opensearch.calls import CallPolicy, Retrying
from shared.adapters.opensearch.capabilities import Capabilities
from shared.adapters.opensearch.mapping import VECTOR, index_body

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

_FIRST_GENERATION = 1


class IndexDoesNotFit(Exception):
    """What lies behind the alias was made for other vectors: it must be rebuilt, not written to."""


def ensure_index(
    client: OpenSearch, alias: str, dimension: int, capabilities: Capabilities, *, shards: int = 1, replicas: int = 1
) -> None:
    """Makes the first generation and its alias when there is no alias yet; any number of callers may do so at once.

    Raises `IndexDoesNotFit` when the index in place has another dimension, `SearchUnavailable` like every call.
    """
    body = index_body(dimension, capabilities, shards=shards, replicas=replicas)
    _retrying()("ensure index", lambda: _ensure(client, alias, dimension, body, capabilities))


def _ensure(client: OpenSearch, alias: str, dimension: int, body: dict[str, Any], capabilities: Capabilities) -> None:
    from opensearchpy.exceptions import RequestError

    if not client.indices.exists_alias(name=alias):
        try:
            _create(client, alias, _FIRST_GENERATION, body, capabilities, known_as=alias)
        except RequestError as error:
            if error.error != "resource_already_exists_exception":
                raise
    for mapping in client.indices.get_mapping(index=alias).values():
        if mapping["mappings"]["properties"][VECTOR]["dimension"] != dimension:
            raise IndexDoesNotFit(f"the index behind {alias} holds vectors of another dimension than {dimension}")


def _create(
    client: OpenSearch, alias: str, number: int, body: dict[str, Any], capabilities: Capabilities, *, known_as: str
) -> None:
    """A generation from the template, which is put first: who makes one by hand gets the same fields."""
    created: dict[str, Any] = {"aliases": {known_as: {}}}
    if capabilities.templates:
        pattern = f"{alias}-*"
        # Two templates of one priority may not overlap; of two such patterns that do, one is longer.
        template = {"index_patterns": [pattern], "priority": len(pattern), "template": body}
        client.indices.put_index_template(name=alias, body=template)
    else:
        created |= body
    client.indices.create(index=_generation(alias, number), body=created)


def replace_index(
    client: OpenSearch, alias: str, dimension: int, capabilities: Capabilities, *, shards: int = 1, replicas: int = 1
) -> None:
    """Removes what lies behind the alias, if anything does, and makes an empty first generation with today's fields."""
    from opensearchpy.exceptions import NotFoundError

    def remove() -> None:
        try:
            for name in client.indices.get_mapping(index=alias):
                client.indices.delete(index=name)
        except NotFoundError:
            return  # as wanted

    _retrying()("remove index", remove)
    ensure_index(client, alias, dimension, capabilities, shards=shards, replicas=replicas)


def start_generation(
    client: OpenSearch, alias: str, dimension: int, capabilities: Capabilities, *, shards: int = 1, replicas: int = 1
) -> str:
    """Makes an empty index beside the one in use and returns the alias to fill it through.

    Fill it from the store of truth, then `finish_generation`, then apply once more what changed in between.
    """
    draft = _draft(alias)
    body = index_body(dimension, capabilities, shards=shards, replicas=replicas)

    def start() -> None:
        if client.indices.exists_alias(name=draft):  # of a rebuild that was not finished
            client.indices.delete(index=",".join(client.indices.get_alias(name=draft)))
        number = 1 + max(_number(name) for name in client.indices.get_alias(name=alias))
        _create(client, alias, number, body, capabilities, known_as=draft)

    _retrying()("start generation", start)
    return draft


def finish_generation(client: OpenSearch, alias: str) -> None:
    """Turns the alias to the filled generation, in one step for readers, and removes the one before."""

    def finish() -> None:
        (new,) = client.indices.get_alias(name=_draft(alias))
        old = [name for name in client.indices.get_alias(name=alias) if name != new]
        actions = [
            {"add": {"index": new, "alias": alias}},
            {"remove": {"index": new, "alias": _draft(alias)}},
            *({"remove_index": {"index": name}} for name in old),
        ]
        client.indices.update_aliases(body={"actions": actions})

    _retrying()("finish generation", finish)


def _retrying() -> Retrying:
    return Retrying(CallPolicy(), time.sleep)


def _draft(alias: str) -> str:
    return f"{alias}-draft"


def _generation(alias: str, number: int) -> str:
    return f"{alias}-{number:06d}"


def _number(index: str) -> int:
    return int(index.rpartition("-")[2])
