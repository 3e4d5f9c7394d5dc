"""The same tests for both engines: SQLite always, a real OpenSearch node under the marker `opensearch`, by comparing
each vector and by the graph."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import COMPARED, OpenSearchIndex
from shared.adapters.sqlite.search import SqliteSearch
from tests.contract.search.documents import DIMENSION, Harness
from tests.opensearch.fixtures import opensearch_node, opensearch_url

__all__ = ["opensearch_node", "opensearch_url"]


@pytest.fixture(
    params=["sqlite", *(pytest.param(name, marks=pytest.mark.opensearch) for name in ("opensearch", "graph"))]
)
def harness(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Harness]:
    if request.param == "sqlite":
        index = SqliteSearch(tmp_path / "search.db")
        yield Harness(index)
        index.close()
        return
    client = plain_client(request.getfixturevalue("opensearch_url"))
    alias = f"contract-{uuid.uuid4().hex}"
    # Several shards, so that with a wrong routing value a memory is not found.
    ensure_index(client, alias, DIMENSION, shards=5, replicas=0)
    yield Harness(OpenSearchIndex(client, alias, compared=0 if request.param == "graph" else COMPARED))
    client.indices.delete(index=f"{alias}-*")
    client.indices.delete_index_template(name=alias)
    client.close()
