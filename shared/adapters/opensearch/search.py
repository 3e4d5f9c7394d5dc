"""The search index in OpenSearch: one `_msearch` of filtered sub-queries, `_bulk` with external versions."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shared.adapters.opensearch.calls import TRANSIENT, CallPolicy, Retrying
from shared.adapters.opensearch.documents import Hit, products, to_source, unpacked
from shared.adapters.opensearch.filters import routing_for, routing_of, within_clauses
from shared.adapters.opensearch.mapping import CONTENT_WORDS, CONTEXT_WORDS, HIT, NAMED
from shared.adapters.opensearch.queries import sub_queries
from shared.domain.errors import SearchUnavailable
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Remove, Upsert

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

log = logging.getLogger(__name__)

MAX_IDS = 10_000  # of one `ids_within`: the engine's own bound on a page
COMPARED = 50_000  # documents of one search; of more the graph finds the nearest sooner
_MOST_LARGE = 1_000  # scopes that are known to hold more; then they are learned again
# A body that any instance type takes (the smallest refuse more than 10 MB), and that leaves room for the answer.
_MAX_BULK_BYTES = 5_000_000
_MAX_BULK_ACTIONS = 500
_BLOCKED = "cluster_block_exception"  # 403 or 429, by the kind of block: never the document's fault


class _TooMany(Exception):
    """There are more documents to compare a vector with than it was to be compared with."""


class OpenSearchIndex:
    """`index` is an alias (`lifecycle.ensure_index`): writes to anything else are refused, so that a lost index is
    an error and never created again with guessed fields. Safe to share between threads.

    `compared`: with up to so many documents that a search may find a vector is compared one by one; the first search
    of scopes that hold more takes a second request, by the graph, and later ones ask the graph at once.
    """

    def __init__(
        self,
        client: OpenSearch,
        index: str,
        *,
        policy: CallPolicy | None = None,
        sleep: Callable[[float], None] = time.sleep,
        compared: int = COMPARED,
    ) -> None:
        self._compared = compared
        self._large: dict[tuple[str, tuple[str, ...], tuple[str, ...]], None] = {}
        self._client = client
        self._index = index
        self._policy = policy or CallPolicy()
        self._retrying = Retrying(self._policy, sleep)

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        if query.limit < 1:
            raise ValueError("a search asks for at least one candidate")
        read: dict[str, Hit] = {}  # what several sub-queries sent, once
        hits: dict[str, Hit] = {}
        scores: dict[tuple[str, str], float] = {}
        for field, answered in self._found(query, filter).items():
            for one in answered:
                (sent,) = one["fields"][HIT]
                if sent not in read:
                    read[sent] = unpacked(sent)
                id = read[sent].document.memory_id
                hits[id] = read[sent]
                scores[field, id] = one["_score"]
        vectors = [query.vector, query.compared or query.vector]
        if query.also is not None:
            vectors.append(query.also.compared or query.also.vector)
        return [
            Candidate(
                hit.document,
                known[0],
                scores.get((CONTENT_WORDS, id), 0.0),
                scores.get((CONTEXT_WORDS, id), 0.0),
                *known[1:],
            )
            for id, hit in hits.items()
            for known in (products(hit, query.model, vectors),)
        ]

    def _found(self, query: SearchQuery, filter: SearchFilter) -> dict[str, list[Mapping[str, Any]]]:
        """The hits of each sub-query."""
        place = (filter.org, filter.scopes, filter.below)
        for compared in (0,) if place in self._large else (self._compared, 0):
            bodies = sub_queries(query, filter, self._policy.search_timeout_s, compared)
            if not bodies:
                break
            try:
                return dict(zip(bodies, self._ask(list(bodies.values()), routing_for(filter.org)), strict=True))
            except _TooMany:
                if len(self._large) >= _MOST_LARGE:
                    self._large.clear()
                self._large[place] = None
        return {}

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        """Raises `SearchUnavailable` as well when documents were refused for a reason that passes: a full queue, a
        shard that is not there, an index that is blocked (a full disk, an operator)."""
        failed: dict[str, None] = {}
        passing = 0
        for lines in _chunks([self._lines(action) for action in actions]):
            answer = self._retrying("bulk", lambda lines=lines: self._bulk(lines))  # type: ignore[misc]
            for item in answer["items"]:
                ((operation, result),) = item.items()
                if not _succeeded(operation, result):
                    failed[result["_id"]] = None
                    kind = (result.get("error") or {}).get("type")
                    passes = result["status"] in TRANSIENT or kind == _BLOCKED
                    passing = passing or (result["status"] if passes else 0)
                    log.warning(
                        "search index refused %s of %s: %s %s", operation, result["_id"], result["status"], kind
                    )
        if passing:
            raise SearchUnavailable(f"bulk: a part was refused for now (HTTP {passing})")
        return list(failed)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        if not 1 <= limit <= MAX_IDS:
            raise ValueError(f"1 to {MAX_IDS} ids at a time")
        body = {
            "query": {"bool": {"filter": within_clauses(org, scope, memory_ids)}},
            "size": limit,
            "_source": False,
            "track_total_hits": False,
        }
        (hits,) = self._ask([body], routing_of(org))
        return [hit["_id"] for hit in hits]

    def present(self, org: str, document_ids: Sequence[str]) -> set[str]:
        """Which documents of a tenant are there, at most `MAX_IDS` at a time."""
        clauses = [{"term": {"org": org}}, {"terms": {"memory_id": list(document_ids)}}]
        body = {"query": {"bool": {"filter": clauses}}, "size": len(document_ids), "_source": False}
        (hits,) = self._ask([body], routing_of(org)) if document_ids else ([],)
        return {hit["_id"] for hit in hits}

    def sources(self, after: str | None, limit: int) -> list[Mapping[str, Any]]:
        """What documents of all tenants, in the order of their memory ids beyond `after`, say of themselves."""
        body: dict[str, Any] = {
            "query": {"match_all": {}},
            "sort": [{"memory_id": "asc"}],
            "size": limit,
            "_source": list(NAMED),
            "track_total_hits": False,
        }
        if after is not None:
            body["search_after"] = [after]
        (hits,) = self._ask([body], None)
        return [hit["_source"] for hit in hits]

    def refresh(self) -> None:
        params = {"request_timeout": self._policy.write_timeout_s}
        answer = self._retrying("refresh", lambda: self._client.indices.refresh(index=self._index, params=params))
        if answer["_shards"]["failed"]:
            raise SearchUnavailable("refresh: some shards failed")

    def _ask(self, bodies: Sequence[Mapping[str, Any]], routing: str | None) -> list[list[Mapping[str, Any]]]:
        """The hits of each search, all in one request. Routing goes in the body: in the address it may be too long."""
        header: dict[str, Any] = {"allow_partial_search_results": False}
        if routing is not None:
            header["routing"] = routing
        lines = "".join(_line(header) + _line(body) for body in bodies)
        params = {"request_timeout": self._policy.search_timeout_s}
        answer = self._retrying("search", lambda: self._client.msearch(body=lines, index=self._index, params=params))
        if len(answer["responses"]) != len(bodies):
            raise SearchUnavailable("search: an answer is missing")
        return [_hits(response) for response in answer["responses"]]

    def _lines(self, action: Upsert | Remove) -> str:
        if isinstance(action, Remove):
            return _line({"delete": self._address(action.memory_id, action.org)})
        document = action.document
        address = self._address(document.memory_id, document.org)
        address |= {"version": document.revision, "version_type": "external_gte"}
        return _line({"index": address}) + _line(to_source(document))

    def _address(self, memory_id: str, org: str) -> dict[str, Any]:
        return {"_id": memory_id, "routing": routing_of(org)}

    def _bulk(self, lines: str) -> Any:
        params = {"require_alias": "true", "request_timeout": self._policy.write_timeout_s}
        return self._client.bulk(body=lines, index=self._index, params=params)


def _succeeded(operation: str, result: Mapping[str, Any]) -> bool:
    """A newer revision in place, and the absence of a document that was to be removed, count as done. (A missing
    index is a 404 too, with an error.)"""
    status = result["status"]
    if operation == "delete" and status == 404:
        return "error" not in result
    return 200 <= status < 300 or (operation == "index" and status == 409)


def _hits(response: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The hits of one search that was answered completely; anything less is an outage, not a shorter list."""
    if "error" in response:
        error = response["error"]
        kind = error.get("type") if isinstance(error, Mapping) else "error"
        raise SearchUnavailable(f"search: {response.get('status')} {kind}")
    if response["timed_out"] or response["_shards"]["failed"]:
        raise SearchUnavailable("search: timed out" if response["timed_out"] else "search: some shards failed")
    if response.get("terminated_early"):
        raise _TooMany
    hits: list[Mapping[str, Any]] = response["hits"]["hits"]
    return hits


def _chunks(actions: Sequence[str]) -> Iterator[str]:
    """In order, each within what one request may hold; an action that is larger goes alone."""
    chunk: list[str] = []
    size = 0
    for lines in actions:
        length = len(lines.encode())
        if chunk and (size + length > _MAX_BULK_BYTES or len(chunk) == _MAX_BULK_ACTIONS):
            yield "".join(chunk)
            chunk, size = [], 0
        chunk.append(lines)
        size += length
    if chunk:
        yield "".join(chunk)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
