"""The index: settings and fields. Words come analysed (`domain.tokens`), so the analyzers only split and stem."""

from __future__ import annotations

from typing import Any

VECTOR = "vector"
PACKED = "packed_vector"  # the same in 16-bit floats: docs/decisions/search-index.md
ABOVE = "above"  # the scopes that the document lies below
MEMORY = "memory"  # the id of the memory that the document is of, whichever version of it
CONTENT_WORDS = "content_words"
CONTEXT_WORDS = "context_words"
# Searched only: not part of a hit.
_UNSEEN = (VECTOR, ABOVE, MEMORY, CONTENT_WORDS, CONTEXT_WORDS)

# The longest scope path has some 6,200 characters; a term may have 32,766 bytes, and one more fails the document.
_KEYWORD = {"type": "keyword", "ignore_above": 8191}
_STORED_TEXT = {"type": "keyword", "index": False, "doc_values": False}
_MICROSECONDS = {"type": "long"}  # since 1970: `date` would cut them, `date_nanos` ends in 2262
# A field that a search only returns needs no structure on disk.
_STORED_NUMBER = {"type": "double", "index": False, "doc_values": False}
_STORED_LONG = {"type": "long", "index": False, "doc_values": False}
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
    index = {"knn": True, "number_of_shards": shards, "number_of_replicas": replicas}
    analysis = {
        "analyzer": {
            "exact_words": {"type": "custom", "tokenizer": "whitespace"},
            "english_words": {"type": "custom", "tokenizer": "whitespace", "filter": ["porter_stem"]},
        }
    }
    return {"settings": {"index": index, "analysis": analysis}, "mappings": _mappings(dimension)}


def _mappings(dimension: int) -> dict[str, Any]:
    # Lucene: filtered searches are exact where the filter is narrow, and there is no native memory to size.
    method = {"name": "hnsw", "engine": "lucene", "space_type": "cosinesimil"}
    return {
        "dynamic": "strict",
        "_source": {"excludes": list(_UNSEEN)},
        "properties": {
            "memory_id": _KEYWORD,
            MEMORY: _KEYWORD,
            "revision": _STORED_LONG,
            "org": _KEYWORD,
            "scope": _KEYWORD,
            ABOVE: _KEYWORD,
            "type": _KEYWORD,
            "key": _KEYWORD,
            "status": _KEYWORD,
            "purposes": _KEYWORD,
            "source": _KEYWORD,
            "consent_scope": _KEYWORD,
            "metadata": _KEYWORD,
            "recorded_at": _MICROSECONDS,
            "ended_at": _MICROSECONDS,
            "history": {"type": "boolean"},
            "valid_from": _MICROSECONDS,
            "valid_to": _MICROSECONDS,
            "soft_expires_at": _MICROSECONDS,
            "hard_expires_at": _MICROSECONDS,
            "observed_at": _MICROSECONDS,
            "tier": _STORED_LONG,
            "confidence": _STORED_NUMBER,
            "importance": _KEYWORD,
            "content": _STORED_TEXT,
            "before": _STORED_TEXT,
            CONTENT_WORDS: _WORDS,
            CONTEXT_WORDS: _WORDS,
            "speaker": _KEYWORD,
            "session_id": _KEYWORD,
            "position": _STORED_LONG,
            "tokens": _STORED_TEXT,
            "origin_owners": _STORED_TEXT,
            "model": _KEYWORD,
            "marks": _STORED_NUMBER,
            "binding": {"type": "float"},
            "older": _STORED_TEXT,
            "replaced": _STORED_TEXT,
            VECTOR: {"type": "knn_vector", "dimension": dimension, "method": method},
            PACKED: {"type": "binary"},
        },
    }
