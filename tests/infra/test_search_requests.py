"""The adapter's requests and the roles' permissions are the same list: a path that a role may not ask for would only be
noticed in AWS."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from infra.stores.search import INDEX, REQUESTS, SearchUse
from shared.adapters.opensearch import client
from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.inventory import OpenSearchInventory
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.domain.recall.documents import SearchFilter, SearchQuery
from shared.ports import Remove, SearchIndex
from shared.runtime import bootstrap
from shared.runtime.settings import Settings

DIMENSION = 2
_SHARDS = {"total": 1, "successful": 1, "failed": 0}
_NO_HITS = {"timed_out": False, "_shards": _SHARDS, "hits": {"hits": []}, "status": 200}


class Engine(ThreadingHTTPServer):
    """Answers as an empty engine would, and writes down what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.dimension = DIMENSION
        super().__init__(("127.0.0.1", 0), _Answers)


class _Answers(BaseHTTPRequestHandler):
    server: Engine

    def _answer(self) -> None:
        path = self.path.partition("?")[0].strip("/")
        self.server.asked.append((self.command, path))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        answer: Any = {"acknowledged": True, "_shards": _SHARDS}
        if path.endswith("_mapping"):
            vector = {"dimension": self.server.dimension}
            answer = {f"{INDEX}-000001": {"mappings": {"properties": {"vector": vector}}}}
        elif path.endswith("_msearch"):
            answer = {"responses": [_NO_HITS] * (body.count(b"\n") // 2)}
        elif path.endswith("_search"):
            answer = _NO_HITS
        elif path.endswith("_bulk"):
            answer = {"errors": False, "items": [{"delete": {"_id": "m", "status": 404}}]}
        sent = b"" if self.command == "HEAD" else json.dumps(answer).encode()
        self.send_response(404 if self.command == "HEAD" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = _answer  # noqa: N815 - the base class looks for these names

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def _served() -> Iterator[Engine]:
    engine = Engine()
    thread = threading.Thread(target=engine.serve_forever, daemon=True)
    thread.start()
    try:
        yield engine
    finally:
        engine.shutdown()
        engine.server_close()
        thread.join()


@pytest.fixture
def engine() -> Iterator[Engine]:
    with _served() as made:
        yield made


@pytest.fixture
def index(engine: Engine) -> OpenSearchIndex:
    return OpenSearchIndex(plain_client(f"http://127.0.0.1:{engine.server_port}"), INDEX)


def permitted(use: SearchUse) -> set[tuple[str, str]]:
    return {
        (re.sub("^es:ESHttp", "", action).upper(), path) for action, paths in REQUESTS[use].items() for path in paths
    }


def search(index: OpenSearchIndex) -> None:
    index.search(
        SearchQuery(text="coffee", vector=(0.6, 0.8), model="m", limit=3),
        SearchFilter(
            org="acme", scopes=("/org/acme/user/ann",), statuses=("active",), at=datetime(2026, 1, 1, tzinfo=UTC)
        ),
    )


def test_a_reader_may_send_its_requests(engine: Engine, index: OpenSearchIndex) -> None:
    search(index)
    index.ids_within("acme", "/org/acme/user/ann", limit=10)
    assert set(engine.asked) == permitted(SearchUse.READ)


def test_a_verifier_may_refresh_too(engine: Engine, index: OpenSearchIndex) -> None:
    search(index)
    index.refresh()
    index.ids_within("acme", "/org/acme/user/ann", limit=10)
    assert set(engine.asked) == permitted(SearchUse.VERIFY)


def search_of_a_function(engine: Engine, monkeypatch: pytest.MonkeyPatch, **environment: str) -> SearchIndex:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setattr(client, "signed_client", lambda endpoint, **_: plain_client(endpoint))
    engine.dimension = 1024
    reported = {"SEARCH_ENDPOINT": f"http://127.0.0.1:{engine.server_port}", "SEARCH_INDEX": INDEX, **environment}
    return bootstrap.on_aws(Settings.from_environment(reported)).search


def test_a_function_that_changes_the_index_makes_it_once(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    index = search_of_a_function(engine, monkeypatch, SEARCH_KEEPER="yes")
    index.ids_within("acme", "/org/acme/user/ann", limit=10)
    index.apply([Remove("m", "acme")])
    put = [path for method, path in engine.asked if method == "PUT"]
    assert put == [f"_index_template/{INDEX}", f"{INDEX}-000001"]
    assert set(engine.asked) <= permitted(SearchUse.WRITE)


def test_a_function_that_only_reads_creates_no_index(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    search_of_a_function(engine, monkeypatch).ids_within("acme", "/org/acme/user/ann", limit=10)
    assert set(engine.asked) == permitted(SearchUse.READ)


def test_a_writer_may_create_a_missing_index(engine: Engine, index: OpenSearchIndex) -> None:
    ensure_index(plain_client(f"http://127.0.0.1:{engine.server_port}"), INDEX, DIMENSION)
    index.apply([Remove("m", "acme")])
    index.refresh()
    search(index)
    index.ids_within("acme", "/org/acme/user/ann", limit=10)
    assert set(engine.asked) == permitted(SearchUse.WRITE)


def test_a_rebuild_may_list_everything_and_create_the_index_again(engine: Engine, index: OpenSearchIndex) -> None:
    inventory = OpenSearchInventory(
        plain_client(f"http://127.0.0.1:{engine.server_port}"), INDEX, DIMENSION
    )  # fmt: skip
    inventory.empty()
    inventory.fit()
    assert inventory.documents(after=None, limit=10).documents == ()
    index.apply([Remove("m", "acme")])
    index.refresh()
    index.ids_within("acme", "/org/acme", limit=10)
    assert set(engine.asked) == permitted(SearchUse.REBUILD)
