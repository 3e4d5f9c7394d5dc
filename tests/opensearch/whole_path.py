"""The whole service on a search engine: its functions called as the gateway, the stream and the workflow call them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from opensearchpy import OpenSearch

from functions.events.index import handler as index_function
from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.domain.access.caller import Caller
from shared.ports import Embedder, SearchIndex
from shared.records.store.record import Key
from tests.builders import World, a_world
from tests.functions.calls import Answer, Api


@dataclass(frozen=True, slots=True)
class WholePath:
    """`deliver` is the stream: what changed since it last ran, through the index function."""

    world: World
    api: Api

    def deliver(self, changed: Sequence[Key] | None = None) -> None:
        assert self.offer(changed) == []
        self.world.services.search.refresh()

    def offer(self, changed: Sequence[Key] | None = None) -> list[Key]:
        """What the index function leaves for another time. Of `None`, all that has changed, that is offered again."""
        stream = self.world.stream
        if changed is not None:
            return _offered(self.world, changed)
        changed, stream.changed = stream.changed, []
        left = _offered(self.world, changed)
        stream.changed = [*left, *stream.changed]
        return left

    def settle(self) -> None:
        self.deliver()
        self.world.deletions.run_all()
        self.deliver()

    def write(self, content: str, caller: Caller | None = None, **fields: Any) -> dict[str, Any]:
        """A user's statement, indexed at once; the whole answer."""
        body = {"content": content, "type": "semantic", "source": "user_stated", **fields}
        answer = self.api("POST", "/v1/memories", body, caller)
        assert answer.status in (200, 201), answer.text
        self.deliver()
        reported: dict[str, Any] = answer.json
        return reported

    def recall(self, query: str, caller: Caller | None = None, **fields: Any) -> dict[str, Any]:
        answer = self.api("POST", "/v1/recall", {"query": query, "min_relevance": 0.0, **fields}, caller)
        assert answer.status == 200, answer.text
        reported: dict[str, Any] = answer.json
        assert reported["degraded"] is False
        return reported

    def finds(self, query: str, caller: Caller | None = None, **fields: Any) -> list[str]:
        """The contents that a recall brings back, in its order."""
        return [hit["memory"]["content"] for hit in self.recall(query, caller, **fields)["memories"]]

    def delete(self, selector: dict[str, Any], request_id: str = "r1", caller: Caller | None = None) -> Answer:
        body = {"request_id": request_id, "selector": selector}
        answer = self.api("POST", "/v1/deletions", body, caller)
        assert answer.status == 202, answer.text
        return answer


def _offered(world: World, changed: Sequence[Key]) -> list[Key]:
    if not changed:
        return []
    there = [record is not None for record in world.store.get(changed)]
    records = [_stream_record(n, key, there[n]) for n, key in enumerate(changed)]
    failed = index_function({"Records": records}, None)["batchItemFailures"]
    return [changed[int(item["itemIdentifier"])] for item in failed]


def _stream_record(number: int, key: Key, there: bool) -> dict[str, Any]:
    return {
        "eventName": "MODIFY" if there else "REMOVE",
        "dynamodb": {"Keys": {"pk": {"S": key.pk}, "sk": {"S": key.sk}}, "SequenceNumber": str(number)},
    }


@contextmanager
def whole_path(search: SearchIndex | None, embedder: Embedder, **ports: Any) -> Iterator[WholePath]:
    """On the laptop's own index when no other is given."""
    with a_world(embedder=embedder, search=search, **ports) as world:
        yield WholePath(world, Api(world))


@contextmanager
def an_index_of_the_node(url: str, dimension: int) -> Iterator[tuple[OpenSearchIndex, OpenSearch, str]]:
    """A fresh index of several shards, so that a wrong routing value is a memory that nobody finds; the client and the
    alias too, for looking past the adapter."""
    client = plain_client(url)
    alias = f"path-{uuid.uuid4().hex}"
    ensure_index(client, alias, dimension, shards=3, replicas=0)
    try:
        yield OpenSearchIndex(client, alias), client, alias
    finally:
        client.indices.delete(index=f"{alias}-*")
        client.indices.delete_index_template(name=alias)
        client.close()
