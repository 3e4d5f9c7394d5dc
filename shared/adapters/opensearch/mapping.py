"""The index: settings and fields. Words come analysed (`domain.tokens`), so the analyzers only split and stem."""

from __future__ import annotations

from typing import Any

VECTOR = "vector"
SPACE = "innerproduct"  # of vectors of unit length: their cosine, for a third of its arithmetic
HIT = "hit"  # all that a hit brings back: docs/decisions/search-index.md
VISIBILITY = "visibility"  # `visibility.visibility_of`
ABOVE = "above"  # the scopes that the document lies below
MEMORY = "memory"  # the id of the memory that the document is of, whichever version of it
CONTENT_WORDS = "content_words"
CONTEXT_WORDS = "context_words"
# What a rebuild asks a document for. All else is searched by, or in the hit.
NAMED = ("memory_id", "org", "scope", "revision")

# The longest scope path has some 6,200 characters; a term may have 32,766 bytes, and one more fails the document.
_KEYWORD = {"type": "keyword", "ignore_above": 8191}
_MICROSECONDS = {"type": "long"}  # since 1970: `date` would cut them, `date_nanos` ends in 2262
_NOT_SEARCHED = {"type": "long", "index": False, "doc_values": False}
_SEARCHED: dict[str, dict[str, Any]] = {
    "memory_id": _KEYWORD,
    "org": _KEYWORD,
    "scope": _KEYWORD,
    "type": _KEYWORD,
    "key": _KEYWORD,
    "purposes": _KEYWORD,
    "source": _KEYWORD,
    "consent_scope": _KEYWORD,
    "metadata": _KEYWORD,
    "recorded_at": _MICROSECONDS,
    "ended_at": _MICROSECONDS,
    "valid_from": _MICROSECONDS,
    "valid_to": _MICROSECONDS,
    "hard_expires_at": _MICROSECONDS,
    "speaker": _KEYWORD,
    "binding": {"type": "float"},
}
# Of a document's own fields.
SEARCHED = (*_SEARCHED, "revision")
# Three readings of the same words; a query takes the best. `exact`: as they are, every script. `english`: stemmed.
# `cjk`: the engine's own pairs of characters.
_WORDS = {
    "type": "text",
    "index": False,
    "fields": {
        "exact": {"type": "text", "analyzer": "exact_words"},
        "english": {"type": "text", "analyzer": "english_words"},
        "cjk": {"type": "text", "analyzer": "cjk"},
    },
}


def index_body(dimension: int, *, shards: int = 1, replicas: int = 1) -> dict[str, Any]:
    """For the creation of an index whose vectors have `dimension` components.

    A search asks only the shard of the tenant's routing value. How many memories a shard serves depends on the
    vectors' size and the nodes' memory: docs/reference/performance.md.
    """
    # Sorted, so that what a search may find lies together, vectors too: docs/reference/scale.md.
    index = {"knn": True, "number_of_shards": shards, "number_of_replicas": replicas, "sort.field": ["scope"]}
    analysis = {
        "analyzer": {
            "exact_words": {"type": "custom", "tokenizer": "whitespace"},
            "english_words": {"type": "custom", "tokenizer": "whitespace", "filter": ["porter_stem"]},
        }
    }
    return {"settings": {"index": index, "analysis": analysis}, "mappings": _mappings(dimension)}


def _mappings(dimension: int) -> dict[str, Any]:
    # Lucene: filtered searches are exact where the filter is narrow, and there is no native memory to size.
    method = {"name": "hnsw", "engine": "lucene", "space_type": SPACE}
    return {
        "dynamic": "strict",
        "_source": {"includes": list(NAMED)},
        "properties": {
            **_SEARCHED,
            "revision": _NOT_SEARCHED,
            ABOVE: _KEYWORD,
            MEMORY: _KEYWORD,
            VISIBILITY: _KEYWORD | {"doc_values": False},
            CONTENT_WORDS: _WORDS,
            CONTEXT_WORDS: _WORDS,
            VECTOR: {"type": "knn_vector", "dimension": dimension, "method": method},
            # Values in columns are read where they lie; stored fields are unpacked by the block.
            HIT: {"type": "binary", "doc_values": True},
        },
    }
