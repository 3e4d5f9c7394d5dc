"""All documents of the index behind an alias, and its replacement by an empty one: for rebuilding it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from shared.adapters.opensearch.calls import CallPolicy
from shared.adapters.opensearch.lifecycle import add_fields, replace_index
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.ports import DocumentPage, IndexedDocument

if TYPE_CHECKING:
    from opensearchpy import OpenSearch


class OpenSearchInventory:
    """`dimension`: of the vectors that an emptied index takes. `shards`, `replicas`: of that index."""

    def __init__(
        self,
        client: OpenSearch,
        alias: str,
        dimension: int,
        *,
        shards: int = 1,
        replicas: int = 1,
        policy: CallPolicy | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._index = OpenSearchIndex(client, alias, policy=policy, sleep=sleep)
        make = (client, alias, dimension)
        self._add_fields: Callable[[], None] = partial(add_fields, *make, shards=shards, replicas=replicas)
        self._replace: Callable[[], None] = partial(replace_index, *make, shards=shards, replicas=replicas)

    def documents(self, *, after: str | None, limit: int) -> DocumentPage:
        sources = self._index.sources(after, limit + 1)
        met = [
            IndexedDocument(source["memory_id"], source["org"], source["scope"], source["revision"])
            for source in sources[:limit]
        ]
        return DocumentPage(tuple(met), met[-1].memory_id if len(sources) > limit else None)

    def present(self, org: str, document_ids: Sequence[str]) -> set[str]:
        return self._index.present(org, document_ids)

    def fit(self) -> None:
        self._add_fields()

    def empty(self) -> None:
        self._replace()
